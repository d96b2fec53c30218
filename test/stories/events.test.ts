// What happens is told: each fact once, in the order of its subject, in whatever order transactions commit and readers come.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  EVENT_TYPES,
  eventJson,
  placeEvents,
  readEvents,
  readTypes,
  type PlacedEvent,
} from '../../src/events/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoicedOrder, readInvoice, untilPrinted } from '../support/business.ts';
import { eventually, world, type TestTenant, type World } from '../support/world.ts';

let here: World;
before(async () => {
  here = await world();
});

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
    await eventually(
      () => readInvoice(shop, sold.id),
      ({ legalStatus }) => legalStatus === 'DGI_AUTHORIZED',
    );
    await untilPrinted(here, shop);
    await shop.get(
      'mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount) { id } }',
      {
        id: sold.id,
        amount: sold.total,
      },
    );
    assert.deepEqual(await typesOf(shop, order.id), ['order.created']);
    const told = (await typesOf(shop, sold.id)).filter((type) => type !== 'document.pdf_attached');
    assert.deepEqual(told, [
      'invoice.issued',
      'invoice.pac_authorized',
      'invoice.dgi_authorized',
      'payment.recorded',
      'invoice.paid',
    ]);
    assert.deepEqual(await typesOf(shop, itemId), ['item.created', 'stock.moved', 'stock.moved']);
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
});
