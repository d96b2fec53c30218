import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf } from './field-of.ts';

const PLACES: [path: (string | number)[], field: string | null][] = [
  [['receiver', 'name'], 'client.name'],
  [['receiver', 'ruc', 'verificationDigit'], 'client.ruc'],
  [['receiver', 'foreign', 'number'], 'client.ruc'],
  [['receiver', 'foreign', 'country'], 'client.country'],
  [['receiver', 'location', 'code'], 'client.address.corregimientoCode'],
  [['receiver', 'location', 'district'], 'client.address.district'],
  [['receiver', 'emails', 1], 'client.emails'],
  [['items', 12, 'prices', 'transfer'], 'lines[12].unitPrice'],
  [['items', 0, 'cpbs'], 'lines[0].cpbs'],
  [['items', 0, 'oti', 0], 'lines[0]'],
  [['items'], 'lines'],
  [['totals', 'installmentPayment', 0, 'amount'], 'payment'],
  [['information', 'billingPoint'], 'billingPoint.code'],
  [['information', 'numeration'], null],
];

for (const [path, field] of PLACES)
  test(`${path.join('.')} comes from ${field ?? 'Folio itself'}`, () => assert.equal(fieldOf(path), field));
