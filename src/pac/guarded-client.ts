// A circuit breaker per company around the PAC's client: while it is open, calls fail at once.
import type { DocumentKind } from '../fiscal/document.ts';
import type { Clock } from '../platform/clock.ts';
import { memoryStore, PAC_ITSELF, type BreakerStore } from './breaker-store.ts';
import {
  afterCallOf,
  beginProbe,
  CLOSED,
  isClean,
  permissionOf,
  unansweredAllowed,
  type Breaker,
  type Breakers,
  type CallResult,
} from './breaker.ts';
import { knownBreakers, type KnownBreakers } from './known-breakers.ts';
import type {
  CheckDigitOutcome,
  EmailOutcome,
  LookupOutcome,
  PacClient,
  PacProfile,
  QuotaOutcome,
  SubmissionOutcome,
  VoidOutcome,
} from './face.ts';
import { askCheaply } from './try-account.ts';
import { limitUnanswered } from './unanswered-calls.ts';

export interface Held {
  seconds: number;
  cause: string;
  /** Whether the PAC itself has named the time. */
  isAsked: boolean;
}

export type CallName = 'submit' | 'void' | 'fetch' | 'download';

/** How many calls of a kind have been answered, and how many have not, since the process started. */
export type Tally = Readonly<Record<CallName, { answered: number; failed: number }>>;

export interface GuardedPacClient extends PacClient {
  /** Learns what other processes have found, unless that is known already. */
  refresh(): Promise<void>;
  /** Breaker of the PAC for a company. */
  health(companyId: string): Breaker;
  /** Why and for how long nothing is sent for a company; null where something may be. Reads memory only. */
  heldFor(companyId: string): Held | null;
  /** Facts of the PAC that a company has, as far as is known at once. */
  profile(companyId: string): PacProfile;
  /** For how many seconds nothing has been sent for a company because its breaker is open; 0 while it is closed. Reads memory only. */
  downFor(companyId: string): number;
  /** Whether the credentials of a company were refused when it was asked last. Reads memory only. */
  isRefused(companyId: string): boolean;
  /** Facts of a make of PAC; null: that of the service. */
  profileOf(make: string | null): PacProfile;
  /**
   * Waited for before anything is decided about a call that acts: learns what other processes have found, asks the PAC where a question
   * is due, and stays in line while as many calls as may be are without an answer. `end` is called when the call has ended.
   */
  turn(companyId: string): Promise<{ end(): void }>;
  /** Asks each question that is due; done by a worker now and then, so that nothing has to wait for a caller. */
  probeWhatIsDue(): Promise<void>;
  /** For which companies nothing is sent; the PAC itself is among them when nothing is sent for any. */
  openBreakers(): string[];
  tally(): Tally;
}

export interface GuardOptions {
  clock: Clock;
  store?: BreakerStore;
  /** Facts of its own PAC, where the client calls several. */
  profile?: PacProfile;
  /** How long one call may take. */
  timeoutMs: number;
  /** Called where the credentials of a company were refused for an act, whose success ends that, and not for a question; it does not throw. */
  noteRefused?: (companyId: string) => Promise<void>;
}

const PROBES_AT_ONCE = 8;

export function guardedPacClient(client: PacClient, options: GuardOptions): GuardedPacClient {
  const { clock, timeoutMs, store = memoryStore(clock), profile = client, noteRefused } = options;
  const breakers = knownBreakers(store, clock);
  const { refresh } = breakers;
  const tally = { submit: zero(), void: zero(), fetch: zero(), download: zero() };
  const heldFor = (companyId: string) => heldBy(breakers.permission(companyId));
  const line = limitUnanswered({
    clock,
    mostMs: 2 * timeoutMs,
    mayGo: (companyId, unanswered) =>
      heldFor(companyId) !== null || unanswered < unansweredAllowed(breakers.of(companyId), breakers.now()),
    refresh,
  });

  const observe: Observe = async (name, companyId, call, resultOf) => {
    const outcome = await call();
    const result = resultOf(outcome);
    if (result.is === 'refused' && (name === 'submit' || name === 'void')) await noteRefused?.(companyId);
    if (result.is !== 'failed') line.answered();
    if (name !== null) tally[name][result.is === 'failed' ? 'failed' : 'answered'] += 1;
    const { pac, company } = breakers.of(companyId);
    const isNews = result.is === 'answered' || result.is === 'unclear' ? !isClean(pac) || !isClean(company) : true;
    if (isNews) await breakers.change(companyId, (before, at) => afterCallOf(companyId, before, result, at));
    return outcome;
  };
  const probeIfDue = createProber(breakers, timeoutMs / 1000 + 1, (companyId) =>
    observe(null, companyId, () => askCheaply(client, companyId), lookupResult),
  );
  const ready = async (companyId: string): Promise<void> => {
    await refresh();
    await probeIfDue(companyId);
  };
  const guard: Guard =
    (name, call, companyOf, resultOf, notMade) =>
    async (...args) => {
      const companyId = companyOf(...args);
      await ready(companyId);
      const held = heldFor(companyId);
      return held ? notMade(held) : observe(name, companyId, () => call(...args), resultOf);
    };

  // Files come from other hosts, or are made late: their failures do not open the PAC's breaker.
  async function counted<Outcome extends { outcome: string } | undefined>(file: Promise<Outcome>): Promise<Outcome> {
    const outcome = await file;
    if (outcome) tally.download[outcome.outcome === 'unavailable' ? 'failed' : 'answered'] += 1;
    return outcome;
  }

  return {
    ...client,
    ...guardedCalls(client, guard),
    refresh,
    heldFor,
    profile: () => profile,
    health: (companyId) => healthOf(breakers.of(companyId)),
    downFor: (companyId) => secondsDown(breakers.of(companyId), breakers.now()),
    isRefused: (companyId) => breakers.of(companyId).company.isRefused,
    profileOf: () => profile,
    async turn(companyId) {
      await ready(companyId);
      return line.stand(companyId);
    },
    async probeWhatIsDue() {
      await refresh();
      const due = companiesToAsk(breakers.all(), breakers.now()).slice(0, PROBES_AT_ONCE);
      await Promise.all(due.map((companyId) => probeIfDue(companyId)));
    },
    openBreakers: () => [...breakers.all()].filter(([, { state }]) => state === 'OPEN').map(([name]) => name),
    tally: () => structuredClone(tally),
    downloadPdf: (url) => counted(client.downloadPdf(url)),
    downloadXml: (url) => counted(client.downloadXml(url)),
    ...(client.fileByCufe && { fileByCufe: (...request) => counted(client.fileByCufe!(...request)) }),
  };
}

function secondsDown({ pac, company }: Breakers, now: Date): number {
  // The PAC's own may have opened long after that of the company.
  const since = [pac, company].map(({ openSince }) => openSince?.getTime() ?? Number.POSITIVE_INFINITY);
  return Math.max(0, (now.getTime() - Math.min(...since)) / 1000);
}

/** Makes a call and tells the breakers, and the tally under its name, what came of it. */
type Observe = <Outcome>(
  name: CallName | null,
  companyId: string,
  call: () => Promise<Outcome>,
  resultOf: (outcome: Outcome) => CallResult,
) => Promise<Outcome>;

/** The call that does the same, or is at once `notMade` while nothing is sent for the company. */
type Guard = <Args extends unknown[], Outcome>(
  name: CallName | null,
  call: (...args: Args) => Promise<Outcome>,
  companyOf: (...args: Args) => string,
  resultOf: (outcome: Outcome) => CallResult,
  notMade: (held: Held) => Outcome,
) => (...args: Args) => Promise<Outcome>;

function guardedCalls(client: PacClient, guard: Guard) {
  const acts = [ofDocument, actResult, actNotMade] as const;
  const looks = [ofDocument, lookupResult, lookupNotMade] as const;
  const asks = [(companyId: string) => companyId, lookupResult, lookupNotMade] as const;
  return {
    submit: guard('submit', client.submit, ...acts),
    voidDocument: guard('void', client.voidDocument, ...acts),
    fetchDocument: guard('fetch', client.fetchDocument, ...looks),
    checkDigit: guard(null, client.checkDigit, ...asks),
    sendByEmail: guard(null, client.sendByEmail, ...asks),
    ...(client.findByNumber && { findByNumber: guard('fetch', client.findByNumber, ...looks) }),
    ...(client.quota && { quota: guard(null, client.quota, ...asks) }),
  } satisfies Partial<PacClient>;
}

const ofDocument = (_kind: DocumentKind, companyId: string): string => companyId;

/** Half-open: one lookup by one process of all, never a submission; callers of one process share it. */
function createProber(breakers: KnownBreakers, longestSeconds: number, ask: (companyId: string) => Promise<unknown>) {
  const probing = new Map<string, Promise<void>>();

  async function probe(companyId: string): Promise<void> {
    let isMine = false;
    await breakers.change(companyId, (before, at) => {
      isMine = permissionOf(before, at).may === 'probe';
      return isMine ? beginProbe(before, at, longestSeconds) : before;
    });
    if (isMine) await ask(companyId);
  }

  return async function probeIfDue(companyId: string): Promise<void> {
    if (breakers.permission(companyId).may !== 'probe') return;
    await probing.getOrInsertComputed(companyId, () => probe(companyId).finally(() => probing.delete(companyId)));
  };
}

function healthOf({ pac, company }: Breakers): Breaker {
  return pac.state === 'OPEN' || isClean(company) ? pac : company;
}

function heldBy(permitted: ReturnType<typeof permissionOf>): Held | null {
  if (permitted.may === 'pass') return null;
  const { state, cause } = permitted.by;
  const seconds = permitted.may === 'wait' ? permitted.seconds : 1;
  return state === 'OPEN'
    ? { seconds, cause: `not asked, because the PAC does not answer: ${cause}`, isAsked: false }
    : { seconds, cause: 'not asked, because the PAC has asked for patience', isAsked: true };
}

const zero = () => ({ answered: 0, failed: 0 });

/** One company for the PAC itself, another one each time, and each company whose own breaker is due. */
function companiesToAsk(cache: ReadonlyMap<string, Breaker>, now: Date): string[] {
  const pac = cache.get(PAC_ITSELF) ?? CLOSED;
  if (pac.state === 'OPEN') {
    const company = pac.companies[pac.probes % pac.companies.length];
    return company === undefined ? [] : [company];
  }
  const isDue = (company: Breaker) => permissionOf({ pac, company }, now).may === 'probe';
  return [...cache].filter(([name, breaker]) => name !== PAC_ITSELF && isDue(breaker)).map(([name]) => name);
}

/** Nothing has left, so the same may be sent later; and where the PAC itself named the time, not before that. */
function actNotMade({ seconds, cause, isAsked }: Held) {
  return isAsked
    ? ({ outcome: 'throttled', retryAfterSeconds: seconds, raw: null } as const)
    : ({ outcome: 'notSent', cause } as const);
}

function lookupNotMade({ seconds, cause }: Held) {
  return { outcome: 'unavailable', cause, retryAfterSeconds: seconds, raw: null } as const;
}

function actResult(outcome: SubmissionOutcome | VoidOutcome): CallResult {
  switch (outcome.outcome) {
    case 'notSent':
      return { is: 'failed', cause: outcome.cause };
    case 'unknown':
      return outcome.retryAfterSeconds == null
        ? withoutAnswer(outcome)
        : { is: 'toldToWait', seconds: outcome.retryAfterSeconds };
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    case 'throttled':
      return { is: 'toldToWait', seconds: outcome.retryAfterSeconds ?? 0 };
    default:
      return { is: 'answered' };
  }
}

/** Statuses of gateways when the PAC behind them does not answer. */
const GATEWAY_STATUSES = [429, 502, 503, 504];

/** Silence, and what a gateway says of silence behind it, are failures; of other answers one cannot tell. */
function withoutAnswer({ cause, httpStatus }: { cause: string; httpStatus?: number }): CallResult {
  const isSilence = httpStatus === undefined || GATEWAY_STATUSES.includes(httpStatus);
  return isSilence ? { is: 'failed', cause } : { is: 'unclear' };
}

function lookupResult(outcome?: LookupOutcome | CheckDigitOutcome | EmailOutcome | QuotaOutcome): CallResult {
  switch (outcome?.outcome) {
    case undefined:
    case 'notOffered':
      return { is: 'unclear' };
    case 'unavailable':
      return outcome.retryAfterSeconds === null
        ? withoutAnswer(outcome)
        : { is: 'toldToWait', seconds: outcome.retryAfterSeconds };
    case 'refusedCredentials':
      return { is: 'refused', cause: outcome.cause };
    default:
      return { is: 'answered' };
  }
}
