import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRuc } from '../../src/fiscal/ruc.ts';
import { addDays } from '../../src/platform/days.ts';
import { DEMO_TENANT, readData, SUPPLIERS, type DemoItem, type Story, type StockLine } from './data.ts';
import { planDemo, type Plan } from './plan.ts';
import { assertNone } from '../../test/support/assert-each.ts';

// Every day and hour: each day of a week, a Sunday before dawn, a weekday evening, the turn of a year.
const MOMENTS: [now: string, today: string][] = [
  ['2026-11-21T14:20:00.000Z', '2026-11-21'],
  ['2027-03-07T09:00:00.000Z', '2027-03-07'],
  ['2026-11-23T05:10:00.000Z', '2026-11-23'],
  ['2026-08-25T17:00:00.000Z', '2026-08-25'],
  ['2026-08-27T01:30:00.000Z', '2026-08-26'],
  ['2026-12-24T11:29:00.000Z', '2026-12-24'],
  ['2027-01-01T12:00:00.000Z', '2027-01-01'],
];

const DAYS = 120;

/** Every movement in the order in which it is written. */
function* movementsOf({ openings, weeks }: Plan): Generator<StockLine> {
  yield* openings;
  for (const { receipts, fetched, counted, documents } of weeks) {
    yield* receipts.flatMap(({ lines }) => lines);
    yield* fetched;
    yield* counted;
    // Returns are left out: they could only add stock.
    for (const { client, credits, lines } of documents) {
      if (credits !== '') continue;
      for (const { item, quantity } of lines) yield { item, store: client.store, quantity: `-${quantity}` };
    }
  }
}

function onHandOf(plan: Plan): Map<string, number> {
  const levels = new Map<string, number>();
  for (const { item, store, quantity } of movementsOf(plan)) {
    const key = `${item.sku} in ${store}`;
    const level = (levels.get(key) ?? 0) + Number(quantity);
    assert.ok(level >= 0, `${key}: ${level}`);
    levels.set(key, level);
  }
  return levels;
}

for (const [moment, today] of MOMENTS) {
  const now = new Date(moment);
  const data = await readData(today);
  const plan = planDemo(data, now, today);
  const documents = plan.weeks.flatMap((week) => week.documents);
  const invoices = documents.filter(({ credits }) => credits === '');
  const levels = onHandOf(plan);

  const withStory = (story: Story): DemoItem[] => data.items.filter((item) => item.story === story);
  const onHand = ({ sku }: DemoItem): number =>
    [...levels].filter(([key]) => key.startsWith(`${sku} in`)).reduce((sum, [, level]) => sum + level, 0);
  const soldIn = ({ sku }: DemoItem, days: number): number =>
    invoices
      .filter(({ day }) => day > addDays(today, -days))
      .flatMap(({ lines }) => lines)
      .filter(({ item }) => item.sku === sku)
      .reduce((sum, { quantity }) => sum + Number(quantity), 0);

  test(`${moment}: a hundred and twenty days, and nothing that has not happened yet`, () => {
    const days = new Set(invoices.map(({ day }) => day));
    assert.ok(days.size >= DAYS - 1, `${days.size} days with sales`);
    assert.ok([...days].toSorted().at(-1)! >= addDays(today, -1));
    assertNone([...documents, ...plan.weeks], ({ at }) => at > now);
  });

  test(`${moment}: what was ordered came whole, or in part, or is still to come`, () => {
    const received = new Map(plan.weeks.flatMap(({ receipts }) => receipts).map(({ order, lines }) => [order, lines]));
    const orders = plan.weeks.flatMap((week) => week.orders);
    assert.ok(orders.some((order) => !received.has(order) && !order.endsAs));
    assert.ok(orders.some((order) => (received.get(order)?.[0]?.quantity ?? '') < order.lines[0]!.quantity));
    for (const { weeks } of [plan]) {
      for (const { at, receipts } of weeks) {
        for (const { order } of receipts) {
          assert.ok(weeks.find((week) => week.orders.includes(order))!.at < at, 'what comes was ordered before');
        }
      }
    }
  });

  test(`${moment}: nothing more comes back than was sold`, () => {
    const byCode = new Map(invoices.map((invoice) => [invoice.code, invoice]));
    const returned = documents.filter(({ credits }) => credits !== '');
    for (const { credits, at, client, lines } of returned) {
      const sold = byCode.get(credits)!;
      assert.ok(sold.at < at && sold.client === client);
      for (const line of lines) {
        assert.ok(sold.lines.some(({ item, quantity }) => item === line.item && quantity === line.quantity));
      }
    }
    const share = returned.length / invoices.length;
    assert.ok(share > 0.03 && share < 0.08, `${share}`);
  });

  test(`${moment}: some goods run out, one is gone, one was never sold, some lie there for months`, () => {
    for (const item of withStory('SCARCE')) {
      const daysLeft = onHand(item) / (soldIn(item, 30) / 30);
      assert.ok(daysLeft > 0 && daysLeft < 10, `${item.sku} lasts ${daysLeft} days`);
    }
    assert.deepEqual(withStory('GONE').map(onHand), [0]);
    for (const item of withStory('UNSOLD')) assert.ok(onHand(item) > 0 && soldIn(item, DAYS) === 0);
    for (const item of withStory('PILED_UP')) assert.ok(onHand(item) / (soldIn(item, 90) / 90) > 90);
  });

  test(`${moment}: numbers count the documents of a series in the order of time`, () => {
    assert.deepEqual(
      invoices.map(({ code }) => code),
      invoices.map((_, index) => String(index + 1)),
    );
    assert.deepEqual(
      documents,
      documents.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    );
  });
}

test('Fridays and Saturdays sell most, Sundays least', async () => {
  const byWeekday = Array.from({ length: 7 }, () => 0);
  for (const { day } of (await readData('2026-11-21')).documents) byWeekday[new Date(day).getUTCDay()]! += 1;
  const order = [0, 1, 2, 3, 4, 5, 6].toSorted((a, b) => byWeekday[a]! - byWeekday[b]!);
  assert.equal(order[0], 0);
  assert.deepEqual(new Set(order.slice(-2)), new Set([5, 6]));
});

test('every tax number is one', async () => {
  const { clients } = await readData('2026-11-21');
  const domestic = clients.filter(({ receiverType }) => receiverType !== 'EXTRANJERO');
  const rucs = [DEMO_TENANT, ...SUPPLIERS, ...domestic].map(({ ruc }) => ruc).filter((ruc) => ruc !== '');
  assertNone(rucs, (ruc) => parseRuc(ruc) === null);
  for (const { receiverType, ruc } of clients) {
    if (receiverType === 'CONTRIBUYENTE' || receiverType === 'GOBIERNO') assert.ok(ruc);
  }
});

test('the catalog is as large as promised, and each name in it stands once', async () => {
  const { items, clients } = await readData('2026-11-21');
  assert.ok(items.length >= 40);
  assert.equal(clients.length, 25);
  assert.equal(new Set(items.map(({ sku }) => sku)).size, items.length);
  assert.equal(new Set(clients.map(({ name }) => name)).size, clients.length);
  assert.deepEqual([...new Set(items.map(({ taxRate }) => taxRate))].toSorted(), ['0', '10', '15', '7']);
  const codes = new Set<string>(SUPPLIERS.map(({ code }) => code));
  assertNone(items, ({ supplier }) => !codes.has(supplier));
});
