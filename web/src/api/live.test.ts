import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shows } from './live.ts';

const told = (type: string, data: Record<string, unknown>) => ({ type, data });

test('an answer shows what an event is about: each of the items that an order promises, or the list that it changes', () => {
  const item = { item: { id: 'item-2', inventory: { available: '1' } } };
  const promised = told('stock.available_changed', { id: 'item-1', itemIds: ['item-1', 'item-2'] });
  assert.ok(shows(item, promised), 'the second one');
  assert.ok(!shows({ item: { id: 'item-3' } }, promised));
  assert.ok(shows({ priceLists: [] }, told('price_list.created', { id: 'list-1' })));
  assert.ok(shows({ listPrices: { records: [] } }, told('price_list.updated', { id: 'list-1' })));
  assert.ok(shows({ offices: [] }, told('location.created', { id: 'location-1' })));
  assert.ok(!shows({ offices: [] }, told('price_list.created', { id: 'list-1' })));
});
