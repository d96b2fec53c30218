// `folio verify --everything`: each column of each table is found when a superuser rewrites it, or the output names it as not proven.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { verifyTenant, type TableProof } from '../../src/cli/verify-tenant.ts';
import { up } from '../../migrations/0115_acts_of_migrations.ts';
import { forMigrations } from '../../src/wiring/open-database.ts';
import { placeActs } from '../../src/tenancy/index.ts';
import { recounted } from '../support/recounted.ts';
import { invoicedOrder, newItem } from '../support/business.ts';
import { tellStory } from '../support/api-story.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

let here: World;
let shop: TestTenant;
let proof: TableProof[];

const verify = () => verifyTenant(here.app, shop.tenant, []);

before(async () => {
  here = await createWorld();
  shop = await here.tenant();
  await tellStory(here, shop);
  await here.app.jobs.stop();
  await placeActs(here.app, shop.tenant);
  const told = await verify();
  assert.deepEqual(told.problems, []);
  proof = told.proof;
});

/** Rows that acts tell of, where they do not tell of all. */
const TOLD: Readonly<Record<string, string>> = {
  offices: 'not is_main',
  billing_points: 'not is_first',
  inventory_logs: `method = 'manual_adjustment'`,
  // Salt is of texts. One that is not settled is taken for a new one under another id, and gets another place.
  acts: 'after is not null and turn <= (select settled_turn from act_heads where act_heads.tenant_id = acts.tenant_id)',
  // Series without counts have no row.
  kept_counts: 'count <> 0',
};

interface Column {
  table: string;
  column: string;
  type: string;
  labels: string[] | null;
}

/** Other values that a superuser might write there, by type; a constraint may refuse some. */
function others({ column, type, labels }: Column): string[] {
  const is = `"${column}"`;
  if (labels !== null) return labels.map((label) => `'${label}'`);
  if (type.endsWith('[]')) return [`${is} || ${is}`, `'{}'`, `array[gen_random_uuid()]::${type}`];
  const known: Record<string, string[]> = {
    uuid: ['gen_random_uuid()'],
    text: [`${is} || '7'`, `substr(${is}, 2) || '7'`, `'x'`, `'7'`, `'DE'`, `upper(${is})`, `lower(${is})`, 'null'],
    'timestamp with time zone': [`coalesce(${is}, now()) - interval '1 hour'`, 'null'],
    date: [`coalesce(${is}, current_date) - 40`],
    boolean: [`not coalesce(${is}, false)`, 'null'],
    jsonb: [`'{"x": 1}'`, `'[1]'`],
    bytea: [`'\\x00'`, `sha256(coalesce(${is}, ''))`],
  };
  return known[type] ?? [`coalesce(${is}, 0) + 1`, `coalesce(${is}, 0) - 1`, '1', '0', 'null'];
}

/** Answers how it is undone; undefined where no row takes any other value. */
async function rewriteOne(one: Column): Promise<[string, unknown[]] | undefined> {
  const { table, column, type } = one;
  const tenant = table === 'tenants' ? 'id' : 'tenant_id';
  const where = `${tenant} = $1 and ${TOLD[table] ?? 'true'}`;
  for (const value of others(one)) {
    const text = `update ${table} set "${column}" = ${value} where ctid = (select ctid from ${table} where ${where} order by ctid desc limit 1)
      and "${column}" is distinct from (${value})`;
    const was = `select "${column}"::text as was, ctid::text as at from ${table} where ${where} order by ctid desc limit 1`;
    const [row] = await here.query<{ was: string | null; at: string }>(was, [shop.tenant.id]);
    if (row === undefined) return undefined;
    const client = await here.database.pool.connect();
    try {
      await client.query('begin; set local session_replication_role = replica');
      const { rows } = await client.query<{ at: string }>(`${text} returning ctid::text as at`, [shop.tenant.id]);
      await client.query('commit');
      if (rows.length > 0) {
        return [`update ${table} set "${column}" = $1::text::${type} where ctid = $2::tid`, [row.was, rows[0]!.at]];
      }
    } catch {
      await client.query('rollback');
    } finally {
      client.release();
    }
  }
  return undefined;
}

async function columnsOf(pick: (one: TableProof) => readonly string[]): Promise<Map<string, Column[]>> {
  const rows = await here.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       (select array_agg(enumlabel::text) from pg_enum where enumtypid = a.atttypid) as labels
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const picked = new Map(proof.map((one) => [one.table, pick(one)]));
  return Map.groupBy(
    rows.filter(({ table, column }) => picked.get(table)?.includes(column)),
    ({ table }) => table,
  );
}

test('what earlier migrations changed is told by an act, and is no alarm', async () => {
  const other = await here.tenant();
  const { invoice } = await invoicedOrder(other);
  await other.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "5") { id } }', { id: invoice.id });
  const own = [other.tenant.id];
  await here.rewrite(
    // As 1.9 named it, before 0102; and a payment that 0095 took back.
    [
      `update acts set after = replace(after::text, '"Principal"', '"Main"')::jsonb where tenant_id = $1 and id in (select unplaced_acts($1, null))`,
      own,
    ],
    [
      `insert into refunds (tenant_id, id, payment_id, invoice_id, amount, reason, refunded_at, created_by)
       select tenant_id, gen_random_uuid(), id, invoice_id, amount, 'x', paid_at, 'migration' from payments where tenant_id = $1`,
      own,
    ],
    [`update invoices set paid = 0, invoice_status = 'UNPAID' where tenant_id = $1`, own],
    // As a command of the release before did.
    [`update tenants set webhook_secret = 'x', webhook_secret_before_until = now() where id = $1`, own],
  );
  await placeActs(here.app, other.tenant);
  const problems = async () => (await verifyTenant(here.app, other.tenant, [])).problems.map(({ detail }) => detail);
  const before = (await problems()).join('; ');
  assert.match(before, /locations .*: name;.*refunds .* without an act/s);
  assert.match(before, /invoices .*: invoice_status, paid/);
  assert.match(before, /tenants .*: webhook_secret_before_until/);
  await up(forMigrations(here.database.db));
  assert.deepEqual(await problems(), []);
});

test('what acts tell of is found, column by column', async () => {
  const tables = [...(await columnsOf(({ compared }) => compared)).values()];
  assert.ok(tables.length >= 26, `${tables.length} tables`);
  const missed: string[] = [];
  let [found, refused] = [0, 0];
  // One column of each table at a time: what is found names its table.
  for (let nth = 0; nth < Math.max(...tables.map(({ length }) => length)); nth++) {
    const undo: [string, unknown[]][] = [];
    const changed: Column[] = [];
    for (const one of tables.flatMap((columns) => columns.slice(nth, nth + 1))) {
      const back = await rewriteOne(one);
      if (back === undefined) refused += 1;
      else {
        undo.push(back);
        changed.push(one);
      }
    }
    const { problems } = await verify();
    for (const { table, column } of changed) {
      const says = new RegExp(`^${table} .*(: (.*, )?(one of )?(.*, )?${column}(,|$)|without an act|is gone)`);
      if (problems.some(({ detail }) => says.test(detail))) found += 1;
      else missed.push(`${table}.${column}`);
    }
    await here.rewrite(...undo);
  }
  assert.deepEqual(missed, []);
  assert.ok(found > 250, `${found} were found; of ${refused} columns no row takes another value`);
  assert.deepEqual((await verify()).problems, []);
});

test('what is recomputed is found, column by column', async () => {
  const missed: string[] = [];
  let found = 0;
  for (const one of [...(await columnsOf(({ recomputed }) => recomputed)).values()].flat()) {
    const back = await rewriteOne(one);
    if (back === undefined) continue;
    if ((await verify()).problems.length > 0) found += 1;
    else missed.push(`${one.table}.${one.column}`);
    await here.rewrite(back);
  }
  assert.deepEqual(missed, []);
  assert.ok(found > 50, `${found} were found`);
  assert.deepEqual((await verify()).problems, []);
});

const OF = 'tenant_id = :tenant';
const ACT = 'update acts set';
const numbered = (which: string) => `where ${OF} and id in (select id from placed_acts(:tenant) where number ${which})`;
const FOURTH = numbered('= 4');
/** The chain ends with its third act. */
const ENDED = `delete from act_places where ${OF} and before >= 3;
  update act_places set number = 3, ids = ids[1:(3 - before)::int], hashes = hashes[1:(3 - before)::int] where ${OF} and number > 3;
  update act_heads set (number, hash, settled_turn, settled_number) = (select number, hash, 0, 0 from placed_acts(:tenant) where number = 3) where ${OF}`;
const DOCUMENT = `where ${OF} and cufe is not null`;

/** The rewrite, the tables touched, the statement, and the words of the output where it is not found. */
const WAYS: readonly (readonly [what: string, tables: string, how: string, named?: string])[] = [
  ['who did it', 'acts', `${ACT} actor = 'user:eva' ${FOURTH}`],
  ['when it was done', 'acts', `${ACT} at = at - interval '1 day' ${FOURTH}`],
  ['what was done', 'acts', `${ACT} operation = 'updateClient' ${FOURTH}`],
  ['the token that was shown', 'acts', `${ACT} credential = 'token:x' ${FOURTH}`],
  ['whom it is about', 'acts', `${ACT} entity_ids = '{}' ${FOURTH}`],
  ['what was there before and after', 'acts', `${ACT} after = '{}' ${FOURTH}`],
  ['a text, as if it had been forgotten', 'acts', `${ACT} before = null, after = null, salt = null ${FOURTH}`],
  ['an act in the middle is gone', 'acts', `delete from acts ${FOURTH}`],
  [
    'the last act is gone',
    'acts',
    `delete from acts ${numbered('= (select max(number) from act_places where tenant_id = :tenant)')}`,
  ],
  [
    'the last acts are gone, and the head is set back',
    'acts act_places act_heads',
    `delete from acts ${numbered('> 3')}; ${ENDED}`,
  ],
  [
    'two acts have changed places',
    // An act without a place is given another one at the next look, unless all have seen its own.
    'act_places act_heads',
    `update act_places set ids = array(
       select case id when two[1] then two[2] when two[2] then two[1] else id end from unnest(ids) with ordinality one (id, nth) order by nth)
     from (select array_agg(id order by number) as two from placed_acts(:tenant) where number in (4, 5)) swapped where ${OF}`,
  ],
  [
    'an act is put in',
    'acts act_places',
    `insert into acts (tenant_id, id, actor, operation, entity_ids) values (:tenant, gen_random_uuid(), 'user:put-in', 'createClient', '{}');
     update act_places set number = number + 1, hashes = hashes || '\\x00'::bytea, reach = (select max(turn) from acts where ${OF}),
       ids = ids || (select id from acts where ${OF} and actor = 'user:put-in')
     where ${OF} and number = (select max(number) from act_places where ${OF})`,
  ],
  [
    'an act is put in that gets no place',
    'acts',
    `insert into acts (tenant_id, id, actor, operation, entity_ids, turn) values (:tenant, gen_random_uuid(), 'user:eva', 'createClient', '{}', 0)`,
  ],
  [
    'an act is put in twice',
    'act_places act_heads',
    `update act_places set ids = ids || ids[1], hashes = hashes || hashes[1], number = number + 1
     where ${OF} and number = (select max(number) from act_places where ${OF})`,
  ],
  [
    'a place is gone',
    'act_places act_heads',
    `delete from act_places where ${OF} and number = (select min(number) from act_places where ${OF})`,
  ],
  [
    'the last place is gone',
    'act_places act_heads',
    `delete from act_places where ${OF} and number = (select max(number) from act_places where ${OF})`,
  ],
  ['a hash in a place', 'act_places', `update act_places set hashes[1] = sha256(hashes[1]) where ${OF}`],
  ['how far a place reaches', 'act_places', `update act_places set reach = reach - 1 where ${OF}`],
  ['the head says something else', 'act_heads', `update act_heads set hash = sha256(hash) where ${OF}`],
  ['the head is gone', 'act_heads', `delete from act_heads where ${OF}`],
  [
    'numbers are taken back, so that the chain is made anew',
    'acts act_places act_heads',
    `${ACT} operation = 'nothing' ${FOURTH}; ${ENDED}`,
  ],
  [
    'all acts are gone',
    'acts act_places act_heads',
    ['acts', 'act_places', 'act_heads'].map((table) => `delete from ${table} where ${OF}`).join(';'),
  ],
  [
    'an act is gone, and the chain counted anew',
    'acts act_places act_heads',
    `recount: delete from acts ${numbered('= 3')}`,
  ],
  [
    'who did it, and the chain counted anew',
    'acts act_places act_heads',
    `recount: ${ACT} actor = 'user:eva' ${numbered('= 3')}`,
  ],
  [
    'what was sent',
    'fiscal_documents',
    `update fiscal_documents set pac_input = jsonb_set(pac_input, '{x}', '1') ${DOCUMENT}`,
  ],
  ['what was answered', 'fiscal_documents', `update fiscal_documents set pac_response = '{}' ${DOCUMENT}`],
  ['a CUFE', 'fiscal_documents', `update fiscal_documents set cufe = 'FE' || cufe ${DOCUMENT}`],
  [
    'the id at the PAC',
    'fiscal_documents',
    `update fiscal_documents set document_id = document_id || '7' ${DOCUMENT} and document_id is not null`,
  ],
  ['the company at the PAC', 'fiscal_documents', `update fiscal_documents set pac_company_id = 'other' ${DOCUMENT}`],
  [
    'a verdict',
    'fiscal_documents',
    `update fiscal_documents set legal_status = 'DGI_REJECTED' ${DOCUMENT} and legal_status = 'DGI_AUTHORIZED'`,
  ],
  ['a number', 'fiscal_documents', `update fiscal_documents set number = number || '0' ${DOCUMENT}`],
  [
    'when a document was made',
    'fiscal_documents',
    `update fiscal_documents set created_at = created_at - interval '1 day' ${DOCUMENT}`,
  ],
  [
    'an authorization of the DGI',
    'fiscal_documents',
    `update fiscal_documents set authorization_protocol = '1' ${DOCUMENT}`,
  ],
  ['a document is gone', 'fiscal_documents', `delete from fiscal_documents ${DOCUMENT}`],
  [
    'how often it is polled',
    'fiscal_documents',
    `update fiscal_documents set poll_count = 7 ${DOCUMENT}`,
    'fiscal_documents.poll_count',
  ],
  ['a total', 'invoices', `update invoices set total = total + 1 where ${OF}`],
  ['a due date', 'invoices', `update invoices set due_date = '2030-01-01' where ${OF}`],
  [
    'the client of an invoice',
    'invoices',
    `update invoices set client_id = (select id from clients where ${OF} and id <> invoices.client_id limit 1) where ${OF}`,
  ],
  [
    'the day of a sale',
    'invoices',
    `update invoices set issue_day = issue_day - 40, issued_at = issued_at - interval '40 days' where ${OF}`,
  ],
  [
    'an invoice as if voided',
    'invoices',
    `update invoices set voided_at = now(), invoice_status = 'VOID' where ${OF} and voided_at is null`,
  ],
  ['what a credit note is for', 'credits', `update credits set reason = 'x' where ${OF}`],
  ['what happened to a document', 'document_events', `update document_events set actor = 'user:eva' where ${OF}`],
  ['when it happened', 'document_events', `update document_events set at = at - interval '1 hour' where ${OF}`],
  [
    'something that happened to a document is gone',
    'document_events',
    `delete from document_events where ${OF} and kind = 'CLAIMED'`,
  ],
  [
    'something that has not happened, before the first act',
    'document_events',
    `insert into document_events (tenant_id, id, document_id, at, kind, actor, detail)
     select :tenant, gen_random_uuid(), id, '2020-01-01', 'LEGAL_STATUS', 'service:pac-webhook', '{}' from fiscal_documents ${DOCUMENT} limit 1`,
  ],
  ['what a notice said', 'pac_notices', `update pac_notices set body = body || '{"x": 1}' where ${OF}`],
  ['how much was paid', 'payments', `update payments set amount = amount + 1 where ${OF}`],
  ['when it was paid', 'payments', `update payments set paid_at = paid_at - interval '40 days' where ${OF}`],
  ['how it was paid', 'payments', `update payments set method = 'CARD' where ${OF} and method <> 'CARD'`],
  ['a payment is gone', 'payments', `delete from payments where ${OF}`],
  ['why money went back', 'refunds', `update refunds set reason = 'x' where ${OF}`],
  ['where bytes lie', 'files', `update files set storage_key = storage_key || 'x' where ${OF}`],
  ['which bytes', 'files', `update files set sha256 = repeat('0', 64) where ${OF}`],
  ['the price of an item', 'items', `update items set unit_price = unit_price + 1 where ${OF}`],
  ['the name of a client', 'clients', `update clients set name = 'Eva' where ${OF}`],
  ['the RUC of a client', 'clients', `update clients set ruc = '8-1-1' where ${OF}`],
  ['a client is gone', 'clients', `delete from clients where ${OF}`],
  ['a line of an order', 'order_lines', `update order_lines set quantity = quantity + 1 where ${OF}`],
  ['the status of an order', 'orders', `update orders set status = 'CANCELED' where ${OF} and status <> 'CANCELED'`],
  [
    'the cost of a purchase',
    'purchase_order_lines',
    `update purchase_order_lines set unit_cost = unit_cost + 1 where ${OF}`,
  ],
  [
    'who moved stock',
    'inventory_logs',
    `update inventory_logs set created_by = 'eva' where ${OF} and method = 'manual_adjustment'`,
  ],
  [
    'why stock was moved',
    'inventory_logs',
    `update inventory_logs set description = 'x' where ${OF} and method = 'manual_adjustment'`,
  ],
  [
    'who moved what a document sold',
    'inventory_logs',
    `update inventory_logs set created_by = 'eva' where ${OF} and method = 'invoice'`,
    'inventory_logs.',
  ],
  ['how much there is', 'stock_levels', `update stock_levels set on_hand = on_hand + 1 where ${OF}`],
  ['what was sold', 'item_sales', `update item_sales set units = units + 1 where ${OF}`],
  ['what a line came to', 'invoice_lines', `update invoice_lines set net = net + 1 where ${OF}`],
  [
    'the text of a line',
    'invoice_lines',
    `update invoice_lines set description = 'x' where ${OF}`,
    'invoice_lines.description',
  ],
  ['the RUC of the tenant', 'tenants', `update tenants set ruc = '8-1-1' where id = :tenant`],
  [
    'its webhook secret',
    'tenants',
    `update tenants set webhook_secret = 'x' where id = :tenant`,
    'tenants.webhook_secret',
  ],
  [
    'a token is put in, made together with the tenant',
    'api_tokens',
    `insert into api_tokens (tenant_id, id, token_sha256, user_name, role, created_at, expires_at)
     select :tenant, gen_random_uuid(), repeat('0', 64), 'eva', 'admin', created_at, now() + interval '1 day' from tenants where id = :tenant`,
  ],
  [
    'a token is no longer revoked',
    'api_tokens',
    `update api_tokens set revoked_at = null, revoked_by = null where ${OF} and revoked_at is not null`,
  ],
  ['an endpoint is sent elsewhere', 'webhook_endpoints', `update webhook_endpoints set url = url || 'x' where ${OF}`],
  [
    'a session is put in',
    'dashboard_sessions',
    `insert into dashboard_sessions (tenant_id, id_sha256, user_name, roles, created_at, used_at, expires_at)
     values (:tenant, repeat('0', 64), 'eva', '{admin}', now(), now(), now() + interval '1 day')`,
    'dashboard_sessions.*',
  ],
  [
    'a counter of numbers is set back',
    'document_numbers',
    `update document_numbers set last_number = 0 where ${OF}`,
    'document_numbers.*',
  ],
  ['events are gone', 'event_rows', `delete from event_rows where ${OF}`, 'event_rows.*'],
  ['who asked the PAC', 'pac_requests', `update pac_requests set asked_by = 'user:eva' where ${OF}`, 'pac_requests.*'],
];

test(`a superuser rewrites in ${WAYS.length} ways: each is found, or the output names what was rewritten`, async () => {
  assert.ok(WAYS.length >= 60);
  const own = (text: string) => text.replaceAll(':tenant', `'${shop.tenant.id}'`);
  const wrong: string[] = [];
  for (const [what, tables, how, named] of WAYS) {
    const touched = tables
      .split(' ')
      .map((table) => ({ table, where: own(table === 'tenants' ? 'id = :tenant' : OF) }));
    for (const { table, where } of touched)
      await here.query(
        `drop table if exists was_${table}; create table was_${table} as select * from ${table} where ${where}`,
      );
    if (how.startsWith('recount: ')) await recounted(here, shop.tenant.id, own(how.slice(9)));
    else await here.rewrite([own(how), []]);
    const { problems, proof: told } = await verify();
    const [table, column] = (named ?? '').split('.');
    const names = told.find((one) => one.table === table)?.notProven ?? [];
    const isNamed = names.some(
      (one) => one === '*' || one === column || (column === '' && one.includes('of which acts do not tell')),
    );
    if (named === undefined ? problems.length === 0 : problems.length > 0 || !isNamed) wrong.push(what);
    for (const { table: name, where } of touched) {
      const [{ columns }] = (await here.query<{ columns: string }>(
        `select string_agg(attname, ', ') as columns from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )) as [{ columns: string }];
      await here.rewrite(
        [`delete from ${name} where ${where}`, []],
        [`insert into ${name} (${columns}) overriding system value select ${columns} from was_${name}`, []],
      );
      await here.query(`drop table was_${name}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual((await verify()).problems, []);
});

test('nothing differs while people sell: what is compared was there at one moment', async () => {
  const selling = new AbortController();
  const sellers = [1, 2, 3].map(async () => {
    while (!selling.signal.aborted) await invoicedOrder(shop);
  });
  try {
    for (let time = 0; time < 20; time += 1) assert.deepEqual((await verify()).problems, []);
  } finally {
    selling.abort();
    await Promise.all(sellers);
  }
});

/** Acts of an operation, the first one first, with what the rows of a table came to in each. */
async function afters(operation: string, table: string): Promise<Record<string, unknown>[]> {
  await placeActs(here.app, shop.tenant);
  const { acts } = await shop.get(
    'query ($operation: String) { acts(operation: $operation, first: 100) { records { after } } }',
    { operation },
    'admin',
  );
  return acts.records
    .toReversed()
    .map(({ after }: Answer) => Object.entries(after).find(([key]) => key.startsWith(`${table}/`))?.[1]);
}

test('an id in two sessions of a till is two entries, and in two counts two lines: each act tells its own', async () => {
  const [entry, line] = [randomUUID(), randomUUID()];
  const [moves, counts] = [
    await afters('moveTillCash', 'till_entries'),
    await afters('countStock', 'stock_count_lines'),
  ];
  const itemId = await newItem(shop);
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const locationId = locations.find(({ isDefault }: Answer) => isDefault).id;
  for (const [amount, quantity, role] of [
    ['5', '11', 'operator'],
    ['7', '13', 'admin'],
  ] as const) {
    const id = randomUUID();
    await shop.get('mutation ($id: UUID!) { openTill(id: $id, openingFloat: "0") { id } }', { id }, role);
    await shop.get(
      `mutation ($id: UUID!, $session: UUID!, $amount: Decimal!) {
        moveTillCash(id: $id, sessionId: $session, kind: IN, amount: $amount, reason: "Change") { id } }`,
      { id: entry, session: id, amount },
      role,
    );
    await shop.get(
      'mutation ($id: UUID!, $locationId: UUID!) { openStockCount(id: $id, locationId: $locationId, name: "Shelf") { id } }',
      { id, locationId },
    );
    await shop.get(
      'mutation ($id: UUID!, $lines: [StockCountLineInput!]!) { countStock(countId: $id, lines: $lines) { id } }',
      { id, lines: [{ id: line, itemId, quantity }] },
    );
  }
  const moved = (await afters('moveTillCash', 'till_entries')).slice(moves.length);
  assert.deepEqual(
    moved.map(({ id, amount }) => [id, Number(amount)]),
    [
      [entry, 5],
      [entry, 7],
    ],
  );
  const counted = (await afters('countStock', 'stock_count_lines')).slice(counts.length);
  assert.deepEqual(
    counted.map(({ id, quantity }) => [id, Number(quantity)]),
    [
      [line, 11],
      [line, 13],
    ],
  );
  assert.deepEqual((await verify()).problems, []);
  for (const [table, column, is, other] of [
    ['till_entries', 'amount', 5, 6],
    ['till_entries', 'amount', 7, 6],
    ['stock_count_lines', 'quantity', 11, 12],
    ['stock_count_lines', 'quantity', 13, 12],
  ] as const) {
    const rewritten = (from: number, to: number) =>
      here.rewrite([
        `update ${table} set ${column} = ${to} where tenant_id = '${shop.tenant.id}' and id in ('${entry}', '${line}') and ${column} = ${from}`,
        [],
      ]);
    await rewritten(is, other);
    assert.equal((await verify()).problems.length, 1, `${table} ${is}`);
    await rewritten(other, is);
  }
  assert.deepEqual((await verify()).problems, []);
});
