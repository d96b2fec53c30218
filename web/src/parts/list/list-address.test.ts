// Questions of an address to a list, and the address of its file: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentsOf, daysOf, filePath, placesOf, readState, writtenOrder, type ListState } from './list-address.ts';
import type { Filter } from './list-kind.ts';

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'list.kind',
    all: 'list.anyKind',
    wordOf: () => 'list.kind',
    values: ['OPEN'],
  },
  {
    kind: 'choice',
    name: 'rate',
    label: 'list.kind',
    all: 'list.anyKind',
    wordOf: () => 'list.kind',
    values: ['7'],
    as: (value) => ({ taxRate: value }),
  },
  { kind: 'money', name: 'money', label: 'list.kind', names: ['minTotal', 'maxTotal'] },
  { kind: 'day', name: 'due', label: 'list.kind' },
  { kind: 'days', name: 'days', label: 'list.kind' },
];
const TODAY = '2026-03-01';

const STATES: [address: string, expected: Partial<ListState>][] = [
  ['', { search: '', chosen: {}, order: undefined, columns: undefined, page: 1, size: 25 }],
  ['q=ana&page=3&size=100', { search: 'ana', page: 3, size: 100 }],
  ['sort=-TOTAL', { order: { field: 'TOTAL', direction: 'DESC' } }],
  ['sort=TOTAL', { order: { field: 'TOTAL', direction: 'ASC' } }],
  ['columns=total,client.name', { columns: ['total', 'client.name'] }],
  ['page=0&size=7', { page: 1, size: 25 }],
  ['page=2.5', { page: 1 }],
  [
    'status=OPEN&minTotal=5&from=2026-01-01&status2=X&due=',
    { chosen: { status: 'OPEN', minTotal: '5', from: '2026-01-01' } },
  ],
];

for (const [address, expected] of STATES) {
  test(`the address “${address}” is read`, () => {
    const state = readState(new URLSearchParams(address), FILTERS);
    assert.deepEqual(state, { ...state, ...expected });
    if (state.order) assert.equal(`sort=${writtenOrder(state.order)}`, address);
  });
}

const ASKED: [address: string, expected: Record<string, unknown>][] = [
  ['', {}],
  ['q=+ana+&page=2', { search: 'ana' }],
  ['q=++', {}],
  ['status=OPEN&rate=7', { status: 'OPEN', taxRate: '7' }],
  ['status=true', { status: true }],
  ['status=false', { status: false }],
  ['minTotal=1,200.50&maxTotal=much', { minTotal: '1200.5' }],
  ['due=2026-02-28', { due: '2026-02-28' }],
  ['due=28/02/2026', {}],
  ['due=2026-13-01', {}],
  ['days=LAST_MONTH', { from: '2026-02-01', to: '2026-02-28' }],
  ['days=LAST_MONTH&from=2020-01-01', { from: '2026-02-01', to: '2026-02-28' }],
  ['days=OTHER&from=2026-01-05&to=soon', { from: '2026-01-05' }],
];

for (const [address, expected] of ASKED) {
  test(`“${address}” asks for ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(argumentsOf(readState(new URLSearchParams(address), FILTERS), FILTERS, TODAY), expected));
}

const DAYS: [preset: string, today: string, expected: [string, string] | undefined][] = [
  ['TODAY', TODAY, [TODAY, TODAY]],
  ['YESTERDAY', TODAY, ['2026-02-28', '2026-02-28']],
  ['YESTERDAY', '2024-03-01', ['2024-02-29', '2024-02-29']],
  // A Sunday is the last day of its week.
  ['THIS_WEEK', TODAY, ['2026-02-23', TODAY]],
  ['THIS_WEEK', '2026-03-02', ['2026-03-02', '2026-03-02']],
  ['THIS_MONTH', '2026-03-31', ['2026-03-01', '2026-03-31']],
  ['LAST_MONTH', '2026-01-15', ['2025-12-01', '2025-12-31']],
  ['OTHER', TODAY, undefined],
  ['toString', TODAY, undefined],
];

for (const [preset, today, expected] of DAYS) {
  test(`${preset} on ${today}`, () =>
    assert.deepEqual(daysOf(preset, today), expected && { from: expected[0], to: expected[1] }));
}

test('the file is asked for in the order and with the columns that are seen', () => {
  assert.equal(filePath('items', {}, undefined, ['sku']), '/export/items?columns=sku');
  assert.equal(
    filePath('items', { search: 'a&b' }, { field: 'NAME', direction: 'DESC' }, ['sku', 'name']),
    '/export/items?search=a%26b&orderBy.field=NAME&orderBy.direction=DESC&columns=sku%2Cname',
  );
});

test('a column has as many places as the longest of its numbers', () => {
  assert.equal(placesOf([]), 0);
  assert.equal(placesOf(['1', '10']), 0);
  assert.equal(placesOf(['1', '1.5', '2.125']), 3);
});
