// The only way to a tenant's rows: a transaction under a role that sees that tenant and nothing else.
import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { BEGIN_ONE_READ, LAST, PIPELINED } from '../platform/eager-client.ts';
import { limitPerKey, type LimitPerKey } from '../platform/limit-per-key.ts';
import { prepared, type Statement } from '../platform/sql.ts';
import { refusalOf } from '../platform/refuse.ts';
import { nowCommitted, recordsSpans, traceparent } from '../platform/trace.ts';
import { isUuid } from '../platform/uuid.ts';
import type { Tenant } from './tenant.ts';

declare const insideTenant: unique symbol;

/** A transaction as one tenant. It exists only inside `inTenant`; a function that takes one joins the caller's transaction. */
export type TenantDb = Kysely<Database> & { readonly tenant: Tenant; readonly [insideTenant]: true };

/** A transaction that finds tenants and sees none of their data. */
export type SystemDb = Kysely<Database>;

export interface DatabaseContext {
  db: Kysely<Database>;
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Connections on which every transaction is a savepoint of one that is rolled back in the end. */
const rehearsals = new WeakMap<Kysely<Database>, Turn>();

/** Of the connections of a pool, how many one tenant may have at a time (promise P8). */
const limiters = new WeakMap<Kysely<Database>, LimitPerKey>();

/** A few are always left for other tenants, and for work of no tenant. */
export function shareAmongTenants(db: Kysely<Database>, connections: number): void {
  limiters.set(db, limitPerKey(Math.max(1, connections - LEFT_TO_OTHERS)));
}

const LEFT_TO_OTHERS = 2;

/** For the life of a transaction: role and tenant. */
type Settings = readonly (readonly [name: string, value: string])[];

const actors = new AsyncLocalStorage<{ actor: string; operation: string }>();

/** What the work changes, in any of its transactions, is among the acts as theirs, where no act of its own tells of it. */
export function actingAs<T>(by: { actor: string; operation: string }, work: () => Promise<T>): Promise<T> {
  return actors.run(by, work);
}

function actorSettings(): string {
  const by = actors.getStore();
  if (!by) return '';
  const quoted = (text: string): string => text.replaceAll("'", "''").replaceAll('\\', '/');
  return `, ${setting('app.actor', quoted(by.actor))}, ${setting('app.operation', quoted(by.operation))}`;
}

function setting(name: string, value: string): string {
  return `set_config('${name}', '${value}', true)`;
}

/** Databases of which parts lie on other machines. */
const distributed = new WeakSet<Kysely<Database>>();

/** Asks whether tables are distributed (Citus): role and tenant have to be handed on to the machine of the tenant. */
export async function noteDistribution(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('pg_dist_node') is not null as is`.execute(db);
  if (rows[0]!.is) distributed.add(db);
}

/** What is handed on is a SET LOCAL in a message of its own; elsewhere one statement sets all, in two thirds of the time. */
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

/** What is recorded goes on in what follows from the rows that the transaction writes. */
function traceSetting(): string {
  const current = recordsSpans() ? traceparent() : undefined;
  return current?.endsWith('1') ? `, ${setting('app.traceparent', current)}` : '';
}

/** The statement timeout that begins each transaction, by pool. */
const limits = new WeakMap<Kysely<Database>, string>();

/**
 * Statement timeout: a runaway statement would hold its connection and its locks. Set in each transaction, since a transaction
 * pooler keeps no settings of a session.
 */
export function limitStatements(db: Kysely<Database>, mostMs: number): void {
  limits.set(db, `, ${setting('statement_timeout', String(mostMs))}`);
}

/**
 * Forces synchronous_commit: a commit is on the disk before anything follows from it (a byte to the PAC, an answer to a caller),
 * whatever server, role or database are set to; `remote_apply`, which waits for more, stays. Sent with `begin`: no round trip.
 */
const DURABLE = `, set_config('synchronous_commit', case current_setting('synchronous_commit') when 'remote_apply' then 'remote_apply' else 'on' end, true)`;

/** How durable our commits are, and how durable the server's own settings would make them. */
export async function durability(context: DatabaseContext): Promise<Durability> {
  return inSystem(context, async (db) => {
    const { rows } = await sql<Durability>`
      select current_setting('synchronous_commit') as "synchronousCommit",
        (select reset_val from pg_settings where name = 'synchronous_commit') as "serverSynchronousCommit",
        current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites"`.execute(db);
    return rows[0]!;
  });
}

export interface Durability {
  synchronousCommit: string;
  serverSynchronousCommit: string;
  fsync: string;
  fullPageWrites: string;
}

/** Null when a commit that was answered survives a crash of the server. */
export function lossOnCrash({ synchronousCommit }: Durability): string | null {
  return ['on', 'remote_apply'].includes(synchronousCommit)
    ? null
    : `synchronous_commit is ${synchronousCommit} in our transactions, so a crash could take back what has been sent to the PAC`;
}

/** What the administrator of a server should know; the embedded one has its settings from us. */
export function durabilityWarnings({ serverSynchronousCommit, fsync, fullPageWrites }: Durability): string[] {
  const isOff = (value: string, what: string) =>
    value === 'off' ? [`the server has ${what}: a crash may lose or damage data`] : [];
  const isWeak = ['on', 'remote_apply'].includes(serverSynchronousCommit)
    ? []
    : [`synchronous_commit is ${serverSynchronousCommit} at the server; our transactions commit with on`];
  return [...isWeak, ...isOff(fsync, 'fsync off'), ...isOff(fullPageWrites, 'full_page_writes off')];
}

/** What a transaction is for: anything, one statement that only reads, or many that read what was there at one moment. */
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
    const last = `${limits.get(context.db) ?? ''}${more()}`;
    const [first, ...others] = openingTexts(context.db, begin, opening, last, entry);
    await sql.raw(first).execute(connection);
    for (const text of others) await pipeline(connection, sql.raw(text));
    let result: T;
    try {
      result = await work(connection);
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

/**
 * Dry run: `work` may open any number of transactions, which are savepoints of one that is rolled back, so no other session sees
 * them. Effects outside the database remain.
 */
export async function rehearse<T>(
  context: DatabaseContext,
  work: (rehearsal: DatabaseContext) => Promise<T>,
): Promise<T> {
  return context.db.connection().execute(async (connection) => {
    // The database ends it if it hangs: an open transaction keeps vacuum from removing dead rows in all tables.
    await sql
      .raw(`begin; set local idle_in_transaction_session_timeout = '60s'; set local statement_timeout = '30s'`)
      .execute(connection);
    const oneAtATime = limitPerKey(1);
    rehearsals.set(connection, (work) => oneAtATime.run('', work));
    if (distributed.has(context.db)) distributed.add(connection);
    try {
      return await work({ db: connection });
    } finally {
      rehearsals.delete(connection);
      await sql`rollback`.execute(connection);
    }
  });
}

/** Opens a transaction as the tenant; commits when `work` ends, rolls back when it throws. */
export async function inTenant<T>(
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return asRole('app_tenant', context, tenant, work);
}

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
}

type Made = string | { id: string };

/** For a caller without an idempotency key: a plain transaction. */
export function plainEffect(context: DatabaseContext, tenant: Tenant): Effect {
  return <T extends Made, Answer>(
    work: (db: TenantDb) => Promise<T>,
    last?: (db: TenantDb, done: T) => Promise<Answer>,
  ) =>
    inTenant(context, tenant, async (db) => {
      const done = await work(db);
      return last ? last(db, done) : done;
    }) as Promise<T & Answer>;
}

/** The same under a role that may also correct what is derived from the ledger, and nothing of what the ledger says. */
export async function inTenantToRebuild<T>(
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return asRole('app_rebuild', context, tenant, work);
}

async function asRole<T>(
  role: 'app_tenant' | 'app_rebuild',
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
  kind: Kind = 'work',
): Promise<T> {
  const opening = openingAs(role, tenant);
  const limiter = limiters.get(context.db);
  const asTenant = async (): Promise<T> => {
    try {
      const asked = (connection: Kysely<Database>) => work(Object.assign(connection, { tenant }) as TenantDb);
      return await transaction(context, opening, asked, kind, entryOf(tenant, kind));
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return limiter ? limiter.run(tenant.id, asTenant) : asTenant();
}

function openingAs(role: 'app_tenant' | 'app_rebuild', { id }: Tenant): Settings {
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

/** The same for work that sends one statement and only reads: opening, statement and commit are one write. */
export async function inTenantToRead<T>(
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return asRole('app_tenant', context, tenant, work, 'one read');
}

/** The same for work that sends many statements: all of them see what was there at one moment. */
export async function inTenantSnapshot<T>(
  context: DatabaseContext,
  tenant: Tenant,
  work: (db: TenantDb) => Promise<T>,
): Promise<T> {
  return asRole('app_tenant', context, tenant, work, 'snapshot');
}

/**
 * Asks one statement as the tenant, in a transaction of its own that may only read. The same as `inTenantToRead`,
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

/** Opens a transaction that may find and change tenants, and nothing of theirs. */
export async function inSystem<T>(context: DatabaseContext, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return transaction(context, [['role', 'app_system']], work);
}

/** A part of the tenant's transaction that may change the row of the tenant itself, secrets included, and nothing of what is the tenant's. */
export async function asSystem<T>(db: TenantDb, work: (db: SystemDb) => Promise<T>): Promise<T> {
  await takeOn(db, 'app_system');
  const result = await work(db);
  await takeOn(db, 'app_tenant');
  return result;
}

/** Opens a transaction that counts what waits, over all tenants, and sees only its state and age. */
export async function inWatch<T>(context: DatabaseContext, work: (db: SystemDb) => Promise<T>): Promise<T> {
  return transaction(context, [['role', 'app_watch']], work);
}

/**
 * Sends a statement of the transaction without waiting for its answer: it travels with the next statement that is waited for, or with
 * the commit, and there its failure is thrown.
 */
export async function pipeline(db: Kysely<Database>, statement: Statement<unknown>): Promise<void> {
  await begunWith(PIPELINED, db, statement);
}

/**
 * The transaction's last statement, sent together with the commit; nothing can be asked of `db` afterwards, and nothing taken back. In
 * a rehearsal there is no commit.
 */
export async function commitWith<T>(db: Kysely<Database>, statement: Statement<T>): Promise<T[]> {
  return begunWith(rehearsals.has(db) ? '' : LAST, db, statement);
}

async function begunWith<T>(mark: string, db: Kysely<Database>, statement: Statement<T>): Promise<T[]> {
  const compiled = statement.compile(db);
  const { rows } = await db.executeQuery<T>({ ...compiled, sql: mark + compiled.sql });
  return rows;
}

/** Runs statements of the queue inside the tenant's transaction, under the queue's role: its tables are not the tenant role's to touch. */
export async function asQueue<T>(db: TenantDb, role: string, work: () => Promise<T>): Promise<T> {
  await takeOn(db, role);
  const result = await work();
  await takeOn(db, 'app_tenant');
  return result;
}

/** For a part of the transaction; unlike SET LOCAL it is not handed on to another machine, which knows the tenant's role alone. */
async function takeOn(db: Kysely<Database>, role: string): Promise<void> {
  await pipeline(db, sql`${prepared}select set_config('role', ${sql.lit(role)}, true)`);
}
