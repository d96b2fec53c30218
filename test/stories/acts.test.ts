// Acts: every mutation leaves one with the values before and after it, and acts are a chain.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { listActs } from '../../src/acts/list-acts.ts';
import { sql } from 'kysely';
import { assertEach } from '../support/assert-each.ts';
import { fieldsOf } from '../support/every-field.ts';
import { forgetInActs, inTenant, placeActs, recordAct } from '../../src/tenancy/index.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { tellStory } from '../support/api-story.ts';
import { invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { statementsOf } from '../support/statements.ts';
import { overlap } from '../support/overlapping.ts';
import { words } from '../../web/src/texts/es/acts.ts';
import { createWorld, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

/** In the story they change nothing that acts keep: the PDF is there already, the PAC has nothing new to say, and a session is no record. */
const NOTHING_NEW = ['attachPacPdf', 'checkDocument', 'endSession'];
interface Row {
  operation: string;
  actor: string;
  credential: string | null;
  after: object | null;
}

const nameNow = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

describe('every mutation', () => {
  let here: World;
  let shop: TestTenant;

  before(async () => {
    here = await createWorld({});
    shop = await here.tenant();
    await tellStory(here, shop);
  });

  test('leaves an act: who, by which token, and what was before and after it', async () => {
    const rows = await here.sql<Row>`select operation, actor, credential, after from acts
      where tenant_id = ${shop.tenant.id} order by id`;
    const silent = fieldsOf('mutation')
      .map(({ name }) => nameNow(name))
      .filter(
        (name) =>
          !NOTHING_NEW.includes(name) &&
          !rows.some(
            ({ operation, actor, credential, after: said }) =>
              operation === name &&
              actor.startsWith('user:') &&
              (credential ?? '').startsWith('token:') &&
              said !== null,
          ),
      );
    assert.deepEqual(silent, []);
    for (const name of NOTHING_NEW)
      assert.ok(
        rows.some(({ operation }) => operation === name),
        name,
      );
  });

  test('is read in words: each operation, and each table, column and named value that an act may tell of', async () => {
    const kept = await here.query<{ name: string; columns: string[]; left: string; rules: string[] }>(
      `select tgrelid::regclass::text as name, split_part(encode(tgargs, 'escape'), '\\000', 3) as left, array(
         select attname::text from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped) as columns,
       array(select pg_get_constraintdef(oid) from pg_constraint where conrelid = tgrelid and contype = 'c') as rules
       from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgname in ('keep_row', 'keep_new')`,
    );
    assert.ok(kept.length > 30);
    const keys = [
      ...fieldsOf('mutation').map(({ name }) => `operation.${nameNow(name)}`),
      ...kept.flatMap(({ name, columns, left, rules }) => [
        `row.${name}`,
        ...[...rules.join().matchAll(/'([A-Z_]{3,})'::/g)].map(([, value]) => `value.${value}`),
        ...columns.filter((one) => !left.slice(1, -1).split(',').includes(one)).map((one) => `column.${one}`),
      ]),
    ];
    assert.deepEqual([...new Set(keys)].filter((key) => !(key in words)).toSorted(), []);
  });
});

interface Link {
  number: string;
  content: string;
  hash: string;
  texts: (string | null)[];
}

const LINKS = `
  select number, encode(hash, 'hex') as hash, json_build_array(tenant_id, number, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    actor, operation, entity_ids, credential, encode(coalesce(before_digest, sha256(salt || convert_to(before::text, 'UTF8'))), 'hex'), encode(coalesce(after_digest, sha256(salt || convert_to(after::text, 'UTF8'))), 'hex'))::text as content,
    array[before::text, after::text] as texts
  from acts join placed_acts($1) using (id) where tenant_id = $1 order by number`;

/** The chain as it is counted from the rows, without the code that made it. */
async function brokenLinks(here: World, shop: TestTenant): Promise<string[]> {
  let before = Buffer.alloc(0);
  const broken = [];
  for (const [at, { number, content, hash }] of (await here.query<Link>(LINKS, [shop.tenant.id])).entries()) {
    const whole = createHash('sha256')
      .update(before)
      .update(JSON.stringify(JSON.parse(content)))
      .digest();
    if (Number(number) !== at + 1 || whole.toString('hex') !== hash) broken.push(number);
    before = whole;
  }
  return broken;
}

test('acts get numbers without a gap and a chain, whatever commits first; forgetting leaves it valid', async () => {
  const { here, shop } = await newShop(quietWorld());
  const ids = await Promise.all(['Ana', 'Berta', 'Carla'].map((name) => newClient(shop, name)));
  const heads = await Promise.all([placeActs(here.app, shop.tenant), placeActs(here.app, shop.tenant)]);
  assert.deepEqual(heads[0], heads[1]);
  await newClient(shop, 'Dora');
  const head = await placeActs(here.app, shop.tenant);
  const before = await here.query<Link>(LINKS, [shop.tenant.id]);
  assert.equal(head.hash?.toString('hex'), before.at(-1)?.hash);
  assert.equal(head.number, before.length);
  assert.deepEqual(await brokenLinks(here, shop), []);

  const act = { actor: 'cli:root', operation: 'person forget' };
  const count = await inTenant(here.app, shop.tenant, (db) => forgetInActs(db, [ids[1]!], act));
  assert.equal(count, 1);
  await placeActs(here.app, shop.tenant);
  assert.deepEqual(await brokenLinks(here, shop), []);
  const after = await here.query<Link>(LINKS, [shop.tenant.id]);
  const said = JSON.stringify(after.map(({ texts }) => texts));
  assert.ok(said.includes('Ana') && said.includes('Carla') && !said.includes('Berta'));
  assert.match(after.at(-1)!.texts[1]!, /"forgotten": \[\d+\]/);

  await assert.rejects(
    here.query(`update acts set actor = 'user:eva' where tenant_id = $1`, [shop.tenant.id]),
    /neither/,
  );
  for (const change of ['delete from acts', 'delete from act_places', `update act_places set hashes[1] = '\\x00'`])
    await assert.rejects(here.query(`${change} where tenant_id = $1`, [shop.tenant.id]), /neither/);
});

test('a clock that is set back between two changes of a row does not turn their acts round', async () => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const id = await newClient(shop, 'Ana');
  const rename = (name: string): Promise<unknown> => shop.call('updateClient', { clientId: id, input: { name } });
  await placeActs(here.app, shop.tenant);
  await rename('Eva');
  await here.rewrite([
    `update acts set at = at + interval '1 hour' where tenant_id = $1 and id in (select unplaced_acts($1, null))`,
    [shop.tenant.id],
  ]);
  await rename('Iris');
  await placeActs(here.app, shop.tenant);
  const named = await here.query<{ name: string }>(
    `select after -> ('clients/' || $2) ->> 'name' as name from acts join placed_acts($1) using (id)
     where tenant_id = $1 and after -> ('clients/' || $2) ? 'name' order by number`,
    [shop.tenant.id, id],
  );
  assertEach(named, ({ name }) => name, ['Ana', 'Eva', 'Iris']);
  assert.deepEqual((await verifyTenant(here.app, shop.tenant, [])).problems, []);
});

test('acts of overlapping transactions stand in the order in which these had the row, and verify says nothing', async () => {
  const { here, shop } = await newShop(quietWorld());
  assert.deepEqual(await overlap(here, shop, 200), []);
  assert.deepEqual(await brokenLinks(here, shop), []);
});

test('an act has whatever its transaction has changed, however much that is, in its order', async () => {
  const { here, shop } = await newShop(quietWorld());
  const ids = await Promise.all(['Ana', 'Berta'].map((name) => newClient(shop, name)));
  const act = { actor: 'user:ana', operation: 'many changes', entityIds: ids };
  await inTenant(here.app, shop.tenant, async (db) => {
    for (let n = 1; n <= 40; n += 1) {
      const address_line = `${n} ${'of a long street '.repeat(500)}`;
      const clients = db.updateTable('clients').set({ address_line }).where('tenant_id', '=', shop.tenant.id);
      await clients.where('id', '=', ids[n % 2]!).execute();
    }
    await recordAct(db, act);
  });
  await inTenant(here.app, shop.tenant, (db) => recordAct(db, { ...act, operation: 'no change' }));
  type Said = Record<string, { address_line?: string | null }> | null;
  const [many, none] = await here.sql<{ before: Said; after: Said }>`select before, after from acts
    where tenant_id = ${shop.tenant.id} and operation like '% change%' and actor = 'user:ana' order by at, id`;
  for (const [nth, id] of ids.entries()) {
    // A null of before is not written, and the first of them found one.
    assert.deepEqual(many!.before![`clients/${id}`], {});
    assert.match(many!.after![`clients/${id}`]!.address_line!, nth === 0 ? /^40 / : /^39 /);
  }
  assert.deepEqual(none, { before: null, after: null });
  const { acts } = await shop.get('{ acts(operation: "many changes", first: 5) { records { before } } }');
  const shown = Object.values(acts.records[0].before) as Answer[];
  assertEach(shown, (one) => Object.entries(one).filter(([name]) => name === 'address_line'), [
    [['address_line', null]],
    [['address_line', null]],
  ]);
});

test('a notice that was applied as it came is a digest in its act, shown as it is, and told whole once it changes', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice } = await invoicedOrder(shop);
  await sendNotice(here, shop, { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'PAC_AUTHORIZED' });
  const [row] = await here.query<{ id: string }>('select id from pac_notices where document_id = $1', [invoice.id]);
  const { id } = row!;
  const key = `pac_notices/${id}`;
  const [written] = await here.query<{ names: string[] }>(
    'select array(select jsonb_object_keys(after -> $1)) as names from acts where after ? $1',
    [key],
  );
  assert.deepEqual(written, { names: ['#*'] });

  const shownOf = async (nth: number) => {
    const acts = await shop.call('acts { records { after } }', { entityId: invoice.id, first: 50 });
    return acts.records.map(({ after }: Answer) => after?.[key]).filter(Boolean)[nth];
  };
  const { cufe, legal_status: legalStatus, document_id: documentId } = await shownOf(0);
  assert.deepEqual([cufe, legalStatus, documentId], [invoice.cufe, 'PAC_AUTHORIZED', invoice.id]);
  assert.deepEqual((await verifyTenant(here.app, shop.tenant, [])).problems, []);

  // As a superuser does, past every trigger.
  const changed = [
    ['cufe', 'text', 'another'],
    ['legal_status', 'text', 'DGI_AUTHORIZED'],
    ['body', 'jsonb', '{}'],
  ] as const;
  for (const [column, type, value] of changed) {
    const [was] = await here.query<{ value: string }>(
      `select ${column}::text as value from pac_notices where id = $1`,
      [id],
    );
    const write = (text: string) =>
      here.query(`update pac_notices set ${column} = $2::${type} where id = $1`, [id, text]);
    await write(value);
    const { problems } = await verifyTenant(here.app, shop.tenant, []);
    assert.match(JSON.stringify(problems), new RegExp(`pac_notices ${id} is not as the acts say: one of .*${column}`));
    await write(was!.value);
  }
  assert.deepEqual((await verifyTenant(here.app, shop.tenant, [])).problems, []);

  // As a person does in a transaction of the tenant.
  await inTenant(here.app, shop.tenant, (db) =>
    db.updateTable('pac_notices').set({ outcome: 'looked at' }).where('tenant_id', '=', shop.tenant.id).execute(),
  );
  assert.deepEqual((await verifyTenant(here.app, shop.tenant, [])).problems, []);
  const told = await shownOf(0);
  assert.deepEqual([told.outcome, told.cufe, told.legal_status], ['looked at', invoice.cufe, 'PAC_AUTHORIZED']);

  await here.query(`update pac_notices set cufe = 'another' where id = $1`, [id]);
  const { problems } = await verifyTenant(here.app, shop.tenant, []);
  assert.match(JSON.stringify(problems), new RegExp(`pac_notices ${id} is not as the acts say: cufe`));
});

/** Written as a service did long ago: its id begins with its millisecond. */
const ON_DAYS = `
  insert into acts (tenant_id, id, at, actor, operation, entity_ids)
  select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(n::text, 12, '0'))::uuid, at,
    case n % 2 when 0 then 'user:ana' else 'user:eva' end, case n % 3 when 0 then 'updateClient' else 'createOrder' end, array[$2::uuid]
  from generate_series(0, $3::int - 1) n, lateral (select timestamptz '2026-03-01T00:00Z' + n * interval '30 minutes' as at) one`;

const ASK = `query ($from: Date, $to: Date, $actor: String, $operation: String, $entityId: UUID, $first: Int!, $offset: Int! = 0, $after: String) {
  acts(from: $from, to: $to, actor: $actor, operation: $operation, entityId: $entityId, first: $first, offset: $offset, after: $after) {
    totalCount records { number id operation actor at } pageInfo { endCursor hasNextPage } } }`;

interface Acts {
  acts: {
    totalCount: number;
    records: { number: number; id: string; operation: string; actor: string; at: string }[];
    pageInfo: { endCursor: string; hasNextPage: boolean };
  };
}

test('acts are listed by the days of the business, by who and what; pages meet, and old days are read along their index', async () => {
  const { here, shop } = await newShop(quietWorld());
  const other = await newClient(shop, 'Berta');
  // Made by another system: its id does not say when.
  const about = randomUUID();
  const count = 48 * 40;
  await here.query(ON_DAYS, [shop.tenant.id, about, count]);
  const ask = async (more: object) => ((await shop.get(ASK, { first: 1000, ...more })) as Acts).acts;
  // Panama is five hours behind UTC, the whole year: its 9 March begins at 05:00 of UTC.
  const day = { from: '2026-03-09', to: '2026-03-09' };
  const begins = Date.UTC(2026, 2, 9, 5);
  const expected = Array.from({ length: 48 }, (_, half) => begins + half * 1_800_000).toReversed();
  const ofDay = await ask(day);
  assertEach(ofDay.records, ({ at }) => Date.parse(at), expected);
  assert.equal(ofDay.totalCount, 48);
  // Every third of 48 halves in a row is an updateClient, and half of those are Ana's.
  const both = await ask({ ...day, operation: 'updateClient', actor: 'user:ana' });
  assert.equal(both.totalCount, 8);
  assert.ok(both.records.every((one) => one.operation === 'updateClient' && one.actor === 'user:ana'));
  assert.equal((await ask({ from: '2026-03-09', entityId: about, first: 1 })).totalCount, count - 48 * 8 - 10);
  assert.deepEqual((await ask({ to: '2026-02-27' })).records, []);

  const first = await ask({ ...day, first: 30 });
  const second = await ask({ ...day, first: 30, after: first.pageInfo.endCursor });
  const skipped = await ask({ ...day, first: 30, offset: 30 });
  assert.deepEqual([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage], [true, false]);
  assert.deepEqual([...first.records, ...second.records], ofDay.records);
  assert.deepEqual(skipped.records, second.records);

  const one = ofDay.records[7]!;
  const { act } = await shop.get('query ($id: UUID!) { act(id: $id) { number at } }', { id: one.id });
  assert.deepEqual(act, { number: one.number, at: one.at });

  await here.query('analyze acts');
  // How many rows a question reads, whatever the time that it takes.
  const rowsOf = (asked: object) =>
    inTenant(here.app, shop.tenant, async (db) => {
      const read = async () => {
        const { rows } = await sql<{ read: string }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'acts'`.execute(db);
        return Number(rows[0]!.read);
      };
      const before = await read();
      await listActs(db, 50, { offset: 0, ...asked });
      return (await read()) - before;
    });
  assert.deepEqual(
    [(await rowsOf(day)) <= 48 * 4, (await rowsOf({ entityId: other })) <= 10, (await rowsOf({})) <= 60],
    [true, true, true],
  );
});

test('what rows came to is computed where it is asked for, of a whole page at once', async () => {
  const { here, shop } = await newShop(quietWorld());
  for (const name of ['Una', 'Otra']) await newClient(shop, name);
  const computing = async (fields: string) => {
    const transactions = await statementsOf(here, () => shop.get(`{ acts { records { id ${fields} } } }`));
    return transactions.flat().filter(({ text }) => text.includes('act_after')).length;
  };
  assert.deepEqual([await computing('before'), await computing('after')], [0, 1]);
  const { acts } = await shop.get('{ acts { records { after } } }');
  const names = acts.records.flatMap(({ after }: { after: Record<string, { name?: string }> }) =>
    Object.values(after).map(({ name }) => name),
  );
  assert.deepEqual(names.slice(0, 2), ['Otra', 'Una']);
});

/** Columns that acts never tell. */
const UNTOLD = ['tenant_id', 'updated_at', 'changed_minute', 'folded', 'average_cost'];

/** The row as an act tells of it, from the table itself: without what is null, in UTC. */
async function rowOf(here: World, table: string, id: string): Promise<Record<string, unknown>> {
  const [found] = await here.query<{ row: Record<string, unknown> }>(
    `select jsonb_strip_nulls(to_jsonb(r) - $1::text[]) as row from ${table} r where id = $2`,
    [UNTOLD, id],
  );
  return found!.row;
}

type Told = Record<string, Record<string, unknown> | null>;
interface ToldActs {
  records: { operation: string; before: Told; after: Told }[];
}

test('what is written once is told as it was, of a row that is gone as well, and the database refuses to change it', async () => {
  const { here, shop } = await newShop(quietWorld());
  const clientId = await newClient(shop, 'Ana');
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '2' }]);
  const line = await here.query<{ id: string }>('select id from order_lines where order_id = $1', [order.id]);
  const keys = [`orders/${order.id}`, `order_lines/${line[0]!.id}`] as const;
  const made = [await rowOf(here, 'orders', order.id), await rowOf(here, 'order_lines', line[0]!.id)];
  const kept = await here.query<{ after: Told }>(`select after from acts where after ? $1`, [keys[1]]);
  assert.deepEqual(Object.keys(kept[0]!.after[keys[1]]!), ['#1']);
  await shop.call('updateOrder', { orderId: order.id, input: { lines: [{ itemId, quantity: '3' }] } });
  await placeActs(here.app, shop.tenant);
  const acts = (await shop.call('acts { records { operation before after } }', { entityId: order.id })) as ToldActs;
  const first = acts.records.find(({ operation }) => operation === 'createOrder')!;
  assert.deepEqual([first.before[keys[0]], first.before[keys[1]]], [null, null]);
  assert.deepEqual([first.after[keys[0]], first.after[keys[1]]], made);
  assert.equal((await here.query('select from order_lines where id = $1', [line[0]!.id])).length, 0);

  await assert.rejects(
    inTenant(here.app, shop.tenant, (db) =>
      sql`update orders set created_by = 'user:eva' where id = ${order.id}`.execute(db),
    ),
    /written once/,
  );
  await here.rewrite([`update orders set created_by = 'user:eva' where id = $1`, [order.id]]);
  const { problems } = await verifyTenant(here.app, shop.tenant, []);
  assert.match(
    problems.map(({ detail }) => detail).join(),
    /^orders \S+ is not as the acts say: one of id, number, created_by, created_at$/,
  );
});

test('what changes without an act of its own is told, on any connection and at any moment of its transaction', async () => {
  const { here, shop } = await newShop(quietWorld());
  const ids = await Promise.all(['Ana', 'Berta', 'Carla'].map((name) => newClient(shop, name)));
  const rename = (id: string) =>
    sql`update clients set name = name || ' Ruiz' where tenant_id = ${shop.tenant.id} and id = ${id}`;
  await inTenant(here.app, shop.tenant, (db) => rename(ids[0]!).execute(db));
  // After the act of its transaction.
  await inTenant(here.app, shop.tenant, async (db) => {
    await recordAct(db, { actor: 'user:ana', operation: 'first', entityIds: [] });
    await rename(ids[1]!).execute(db);
  });
  // As a process of the release before does, which promises nothing.
  const client = await here.database.pool.connect();
  try {
    await client.query(`begin; set local role app_tenant; set local app.tenant_id = '${shop.tenant.id}'`);
    await client.query(`update clients set name = name || ' Ruiz' where id = $1`, [ids[2]]);
    await client.query('commit');
  } finally {
    client.release();
  }
  const rest = await here.query<{ actor: string; id: string; name: string }>(
    `select actor, entity_ids[1] as id, after -> ('clients/' || entity_ids[1]) ->> 'name' as name from acts
     where tenant_id = $1 and operation = 'change of clients' order by turn`,
    [shop.tenant.id],
  );
  assert.deepEqual(
    rest,
    ['Ana', 'Berta', 'Carla'].map((name, at) => ({ actor: 'service:system', id: ids[at], name: `${name} Ruiz` })),
  );
  assert.deepEqual((await verifyTenant(here.app, shop.tenant, [])).problems, []);
});
