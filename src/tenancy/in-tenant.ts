// The only way to a tenant's rows: a transaction under a role that sees that tenant and nothing else.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { BEGIN_ONE_READ, PIPELINED } from '../platform/eager-client.ts';
import { limitPerKey } from '../platform/limit-per-key.ts';
import { prepared, type Statement } from '../platform/sql.ts';
import { refusalOf } from '../platform/refuse.ts';
import { nowCommitted, recordsSpans, traceparent } from '../platform/trace.ts';
import { isUuid } from '../platform/uuid.ts';
import { actorSettings } from './acting-as.ts';
import { commitWith, pipeline, promiseActs, rehearsals, tellRest } from './pipeline.ts';
import { distributed, limiters, limits, setting } from './pool-settings.ts';
import type { Tenant } from './tenant.ts';

declare const insideTenant: unique symbol;

/** A transaction as one tenant. It exists only inside `inTenant`; a function that takes one joins the caller's transaction. */
export type TenantDb = Kysely<Database> & { readonly tenant: Tenant; readonly [insideTenant]: true };

/** A transaction that finds tenants and sees none of their data. */
export type SystemDb = Kysely<Database>;

export interface DatabaseContext {
  db: Kysely<Database>;
}

/** For the life of a transaction: role and tenant. */
type Settings = readonly (readonly [name: string, value: string])[];

/** Settings handed on are a SET LOCAL in a message of its own; elsewhere one statement sets all, in two thirds of the time. */
function openingTexts(
  db: Kysely<Database>,
  begin: string,
  settings: Settings,
  more = '',
  entry = '',
): [string, ...string[]] {
  const values = settings.map((one) => setting(...one));
  if (!distributed.has(db)) return [`${begin}select ${[...values, entry].filter(Boolean).join(', ')}${more}`];
  const all = [['citus.propagate_set_commands', 'local'] as const, ...settings];
  const sets = all.map(([name, value]) => `set local ${name} = '${value}'`);
  return [`${begin}select true${more}`, ...sets, ...(entry === '' ? [] : [`select ${entry}`])];
}

/** A recorded trace goes on in the work that follows from the transaction's rows. */
function traceSetting(): string {
  const current = recordsSpans() ? traceparent() : undefined;
  return current?.endsWith('1') ? `, ${setting('app.traceparent', current)}` : '';
}

/**
 * Forces synchronous_commit: a commit is on the disk before anything follows from it (a byte to the PAC, an answer to a caller),
 * whatever server, role or database are set to; `remote_apply`, which waits for more, stays. Sent with `begin`: no round trip.
 */
const DURABLE = `, set_config('synchronous_commit', case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)`;

/**
 * Purpose of a transaction: any work; one statement that only reads, where opening, statement and commit are one write; or many that
 * read what was there at one moment.
 */
type Kind = 'work' | 'one read' | 'snapshot';

const NOTHING = (): string => '';

const BEGINNINGS: Record<Kind, { begin: string; more: () => string }> = {
  work: { begin: 'begin; ', more: () => `${DURABLE}${traceSetting()}${actorSettings()}` },
  'one read': { begin: BEGIN_ONE_READ, more: NOTHING },
  snapshot: { begin: 'begin isolation level repeatable read read only; ', more: NOTHING },
};

async function transaction<T>(
  context: DatabaseContext,
  opening: Settings,
  work: (connection: Kysely<Database>) => Promise<T>,
  kind: Kind = 'work',
  entry = '',
): Promise<T> {
  const turn = rehearsals.get(context.db);
  if (turn) return turn(() => part(context.db, opening, work, entry));
  return context.db.connection().execute(async (connection) => {
    // Sent with the first statement: a second round trip would double the price of a short read.
    const { begin, more } = BEGINNINGS[kind];
    const tells = kind === 'work' && entry !== '' && !distributed.has(context.db);
    const last = `${limits.get(context.db) ?? ''}${more()}${tells ? promiseActs(connection) : ''}`;
    const [first, ...others] = openingTexts(context.db, begin, opening, last, entry);
    await sql.raw(first).execute(connection);
    for (const text of others) await pipeline(connection, sql.raw(text));
    let result: T;
    try {
      result = await work(connection);
      await tellRest(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
    const { rows } = await sql<{ command?: string }>`commit`.execute(connection);
    // COMMIT is answered with ROLLBACK when an earlier statement failed and its error was swallowed; nothing was saved.
    if (rows[0]?.command === 'ROLLBACK')
      throw new Error('A statement of the transaction had failed: it was taken back');
    if (kind === 'work') nowCommitted();
    return result;
  });
}

async function part<T>(
  connection: Kysely<Database>,
  opening: Settings,
  work: (connection: Kysely<Database>) => Promise<T>,
  entry: string,
): Promise<T> {
  for (const text of openingTexts(connection, 'savepoint part; ', opening, '', entry))
    await sql.raw(text).execute(connection);
  try {
    const result = await work(connection);
    await sql`release savepoint part`.execute(connection);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(connection);
    await sql`release savepoint part`.execute(connection);
    throw error;
  }
}

/** A tenant has so many at a time: each holds a connection for as long as all its transactions take. */
const rehearsing = limitPerKey(2);

/**
 * Dry run for a tenant: `work` may open any number of transactions, which are savepoints of one that is rolled back, so no other session
 * sees them. Effects outside the database remain.
 */
export async function rehearse<T>(
  context: DatabaseContext,
  { id }: Pick<Tenant, 'id'>,
  work: (rehearsal: DatabaseContext) => Promise<T>,
): Promise<T> {
  const limiter = limiters.get(context.db);
  const whole = () => rehearsal(context, work);
  return rehearsing.run(id, () => (limiter ? limiter.run(id, whole) : whole()));
}

async function rehearsal<T>(context: DatabaseContext, work: (rehearsal: DatabaseContext) => Promise<T>): Promise<T> {
  return context.db.connection().execute(async (connection) => {
    // The database ends it if it hangs: an open transaction keeps vacuum from removing dead rows in all tables.
    await sql
      .raw(`begin; set local idle_in_transaction_session_timeout = '60s'; set local statement_timeout = '30s'`)
      .execute(connection);
    const oneAtATime = limitPerKey(1);
    let isOver = false;
    rehearsals.set(connection, (part) =>
      oneAtATime.run('', () => {
        if (isOver) throw new Error('The rehearsal is over');
        return part();
      }),
    );
    if (distributed.has(context.db)) distributed.add(connection);
    try {
      return await work({ db: connection });
    } finally {
      // Parts that were not waited for: the one under way ends first, and those behind it never begin. The connection is another's then.
      isOver = true;
      await oneAtATime.run('', async () => {});
      await sql`rollback`.execute(connection);
    }
  });
}

/**
 * Opens a transaction as the tenant; commits when `work` ends, rolls back when it throws. `app_rebuild` may also correct what is derived
 * from the ledger, and nothing of what the ledger says.
 */
export async function inTenant<T>(
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
  { role = 'app_tenant', kind = 'work' }: { role?: TenantRole; kind?: Kind } = {},
): Promise<T> {
  const limiter = limiters.get(context.db);
  const asTenant = async (): Promise<T> => {
    try {
      const entered = (connection: Kysely<Database>) => work(Object.assign(connection, { tenant }) as TenantDb);
      return await transaction(context, openingAs(role, tenant), entered, kind, entryOf(tenant, kind));
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return limiter ? limiter.run(tenant.id, asTenant) : asTenant();
}

/** A context with the tenant that it is for. */
export type OfTenant<Context extends object = DatabaseContext> = Context & {
  tenant: Tenant;
  inTenant<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
};

export function ofTenant<Context extends DatabaseContext>(context: Context, tenant: Tenant): OfTenant<Context> {
  return { ...context, tenant, inTenant: (work) => inTenant(context, tenant, work) };
}

/** The same for what reads much: all of it as of one moment, and nothing is written. */
export async function inSnapshot<T>(context: DatabaseContext, tenant: Tenant, read: (db: TenantDb) => Promise<T>) {
  return inTenant(context, tenant, read, { kind: 'snapshot' });
}

type TenantRole = 'app_tenant' | 'app_rebuild';

function openingAs(role: TenantRole, { id }: Tenant): Settings {
  if (!isUuid(id)) throw new Error('a tenant id must be a lower-case UUID');
  return [
    ['role', role],
    ['app.tenant_id', id],
  ];
}

/** A tenant that is moved to another installation is not entered: the database refuses, whichever process asks. */
function entryOf({ id }: Tenant, kind: Kind): string {
  return `enter_tenant('${id}', ${kind === 'work'})`;
}

/**
 * Asks one statement as the tenant, in a transaction of its own that may only read. The same as `inTenant` for one read,
 * without what Kysely builds around a connection.
 */
export async function askInTenant<T>(
  context: DatabaseContext,
  tenant: Tenant,
  statementOf: () => Statement<T>,
): Promise<T[]> {
  const { db } = context;
  if (rehearsals.has(db)) return inTenant(context, tenant, async (part) => commitWith(part, statementOf()));
  const settings = openingAs('app_tenant', tenant);
  const [first, ...others] = openingTexts(db, BEGIN_ONE_READ, settings, limits.get(db), entryOf(tenant, 'one read'));
  const ask = () =>
    db.getExecutor().provideConnection(async (connection) => {
      const statement = statementOf().compile(db);
      await connection.executeQuery(CompiledQuery.raw(first));
      for (const text of others) await connection.executeQuery(CompiledQuery.raw(PIPELINED + text));
      try {
        return (await connection.executeQuery<T>(statement)).rows;
      } catch (error) {
        throw refusalOf(error);
      } finally {
        await connection.executeQuery(COMMIT);
      }
    });
  const limiter = limiters.get(db);
  return limiter ? limiter.run(tenant.id, ask) : ask();
}

const COMMIT = CompiledQuery.raw('commit');

/** Opens a transaction that may find and change tenants and nothing of theirs. */
export async function inSystem<T>(context: DatabaseContext, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return transaction(context, [['role', 'app_system']], work);
}

/** Opens a transaction that sees the state and age of what waits, over all tenants. */
export async function inWatch<T>(context: DatabaseContext, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return transaction(context, [['role', 'app_watch']], work);
}

/**
 * A part of the tenant's transaction under another role: `app_system` may change the row of the tenant itself, secrets included, and nothing
 * of what is the tenant's; the queue's may touch its tables. Unlike SET LOCAL it is not handed on to another machine, which knows the
 * tenant's role alone.
 */
export async function asRole<T>(db: TenantDb, role: string, work: (db: SystemDb) => Promise<T>): Promise<T> {
  await pipeline(db, roleSetting(role));
  const result = await work(db);
  await pipeline(db, roleSetting('app_tenant'));
  return result;
}

const roleSetting = (role: string) => sql`${prepared}select set_config('role', ${sql.lit(role)}, true)`;
