// Goods that expire: the list and the need of the day, counted here from integers and days of Panama.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newItem } from '../support/business.ts';
import { newShop, quietWorld, type Answer, type TestTenant } from '../support/world.ts';

const DAY_MS = 86_400_000;
const NEED = '{ today { needs(kinds: [EXPIRES]) { count amount records { id name day quantity amount } } } }';
const LIST = `expiringLots {
    totalCount pageInfo { endCursor hasNextPage }
    records { lotNumber expirationDate quantityRemaining value item { id } location { id } } }`;

interface Lot {
  lotNumber: string;
  /** Days after today. */
  in: number | null;
  quantity: number;
  cents: number;
}

/** Lots on and beside the edge of each window, one that is used up, and one that never expires. */
const LOTS: readonly Lot[] = [
  ...[-400, -1, 0, 1, 30, 31, 60, 61, 90, 91].map((day, at) => ({
    ...{ lotNumber: `L${at}`, in: day, quantity: at + 1, cents: 105 + 37 * at },
  })),
  { lotNumber: 'NEVER', in: null, quantity: 5, cents: 100 },
];

const shown = (cents: number): string => (cents / 100).toFixed(2);

async function comes(shop: TestTenant, itemId: string, { lotNumber, quantity, cents }: Lot, day: string | null) {
  const input = { itemId, quantityChange: String(quantity), description: 'Llegó', lotNumber, unitCost: shown(cents) };
  await shop.call('adjustInventory', { ...input, ...(day === null ? {} : { expirationDate: day }) });
}

test('by the day of the business, to the cent, window by window and page by page', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  const { shop: neighbour } = await newShop(quietWorld());
  t.after(() => (here.clock.offsetMs = 0));
  // Nine in the evening in Panama, when it is the next day in Greenwich; a day that is over, since a token ends within hours.
  const midnight = (Math.floor(Date.now() / DAY_MS) - 1) * DAY_MS;
  here.clock.offsetMs = midnight + 2 * 3_600_000 - Date.now();
  const today = midnight - DAY_MS;
  const dayIn = (days: number): string => new Date(today + days * DAY_MS).toISOString().slice(0, 10);

  const [itemId, other] = [await newItem(shop, { tracking: 'LOT' }), await newItem(shop, { tracking: 'LOT' })];
  for (const lot of LOTS) await comes(shop, itemId, lot, lot.in === null ? null : dayIn(lot.in));
  const used = { lotNumber: 'USED', in: 2, quantity: 3, cents: 100 };
  await comes(shop, itemId, used, dayIn(2));
  const out = { itemId, quantityChange: '-3', description: 'Se dañó', lotNumber: 'USED' };
  await shop.call('adjustInventory', out);
  const next = { lotNumber: 'O', in: 3, quantity: 7, cents: 333 };
  await comes(shop, other, next, dayIn(3));
  await comes(neighbour, await newItem(neighbour, { tracking: 'LOT' }), { ...next, lotNumber: 'N' }, dayIn(1));

  const dated = [...LOTS, next]
    .filter((lot): lot is Lot & { in: number } => lot.in !== null)
    .toSorted((one, two) => one.in - two.in);
  for (const [within, most] of [
    ['EXPIRED', -1],
    ['DAYS_30', 30],
    ['DAYS_60', 60],
    ['DAYS_90', 90],
    [null, Infinity],
  ] as const) {
    const expiringLots = await shop.call(LIST, { within, first: 100 }, 'viewer');
    const wanted = dated.filter((lot) => lot.in <= most);
    assert.deepEqual(
      expiringLots.records.map((one: Answer) => [
        one.lotNumber,
        one.expirationDate,
        one.quantityRemaining,
        Number(one.value),
      ]),
      wanted.map((lot) => [lot.lotNumber, dayIn(lot.in), String(lot.quantity), (lot.quantity * lot.cents) / 100]),
      String(within),
    );
    assert.equal(expiringLots.totalCount, wanted.length);
  }

  const pages: string[] = [];
  let after: string | null = null;
  do {
    const expiringLots = await shop.call(LIST, { first: 4, after });
    pages.push(...expiringLots.records.map((one: Answer) => one.lotNumber));
    after = expiringLots.pageInfo.hasNextPage ? expiringLots.pageInfo.endCursor : null;
  } while (after !== null);
  assert.deepEqual(
    pages,
    dated.map(({ lotNumber }) => lotNumber),
  );

  const soon = dated.filter((lot) => lot.in <= 30);
  const [mine, others] = [soon.filter((lot) => lot !== next), [next]];
  const record = (id: string, lots: typeof soon) => ({
    ...{ id, day: dayIn(lots[0]!.in), quantity: lots.reduce((sum, { quantity }) => sum + quantity, 0) },
    amount: lots.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100,
  });
  const [need] = (await shop.get(NEED)).today.needs;
  assert.deepEqual(
    need.records.map((one: Answer) => ({
      id: one.id,
      day: one.day,
      quantity: Number(one.quantity),
      amount: Number(one.amount),
    })),
    [record(itemId, mine), record(other, others)],
  );
  assert.equal(need.count, 2);
  assert.equal(Number(need.amount), soon.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0) / 100);
});

test('a location of its own, and one that is not ours', async () => {
  const { shop } = await newShop(quietWorld());
  const { shop: neighbour } = await newShop(quietWorld());
  const { locations } = await neighbour.get('{ locations { id } }');
  assert.equal((await shop.refuses('expiringLots', { locationId: locations[0].id })).code, 'NOT_FOUND');
  assert.equal((await shop.refuses('expiringLots', { first: 101 })).code, 'BAD_USER_INPUT');
});
