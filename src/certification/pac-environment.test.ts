// Rows of every age, and the environment that they are of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCufe } from '../fiscal/cufe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import { environmentOf } from './pac-environment.ts';

const cufe = (environment: 1 | 2): string =>
  buildCufe({
    documentType: '01',
    issuerRucType: 2,
    issuerRuc: '155596713-2-2015',
    issuerDv: '59',
    branchCode: '0000',
    issueDate: '2026-01-01',
    documentNumber: '0000000001',
    billingPoint: '001',
    issueType: '01',
    environment,
    securityCode: '000000001',
  });

const ROWS: readonly (readonly [
  environment: PacEnvironment | null,
  cufe: string | null,
  expected: string | null,
  usual: 1 | 2,
  is: PacEnvironment,
])[] = [
  ['TEST', null, null, 1, 'TEST'],
  ['PRODUCTION', null, null, 2, 'PRODUCTION'],
  ['PRODUCTION', cufe(2), cufe(2), 2, 'PRODUCTION'],
  [null, cufe(1), cufe(2), 2, 'PRODUCTION'],
  [null, cufe(2), cufe(1), 1, 'TEST'],
  [null, null, cufe(1), 2, 'PRODUCTION'],
  [null, null, cufe(2), 1, 'TEST'],
  [null, 'FE01', null, 1, 'PRODUCTION'],
  [null, null, null, 1, 'PRODUCTION'],
  [null, null, null, 2, 'TEST'],
];

for (const [environment, has, expected, usual, is] of ROWS) {
  test(`${environment}, CUFE ${has?.[55]}, expected ${expected?.[55]}, service ${usual}: ${is}`, () => {
    assert.equal(environmentOf({ environment, cufe: has, expected_cufe: expected }, usual), is);
  });
}
