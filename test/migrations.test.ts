// The chain of migrations on a business that older releases have left: up, down, up, interrupted, and while others write.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { sql, type KyselyPlugin } from 'kysely';
import { ensureDefaultLocation } from '../src/catalog/index.ts';
import { ConfigError } from '../src/wiring/config.ts';
import { numberAudit, verifySales } from '../src/invoicing/index.ts';
import { allMigrations, bringUpToDate, forMigrations, onPool, type OpenDatabase } from '../src/wiring/open-database.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openPool } from '../src/platform/postgres.ts';
import { createLogger } from '../src/platform/log.ts';
import { condenseItems } from '../src/rollups/condense-items.ts';
import { verifyUnits } from '../src/rollups/index.ts';
import { migrateDown, migrateUp, type Migration, type MigrationDb } from '../src/platform/migrate.ts';
import { MOVEMENT_TYPES, verifyLedger } from '../src/stock/index.ts';
import { fenceProblems } from '../src/canary/fence.ts';
import { createTenant } from '../src/company/index.ts';
import { inTenant, inWatch, listTenants, localDay, type Tenant } from '../src/tenancy/index.ts';
import { verifyCounts } from '../src/numbers/index.ts';
import { assertEach, assertNone } from './support/assert-each.ts';
import { insert, SPELLINGS, writeLegacyBusiness } from './support/legacy-ledger.ts';
import type { LegacyBusiness, LegacyLog } from './support/legacy-ledger.ts';
import { createDatabase, type OwnDatabase } from './support/databases.ts';
import { startTestServer } from './support/start-test-server.ts';
import { TEST_SERVER } from './support/test-server.ts';
import { eventually, openMigratedDatabase, openTestDatabase } from './support/world.ts';

const BEFORE = '0008_legal_status_int_credits';
const SOURCE_TYPE = '0009_add_inv_log_source_type';
const TOTALS = '0010_ledger_totals';
const NOON = '2026-03-01T12:00:00.000Z';
const MANUAL = '0021_manual_adjustments';
const ALL = await allMigrations();

function upTo(name: string): Map<string, Migration> {
  const names = [...ALL.keys()];
  return new Map([...ALL].slice(0, names.indexOf(name) + 1));
}

/** The business as the chain up to a migration makes it, of which tests take copies. */
interface Upgraded {
  own: OwnDatabase;
  business: LegacyBusiness;
}
const upgraded = new Map<string, Promise<Upgraded>>();
after(async () => {
  for (const one of upgraded.values()) await (await one).own.drop();
});

/** Upgraded once for all tests that begin there, and from where another begins. */
function upgradedTo(name: string): Promise<Upgraded> {
  const made = upgraded.get(name) ?? upgrade(name);
  upgraded.set(name, made);
  return made;
}

async function upgrade(name: string): Promise<Upgraded> {
  const former = [...upgraded.keys()].filter((one) => one < name).toSorted();
  const from = name === BEFORE ? undefined : await upgradedTo(former.at(-1) ?? BEFORE);
  const own = await createDatabase(TEST_SERVER, from?.own.name);
  const { db, pool, close } = onPool(openPool({ url: own.url }, { max: 2 }));
  try {
    await migrateUp(forMigrations(db), upTo(name));
    return { own, business: from?.business ?? (await writeLegacyBusiness(pool)) };
  } finally {
    await close();
  }
}

async function legacyDatabase(
  name = BEFORE,
): Promise<{ database: OpenDatabase; db: MigrationDb; business: LegacyBusiness }> {
  const { own, business } = await upgradedTo(name);
  const database = await openTestDatabase(TEST_SERVER, undefined, own.name);
  return { database, db: forMigrations(database.db), business: structuredClone(business) };
}

interface LogRow extends LegacyLog {
  source_type: number | null;
  movement_type: string;
  type_seq: number;
  day: string;
  opens_day: boolean;
}

/** In the order of the streams; instants as they are written on the wire. */
async function readLogs<Row extends LegacyLog>({ pool }: OpenDatabase): Promise<Row[]> {
  const { rows } = await pool.query<Row & { occurred_at: unknown }>(
    'select * from inventory_logs order by tenant_id, item_id, location_id, inventory_logs.occurred_at',
  );
  return rows.map((row) => ({ ...row, occurred_at: (row.occurred_at as unknown as Date).toISOString() }));
}

const streamOf = (row: { tenant_id: string; item_id: string; location_id: string }): string =>
  [row.tenant_id, row.item_id, row.location_id].join(' ');

const days = new Map<string, string>();

/** To tell a day costs more than all that is done with it, and these are told for each test. */
function dayOf(zone: string, instant: string): string {
  const key = `${zone} ${instant}`;
  const day = days.get(key) ?? localDay(zone, new Date(instant));
  days.set(key, day);
  return day;
}

/** Movement types by the codes 1 to 5; any other code, and none, is OTHER. */
const TYPES = [undefined, 'VENTA', 'COMPRA', 'DEVOLUCION', 'COMPRA', 'AJUSTE'];

/** Expected rows, counted anew from the rows that the older releases wrote. */
function recount({ tenants, logs }: LegacyBusiness): LogRow[] {
  const zones = new Map(tenants.map((tenant) => [tenant.id, tenant.timeZone]));
  const types = new Map(SPELLINGS);
  const streams = Map.groupBy(
    logs.toSorted((a, b) => a.occurred_at.localeCompare(b.occurred_at)),
    streamOf,
  );
  return [...streams.keys()].toSorted().flatMap((stream) => {
    const counts = new Map<string, number>();
    let dayBefore: string | undefined;
    return streams.get(stream)!.map((log, at) => {
      const sourceType = types.get(log.method)!;
      const type = TYPES[sourceType ?? 0] ?? 'OTHER';
      counts.set(type, (counts.get(type) ?? 0) + 1);
      const day = dayOf(zones.get(log.tenant_id)!, log.occurred_at);
      const opens = day !== dayBefore;
      dayBefore = day;
      const totals = { movement_type: type, type_seq: counts.get(type)!, day, opens_day: opens };
      return { ...log, seq: at + 1, source_type: sourceType, ...totals };
    });
  });
}

async function assertFilled(database: OpenDatabase, business: LegacyBusiness): Promise<void> {
  const rows = await readLogs<LogRow>(database);
  const expected = recount(business);
  assert.equal(rows.length, expected.length);
  for (const [at, row] of rows.entries()) {
    const should = expected[at]!;
    assert.deepEqual(
      Object.fromEntries(Object.keys(should).map((column) => [column, row[column as keyof LogRow]])),
      should,
    );
  }
  await assertLevels(database, expected);
  await assertSales(database, business);
  for (const tenant of await listTenants(database)) {
    assert.deepEqual((await inTenant(database, tenant, (db) => verifyLedger(db))).problems, []);
    const sales = await inTenant(database, tenant, (db) => verifySales(db));
    assertNone(sales.problems, ({ check }) => check.endsWith('_sales'));
  }
}

async function assertLevels(database: OpenDatabase, logs: readonly LogRow[]): Promise<void> {
  const { rows } = await database.pool.query<Record<string, unknown>>(
    `select tenant_id, item_id, location_id, on_hand, last_seq, n_venta, n_compra, n_ajuste, n_devolucion, n_other
     from stock_levels order by tenant_id, item_id, location_id`,
  );
  const expected = [...Map.groupBy(logs, streamOf).values()].map((stream) => {
    const { tenant_id, item_id, location_id, new_quantity } = stream.at(-1)!;
    const counters = MOVEMENT_TYPES.map((type) => [
      `n_${type.toLowerCase()}`,
      stream.filter((row) => row.movement_type === type).length,
    ]);
    const key = { tenant_id, item_id, location_id };
    return { ...key, on_hand: new_quantity, last_seq: stream.length, ...Object.fromEntries(counters) };
  });
  assert.deepEqual(rows, expected);
}

/** Sums that are not 0, by everything that a roll-up is kept by. */
async function assertSales(database: OpenDatabase, { sold }: LegacyBusiness): Promise<void> {
  for (const [table, by] of [
    ['item_sales', 'location_id'],
    ['client_sales', 'client_id'],
  ] as const) {
    const expected = new Map<string, number>();
    for (const fact of sold) {
      for (const [grain, period] of [
        ['D', fact.day],
        ['M', `${fact.day.slice(0, 7)}-01`],
        ...(by === 'client_id'
          ? [
              ['H', `${fact.day.slice(0, 7)}-${Number(fact.day.slice(8)) > 15 ? '16' : '01'}`],
              ['Y', `${fact.day.slice(0, 4)}-01-01`],
            ]
          : []),
      ]) {
        const key = [fact.tenant_id, fact.item_id, grain, period, fact[by]].join(' ');
        expected.set(key, (expected.get(key) ?? 0) + fact.units);
      }
    }
    const { rows } = await database.pool.query<{ key: string; units: string }>(
      `select concat_ws(' ', tenant_id, item_id, grain, period, ${by}) as key, units from ${table} where units <> 0`,
    );
    const sums = new Map(rows.map(({ key, units }) => [key, Number(units)]));
    assert.deepEqual(sums, new Map([...expected].filter(([, units]) => units !== 0)));
    assert.ok(sums.size > 20);
  }
}

/** The tables' shape and what the ledger says, in words. */
async function snapshot({ pool }: OpenDatabase): Promise<unknown> {
  const { rows: columns } = await pool.query(
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' and table_name <> 'folio_migrations' order by 1, 2`,
  );
  const { rows: others } = await pool.query(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) from pg_constraint where conrelid <> 0
     union all select tablename || ' ' || policyname, roles::text from pg_policies where schemaname = 'public'
     order by 1`,
  );
  return { columns, others };
}

describe('a ledger of an older release', () => {
  let legacy: Awaited<ReturnType<typeof legacyDatabase>>;
  let shapeBefore: unknown;
  let shapeAfter: unknown;

  before(async () => {
    legacy = await legacyDatabase();
    shapeBefore = await snapshot(legacy.database);
  });
  after(() => legacy.database.close());

  test('learns why its rows moved, and says how many it does not know', async () => {
    const { db, business } = legacy;
    const { notes } = await migrateUp(db, ALL);
    const without = business.logs.filter(({ method }) => method === null).length;
    const unknown = business.logs.filter(({ method }) => method !== null && new Map(SPELLINGS).get(method) === null);
    const note = notes[SOURCE_TYPE]!;
    assert.match(note, new RegExp(`^source_type stays null for ${unknown.length} rows of unknown method: `));
    const credits = unknown.filter(({ method }) => method === 'credits').length;
    assert.ok(note.includes(`"credits" ${credits}`), note);
    assert.ok(note.endsWith(`; ${without} rows have no method`), note);
    await assertFilled(legacy.database, business);
    shapeAfter = await snapshot(legacy.database);
  });

  test('forgets it on the way down, and nothing else', async () => {
    const { database, db, business } = legacy;
    const { applied } = await migrateDown(db, ALL, BEFORE);
    assert.equal(applied.at(-1), BEFORE);
    assert.deepEqual(await snapshot(database), shapeBefore);
    const key = (log: LegacyLog): string => `${streamOf(log)} ${log.occurred_at}`;
    const rows = (await readLogs<LegacyLog>(database)).map((row) => [key(row), row] as const);
    assert.deepEqual(new Map(rows), new Map(business.logs.map((log) => [key(log), log])));
  });

  test('learns it again on the way up', async () => {
    await migrateUp(legacy.db, ALL);
    assert.deepEqual(await snapshot(legacy.database), shapeAfter);
    await assertFilled(legacy.database, legacy.business);
  });

  test('F54: is the same after any number of interruptions', async () => {
    const { database, db, business } = legacy;
    await migrateDown(db, ALL, BEFORE);
    // Remains of an interrupted index build.
    await assert.rejects(
      database.pool.query('create unique index concurrently inventory_logs_type on inventory_logs (tenant_id)'),
    );
    let interruptions = 0;
    for (let statements = 12; ; statements = Math.ceil(statements * 1.35)) {
      const fails = failsAt(statements);
      try {
        await migrateUp(db.withPlugin(fails), ALL);
        break;
      } catch (error) {
        assert.ok(error instanceof Interruption, String(error));
        interruptions += 1;
      }
    }
    assert.ok(interruptions >= 5, `${interruptions} interruptions`);
    assert.deepEqual(await snapshot(database), shapeAfter);
    await assertFilled(database, business);
  });

  test('is the same when the chain runs a second time over its own result', async () => {
    const { database, db, business } = legacy;
    await database.pool.query(`delete from folio_migrations where name in ('${SOURCE_TYPE}', '${TOTALS}')`);
    await migrateUp(db, ALL);
    assert.deepEqual(await snapshot(database), shapeAfter);
    await assertFilled(database, business);
  });
});

test('`manual` that release 1.8.0 left without a source type is filled, and forgotten on the way down', async (t) => {
  const { database, db, business } = await legacyDatabase();
  const { pool } = database;
  const isManual = `method ~* '^[[:space:]]*manual[[:space:]]*$'`;
  t.after(() => database.close());
  // Hidden from the migrations of 1.8.0, so that these rows are to the letter what that release made of them.
  await pool.query(`update inventory_logs set method = 'hidden ' || method where ${isManual}`);
  await migrateUp(db, upTo('0020_half_monthly_client_sales'));
  await pool.query(`update inventory_logs set method = substr(method, 8) where method like 'hidden %'`);
  const left = await readLogs<LogRow>(database);
  assert.ok(left.filter(({ movement_type: type, method }) => type === 'OTHER' && method === 'MANUAL ').length > 100);
  let interruptions = 0;
  for (let statements = 3; ; statements += 2) {
    try {
      await migrateUp(db.withPlugin(failsAt(statements)), upTo(MANUAL));
      break;
    } catch (error) {
      assert.ok(error instanceof Interruption, String(error));
      interruptions += 1;
    }
  }
  assert.ok(interruptions >= 3, `${interruptions} interruptions`);
  await migrateUp(db, ALL);
  await assertFilled(database, business);
  await migrateDown(db, ALL, '0020_half_monthly_client_sales');
  assert.deepEqual(await readLogs<LogRow>(database), left);
  await migrateUp(db, ALL);
  await assertFilled(database, business);
});

test('periods of clients that housekeeping took away are summed up again on the way down', async (t) => {
  const { database, db, business } = await legacyDatabase();
  const coarse = async (): Promise<number> => {
    const { rows } = await database.pool.query(`select from client_sales where grain <> 'D'`);
    return rows.length;
  };
  t.after(() => database.close());
  await migrateUp(db, ALL);
  const kept = await coarse();
  assert.ok(kept > 20);
  const log = createLogger({ level: 'silent', readable: true });
  await condenseItems({ db: database.db, clock: systemClock, log });
  assert.equal(await coarse(), 0);
  for (const tenant of await listTenants(database)) {
    assert.deepEqual(await inTenant(database, tenant, verifyUnits), []);
  }
  await migrateDown(db, ALL, '0052_reorder_by_sets');
  await assertSales(database, business);
  assert.equal(await coarse(), kept);
  await migrateUp(db, ALL);
  await assertFilled(database, business);
});

class Interruption extends Error {}

/** Lets so many statements pass and fails the next one. */
function failsAt(statements: number): KyselyPlugin {
  let left = statements;
  return {
    transformQuery({ node }) {
      left -= 1;
      if (left === 0) throw new Interruption();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

test('what an older release writes meanwhile is filled as well', async (t) => {
  const { database, db, business } = await legacyDatabase();
  t.after(() => database.close());
  const writer = oldRelease(database, business);
  await migrateUp(db, upTo(SOURCE_TYPE));
  await migrateUp(db, ALL);
  const refusal = await writer.stop();
  // Once every row must tell its totals, it is refused, and told so by the database.
  assert.ok(refusal === undefined || ['23502', '23514'].includes(refusal), refusal ?? 'written');
  assert.ok(writer.written.length > 0);
  business.logs.push(...writer.written);
  await assertFilled(database, business);
});

/** As far as an older release knows it. */
async function firstTenant({ pool }: { pool: Pool }): Promise<Tenant> {
  const { rows } = await pool.query<{ id: string; time_zone: string }>(
    'select id, time_zone from tenants order by created_at, id limit 1',
  );
  return { id: rows[0]!.id, timeZone: rows[0]!.time_zone } as Tenant;
}

test('documents of an older release are marked and counted, also those that it writes meanwhile', async (t) => {
  const { database, db } = await legacyDatabase('0020_half_monthly_client_sales');
  const tenant = await firstTenant(database);
  const write = (number: string, legalStatus: string | null): Promise<unknown> =>
    database.pool.query(
      `insert into fiscal_documents (tenant_id, id, kind, mode, number, legal_status, submission_state, created_by)
       values ($1, gen_random_uuid(), 'INVOICE', 'DGI', $2, $3, 'DONE', 'test')`,
      [tenant.id, `FAC-${number.padStart(10, '9')}`, legalStatus],
    );
  const read = async () => {
    const { rows } = await database.pool.query<{ number: string }>(
      `select number from fiscal_documents where awaits_pdf order by number`,
    );
    return rows.map(({ number }) => number);
  };
  t.after(() => database.close());
  await write('1', 'DGI_AUTHORIZED');
  await write('2', 'PAC_REJECTED');
  for (const [number, attachedAfterVerdict] of [
    ['3', '-1 hour'],
    ['4', '1 second'],
  ] as const) {
    await write(number, 'DGI_AUTHORIZED');
    await database.pool.query(
      `with settled as (
           update fiscal_documents set settled_at = now() where number = $1 returning *
         )
         insert into files (tenant_id, id, source_id, filename, content_type, byte_size, sha256, storage_key, created_at)
         select tenant_id, gen_random_uuid(), id, 'x.pdf', 'application/pdf', 1, 'x', 'x', settled_at + $2::interval from settled`,
      [`FAC-${number.padStart(10, '9')}`, attachedAfterVerdict],
    );
  }
  for (const round of [1, 2]) {
    const stopping = new AbortController();
    const writing = (async () => {
      for (let turn = 0; !stopping.signal.aborted; turn += 1) await write(`${round}${turn}0`, 'PAC_AUTHORIZED');
    })();
    await migrateUp(db, ALL);
    stopping.abort();
    await writing;
    assert.deepEqual(await inTenant(database, tenant, verifyCounts), []);
    assert.deepEqual(await read(), ['FAC-9999999991', 'FAC-9999999993']);
    if (round === 1) await migrateDown(db, ALL, '0020_half_monthly_client_sales');
  }
});

const LAST_WITHOUT_REQUESTS = [...ALL.keys()].filter((name) => name < '0050').at(-1)!;
const REQUESTS = '0050_pac_requests';
/** The last with which processes of 1.8.0 may run. */
const BESIDE_1_8_0 = [...ALL.keys()].filter((name) => name < '0135').at(-1)!;

/** Each as the columns of 1.8.0 say it, and as a row. */
const OF_1_8_0 = [
  ['a proforma', { mode: 'PROFORM', submission_state: 'NOT_REQUIRED' }, []],
  ['to be sent', { submission_state: 'PENDING', submit_after: NOON, lease_number: 2 }, ['SUBMIT PENDING 2 wait']],
  [
    'being sent',
    { submission_state: 'PENDING', send_started_at: NOON, lease_until: NOON, lease_number: 1 },
    ['SUBMIT PENDING 1 mark lease'],
  ],
  ['without an answer', { submission_state: 'UNKNOWN', send_started_at: NOON }, ['SUBMIT UNKNOWN 0 mark']],
  ['taken back', { submission_state: 'NOT_REQUIRED', pac_company_id: 'c' }, ['SUBMIT DROPPED 0']],
  [
    'to be voided',
    { void_state: 'ASKED', void_attempts: 1, void_after: NOON },
    ['SUBMIT DONE 0', 'VOID PENDING 1 wait by ana: twice'],
  ],
  [
    'voided without an answer',
    { void_state: 'UNKNOWN', void_started_at: NOON, void_attempts: 3 },
    ['SUBMIT DONE 0', 'VOID UNKNOWN 3 mark by ana: twice'],
  ],
  ['void', { void_state: 'DONE' }, ['SUBMIT DONE 0', 'VOID DONE 0 by ana: twice']],
  ['not voided after all', { void_state: null }, ['SUBMIT DONE 0', 'VOID DROPPED 0 by ana: twice']],
] as const satisfies readonly (readonly [string, Record<string, unknown>, readonly string[]])[];

const VOID_WISH = { void_reason: 'twice', void_asked_by: 'ana', void_asked_at: NOON };
const UNASKED = { void_reason: null, void_asked_by: null, void_asked_at: null };

test('requests that 1.8.0 keeps in columns are rows, and each release sees what the other writes', async (t) => {
  const { database, db } = await legacyDatabase(LAST_WITHOUT_REQUESTS);
  const { pool } = database;
  const tenant = await firstTenant(database);
  const numberOf = (name: string): string => `X ${name}`;
  const write = async (name: string, columns: Record<string, unknown>): Promise<void> => {
    const isVoid = 'void_state' in columns;
    const ids = { tenant_id: tenant.id, id: crypto.randomUUID(), kind: 'INVOICE', number: numberOf(name) };
    const row = { ...ids, mode: 'DGI', submission_state: 'DONE', created_by: 'ana', ...(isVoid ? VOID_WISH : UNASKED) };
    await insert(pool, 'fiscal_documents', [{ ...row, ...columns }]);
  };
  const requests = async (): Promise<Map<string, string[]>> => {
    const { rows } = await pool.query<{ number: string; said: string }>(
      `select d.number, concat_ws(' ', r.what, r.state, r.attempts, case when r.started_at is not null then 'mark' end,
         case when r.lease_until is not null then 'lease' end, case when r.not_before is not null then 'wait' end,
         case r.what when 'VOID' then 'by ' || r.asked_by || ': ' || r.reason end) as said
       from pac_requests r join fiscal_documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
       where d.number like 'X %' order by r.what`,
    );
    return new Map(
      [...Map.groupBy(rows, ({ number }) => number)].map(([key, all]) => [key, all.map(({ said }) => said)]),
    );
  };
  let columns = '*';
  const documents = async () => (await pool.query<object>(`select ${columns} from fiscal_documents order by id`)).rows;
  const assertMoved = async (): Promise<void> => {
    const found = await requests();
    for (const [name, , expected] of OF_1_8_0) assert.deepEqual(found.get(numberOf(name)) ?? [], expected, name);
  };
  t.after(() => database.close());
  for (const [name, columns] of OF_1_8_0) await write(name, columns);
  const before = await documents();
  // Not those that later releases add.
  columns = Object.keys(before[0]!).join(', ');
  await migrateUp(db, upTo(BESIDE_1_8_0));
  await assertMoved();
  assert.deepEqual(await documents(), before, 'the columns stay as they were');

  // The release before writes on: new documents, and each document as another one.
  await pool.query(`delete from fiscal_documents where number like 'X %'`);
  for (const [name, columns] of OF_1_8_0) await write(name, columns);
  await assertMoved();
  for (const [name] of OF_1_8_0) {
    const { rows } = await pool.query<{ columns: object }>(
      `update fiscal_documents set submission_state = 'UNKNOWN', send_started_at = $2, lease_until = null, submit_after = null,
           lease_number = 7, void_state = 'ASKED', void_reason = 'again', void_asked_by = 'eva', void_asked_at = $2,
           void_started_at = null, void_lease_until = null, void_after = null, void_attempts = 8
         where number = $1 returning to_jsonb(fiscal_documents) as columns`,
      [numberOf(name), NOON],
    );
    assert.equal(rows.length, 1);
    assert.deepEqual(
      (await requests()).get(numberOf(name)),
      ['SUBMIT UNKNOWN 7 mark', 'VOID PENDING 8 by eva: again'],
      name,
    );
  }

  // So does this one.
  await pool.query(
    `update pac_requests set state = 'DROPPED', started_at = null, attempts = 9, asked_by = 'eva', reason = 'none' where what = 'VOID';
       update pac_requests set state = 'PENDING', started_at = null, not_before = '${NOON}' where what = 'SUBMIT'`,
  );
  const { rows } = await pool.query(
    `select distinct submission_state, send_started_at, submit_after is null as is_due, lease_number::int, void_state,
         void_attempts, void_reason from fiscal_documents where number like 'X %'`,
  );
  assert.deepEqual(rows, [
    {
      submission_state: 'PENDING',
      send_started_at: null,
      is_due: false,
      lease_number: 7,
      void_state: null,
      void_attempts: 9,
      void_reason: 'none',
    },
  ]);
  const after = await documents();
  const kept = await requests();
  // The release after has of these columns the two states alone, and makes the others anew on its way down.
  await migrateUp(db, ALL);
  await pool.query(
    `update pac_requests set state = 'UNKNOWN' where what = 'SUBMIT'; update pac_requests set state = 'PENDING' where what = 'SUBMIT'`,
  );
  await migrateDown(db, ALL, LAST_WITHOUT_REQUESTS);
  assert.deepEqual(await documents(), after, 'nothing is lost on the way down');
  await migrateUp(db, upTo(REQUESTS));
  assert.deepEqual(await requests(), kept);
  // Only with all of them can the program of this release ask.
  await migrateUp(db, ALL);
  assert.deepEqual(await inTenant(database, tenant, verifyCounts), []);
});

const OFFICES = '0056_offices';
const BEFORE_OFFICES = [...ALL.keys()].filter((name) => name < OFFICES).at(-1)!;

test('each tenant has one office and the billing point that its documents name, and 1.8.0 goes on beside them', async (t) => {
  const { database, db, business } = await legacyDatabase(BEFORE_OFFICES);
  const { pool } = database;
  const [one, other] = business.tenants.map(({ id }) => id);
  let written = 0;
  const file = async (tenant: string, billingPoint: string, series = 'FAC', mode = 'DGI'): Promise<void> => {
    written += 1;
    await pool.query(
      `insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by, pac_input, created_at)
       values ($1, gen_random_uuid(), 'INVOICE', $2, $3, 'NOT_REQUIRED', 'test', $4, now() + $5 * interval '1 minute')`,
      [
        ...[tenant, mode, `${series}-${String(written).padStart(10, '0')}`],
        ...[{ information: { billingPoint } }, written],
      ],
    );
  };
  /** To the letter as release 1.8.0 takes a number. */
  const takeNumber = async (tenant: string, series: string): Promise<unknown> => {
    const { rows } = await pool.query(
      `insert into document_numbers as n (tenant_id, series, last_number) values ($1, $2, 1)
       on conflict (tenant_id, series) do update set last_number = n.last_number + 1 returning last_number::int`,
      [tenant, series],
    );
    return rows[0].last_number;
  };
  const points = async () =>
    (
      await pool.query(
        `select o.code as branch, o.pac_office_id as office, p.code, p.mark, p.is_first
         from offices o join billing_points p on p.tenant_id = o.tenant_id and p.office_id = o.id where o.is_main
         order by o.tenant_id = $1 desc`,
        [one],
      )
    ).rows.map((point) => Object.values(point as object));
  t.after(() => database.close());
  await pool.query(`update tenants set branch_code = '0012', pac_office_id = 'OFFICE' where id = $1`, [one]);
  await file(one!, '002');
  await file(one!, '042');
  await file(one!, '777', 'PRO', 'PROFORM');
  await takeNumber(one!, 'FAC');
  await takeNumber(one!, 'PED');
  const before = (await pool.query('select tenant_id, id, mode, number, pac_input from fiscal_documents order by id'))
    .rows;
  const stopping = new AbortController();
  const writing = (async () => {
    while (!stopping.signal.aborted) {
      await file(other!, '042', 'X');
      await takeNumber(other!, 'NC');
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await migrateUp(db, ALL);
  stopping.abort();
  await writing;

  // A tenant that has filed nothing is at the point of the installation.
  assert.deepEqual(await points(), [
    ['0012', 'OFFICE', '042', '', true],
    ['0000', null, '042', '', true],
  ]);
  await takeNumber(one!, 'NC');
  const tenant = (await listTenants(database)).find(({ id }) => id === one)!;
  const audited = await inTenant(database, tenant, numberAudit);
  const {
    rows: [first],
  } = await pool.query<{ id: string }>('select id from billing_points where tenant_id = $1 and is_first', [one]);
  assertEach(audited, ({ series, billing_point_id }) => [series, billing_point_id], [
    ['FAC', first!.id],
    ['NC', first!.id],
  ]);
  await pool.query(
    `begin; select set_config('app.tenant_id', '${one}', true);
       insert into locations (tenant_id, id, name, code) values ('${one}', gen_random_uuid(), 'New', 'NEW'); commit`,
  );
  const { rows: elsewhere } = await pool.query(
    `select 'document' as what from fiscal_documents d left join billing_points p on p.id = d.billing_point_id and p.is_first
       where (d.mode = 'DGI') <> (p.tenant_id is not distinct from d.tenant_id)
       union all
       select 'number' from document_numbers n left join billing_points p on p.id = n.billing_point_id and p.is_first
       where n.billing_point_id is not null and p.tenant_id is distinct from n.tenant_id
       union all
       select 'location' from locations l left join offices o on o.id = l.office_id and o.is_main
       where o.tenant_id is distinct from l.tenant_id`,
  );
  assert.deepEqual(elsewhere, []);
  assert.equal(await takeNumber(one!, 'FAC'), 2);

  await pool.query(`update offices set code = '0013', pac_office_id = 'MOVED' where tenant_id = $1`, [one]);
  await migrateDown(db, ALL, BEFORE_OFFICES);
  const { rows } = await pool.query('select branch_code, pac_office_id from tenants where id = $1', [one]);
  assert.deepEqual(rows, [{ branch_code: '0013', pac_office_id: 'MOVED' }]);
  const ids = before.map(({ id }) => id as string);
  const after = 'select tenant_id, id, mode, number, pac_input from fiscal_documents where id = any($1) order by id';
  assert.deepEqual((await pool.query(after, [ids])).rows, before);
  assert.equal(await takeNumber(one!, 'FAC'), 3);
  await migrateUp(db, ALL);
  assert.deepEqual((await points())[0], ['0013', 'MOVED', '042', '', true]);

  // Companies that were here go on as they did; a new one is refused what is documented.
  const created = crypto.randomUUID();
  await pool.query(`insert into tenants (id, name) values ($1, 'New')`, [created]);
  const refusing = await pool.query('select id from tenants where refuses_documented');
  assert.deepEqual(refusing.rows, [{ id: created }]);
});

const NAMES = '0102_default_names_in_spanish';
const BEFORE_NAMES = [...ALL.keys()].filter((name) => name < NAMES).at(-1)!;

test('what each tenant began with is called Principal; names that a person gave stay, and no act is told of', async (t) => {
  const { database, db, business } = await legacyDatabase(BEFORE_NAMES);
  const { pool } = database;
  const [one, other] = business.tenants.map(({ id }) => id);
  const place = (tenant: string, name: string, code: string, isDefault: boolean): Promise<unknown> =>
    pool.query(
      'insert into locations (tenant_id, id, name, code, is_default) values ($1, gen_random_uuid(), $2, $3, $4)',
      [tenant, name, code, isDefault],
    );
  const names = async (tenant: string): Promise<string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      `select name from offices where tenant_id = $1
       union all (select name from locations where tenant_id = $1 and code like 'NAME%' order by code)`,
      [tenant],
    );
    return rows.map(({ name }) => name);
  };
  const told = async (): Promise<unknown> =>
    (await pool.query('select (select count(*) from acts) as acts, (select count(*) from events) as events')).rows;
  t.after(() => database.close());
  for (const [code, name, isDefault] of [
    ['NAME1', 'Main', true],
    ['NAME2', 'Main', false],
    ['NAME3', 'Main Street', false],
  ] as const)
    await place(one!, name, code, isDefault);
  await place(other!, 'Main Street', 'NAME1', true);
  await pool.query(`update offices set name = 'Casa matriz' where tenant_id = $1`, [other]);
  assert.deepEqual(await names(one!), ['Main', 'Main', 'Main', 'Main Street']);
  const before = await told();
  await migrateUp(db, ALL);
  assert.deepEqual(await names(one!), ['Principal', 'Principal', 'Main', 'Main Street']);
  assert.deepEqual(await names(other!), ['Casa matriz', 'Main Street']);
  assert.deepEqual(await told(), before);

  const found = async (): Promise<string> => {
    const id = crypto.randomUUID();
    await pool.query(`insert into tenants (id, name) values ($1, 'New')`, [id]);
    return (await names(id)).join();
  };
  assert.equal(await found(), 'Principal');
  await migrateDown(db, ALL, BEFORE_NAMES);
  assert.equal(await found(), 'Main');
  assert.deepEqual(
    await names(one!),
    ['Principal', 'Principal', 'Main', 'Main Street'],
    'whose they were is not known',
  );
  await migrateUp(db, ALL);
  assert.equal(await found(), 'Principal');
});

/** Appends to every stream in turn, as the release before did, until it is stopped or refused. */
function oldRelease({ pool }: OpenDatabase, { logs }: LegacyBusiness) {
  const written: LegacyLog[] = [];
  const newest = [...Map.groupBy(logs, streamOf).values()].map((stream) => stream.at(-1)!);
  const stopping = new AbortController();
  const writes = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const last = newest[turn % newest.length]!;
      const next = {
        ...last,
        id: crypto.randomUUID(),
        seq: last.seq + 1,
        occurred_at: new Date(Date.parse(last.occurred_at) + 3_600_000).toISOString(),
        method: SPELLINGS[turn % SPELLINGS.length]![0],
        quantity_change: '1',
        new_quantity: String(Number(last.new_quantity) + 1),
      };
      try {
        await insert(pool, 'inventory_logs', [next]);
      } catch (error) {
        return (error as { code?: string }).code;
      }
      await pool.query(
        `update stock_levels set on_hand = on_hand + 1, last_seq = last_seq + 1, last_at = $4
         where tenant_id = $1 and item_id = $2 and location_id = $3`,
        [next.tenant_id, next.item_id, next.location_id, next.occurred_at],
      );
      newest[turn % newest.length] = next;
      written.push(next);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return undefined;
  })();
  return {
    written,
    stop() {
      stopping.abort();
      return writes;
    },
  };
}

test('while a migration waits for the table of tenants, those who come after it pass', async (t) => {
  const database = await openTestDatabase();
  const { pool } = database;
  t.after(() => database.close());
  const db = forMigrations(database.db);
  await migrateUp(db, upTo('0016_yearly_client_sales'));
  const [slow, other] = [await pool.connect(), await pool.connect()];
  await slow.query('begin');
  await slow.query(`insert into tenants (id, name) values (gen_random_uuid(), 'slow')`);
  const migrating = migrateUp(db, upTo('0018_tokens_and_secrets'));
  try {
    await eventually(
      async () =>
        (await pool.query(`select from pg_locks where relation = 'tenants'::regclass and not granted`)).rowCount,
      (waiting) => waiting === 1,
    );
    await other.query(`set lock_timeout = '3s'`);
    await other.query(`update tenants set name = 'passed'`);
  } finally {
    await slow.query('rollback');
    slow.release();
    other.release();
    await migrating;
  }
  assert.deepEqual((await migrating).pending, []);
});

test('of two that start at once one migrates while the other waits', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const db = forMigrations(database.db);
  let atIt = 0;
  let most = 0;
  const inBatches: Migration = {
    inTransaction: false,
    async up(inStep) {
      atIt += 1;
      most = Math.max(most, atIt);
      for (let batch = 0; batch < 20; batch += 1) await sql`select ${batch}::int`.execute(inStep);
      atIt -= 1;
    },
    down: async () => undefined,
  };
  const migrations = new Map([['0001_in_batches', inBatches]]);
  await Promise.all([migrateUp(db, migrations), migrateUp(db, migrations), migrateUp(db, migrations)]);
  assert.equal(most, 1);
});

test('two processes that start at once migrate it once', async (t) => {
  const { database, db, business } = await legacyDatabase();
  t.after(() => database.close());
  const both = await Promise.all([migrateUp(db, ALL), migrateUp(db, ALL)]);
  assertEach(both, ({ pending }) => pending, [[], []]);
  await assertFilled(database, business);
});

test('an owner who is no superuser fills all tenants, and sees none of them afterwards', async () => {
  const { database, db, business } = await legacyDatabase();
  const { pool } = database;
  const owner = `folio_owner_${Math.random().toString(36).slice(2, 10)}`;
  try {
    const { rows: owned } = await pool.query<{ name: string }>(
      `select 'table ' || quote_ident(tablename) as name from pg_tables where schemaname = 'public'
       union all select 'function ' || oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const give = owned.map(({ name }) => `alter ${name} owner to ${owner}`).join('; ');
    // Roles belong to the whole server, and only some may make them; this owner was given them.
    await pool.query(
      `do $$ begin create role app_rebuild; exception when duplicate_object or unique_violation then null; end $$;
       do $$ begin create role app_watch; exception when duplicate_object or unique_violation then null; end $$;
       grant app_tenant to app_rebuild; create role ${owner}; grant app_tenant, app_system, app_rebuild, app_watch to ${owner}; grant create on schema public to ${owner}; ${give}`,
    );
    await pool.query(
      `insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by)
       select id, gen_random_uuid(), 'CREDIT_NOTE', 'DGI', 'NC-waits', 'PENDING', 'test' from tenants`,
    );
    // No other code uses the pool, so its one connection is the one that migrates.
    await pool.query(`set role ${owner}`);
    await migrateUp(db, ALL);
    const { rows } = await pool.query<{ who: string; seen: number; policies: number }>(
      `select current_user as who, (select count(*) from inventory_logs) as seen,
         (select count(*) from pg_policies where policyname = 'migrating') as policies`,
    );
    assert.deepEqual(rows, [{ who: owner, seen: 0, policies: 0 }]);
    await pool.query('reset role');
    await assertFilled(database, business);
    const { rows: waiting } = await pool.query(
      `select d.document_type, r.state, p.is_first from fiscal_documents d
       left join pac_requests r on r.tenant_id = d.tenant_id and r.document_id = d.id
       left join billing_points p on p.tenant_id = d.tenant_id and p.id = d.billing_point_id where d.number = 'NC-waits'`,
    );
    assert.deepEqual(
      waiting,
      business.tenants.map(() => ({ document_type: '04', state: 'PENDING', is_first: true })),
    );
    await pool.query(`set role ${owner}`);
    await migrateDown(db, ALL, BEFORE);
    await migrateUp(db, ALL);
    await pool.query('reset role');
    await assertFilled(database, business);
  } finally {
    await pool.query(
      `reset role; reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`,
    );
    await database.close();
  }
});

/** Roles belong to the whole server, and stay in it. */
async function closeWithout(owner: string, database: OpenDatabase): Promise<void> {
  await database.pool.query(
    `reset session authorization; reassign owned by ${owner} to current_user; drop owned by ${owner}; drop role ${owner}`,
  );
  await database.close();
}

test('an owner who may make roles, and is no superuser, migrates an empty database and may be each of them', async () => {
  // On the server of the other tests another test has made the roles.
  const server = await startTestServer();
  const database = await openTestDatabase(server.url);
  const { pool } = database;
  const owner = `folio_owner_${Math.random().toString(36).slice(2, 10)}`;
  try {
    await pool.query(`create role ${owner} createrole; grant create on schema public to ${owner}`);
    // The session's own user counts, and no other code uses the pool.
    await pool.query(`set session authorization ${owner}`);
    await migrateUp(forMigrations(database.db), ALL);
    const tenant = await createTenant(database, { name: 'Of a lesser owner' });
    await inTenant(database, tenant, (db) => ensureDefaultLocation(db));
    await inTenant(database, tenant, (db) => sql`select from inventory_logs`.execute(db), { role: 'app_rebuild' });
    await inWatch(database, (db) => sql`select submission_state from fiscal_documents`.execute(db));
    assert.deepEqual(await fenceProblems(database), []);
  } finally {
    await database.close();
    await server.close();
  }
});

test('an owner that may make no roles, and was given none, is told what is missing and where to read', async (t) => {
  const database = await openTestDatabase();
  const { pool } = database;
  const owner = `folio_owner_${Math.random().toString(36).slice(2, 10)}`;
  t.after(() => closeWithout(owner, database));
  await pool.query(`create role ${owner}; grant create on schema public to ${owner}`);
  await pool.query(`set session authorization ${owner}`);
  await assert.rejects(bringUpToDate({}, database), (error) => {
    assert.ok(error instanceof ConfigError);
    return /does not let this login do what a migration needs: .*First installation/.test(error.message);
  });
});

test('an empty database has nothing to say', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const { applied, pending, notes } = await migrateUp(forMigrations(database.db), ALL);
  assert.deepEqual([applied, pending, notes], [[...ALL.keys()], [], {}]);
});

test('the keys that release 1.8.0 has taken stay taken, before and while it is replaced', async (t) => {
  const before = [...ALL.keys()].filter((name) => name < '0025').at(-1)!;
  const { database, db, business } = await legacyDatabase(before);
  t.after(() => database.close());
  const tenant = business.tenants[0]!.id;
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from invoices where tenant_id = '${tenant}' limit 1`,
  );
  const invoiceId = rows[0]!.id;
  const pay = (key: string) =>
    database.pool.query(
      `insert into payments (tenant_id, id, invoice_id, amount, method, paid_at, created_by, idempotency_key, request)
         values ($1, gen_random_uuid(), $2, 1, 'CASH', now(), 'ana', $3, $4)`,
      [
        tenant,
        invoiceId,
        key,
        JSON.stringify({ invoiceId, amount: '1', method: 'CASH', reference: null, paidAt: null }),
      ],
    );
  const move = (key: string) =>
    database.pool.query(
      `insert into stock_requests (tenant_id, idempotency_key, request, created_at)
         values ($1, $2, '{"operation": "adjustInventory"}', '2020-01-01') on conflict do nothing returning idempotency_key`,
      [tenant, key],
    );
  const kept = async () =>
    (
      await database.pool.query(
        `select idempotency_key as key, request ->> 'operation' as operation, result from requests order by 1`,
      )
    ).rows;
  await pay('p1');
  await pay('both');
  await move('both');
  await move('s1');
  for (const round of [1, 2]) {
    await migrateUp(db, ALL);
    const paid = { operation: 'registerPayment', result: invoiceId };
    const moved = { operation: 'adjustInventory', result: null };
    const expected = [
      { key: 'both', ...moved },
      { key: 'p1', ...paid },
      ...(round === 1 ? [] : [{ key: 'p2', ...paid }]),
      { key: 's1', ...moved },
    ];
    assert.deepEqual(await kept(), expected);
    if (round === 1) {
      await pay('p2');
      assert.equal((await move('s1')).rows.length, 0);
      await assert.rejects(pay('s1'), /requests|stock_requests/);
      await migrateDown(db, ALL, before);
    }
  }
  const { rows: old } = await database.pool.query(`select from requests where created_at < now() - interval '1 day'`);
  assert.equal(old.length, 0, 'what was kept for ever has 30 days from the upgrade on');
});

test('what the PAC gave back is read from the answers that are kept', async (t) => {
  const { database, db } = await legacyDatabase('0065_refusals_of_statements');
  const tenant = await firstTenant(database);
  const qr = 'https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=FE01';
  const ANSWERS: [number: string, answer: unknown, expected: [qr: string | null, protocol: string | null]][] = [
    ['1', { document: { qr, authorizationProtocol: '20261' } }, [qr, '20261']],
    ['2', { qr, authorizationProtocol: null }, [qr, null]],
    ['3', { document: { qr: 'javascript:alert(1)', authorizationProtocol: '' } }, [null, null]],
    ['4', 'a page', [null, null]],
    ['5', null, [null, null]],
  ];
  const numbers = ANSWERS.map(([number]) => `FAC-${number.padStart(10, '8')}`);
  t.after(() => database.close());
  for (const [at, [, answer]] of ANSWERS.entries()) {
    await insert(database.pool, 'fiscal_documents', [
      {
        ...{ tenant_id: tenant.id, id: crypto.randomUUID(), kind: 'INVOICE', mode: 'DGI', number: numbers[at] },
        ...{ legal_status: 'DGI_AUTHORIZED', submission_state: 'DONE', created_by: 'ana' },
        pac_response: answer,
      },
    ]);
  }
  await migrateUp(db, ALL);
  const { rows } = await database.pool.query<{ qr_url: string; authorization_protocol: string }>(
    'select * from fiscal_documents where number = any($1) order by number',
    [numbers],
  );
  assert.deepEqual(
    rows.map((row) => [row.qr_url, row.authorization_protocol]),
    ANSWERS.map(([, , expected]) => expected),
  );
});

test('what movements tell has its number, its words and its position on the way back and up again', async (t) => {
  const database = await openMigratedDatabase();
  const { pool } = database;
  const db = forMigrations(database.db);
  const [tenant, item, place] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const move = async (nth: number) => {
    await pool.query(
      `begin; set local app.tenant_id = '${tenant}';
       insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, quantity_change, new_quantity, movement_type, day,
         opens_day, created_by)
       values ('${tenant}', '${item}', '${place}', ${nth}, ${nth}, '2026-03-01T10:00:0${nth}Z', 2.50, ${nth} * 2.50, 'COMPRA', '2026-03-01', false, 'ana'); commit`,
    );
    await pool.query('select place_events($1)', [tenant]);
  };
  const feed = async () =>
    (
      await pool.query(
        'select position, type, entity_id, subject_id, data from events_between($1, 0, 100) order by position',
        [tenant],
      )
    ).rows;
  const told = (...nths: number[]) =>
    nths.map((nth) => ({
      ...{ position: nth, type: 'stock.moved', entity_id: item, subject_id: item },
      data: {
        ...{ id: item, locationId: place, movementType: 'COMPRA' },
        ...{ quantityChange: '2.5', newQuantity: ['2.5', '5', '7.5', '10'][nth - 1] },
      },
    }));
  t.after(() => database.close());
  await pool.query(`insert into tenants (id, name, time_zone) values ($1, 'Movements', 'UTC')`, [tenant]);
  await move(1);
  await move(2);
  assert.deepEqual(await feed(), told(1, 2));
  assert.deepEqual((await pool.query('select from event_rows')).rows, []);
  const ids = (await pool.query('select seq, id, at from events order by seq')).rows;
  const names = [...ALL.keys()];
  await migrateDown(db, ALL, names[names.indexOf('0250_facts_tell') - 1]);
  assert.deepEqual((await pool.query('select seq, id, at from events order by seq')).rows, ids);
  await move(3);
  assert.deepEqual(await feed(), told(1, 2, 3));
  await migrateUp(db, ALL);
  await move(4);
  assert.deepEqual(await feed(), told(1, 2, 3, 4));
  assert.deepEqual((await pool.query('select seq, id, at from events order by seq')).rows.slice(0, 2), ids);
});

test('positions of events, and when documents changed, are those of before on the way up and down', async (t) => {
  const database = await openMigratedDatabase();
  const { pool } = database;
  const db = forMigrations(database.db);
  const tenant = crypto.randomUUID();
  const tell = (...types: string[]) =>
    pool.query(
      `insert into events (tenant_id, type, entity_id, subject_id, data)
       select $1, type, $1, $1, '{}' from unnest($2::text[]) with ordinality one (type, nth) order by nth`,
      [tenant, types],
    );
  const places = async () =>
    (
      await pool.query('select type, position::int from events_between($1, 0, 100) order by position', [tenant])
    ).rows.map(({ type, position }) => `${position} ${type}`);
  t.after(() => database.close());
  await pool.query(`insert into tenants (id, name, time_zone) values ($1, 'Events', 'UTC')`, [tenant]);
  for (const types of [['a', 'b'], ['c'], ['d', 'e', 'f']]) {
    await tell(...types);
    await pool.query('select place_events($1)', [tenant]);
  }
  await pool.query(`delete from events where type = 'c'`);
  await tell('g', 'h');
  const before = ['1 a', '2 b', '4 d', '5 e', '6 f'];
  assert.deepEqual(await places(), before);
  await migrateDown(db, ALL, '0127_changed_minute');
  const { rows } = await pool.query('select type, position::int from events order by seq');
  assertEach(rows, ({ type, position }) => `${position} ${type}`, [...before, 'null g', 'null h']);
  await migrateUp(db, ALL);
  assert.deepEqual(await places(), [...before, '7 g', '8 h']);
  await tell('i');
  assert.deepEqual((await pool.query('select place_events($1) as more', [tenant])).rows, [{ more: false }]);
  assert.deepEqual(await places(), [...before, '7 g', '8 h', '9 i']);
  await pool.query(
    `insert into clients (tenant_id, id, name, receiver_type) values ($1, $1, 'One', 'CONSUMIDOR_FINAL')`,
    [tenant],
  );
  await pool.query(
    `insert into orders (tenant_id, id, number, client_id, status, subtotal, tax, total, created_by, updated_at)
       values ($1, $1, 'PED-1', $1, 'OPEN', 1, 0, 1, 'x', '2026-03-01T10:00:59.5Z')`,
    [tenant],
  );
  const changed = async () => (await pool.query('select updated_at, changed_minute from orders')).rows;
  const minute = [{ updated_at: new Date('2026-03-01T10:00:59.500Z'), changed_minute: new Date('2026-03-01T10:00Z') }];
  assert.deepEqual(await changed(), minute);
  await migrateDown(db, ALL, '0123_paid_by_retention');
  await migrateUp(db, ALL);
  assert.deepEqual(await changed(), minute);
});
