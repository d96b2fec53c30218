import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRuc } from '../fiscal/ruc.ts';
import { daysAfter } from './calendar.ts';
import { CLIENTS, DEMO_TENANT, ITEMS, SUPPLIERS, type Story } from './catalog.ts';
import { makeHistory, type History } from './history.ts';
import { DAYS, type Item } from './world.ts';

// Whatever day it is, and whatever hour: a Saturday morning, a Sunday before dawn, a weekday evening, the turn of a year.
const MOMENTS: [now: string, today: string][] = [
  ['2026-11-21T14:20:00.000Z', '2026-11-21'],
  ['2027-03-07T09:00:00.000Z', '2027-03-07'],
  ['2026-08-27T01:30:00.000Z', '2026-08-26'],
  ['2027-01-01T12:00:00.000Z', '2027-01-01'],
];

function onHand(history: History, item: Item): number {
  return history.stores.reduce((sum, store) => sum + history.shelves.get(store)!.get(item)!.onHand, 0);
}

function soldIn(history: History, item: Item, days: number): number {
  const since = daysAfter(history.today, -days);
  const lines = history.sales.filter(({ day }) => day > since).flatMap((sale) => sale.lines);
  return lines.filter((line) => line.item === item).reduce((sum, line) => sum + line.quantity, 0);
}

function withStory(history: History, story: Story): Item[] {
  return history.items.filter((item) => item.story === story);
}

for (const [moment, today] of MOMENTS) {
  const now = new Date(moment);
  const history = makeHistory(now, today);

  test(`${moment}: a hundred and twenty days, and nothing that has not happened yet`, () => {
    const days = new Set(history.sales.map(({ day }) => day));
    assert.ok(days.size >= DAYS - 1, `${days.size} days with sales`);
    const documents = [...history.facts, ...history.sales, ...history.purchases, ...history.refunds];
    assert.deepEqual(
      documents.filter(({ at }) => at > now),
      [],
    );
  });

  test(`${moment}: no shelf is ever below nothing, and the shelves are what the facts add up to`, () => {
    const levels = new Map<string, number>();
    for (const { item, store, change } of history.facts) {
      const key = `${item.sku} in ${store.code}`;
      const level = (levels.get(key) ?? 0) + change;
      assert.ok(level >= 0, key);
      levels.set(key, level);
    }
    for (const store of history.stores) {
      for (const item of history.items) {
        const { onHand } = history.shelves.get(store)!.get(item)!;
        assert.equal(levels.get(`${item.sku} in ${store.code}`) ?? 0, onHand);
      }
    }
  });

  test(`${moment}: what is still to come is what was ordered and neither came nor was given up`, () => {
    for (const store of history.stores) {
      for (const item of history.items) {
        const outstanding = history.purchases
          .filter((purchase) => purchase.store === store && !purchase.endedAs)
          .flatMap(({ lines }) => lines.filter((line) => line.item === item))
          .reduce((sum, { quantity, received }) => sum + quantity - received, 0);
        assert.equal(history.shelves.get(store)!.get(item)!.onOrder, outstanding, `${item.sku} in ${store.code}`);
      }
    }
    const awaited = history.purchases.filter(({ fate, endedAs }) => fate && !endedAs);
    assert.ok(awaited.some(({ lines }) => lines.every(({ received }) => received === 0)));
    assert.ok(awaited.some(({ lines }) => lines.some(({ received, quantity }) => received > 0 && received < quantity)));
  });

  test(`${moment}: nothing more comes back than was sold`, () => {
    for (const { lines } of history.refunds) {
      for (const { line, quantity } of lines) assert.ok(quantity > 0 && quantity <= line.quantity);
    }
    const share = history.refunds.length / history.sales.length;
    assert.ok(share > 0.03 && share < 0.08, `${share}`);
  });

  test(`${moment}: some goods run out, one is gone, one was never sold, some lie there for months`, () => {
    for (const item of withStory(history, 'SCARCE')) {
      const daysLeft = onHand(history, item) / (soldIn(history, item, 30) / 30);
      assert.ok(daysLeft > 0 && daysLeft < 10, `${item.sku} lasts ${daysLeft} days`);
    }
    assert.deepEqual(
      withStory(history, 'GONE').map((item) => onHand(history, item)),
      [0],
    );
    for (const item of withStory(history, 'UNSOLD')) {
      assert.ok(onHand(history, item) > 0 && soldIn(history, item, DAYS) === 0);
    }
    for (const item of withStory(history, 'PILED_UP')) {
      assert.ok(onHand(history, item) / (soldIn(history, item, 90) / 90) > 90);
    }
  });

  test(`${moment}: numbers count the documents of a series in the order of time`, () => {
    const numbers = history.sales.map(({ number }) => number);
    assert.deepEqual(numbers, numbers.toSorted());
    assert.equal(numbers[0], 'FAC-0000000001');
    assert.equal(history.numbers.FAC, history.sales.length);
    assert.equal(new Set(numbers).size, numbers.length);
  });
}

test('the same moment makes the same history', () => {
  const [[moment, today]] = MOMENTS as [[string, string]];
  const [one, other] = [0, 1].map(() =>
    makeHistory(new Date(moment), today).facts.map(({ at, item, store, change, source }) =>
      [at.toISOString(), item.id, store.id, change, source.document.id].join(' '),
    ),
  );
  assert.deepEqual(one, other);
});

test('Fridays and Saturdays sell most, Sundays least', () => {
  const [[moment, today]] = MOMENTS as [[string, string]];
  const byWeekday = Array.from({ length: 7 }, () => 0);
  for (const { day } of makeHistory(new Date(moment), today).sales) byWeekday[new Date(day).getUTCDay()]! += 1;
  const order = [0, 1, 2, 3, 4, 5, 6].toSorted((a, b) => byWeekday[a]! - byWeekday[b]!);
  assert.equal(order[0], 0);
  assert.deepEqual(new Set(order.slice(-2)), new Set([5, 6]));
});

test('every tax number is one', () => {
  const domestic = CLIENTS.filter(({ receiverType }) => receiverType !== 'EXTRANJERO');
  const rucs = [DEMO_TENANT, ...SUPPLIERS, ...domestic].flatMap((party) => ('ruc' in party ? [party.ruc] : []));
  assert.deepEqual(
    rucs.filter((ruc) => parseRuc(ruc) === null),
    [],
  );
  for (const { receiverType, ruc } of CLIENTS) {
    if (receiverType === 'CONTRIBUYENTE' || receiverType === 'GOBIERNO') assert.ok(ruc);
  }
});

test('the catalog is as large as promised, and each name in it stands once', () => {
  assert.ok(ITEMS.length >= 40);
  assert.equal(CLIENTS.length, 25);
  assert.equal(new Set(ITEMS.map(({ sku }) => sku)).size, ITEMS.length);
  assert.equal(new Set(CLIENTS.map(({ name }) => name)).size, CLIENTS.length);
  assert.deepEqual([...new Set(ITEMS.map(({ taxRate }) => taxRate))].toSorted(), ['0', '10', '15', '7']);
  const codes = new Set(SUPPLIERS.map(({ code }) => code));
  assert.deepEqual(
    ITEMS.filter(({ supplier }) => !codes.has(supplier)),
    [],
  );
});
