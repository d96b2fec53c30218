// Make of PAC, key and environment of a company: the tenant's own, or those of the service.
import type { PacEnvironment } from '../fiscal/document.ts';
import type { Clock } from '../platform/clock.ts';

export interface Account {
  /** Name of a make in the registry. */
  make: string;
  environment: PacEnvironment;
  /** One secret text; of a PAC that has a user and a password, "user:password". */
  apiKey: string;
  /** Used where that one is refused. */
  secondaryKey?: string | undefined;
}

/** Null where it is that of the service. */
interface Own {
  make: string | null;
  environment: PacEnvironment | null;
  key: string | null;
  /** Key that was replaced lately; null: the key of the service. */
  before?: { key: string | null } | undefined;
}

export interface Accounts {
  /** At most five seconds old. */
  of(companyId: string): Promise<Account>;
  /** The last account of the company, however old; without one the service's own. */
  lastOf(companyId: string): Account;
  /** A statement has just read what a company has of its own: it is not asked for again, or asked for anew where that has changed. */
  noted(companyId: string, own: Seen): void;
}

/** Facts by which a change of an account is noticed. */
export type Seen = Pick<Own, 'make' | 'environment'> & { hasKey: boolean };

const HELD_MS = 5_000;
const MOST_HELD = 10_000;

export interface AccountsOptions {
  clock: Clock;
  usual: Account;
  find(companyId: string): Promise<Own>;
}

export function createAccounts({ clock, usual, find }: AccountsOptions): Accounts {
  const held = new Map<string, { own: Own; until: number }>();
  const now = () => clock.now().getTime();
  function accountOf({ make: ownMake, environment: own, key, before }: Own): Account {
    const environment = own ?? usual.environment;
    const make = ownMake ?? usual.make;
    // The key of the service is for its own make alone.
    if (key === null) return make === usual.make ? { ...usual, environment } : { make, environment, apiKey: '' };
    const secondaryKey =
      before?.key ?? (before && make === usual.make && environment === usual.environment ? usual.apiKey : undefined);
    return { make, environment, apiKey: key, ...(secondaryKey === undefined ? {} : { secondaryKey }) };
  }

  function keep(companyId: string, own: Own): Own {
    held.delete(companyId);
    if (held.size >= MOST_HELD) held.delete(held.keys().next().value!);
    held.set(companyId, { own, until: now() + HELD_MS });
    return own;
  }

  return {
    async of(companyId) {
      const one = held.get(companyId);
      // A clock that is set back must not prolong what is held.
      const isFresh = one !== undefined && now() < one.until && one.until - now() <= HELD_MS;
      return accountOf(isFresh ? one.own : keep(companyId, await find(companyId)));
    },
    lastOf(companyId) {
      const one = held.get(companyId);
      return one ? accountOf(one.own) : usual;
    },
    noted(companyId, { make, environment, hasKey }) {
      const one = held.get(companyId)?.own;
      if (make === null && environment === null && !hasKey) keep(companyId, { make, environment, key: null });
      else if (one?.make !== make || one.environment !== environment || (one.key !== null) !== hasKey)
        held.delete(companyId);
    },
  };
}
