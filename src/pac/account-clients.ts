// One client for each key, and one guard for each make and environment: silence of the one says nothing of the other.
import type { Account, Accounts } from './accounts.ts';
import { PAC_ITSELF } from './breaker-store.ts';
import type { PacClient } from './face.ts';
import type { CallName, GuardedPacClient, Tally } from './guarded-client.ts';
import { noClient } from './no-client.ts';

/** More keys than these are not kept open at a time. */
const MOST_CLIENTS = 500;

/** A client that calls with the key of the company, in its environment; `usual` is that of the service, which is open all the time. */
export function clientOfAccounts(
  usual: { account: Account; client: PacClient },
  accounts: Accounts,
  open: (account: Account) => PacClient,
): PacClient {
  const opened = new Map<string, PacClient>();

  async function of(companyId: string): Promise<PacClient> {
    const account = await accounts.of(companyId);
    const name = nameOf(account);
    if (name === nameOf(usual.account)) return usual.client;
    const client = opened.get(name) ?? open(account);
    opened.delete(name);
    opened.set(name, client);
    const [[oldestName, oldest] = ['', client]] = opened;
    if (opened.size > MOST_CLIENTS) {
      opened.delete(oldestName);
      // Its calls come to their end.
      void oldest.close();
    }
    return client;
  }

  return {
    ...usual.client,
    ...callsOf(of),
    async close() {
      await Promise.all([usual.client, ...opened.values()].map((client) => client.close()));
    },
  };
}

/** Name of a PAC: one make in one environment. */
export const placeOf = ({ make, environment }: Pick<Account, 'make' | 'environment'>): string =>
  `${make} ${environment}`;

const nameOf = ({ apiKey, secondaryKey = '', ...place }: Account): string =>
  `${placeOf(place)} ${apiKey} ${secondaryKey}`;

/** The calls that name a company, each by the client that is found for it. */
function callsOf(of: (companyId: string) => Promise<PacClient>) {
  // Without credentials nothing has left, which is a value: an exception would be an answer that was lost.
  const toAct = async (companyId: string): Promise<Pick<PacClient, 'submit' | 'voidDocument'>> => {
    try {
      return await of(companyId);
    } catch (error) {
      return noClient(`the credentials cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    submit: async (kind, companyId, ...rest) => (await toAct(companyId)).submit(kind, companyId, ...rest),
    voidDocument: async (kind, companyId, ...rest) => (await toAct(companyId)).voidDocument(kind, companyId, ...rest),
    fetchDocument: async (kind, companyId, ...rest) => (await of(companyId)).fetchDocument(kind, companyId, ...rest),
    checkDigit: async (companyId, ...rest) => (await of(companyId)).checkDigit(companyId, ...rest),
    sendByEmail: async (companyId, ...rest) => (await of(companyId)).sendByEmail(companyId, ...rest),
    findByNumber: async (kind, companyId, ...rest) => (await of(companyId)).findByNumber?.(kind, companyId, ...rest),
    fileByCufe: async (companyId, ...rest) => (await of(companyId)).fileByCufe?.(companyId, ...rest),
    quota: async (companyId) => (await of(companyId)).quota?.(companyId),
  } satisfies Partial<PacClient>;
}

/** Each company's calls go through the guard of its PAC; downloads, which are no calls to the PAC, through the usual one. */
export function guardedPlaces(
  usual: Account,
  guards: ReadonlyMap<string, GuardedPacClient>,
  accounts: Accounts,
): GuardedPacClient {
  const at = (account: Account) => guards.get(placeOf(account))!;
  const mine = at(usual);
  const all = [...guards];
  const guardOf = (companyId: string) => at(accounts.lastOf(companyId));
  return {
    ...mine,
    ...callsOf(async (companyId) => at(await accounts.of(companyId))),
    // Asked before every call that acts, and so by what is known at once.
    turn: (companyId) => guardOf(companyId).turn(companyId),
    health: (companyId) => guardOf(companyId).health(companyId),
    heldFor: (companyId) => guardOf(companyId).heldFor(companyId),
    profile: (companyId) => guardOf(companyId).profile(companyId),
    downFor: (companyId) => guardOf(companyId).downFor(companyId),
    isRefused: (companyId) => guardOf(companyId).isRefused(companyId),
    profileOf: (make) => at({ ...usual, make: make ?? usual.make }).profileOf(make),
    refresh: () => each((guard) => guard.refresh()),
    probeWhatIsDue: () => each((guard) => guard.probeWhatIsDue()),
    close: () => each((guard) => guard.close()),
    openBreakers: () =>
      all.flatMap(([name, guard]) =>
        // Under its name, so that the usual one is not thought to be silent.
        guard.openBreakers().map((one) => (one === PAC_ITSELF && guard !== mine ? ` ${name}` : one)),
      ),
    tally: () => all.map(([, guard]) => guard.tally()).reduce(sum),
  };

  async function each(work: (guard: GuardedPacClient) => Promise<void>): Promise<void> {
    await Promise.all(all.map(([, guard]) => work(guard)));
  }
}

function sum(one: Tally, other: Tally): Tally {
  const names = Object.keys(one) as CallName[];
  const added = names.map((name) => [
    name,
    { answered: one[name].answered + other[name].answered, failed: one[name].failed + other[name].failed },
  ]);
  return Object.fromEntries(added) as Tally;
}
