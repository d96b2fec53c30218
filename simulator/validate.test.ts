/** Bodies that the PAC refuses, one row per rule. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCufe } from '../src/fiscal/cufe.ts';
import { changed, documentBody } from './test-support.ts';
import type { Submission } from './submission.ts';
import { readBody } from './validate.ts';

const CUFE = buildCufe({
  documentType: '01',
  issuerRucType: 2,
  issuerRuc: '155596713-2-2015',
  issuerDv: '59',
  branchCode: '0000',
  issueDate: '2026-01-01',
  documentNumber: '0000000007',
  billingPoint: '001',
  issueType: '01',
  environment: 2,
  securityCode: '123456789',
});

test('a good invoice is read, and its totals are computed to the cent', () => {
  const read = readBody('INVOICE', documentBody());
  assert.equal(read.errors, null);
  const { net, tax, total } = read.submission.totals;
  assert.deepEqual({ net, tax, total }, { net: '60.45', tax: '2.45', total: '62.90' });
});

// path in the body, what stands there, the field that is named
const REFUSED: [string, unknown, string][] = [
  ['information.issueType', 1, 'information.issueType'],
  ['information.documentType', '04', 'information.documentType'],
  ['information.numeration', '0000000000', 'information.numeration'],
  ['information.numeration', '1', 'information.numeration'],
  ['information.numeration', 1, 'information.numeration'],
  ['information.billingPoint', '000', 'information.billingPoint'],
  ['information.securityCode', '000000000', 'information.securityCode'],
  ['information.securityCode', '12345678', 'information.securityCode'],
  ['information.nature', undefined, 'information.nature'],
  ['information.operationType', '1', 'information.operationType'],
  ['information.destination', 2, 'information.destination'],
  ['information.saleType', undefined, 'information.saleType'],
  ['information.cafe', undefined, 'information.cafe.format'],
  ['information.cafe.delivery', 9, 'information.cafe.delivery'],
  ['information.issueDate', '2026-03-01T10:00:00Z', 'information.issueDate'],
  ['information.issueDate', '2026-13-01T10:00:00-05:00', 'information.issueDate'],
  ['information', undefined, 'information.numeration'],
  ['receiver.type', '05', 'receiver.type'],
  ['receiver.type', '02', ''],
  ['receiver.name', 'x'.repeat(101), 'receiver.name'],
  ['receiver.name', undefined, 'receiver.name'],
  ['receiver.address', 'x'.repeat(101), 'receiver.address'],
  ['receiver.country', 'CR', 'receiver.country'],
  ['receiver.ruc', undefined, 'receiver.ruc'],
  ['receiver.ruc.type', 3, 'receiver.ruc.type'],
  ['receiver.ruc.verificationDigit', '09', 'receiver.ruc.verificationDigit'],
  ['receiver.ruc.verificationDigit', 'AB', 'receiver.ruc.verificationDigit'],
  ['receiver.ruc.verificationDigit', '8', ''],
  ['receiver.ruc', { type: 1, ruc: '8AV-1-12', verificationDigit: '00' }, ''],
  ['receiver.emails', ['a@b.c', 'a@b.c', 'a@b.c', 'a@b.c'], 'receiver.emails'],
  ['receiver.telephones', 'none', 'receiver.telephones'],
  ['items', [], 'items'],
  ['items.0.number', '0000', 'items[0].number'],
  ['items.1.number', '0001', 'items[1].number'],
  ['items.0.description', 'x'.repeat(501), 'items[0].description'],
  ['items.0.code', 'x'.repeat(21), 'items[0].code'],
  ['items.0.quantity', 0, 'items[0].quantity'],
  ['items.0.quantity', '1e3', 'items[0].quantity'],
  ['items.0.prices.transfer', -1, 'items[0].prices.transfer'],
  ['items.0.prices.discount', 9, 'items[0].prices.discount'],
  ['items.0.itbms.rate', '7', 'items[0].itbms.rate'],
  ['items.0.itbms.rate', 'toString', 'items[0].itbms.rate'],
  ['items.0.isc', { rate: 5, amount: 1.28 }, 'totals.paymentMethods'],
  ['items.0.isc', { rate: 101 }, 'items[0].isc.rate'],
  ['items.0.isc', { amount: 1 }, 'items[0].isc.rate'],
  ['items.0.oti', [{ code: '12', amount: 1 }], 'items[0].oti[0].code'],
  ['items.0.oti', [{ code: '01', amount: -1 }], 'items[0].oti[0].amount'],
  ['items.0.oti', ['01', '01'].map((code) => ({ code, amount: 0 })), 'items[0].oti'],
  ['totals.retention', { code: 2, amount: 1.22 }, ''],
  ['totals.retention', { code: 5, amount: 1.22 }, 'totals.retention.code'],
  ['totals.retention', { code: 2, amount: 2.46 }, 'totals.retention.amount'],
  ['totals.paymentTime', 4, 'totals.paymentTime'],
  ['totals.paymentTime', 2, 'totals.installmentPayment'],
  ['totals.paymentMethods', [], 'totals.paymentMethods'],
  ['totals.paymentMethods.0.type', '10', 'totals.paymentMethods[0].type'],
  ['totals.paymentMethods.0.type', '99', 'totals.paymentMethods[0].description'],
  ['totals.paymentMethods.0.amount', 62.89, 'totals.paymentMethods'],
  ['totals.paymentMethods.0.amount', 70, ''],
  ['referencedDocuments', [{ cufe: CUFE, issueDate: '2026-01-01T10:00:00-05:00' }], 'referencedDocuments'],
];

for (const [path, value, field] of REFUSED) {
  const what = value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60);
  test(`an invoice whose ${path} is ${what} is ${field === '' ? 'accepted' : 'refused'}`, () => {
    const { errors } = readBody('INVOICE', changed(documentBody(), path, value));
    if (field === '') assert.equal(errors, null);
    else
      assert.ok(
        errors?.some((error) => error.field === field),
        JSON.stringify(errors),
      );
  });
}

for (const body of [undefined, null, [], 'text', 7]) {
  test(`a body that is ${JSON.stringify(body) ?? 'missing'} is refused`, () => {
    assert.equal(readBody('INVOICE', body).errors?.[0]?.code, 'INVALID_BODY');
  });
}

test('a legal RUC is never a final consumer', () => {
  const ruc = { type: 2, ruc: '155596713-2-2015', verificationDigit: '59' };
  const body = changed(changed(documentBody(), 'receiver.type', '02'), 'receiver.ruc', ruc);
  assert.equal(readBody('INVOICE', body).errors?.[0]?.field, 'receiver.type');
});

test('a final consumer may stay unnamed', () => {
  const { errors } = readBody('INVOICE', changed(documentBody(), 'receiver', { type: '02', country: 'PA' }));
  assert.equal(errors, null);
});

test('a foreign receiver needs the number of a document', () => {
  const foreigner = { type: '04', name: 'Jane Roe', country: 'US' };
  assert.equal(
    readBody('INVOICE', changed(documentBody(), 'receiver', foreigner)).errors?.[0]?.field,
    'receiver.foreign.number',
  );
  const named = { ...foreigner, foreign: { number: 'P1234567', country: 'US' } };
  assert.equal(readBody('INVOICE', changed(documentBody(), 'receiver', named)).errors, null);
});

test('the state needs a CPBS code on every line', () => {
  const body = changed(changed(documentBody(), 'receiver.type', '03'), 'items.0.cpbs', { code: '5020', unit: 'und' });
  assert.deepEqual(
    readBody('INVOICE', body).errors?.map(({ field }) => field),
    ['items[1].cpbs.code'],
  );
});

test('a term names its dates', () => {
  const installmentPayment = [{ sequence: 1, dueDate: '2026-12-31T00:00:00-05:00', amount: 62.9 }];
  const { totals } = documentBody();
  const body = changed(documentBody(), 'totals', { ...totals, paymentTime: 2, installmentPayment });
  assert.equal(readBody('INVOICE', body).errors, null);
});

test('a credit note names its original and has no sale type', () => {
  const original = { cufe: CUFE, issueDate: '2026-01-01T10:00:00-05:00' };
  assert.equal(readBody('CREDIT_NOTE', documentBody({ original })).errors, null);
  const without = changed(documentBody({ original }), 'referencedDocuments', undefined);
  assert.equal(readBody('CREDIT_NOTE', without).errors?.[0]?.field, 'referencedDocuments');
  const sale = changed(documentBody({ original }), 'information.saleType', 1);
  assert.equal(readBody('CREDIT_NOTE', sale).errors?.[0]?.field, 'information.saleType');
  const wrong = documentBody({ original: { ...original, cufe: 'FE01' } });
  assert.equal(readBody('CREDIT_NOTE', wrong).errors?.[0]?.field, 'referencedDocuments[0].cufe');
});

test('ISC and other taxes count on the net of the line, and in its total', () => {
  const items = [
    { ...documentBody().items[0], prices: { transfer: 12.5, discount: 2.5 }, itbms: { rate: '02' }, isc: { rate: 5 } },
    { ...documentBody().items[1], oti: [14.81, 0.02].map((amount, at) => ({ code: `0${at + 1}`, amount })) },
  ];
  const body = { ...documentBody(), items, totals: { paymentTime: 1, paymentMethods: [{ type: '02', amount: 100 }] } };
  const { lines, ...totals } = (readBody('INVOICE', body) as { submission: Submission }).submission.totals;
  assert.deepEqual(lines, [
    { net: '30.00', isc: '1.50', otherTax: '0.00', tax: '3.00', total: '34.50' },
    { net: '34.95', isc: '0.00', otherTax: '14.83', tax: '2.45', total: '52.23' },
  ]);
  assert.deepEqual(totals, { net: '64.95', isc: '1.50', otherTax: '14.83', tax: '5.45', total: '86.73' });
});
