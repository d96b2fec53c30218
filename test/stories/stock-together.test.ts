// Adjustments and transfers that come at once go together: each has its own answer, refusal, key and act, and the ledger is a model's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { plain } from '../../src/platform/decimal.ts';
import { adjustStock, plainAdjustment } from '../../src/stock/adjust-stock.ts';
import { moveTogether } from '../../src/stock/move-together.ts';
import { positionOf, type InventoryLog } from '../../src/stock/stock-records.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, assertLedgerHolds, newItem, stockOf } from '../support/business.ts';
import { eventually, newShop, type Answer, type GraphQLAnswer, type TestTenant, type World } from '../support/world.ts';

const ADJUST = `mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) {
  id itemId locationId sourceType sourceId method quantityChange newQuantity description createdBy createdAt } }`;
const TRANSFER = `mutation ($input: TransferStockInput!) { transferStock(input: $input) {
  id out { id quantityChange newQuantity } in { id quantityChange newQuantity } } }`;

interface Row {
  id: string;
  source_id: string;
  quantity_change: string;
  new_quantity: string;
  description: string;
  /** The transaction that wrote it. */
  xmin: string;
}

/** A stream, or all streams of an item, in the order of the ledger. */
async function ledgerOf({ query }: World, itemId: string): Promise<Row[]> {
  return query(
    `select id, source_id, trim_scale(quantity_change)::text as quantity_change, trim_scale(new_quantity)::text as new_quantity,
       description, xmin::text
     from inventory_logs where item_id = $1 order by location_id, occurred_at`,
    [itemId],
  ) as Promise<Row[]>;
}

const codeOf = (answer: GraphQLAnswer<Answer>): string => answer.errors?.[0]?.extensions.code ?? 'ok';

/** Holds the item's levels until it is let go; `change` moves one of them before. */
async function holding(here: World, itemId: string, change: string, during: () => Promise<void>): Promise<void> {
  const client = await here.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('update stock_levels set on_hand = on_hand + $2 where item_id = $1', [itemId, change]);
    await during();
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function untilWaiting({ query }: World, waiting = 1): Promise<number> {
  const [found] = await eventually(
    () =>
      query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      ),
    (rows) => rows.length >= waiting,
  );
  return found!.pid;
}

/** In this order, as over many connections they would not be. */
function joinAll(
  app: World['app'],
  { tenant }: TestTenant,
  wishes: readonly (readonly [itemId: string, change: string, key?: string | undefined])[],
): Promise<PromiseSettledResult<InventoryLog>[]> {
  const remember = (answer: unknown): unknown => positionOf(answer as InventoryLog);
  const asked = wishes.map(async ([itemId, quantityChange, key], at) => {
    const input = { itemId, quantityChange, description: `Number ${at}` };
    const join = moveTogether(app, tenant, plainAdjustment(input, 'ana'))!;
    const alone = () => inTenant(app, tenant, (db) => adjustStock(db, input, 'ana'));
    const keyed = key === undefined ? undefined : { key, operation: 'adjustInventory', content: input };
    const request = { keyed, act: { actor: 'user:ana', operation: 'adjustInventory' }, remember };
    return (await join(request, alone)) as InventoryLog;
  });
  return Promise.allSettled(asked);
}

test('those that come while one is under way are one transaction, in the order in which they came', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  const changes = Array.from({ length: 20 }, (_, at) => (at % 3 === 0 ? '-2.5' : `${at}`));
  const answers = await joinAll(
    here.app,
    shop,
    changes.map((change) => [itemId, change]),
  );
  const [, ...rows] = await ledgerOf(here, itemId);
  assert.deepEqual(
    rows.map((row) => [row.description, row.quantity_change]),
    changes.map((change, at) => [`Number ${at}`, change]),
  );
  assert.deepEqual(
    answers.map(
      (one) => one.status === 'fulfilled' && [one.value.id, plain(one.value.new_quantity), one.value.created_by],
    ),
    rows.map((row) => [row.id, row.new_quantity, 'ana']),
  );
  assert.equal(new Set(rows.map(({ xmin }) => xmin)).size, 2);
  const acts = await here.sql<{ id: string }>`select entity_ids[3] as id from acts
    where actor = 'user:ana' and ${itemId} = any(entity_ids) order by acts.id`;
  assert.deepEqual(
    acts.map(({ id }) => id),
    rows.map(({ id }) => id),
  );
  await assertLedgerHolds(shop);
});

test('those that come through the API go together as well', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  await Promise.all(Array.from({ length: 20 }, () => adjust(shop, itemId, '1')));
  const [, ...rows] = await ledgerOf(here, itemId);
  assert.equal(rows.length, 20);
  assert.ok(new Set(rows.map(({ xmin }) => xmin)).size < 20);
});

test('acts of those that go together tell their own movements and no others', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  const otherId = await newItem(shop, { stock: '5' });
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const [{ id: main }] = (await here.query('select id from locations where is_default and tenant_id = $1', [
    shop.tenant.id,
  ])) as [{ id: string }];
  const transfer = { itemId, fromLocationId: main, toLocationId: createLocation.id, quantity: '1' };
  // The first of them holds the line while the others come, in an order of their connections.
  const [, ...answers] = await Promise.all([
    shop.ask(ADJUST, { input: { itemId, quantityChange: '1', description: 'First' } }),
    shop.ask(ADJUST, { input: { itemId, quantityChange: '2', description: 'Second' } }),
    shop.ask(ADJUST, { input: { itemId: otherId, quantityChange: '3', description: 'Third' } }),
    shop.ask(TRANSFER, { input: transfer }),
  ]);
  const moved = answers.map(({ data }) => {
    const { adjustInventory: one, transferStock: both } = data!;
    return one ? [one.id] : [both.out.id, both.in.id];
  });
  const acts = await here.query<{ rows: string[]; items: string[] }>(
    `select array(select jsonb_object_keys(after)) as rows, array(select id::text from items where id = any (entity_ids)) as items
     from acts where tenant_id = $1 and after::text like '%inventory_logs%' order by turn`,
    [shop.tenant.id],
  );
  const told = acts.filter(({ rows }) => moved.flat().some((id) => rows.includes(`inventory_logs/${id}`)));
  assert.equal(told.length, moved.length);
  assert.deepEqual(
    new Set(told.map(({ rows, items }) => ({ rows: rows.toSorted(), items }))),
    new Set(
      moved.map((ids, at) => ({
        rows: ids.map((id) => `inventory_logs/${id}`).toSorted(),
        items: [at === 1 ? otherId : itemId],
      })),
    ),
  );
});

test('one that takes what only a later one brings does not go with it', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  await joinAll(
    here.app,
    shop,
    ['1', '2', '-9', '10', '-3'].map((change) => [itemId, change]),
  );
  const rows = await ledgerOf(here, itemId);
  // Alone, after the others, it was granted.
  assertEach(rows, (row) => row.quantity_change, ['5', '1', '2', '10', '-3', '-9']);
  assert.equal(new Set(rows.slice(2, 5).map(({ xmin }) => xmin)).size, 1);
  await assertLedgerHolds(shop);
});

test('two processes that write the same items together wait for each other, and never in a circle', async () => {
  const { here, shop } = await newShop();
  const items = await Promise.all(Array.from({ length: 6 }, () => newItem(shop, { stock: '5' })));
  const apps = [here.app, await here.anotherApp()];
  const wishes = Array.from({ length: 120 }, (_, at) => [items[at % 6]!, at % 5 === 0 ? '-4' : '0.75'] as const);
  const settled = await Promise.all([joinAll(apps[0]!, shop, wishes), joinAll(apps[1]!, shop, wishes.toReversed())]);
  const done = new Map<string, string>();
  for (const one of settled.flat()) {
    if (one.status === 'fulfilled') done.set(one.value.id, plain(one.value.quantity_change));
    else assert.equal(one.reason.code, 'INSUFFICIENT_STOCK');
  }
  for (const itemId of items) {
    const [, ...rows] = await ledgerOf(here, itemId);
    assert.ok(rows.every((row) => Number(row.new_quantity) >= 0));
    for (const row of rows) assert.equal(done.get(row.id), row.quantity_change);
    for (const { id } of rows) done.delete(id);
  }
  assert.equal(done.size, 0, 'what was answered is there');
  await assertLedgerHolds(shop);
});

test('goods that leave meanwhile refuse the one that needs them, and no other', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  const other = await newItem(shop, { stock: '5' });
  const ask = (id: string, quantityChange: string) =>
    shop.ask(ADJUST, { input: { itemId: id, quantityChange, description: 'Counted' } });
  const asked: Promise<GraphQLAnswer<Answer>>[] = [];
  await holding(here, itemId, '-4', async () => {
    asked.push(ask(other, '1'), ask(itemId, '-2'), ask(other, '-1'), ask(itemId, '-1'));
    await untilWaiting(here);
  });
  assert.deepEqual((await Promise.all(asked)).map(codeOf), ['ok', 'INSUFFICIENT_STOCK', 'ok', 'ok']);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '0', available: '0' });
  assert.deepEqual(await stockOf(shop, other), { onHand: '5', available: '5' });
});

test('a connection that is lost fails for all that went together; under their keys each is done once', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  const inputs = ['a', 'b', 'c'].map((idempotencyKey) => ({
    ...{ itemId, quantityChange: '1', description: 'Counted', idempotencyKey },
  }));
  const all = () => Promise.all(inputs.map((input) => shop.ask(ADJUST, { input })));
  let lost: Promise<GraphQLAnswer<Answer>[]> | undefined;
  await holding(here, itemId, '0', async () => {
    lost = all();
    await here.query('select pg_terminate_backend($1)', [await untilWaiting(here)]);
  });
  const codes = (await lost!).map(codeOf);
  assert.ok(codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('SERVICE_UNAVAILABLE'), codes.join(' '));
  const [first, again] = [await all(), await all()];
  assert.deepEqual(first.map(codeOf), ['ok', 'ok', 'ok']);
  assert.deepEqual(again, first);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '8', available: '8' });
  await assertLedgerHolds(shop);
});

test('two of one key are done once, and another under it is refused', async () => {
  const { shop } = await newShop();
  const itemId = await newItem(shop, { stock: '5' });
  const ask = (quantityChange: string) =>
    shop.ask(ADJUST, { input: { itemId, quantityChange, description: 'Counted', idempotencyKey: 'one' } });
  const [, first, second] = await Promise.all([adjust(shop, itemId, '1'), ask('1'), ask('1')]);
  assert.deepEqual(first, second);
  assert.equal(codeOf(await ask('2')), 'CONFLICT');
  assert.deepEqual(await ask('1'), first);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '7', available: '7' });
});

test('who goes alone under a key and those who go together under it do not wait for each other in a circle', async () => {
  const { here, shop } = await newShop();
  const [first, second] = [await newItem(shop, { stock: '5' }), await newItem(shop, { stock: '5' })];
  const together: Promise<PromiseSettledResult<InventoryLog>[]>[] = [];
  const alone: Promise<GraphQLAnswer<Answer>>[] = [];
  await holding(here, second, '0', async () => {
    const wishes = [first, first, second].map((itemId, at) => [itemId, '1', ['before', 'same', 'other'][at]] as const);
    together.push(joinAll(here.app, shop, wishes));
    await untilWaiting(here);
    const input = { itemId: first, quantityChange: '1', description: 'Counted', unitCost: '1', idempotencyKey: 'same' };
    alone.push(shop.ask(ADJUST, { input }));
    await untilWaiting(here, 2);
  });
  assertEach(await together[0]!, ({ status }) => status, ['fulfilled', 'fulfilled', 'fulfilled']);
  assert.equal(codeOf((await alone[0])!), 'CONFLICT');
  await assertLedgerHolds(shop);
});

type Change = { item: number; change: number; expected?: number; key?: number };
type Wish = Change | { item: number; moved: number; back: boolean };

const WISH: fc.Arbitrary<Wish> = fc.oneof(
  fc.record(
    {
      item: fc.nat({ max: 2 }),
      change: fc.integer({ min: -6, max: 6 }).filter((change) => change !== 0),
      expected: fc.integer({ min: 0, max: 10 }),
      key: fc.nat({ max: 2 }),
    },
    { requiredKeys: ['item', 'change'] },
  ),
  fc.record({ item: fc.nat({ max: 1 }), moved: fc.integer({ min: 1, max: 5 }), back: fc.boolean() }),
);

const ALLOWED_REFUSALS = ['INSUFFICIENT_STOCK', 'CONFLICT', 'BAD_USER_INPUT'];

test('whatever comes at once, the ledger says what was answered, and nothing else', async () => {
  const { here, shop } = await newShop();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const main = locations.find((one: { isDefault: boolean }) => one.isDefault).id;
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(WISH, { minLength: 5, maxLength: 40 }), async (wishes) => {
      turn += 1;
      // The third is tracked: each of its movements goes alone, and is refused.
      const items = [
        await newItem(shop, { stock: '8' }),
        await newItem(shop, { negative: true }),
        await newItem(shop, { tracking: 'LOT' }),
      ];
      const answers = await Promise.all(
        wishes.map(async (wish, at): Promise<{ code: string; ids: string[]; changes: string[] }> => {
          const itemId = items[wish.item];
          if ('moved' in wish) {
            const [from, to] = wish.back ? [createLocation.id, main] : [main, createLocation.id];
            const input = { itemId, fromLocationId: from, toLocationId: to, quantity: `${wish.moved}` };
            const answer = await shop.ask(TRANSFER, { input });
            const done = answer.data?.transferStock;
            const logs = done ? [done.out, done.in] : [];
            return {
              code: codeOf(answer),
              ids: logs.map((log) => log.id),
              changes: done ? [`${-wish.moved}`, `${wish.moved}`] : [],
            };
          }
          const key = wish.key === undefined ? {} : { idempotencyKey: `${turn} ${wish.item} ${wish.key}` };
          // Requests under one key are equal, or differ.
          const description = wish.key === undefined ? `Number ${at}` : 'Counted';
          const input = { itemId, quantityChange: `${wish.change}`, description, ...key };
          const expected = wish.expected === undefined ? {} : { expectedBalance: `${wish.expected}` };
          const answer = await shop.ask(ADJUST, { input: { ...input, ...expected } });
          const done = answer.data?.adjustInventory;
          return { code: codeOf(answer), ids: done ? [done.id] : [], changes: done ? [`${wish.change}`] : [] };
        }),
      );
      const answered = new Map<string, string>();
      for (const [at, { code, ids, changes }] of answers.entries()) {
        if (code !== 'ok') assert.ok(ALLOWED_REFUSALS.includes(code), code);
        else for (const [one, id] of ids.entries()) answered.set(id, changes[one]!);
        if (code === 'INSUFFICIENT_STOCK') assert.notEqual(wishes[at]!.item, 1, 'it may go negative');
      }
      for (const [number, itemId] of items.entries()) {
        const rows = await here.sql<
          Row & { location_id: string }
        >`select id, location_id, trim_scale(quantity_change)::text as quantity_change, new_quantity::numeric
           from inventory_logs where item_id = ${itemId} order by location_id, occurred_at`;
        const balances: Record<string, number> = {};
        for (const { id, location_id, quantity_change, new_quantity } of rows) {
          const balance = (balances[location_id] ?? 0) + Number(quantity_change);
          balances[location_id] = balance;
          assert.equal(Number(new_quantity), balance);
          if (number === 0) assert.ok(balance >= 0, 'it may not go negative, not even for a moment');
          if (answered.has(id)) assert.equal(answered.get(id), quantity_change);
        }
        const opening = number === 0 ? 1 : 0;
        const own = rows.filter(({ id }) => answered.has(id));
        assert.equal(rows.length, own.length + opening, 'what was refused is not there');
      }
      const [{ acts }] = (await here.query(
        `select count(distinct act.id)::int as acts from acts act join inventory_logs log on log.tenant_id = act.tenant_id
         where log.item_id = any($1) and (log.id = any(act.entity_ids) or log.source_id = any(act.entity_ids))`,
        [items],
      )) as [{ acts: number }];
      const done = new Set(answers.filter(({ code }) => code === 'ok').map(({ ids }) => ids[0]));
      assert.equal(acts, done.size + 1, 'each has one act, of those of one key the first');
    }),
    { numRuns: 15 },
  );
  await assertLedgerHolds(shop);
});
