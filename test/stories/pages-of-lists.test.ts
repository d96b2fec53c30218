// Pages of the database that lists and months read, of a company with 8,000 invoices: counted, so that no clock is asked.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { BenchDatabase } from '../../bench/database.ts';
import { idOf } from '../../bench/data/ids.ts';
import { clientOfLists, LISTS, writeLists } from '../../bench/data/lists.ts';
import { documentsOf, LAST_INSTANT, smallShape } from '../../bench/data/shape.ts';
import { buffersOf } from '../../bench/questions/buffers.ts';
import { LIST_QUESTIONS } from '../../bench/questions/lists.ts';
import { listItems, type ITEM_ORDERS, type ItemsAsked } from '../../src/catalog/list-items.ts';
import {
  DOCUMENT_ORDERS,
  listAllDocuments,
  listDocuments,
  listPayments,
  PAYMENT_ORDERS,
  type DocumentsAsked,
} from '../../src/invoicing/list-documents.ts';
import { writeCursor } from '../../src/platform/cursor.ts';
import { listPurchaseOrders } from '../../src/purchasing/purchase-orders.ts';
import { fiscalMonth, forgetMonths, keepSomeDays } from '../../src/reports/index.ts';
import { salesBy } from '../../src/reports/sales-by.ts';
import { listOrders, ORDER_ORDERS, type OrdersAsked } from '../../src/sales/list-orders.ts';
import { findTenant, inTenant, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import { assertEach, assertNone } from '../support/assert-each.ts';
import { companyOfLists, type CompanyOfLists } from '../support/company-of-lists.ts';

const SHAPE = smallShape(40_000, 1);
let company: CompanyOfLists;
let database: BenchDatabase;
let tenant: Tenant;
before(async () => {
  company = await companyOfLists(SHAPE);
  ({ database, tenant } = company);
});
after(() => company.drop());

/** Pages of the statements as they were sent; rows that they wrote stay. */
async function pagesOf(ask: (db: TenantDb) => Promise<unknown>, of = tenant): Promise<number> {
  const { statements } = await database.listen(() => inTenant(database, of, ask));
  const reads = statements.filter((one) => /^(\/\*.*?\*\/ *)?\s*(with|select)\b/.test(one.sql));
  return inTenant(database, of, (db) => buffersOf(db, reads));
}

const MOST_OF_A_LIST = 500;
const invoices = (asked: Partial<DocumentsAsked>) => (db: TenantDb) =>
  listDocuments<{ number: string; client_id: string; id: string }>(db, 'invoices', { limit: 25, offset: 0, ...asked });

test('by client invoices are read along the names of clients', async () => {
  assert.ok((await pagesOf(invoices({ orderBy: { field: 'CLIENT', direction: 'ASC' } }))) <= MOST_OF_A_LIST);
  const asked = { orderBy: { field: 'CLIENT', direction: 'ASC' }, first: 30 } as const;
  const pages = await inTenant(database, tenant, async (db) => {
    const first = await invoices(asked)(db);
    const second = await invoices({ ...asked, after: first.pageInfo.endCursor })(db);
    return [...first.records, ...second.records].map(({ id }) => id);
  });
  const { rows } = await sql<{ id: string }>`
    select invoices.id from invoices join clients on clients.id = invoices.client_id order by clients.name, invoices.issued_at, invoices.id limit 60`.execute(
    database.db,
  );
  assert.deepEqual(
    pages,
    rows.map(({ id }) => id),
  );
});

test('clients without documents cost a list by client nothing, from either end', async () => {
  // Documents are of the first 80 of 800 clients: each has a hundred invoices, and ten credits.
  const client = (n: number) => idOf('source', SHAPE.seed, 'LC', n);
  for (const [direction, first] of [
    ['ASC', 1],
    ['DESC', 80],
  ] as const) {
    const asked = { limit: 25, offset: 0, orderBy: { field: 'CLIENT', direction } } as const;
    const invoice = await inTenant(database, tenant, invoices(asked));
    assert.deepEqual(new Set(invoice.records.map((one) => one.client_id)), new Set([client(first)]));
    const credit = await inTenant(database, tenant, (db) => listDocuments<{ client_id: string }>(db, 'credits', asked));
    const second = direction === 'ASC' ? 2 : 79;
    const third = direction === 'ASC' ? 3 : 78;
    assertEach(credit.records, (one) => one.client_id, [
      ...Array(10).fill(client(first)),
      ...Array(10).fill(client(second)),
      ...Array(5).fill(client(third)),
    ]);
  }
});

/** Debit notes have no balance; so few as there are here are sorted by their ids. */
const IS_SORTED = /^debitNotes BALANCE /;

test('in each order that is offered a page is read along an index, however much matches', async () => {
  const anywhere = { limit: 25, offset: 0 };
  const pages: Record<string, number> = {};
  for (const direction of ['ASC', 'DESC'] as const) {
    for (const name of ['invoices', 'credits', 'debitNotes'] as const)
      for (const field of DOCUMENT_ORDERS)
        pages[`${name} ${field} ${direction}`] = await pagesOf((db) =>
          listDocuments(db, name, { ...anywhere, orderBy: { field, direction } }),
        );
    pages[`items PRICE ${direction}`] = await pagesOf((db) =>
      listItems(db, { ...anywhere, orderBy: { field: 'PRICE', direction } }),
    );
    for (const field of ORDER_ORDERS)
      pages[`orders ${field} ${direction}`] = await pagesOf((db) =>
        listOrders(db, { ...anywhere, orderBy: { field, direction } }),
      );
    for (const field of PAYMENT_ORDERS)
      pages[`payments ${field} ${direction}`] = await pagesOf((db) =>
        listPayments(db, { ...anywhere, orderBy: { field, direction } }),
      );
  }
  assertNone(
    Object.entries(pages),
    ([order, read]) => !IS_SORTED.test(order) && read > (order.includes('CLIENT') ? 180 : 120),
  );
});

test('in the middle of a list a page is read as at its beginning', async () => {
  await sql`vacuum orders, invoices, payments`.execute(database.db);
  const pages: string[] = [];
  async function compare(
    name: string,
    list: (asked: {
      limit: number;
      offset: number;
      first: number;
      after?: string | null;
    }) => (db: TenantDb) => Promise<{ pageInfo: { endCursor: string | null } }>,
  ): Promise<void> {
    const asked = { limit: 25, offset: 0 };
    const begin = await pagesOf(list({ ...asked, first: 25 }));
    let after: string | null = null;
    for (let read = 0; read < 4000; read += 1000)
      after = (await inTenant(database, tenant, list({ ...asked, first: 1000, after }))).pageInfo.endCursor;
    const deep = await pagesOf(list({ ...asked, first: 25, after }));
    if (deep > begin + 120) pages.push(`${name}: ${begin} pages, then ${deep}`);
  }
  for (const direction of ['ASC', 'DESC'] as const) {
    for (const field of DOCUMENT_ORDERS)
      await compare(`invoices ${field} ${direction}`, (asked) => invoices({ ...asked, orderBy: { field, direction } }));
    for (const field of ORDER_ORDERS)
      await compare(
        `orders ${field} ${direction}`,
        (asked) => (db) => listOrders(db, { ...asked, orderBy: { field, direction } }),
      );
    for (const field of PAYMENT_ORDERS)
      await compare(
        `payments ${field} ${direction}`,
        (asked) => (db) => listPayments(db, { ...asked, orderBy: { field, direction } }),
      );
  }
  assert.deepEqual(pages, []);
});

const BY_TOTAL = { field: 'TOTAL', direction: 'DESC' } as const;

test('pages by an amount leave out none that a filter leaves', async () => {
  const clientId = clientOfLists(SHAPE.seed);
  const read: string[] = [];
  for (let after: string | null = null; ;) {
    const asked: OrdersAsked = { limit: 25, offset: 0, first: 7, after, clientId, orderBy: BY_TOTAL };
    const { records, pageInfo } = await inTenant(database, tenant, (db) => listOrders(db, asked));
    read.push(...records.map(({ id }) => id));
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  const { rows } = await sql<{ id: string }>`
    select id from orders where client_id = ${clientId} order by total desc, id desc`.execute(database.db);
  assert.deepEqual(
    read,
    rows.map(({ id }) => id),
  );
});

test('documents of all kinds are read along one index of each kind, as far into the list as one likes', async () => {
  const all = (after?: string) => (db: TenantDb) => listAllDocuments(db, { limit: 25, offset: 0, first: 25, after });
  assert.ok((await pagesOf(all())) <= MOST_OF_A_LIST);
  const begin = await pagesOf(all());
  const { rows } = await sql<{ at: string; id: string }>`
    select to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from invoices
    order by issued_at desc, id desc offset 4000 limit 1`.execute(database.db);
  const deep = await pagesOf(all(writeCursor(['documents ISSUED_AT DESC ', rows[0]!.at, rows[0]!.id])));
  assert.ok(deep <= begin + 40, `${begin} pages, then ${deep}`);
});

test('a whole code is asked of its index, and only then of all documents', async () => {
  const number = `F-${String(documentsOf(SHAPE) / 2).padStart(10, '0')}`;
  await sql`update fiscal_documents set cufe = 'FE0120000155596713-2-2015', proforma_number = 'PF-0000000077', document_id = '01HXAMPLE000000000000000'
    where number = ${number}`.execute(database.db);
  for (const search of [number, 'FE0120000155596713-2-2015', 'PF-0000000077', 'pf-77', '01HXAMPLE000000000000000']) {
    const { records } = await inTenant(database, tenant, (db) => invoices({ search })(db));
    assert.deepEqual([search, records.map((one) => one.number)], [search, [number]]);
    if (search !== 'pf-77') assert.ok((await pagesOf(invoices({ search }))) <= 60, search);
  }
});

test('generic credit notes are found by their type', async () => {
  const orders = DOCUMENT_ORDERS.map((field) => ({ field, direction: 'DESC' }) as const);
  const credits = (asked: Partial<DocumentsAsked>) => (db: TenantDb) =>
    listDocuments<{ id: string }>(db, 'genericCredits', { limit: 25, offset: 0, ...asked });
  const { rows } = await sql<{ id: string }>`
    update fiscal_documents set kind = 'CREDIT_NOTE', document_type = '06', number = 'G' || number
    where id in (select id from debit_notes order by issued_at limit 3) returning id`.execute(database.db);
  for (const orderBy of orders) {
    const { records } = await inTenant(database, tenant, credits({ orderBy }));
    assert.deepEqual(records.map(({ id }) => id).toSorted(), rows.map(({ id }) => id).toSorted());
    assert.ok((await pagesOf(credits({ orderBy }))) <= 100, orderBy.field);
  }
});

/** Pages of the names of 80 clients with documents; the documents are some 1,200. */
const PAGES_OF_NAMES = 90;

test('an identifier that no document has is asked of indexes alone, and a name of the clients who have documents', async () => {
  const orders = (asked: { search: string }) => (db: TenantDb) => listOrders(db, { limit: 25, offset: 0, ...asked });
  const identifiers = [
    'FE0120000155596713-2-2015-5900002025120100000000010010111234567890',
    'fe0120000155596713-2-2015-5900002025120100000000010010111234567890',
    '01JABCDEFGHJKMNPQRSTVWXYZ0',
    '0001-001-01-0000000001-01',
  ];
  for (const search of identifiers) assert.ok((await pagesOf(invoices({ search }))) <= 40, search);
  for (const search of ['PF-0000000099', 'F-9999999', 'nothing at all', 'nothing']) {
    for (const list of [invoices({ search }), orders({ search })]) {
      const { records } = await inTenant(database, tenant, list as (db: TenantDb) => Promise<{ records: unknown[] }>);
      assert.deepEqual([search, records], [search, []]);
      const pages = await pagesOf(list);
      assert.ok(pages <= PAGES_OF_NAMES, `${search}: ${pages} pages`);
    }
  }
  const search = 'CLIENT 00000009';
  const { records } = await inTenant(database, tenant, invoices({ search }));
  const { rows } = await sql<{ id: string }>`
    select id from invoices where client_id = (select id from clients where tenant_id = ${tenant.id} and name = 'Client 00000009')
    order by issued_at desc, id desc limit 25`.execute(database.db);
  assert.deepEqual(
    records.map(({ id }) => id),
    rows.map(({ id }) => id),
  );
  for (const list of [invoices({ search }), orders({ search })])
    assert.ok((await pagesOf(list)) <= MOST_OF_A_LIST / 2, String(await pagesOf(list)));
  // The digits of a number are still looked for in each, the newest first.
  const parts = await inTenant(database, tenant, invoices({ search: '00' }));
  assert.equal(parts.records[0]?.number, `F-${String(documentsOf(SHAPE)).padStart(10, '0')}`);
});

test('a text with a digit that no number contains is looked for in none of them', async () => {
  const ask = { limit: 100, offset: 0 };
  const orders = (search: string) => (db: TenantDb) => listOrders(db, { ...ask, search });
  const bought = (search: string) => (db: TenantDb) => listPurchaseOrders(db, { ...ask, search });
  for (const search of ['x9z', '8-123-456', '9999999', '-0000900', '00000000001', '2015,5']) {
    for (const list of [orders(search), bought(search)]) {
      const { records } = await inTenant(database, tenant, list as (db: TenantDb) => Promise<{ records: unknown[] }>);
      assert.deepEqual([search, records], [search, []]);
      const pages = await pagesOf(list);
      assert.ok(pages <= PAGES_OF_NAMES, `${search}: ${pages} pages`);
    }
  }
  // Parts of numbers are found as before.
  for (const search of ['-00000079', 'ed-', '79', 'D']) {
    const { records } = await inTenant(database, tenant, orders(search));
    const { rows } = await sql<{ number: string }>`
      select number from orders where tenant_id = ${tenant.id} and strpos(upper(number), ${search.toUpperCase()}) > 0
      order by number = ${`PED-${search.padStart(10, '0')}`} desc, number desc limit 100`.execute(database.db);
    assert.ok(rows.length > 0);
    assert.deepEqual(
      records.map(({ number }) => number),
      rows.map(({ number }) => number),
    );
  }
});

test('a part of a code is looked for in the indexes of codes, and in documents where many contain it', async () => {
  await sql`update fiscal_documents set cufe = 'FE01-q7W-' || id where number = 'F-0000000300'`.execute(database.db);
  await sql`update fiscal_documents set document_id = 'Q7w' || id where number in ('F-0000000200', 'N-0000000200')`.execute(
    database.db,
  );
  await sql`update fiscal_documents set proforma_number = 'PFAC-q7w1' where number = 'F-0000000400'`.execute(
    database.db,
  );
  await sql`vacuum analyze fiscal_documents`.execute(database.db);
  for (const search of ['x9z', '8-123-456', '9999999', 'q7w', '1-q7w', '-000000799', '-00000079']) {
    const list = invoices({ search, limit: 200 });
    const { records } = await inTenant(database, tenant, list);
    const { rows } = await sql<{ number: string }>`
      select number from fiscal_documents where tenant_id = ${tenant.id} and kind = 'INVOICE'
        and strpos(upper(concat_ws(' ', number, cufe, document_id, proforma_number)), ${search.toUpperCase()}) > 0
      order by number desc`.execute(database.db);
    assert.deepEqual([search, ...records.map(({ number }) => number)], [search, ...rows.map(({ number }) => number)]);
    const pages = await pagesOf(list);
    assert.ok(rows.length > 50 || pages <= MOST_OF_A_LIST / 2, `${search}: ${pages} pages`);
  }
  // The page behind another one is found as the first.
  const asked = { search: 'q7w', first: 1 };
  const { pageInfo } = await inTenant(database, tenant, invoices(asked));
  const { records } = await inTenant(database, tenant, invoices({ ...asked, after: pageInfo.endCursor }));
  assertEach(records, ({ number }) => number, ['F-0000000300']);
});

test('of a text that most codes contain a page is met along the newest, behind the document of that number', async () => {
  // Documents of an import may have a code as short as that.
  await sql`update fiscal_documents set document_id = '7' where number = 'F-0000000100'`.execute(database.db);
  const most: Record<string, number> = { F: 300, '-00': 300, '7': 400, '79': 2000, '9': 400, '00': 300 };
  for (const [search, pages] of Object.entries(most)) {
    const asked = { search, first: 9 };
    const begin = await pagesOf(invoices(asked));
    assert.ok(begin <= pages, `${search}: ${begin} pages`);
    const read: string[] = [];
    for (let after: string | null = null; read.length < 54;) {
      const page: Awaited<ReturnType<ReturnType<typeof invoices>>> = await inTenant(
        database,
        tenant,
        invoices({ ...asked, after }),
      );
      read.push(...page.records.map(({ number }) => number));
      after = page.pageInfo.endCursor;
    }
    const named = sql`(document_id = ${search} or number like ${`%-${search.padStart(10, '0')}`})`;
    const { rows } = await sql<{ number: string }>`
      select number from fiscal_documents join invoices using (tenant_id, id)
      where tenant_id = ${tenant.id} and strpos(concat_ws(' ', number, cufe, document_id, proforma_number), ${search}) > 0
      order by coalesce(${named}, false) desc, issued_at desc limit 54`.execute(database.db);
    assert.deepEqual([search, ...read], [search, ...rows.map(({ number }) => number)]);
  }
});

test('an item is found by its whole SKU without the names of the others', async () => {
  const items = (search: string) => (db: TenantDb) => listItems(db, { limit: 25, offset: 0, search });
  for (const search of ['SKU-00000500', 'sku-00000500']) {
    const { records } = await inTenant(database, tenant, items(search));
    assertEach(records, ({ sku }) => sku, ['SKU-00000500']);
    assert.ok((await pagesOf(items(search))) <= 12, String(await pagesOf(items(search))));
  }
  assert.equal((await inTenant(database, tenant, items('SKU-0000050'))).records.length, 10);
});

test('the documents of a month are read once, and those of a month that is over are not', async () => {
  const month = { year: 2025, month: 12 };
  // 8,000 invoices, 800 credits and 800 notes; those of before are none.
  const first = await pagesOf((db) => fiscalMonth(db, month));
  const { documents } = await inTenant(database, tenant, (db) => fiscalMonth(db, month));
  assert.equal(
    documents.reduce((sum, { count }) => sum + count, 0),
    9600,
  );
  assert.ok(first <= 9000, `${first} pages`);
  const again = await pagesOf((db) => fiscalMonth(db, month));
  assert.ok(again <= 50, `${again} pages`);
});

test('sales of days that are over are read from what is kept, however many documents they are', async () => {
  const now = new Date(Date.now() + 2 * 3_600_000);
  const asked = { from: '2025-12-01', to: '2025-12-31', limit: 25, offset: 0 };
  const weeks = (db: TenantDb) => salesBy(db, { ...asked, by: 'WEEK' }, now);
  const tenths = smallShape(4000, 2);
  await writeLists(database, tenths);
  await sql`analyze`.execute(database.db);
  const fewer = (await findTenant(database, idOf('tenant', tenths.seed, LISTS)))!;
  const pages: number[] = [];
  for (const company of [tenant, fewer]) {
    const told = await inTenant(database, company, weeks);
    pages.push(await pagesOf(weeks, company));
    while (await inTenant(database, company, (db) => keepSomeDays(db, now)));
    await sql`analyze`.execute(database.db);
    assert.deepEqual(await inTenant(database, company, weeks), told);
    pages.push(await pagesOf(weeks, company));
  }
  const [all, kept, , keptOfFewer] = pages as [number, number, number, number];
  // Most of them are of the days before the first document, which nothing keeps.
  assert.ok(kept <= 900 && all > 30 * kept, pages.join(', '));
  assert.ok(kept <= 2 * keptOfFewer, pages.join(', '));
});

test('items are put in order of what is counted of them by one look at each table, and not at each item', async () => {
  // Stock of item n is n, and it sold three times 801 - n in 30 days; what was sold on the day before them counts for none.
  const numbered = sql`(
    select n, id from items, generate_series(1, 800) n where tenant_id = ${tenant.id} and sku = 'SKU-' || lpad(n::text, 8, '0')) item`;
  const place = sql`(select id from locations where tenant_id = ${tenant.id} limit 1)`;
  const today = sql`(now() at time zone ${tenant.timeZone})::date`;
  await sql`
    insert into stock_levels (tenant_id, item_id, location_id, on_hand, reserved)
    select ${tenant.id}, id, ${place}, n + 5, 5 from ${numbered}`.execute(database.db);
  await sql`
    insert into item_sales (tenant_id, item_id, grain, period, location_id, units)
    select ${tenant.id}, id, grain::"char", period, ${place}, sum(units)
    from ${numbered}
    cross join lateral (values (0, 801 - n), (29, 2 * (801 - n)), (30, 9000 * n)) sold (ago, units)
    cross join lateral (values ('D', ${today} - ago), ('M', date_trunc('month', ${today} - ago)::date)) kept (grain, period)
    group by id, grain, period`.execute(database.db);
  await sql`vacuum analyze stock_levels, item_sales`.execute(database.db);
  const inOrder =
    (field: (typeof ITEM_ORDERS)[number], direction: 'ASC' | 'DESC', more: Partial<ItemsAsked> = {}) =>
    (db: TenantDb) =>
      listItems(db, { limit: 3, offset: 0, orderBy: { field, direction }, ...more });
  const ends = {
    ASC: ['SKU-00000001', 'SKU-00000002', 'SKU-00000003'],
    DESC: ['SKU-00000800', 'SKU-00000799', 'SKU-00000798'],
  };
  for (const direction of ['ASC', 'DESC'] as const)
    for (const field of ['AVAILABLE', 'COVERAGE', 'SOLD'] as const) {
      const { records } = await inTenant(database, tenant, inOrder(field, direction));
      const end = ends[field !== 'SOLD' ? direction : direction === 'ASC' ? 'DESC' : 'ASC'];
      assert.deepEqual([field, direction, ...records.map(({ sku }) => sku)], [field, direction, ...end]);
      const pages = await pagesOf(inOrder(field, direction));
      assert.ok(pages <= 300, `${field} ${direction}: ${pages} pages`);
    }
  // Few are counted one by one, to the same order.
  const few = await inTenant(database, tenant, inOrder('COVERAGE', 'ASC', { search: 'SKU-0000079' }));
  assertEach(few.records, ({ sku }) => sku, ['SKU-00000790', 'SKU-00000791', 'SKU-00000792']);
});

/** Indexes that a sale's documents enter or leave, and that questions of lists use. */
const OF_LISTS = [
  ...['invoices_client', 'invoices_newest', 'invoices_not_paid', 'invoices_open', 'credits_client', 'credits_newest'],
  ...[
    'credits_not_applied',
    'debit_notes_ended',
    'debit_notes_newest',
    'orders_client',
    'orders_newest',
    'orders_open',
  ],
  ...['fiscal_documents_not_issued', 'fiscal_documents_under_way', 'payments_newest', 'payments_invoice'],
];

test('questions of lists use the indexes that say so', async () => {
  await sql`select pg_stat_reset()`.execute(database.db);
  const asked = { itemId: '', locationId: '', movements: 10, documents: documentsOf(SHAPE), now: LAST_INSTANT };
  for (const { ask } of LIST_QUESTIONS)
    await inTenant(database, tenant, async (db) => {
      await ask(db, { ...asked, clientId: clientOfLists(SHAPE.seed) });
      await sql`select pg_stat_force_next_flush()`.execute(db);
    });
  const { rows } = await sql<{ name: string }>`
    select indexrelname as name from pg_stat_user_indexes where idx_scan > 0`.execute(database.db);
  const used = new Set(rows.map(({ name }) => name));
  assertNone(OF_LISTS, (index) => !used.has(index));
});

test('of a client with very many documents a page by client reads a page, at each place of the list', async () => {
  // Client 1 gets the documents of clients 3 to 60, and clients 61 to 63 one name.
  const client = (n: number) => idOf('source', SHAPE.seed, 'LC', n);
  const many = Array.from({ length: 58 }, (_, at) => client(at + 3));
  for (const table of ['orders', 'invoices', 'credits', 'debit_notes'])
    await sql`update ${sql.table(table)} set client_id = ${client(1)} where client_id = any (${many}::uuid[])`.execute(
      database.db,
    );
  const same = Array.from({ length: 3 }, (_, at) => client(at + 61));
  await sql`update clients set name = 'Client 00000061' where id = any (${same}::uuid[])`.execute(database.db);
  await sql`vacuum analyze orders, invoices, credits, debit_notes, clients`.execute(database.db);
  const wrong: string[] = [];
  for (const [table, at] of [
    ['orders', 'created_at'],
    ['invoices', 'issued_at'],
    ['credits', 'issued_at'],
    ['debit_notes', 'issued_at'],
  ] as const)
    for (const direction of ['ASC', 'DESC'] as const) {
      type Page = { records: { id: string }[]; pageInfo: { endCursor: string | null } };
      const list = (after: string | null | undefined, first: number) => async (db: TenantDb) => {
        const asked = { limit: 25, offset: 0, first, after, orderBy: { field: 'CLIENT', direction } } as const;
        return (
          table === 'orders'
            ? listOrders(db, asked)
            : listDocuments(db, table === 'debit_notes' ? 'debitNotes' : table, asked)
        ) as Promise<Page>;
      };
      const by = sql.raw(direction);
      const { rows } = await sql<{ id: string }>`
        select one.id from ${sql.table(table)} one join clients on clients.id = one.client_id
        where one.tenant_id = ${tenant.id} and one.id not in (select id from fiscal_documents where document_type = '06')
        order by clients.name ${by}, one.${sql.ref(at)} ${by}, one.id ${by}`.execute(database.db);
      const read: string[] = [];
      for (let after: string | null | undefined; read.length < rows.length;) {
        const { records, pageInfo } = await inTenant(database, tenant, list(after, 900));
        read.push(...records.map(({ id }) => id));
        if (after === pageInfo.endCursor || records.length === 0) break;
        after = pageInfo.endCursor;
        const pages = read.length % 2700 === 0 || read.length === 900 ? await pagesOf(list(after, 25)) : 0;
        if (pages > 350) wrong.push(`${table} ${direction} after ${read.length}: ${pages}`);
      }
      assert.deepEqual(
        read,
        rows.map(({ id }) => id),
        `${table} ${direction}`,
      );
    }
  assert.deepEqual(wrong, []);
});

test('a month reads its documents where they lie in the table, and those that were made later by their ids', async () => {
  const month = { year: 2025, month: 10 };
  const counted = async (): Promise<number> => {
    await inTenant(database, tenant, forgetMonths);
    const { documents } = await inTenant(database, tenant, (db) => fiscalMonth(db, month));
    return documents.reduce((sum, { count }) => sum + count, 0);
  };
  const made = (at: string, which: string) =>
    sql`update fiscal_documents set created_at = ${at} where id in (select id from invoices where issue_day = '2025-10-10' ${sql.raw(which)})`.execute(
      database.db,
    );
  const scans = async (): Promise<number> => {
    const { rows } = await sql<{ scans: number }>`
      select idx_scan::int as scans from pg_stat_user_indexes where indexrelname = 'fiscal_documents_made'`.execute(
      database.db,
    );
    return rows[0]!.scans;
  };
  await sql`
    update invoices set issued_at = '2025-10-10T12:00:00-05:00', issue_day = '2025-10-10'
    where id in (select id from invoices where tenant_id = ${tenant.id} order by issued_at limit 1000)`.execute(
    database.db,
  );
  await made('2025-10-10T12:00:00-05:00', '');
  await sql`vacuum analyze fiscal_documents, invoices`.execute(database.db);
  const before = await scans();
  assert.equal(await counted(), 1000);
  await inTenant(database, tenant, async (db) => {
    await forgetMonths(db);
    await fiscalMonth(db, month);
    await sql`select pg_stat_force_next_flush()`.execute(db);
  });
  assert.ok((await scans()) > before);
  await made('2025-12-20T12:00:00-05:00', 'order by id offset 100 limit 10');
  assert.equal(await counted(), 1000);
  await made('2025-12-20T12:00:00-05:00', '');
  assert.equal(await counted(), 1000);
});

/** Records of a hundred that have the amount 0, and how many amounts the others have. */
const SHARES = [
  { same: 0, others: 10 },
  { same: 55, others: 10 },
  { same: 95, others: 10 },
  { same: 30, others: 1e6 },
  { same: 100, others: 1 },
];

test('pages by an amount leave out none, whether most records share it or few', async () => {
  const few = smallShape(1500, 3);
  await writeLists(database, few);
  const company = (await findTenant(database, idOf('tenant', few.seed, LISTS)))!;
  const balance = sql`case when is_owed and holds_order then greatest(0, total + debited - paid) else 0 end`;
  const lists = {
    orders: { field: 'TOTAL', by: sql`total` },
    invoices: { field: 'BALANCE', by: balance },
    payments: { field: 'AMOUNT', by: sql`amount` },
  } as const;
  for (const { same, others } of SHARES) {
    const amount = sql`(select case when nth % 100 < ${same} then 0 else nth % ${others} end from (select abs(hashtext(id::text)) as nth) one)`;
    await sql`update orders set total = ${amount} where tenant_id = ${company.id}`.execute(database.db);
    await sql`update invoices set debited = ${amount}, paid = total where tenant_id = ${company.id}`.execute(
      database.db,
    );
    await sql`update payments set amount = 1 + ${amount} where tenant_id = ${company.id}`.execute(database.db);
    for (const [table, { field, by }] of Object.entries(lists))
      for (const direction of ['ASC', 'DESC'] as const) {
        const read: string[] = [];
        for (let after: string | null = null; ;) {
          const asked = { limit: 25, offset: 0, first: 7, after, orderBy: { field, direction } } as never;
          const { records, pageInfo } = await inTenant(database, company, async (db) =>
            table === 'orders'
              ? listOrders(db, asked)
              : table === 'payments'
                ? listPayments(db, asked)
                : listDocuments<{ id: string }>(db, 'invoices', asked),
          );
          read.push(...records.map(({ id }) => id));
          if (!pageInfo.hasNextPage) break;
          after = pageInfo.endCursor;
        }
        const { rows } = await sql<{ id: string }>`
          select id from ${sql.table(table)} where tenant_id = ${company.id}
          order by ${by} ${sql.raw(direction)}, id ${sql.raw(direction)}`.execute(database.db);
        assert.deepEqual(
          read,
          rows.map(({ id }) => id),
          `${table} ${field} ${direction}, ${same} of a hundred`,
        );
      }
  }
});
