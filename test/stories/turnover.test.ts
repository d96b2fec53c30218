// Turnover and dead stock against a journal that the test keeps in whole units and cents, by days of Panama.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { createWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
/** Half past nine in the evening in Panama, when it is the next day in Greenwich. */
const NOW = Date.parse('2024-03-06T21:30-05:00');
const TODAY = '2024-03-06';

interface Kept {
  sku: string;
  stock: number;
  /** In cents; null: not known. */
  cost: number | null;
  /** Units by days ago. */
  sold: readonly (readonly [days: number, units: number])[];
  id?: string;
}

/** Sales on and beside the edges of each window; what was never sold, is gone, has no cost, or is below zero. */
const GOODS: readonly Kept[] = [
  { sku: 'A', stock: 40, cost: 125, sold: [[0, 3], [29, 2], [30, 4]] }, // prettier-ignore
  { sku: 'B', stock: 100, cost: 333, sold: [[30, 7]] },
  { sku: 'C', stock: 90, cost: 401, sold: [[89, 1]] },
  { sku: 'D', stock: 17, cost: 1999, sold: [[90, 5], [180, 2]] }, // prettier-ignore
  { sku: 'E', stock: 8, cost: 50, sold: [[180, 3]] },
  { sku: 'NEVER', stock: 6, cost: 77, sold: [] },
  { sku: 'GONE', stock: 5, cost: 210, sold: [[10, 5]] },
  { sku: 'NO-COST', stock: 9, cost: null, sold: [[3, 2]] },
];

const ASK = `query ($windowDays: Int, $noSaleDays: Int, $first: Int, $after: String, $orderBy: StockTurnoverOrderBy) {
  stockTurnover(windowDays: $windowDays, noSaleDays: $noSaleDays, first: $first, after: $after, orderBy: $orderBy) {
    totalCount sums { value soldCost } pageInfo { endCursor hasNextPage }
    records { item { sku } windowFirstDay windowLastDay unitsSold onHand soldCost value turnover daysOfCoverage lastSoldOn daysWithoutSale } } }`;

let here: World;
let shop: TestTenant;
let neighbour: TestTenant;
const setClock = (at: number) => (here.clock.offsetMs = at - Date.now());
const dayAgo = (days: number): string => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10);
const money = (cents: number): string => String(Number((cents / 100).toFixed(2)));

before(async () => {
  here = await createWorld({ works: false });
  [shop, neighbour] = [await here.tenant(), await here.tenant()];
  setClock(NOW - 200 * DAY_MS);
  for (const one of GOODS) one.id = await newGoods(shop, one);
  const client = await newClient(shop);
  const days = [...new Set(GOODS.flatMap(({ sold }) => sold.map(([day]) => day)))].toSorted((one, two) => two - one);
  for (const day of days) {
    setClock(NOW - day * DAY_MS);
    for (const { id, sold } of GOODS)
      for (const [, units] of sold.filter(([of]) => of === day)) await sell(shop, client, id!, units);
  }
  setClock(NOW);
  await sell(neighbour, await newClient(neighbour), await newGoods(neighbour, GOODS[0]!), 1);
});

async function newGoods(of: TestTenant, { sku, stock, cost }: Kept): Promise<string> {
  const opening = cost === null ? {} : { openingStock: { quantity: String(stock), unitCost: money(cost) } };
  const made = await of.call('createItem', { sku, name: sku, unitPrice: '30', taxRate: '7', ...opening });
  if (cost === null) await adjust(of, made.id, String(stock));
  return made.id;
}

async function sell(of: TestTenant, client: string, itemId: string, units: number): Promise<Answer> {
  const order = await newOrder(of, client, [{ itemId, quantity: String(units) }]);
  return invoice(of, order.id, 'PROFORM');
}

/** To so many places, half to even, by whole numbers. */
function divided(dividend: number, divisor: number, places: number): string {
  const scale = 10 ** places;
  const [whole, rest] = [Math.floor((dividend * scale) / divisor), (dividend * scale) % divisor];
  const up = 2 * rest > divisor || (2 * rest === divisor && whole % 2 === 1);
  return String((whole + (up ? 1 : 0)) / scale);
}

function expected({ sku, stock, cost, sold }: Kept, windowDays: number) {
  const inWindow = sold.filter(([day]) => day < windowDays).reduce((sum, [, units]) => sum + units, 0);
  const left = stock - sold.reduce((sum, [, units]) => sum + units, 0);
  const last = sold.length === 0 ? null : Math.min(...sold.map(([day]) => day));
  return {
    ...{ item: { sku }, windowFirstDay: dayAgo(windowDays - 1), windowLastDay: TODAY },
    ...{ unitsSold: String(inWindow), onHand: String(left) },
    soldCost: cost === null ? null : money(inWindow * cost),
    value: cost === null ? null : money(left * cost),
    turnover: left === 0 ? null : divided(inWindow * 365, left * windowDays, 2),
    daysOfCoverage: inWindow === 0 ? null : divided(left * windowDays, inWindow, 4),
    lastSoldOn: last === null ? null : dayAgo(last),
    daysWithoutSale: last,
  };
}

const centsOf = (value: string | null): number => (value === null ? 0 : Math.round(Number(value) * 100));
const sumOf = (rows: readonly { value: string | null; soldCost: string | null }[], name: 'value' | 'soldCost') =>
  money(rows.reduce((sum, row) => sum + centsOf(row[name]), 0));

test('sales of a window beside the stock of now, to the unit and the cent, the most valuable first', async () => {
  for (const windowDays of [30, 31, 90, 365]) {
    const { stockTurnover } = await shop.get(ASK, { windowDays }, 'viewer');
    const wanted = GOODS.map((one) => expected(one, windowDays)).toSorted(
      (one, two) => centsOf(two.value) - centsOf(one.value),
    );
    const bySku = (rows: readonly Answer[]) => Object.fromEntries(rows.map((row) => [row.item.sku, row]));
    assert.deepEqual(bySku(stockTurnover.records), bySku(wanted));
    assert.deepEqual(
      stockTurnover.records.map(({ value }: Answer) => centsOf(value)),
      wanted.map(({ value }) => centsOf(value)),
    );
    assert.equal(stockTurnover.totalCount, GOODS.length);
    assert.deepEqual(stockTurnover.sums, { value: sumOf(wanted, 'value'), soldCost: sumOf(wanted, 'soldCost') });
  }
});

test('dead stock: nothing sold for so many days, page by page, in each order, with the sum of its value', async () => {
  for (const noSaleDays of [30, 31, 60, 90, 91, 180, 181]) {
    const wanted = GOODS.map((one) => expected(one, 30)).filter(
      ({ daysWithoutSale: days, onHand }) => onHand !== '0' && (days === null || days >= noSaleDays),
    );
    const keys = {
      VALUE: ({ value }: Answer) => centsOf(value),
      LAST_SALE: ({ lastSoldOn }: Answer) => lastSoldOn ?? '',
      SKU: ({ item }: Answer) => item.sku,
    };
    for (const [field, keyOf] of Object.entries(keys)) {
      const found: Answer[] = [];
      let after: string | null = null;
      do {
        const asked = { windowDays: 30, noSaleDays, first: 2, after, orderBy: { field, direction: 'DESC' } };
        const { stockTurnover } = await shop.get(ASK, asked);
        found.push(...stockTurnover.records);
        after = stockTurnover.pageInfo.hasNextPage ? stockTurnover.pageInfo.endCursor : null;
        assert.deepEqual(stockTurnover.sums, { value: sumOf(wanted, 'value'), soldCost: sumOf(wanted, 'soldCost') });
        assert.equal(stockTurnover.totalCount, wanted.length);
      } while (after !== null);
      const sorted = wanted.toSorted((one, two) => (keyOf(one) < keyOf(two) ? 1 : -1));
      assert.deepEqual(found, sorted, `${field}, ${noSaleDays} days`);
    }
  }
});

test('goods that come back, a sale that is canceled, services and what is below zero', async () => {
  const of = await here.tenant();
  setClock(NOW - 100 * DAY_MS);
  const client = await newClient(of);
  const [back, undone] = [await newGoods(of, GOODS[0]!), await newGoods(of, GOODS[1]!)];
  const below = await newItem(of, { negative: true, sku: 'BELOW' });
  const input = { sku: 'SERVICE', name: 'Service', unitPrice: '5', taxRate: '7', kind: 'SERVICE' };
  await of.get('mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }', { input });
  const sale = await sell(of, client, back, 5);
  setClock(NOW - 50 * DAY_MS);
  await of.call('createCredit', {
    ...{ invoiceId: sale.id, reason: 'Broken', restock: true, mode: 'PROFORM' },
    lines: [{ invoiceLineId: sale.lines[0].id, quantity: '2' }],
  });
  setClock(NOW - DAY_MS);
  const wrong = await sell(of, client, undone, 4);
  await sell(of, client, below, 3);
  setClock(NOW);
  await of.call('cancelInvoice', { invoiceId: wrong.id });
  const { stockTurnover } = await of.get(ASK, { windowDays: 365 });
  const rows = stockTurnover.records.map((row: Answer) => [
    ...[row.item.sku, row.unitsSold, row.onHand, row.soldCost, row.value, row.turnover, row.lastSoldOn],
  ]);
  assert.deepEqual(rows, [
    ['B', '0', '100', '0', '333', '0', null],
    ['A', '3', '37', '3.75', '46.25', '0.08', dayAgo(100)],
    ['BELOW', '3', '-3', null, null, null, dayAgo(1)],
  ]);
});

test('a day is one of all locations: what one sold and another took back the same day was not sold on it', async () => {
  const of = await here.tenant();
  setClock(NOW - 100 * DAY_MS);
  const client = await newClient(of);
  const { id: locationId } = await of.call('createLocation', { name: 'David', code: 'DAV' });
  /** Sold at the main location, and at the other one, by days ago; what came back to the other one is below zero. */
  const journal: Record<string, readonly (readonly [days: number, main: number, other: number])[]> = {
    EVEN: [[60, 0, 5], [20, 2, -2]], // prettier-ignore
    MORE_BACK: [[60, 0, 5], [20, 1, -2]], // prettier-ignore
    LESS_BACK: [[60, 0, 5], [20, 3, -2]], // prettier-ignore
    ALL_BACK: [[20, 4, 5], [19, 1, -5]], // prettier-ignore
    NEVER: [[20, 0, 5], [20, 5, -5], [20, -5, 0]], // prettier-ignore
  };
  const ids: Record<string, string> = {};
  for (const sku of Object.keys(journal)) {
    ids[sku] = await newGoods(of, { sku, stock: 40, cost: 100, sold: [] });
    await adjust(of, ids[sku], '40', locationId);
  }
  const sales: Record<string, Answer> = {};
  for (const days of [60, 20, 19]) {
    setClock(NOW - days * DAY_MS);
    for (const [sku, acts] of Object.entries(journal))
      for (const [day, ...sold] of acts)
        for (const [at, units] of sold.entries()) {
          const place = `${sku} ${at}`;
          if (day !== days || units === 0) continue;
          if (units > 0) {
            const line = { itemId: ids[sku]!, quantity: String(units), ...(at === 1 ? { locationId } : {}) };
            sales[place] = await invoice(of, (await newOrder(of, client, [line])).id, 'PROFORM');
            continue;
          }
          const lines = [{ invoiceLineId: sales[place].lines[0].id, quantity: String(-units) }];
          await of.call('createCredit', { invoiceId: sales[place].id, mode: 'PROFORM', reason: 'Back', lines });
        }
  }
  setClock(NOW);
  const lastDay = (sku: string): number | null => {
    const net = new Map<number, number>();
    for (const [day, main, other] of journal[sku]!) net.set(day, (net.get(day) ?? 0) + main + other);
    const sold = [...net].filter(([, units]) => units > 0).map(([day]) => day);
    return sold.length === 0 ? null : Math.min(...sold);
  };
  for (const windowDays of [15, 30, 90])
    for (const noSaleDays of [null, 15, 20, 21, 30, 60, 61]) {
      const orderBy = { field: 'LAST_SALE', direction: 'ASC' };
      const asked = { windowDays, noSaleDays, orderBy };
      const { records } = await of.call('stockTurnover { records { item { sku } lastSoldOn daysWithoutSale } }', asked);
      const wanted = Object.keys(journal)
        .map((sku) => [sku, lastDay(sku)] as const)
        .filter(([, last]) => noSaleDays === null || last === null || last >= noSaleDays)
        .toSorted(([, one], [, two]) => (two ?? Infinity) - (one ?? Infinity));
      const rows = wanted.map(([sku, last]) => ({
        ...{ item: { sku }, daysWithoutSale: last, lastSoldOn: last === null ? null : dayAgo(last) },
      }));
      const about = `${noSaleDays} days, window of ${windowDays}`;
      const days = (all: readonly Answer[]) => all.map(({ daysWithoutSale }) => daysWithoutSale);
      const bySku = (all: readonly Answer[]) => Object.fromEntries(all.map((row) => [row.item.sku, row]));
      assert.deepEqual(bySku(records), bySku(rows), about);
      assert.deepEqual(days(records), days(rows), about);
    }
});

test('the file has what the list has, without the goods of a neighbour', async () => {
  const answer = await fetch(
    `${here.url}/export/stock_turnover.csv?noSaleDays=90&columns=item.sku,value,daysWithoutSale&orderBy.field=SKU&orderBy.direction=ASC`,
    { headers: { authorization: `Bearer ${await shop.token('viewer')}` } },
  );
  const [, ...rows] = (await answer.text()).trim().split(/\r?\n/);
  assert.equal(answer.status, 200);
  assert.deepEqual(rows, ['D,199.9,90', 'E,2.5,180', 'NEVER,4.62,']);
});

test('a page behind many others has the goods that follow them', async () => {
  const large = await here.tenant();
  const count = 203;
  const skus = Array.from({ length: count }, (_, at) => `S-${at + 1}`);
  const send = async (what: string, lines: readonly string[]): Promise<void> => {
    const headers = { authorization: `Bearer ${await large.token('operator')}`, 'content-type': 'text/csv' };
    const answer = await fetch(`${here.url}/import/${what}`, { method: 'POST', headers, body: lines.join('\n') });
    assert.equal(((await answer.json()) as { created: number }).created, count);
  };
  await send('items', ['sku,name,unitPrice', ...skus.map((sku) => `${sku},${sku},9`)]);
  await send('stock', ['sku,quantity,unitCost', ...skus.map((sku, at) => `${sku},${at + 1},1`)]);
  const page = (offset: number): Promise<Answer> =>
    large.call('stockTurnover { totalCount records { value } }', { offset, limit: 3 });
  for (const offset of [0, 100, 199, 200, 202, 203, 100_000_000]) {
    const values = [0, 1, 2].map((at) => count - offset - at).filter((value) => value > 0);
    assert.deepEqual(
      await page(offset),
      { totalCount: count, records: values.map((value) => ({ value: String(value) })) },
      String(offset),
    );
  }
});

test('bounds are told by their field', async () => {
  for (const [field, value] of [
    ['windowDays', 0],
    ['windowDays', 731],
    ['noSaleDays', 0],
    ['noSaleDays', 3651],
  ] as const) {
    const { errors } = await shop.ask(ASK, { windowDays: 30, [field]: value });
    const { code, field: of } = errors![0]!.extensions as Answer;
    assert.deepEqual([code, of], ['BAD_USER_INPUT', field]);
  }
});
