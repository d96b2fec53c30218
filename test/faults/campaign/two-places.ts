// Two accounts of one tenant at PACs of different makes: the guards and the ways to them are those of the service; either PAC is away now and then.
import type { Control } from '../../../simulator/control.ts';
import type { World } from '../../../simulator/world.ts';
import { recordCommand } from '../../../src/cli/record-command.ts';
import { updateTenant } from '../../../src/company/index.ts';
import type { App } from '../../../src/graphql/context.ts';
import {
  guardedPacClient,
  guardedPlaces,
  memoryStore,
  PAC_ITSELF,
  placeOf,
  USUAL_MAKE,
  type Account,
  type Accounts,
  type GuardedPacClient,
  type PacClient,
} from '../../../src/pac/index.ts';
import { CLOSED, type Breaker } from '../../../src/pac/breaker.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { inTenant, type Tenant } from '../../../src/tenancy/index.ts';
import type { Chance } from './chance.ts';
import type { Course, Outage } from './course.ts';

export interface PlaceAtPac {
  companyId: string;
  world: World;
  /** The real adapter of The Factory HKA, and its stand-in. */
  isHka: boolean;
  /** The same contract by SOAP, as EBI has it. */
  isEbi?: boolean;
  /** A word for what the PAC, asked by number after its window, does not have; undefined for a make that cannot be asked so. */
  allow: ((place: string) => void) | undefined;
}

export type MakeOfTwo = 'alanube' | 'hka';

export interface Two {
  first: MakeOfTwo;
  firstCompanyId: string;
  secondCompanyId: string;
  /** That of the two which may notify tells all in its answers. */
  isDirect: boolean;
  /** After so many seconds of silence of the first one the second is sent to. */
  afterSeconds: number;
  accounts: Accounts;
  /** Kept in the database, so that a process that is killed takes nothing along. */
  breakers: Map<string, Map<string, Breaker>>;
  /** For how many seconds at most the breaker of the company has ever been open. */
  longestDown(companyId: string): number;
  noteDown(companyId: string): void;
  /** One of the two goes away, is slow, or comes back. */
  breakDown(chance: Chance): void;
  away(companyId: string, outage: Outage, isKnown: boolean): void;
  back(companyId: string): void;
}

/** Account of the service, to which files at an address are nothing of a company's. */
const USUAL: Account = { make: USUAL_MAKE, environment: 'TEST', apiKey: '' };
const TIMEOUT_MS = 15_000;
/** Ways of a PAC to be away; a call that acts may have been done or not. */
const WAYS: readonly Pick<Outage, 'faults' | 'slowMs'>[] = [
  { faults: everywhere(['refusedConnection'], ['refusedConnection']) },
  { faults: everywhere(['http401'], ['http401']) },
  { faults: everywhere(['http503', 'timeoutBeforeAccept'], ['http503', 'timeoutBeforeAccept']) },
  { faults: everywhere(['silentAfterAccept', 'lostAnswer', 'timeoutBeforeAccept'], ['lostAnswer']) },
  { faults: everywhere(['refusedConnection', 'http503=accepted', 'http401'], ['refusedConnection', 'http503']) },
  { faults: {}, slowMs: 9_000 },
];
const LENGTHS_MS = [180_000, 1_200_000, 14_400_000];

function everywhere(acting: string[], asking: string[]): Outage['faults'] {
  const isThere = (fault: string) => fault !== 'silentAfterAccept';
  return { submit: acting, void: acting.filter(isThere), get: asking, pdf: ['http503'] };
}

export function openTwo(firstCompanyId: string, chance: Chance, course: Course, made?: MakeOfTwo): Two {
  const first = made ?? chance.oneOf(['alanube', 'hka'] as const);
  const secondCompanyId = `${firstCompanyId}-second`;
  const accountOf = (make: MakeOfTwo): Account => ({ make, environment: 'TEST', apiKey: '' });
  const second = accountOf(first === 'hka' ? 'alanube' : 'hka');
  const of = (companyId: string) => (companyId === secondCompanyId ? second : accountOf(first));
  const companies = [firstCompanyId, secondCompanyId];
  const breakers = new Map(companies.map((one) => [one, new Map<string, Breaker>()]));
  const longest = new Map<string, number>();
  const downNow = (companyId: string): number => {
    const since = [...breakers.get(companyId)!.values()].flatMap(({ openSince }) => openSince?.getTime() ?? []);
    return since.length === 0 ? 0 : (course.nowMs - Math.min(...since)) / 1000;
  };
  const longestDown = (companyId: string) => Math.max(longest.get(companyId) ?? 0, downNow(companyId));
  const noteDown = (companyId: string) => void longest.set(companyId, longestDown(companyId));
  const back = (companyId: string) => void course.outages.delete(companyId);
  const away: Two['away'] = (companyId, outage, isKnown) => {
    course.outages.set(companyId, outage);
    if (!isKnown || outage.slowMs !== undefined) return;
    // Calls of other businesses have found it silent.
    const now = new Date(course.nowMs);
    const found: Breaker = { ...CLOSED, state: 'OPEN', failures: 10, failedAt: now, cause: 'silent', openSince: now };
    const kept = breakers.get(companyId)!;
    if (kept.get(PAC_ITSELF)?.state !== 'OPEN')
      kept.set(PAC_ITSELF, { ...found, retryAt: now, companies: [companyId] });
  };
  return {
    ...{ first, firstCompanyId, secondCompanyId, breakers, longestDown, noteDown, away, back },
    isDirect: chance.happens(0.3),
    afterSeconds: chance.oneOf([20, 120]),
    accounts: { of: async (companyId) => of(companyId), lastOf: of, noted: () => undefined },
    breakDown(drawn) {
      const companyId = drawn.oneOf([firstCompanyId, firstCompanyId, secondCompanyId]);
      if (course.outages.has(companyId) && drawn.happens(0.5)) {
        course.say(`  ${companyId} is answered again`);
        return back(companyId);
      }
      const outage = { ...drawn.oneOf(WAYS), untilMs: course.nowMs + drawn.oneOf(LENGTHS_MS) };
      course.say(`  the PAC of ${companyId} is away: ${JSON.stringify(outage)}`);
      return away(companyId, outage, drawn.happens(0.7));
    },
  };
}

export async function connectTwo(app: App, tenant: Tenant, two: Two): Promise<Tenant> {
  const credentials = { alanube: { pacApiKey: 'key' }, hka: { pacUser: 'user', pacApiKey: 'password' } };
  const second = two.first === 'hka' ? 'alanube' : 'hka';
  const { pacApiKey: secondPacApiKey, ...more } = credentials[second];
  return inTenant(app, tenant, async (db) => {
    const connected = await updateTenant(
      db,
      {
        ...(two.first === 'hka' ? { pacMake: 'hka', ...credentials.hka } : {}),
        ...{ secondPacCompanyId: two.secondCompanyId, secondPacMake: second, secondPacApiKey },
        ...('pacUser' in more ? { secondPacUser: more.pacUser } : {}),
        secondPacAfterSeconds: two.afterSeconds,
      },
      app.tenancy.pacEnvironments,
    );
    await recordCommand(db, 'tenant update', [tenant.id]);
    return connected;
  });
}

/** Both stand-ins as one, for an oracle that asks what became of a number anywhere. */
export function openControls(controls: readonly Control[]): Control {
  const [first] = controls;
  return {
    ...first!,
    documents: (companyId) => controls.flatMap((one) => one.documents(companyId)),
    counts: () => controls.flatMap((one) => one.counts()),
    verdict: (id, ...rest) => (controls.find((one) => one.document(id)) ?? first!).verdict(id, ...rest),
  };
}

export function clientOfPlaces(
  two: Two,
  clients: readonly { companyId: string; client: PacClient }[],
  { clock, database }: { clock: Clock; database: Clock },
): GuardedPacClient {
  const guards = clients.map(({ companyId, client }) => {
    const store = memoryStore(database, two.breakers.get(companyId));
    const change: typeof store.change = (...asked) => {
      two.noteDown(companyId);
      return store.change(...asked);
    };
    const guard = guardedPacClient(client, { clock, store: { ...store, change }, timeoutMs: TIMEOUT_MS });
    return [placeOf(two.accounts.lastOf(companyId)), guard] as const;
  });
  return guardedPlaces(USUAL, new Map(guards), two.accounts);
}
