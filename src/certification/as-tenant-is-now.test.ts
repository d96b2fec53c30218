import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildCufe, cufeKey, type CufeParts } from '../fiscal/cufe.ts';
import { asTenantIsNow, type TenantNow } from './as-tenant-is-now.ts';

const PARTS: CufeParts = {
  documentType: '01',
  issuerRucType: 2,
  issuerRuc: '155596713-2-2015',
  issuerDv: '59',
  branchCode: '0001',
  issueDate: '2026-03-02',
  documentNumber: '0000000017',
  billingPoint: '003',
  issueType: '01',
  environment: 2,
  securityCode: '123456789',
};
const NOW: TenantNow = {
  isSuspended: false,
  isLeaving: false,
  ruc: '155596713-2-2015',
  dv: '59',
  pacCompanyId: 'company',
  pacEnvironment: null,
  pacMake: null,
  hasPacKey: false,
  secondPacCompanyId: null,
  secondPacAfterSeconds: 120,
};

function prepared(parts: Partial<CufeParts> = {}, companyId = 'company') {
  const expected = buildCufe({ ...PARTS, ...parts });
  const environment = parts.environment === 1 ? ('PRODUCTION' as const) : ('TEST' as const);
  return { pac_company_id: companyId, environment, expected_cufe: expected, cufe_key: cufeKey(expected) };
}

const CASES: readonly (readonly [what: string, Partial<TenantNow>, becomes: object | null])[] = [
  ['as it was', {}, null],
  ['a company that was taken away', { pacCompanyId: null }, null],
  ['a RUC that was taken away', { ruc: null, dv: null }, null],
  ['its RUC in another spelling', { ruc: ' 155596713-2-2015 ' }, null],
  ['another company', { pacCompanyId: 'other' }, prepared({}, 'other')],
  ['another RUC', { ruc: '253-92-57027', dv: '76' }, prepared({ issuerRuc: '253-92-57027', issuerDv: '76' })],
  ['a person', { ruc: '8-442-445', dv: '08' }, prepared({ issuerRuc: '8-442-445', issuerDv: '08', issuerRucType: 1 })],
  ['another environment', { pacEnvironment: 'PRODUCTION' }, prepared({ environment: 1 })],
  ['its own environment, which is the usual one', { pacEnvironment: 'TEST' }, null],
];

describe('a document that has not left, and the tenant has', () => {
  for (const [what, now, becomes] of CASES) {
    test(what, () => assert.deepEqual(asTenantIsNow(prepared(), { ...NOW, ...now }, 'TEST'), becomes));
  }
  test('another company: what is known only by its key keeps it', () => {
    const document = { ...prepared(), expected_cufe: null };
    assert.deepEqual(asTenantIsNow(document, { ...NOW, pacCompanyId: 'other' }, 'TEST'), {
      ...document,
      pac_company_id: 'other',
    });
  });
});
