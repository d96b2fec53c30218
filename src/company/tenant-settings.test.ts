import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DomainError } from '../platform/errors.ts';
import { changedSettings, type TenantChanges } from './tenant-settings.ts';
import { ofSwitches, type Tenant } from '../tenancy/index.ts';
import type { Rounding } from '../fiscal/money.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const roundingOf = (make: string | null): Rounding => (make === 'hka' ? 'document' : 'line');

const TENANT: Tenant = {
  id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f',
  name: 'Tienda',
  timeZone: 'America/Panama',
  ruc: '155596713-2-2015',
  dv: '59',
  pacCompanyId: 'company',
  voidWindowHours: 182,
  pacCredentialsRefusedAt: null,
  suspendedAt: null,
  closedAt: null,
  ...ofSwitches(() => false),
  refusesDocumented: true,
  cafe: { format: 'LETTER', delivery: 'ELECTRONIC' },
  pacEnvironment: null,
  hasPacKey: false,
  pacMake: null,
  secondPacCompanyId: null,
  secondPacAfterSeconds: 120,
  cashierDiscount: 0,
  otherMakes: {},
  pacQuotas: {},
};

describe('what becomes of a change', () => {
  const CHANGES: readonly (readonly [TenantChanges, object])[] = [
    [{ cafe: { format: 'TILL_ROLL' } }, { cafe: { format: 'TILL_ROLL', delivery: 'ELECTRONIC' } }],
    [{}, {}],
    [{ name: '  La Tienda, S.A. ' }, { name: 'La Tienda, S.A.' }],
    [{ ruc: '253-92-57027' }, { ruc: '253-92-57027', dv: '76' }],
    [
      { ruc: '155587169-2-2014', dv: '9' },
      { ruc: '155587169-2-2014', dv: '09' },
    ],
    [
      { ruc: '8-442-445', dv: '08' },
      { ruc: '8-442-445', dv: '08' },
    ],
    [{ dv: null }, { dv: '59' }],
    [{ ruc: null }, { ruc: null, dv: null }],
    // The rule of these is not certain.
    [
      { ruc: '8-NT-2-6', dv: '99' },
      { ruc: '8-NT-2-6', dv: '99' },
    ],
    [
      { ruc: 'ABC-1', dv: '12' },
      { ruc: 'ABC-1', dv: '12' },
    ],
    [{ pacCompanyId: ' other ' }, { pacCompanyId: 'other' }],
    [{ pacCompanyId: '' }, { pacCompanyId: null }],
    [{ voidWindowHours: 72 }, { voidWindowHours: 72 }],
    [{ isRetentionAgent: true }, { isRetentionAgent: true }],
    [{ isRetentionAgent: null }, {}],
    [{ sellsWithoutStock: true }, { sellsWithoutStock: true }],
    [{ sellsWithoutStock: null }, {}],
    [{ refusesDocumented: false }, { refusesDocumented: false }],
    [{ refusesDocumented: null }, {}],
    [{ requiresOpenTill: true }, { requiresOpenTill: true }],
    [{ requiresOpenTill: null }, {}],
    [{ cashierDiscount: 12 }, { cashierDiscount: 12 }],
    [
      { pacEnvironment: 'PRODUCTION', pacApiKey: 'key' },
      { pacEnvironment: 'PRODUCTION', pacApiKey: 'key' },
    ],
    [{ pacApiKey: null }, { pacApiKey: null }],
    [{ pacMake: 'hka' }, { pacMake: 'hka', roundsOnce: true }],
    [
      { pacMake: 'hka', roundsOnce: false },
      { pacMake: 'hka', roundsOnce: true },
    ],
    [{ pacMake: 'alanube' }, { pacMake: 'alanube' }],
    [
      { pacMake: 'alanube', roundsOnce: true },
      { pacMake: 'alanube', roundsOnce: true },
    ],
    [{ pacMake: null, roundsOnce: true }, { roundsOnce: true }],
    [{ timeZone: 'America/Bogota' }, { timeZone: 'America/Bogota' }],
  ];
  const { name, timeZone, ruc, dv, pacCompanyId, voidWindowHours, cashierDiscount, pacEnvironment } = TENANT;
  const AS_IT_IS = {
    ...{ name, timeZone, ruc, dv, pacCompanyId, voidWindowHours, pacEnvironment, cashierDiscount },
    ...ofSwitches((switched) => TENANT[switched]),
    cafe: TENANT.cafe,
    ...{ pacMake: null, secondPacCompanyId: null, secondPacAfterSeconds: 120 },
    ...{ pacApiKey: undefined, pacUser: undefined },
    ...{ secondPacMake: undefined, secondPacApiKey: undefined, secondPacUser: undefined },
  };
  for (const [changes, becomes] of CHANGES) {
    test(JSON.stringify(changes), () =>
      assert.deepEqual(changedSettings(TENANT, changes, roundingOf), { ...AS_IT_IS, ...becomes }),
    );
  }
});

describe('what is refused', () => {
  const REFUSED: readonly (readonly [TenantChanges, fields: readonly string[]])[] = [
    [{ name: ' ' }, ['name']],
    [{ name: null }, ['name']],
    [{ ruc: '155596713-2-2015', dv: '58' }, ['dv']],
    [{ dv: '58' }, ['dv']],
    [{ dv: 'ab' }, ['dv']],
    [{ ruc: null, dv: '59' }, ['dv']],
    [{ ruc: '155596713 2 2015' }, ['ruc']],
    [{ pacCompanyId: 'with space' }, ['pacCompanyId']],
    [{ pacApiKey: 'ключ' }, ['pacApiKey']],
    [{ voidWindowHours: 0 }, ['voidWindowHours']],
    [{ voidWindowHours: null }, ['voidWindowHours']],
    [{ timeZone: 'Panama' }, ['timeZone']],
    [{ name: '', voidWindowHours: 0, dv: '58' }, ['name', 'dv', 'voidWindowHours']],
  ];
  for (const [changes, fields] of REFUSED) {
    test(JSON.stringify(changes), () =>
      assert.throws(
        () => changedSettings(TENANT, changes, roundingOf),
        (error: unknown) => {
          assert.ok(error instanceof DomainError);
          assert.equal(error.code, 'BAD_USER_INPUT');
          const problems = error.problems.length > 0 ? error.problems : [error];
          assertEach(problems, ({ sentence }) => sentence.params['field'], fields);
          assert.ok(!error.message.includes('ключ'), 'a key is not repeated');
          return true;
        },
      ),
    );
  }
});
