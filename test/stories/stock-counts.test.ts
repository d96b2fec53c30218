// Counts of the shelf while it sells: what is posted is what people found, at the instant in which they found it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moveGoods } from '../../src/stock/index.ts';
import { inTenant, type Role } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, newClient, newItem, stockOf, untilInvoice } from '../support/business.ts';
import {
  COUNT,
  countWhileSelling,
  DISCARD,
  END,
  itemsOf,
  line,
  OPEN,
  opened,
  ORDER,
  posted,
  POST,
  put,
  READ,
  sell,
} from '../support/count-while-selling.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

/** A line is placed by the clock of its caller, and by how long its request is under way. */
const LONGER_THAN_A_REQUEST_MS = 5_000;

const onHand = async (shop: TestTenant, itemId: string): Promise<number> =>
  Number((await stockOf(shop, itemId)).onHand);

/** An item of which so many were bought at this cost. */
async function bought(shop: TestTenant, quantity: number, cost: string, more: object = {}): Promise<string> {
  const itemId = await newItem(shop, more);
  await shop.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
    input: { itemId, quantityChange: String(quantity), unitCost: cost, description: 'Opening' },
  });
  return itemId;
}

test('a count by hand: places are summed up, the last line of each holds, and what is sold meanwhile stays sold', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const [rice, beans, salt] = [
    await bought(shop, 100, '1.25'),
    await bought(shop, 40, '0.335'),
    await newItem(shop, { stock: '7' }),
  ];
  const { id } = await opened(shop);
  assert.equal((await shop.get(READ, { id, state: 'TO_COUNT' })).stockCountItems.totalCount, 3);
  // 100 − 4 = 96 are expected; 60 + 33 = 93 are found: 3 are missing, at 1.25.
  await sell(shop, clientId, rice, 4);
  await put(shop, id, line(rice, '50', { place: 'A1' }), line(rice, '33', { place: 'A2' }));
  await put(shop, id, line(rice, '60', { place: ' A1 ' }));
  // 42 for 40: 2 too many, at 0.335 = 0.67; then 10 are sold.
  await put(shop, id, line(beans, '99', { place: 'X' }), line(beans, '42'), line(beans, null, { place: 'X' }));
  await sell(shop, clientId, beans, 10);
  await sell(shop, clientId, rice, 5);
  const seen = Object.fromEntries((await itemsOf(shop, id)).map((one) => [one.item.id, one]));
  assertEach([rice, beans], (one) => [seen[one].counted, seen[one].expected, seen[one].difference, seen[one].value], [
    ['93', '96', '-3', '-3.75'],
    ['42', '40', '2', '0.67'],
  ]);
  assertEach(seen[rice].lines, (one) => [one.place, one.quantity], [
    ['A1', '50'],
    ['A2', '33'],
    ['A1', '60'],
  ]);
  const done = await posted(shop, id);
  assert.deepEqual(
    [done.status, done.sums],
    ['POSTED', { toCount: 1, counted: 2, different: 2, surplus: '0.67', missing: '3.75' }],
  );
  // Counted, less what was sold after it; the salt, which has no line, as it was.
  assert.deepEqual(
    [await onHand(shop, rice), await onHand(shop, beans), await onHand(shop, salt)],
    [93 - 5, 42 - 10, 7],
  );
  const { getItemById } = await shop.get('query ($id: UUID!) { getItemById(id: $id) { averageCost } }', { id: rice });
  assert.equal(getItemById.averageCost, '1.25');
  // Later movements do not change what was posted.
  await adjust(shop, rice, '11');
  assert.deepEqual((await shop.get(READ, { id, state: 'DIFFERENT' })).stockCount.sums, done.sums);
});

test('a count is posted once, by what was reviewed, all of it or nothing', async () => {
  const here = await world();
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id, locationId } = await opened(shop);
  const lines = [line(itemId, '8')];
  const key = randomUUID();
  await shop.get(COUNT, { id, lines, key });
  await shop.get(COUNT, { id, lines, key });
  // The same line again under no key, and with another content: it is there.
  await put(shop, id, ...lines, { ...lines[0], quantity: '3' });
  assert.equal((await shop.get(READ, { id, state: 'COUNTED' })).stockCount.lineCount, 1);
  assert.deepEqual((await shop.get(OPEN, { id, name: 'Other', locationId })).openStockCount.name, 'Pasillo 1');
  assert.equal((await shop.refusal(POST, { id, lines: 1 })).code, 'CONFLICT');
  await shop.get(END, { id });
  await put(shop, id, line(itemId, '9'));
  assert.equal((await shop.refusal(POST, { id, lines: 1 })).code, 'CONFLICT');
  assert.equal(await onHand(shop, itemId), 10);
  await Promise.all([1, 2, 3].map(() => shop.get(POST, { id, lines: 2 })));
  assert.equal(await onHand(shop, itemId), 9);
  const movements = await here.sql`select description from inventory_logs
    where tenant_id = ${shop.tenant.id} and description = ${'Pasillo 1'}`;
  assert.equal(movements.length, 1);
  for (const refused of [
    shop.refusal(COUNT, { id, lines: [line(itemId, '1')] }),
    shop.refusal(DISCARD, { id, reason: 'No' }),
    shop.refusal(END, { id }),
  ])
    assert.equal((await refused).code, 'CONFLICT');
});

test('a line that is there is answered again whatever became of its count, as its first answer may be lost', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id } = await opened(shop, { cashiers: true });
  const [first, late] = [line(itemId, '8'), line(itemId, '9')];
  const again = async (role: Role, ...lines: object[]): Promise<string> => {
    const { data, errors } = await shop.ask(COUNT, { id, lines }, role);
    return errors?.[0]?.extensions.code ?? data.countStock.id;
  };
  assert.equal(await again('cashier', first), id);
  await shop.get(END, { id });
  assert.equal(await again('cashier', first), id);
  assert.equal(await again('cashier', late), 'FORBIDDEN');
  await shop.get(POST, { id, lines: 1 });
  for (const role of ['cashier', 'operator'] as const) assert.equal(await again(role, first, first), id);
  assert.equal(await again('operator', first, late), 'CONFLICT');
  assert.equal((await shop.get(READ, { id, state: 'COUNTED' })).stockCount.lineCount, 1);
  assert.equal(await onHand(shop, itemId), 8);
});

test('of two counts that found the same difference one posts it; the other one is counted again first', async () => {
  const shop = await (await world()).tenant();
  for (const isReversed of [false, true]) {
    const [found, same] = [await newItem(shop, { stock: '10' }), await newItem(shop, { stock: '5' })];
    const counts = [await opened(shop), await opened(shop, { name: 'Pasillo 2' })];
    for (const { id } of counts) await put(shop, id, line(found, '8'), line(same, '5'));
    const [first, second] = isReversed ? counts.toReversed() : counts;
    const { endStockCount: ended } = await shop.get(END, { id: second!.id });
    await posted(shop, first!.id);
    const { sku } = (await itemsOf(shop, second!.id)).find(({ item }) => item.id === found)!.item;
    assert.deepEqual(await shop.refusal(POST, { id: second!.id, lines: ended.lineCount }), {
      code: 'CONFLICT',
      message: `Another count that was posted since has moved ${sku}: it must be counted again`,
    });
    assert.equal(await onHand(shop, found), 8);
    await put(shop, second!.id, line(found, '8'));
    await shop.get(POST, { id: second!.id, lines: ended.lineCount + 1 });
    assert.deepEqual([await onHand(shop, found), await onHand(shop, same)], [8, 5]);
    // A person adjusts what was counted: that is no count, and stays.
    const third = await opened(shop);
    await put(shop, third.id, line(found, '7'));
    await adjust(shop, found, '3');
    await posted(shop, third.id);
    assert.equal(await onHand(shop, found), 7 + 3);
  }
});

test('two people count while it sells: what is left is what they found, less what was sold after', async () => {
  await countWhileSelling(await (await world()).tenant(), 240);
});

test('a posting waits for a movement that began before an item was counted and commits after', async () => {
  const { app } = await world();
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '20' });
  const { id, locationId } = await opened(shop);
  const [began, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const moving = inTenant(app, shop.tenant, async (db) => {
    const source = { type: 'MANUAL_ADJUSTMENT' as const, id: randomUUID() };
    await moveGoods(db, [{ itemId, locationId, change: '-5', source }], { createdBy: 'ana' });
    await sql`select 1`.execute(db);
    began.resolve();
    await goesOn.promise;
  });
  await began.promise;
  // The five have left the shelf: 14 of the 15 are found.
  await put(shop, id, line(itemId, '14'));
  const { endStockCount } = await shop.get(END, { id });
  const posting = shop.get(POST, { id, lines: endStockCount.lineCount });
  await pause(300);
  goesOn.resolve();
  await moving;
  await posting;
  assert.equal(await onHand(shop, itemId), 14);
  const [seen] = await itemsOf(shop, id);
  assert.deepEqual([seen.expected, seen.difference], ['15', '-1']);
});

test('what was counted without network counts at its instant, whatever the clock of the phone shows', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const countedWith = async (wrong: number): Promise<void> => {
    const itemId = await newItem(shop, { stock: '50' });
    const phone = (): string => new Date(Date.now() + wrong).toISOString();
    const { id } = await opened(shop);
    await sell(shop, clientId, itemId, 5);
    await pause(60);
    const countedAt = phone();
    await pause(LONGER_THAN_A_REQUEST_MS);
    await sell(shop, clientId, itemId, 7);
    await shop.get(COUNT, { id, lines: [line(itemId, '44', { countedAt })], clock: phone() });
    const [seen] = await itemsOf(shop, id);
    assert.deepEqual([seen.expected, seen.difference], ['45', '-1']);
    await posted(shop, id);
    assert.equal(await onHand(shop, itemId), 44 - 7);
  };
  await Promise.all([0, 3 * 3_600_000, -26 * 3_600_000].map(countedWith));
});

test('a line that comes late is older than one that was counted after it', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '50' });
  const { id } = await opened(shop);
  await pause(60);
  const countedAt = new Date().toISOString();
  await pause(LONGER_THAN_A_REQUEST_MS);
  await put(shop, id, line(itemId, '49'));
  await shop.get(COUNT, { id, lines: [line(itemId, '11', { countedAt })], clock: new Date().toISOString() });
  assert.equal((await itemsOf(shop, id))[0].counted, '49');
});

test('what a till sold before and filed after had left the shelf; what moved between two places is told', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const [late, split] = [await newItem(shop, { stock: '20' }), await newItem(shop, { stock: '30' })];
  const { id } = await opened(shop);
  const soldAt = new Date().toISOString();
  await pause(20);
  await put(shop, id, line(late, '17'), line(split, '10', { place: 'A' }));
  const report = 'mutation ($sales: [TillSaleInput!]!) { reportTillSales(till: "T-1", sales: $sales) { id } }';
  await shop.get(report, { sales: [{ id: randomUUID(), madeBy: 'ana', soldAt, amount: '5' }] });
  assert.equal((await shop.call('stockCount { sums { waitingSales } }', { id })).sums.waitingSales, 1);
  await sell(shop, clientId, late, 3, { metadata: { soldAt } });
  await shop.get(report, { sales: [] });
  assert.equal((await shop.call('stockCount { sums { waitingSales } }', { id })).sums.waitingSales, 0);
  await sell(shop, clientId, late, 2, { metadata: { soldAt: new Date().toISOString() } });
  await sell(shop, clientId, late, 1, { metadata: { soldAt: 'yesterday' } });
  await sell(shop, clientId, split, 4);
  await put(shop, id, line(split, '16', { place: 'B' }));
  const seen = Object.fromEntries((await itemsOf(shop, id)).map((one) => [one.item.id, one]));
  assert.deepEqual([seen[late].expected, seen[late].difference, seen[late].movedBetween], ['17', '0', '0']);
  assert.deepEqual([seen[split].expected, seen[split].difference, seen[split].movedBetween], ['26', '0', '-4']);
  await posted(shop, id);
  assert.deepEqual([await onHand(shop, late), await onHand(shop, split)], [17 - 2 - 1, 26]);
});

test('the sale of a till counts once, however often its order is invoiced; on the shelf it stays sold', async () => {
  const here = await world();
  const shop = await here.tenant();
  const clientId = await newClient(shop);
  type Step = 'file' | 'cancel' | 'reject' | 'half';
  // Three of ten are sold before seven are counted. What the ledger has of it then, and what it had in the end:
  const CASES: [before: Step[], after: Step[], expected: number, inTheEnd: number][] = [
    [[], ['file'], 7, 7],
    [[], ['file', 'cancel', 'file'], 7, 7],
    [[], ['file', 'reject', 'file'], 7, 7],
    [[], ['file', 'cancel', 'file', 'cancel', 'file'], 7, 7],
    // On paper the goods are back; in truth they were sold.
    [[], ['file', 'cancel'], 7, 10],
    [[], ['file', 'cancel', 'file', 'cancel'], 7, 10],
    // The ledger had left them out when they were counted.
    [['file'], [], 7, 7],
    [['file'], ['cancel', 'file'], 7, 7],
    [['file'], ['cancel', 'file', 'reject', 'file'], 7, 7],
    [['file'], ['cancel'], 7, 10],
    [['file', 'cancel'], ['file'], 7, 7],
    [['file', 'cancel'], ['file', 'cancel', 'file'], 7, 7],
    // Put right when it was filed again: one of three had been mistyped.
    [[], ['file', 'cancel', 'half', 'file'], 8, 8],
  ];
  const soldAt = new Date().toISOString();
  const sales = await Promise.all(
    CASES.map(async ([before, after, expected, inTheEnd]) => {
      const itemId = await newItem(shop, { stock: '10' });
      const { createOrder } = await shop.get(ORDER, {
        // Two lines, so that no row is the whole sale.
        input: { clientId, lines: ['1', '2'].map((quantity) => ({ itemId, quantity })), metadata: { soldAt } },
      });
      let invoice: Answer;
      const doing = async (steps: Step[]): Promise<void> => {
        for (const [at, step] of steps.entries()) {
          if (step === 'file') {
            const mode = steps[at + 1] === 'reject' ? 'DGI' : 'PROFORM';
            invoice = await shop.call('generateInvoice { id documentId }', { orderId: createOrder.id, mode });
          } else if (step === 'cancel') await shop.call('cancelInvoice { id }', { invoiceId: invoice.id });
          else if (step === 'half')
            await shop.call('updateOrder { id }', {
              orderId: createOrder.id,
              input: { lines: [{ itemId, quantity: '2' }] },
            });
          else {
            await here.simulator.verdict(invoice.documentId, 'DGI_REJECTED');
            await untilInvoice(shop, invoice.id, { legalStatus: 'DGI_REJECTED' });
          }
        }
      };
      await doing(before);
      return { itemId, after: () => doing(after), expected, inTheEnd };
    }),
  );
  const { id } = await opened(shop);
  await put(shop, id, ...sales.map(({ itemId }) => line(itemId, '7')));
  for (const { after } of sales) await after();
  const seen = Object.fromEntries((await itemsOf(shop, id)).map((one) => [one.item.id, one]));
  assertEach(
    sales,
    ({ itemId }) => seen[itemId].expected,
    sales.map(({ expected }) => String(expected)),
  );
  await posted(shop, id);
  const left = await Promise.all(sales.map(({ itemId }) => onHand(shop, itemId)));
  assert.deepEqual(
    left,
    sales.map(({ expected, inTheEnd }) => inTheEnd + 7 - expected),
  );
});

test('a count is posted in a later month, against the balance that its lines met', async () => {
  const here = await world();
  const shop = await here.tenant();
  const itemId = await newItem(shop);
  const { id } = await opened(shop);
  const ago = 40 * 86_400_000;
  await here.rewrite(["update stock_counts set opened_at = now() - interval '41 days' where id = $1", [id]]);
  const now = Date.now();
  const lines = [line(itemId, '3', { countedAt: new Date(now - ago).toISOString() })];
  await adjust(shop, itemId, '10');
  await shop.get(COUNT, { id, lines, clock: new Date(now).toISOString() });
  await posted(shop, id);
  assert.equal(await onHand(shop, itemId), 3 + 10);
});

test('a count finds less than is reserved, and posts it all the same', async () => {
  const shop = await (await world()).tenant();
  const clientId = await newClient(shop);
  const itemId = await newItem(shop, { stock: '10' });
  await shop.get(ORDER, { input: { clientId, lines: [{ itemId, quantity: '6' }] } });
  const { id } = await opened(shop);
  await put(shop, id, line(itemId, '2'));
  await posted(shop, id);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '2', available: '-4' });
});

test('a category, what was not counted for days, and what is searched', async () => {
  const here = await world();
  const shop = await here.tenant();
  const [a, b, c] = [
    await newItem(shop, { stock: '1', sku: 'AA' }),
    await newItem(shop, { stock: '2', sku: 'BB' }),
    await newItem(shop, { stock: '3', sku: 'CC' }),
  ];
  await newItem(shop, { sku: 'NEVER-HERE' });
  for (const one of [a, b]) await shop.call('updateItem', { itemId: one, input: { category: 'Granos' } });
  const asked = async (more: object): Promise<string[]> => {
    const { id } = await opened(shop, more);
    return (await itemsOf(shop, id, 'TO_COUNT')).map((one) => one.item.sku);
  };
  assert.deepEqual(await asked({ category: 'Granos' }), ['AA', 'BB']);
  const first = await opened(shop);
  await put(shop, first.id, line(a, '1'), line(c, '3'));
  assert.deepEqual(await asked({ days: 30 }), ['AA', 'BB', 'CC']);
  await posted(shop, first.id);
  assert.deepEqual(await asked({ days: 30 }), ['BB']);
  await here.rewrite([
    "update stock_count_lines set counted_at = counted_at - interval '31 days' where item_id = $1",
    [c],
  ]);
  assert.deepEqual(await asked({ days: 30 }), ['BB', 'CC']);
  assert.deepEqual(await asked({ days: 32 }), ['BB']);
  const { stockCountItems } = await shop.get(READ, { id: first.id, state: 'COUNTED', search: 'cc' });
  assertEach(stockCountItems.records, (one) => one.item.id, [c]);
});

test('what cannot be counted is refused, and nothing of it is kept', async () => {
  const here = await world();
  const shop = await here.tenant();
  const good = await newItem(shop, { stock: '5' });
  const lot = await newItem(shop, { tracking: 'LOT' });
  const createItem = await shop.call('createItem', { sku: 'SERV', name: 'Flete', unitPrice: '5', kind: 'SERVICE' });
  const { id, locationId } = await opened(shop);
  const clock = new Date().toISOString();
  const bad: [object, string][] = [
    [{ lines: [line(good, '1'), line(lot, '1')] }, 'lines[1].itemId'],
    [{ lines: [line(createItem.id, '1')] }, 'lines[0].itemId'],
    [{ lines: [line(good, '-1')] }, 'lines[0].quantity'],
    [{ lines: [line(good, '1', { countedAt: clock })] }, 'lines[0].clock'],
    [
      { lines: [line(good, '1', { countedAt: new Date(Date.now() + 5000).toISOString() })], clock },
      'lines[0].countedAt',
    ],
    [
      { lines: [line(good, '1', { countedAt: new Date(Date.now() - 3_600_000).toISOString() })], clock },
      'lines[0].countedAt',
    ],
    [{ lines: [] }, 'lines'],
    [{ lines: [line(good, '1')], madeBy: 'a stranger' }, 'madeBy'],
  ];
  for (const [variables, field] of bad) {
    const { errors } = await shop.ask(COUNT, { id, ...variables });
    assert.deepEqual(
      [errors?.[0]?.extensions.code, (errors?.[0]?.extensions as Answer)?.params.field],
      ['BAD_USER_INPUT', field],
    );
  }
  assert.equal((await shop.refusal(COUNT, { id, lines: [line(randomUUID(), '1')] })).code, 'NOT_FOUND');
  assert.equal((await shop.refusal(OPEN, { id: randomUUID(), name: ' ', locationId })).code, 'BAD_USER_INPUT');
  assert.equal((await shop.refusal(OPEN, { id: randomUUID(), name: 'x', locationId, days: 0 })).code, 'BAD_USER_INPUT');
  assert.equal((await shop.get(READ, { id, state: 'COUNTED' })).stockCount.lineCount, 0);
  const other = await here.tenant();
  for (const refused of [
    other.refusal(COUNT, { id, lines: [line(good, '1')] }),
    other.refusal(END, { id }),
    other.refusal(POST, { id, lines: 0 }),
    other.refusal(DISCARD, { id, reason: 'x' }),
    other.refusal('query ($id: UUID!) { stockCount(id: $id) { id } }', { id }),
    other.refusal('query ($id: UUID!) { stockCountItems(countId: $id) { totalCount } }', { id }),
  ])
    assert.equal((await refused).code, 'NOT_FOUND');
  assert.deepEqual((await shop.get(DISCARD, { id, reason: 'Mal hecha' })).discardStockCount, {
    status: 'DISCARDED',
    reason: 'Mal hecha',
  });
  assert.equal((await shop.refusal(POST, { id, lines: 0 })).code, 'CONFLICT');
});

test('a blind count hides what is expected until it has ended; a cashier counts where it is allowed, and sees no costs', async () => {
  const shop = await (await world()).tenant();
  const itemId = await bought(shop, 10, '2');
  const { id } = await opened(shop, { blind: true });
  await put(shop, id, line(itemId, '9'));
  const { stockCount, stockCountItems } = await shop.get(READ, { id, state: 'DIFFERENT' });
  const [seen] = stockCountItems.records;
  assert.deepEqual(
    [stockCount.sums, seen.counted, seen.expected, seen.difference, seen.movedBetween, seen.value],
    [null, '9', null, null, null, null],
  );
  const mine =
    'query ($id: UUID!) { stockCount(id: $id) { name } stockCountItems(countId: $id) { records { counted expected item { sku } } } }';
  assert.equal((await shop.refusal(COUNT, { id, lines: [line(itemId, '1')] }, 'cashier')).code, 'FORBIDDEN');
  for (const one of (await shop.ask(mine, { id }, 'cashier')).errors!) assert.equal(one.extensions.code, 'NOT_FOUND');
  await shop.get(END, { id });
  assertEach(await itemsOf(shop, id, 'DIFFERENT'), (one) => [one.expected, one.value], [['10', '-2']]);
  const open = await opened(shop, { cashiers: true });
  await shop.get(COUNT, { id: open.id, lines: [line(itemId, '8')] }, 'cashier');
  const { stockCounts } = await shop.get('{ stockCounts { totalCount records { id } } }', {}, 'cashier');
  assert.deepEqual(stockCounts, { totalCount: 1, records: [{ id: open.id }] });
  assert.deepEqual((await shop.get(mine, { id: open.id }, 'cashier')).stockCountItems.records[0].expected, '10');
  for (const field of ['sums { missing }', 'status } stockCountItems(countId: $id) { records { value } '])
    assert.equal((await shop.refuses(`stockCount { ${field} }`, { id: open.id }, 'cashier')).code, 'FORBIDDEN');
  for (const refused of [
    shop.refusal(END, { id: open.id }, 'cashier'),
    shop.refusal(POST, { id: open.id, lines: 1 }, 'cashier'),
  ])
    assert.equal((await refused).code, 'FORBIDDEN');
});
