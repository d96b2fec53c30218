// Settings of all transactions on one pool of connections: how many a tenant may have, how long a statement may take, and whether
// tables are distributed.
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { limitPerKey, type LimitPerKey } from '../platform/limit-per-key.ts';

/** Connections of a pool that one tenant may have at a time (promise P8). */
export const limiters = new WeakMap<Kysely<Database>, LimitPerKey>();

/** A few are always left for other tenants, and for work of no tenant. */
export function shareAmongTenants(db: Kysely<Database>, connections: number): void {
  limiters.set(db, limitPerKey(Math.max(1, connections - LEFT_TO_OTHERS)));
}

const LEFT_TO_OTHERS = 2;

/** Databases of which parts lie on other machines. */
export const distributed = new WeakSet<Kysely<Database>>();

/** Asks whether tables are distributed (Citus): role and tenant have to be handed on to the machine of the tenant. */
export async function noteDistribution(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pg_dist_node') is not null as is`.execute(db);
  if (rows[0]!.is) distributed.add(db);
}

/** The statement timeout that begins each transaction, by pool. */
export const limits = new WeakMap<Kysely<Database>, string>();

/**
 * Statement timeout: a runaway statement would hold its connection and its locks. Set in each transaction, since a transaction
 * pooler keeps no settings of a session.
 */
export function limitStatements(db: Kysely<Database>, mostMs: number): void {
  limits.set(db, `, ${setting('statement_timeout', String(mostMs))}`);
}

/** For the life of a transaction. */
export function setting(name: string, value: string): string {
  return `set_config('${name}', '${value}', true)`;
}
