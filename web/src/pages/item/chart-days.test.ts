// Day of a movement, and the meaning of its marker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MovementType } from '../../api/answers.ts';
import { chartDays, notableType, totalsByType, type StockEvent } from './chart-days.ts';
import { assertEach } from '../../../../test/support/assert-each.ts';

const event = (date: string, movementType: MovementType, quantityChange: string): StockEvent => ({
  date,
  movementType,
  quantityChange,
  balanceAfter: '0',
});

const POINTS = [
  { date: '2026-11-20T04:59:59.999Z', value: '10' },
  { date: '2026-11-21T04:59:59.999Z', value: '7' },
  { date: '2026-11-21T18:00:00.000Z', value: '7' },
];

const MADE = '2026-11-20T12:00:00.000Z';

const STARTS: [string, [string, string][], StockEvent[], (string | null)[]][] = [
  [
    'what is quiet before the item was made is not known',
    [
      ['2026-11-18', '0'],
      ['2026-11-19', '0'],
      ['2026-11-21', '0'],
    ],
    [],
    [null, null, '0'],
  ],
  [
    'what was there before it was made was imported',
    [
      ['2026-11-18', '0'],
      ['2026-11-19', '4'],
      ['2026-11-21', '0'],
    ],
    [],
    [null, '4', '0'],
  ],
  [
    'what moved before it was made was imported',
    [
      ['2026-11-18', '0'],
      ['2026-11-19', '0'],
    ],
    [event('2026-11-18', 'VENTA', '-4')],
    ['0', '0'],
  ],
];

for (const [what, points, events, values] of STARTS) {
  test(what, () => {
    const days = chartDays({ points: points.map(([date, value]) => ({ date, value })), events }, MADE);
    assertEach(days, ({ value }) => value, values);
  });
}

test('each movement stands on the day that ends after it', () => {
  const days = chartDays(
    {
      points: POINTS,
      events: [
        event('2026-11-20T04:59:59.999Z', 'VENTA', '-1'),
        event('2026-11-20T05:00:00.000Z', 'VENTA', '-2'),
        event('2026-11-21T04:00:00.000Z', 'VENTA', '-1'),
      ],
    },
    MADE,
  );
  assertEach(days, (day) => day.events.map((one) => one.quantityChange), [['-1'], ['-2', '-1'], []]);
});

test('goods that came are told before goods that were sold', () => {
  const events = [event('a', 'VENTA', '-1.5'), event('b', 'COMPRA', '20'), event('c', 'VENTA', '-0.5')];
  assert.equal(notableType(events), 'COMPRA');
  assert.deepEqual(totalsByType(events), [
    { type: 'COMPRA', change: '20', count: 1 },
    { type: 'VENTA', change: '-2', count: 2 },
  ]);
});

test('a quiet day has no marker', () => assert.equal(notableType([]), undefined));
