// The owner's figures against a journal that the test keeps in whole cents: each dimension, margins, comparisons, and the lists behind them.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { keepSomeDays, verifyKeptSales } from '../../src/reports/index.ts';
import { unzip } from '../../src/platform/zip.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { chanceOf, type Chance } from '../faults/campaign/chance.ts';
import { newClient, newOrder } from '../support/business.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const SEED = process.env['SALES_SEED'] ?? Math.random().toString(36).slice(2, 8);
const HOUR_MS = 3_600_000;
/** Instants by Panama's clock: across midnight of Greenwich, at the ends of months and of a year, and on a leap day. */
const TIMES = [
  ...['2023-02-28T18:59', '2023-12-31T19:01', '2023-12-31T23:59', '2024-01-01T00:00', '2024-01-31T23:59'],
  ...['2024-02-01T00:00', '2024-02-15T12:30', '2024-02-28T20:15', '2024-02-29T00:00', '2024-02-29T19:30'],
  ...['2024-02-29T23:59', '2024-03-01T00:00', '2024-03-04T08:05'],
].map((time) => Date.parse(`${time}-05:00`));
const NOW = Date.parse('2024-03-06T10:00-05:00');

interface Line {
  id?: string;
  itemId: string;
  quantity: number;
  net: number;
}

interface Doc {
  id: string;
  kind: 'invoiced' | 'credited' | 'debited';
  at: number;
  clientId: string;
  seller: string;
  point: string;
  lines: Line[];
  /** Cents of tax and net together that were paid at the sale, by method, and what was to be paid. */
  paid: [method: string, cents: number][];
  owed: number;
  restocks: boolean;
  of?: Doc;
  isOver?: boolean;
}

interface Shop {
  shop: TestTenant;
  chance: Chance;
  items: Map<string, { cost: number | null; category: string }>;
  clients: string[];
  /** Office of each point. */
  points: Map<string, string>;
  docs: Doc[];
}

let here: World;
let open: Shop;
before(async () => {
  here = await createWorld({ works: false });
  here.simulator.setKnobs({ voidWindowHours: 10_000_000 });
  open = await newShop();
  for (const [at, time] of TIMES.entries()) {
    await sell(open, time);
    await sell(open, time + 1000);
    if (at > 1) await credit(open, time + 2000);
    if (at % 4 === 2) await debit(open, time + 3000);
  }
  setClock(NOW);
});

const setClock = (at: number) => (here.clock.offsetMs = at - Date.now());
const money = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (amount: string): number => Math.round(Number(amount) * 100);
const netOf = ({ lines }: Doc): number => lines.reduce((sum, { net }) => sum + net, 0);
const panama = (at: number): Date => new Date(at - 5 * HOUR_MS);
const dayOf = ({ at }: Doc): string => panama(at).toISOString().slice(0, 10);

async function newShop(): Promise<Shop> {
  const shop = await here.tenant();
  setClock(TIMES[0]! - 24 * HOUR_MS);
  const items: Shop['items'] = new Map();
  for (const [at, cost] of [125, 380, 50, null, null].entries()) {
    const category = ['A', 'B', 'A', '', 'B'][at]!;
    const createItem = await shop.call('createItem', {
      ...{ sku: `S${at}`, name: `Thing ${at}`, unitPrice: '1', taxRate: '7', category: category || null },
      ...(at === 4 ? { kind: 'SERVICE' } : { allowNegativeStock: true }),
      ...(cost !== null && { openingStock: { quantity: '1000', unitCost: money(cost) } }),
    });
    items.set(createItem.id, { cost, category });
  }
  const points = new Map<string, string>();
  for (const code of ['0001', '0002']) {
    const made = await shop.get('mutation ($input: OfficeInput!) { createOffice(input: $input) { id } }', {
      input: { code, name: `Office ${code}`, pacOfficeId: `${shop.companyId} ${code}` },
    });
    for (const point of ['001', '002']) {
      const createBillingPoint = await shop.call('createBillingPoint', { officeId: made.createOffice.id, code: point });
      points.set(createBillingPoint.id, made.createOffice.id);
    }
  }
  here.simulator.setCompany({
    ...{ companyId: shop.companyId, ruc: '155596713-2-2015', dv: '59', rucType: 2 },
    offices: ['0001', '0002'].map((branchCode) => ({
      ...{ id: `${shop.companyId} ${branchCode}`, branchCode, billingPoints: ['001', '002'] },
    })),
  });
  const clients = [await newClient(shop, 'Ana'), await newClient(shop, 'Luis'), await newClient(shop, 'Rosa')];
  return { shop, chance: chanceOf(SEED), items, clients, points, docs: [] };
}

/** Times of the rows are those of the story, so that what is kept knows what has changed since. */
async function writtenAt({ shop }: Pick<Shop, 'shop'>, at: number): Promise<void> {
  const now = new Date(at);
  await here.rewrite(
    ['update fiscal_documents set created_at = $2 where tenant_id = $1 and created_at > $2', [shop.tenant.id, now]],
    ...['invoices', 'credits', 'debit_notes'].map((table): [string, unknown[]] => [
      `update ${table} set changed_minute = date_bin('1 minute', $2::timestamptz, 'epoch') where tenant_id = $1 and changed_minute > $2`,
      [shop.tenant.id, now],
    ]),
    ['update payments set updated_at = $2 where tenant_id = $1 and updated_at > $2', [shop.tenant.id, now]],
  );
}

async function authorized(open: Shop, at: number, id: string): Promise<void> {
  const [row] = await here.sql<{ at: string }>`update fiscal_documents set legal_status = 'DGI_AUTHORIZED'
    where id = ${id} returning document_id as at`;
  await here.simulator.verdict(row!.at, 'DGI_AUTHORIZED', { webhook: false });
  await writtenAt(open, at);
}

async function sell(open: Shop, at: number): Promise<Doc> {
  const { shop, chance, items, clients, points, docs } = open;
  setClock(at);
  const role = chance.oneOf(['admin', 'operator'] as const);
  const clientId = chance.oneOf(clients);
  const point = chance.oneOf([...points.keys()]);
  const wanted = Array.from({ length: 1 + chance.below(3) }, () => ({
    itemId: chance.oneOf([...items.keys()]),
    quantity: 1 + chance.below(5),
    price: 20 + chance.below(900),
    discount: chance.below(20),
  }));
  const order = await newOrder(
    shop,
    clientId,
    wanted.map(({ itemId, quantity, price, discount }) => ({
      ...{ itemId, quantity: String(quantity), unitPrice: money(price), discount: money(discount) },
    })),
  );
  const owed = centsOf(order.total);
  const first = 1 + chance.below(owed - 1);
  const paid = chance.oneOf<[string, number][]>([
    [['CASH', owed]],
    [['CREDIT_CARD', owed]],
    [
      ['CASH', first],
      ['YAPPY', owed - first],
    ],
    [['CASH', first]],
    [],
  ]);
  const rest = owed - paid.reduce((sum, [, cents]) => sum + cents, 0);
  const payments = [
    ...paid.map(([method, cents]) => ({ method, amount: money(cents) })),
    ...(rest > 0 ? [{ method: 'CREDIT', amount: money(rest), days: 30 }] : []),
  ];
  const made = await shop.call(
    'generateInvoice { id legalStatus lines { id quantity unitPrice discount item { id } } }',
    { orderId: order.id, mode: 'DGI', billingPointId: point, payment: { payments } },
    role,
  );
  assert.equal(made.legalStatus, 'PAC_AUTHORIZED');
  await authorized(open, at, made.id);
  const lines = made.lines.map(({ id, quantity, unitPrice, discount, item }: Answer) => ({
    ...{ id, itemId: item.id, quantity: Number(quantity) },
    net: Number(quantity) * (centsOf(unitPrice) - centsOf(discount)),
  }));
  const doc: Doc = {
    ...{
      id: made.id,
      kind: 'invoiced',
      at,
      clientId,
      seller: `${role}-user`,
      point,
      lines,
      paid,
      owed,
      restocks: false,
    },
  };
  docs.push(doc);
  return doc;
}

async function credit(open: Shop, at: number): Promise<void> {
  const { shop, chance, docs } = open;
  setClock(at);
  const of = chance.oneOf(docs.filter(({ kind, isOver }) => kind === 'invoiced' && !isOver));
  if (docs.some((one) => one.of === of)) return;
  const line = chance.oneOf(of.lines);
  const restocks = chance.happens(0.5);
  const made = await shop.call('createCredit { id subtotal }', {
    ...{ invoiceId: of.id, reason: 'Broken', restock: restocks, billingPointId: of.point },
    lines: [{ invoiceLineId: line.id, quantity: '1' }],
  });
  await writtenAt(open, at);
  // Cents that are left of a line go with its last unit.
  const lines = [{ itemId: line.itemId, quantity: 1, net: centsOf(made.subtotal) }];
  const { clientId, point, paid, owed } = of;
  docs.push({
    ...{ id: made.id, kind: 'credited', at, clientId, seller: 'admin-user', point, lines, paid, owed, restocks, of },
  });
}

async function debit(open: Shop, at: number): Promise<void> {
  const { shop, chance, docs } = open;
  setClock(at);
  const of = chance.oneOf(docs.filter(({ kind }) => kind === 'invoiced'));
  const net = 100 + chance.below(500);
  const made = await shop.call('createDebitNote', {
    ...{ invoiceId: of.id, reason: 'Freight', billingPointId: of.point },
    lines: [{ description: 'Freight', quantity: '1', unitPrice: money(net), taxRate: '7' }],
  });
  await writtenAt(open, at);
  const lines = [{ itemId: '', quantity: 0, net }];
  const rest = { clientId: of.clientId, point: of.point, seller: 'admin-user', paid: [], owed: 1, restocks: false };
  docs.push({ id: made.id, kind: 'debited', at, lines, of, ...rest });
}

type Sums = Record<'invoiced' | 'credited' | 'debited' | 'costed' | 'cost' | 'units', number>;
const NONE: Sums = { invoiced: 0, credited: 0, debited: 0, costed: 0, cost: 0, units: 0 };

/** Half a cent is a whole one. */
const share = (cents: number, part: number, whole: number): number =>
  Math.floor((2 * cents * part + whole) / (2 * whole));

/** Parts of a document by key. */
function parts({ items, points }: Shop, by: string, doc: Doc): [key: string, sums: Sums][] {
  const sign = doc.kind === 'credited' ? -1 : 1;
  const sums = (lines: readonly Line[]): Sums => {
    const all = { ...NONE };
    for (const { itemId, quantity, net } of lines) {
      const units = doc.kind === 'invoiced' ? quantity : doc.restocks ? -quantity : 0;
      const cost = items.get(itemId)?.cost ?? null;
      all[doc.kind] += net;
      all.units += units;
      if (cost !== null) {
        all.costed += sign * net;
        all.cost += units * cost;
      }
    }
    return all;
  };
  const local = panama(doc.at);
  const whole = (key: string): [string, Sums][] => [[key, sums(doc.lines)]];
  switch (by) {
    case 'DAY':
      return whole(dayOf(doc));
    case 'MONTH':
      return whole(`${dayOf(doc).slice(0, 7)}-01`);
    case 'WEEK':
      return whole(new Date(local.getTime() - ((local.getUTCDay() + 6) % 7) * 24 * HOUR_MS).toISOString().slice(0, 10));
    case 'WEEKDAY':
      return whole(String(local.getUTCDay() || 7));
    case 'HOUR':
      return whole(String(local.getUTCHours()));
    case 'ITEM':
      return doc.lines.map((line) => [line.itemId, sums([line])]);
    case 'CATEGORY':
      return doc.lines.map((line) => [items.get(line.itemId)?.category ?? '', sums([line])]);
    case 'CLIENT':
      return whole(doc.clientId);
    case 'SELLER':
      return whole(doc.seller);
    case 'TILL':
      return whole(doc.point);
    case 'OFFICE':
      return whole(points.get(doc.point)!);
    default: {
      const all = sums(doc.lines);
      const found: [string, Sums][] = [];
      let upto = 0;
      const left = { ...all };
      for (const [method, cents] of doc.paid) {
        const part = {
          ...NONE,
          [doc.kind]: share(all[doc.kind], upto + cents, doc.owed) - share(all[doc.kind], upto, doc.owed),
        };
        upto += cents;
        left[doc.kind] -= part[doc.kind];
        found.push([method, part]);
      }
      return left[doc.kind] === 0 ? found : [...found, ['CREDIT', left]];
    }
  }
}

const counts = ({ isOver, of }: Doc): boolean => !isOver && !of?.isOver;
const within = (from: string, to: string) => (doc: Doc) => counts(doc) && from <= dayOf(doc) && dayOf(doc) <= to;

function expected(open: Shop, by: string, docs: readonly Doc[]): Map<string, Sums> {
  const all = new Map<string, Sums>();
  for (const [key, sums] of docs.flatMap((doc) => parts(open, by, doc))) {
    const sum = all.get(key) ?? { ...NONE };
    for (const name of Object.keys(NONE) as (keyof Sums)[]) sum[name] += sums[name];
    all.set(key, sum);
  }
  return all;
}

const FIGURES = 'sales units invoiced credited debited net costed cost profit';
const ASK = `query ($from: Date!, $to: Date!, $by: SalesDimension!, $key: String, $limit: Int! = 100) { salesBy(from: $from, to: $to, by: $by, key: $key, limit: $limit) {
  until total { ${FIGURES} } previous { from to total { net } } lastYear { from to total { net } } rowCount
  rows { key code name previous lastYear ${FIGURES} } } }`;

const ask = async (by: string, from: string, to: string, more: object = {}): Promise<Answer> =>
  (await open.shop.get(ASK, { by, from, to, ...more })).salesBy;

const DIMENSIONS = [
  'DAY',
  'WEEK',
  'MONTH',
  'WEEKDAY',
  'HOUR',
  'ITEM',
  'CATEGORY',
  'CLIENT',
  'SELLER',
  'OFFICE',
  'TILL',
  'METHOD',
];
/** A share of units or of cost that a method has is no whole one. */
const read = (row: Answer, by = ''): Partial<Sums> => {
  const { invoiced, credited, debited, costed, cost, units } = row;
  const net = { invoiced: centsOf(invoiced), credited: centsOf(credited), debited: centsOf(debited) };
  return by === 'METHOD' ? net : { ...net, costed: centsOf(costed), cost: centsOf(cost), units: Number(units) };
};
const bare = (sums: Sums, by: string): Partial<Sums> => {
  const { invoiced, credited, debited } = sums;
  return by === 'METHOD' ? { invoiced, credited, debited } : sums;
};
const isNothing = (sums: object): boolean => Object.values(sums).every((one) => one === 0);

async function everyDimension(from: string, to: string): Promise<void> {
  const docs = open.docs.filter(within(from, to));
  const total = [...expected(open, 'DAY', docs).values()].reduce(
    (sum, one) =>
      Object.fromEntries(Object.entries(sum).map(([name, cents]) => [name, cents + one[name as 'cost']])) as Sums,
    NONE,
  );
  for (const by of DIMENSIONS) {
    const told = await ask(by, from, to);
    const what = `${by} of ${from} to ${to}, seed ${SEED}`;
    assert.deepEqual(read(told.total), total, what);
    assert.equal(told.total.sales, docs.filter(({ kind }) => kind === 'invoiced').length, what);
    assert.equal(centsOf(told.total.profit), total.costed - total.cost, what);
    const rows = told.rows
      .map((row: Answer) => [row.key, read(row, by)])
      .filter(([, sums]: Answer) => !isNothing(sums));
    const should = [...expected(open, by, docs)].map(([key, sums]) => [key, bare(sums, by)] as const);
    assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(should.filter(([, sums]) => !isNothing(sums))), what);
  }
}

const keepAll = async (at: number): Promise<void> => {
  while (await inTenant(here.app, open.shop.tenant, (db) => keepSomeDays(db, new Date(at))));
};
const keptDays = () =>
  here.query(`select from kept_sales where tenant_id = $1 and dimension = 'DAY'`, [open.shop.tenant.id]);

test('each dimension is the journal to the cent, before any day is kept', async () => {
  assert.equal((await keptDays()).length, 0);
  await everyDimension('2024-02-01', '2024-02-29');
  await everyDimension('2023-01-01', '2023-12-31');
});

test('and once all days are kept, by months and by days', async () => {
  await keepAll(NOW);
  assert.ok((await keptDays()).length > 365);
  for (const [from, to] of [
    ['2024-02-01', '2024-02-29'],
    ['2023-12-15', '2024-03-04'],
    ['2023-01-01', '2023-12-31'],
    ['2024-02-29', '2024-02-29'],
  ] as const)
    await everyDimension(from, to);
});

test('a question reads what is kept, and not the documents again', async () => {
  const change = (by: string) =>
    here.sql`update kept_sales set invoiced = invoiced + ${by}
      where tenant_id = ${open.shop.tenant.id} and dimension = 'DAY' and period = '2024-02-01' and grain = 'M'`;
  const before = await ask('CLIENT', '2024-02-01', '2024-02-29');
  await change('1000');
  const after = await ask('CLIENT', '2024-02-01', '2024-02-29');
  assert.equal(centsOf(after.total.invoiced) - centsOf(before.total.invoiced), 100_000);
  await change('-1000');
});

test('a void of a kept day is told at once, and the day is counted again with the costs of its day', async () => {
  const day = '2024-02-29';
  const sold = open.docs.find(
    (doc) => doc.kind === 'invoiced' && dayOf(doc) === day && !open.docs.some(({ of }) => of === doc),
  )!;
  setClock(NOW);
  await open.shop.call('voidInvoice', { invoiceId: sold.id, reason: 'The client gave the order twice' });
  await writtenAt(open, NOW);
  sold.isOver = true;
  // Goods cost more from now on; those of days that are kept do not.
  const [costed] = [...open.items].find(([, { cost }]) => cost !== null)!;
  await open.shop.call('adjustInventory', {
    itemId: costed,
    quantityChange: '100000',
    unitCost: '9.99',
    description: 'Received',
  });
  await everyDimension('2024-02-01', '2024-02-29');
  await keepAll(NOW + 2 * HOUR_MS);
  await everyDimension('2024-02-01', '2024-02-29');
  await everyDimension(day, day);
});

test('units are those of the roll-up of sales', async () => {
  const told = await ask('ITEM', '2023-01-01', '2023-12-31');
  const rows = await here.query<{ id: string; units: string }>(
    `select item_id as id, trim_scale(sum(units))::text as units from item_sales
     where tenant_id = $1 and grain = 'D' and period between '2023-01-01' and '2023-12-31' group by 1`,
    [open.shop.tenant.id],
  );
  const units = new Map(told.rows.map((row: Answer) => [row.key, row.units]));
  for (const { id, units: should } of rows) assert.equal(units.get(id), should);
  assert.ok(rows.length > 0);
});

test('a period that runs is compared with as much of the one before and of last year', async () => {
  const sum = (from: string, to: string, until = '24:00') =>
    open.docs
      .filter(within(from, to))
      .filter((doc) => dayOf(doc) < to || panama(doc.at).toISOString().slice(11, 16) < until)
      .reduce((total, doc) => total + (doc.kind === 'credited' ? -1 : 1) * netOf(doc), 0);
  const cases = [
    // At 19:15 of the leap day: what was sold from 19:30 on is still to come.
    [
      '2024-02-29T19:15',
      'MONTH of February',
      '2024-02-01',
      '2024-02-29',
      ['2024-01-01', '2024-01-29', '19:15'],
      ['2023-02-01', '2023-02-28'],
    ],
    [
      '2024-02-15T13:00',
      'a month in its middle',
      '2024-02-01',
      '2024-02-29',
      ['2024-01-01', '2024-01-15', '13:00'],
      ['2023-02-01', '2023-02-15', '13:00'],
    ],
    [
      '2024-03-01T19:10',
      'a day',
      '2024-03-01',
      '2024-03-01',
      ['2024-02-29', '2024-02-29', '19:10'],
      ['2023-03-03', '2023-03-03'],
    ],
    [
      '2024-12-31T19:30',
      'a year',
      '2024-01-01',
      '2024-12-31',
      ['2023-01-01', '2023-12-31', '19:30'],
      ['2023-01-01', '2023-12-31', '19:30'],
    ],
    [
      '2024-03-06T10:00',
      'what is over',
      '2024-02-01',
      '2024-02-29',
      ['2024-01-01', '2024-01-31'],
      ['2023-02-01', '2023-02-28'],
    ],
  ] as const;
  for (const [now, what, from, to, previous, lastYear] of cases) {
    setClock(Date.parse(`${now}-05:00`));
    const told = await ask('HOUR', from, to);
    for (const [name, [first, last, until]] of [
      ['previous', previous],
      ['lastYear', lastYear],
    ] as const) {
      const other = told[name];
      assert.deepEqual([other.from, other.to], [first, last], `${name} of ${what}`);
      assert.equal(centsOf(other.total.net), sum(first, last, until), `${name} of ${what}, seed ${SEED}`);
      const rows = told.rows.reduce((all: number, row: Answer) => all + centsOf(row[name]), 0);
      assert.equal(rows, centsOf(other.total.net));
    }
    assert.equal(told.until !== null, what !== 'what is over');
  }
  setClock(NOW);
});

test('a figure opens the list of documents that add up to it', async () => {
  const [from, to] = ['2023-12-01', '2024-03-04'];
  const text = (list: string) => `query ($from: Date, $to: Date, $by: SalesDimension, $key: String) {
    list: ${list}(from: $from, to: $to, soldBy: $by, soldKey: $key) { totalCount sums { subtotal } } }`;
  for (const by of ['CLIENT', 'SELLER', 'OFFICE', 'TILL', 'HOUR', 'WEEKDAY'])
    for (const [key, should] of expected(open, by, open.docs.filter(within(from, to))))
      for (const [list, name] of [
        ['invoices', 'invoiced'],
        ['credits', 'credited'],
        ['debitNotes', 'debited'],
      ] as const) {
        const { list: told } = await open.shop.get(text(list), { from, to, by, key });
        assert.equal(centsOf(told.sums.subtotal), should[name], `${list} of ${by} ${key}, seed ${SEED}`);
      }
  for (const by of ['ITEM', 'CATEGORY', 'METHOD'])
    for (const key of expected(open, by, open.docs.filter(within(from, to))).keys()) {
      const has = open.docs.filter((doc) => within(from, to)(doc) && doc.kind === 'invoiced');
      const should = has.filter((doc) => parts(open, by, doc).some(([one]) => one === key)).length;
      const { list } = await open.shop.get(text('invoices'), { from, to, by, key });
      assert.equal(list.totalCount, should, `${by} ${key}, seed ${SEED}`);
    }
});

test('the row of one key is told alone, to the cent of the journal, beside the totals of all', async () => {
  const [from, to] = ['2023-12-01', '2024-03-04'];
  for (const by of DIMENSIONS) {
    const all = await ask(by, from, to);
    for (const [key, should] of expected(open, by, open.docs.filter(within(from, to)))) {
      const alone = await ask(by, from, to, { key, limit: 1 });
      const what = `${by} ${key}, seed ${SEED}`;
      assert.deepEqual([alone.rowCount, alone.rows.map((row: Answer) => read(row, by))], [1, [bare(should, by)]], what);
      assert.deepEqual([alone.rows[0], alone.total], [all.rows.find((row: Answer) => row.key === key), all.total]);
    }
    const none = await ask(by, from, to, { key: 'nothing' });
    assert.deepEqual([none.rowCount, none.rows], [0, []]);
  }
});

test('rows come in pages, the largest first, with what their keys are called', async () => {
  const all = await ask('ITEM', '2023-01-01', '2024-02-29');
  const nets = all.rows.map(({ net }: Answer) => centsOf(net));
  assert.deepEqual(
    nets,
    nets.toSorted((a: number, b: number) => b - a),
  );
  const page = await ask('ITEM', '2023-01-01', '2024-02-29', { limit: 2 });
  assert.deepEqual([page.rows, page.rowCount], [all.rows.slice(0, 2), all.rowCount]);
  const named = all.rows.filter(({ key }: Answer) => key !== '');
  for (const { code, name } of named) assert.deepEqual([code.slice(0, 1), name], ['S', `Thing ${code.slice(1)}`]);
});

test('a cashier asks nothing of it, another company sees nothing, and what makes no sense is refused', async () => {
  const asked = { by: 'ITEM', from: '2024-02-01', to: '2024-02-29' };
  assert.equal((await open.shop.refusal(ASK, asked, 'cashier')).code, 'FORBIDDEN');
  const other = await here.tenant();
  assert.deepEqual((await other.get(ASK, asked)).salesBy.rows, []);
  for (const wrong of [
    { from: '2024-03-01', to: '2024-02-01' },
    { from: '2020-01-01', to: '2024-01-01' },
    { from: '9999-12-01', to: '9999-12-31' },
  ])
    assert.equal((await open.shop.refusal(ASK, { ...asked, ...wrong })).code, 'BAD_USER_INPUT');
});

test('the files have the rows of each dimension, and their columns add up to the journal', async () => {
  const { shop } = open;
  const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
  const [from, to] = ['2024-01-01', '2024-02-29'];
  const docs = open.docs.filter(within(from, to));
  for (const by of DIMENSIONS) {
    const file = (format: string, more = '') =>
      fetch(`${here.url}/export/sales.${format}?from=${from}&to=${to}&by=${by}${more}`, { headers });
    const [heading, ...rows] = (await (await file('csv')).text()).trim().split('\r\n');
    const names = heading!.replace('\uFEFF', '').split(',');
    const of = (cells: string[], name: string) => cells[names.indexOf(name)]!;
    const read = (cells: string[]) => ({
      invoiced: centsOf(of(cells, 'Facturado')),
      credited: centsOf(of(cells, 'Acreditado')),
      debited: centsOf(of(cells, 'Debitado')),
      net: centsOf(of(cells, 'Ventas netas')),
    });
    const told = rows
      .map((row) => row.split(','))
      .map((cells) => [of(cells, 'Clave').replace(/^'/, ''), read(cells)] as const)
      .filter(([, sums]) => !isNothing(sums));
    const should = [...expected(open, by, docs)]
      .map(([key, { invoiced, credited, debited }]) => {
        const sums = { invoiced, credited, debited, net: invoiced + debited - credited };
        return [key, sums] as const;
      })
      .filter(([, sums]) => !isNothing(sums));
    assert.deepEqual(Object.fromEntries(told), Object.fromEntries(should), `${by}, seed ${SEED}`);
    assert.equal(told.length, should.length);
    if (by !== 'METHOD') {
      const column = (name: string) => rows.reduce((sum, row) => sum + centsOf(of(row.split(','), name)), 0);
      const [cost, costed] = [...expected(open, 'DAY', docs).values()].reduce(
        ([cost, costed], one) => [cost + one.cost, costed + one.costed],
        [0, 0],
      );
      const sums = ['Costo', 'Ventas con costo conocido', 'Ganancia'].map(column);
      assert.deepEqual(sums, [cost, costed, costed - cost], `${by}, seed ${SEED}`);
    }
    const sheet = unzip(Buffer.from(await (await file('xlsx')).arrayBuffer())).get('xl/worksheets/sheet1.xml')!;
    assert.equal([...sheet.toString().matchAll(/<row /g)].length, rows.length + 1, by);
    const netOfSheet = [...sheet.toString().matchAll(/<c r="F\d+"[^>]*><v>(.*?)<\/v>/g)].map(([, net]) => net!);
    const net = should.reduce((sum, [, one]) => sum + one.net, 0);
    assert.equal(
      netOfSheet.map(centsOf).reduce((sum, one) => sum + one, 0),
      net,
      by,
    );
  }
  const named = await (await fetch(`${here.url}/export/sales.csv?from=${from}&to=${to}&by=METHOD`, { headers })).text();
  assert.match(named, /^CASH,,Efectivo,/m);
  for (const wrong of [
    `from=${from}&to=${to}&by=COLOR`,
    `from=2024-02-30&to=${to}&by=DAY`,
    `from=${to}&to=${from}&by=DAY`,
  ])
    assert.equal((await fetch(`${here.url}/export/sales.csv?${wrong}`, { headers })).status, 400, wrong);
  const cashier = { authorization: `Bearer ${await shop.token('cashier')}` };
  const asked = `${here.url}/export/sales.csv?from=${from}&to=${to}&by=DAY`;
  assert.equal((await fetch(asked, { headers: cashier })).status, 403);
  const other = await here.tenant();
  const strangers = { authorization: `Bearer ${await other.token('viewer')}` };
  assert.equal(
    (await (await fetch(asked.replace('by=DAY', 'by=ITEM'), { headers: strangers })).text()).trim().split('\r\n')
      .length,
    1,
  );
});

test('`folio verify` names what is kept otherwise than its documents say, of a day and of a month', async () => {
  const verified = async () =>
    (await inTenant(here.app, open.shop.tenant, verifyKeptSales, { kind: 'snapshot' })).map(({ detail }) => detail);
  assert.deepEqual(await verified(), []);
  const [item] = open.docs.find((doc) => doc.kind === 'invoiced' && dayOf(doc) === '2024-02-15' && counts(doc))!.lines;
  const cases: [column: string, where: string, key: string, told: RegExp][] = [
    ['invoiced', `dimension = 'DAY' and grain = 'D' and period = '2024-02-15'`, '', /^2024-02-15, DAY - is not kept/],
    ['cost', `dimension = 'ITEM' and grain = 'D' and period = '2024-02-15'`, item!.itemId, /^2024-02-15, ITEM /],
    [
      'sales',
      `dimension = 'SELLER' and grain = 'M' and period = '2024-02-01'`,
      'admin-user',
      /^2024-02-01 \(month\), SELLER /,
    ],
  ];
  for (const [column, where, key, told] of cases) {
    const change = (by: number) =>
      here.query(
        `update kept_sales set ${column} = ${column} + ${by} where tenant_id = $1 and ${where} and key = $2 returning 1`,
        [open.shop.tenant.id, key],
      );
    assert.equal((await change(1)).length, 1, told.source);
    const details = await verified();
    assert.ok(
      details.some((one) => told.test(one)),
      `${told.source} in ${details.join('; ')}`,
    );
    await change(-1);
  }
  // A row that no document has, and one that is gone.
  const day = `dimension = 'HOUR' and grain = 'D' and period = '2024-02-15'`;
  const moved = (from: string, to: string) =>
    here.query(`update kept_sales set key = $3 where tenant_id = $1 and ${day} and key = $2`, [
      ...[open.shop.tenant.id, from, to],
    ]);
  await moved('12', '3');
  assert.deepEqual(
    (await verified()).filter((one) => one.startsWith('2024-02-15')),
    ['2024-02-15, HOUR 12 is not kept as its documents say', '2024-02-15, HOUR 3 is not kept as its documents say'],
  );
  await moved('3', '12');
  assert.deepEqual(await verified(), []);
});

test('a corrected payment counts by its right method, one of a proforma once that is filed, and kept days follow', async () => {
  const shop = await here.tenant();
  const [made, filed] = [Date.parse('2024-02-20T12:00-05:00'), Date.parse('2024-02-21T12:00-05:00')];
  setClock(made);
  const input = { sku: 'HOUR', name: 'An hour', unitPrice: '1', taxRate: '0', kind: 'SERVICE' };
  const [{ id: itemId }, clientId] = [await shop.call('createItem', input), await newClient(shop)];
  const sold = async (price: string, mode: string, method?: string): Promise<Answer> => {
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '1', unitPrice: price }]);
    const payment = method === undefined ? {} : { payment: { payments: [{ method, amount: price }] } };
    return shop.call('generateInvoice { id payments { id } }', { orderId: order.id, mode, ...payment });
  };
  const correct = (sale: Answer, amount: string, method: string) =>
    shop.call('correctPayment', { paymentId: sale.payments[0].id, amount, method, reason: 'The other one' });
  /** Cents of each day and method. */
  const should = async (days: Record<string, Record<string, number>>): Promise<void> => {
    for (const [day, methods] of Object.entries(days)) {
      const period = { from: day, to: day, by: 'METHOD' };
      const { rows } = await shop.call('salesBy { rows { key invoiced } }', period);
      assert.deepEqual(Object.fromEntries(rows.map((row: Answer) => [row.key, centsOf(row.invoiced)])), methods, day);
      for (const [key, cents] of Object.entries({ CASH: 0, YAPPY: 0, CREDIT_CARD: 0, CREDIT: 0, ...methods })) {
        const { sums } = await shop.call('invoices { sums { subtotal } }', {
          ...{ from: day, to: day, soldBy: 'METHOD', soldKey: key },
        });
        assert.equal(centsOf(sums.subtotal), cents, `${day} ${key}`);
      }
    }
    const problems = await inTenant(here.app, shop.tenant, verifyKeptSales, { kind: 'snapshot' });
    assert.deepEqual(problems, []);
  };
  const keep = async (at: number): Promise<void> => {
    while (await inTenant(here.app, shop.tenant, (db) => keepSomeDays(db, new Date(at))));
  };

  const [cash, card] = [await sold('1', 'DGI', 'CASH'), await sold('20', 'DGI', 'CREDIT_CARD')];
  const [paid, back] = [await sold('300', 'PROFORM', 'YAPPY'), await sold('4000', 'PROFORM', 'CASH')];
  const owed = await sold('50000', 'PROFORM');
  await shop.call('refundPayment', { paymentId: back.payments[0].id, amount: '4000', reason: 'Not wanted yet' });
  await writtenAt({ shop }, made);
  await should({ '2024-02-20': { CASH: 400_100, CREDIT_CARD: 2000, YAPPY: 30_000, CREDIT: 5_000_000 } });

  setClock(filed);
  for (const { id } of [paid, back, owed]) await shop.call('convertInvoiceToDgi', { invoiceId: id });
  await writtenAt({ shop }, filed);
  const days = { '2024-02-20': { CASH: 100, CREDIT_CARD: 2000 }, '2024-02-21': { YAPPY: 30_000, CREDIT: 5_400_000 } };
  await should(days);
  await keep(NOW);
  await should(days);

  setClock(NOW + HOUR_MS);
  await correct(cash, '1', 'YAPPY');
  await correct(card, '20', 'CASH');
  await correct(paid, '200', 'CREDIT_CARD');
  await writtenAt({ shop }, NOW + HOUR_MS);
  const corrected = { '2024-02-20': { CASH: 2000, YAPPY: 100 } };
  const ofPart = { CREDIT_CARD: 20_000, CREDIT: 5_410_000 };
  for (const at of [NOW + HOUR_MS, NOW + 3 * HOUR_MS]) {
    const { rows } = await shop.call('salesBy { rows { key invoiced } }', {
      ...{ from: '2024-02-21', to: '2024-02-21', by: 'METHOD' },
    });
    assert.deepEqual(Object.fromEntries(rows.map((row: Answer) => [row.key, centsOf(row.invoiced)])), ofPart);
    await should(corrected);
    await keep(at);
  }
  setClock(NOW);
});
