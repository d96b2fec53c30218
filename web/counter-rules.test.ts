// The counter's rules: what is typed, what a sale comes to, what is given back, and how items are found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { termsOfParts, partProblems, changeOf } from '../src/invoicing/payment-parts.ts';
import { priceOrder } from '../src/sales/order.ts';
import { lineUnit } from '../src/sales/line-unit.ts';
import type { PaymentPartInput } from './src/api/answers.ts';
import { ownerOf, withLastChanged, withLines, type Change } from './src/rules/basket.ts';
import { indexItems } from './src/rules/counter-items.ts';
import { isCode, isShortNumber, readEntry, wasRead, type Entry } from './src/rules/counter-entry.ts';
import {
  dueOf,
  keyOf,
  mostParts,
  overAt,
  orderOf,
  paidBy,
  percentOff,
  priceOf,
  pricesOf,
  readDiscount,
  refusedToCashier,
  saleTotals,
  withCents,
  type DraftLine,
} from './src/rules/sale.ts';

const find = (code: string, quantity = '1'): Entry => ({ does: 'find', code, quantity });

const ENTRIES: [string, Entry | undefined][] = [
  ['', undefined],
  ['   ', undefined],
  ['7501031311309', find('7501031311309')],
  [' ARR-25 ', find('ARR-25')],
  ['arroz 25 lb', find('arroz 25 lb')],
  ['3*7501031311309', find('7501031311309', '3')],
  ['3 × arroz', find('arroz', '3')],
  ['0.5*QUE-1', find('QUE-1', '0.5')],
  ['0*QUE-1', find('0*QUE-1')],
  ['3*', { does: 'quantity', quantity: '3' }],
  ['+', { does: 'add', quantity: '1' }],
  ['-', { does: 'add', quantity: '-1' }],
  ['−2', { does: 'add', quantity: '-2' }],
  ['+12', { does: 'add', quantity: '12' }],
  ['10%', { does: 'discount', percent: '10' }],
  ['7.5 %', { does: 'discount', percent: '7.5' }],
  ['110%', find('110%')],
  ['=4.50', { does: 'price', price: '4.5' }],
  ['+507 6000-0000', find('+507 6000-0000')],
];

for (const [typed, entry] of ENTRIES) {
  test(`the counter reads “${typed}”`, () => assert.deepEqual(readEntry(typed), entry));
}

test('whatever a scanner sends is one code: it is never taken for a command', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{6,14}$/), (code) => assert.deepEqual(readEntry(code), find(code))),
  );
});

test('a short bare number is how many; a code is never completed from a list of names', () => {
  for (const number of ['1', '5', '25', '999']) assert.ok(isShortNumber(number), number);
  for (const code of ['0', '2242', '8512', 'LEC', 'ARR-2', '5 lb']) assert.ok(!isShortNumber(code), code);
  for (const code of ['2242', '8512', 'ARR-2']) assert.ok(isCode(code), code);
  for (const name of ['LEC', 'arroz 25 lb', 'leche']) assert.ok(!isCode(name), name);
});

const LISTS: [typed: string, list: Partial<Parameters<typeof wasRead>[0]>, isRead: boolean][] = [
  ['arroz', {}, true],
  ['3*arroz', {}, true],
  // A scanner's Enter comes a few milliseconds after its last digit; a person needs longer to read.
  ['arroz', { stoodMs: 249 }, false],
  ['arroz', { stoodMs: 0, isChosen: true }, true],
  // The list is that of what was typed before.
  ['arroz', { text: 'arro' }, false],
  ['arroz', { text: 'arro', isChosen: true }, false],
  // A code that no item has is never completed, however long its list stands; a person may choose there.
  ['ARR-2', { stoodMs: 60_000 }, false],
  ['3*ARR-2', { stoodMs: 60_000 }, false],
  ['ARR-2', { isChosen: true }, true],
  ['', { isChosen: true }, false],
  ['3*', { isChosen: true }, false],
];

test('Enter takes what was read in the list, and nothing else', () => {
  for (const [typed, list, isRead] of LISTS) {
    const standing = { text: typed, stoodMs: 250, isChosen: false, ...list };
    assert.equal(wasRead(standing, typed), isRead, `${typed} ${JSON.stringify(standing)}`);
  }
});

function item(part: object = {}) {
  const given = { unitPrice: '10', taxRate: '7', iscRate: '0', otherTax: null, units: [], barcodes: [], ...part };
  const stock = { trackingMode: 'NONE' as const, allowNegativeStock: false, inventory: { levels: [] } };
  return { id: 'i', sku: 'SKU-1', name: 'Arroz', kind: 'GOODS' as const, unit: 'und', ...stock, ...given };
}
const line = (part: Partial<DraftLine> = {}): DraftLine => ({
  key: 1,
  item: item(),
  quantity: '1',
  price: '10',
  ...part,
});
const cents = fc.integer({ min: 1, max: 500_000 }).map((n) => (n / 100).toFixed(2).replace(/\.?0+$/, ''));

const CHANGES: [last: Partial<DraftLine>, entry: Change, changed: Partial<DraftLine> | undefined][] = [
  // Typed with a decimal comma, as anywhere.
  [{ quantity: '1,5' }, { does: 'add', quantity: '1' }, { quantity: '2.5' }],
  [{ quantity: '1,5' }, { does: 'add', quantity: '-1.5' }, undefined],
  [{ quantity: '1,5' }, { does: 'quantity', quantity: '3' }, { quantity: '3' }],
  [{ quantity: '1,5' }, { does: 'discount', percent: '10' }, { quantity: '1,5', discount: '1' }],
  [{ quantity: '1,5' }, { does: 'price', price: '4.5' }, { quantity: '1,5', price: '4.5' }],
  [{ price: '4,50' }, { does: 'discount', percent: '10' }, { price: '4,50', discount: '0.45' }],
  // Still being typed.
  [{ quantity: '' }, { does: 'add', quantity: '2' }, { quantity: '2' }],
  [{ quantity: '' }, { does: 'price', price: '4.5' }, { quantity: '', price: '4.5' }],
  [{ price: '' }, { does: 'discount', percent: '10' }, { price: '', discount: '0' }],
];

test('a command changes the last line, however its numbers were typed', () => {
  const first = line({ key: 0 });
  for (const [part, entry, changed] of CHANGES) {
    const expected = changed ? [first, { ...line(part), ...changed }] : [first];
    assert.deepEqual(withLastChanged([first, line(part)], entry, {}), expected, JSON.stringify([part, entry]));
  }
});

test('the total at the counter is the one that the service counts', () => {
  const terms = fc.record({
    quantity: fc.integer({ min: 1, max: 40 }).map(String),
    price: cents,
    taxRate: fc.constantFrom('0', '7', '10', '15'),
    isc: fc.constantFrom('0', '5'),
    other: fc.constantFrom(null, '5'),
    off: fc.constantFrom('0', '0.01'),
  });
  fc.assert(
    fc.property(fc.array(terms, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 100 }), (all, percent) => {
      const lines = all.map(({ quantity, price, taxRate, isc, other, off }) =>
        line({
          quantity,
          price,
          discount: off,
          item: item({ taxRate, iscRate: isc, otherTax: other && { rate: other } }),
        }),
      );
      const discount = readDiscount(`${percent}%`, lines)!;
      const rows = all.map(({ quantity, price, taxRate, isc, other, off }) => ({
        ...{ quantity, unit_price: price, own_discount: off, tax_rate: taxRate, isc_rate: isc },
        ...{ other_tax: '0', other_tax_rate: other },
      }));
      for (const rounding of ['line', 'document'] as const)
        assert.deepEqual(saleTotals(lines, discount, {}, rounding), priceOrder(rows, discount, rounding).totals);
    }),
  );
});

test('change and what is missing are the service’s, for any parts', () => {
  const part = fc.record({ method: fc.constantFrom('CASH', 'DEBIT_CARD', 'BANK_TRANSFER'), amount: cents });
  fc.assert(
    fc.property(cents, fc.array(part, { minLength: 1, maxLength: 4 }), (due, some) => {
      const parts = some as PaymentPartInput[];
      const terms = termsOfParts(parts, { due_date: null });
      const paid = paidBy(parts, due);
      assert.equal(paid.isEnough, partProblems(due, terms).length === 0);
      if (paid.isEnough) assert.equal(paid.change, changeOf(due, terms));
    }),
  );
});

const UNITS = [
  { unit: 'caja', factor: '12', price: '100' },
  { unit: 'par', factor: '2', price: null },
];
const PRICES: [string, Record<string, string>, string][] = [
  ['und', {}, '10'],
  ['caja', {}, '100'],
  ['par', {}, '20'],
  ['und', { 'i und': '9' }, '9'],
  ['caja', { 'i und': '9' }, '108'],
  ['par', { 'i caja': '90' }, '20'],
  ['caja', { 'i caja': '90' }, '90'],
];

for (const [unit, prices, price] of PRICES) {
  test(`one ${unit} with the list ${JSON.stringify(prices)} costs ${price}, as the service says`, () => {
    assert.equal(priceOf(item({ units: UNITS }), unit, prices), price);
    const known = {
      ...{ sku: 'SKU-1', unit: 'und', unit_price: '10' },
      units: Object.fromEntries(UNITS.map(({ unit: name, ...rest }) => [name, rest])),
      prices: Object.fromEntries(Object.entries(prices).map(([key, value]) => [key.slice(2), value])),
    };
    assert.equal(lineUnit(known, unit, '1').price, price);
  });
}

test('a discount is an amount or a part, and never more than the lines come to', () => {
  const lines = [line({ quantity: '3' })];
  const read = ['', '5', '10%', '30', '30.01', '101%', 'x', '-1'].map((typed) => readDiscount(typed, lines));
  assert.deepEqual(read, ['0', '5', '3', '30', undefined, undefined, undefined, undefined]);
  assert.equal(percentOff('0.35', '10'), '0.035');
  assert.deepEqual(['4', '4.5', '4.255'].map(withCents), ['4.00', '4.50', '4.255']);
});

test('a client that withholds pays less', () => {
  assert.equal(dueOf(saleTotals([line()]), { retentionCode: null }), '10.7');
  assert.equal(dueOf(saleTotals([line()]), { retentionCode: '4' }), '10.35');
});

test('the DGI takes ten payments: what is withheld is one of them, and so is each that is made already', () => {
  assert.deepEqual(
    [mostParts(false), mostParts(true), mostParts(false, 3), mostParts(true, 3)],
    [10, 10 - 1, 10 - 3, 10 - 3 - 1],
  );
});

test('the requests of a sale have keys of their own, and tell what was sold', () => {
  const sale = {
    id: 'a1',
    client: null,
    lines: [line({ unit: 'caja' })],
    discount: '1',
    place: 'p',
    point: null,
    parts: [],
    mode: 'DGI' as const,
    madeBy: 'ana',
  };
  assert.equal(new Set((['client', 'order', 'invoice'] as const).map((one) => keyOf(sale, one))).size, 3);
  assert.deepEqual(orderOf(sale, 'c', '2026-11-22T10:00:00Z'), {
    ...{ clientId: 'c', externalId: 'counter-a1', metadata: { soldAt: '2026-11-22T10:00:00Z' } },
    ...{ discount: '1', billingPointId: null, madeBy: 'ana' },
    lines: [{ itemId: 'i', unit: 'caja', quantity: '1', unitPrice: '10', discount: '0', locationId: 'p' }],
  });
});

test('a cashier sells at the prices of the catalog, with the discount that the company allows', () => {
  // A box of twelve has a price of its own, and the client's list another one.
  const boxed = item({ unitPrice: '2.55', units: [{ unit: 'caja', factor: '12', price: '30' }] });
  const one: DraftLine = { key: 1, item: boxed, quantity: '2' };
  const box: DraftLine = { ...one, unit: 'caja', quantity: '1' };
  const refused = (line: DraftLine, discount = '0', most = 10, prices = {}) =>
    refusedToCashier([line], discount, prices, most);
  for (const line of [one, { ...one, price: '2.550' }, box, { ...box, price: '30' }])
    assert.equal(refused(line), undefined);
  for (const line of [
    { ...one, price: '2.54' },
    { ...one, price: '30' },
    { ...box, price: '2.55' },
  ])
    assert.equal(refused(line), 'price');
  assert.equal(
    refused({ ...one, price: '2' }, '0', 10, pricesOf([{ item: { id: 'i' }, unit: 'und', price: '2' }])),
    undefined,
  );
  // A tenth of 2.55 is 0.255, and of two of them 0.51.
  assert.equal(refused({ ...one, discount: '0.255' }), undefined);
  assert.equal(refused({ ...one, discount: '0.26' }), 'discount');
  assert.equal(refused(one, '0.51'), undefined);
  assert.equal(refused(one, '0.52'), 'discount');
  assert.equal(refused({ ...one, discount: '0.2' }, '0.2'), 'discount');
  assert.equal(refused({ ...one, discount: '0.01' }, '0', 0), 'discount');
});

test('items are found by barcode, by SKU, and by words in any order', () => {
  const coffee = item({ id: 'c', sku: 'CAF-1', name: 'Café Durán 1 lb', barcodes: [{ barcode: '745', unit: 'caja' }] });
  const index = indexItems([item({ barcodes: [{ barcode: 'CAF-1', unit: null }] }), coffee]);
  assert.deepEqual(index.byCode('745'), { item: coffee, unit: 'caja' });
  assert.equal(index.byCode(' sku-1 ')?.item.id, 'i');
  assert.equal(index.byCode('caf-1')?.item.id, 'i', 'a barcode goes before an SKU');
  for (const part of ['74', 'SKU', 'SKU-', 'CAF-', 'AF-1', '7455', 'SKU-11', ''])
    assert.equal(index.byCode(part), undefined, `“${part}” is no whole code`);
  const upc = indexItems([item({ barcodes: [{ barcode: '036000291452', unit: null }] }), coffee]);
  assert.equal(upc.byCode('0036000291452')?.item.id, 'i', 'a camera reads a UPC-A as the EAN-13 that it is');
  assert.equal(upc.byCode('36000291452'), undefined);
  const ean = indexItems([item({ barcodes: [{ barcode: '0036000291452', unit: null }] }), coffee]);
  assert.equal(ean.byCode('036000291452')?.item.id, 'i');
  assert.deepEqual(index.byWords('duran cafe', 8), [coffee]);
  assert.deepEqual(index.byWords('', 8), []);
});

test('a sale can be taken back for ten seconds at most, also where the clock has been set back since', () => {
  const now = Date.parse('2026-11-25T12:00:00Z');
  const day = 24 * 3_600_000;
  for (const ahead of [-day, -1, 0, 5_000, 10_000]) assert.equal(overAt({ heldUntil: now + ahead }, now), now + ahead);
  for (const ahead of [10_001, 60_000, day, 365 * day]) assert.ok(overAt({ heldUntil: now + ahead }, now) <= now);
});

test('cashier and till go with a sale that is corrected or taken back, and not with what comes after it', () => {
  const owner = { madeBy: 'ana', tillSession: 's1' };
  assert.deepEqual(
    ['refused', 'waiting', 'parked'].map((state) => ownerOf(owner, state)),
    [owner, owner, { madeBy: undefined, tillSession: undefined }],
  );
  const sale = { id: 'a', client: null, discount: '', lines: [line()], ...owner };
  assert.deepEqual(withLines(sale, [line(), line()]), { ...sale, lines: [line(), line()] });
  assert.deepEqual(withLines(sale, []), { id: 'a', client: null, discount: '', lines: [] });
});
