import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftUnknown } from './stock-at.ts';

const sold = (line: string, more: { state?: string; orderId?: string; place?: string | null } = {}) => ({
  ...{ state: more.state ?? 'waiting', orderId: more.orderId },
  sale: { place: more.place === undefined ? 'shop' : more.place, lines: [line, `${line}, again`] },
});

test('what has left unknown to the service: sold at this place, waiting, without an order', () => {
  const sales = [
    sold('one'),
    sold('known', { orderId: 'PED-1' }),
    sold('elsewhere', { place: 'store' }),
    sold('nowhere', { place: null }),
    sold('parked', { state: 'parked' }),
    sold('refused', { state: 'refused' }),
    sold('two'),
  ];
  assert.deepEqual(leftUnknown(sales, 'shop'), ['one', 'one, again', 'two', 'two, again']);
  assert.deepEqual(leftUnknown(sales, 'store'), ['elsewhere', 'elsewhere, again']);
});
