// The week that is over, on the board of its Monday, against a journal that the test keeps in whole cents by days of Panama.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, newClient, newOrder } from '../support/business.ts';
import { createWorld, type Answer, type TestTenant } from '../support/world.ts';

const FIGURES = 'total { sales net cost profit } previous { from to total { net profit } } rows { key name net }';
const BOARD = `query ($day: Date, $limit: Int! = 3) { today(day: $day) { day week(limit: $limit) { from to ${FIGURES} } } }`;
const SAME = `query ($from: Date!, $to: Date!) { salesBy(from: $from, to: $to, by: ITEM, limit: 3) { from to ${FIGURES} } }`;
/** Price and cost of one, in cents. */
const GOODS = { A: [1999, 1234], B: [725, 333], C: [350, 349], D: [101, 100] } as const;
type Sku = keyof typeof GOODS;

/** By Panama's clock; in Greenwich the Sundays are Mondays already. */
const SALES: readonly (readonly [at: string, sku: Sku, units: number])[] = [
  ['2024-02-18T23:59', 'A', 50],
  ['2024-02-19T00:00', 'B', 7],
  ['2024-02-25T23:59', 'A', 3],
  ['2024-02-26T00:00', 'C', 31],
  ['2024-02-28T12:00', 'A', 5],
  ['2024-02-29T12:00', 'B', 11],
  ['2024-03-01T20:30', 'D', 2],
  ['2024-03-03T23:59', 'B', 1],
  ['2024-03-04T00:00', 'D', 90],
];
const shown = (cents: number): string => String(cents / 100);

test('last week beside the one before it, to the cent, on a Monday and on no other day', async () => {
  const here = await createWorld({ works: false });
  const setClock = (at: string) => (here.clock.offsetMs = Date.parse(`${at}-05:00`) - Date.now());
  const [shop, neighbour] = [await here.tenant(), await here.tenant()];
  setClock('2024-02-17T08:00');
  const client = await newClient(shop);
  const ids = new Map<Sku, string>();
  for (const [sku, [price, cost]] of Object.entries(GOODS) as [Sku, readonly [number, number]][])
    ids.set(sku, await newGoods(shop, sku, price, cost));
  for (const [at, sku, units] of SALES) {
    setClock(at);
    await sell(shop, client, ids.get(sku)!, units);
    if (at === '2024-02-28T12:00') {
      const canceled = await sell(shop, client, ids.get('A')!, 40);
      await shop.call('cancelInvoice', { invoiceId: canceled.id });
    }
  }
  setClock('2024-03-04T00:30');

  const [week, before] = [within('2024-02-26', '2024-03-03'), within('2024-02-19', '2024-02-25')];
  const best = (Object.keys(GOODS) as Sku[])
    .map((sku) => [sku, week.filter(([, of]) => of === sku)] as const)
    .map(([sku, sales]) => [sku, sumOf(sales, ([price]) => price)] as const)
    .toSorted(([, one], [, two]) => two - one);
  const wanted = {
    ...{ from: '2024-02-26', to: '2024-03-03' },
    total: {
      ...{ sales: week.length, net: shown(sumOf(week, ([price]) => price)) },
      ...{ cost: shown(sumOf(week, ([, cost]) => cost)), profit: shown(sumOf(week, ([price, cost]) => price - cost)) },
    },
    previous: {
      ...{ from: '2024-02-19', to: '2024-02-25' },
      total: {
        net: shown(sumOf(before, ([price]) => price)),
        profit: shown(sumOf(before, ([price, cost]) => price - cost)),
      },
    },
    rows: best.slice(0, 3).map(([sku, net]) => ({ key: ids.get(sku), name: sku, net: shown(net) })),
  };
  const { today } = await shop.get(BOARD, {}, 'viewer');
  assert.deepEqual([today.day, today.week], ['2024-03-04', wanted]);
  assert.deepEqual((await shop.get(SAME, { from: '2024-02-26', to: '2024-03-03' })).salesBy, wanted);
  for (const day of ['2024-03-03', '2024-03-05', '2024-03-10'])
    assert.equal((await shop.get(BOARD, { day })).today.week, null, day);
  const earlier = (await shop.get(BOARD, { day: '2024-02-26' })).today.week;
  assert.deepEqual(earlier.total.net, wanted.previous.total.net);
  assert.equal(earlier.previous.total.net, shown(50 * GOODS.A[0]));

  const { today: theirs } = await neighbour.get(BOARD, { day: '2024-03-04' });
  assert.deepEqual([theirs.week.total.sales, theirs.week.rows], [0, []]);
  const { errors } = await shop.ask(BOARD, { day: '2024-03-04', limit: 101 });
  assert.deepEqual((errors![0]!.extensions as Answer).field, 'limit');
});

type Sale = (typeof SALES)[number];

const within = (from: string, to: string): Sale[] =>
  SALES.filter(([at]) => at.slice(0, 10) >= from && at.slice(0, 10) <= to);

const sumOf = (sales: readonly Sale[], of: (goods: readonly [number, number]) => number): number =>
  sales.reduce((sum, [, sku, units]) => sum + units * of(GOODS[sku]), 0);

async function newGoods(shop: TestTenant, sku: string, price: number, cost: number): Promise<string> {
  const openingStock = { quantity: '1000', unitCost: shown(cost) };
  return (await shop.call('createItem', { sku, name: sku, unitPrice: shown(price), taxRate: '7', openingStock })).id;
}

async function sell(shop: TestTenant, client: string, itemId: string, units: number): Promise<Answer> {
  const order = await newOrder(shop, client, [{ itemId, quantity: String(units) }]);
  return invoice(shop, order.id, 'PROFORM');
}
