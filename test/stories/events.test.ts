// Events: each fact once, in the order of its subject, in whatever order transactions commit and readers come.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import * as fc from 'fast-check';
import { expireAllEvents } from '../../src/events/expire-events.ts';
import { EVENT_TYPES, eventJson, placeEvents, readEvents, readTypes } from '../../src/events/index.ts';
import type { PlacedEvent } from '../../src/events/index.ts';
import { importSales } from '../../src/invoicing/index.ts';
import { inTenant, type TenantDb } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import {
  adjust,
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  readInvoice,
  untilPrinted,
} from '../support/business.ts';
import { salesFile } from '../support/imported.ts';
import { eventually, world, type Answer, type TestTenant } from '../support/world.ts';

const here = await world();

function readAll(shop: TestTenant, after = 0): Promise<PlacedEvent[]> {
  return inTenant(here.app, shop.tenant, async (db) => {
    await placeEvents(db);
    return (await readEvents(db, { after, first: 10_000 })).events;
  });
}

async function typesOf(shop: TestTenant, subjectId: string): Promise<string[]> {
  return (await readAll(shop)).filter((event) => event.subjectId === subjectId).map(({ type }) => type);
}

describe('events', () => {
  test('a sale tells its life from the order to the money, each fact once', async () => {
    const shop = await here.tenant();
    const { itemId, order, invoice: sold } = await invoicedOrder(shop);
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
    await eventually(() => readInvoice(shop, sold.id), { legalStatus: 'DGI_AUTHORIZED' });
    await untilPrinted(here, shop);
    await shop.call('registerPayment', { invoiceId: sold.id, amount: sold.total });
    assert.deepEqual(await typesOf(shop, order.id), ['order.created', 'order.updated']);
    const told = (await typesOf(shop, sold.id)).filter((type) => type !== 'document.pdf_attached');
    assert.deepEqual(told, [
      'invoice.issued',
      'invoice.pac_authorized',
      'invoice.dgi_authorized',
      'payment.recorded',
      'invoice.paid',
    ]);
    assert.deepEqual(await typesOf(shop, itemId), [
      'item.created',
      'stock.moved',
      'stock.available_changed',
      'stock.moved',
    ]);
  });

  test('words of an integrator are a change of what they are about, told once', async () => {
    const shop = await here.tenant();
    const { order, invoice: sold } = await invoicedOrder(shop);
    const set = (type: string, id: string) =>
      shop.get(
        'mutation ($type: ExternalType!, $id: UUID!) { setExternal(type: $type, id: $id, externalId: "A-1", metadata: { a: 1 }) { id } }',
        { type, id },
      );
    await set('ORDER', order.id);
    await set('ORDER', order.id);
    await set('INVOICE', sold.id);
    assert.deepEqual(await typesOf(shop, order.id), ['order.created', 'order.updated', 'order.updated']);
    assert.equal((await typesOf(shop, sold.id)).filter((type) => type === 'invoice.updated').length, 1);
  });

  test('orders, purchases, the catalog and its shelf tell what becomes of them', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { stock: '10' });
    const clientId = await newClient(shop);
    const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
    const { createSupplier: supplier } = await shop.get('mutation { createSupplier(name: "Café Duran") { id } }');
    const purchase = await shop.call('createPurchaseOrder { id lines { id } }', {
      supplierId: supplier.id,
      lines: [itemId, await newItem(shop)].map((id) => ({ itemId: id, quantity: '5', unitCost: '2' })),
    });
    const lines = purchase.lines.map(({ id }: Answer) => ({ lineId: id, quantity: '2' }));
    const received = { purchaseOrderId: purchase.id, lines };
    await shop.get(
      `mutation ($item: UUID!, $client: UUID!, $order: UUID!, $received: ReceivePurchaseOrderInput!, $purchase: UUID!) {
        same: updateClient(clientId: $client, input: { name: "Ana Pérez" }) { id }
        updateClient(clientId: $client, input: { name: "Ana Ruiz" }) { id }
        updateOrder(orderId: $order, input: { discount: "1" }) { id }
        cancelOrder(orderId: $order) { id }
        updateItem(itemId: $item, input: { barcodes: ["7450000000013"], units: [{ unit: "caja", factor: "12" }] }) { id }
        updateItemInventory(itemId: $item, input: { reorderLevel: "9" }) { id }
        receivePurchaseOrder(input: $received) { id }
        closePurchaseOrder(purchaseOrderId: $purchase) { id }
      }`,
      { item: itemId, client: clientId, order: order.id, received, purchase: purchase.id },
    );
    for (const quantity of ['2', '1', '1']) {
      await shop.call('reserveStock', { itemId, quantity });
    }
    const told: [string, string[]][] = [
      [clientId, ['client.created', 'client.updated']],
      [supplier.id, ['supplier.created']],
      [order.id, ['order.created', 'order.updated', 'order.canceled']],
      [purchase.id, ['purchase_order.created', 'purchase_order.received', 'purchase_order.closed']],
      // Units and barcodes once, the reorder level, the receipt, and the one reservation that crosses the level.
      [itemId, ['item.created', 'stock.moved', 'item.updated', 'item.updated', 'stock.moved', 'stock.below_reorder']],
    ];
    const promises = 'stock.available_changed';
    for (const [subject, types] of told)
      assert.deepEqual(
        (await typesOf(shop, subject)).filter((type) => type !== promises),
        types,
      );
    // The order, its cancellation and the three by hand.
    assert.equal((await typesOf(shop, itemId)).filter((type) => type === promises).length, 5);
    const shortage = (await readAll(shop)).find(({ type }) => type === 'stock.below_reorder')!;
    assert.deepEqual(shortage.data, { id: itemId, available: '9', reorderLevel: '9' });
    const texts = (await readAll(shop)).map(({ data }) => JSON.stringify(data)).join();
    assert.doesNotMatch(texts, /Ana|Duran/, 'nothing about a person');
  });

  /** Events since then, as type, subject, and data without it. */
  const toldSince = async (shop: TestTenant, from: number): Promise<unknown[][]> =>
    (await readAll(shop, from)).map(({ type, entityId, data }) => {
      const { id, ...more } = data as { id: string };
      assert.equal(id, entityId);
      return [type, entityId, more];
    });

  test('what is promised and let go changes what is available: one event for all lines of an order', async () => {
    const shop = await here.tenant();
    const never = await newItem(shop, { negative: true });
    const stocked = [await newItem(shop, { stock: '10' }), await newItem(shop, { stock: '10' })];
    const [one, other] = stocked.toSorted() as [string, string];
    const clientId = await newClient(shop);
    let from = (await readAll(shop)).length;
    const since = async () => {
      const told = await toldSince(shop, from);
      from += told.length;
      return told.filter(([type]) => String(type).startsWith('stock.'));
    };
    const lines = [other, never, one, one].map((itemId) => ({ itemId, quantity: '1.5' }));
    const order = await newOrder(shop, clientId, lines);
    const told = await since();
    const of = (...itemIds: string[]) => ['stock.available_changed', itemIds[0], { itemIds }];
    assert.deepEqual(
      [told.length, new Set(told)],
      [2, new Set([of(never), of(one, other)])],
      'an item that was never on a shelf by itself',
    );
    const change = (quantity: string) =>
      shop.get('mutation ($id: UUID!, $input: UpdateOrderInput!) { updateOrder(orderId: $id, input: $input) { id } }', {
        id: order.id,
        input: {
          lines: [
            { itemId: one, quantity },
            { itemId: other, quantity: '1.5' },
          ],
        },
      });
    await change('3');
    assert.deepEqual(await since(), [of(never)], 'only what changed');
    await change('4');
    assert.deepEqual(await since(), [of(one)]);
    await invoice(shop, order.id);
    assertEach(
      await since(),
      ([type]) => type,
      ['stock.moved', 'stock.moved'],
      'what was promised and leaves is available no less',
    );
    const next = await newOrder(shop, clientId, [
      { itemId: one, quantity: '1' },
      { itemId: other, quantity: '1' },
    ]);
    await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: next.id });
    assert.deepEqual(await since(), [of(one, other), of(one, other)]);
    const { createLocation: store } = await shop.get('mutation { createLocation(name: "Bodega", code: "B") { id } }');
    await adjust(shop, one, '5', store.id);
    await since();
    await newOrder(shop, clientId, [
      { itemId: one, quantity: '1' },
      { itemId: one, quantity: '1', locationId: store.id },
    ]);
    assert.deepEqual(await since(), [of(one)], 'an item of two locations once');
    const reserveStock = await shop.call('reserveStock', { itemId: one, quantity: '1' });
    await shop.get('mutation ($id: UUID!) { releaseReservation(reservationId: $id) { id } }', { id: reserveStock.id });
    assert.deepEqual(await since(), [of(one), of(one)]);
  });

  /** Available quantities with which an item was told short, by item. */
  const shortagesOf = async (shop: TestTenant): Promise<Record<string, string[]>> => {
    const of: Record<string, string[]> = {};
    for (const { type, subjectId, data } of await readAll(shop))
      if (type === 'stock.below_reorder') (of[subjectId] ??= []).push((data as { available: string }).available);
    return of;
  };

  test('a shortage is told where goods leave a place that never had any, or are promised there', async () => {
    const shop = await here.tenant();
    const clientId = await newClient(shop);
    const { id: yard } = await shop.call('createLocation', { name: 'Patio', code: 'P' });
    const { locations } = await shop.get('{ locations { id isDefault } }');
    const main = locations.find((one: Answer) => one.isDefault).id;
    const lines = (itemId: string, atMain: string, atYard: string) =>
      shop.call('adjustStock { updated }', {
        lines: [
          { itemId, locationId: main, quantityChange: atMain },
          { itemId, locationId: yard, quantityChange: atYard },
        ],
        reason: 'Counted',
        idempotencyKey: itemId,
      });
    const acts: [string, (itemId: string) => Promise<unknown>, string[]][] = [
      ['above it still', (itemId) => adjust(shop, itemId, '-1', yard), []],
      ['a movement', (itemId) => adjust(shop, itemId, '-2', yard), ['5']],
      ['a promise', (itemId) => shop.call('reserveStock', { itemId, locationId: yard, quantity: '2' }), ['5']],
      ['an order', (itemId) => newOrder(shop, clientId, [{ itemId, locationId: yard, quantity: '2' }]), ['5']],
      ['both places, and together only', (itemId) => lines(itemId, '-1', '-1'), ['5']],
      ['both places, and the known one enough', (itemId) => lines(itemId, '-2', '-1'), ['4']],
      ['both places, and the new one enough', (itemId) => lines(itemId, '-1', '-2'), ['4']],
      ['both places, and the known one gets back', (itemId) => lines(itemId, '1', '-2'), []],
      [
        'from the one to the other',
        (itemId) => shop.call('transferStock', { itemId, fromLocationId: yard, toLocationId: main, quantity: '2' }),
        [],
      ],
    ];
    const expected: Record<string, string[]> = {};
    const told: Record<string, string[]> = {};
    for (const [name, act, available] of acts) {
      const itemId = await newItem(shop, { negative: true, stock: '7' });
      await shop.call('updateItemInventory', { itemId, input: { reorderLevel: '5' } });
      await act(itemId);
      expected[name] = available;
      told[name] = (await shortagesOf(shop))[itemId] ?? [];
    }
    assert.deepEqual(told, expected);
  });

  test('a shortage is told once: goods that come to a place that never had any were available before, or make it less', async () => {
    const shop = await here.tenant();
    const { locations } = await shop.get('{ locations { id isDefault } }');
    const main = locations.find((one: Answer) => one.isDefault).id;
    const { id: yard } = await shop.call('createLocation', { name: 'Patio', code: 'P' });
    const { id: shed } = await shop.call('createLocation', { name: 'Depósito', code: 'D' });
    const STOCK = 7;
    const adjusted = (...changes: readonly number[]) => ({
      change: changes.reduce((sum, one) => sum + one),
      act: (itemId: string) =>
        shop.call('adjustStock { updated }', {
          lines: changes.map((change, at) => ({
            itemId,
            locationId: [main, yard, shed][at],
            quantityChange: String(change),
          })),
          reason: 'Counted',
          idempotencyKey: itemId,
        }),
    });
    const moved = (quantity: string) => ({
      change: 0,
      act: (itemId: string) =>
        shop.call('transferStock', { itemId, fromLocationId: main, toLocationId: yard, quantity }),
    });
    const acts = [moved('2'), moved('7'), adjusted(-4, 2), adjusted(-4, 3, -1), adjusted(-1, 3), adjusted(-1, -2, 1)];
    const expected: Record<string, string[]> = {};
    const ids: Record<string, string> = {};
    for (const [at, { act, change }] of acts.entries())
      for (const reorderLevel of [5, 7, 8]) {
        const itemId = await newItem(shop, { negative: true, stock: String(STOCK) });
        await shop.call('updateItemInventory', { itemId, input: { reorderLevel: String(reorderLevel) } });
        await act(itemId);
        const isBelow = STOCK > reorderLevel && STOCK + change <= reorderLevel;
        ids[`${at}, ${reorderLevel}`] = itemId;
        expected[`${at}, ${reorderLevel}`] = isBelow ? [String(STOCK + change)] : [];
      }
    // A promise at a place that never had any begins its level; its first goods are a change of it.
    const promised = await newItem(shop, { negative: true, stock: String(STOCK) });
    await shop.call('reserveStock', { itemId: promised, locationId: yard, quantity: '1' });
    await shop.call('updateItemInventory', { itemId: promised, input: { reorderLevel: '5' } });
    await adjusted(-5, 4).act(promised);
    ids['promised'] = promised;
    expected['promised'] = ['5'];
    const told = await shortagesOf(shop);
    assert.deepEqual(Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, told[id] ?? []])), expected);
  });

  test('price lists, locations and invoices of suppliers are told', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { stock: '1' });
    const otherId = await newItem(shop);
    const { createSupplier: supplier } = await shop.get('mutation { createSupplier(name: "Sur") { id } }');
    let from = (await readAll(shop)).length;
    const since = async () => {
      const told = await toldSince(shop, from);
      from += told.length;
      return told;
    };
    const { createPriceList: list } = await shop.get('mutation { createPriceList(name: "Mayor") { id } }');
    assert.deepEqual(await since(), [['price_list.created', list.id, {}]]);
    const price = (...prices: object[]) =>
      shop.get(
        'mutation ($list: UUID!, $prices: [ListPriceInput!]!) { setPrices(priceListId: $list, prices: $prices) { id } }',
        { list: list.id, prices },
      );
    const updated = [['price_list.updated', list.id, {}]];
    await price({ itemId, price: '3' }, { itemId: otherId, price: '4' });
    assert.deepEqual(await since(), updated, 'two prices');
    await price({ itemId, price: '3' });
    assert.deepEqual(await since(), [], 'the same again');
    await price({ itemId, price: '2.5' }, { itemId: otherId, price: null });
    assert.deepEqual(await since(), updated, 'one changed, one gone');
    const location = await shop.call('createLocation', { name: 'Bodega', code: 'B' });
    assert.deepEqual(await since(), [['location.created', location.id, {}]]);
    const rename = 'mutation ($id: UUID!, $name: String) { updateLocation(locationId: $id, name: $name) { id } }';
    for (const name of ['Patio', 'Patio']) await shop.get(rename, { id: location.id, name });
    assert.deepEqual(await since(), [['location.updated', location.id, {}]], 'once for one change');
    const { recordSupplierInvoice: bought } = await shop.get(
      'mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id number } }',
      { input: { supplierId: supplier.id, lines: [{ itemId, quantity: '2', unitCost: '1' }] } },
    );
    const told = await since();
    assert.deepEqual(told[0], [
      'supplier_invoice.created',
      bought.id,
      { number: bought.number, supplierId: supplier.id },
    ]);
    assertEach(told.slice(1), ([type]) => type, ['stock.moved']);
  });

  test('a type may stand for several, and one that does not exist is refused with those that are near', () => {
    assert.deepEqual(readTypes(['payment.*', 'item.created', 'payment.recorded']), [
      'payment.recorded',
      'payment.refunded',
      'item.created',
    ]);
    assert.equal(readTypes(null), undefined);
    assert.deepEqual(readTypes(Object.keys(EVENT_TYPES)), Object.keys(EVENT_TYPES));
    const near: [string, RegExp][] = [
      ['invoice.authorized', /invoice\.pac_authorized, .*invoice\.dgi_authorized/],
      ['invoices.paid', /there are invoice\.paid$/],
      ['paid', /there are invoice\.paid$/],
      ['shipment', /there are order\.\*, invoice\.\*/],
    ];
    for (const [type, said] of near) assert.throws(() => readTypes(['item.created', type]), said, type);
  });

  test('one event is told in the same words wherever', () => {
    const [id, at] = ['0b4cbb3b-8c5b-4b3b-9f2b-2d2f0a1c9d11', new Date('2026-03-01T17:04:05.123Z')];
    const event = { position: 1, id, type: 'item.created', entityId: id, subjectId: id, at, data: { id } };
    assert.equal(
      eventJson(event),
      `{"id":"${id}","type":"item.created","timestamp":"2026-03-01T17:04:05.123Z","data":{"id":"${id}"}}`,
    );
  });

  test('what commits late is read late, and what is rolled back never', async () => {
    const shop = await here.tenant();
    const [early, late] = [await newItem(shop), await newItem(shop)];
    const from = (await readAll(shop)).length;
    const [committing, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = inTenant(here.app, shop.tenant, async (db) => {
      await rename(db, early, 'first');
      committing.resolve();
      await mayCommit.promise;
    });
    await committing.promise;
    await inTenant(here.app, shop.tenant, (db) => rename(db, late, 'second'));
    await assert.rejects(
      inTenant(here.app, shop.tenant, async (db) => {
        await rename(db, late, 'never');
        throw new Error('taken back');
      }),
    );
    const seen = await readAll(shop, from);
    assert.deepEqual(seen.map(skuOf), ['second']);
    mayCommit.resolve();
    await first;
    assert.deepEqual((await readAll(shop, seen.at(-1)!.position)).map(skuOf), ['first']);
  });

  test('what commits late is read however much was read meanwhile, also by those that write themselves', async () => {
    const shop = await here.tenant();
    const [early, late] = [await newItem(shop), await newItem(shop)];
    let { length: from } = await readAll(shop);
    const told: string[] = [];
    const readOn = async () => {
      const events = await readAll(shop, from);
      from += events.length;
      told.push(...events.map(skuOf));
    };
    const renamed = (id: string, sku: string) => inTenant(here.app, shop.tenant, (db) => rename(db, id, sku));
    const writes = async (work: (db: TenantDb) => Promise<void>) => {
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const ended = inTenant(here.app, shop.tenant, async (db) => {
        await work(db);
        begun.resolve();
        await mayEnd.promise;
        await placeEvents(db);
      });
      await begun.promise;
      return async () => {
        mayEnd.resolve();
        await ended;
      };
    };
    const third = await newItem(shop);
    const reads = await writes((db) => rename(db, third, 'third'));
    const commit = await writes((db) => rename(db, early, 'early'));
    await renamed(late, 'late 0');
    await reads();
    for (const nth of [1, 2, 3]) {
      await renamed(late, `late ${nth}`);
      await readOn();
    }
    await commit();
    await readOn();
    const { length } = told;
    assert.deepEqual(new Set(told.slice(1)), new Set(['third', 'late 0', 'late 1', 'late 2', 'late 3', 'early']));
    assert.deepEqual([told.length, told.at(-1)], [7, 'early']);
    for (const nth of [4, 5, 6]) await renamed(late, `late ${nth}`).then(readOn);
    assert.equal(told.length, length + 3);
    // Events that all transactions have seen are looked at no more, as soon as no other transaction of the server is open.
    const behind = async () => {
      await renamed(late, `late ${told.length}`).then(readOn);
      const [row] = await here.sql<{ behind: number }>`select count(*)::int as behind from events
        join event_heads using (tenant_id) where tenant_id = ${shop.tenant.id} and seq > settled_seq`;
      return row!.behind;
    };
    await eventually(behind, (count) => count <= 2);
  });

  test('many writers and readers at once: every reader has all events once, in one order, each item in its own', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(WRITER, { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 7 }), tellsAll),
      { numRuns: 15, ...(process.env['SEED'] ? { seed: Number(process.env['SEED']) } : {}) },
    );
  });

  test('an event that is seen after a later one has one place, and so has the later one', async () => {
    const shop = await here.tenant();
    const places = async (seqs: number[]): Promise<void> => {
      for (const seq of seqs)
        await here.sql`insert into events (tenant_id, seq, type, entity_id, subject_id, data) overriding system value
           values (${shop.tenant.id}, ${seq}, 'item.updated', gen_random_uuid(), gen_random_uuid(), '{}')`;
      await inTenant(here.app, shop.tenant, placeEvents);
    };
    const first = 1_000_000_000;
    // Nothing settles while a transaction runs that is older.
    const older = await here.database.pool.connect();
    await older.query('begin; select pg_current_xact_id()');
    try {
      for (const seq of [1, 3]) await places([first + seq]);
    } finally {
      await older.query('commit');
      older.release();
    }
    for (const seq of [2, 4, 5]) await places([first + seq]);
    const rows = await here.sql<{ seq: number }>`select unnest(seqs)::int as seq from event_places
      where tenant_id = ${shop.tenant.id} order by position`;
    assert.deepEqual(
      rows.map(({ seq }) => seq - first).filter((seq) => seq > 0),
      [1, 3, 2, 4, 5],
    );
  });

  test('the past that is brought in makes no events', async () => {
    const shop = await here.tenant();
    const file = await salesFile(['489434,85048,15CM GLASS BALL,12,2024-02-28 07:45:00,6.955,13085']);
    const { invoices } = await importSales(here.app, shop.tenant, { file, openingStock: true });
    assert.equal(invoices, 1);
    assert.deepEqual(await readAll(shop), []);
  });

  test('the feed goes on from its cursor, by type, and from now', async () => {
    const shop = await here.tenant();
    const { pageInfo: start } = await feed(shop, { after: 'now' });
    await invoicedOrder(shop);
    await untilPrinted(here, shop);
    const all = await feed(shop);
    assert.equal(all.records.length, 10);
    const pages: Answer[] = [];
    for (let after = start.endCursor, more = true; more;) {
      const page = await feed(shop, { after, first: 3 });
      pages.push(...page.records);
      [after, more] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
    }
    assert.deepEqual(pages, all.records);
    const { records } = await feed(shop, { types: ['invoice.*', 'order.created'], after: all.records[0].cursor });
    assertEach(records, ({ type }) => type, ['order.created', 'invoice.issued', 'invoice.pac_authorized']);
    assert.deepEqual((await feed(shop, { types: [] })).records, []);
    const from = await feed(shop, { types: ['item.updated'] });
    assert.deepEqual((await feed(shop, { after: from.pageInfo.endCursor })).records, [], 'past what is of other types');
    const refused: [object, string, RegExp][] = [
      [{ first: 0 }, 'BAD_USER_INPUT', /^first must be between 1 and 1000, not 0$/],
      [{ after: 'something' }, 'BAD_USER_INPUT', /^after must be a cursor that was answered$/],
      [{ types: ['invoice.payed'] }, 'BAD_USER_INPUT', /^There are no events invoice\.payed; there are /],
    ];
    for (const [given, code, said] of refused) {
      const refusal = await shop.refusal(FEED, given);
      assert.equal(refusal.code, code);
      assert.match(refusal.message, said);
    }
  });

  /** Events of a night without a reader. */
  const unread = (shop: TestTenant, count: number) =>
    here.sql`insert into events (tenant_id, type, entity_id, subject_id, data)
       select ${shop.tenant.id}, 'item.updated', gen_random_uuid(), gen_random_uuid(), '{}' from generate_series(1, ${count})`;

  test('from now is from now, however many events no reader has seen yet', async () => {
    const shop = await here.tenant();
    await unread(shop, 12_001);
    const { records, pageInfo } = await feed(shop, { after: 'now' });
    assert.deepEqual([records, pageInfo.hasNextPage], [[], false]);
    const id = await newItem(shop, { sku: 'NEW' });
    const next = await feed(shop, { after: pageInfo.endCursor });
    assertEach(next.records, ({ type, entityId }) => [type, entityId], [['item.created', id]]);
  });

  test('what has no reader gets its place by the day, so that from now has no night of another day before it', async () => {
    const shop = await here.tenant();
    await unread(shop, 12_001);
    await expireAllEvents(here.app);
    const [left] = await here.query(
      `select (select count(*)::int from events where tenant_id = $1) as count, sum(cardinality(seqs))::int as placed, max(position)::int as last
       from event_places where tenant_id = $1`,
      [shop.tenant.id],
    );
    assert.deepEqual(left, { count: 12_001, placed: 12_001, last: 12_001 });
  });

  test('a movement whose event is over is not told again, though its row stays', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { stock: '7' });
    const moved = async () =>
      (await feed(shop)).records
        .filter(({ type }: Answer) => type === 'stock.moved')
        .map(({ data }: Answer) => data.newQuantity);
    assert.deepEqual(await moved(), ['7']);
    // Each with a place of its own, so that what ends is more than one batch of them.
    for (let more = 0; more < 110; more += 1) {
      await adjust(shop, itemId, more % 2 === 0 ? '1' : '-1');
      await inTenant(here.app, shop.tenant, placeEvents);
    }
    await here.query(`update event_rows set at = at - interval '91 days' where tenant_id = $1`, [shop.tenant.id]);
    await here.sql`update inventory_logs set occurred_at = occurred_at - interval '91 days'
      where tenant_id = ${shop.tenant.id}`;
    await expireAllEvents(here.app);
    assert.deepEqual(await here.query('select from event_places where tenant_id = $1', [shop.tenant.id]), []);
    assert.deepEqual(await moved(), []);
    await adjust(shop, itemId, '2');
    assert.deepEqual(await moved(), ['9']);
    await adjust(shop, itemId, '3');
    assert.deepEqual(await moved(), ['9', '12']);
    await expireAllEvents(here.app);
    assert.deepEqual(await moved(), ['9', '12']);
  });

  test('the release before ends an event by the view, and its delivery with it', async () => {
    const shop = await here.tenant();
    await shop.get('mutation { createWebhookEndpoint(url: "https://example.com/hook") { endpoint { id } } }');
    // The worker would write the same deliveries.
    await here.sql`update webhook_endpoints set is_enabled = false where tenant_id = ${shop.tenant.id}`;
    await newItem(shop, { stock: '7' });
    await feed(shop);
    await here.sql`insert into webhook_deliveries (tenant_id, endpoint_id, event_seq, event_id, type, subject_id, position)
       select event.tenant_id, endpoint.id, seq, event.id, type, subject_id, 1 from events event join webhook_endpoints endpoint using (tenant_id)
       where event.tenant_id = ${shop.tenant.id} and type in ('item.created', 'stock.moved')`;
    const left = async () =>
      (
        await here.sql<{ type: string }>`select type from webhook_deliveries where tenant_id = ${shop.tenant.id}
          order by 1`
      ).map(({ type }) => type);
    assert.deepEqual(await left(), ['item.created', 'stock.moved']);
    await inTenant(here.app, shop.tenant, (db) =>
      sql`delete from events where tenant_id = ${shop.tenant.id} and type = 'item.created'`.execute(db),
    );
    assert.deepEqual(await left(), ['stock.moved']);
    assert.deepEqual(
      await here.query('select from event_rows where tenant_id = $1 and type = $2', [shop.tenant.id, 'item.created']),
      [],
    );
  });

  test('a cursor is refused where what came after it is gone, and where a restore has put another event in its place', async () => {
    const shop = await here.tenant();
    const start = (await feed(shop, { after: 'now' })).pageInfo.endCursor;
    await newItem(shop);
    const { records } = await feed(shop);
    await newItem(shop);
    await here.query(`update events set at = at - interval '91 days' where tenant_id = $1`, [shop.tenant.id]);
    await expireAllEvents(here.app);
    const gone = { code: 'CONFLICT', message: WENT };
    assert.deepEqual(await shop.refusal(FEED, { after: start }), gone);
    assert.deepEqual(await shop.refusal(FEED, { after: records[0].cursor }), gone, 'its successor was never read');
    await newItem(shop);
    const [kept] = (await feed(shop)).records;
    assert.equal((await feed(shop, { after: kept.cursor })).records.length, 0);
    await here.query('update events set id = gen_random_uuid() where tenant_id = $1', [shop.tenant.id]);
    assert.deepEqual(await shop.refusal(FEED, { after: kept.cursor }), gone);
    await here.query('delete from event_heads where tenant_id = $1', [shop.tenant.id]);
    assert.deepEqual(await shop.refusal(FEED, { after: kept.cursor }), gone, 'from a time that is no more');
  });
});

const FEED = `query ($after: String, $first: Int! = 100, $types: [String!]) { events(after: $after, first: $first, types: $types) {
  records { id type at entityId data cursor } pageInfo { endCursor hasNextPage } } }`;
const WENT = 'Events after this cursor are no longer kept; read the lists anew, and continue from after: "now"';

async function feed(shop: TestTenant, given: object = {}): Promise<Answer> {
  return (await shop.get(FEED, given, 'viewer')).events;
}

async function rename(db: TenantDb, id: string, sku: string): Promise<void> {
  await sql`update items set sku = ${sku} where tenant_id = ${db.tenant.id} and id = ${id}`.execute(db);
}

function skuOf({ data }: PlacedEvent): string {
  return (data as { sku: string }).sku;
}

// --- Any writers

interface Step {
  /** Items to change, one after the other in the same transaction. */
  items: number[];
  /** How long it is until it commits, in turns of the event loop. */
  waits: number;
  isTakenBack: boolean;
}

const ITEMS = 3;
const STEP: fc.Arbitrary<Step> = fc.record({
  // In one order, so that no two wait for each other in a circle.
  items: fc
    .uniqueArray(fc.nat({ max: ITEMS - 1 }), { minLength: 1, maxLength: ITEMS })
    .map((items) => items.toSorted((one, other) => one - other)),
  waits: fc.nat({ max: 3 }),
  isTakenBack: fc.boolean(),
});
const WRITER = fc.array(STEP, { minLength: 1, maxLength: 6 });

/** The model: of each item a number that each change raises by one, under the lock of its row. */
async function tellsAll(writers: Step[][], first: number): Promise<void> {
  const shop = await here.tenant();
  const ids: string[] = [];
  for (let item = 0; item < ITEMS; item += 1) ids.push(await newItem(shop, { sku: `${item}-0` }));
  let isWriting = true;
  const readers = [first, 1, 50].map(async (most) => {
    const events: PlacedEvent[] = [];
    let after = 0;
    for (let isLast = false; !isLast;) {
      isLast = !isWriting;
      for (let hasMore = true; hasMore;) {
        const read = await inTenant(here.app, shop.tenant, async (db) => {
          await placeEvents(db);
          return readEvents(db, { after, first: most });
        });
        events.push(...read.events);
        ({ hasMore, position: after } = read);
      }
    }
    return events;
  });
  const committed = await Promise.all(writers.map((steps) => write(shop, ids, steps)));
  isWriting = false;
  const [read, ...others] = await Promise.all(readers);
  for (const other of others) assert.deepEqual(other, read, 'all readers have read the same');
  assert.deepEqual(
    read!.map(({ position }) => position),
    read!.map((_, index) => index + 1),
  );
  for (const [item, id] of ids.entries()) {
    const changes = committed.flat().filter(({ items }) => items.includes(item)).length;
    const told = read!.filter(({ entityId }) => entityId === id);
    assert.deepEqual(
      told.map(skuOf),
      Array.from({ length: changes + 1 }, (_, version) => `${item}-${version}`),
    );
  }
}

async function write(shop: TestTenant, ids: string[], steps: Step[]): Promise<Step[]> {
  for (const { items, waits, isTakenBack } of steps) {
    const work = inTenant(here.app, shop.tenant, async (db) => {
      for (const item of items) {
        await sql`
          update items set sku = split_part(sku, '-', 1) || '-' || split_part(sku, '-', 2)::int + 1
          where tenant_id = ${db.tenant.id} and id = ${ids[item]}`.execute(db);
      }
      for (let turn = 0; turn < waits; turn += 1) await sql`select`.execute(db);
      if (isTakenBack) throw new Error('taken back');
    });
    await (isTakenBack ? assert.rejects(work, /taken back/) : work);
  }
  return steps.filter(({ isTakenBack }) => !isTakenBack);
}

// --- docs/events.md

const PAGE = await readFile(join(import.meta.dirname, '../../docs/events.md'), 'utf8');

/** The examples of the page in this language. */
function examples(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'gms'))].map(([, text]) => text!);
}

/** Fields that answer all records. */
const LISTS_ALL = new Set(['priceLists', 'locations']);

test('the catalogue says which query reads what an event is about', async () => {
  const shop = await here.tenant();
  const { itemId, invoice: sold } = await invoicedOrder(shop);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  const { createSupplier: supplier, createClient: client } = await shop.get(
    'mutation { createSupplier(name: "Sur") { id } createClient(input: { name: "Ana" }) { id } }',
  );
  const lines = `lines: [{ itemId: "${itemId}", unitPrice: "1" }]`;
  await shop.get(`mutation {
    registerPayment(invoiceId: "${sold.id}", amount: "1") { id }
    createCredit(input: { invoiceId: "${sold.id}", reason: "A word of fifteen characters", mode: PROFORM, lines: [{ invoiceLineId: "${sold.lines[0].id}", quantity: "1" }] }) { id }
    createDebitNote(input: { invoiceId: "${sold.id}", reason: "A word of fifteen characters", mode: PROFORM, ${lines} }) { id }
    createGenericCredit(input: { clientId: "${client.id}", reference: { number: "FAC-1", date: "2026-01-02" }, reason: "A word of fifteen characters", mode: PROFORM, ${lines} }) { id }
    createPurchaseOrder(input: { supplierId: "${supplier.id}", lines: [{ itemId: "${itemId}", quantity: "5", unitCost: "2" }] }) { id }
    recordSupplierInvoice(input: { supplierId: "${supplier.id}", lines: [{ itemId: "${itemId}", quantity: "5", unitCost: "2" }] }) { id }
    createPriceList(name: "Mayor") { id }
    createLocation(name: "Bodega", code: "B") { id }
    openTill(id: "${randomUUID()}", openingFloat: "20") { id }
  }`);
  const asked = new Set<string>();
  for (const { type, entityId, data } of await readAll(shop)) {
    const queries = EVENT_TYPES[type as keyof typeof EVENT_TYPES].readBy;
    const isList = (query: string) => LISTS_ALL.has(query);
    const ask = (query: string) =>
      isList(query)
        ? shop.ask(`{ one: ${query} { id } }`)
        : shop.ask(`query ($id: UUID!) { one: ${query}(id: $id) { id } }`, { id: entityId });
    const answers: Answer[] = await Promise.all(queries.map(ask));
    const found = answers
      .flatMap(({ data: read }) => read?.one ?? [])
      .filter(({ id }) => !queries.some(isList) || id === entityId);
    assert.deepEqual([found, (data as { id: string }).id], [[{ id: entityId }], entityId], type);
    assert.ok(
      answers.every(({ errors }) => errors === undefined || errors[0].extensions.code === 'NOT_FOUND'),
      type,
    );
    for (const [at, query] of queries.entries()) if (answers[at].data?.one) asked.add(query);
  }
  assert.deepEqual(
    asked,
    new Set(Object.values(EVENT_TYPES).flatMap(({ readBy }) => readBy)),
    'each query of the catalogue has read something',
  );
});

test('the examples of docs/events.md do what they say', async (t) => {
  const shop = await here.tenant();
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await shop.token('viewer') };
  const itemId = await newItem(shop, { sku: 'A', price: '1' });
  await invoicedOrder(shop);
  const [ofFeed, ofStream] = examples('sh');
  const { stdout } = await promisify(execFile)('sh', ['-c', ofFeed!], { env });
  const { data }: Answer = JSON.parse(stdout);
  assert.equal(data.events.records[0].type, 'invoice.issued');

  const [follower] = examples('js');
  const told = { stream: '', follower: '' };
  for (const [name, command, args] of [
    ['stream', 'sh', ['-c', `exec ${ofStream!}`]],
    ['follower', process.execPath, ['--input-type=module', '--eval', follower!]],
  ] as const) {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => child.kill());
    child.stdout.on('data', (text) => (told[name] += String(text)));
  }
  const saying = (name: keyof typeof told, what: RegExp) =>
    eventually(
      () => Promise.resolve(told[name]),
      (text) => what.test(text),
    );
  await Promise.all([saying('stream', /^id: \S+\n\n/), saying('follower', /^copied 2\n/)]);
  await shop.call('updateItem', { itemId, input: { unitPrice: '2.5' } });
  await saying('follower', /^A Item A 2\.5$/m);
  await invoicedOrder(shop);
  await saying('stream', /^data: \{"id":"[^"]+","type":"invoice\.issued",.*"total":"53\.5"/m);
});
