// The transaction in which a mutation does what it does.
import type { OfTenant, TenantDb } from './in-tenant.ts';

/**
 * The one transaction in which a mutation does what it does: what it answers has the id of what was made or changed. `last` reads
 * what is answered instead, by the transaction's last statement.
 */
export interface Effect {
  <T extends Made>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  <T extends Made, Answer>(
    work: (db: TenantDb) => Promise<T>,
    last: (db: TenantDb, done: T) => Promise<Answer>,
  ): Promise<Answer>;
  /** Nothing but the id is asked for, so nothing is read back. */
  readonly isIdAlone?: boolean;
}

type Made = string | { id: string };

/** For a caller without an idempotency key: a plain transaction. */
export function plainEffect({ inTenant }: OfTenant): Effect {
  return <T extends Made, Answer>(
    work: (db: TenantDb) => Promise<T>,
    last?: (db: TenantDb, done: T) => Promise<Answer>,
  ) =>
    inTenant(async (db) => {
      const done = await work(db);
      return last ? last(db, done) : done;
    }) as Promise<T & Answer>;
}
