import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDecimal } from '../../platform/decimal.ts';
import { readSalesLine, type SalesCells } from './sales-line.ts';

const LINE: SalesCells = {
  Invoice: '489434',
  StockCode: '85048',
  Description: 'GLASS BALL',
  Quantity: '12',
  InvoiceDate: '2009-12-01 07:45:00',
  Price: '6.95',
  CustomerID: '13085',
};

function read(change: Partial<SalesCells>) {
  return readSalesLine({ ...LINE, ...change }, parseDecimal);
}

test('a line of an invoice', () => {
  assert.deepEqual(read({}), {
    kind: 'INVOICE',
    number: 'FAC-489434',
    sku: '85048',
    description: 'GLASS BALL',
    quantity: '12',
    price: '6.95',
    time: Date.UTC(2009, 11, 1, 7, 45),
    client: '13085',
  });
});

const TAKEN: [string, Partial<SalesCells>, Record<string, string>][] = [
  ['a credit note turns its quantity', { Invoice: 'C1', Quantity: '-2.50' }, { number: 'NC-C1', quantity: '2.5' }],
  ['a small c is one too', { Invoice: 'c1', Quantity: '-1' }, { kind: 'CREDIT_NOTE', number: 'NC-c1' }],
  ['other letters begin invoices', { Invoice: 'A563185' }, { kind: 'INVOICE', number: 'FAC-A563185' }],
  ['goods may be given away', { Price: '0.00' }, { price: '0' }],
  ['prices keep their decimals', { Price: '0.001' }, { price: '0.001' }],
  ['quantities may be written with decimals', { Quantity: '12.000' }, { quantity: '12' }],
  ['codes keep their case', { StockCode: '85123a' }, { sku: '85123a' }],
  ['a client need not be named', { CustomerID: '' }, { client: '' }],
];

for (const [what, change, expected] of TAKEN) {
  test(what, () => {
    const entry: Record<string, unknown> = { ...read(change) };
    for (const [field, value] of Object.entries(expected)) assert.equal(entry[field], value, field);
  });
}

const SKIPPED: [string, Partial<SalesCells>, RegExp][] = [
  ['no invoice', { Invoice: '' }, /^Invoice is missing$/],
  ['no item', { StockCode: '' }, /^StockCode is missing$/],
  ['a client beyond what a name may be', { CustomerID: 'x'.repeat(201) }, /^CustomerID is longer than 200/],
  ['no units', { Quantity: '0.00' }, /^Quantity is 0$/],
  ['units in words', { Quantity: 'twelve' }, /^Quantity "twelve" is no number$/],
  ['a comma for a point', { Price: '6,95' }, /^Price "6,95" is no number$/],
  ['more digits than are kept', { Quantity: '0.0000001' }, /^Quantity "0.0000001" is no number$/],
  ['a price below 0', { Price: '-1' }, /^Price is below 0$/],
  ['a day in another order', { InvoiceDate: '01.12.2009' }, /^InvoiceDate "01.12.2009" is no time like/],
  ['a write-off', { Quantity: '-1' }, /write-off, not a sale$/],
  ['a credit note that takes goods out', { Invoice: 'C496350' }, /positive quantity on a credit note/],
];

for (const [what, change, reason] of SKIPPED) {
  test(`is skipped: ${what}`, () => {
    const skipped = read(change);
    assert.ok('reason' in skipped);
    assert.match(skipped.reason, reason);
  });
}

test('what is quoted in a reason is not longer than a line of a terminal', () => {
  const skipped = read({ InvoiceDate: 'x'.repeat(10_000) });
  assert.ok('reason' in skipped && skipped.reason.length < 120);
});

test('a description that is too long is cut, and never through a character', () => {
  const entry = read({ Description: `${'x'.repeat(499)}😀😀` });
  assert.ok('description' in entry);
  assert.equal(entry.description.length, 500);
  assert.ok(entry.description.isWellFormed());
});
