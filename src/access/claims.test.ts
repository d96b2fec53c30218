import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWN_NAMES, readClaims, readMemberships, type ClaimNames } from './claims.ts';

const ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
const READ = { userName: 'ana', tenantId: ID, roles: ['operator'] };

const CASES: readonly (readonly [
  what: string,
  payload: object,
  names: Partial<ClaimNames>,
  read: object | undefined,
])[] = [
  ['our own names', { sub: 'ana', tenant_id: ID, roles: ['operator'] }, {}, READ],
  ['one role as a text', { sub: 'ana', tenant_id: ID, roles: 'operator' }, {}, READ],
  ['roles of other systems beside ours', { sub: 'ana', tenant_id: ID, roles: ['cook', 'operator'] }, {}, READ],
  ['no role of ours', { sub: 'ana', tenant_id: ID, roles: ['cook'] }, {}, { ...READ, roles: [] }],
  ['an id in capitals', { sub: 'ana', tenant_id: ID.toUpperCase(), roles: 'operator' }, {}, READ],
  [
    'names that are addresses',
    { sub: 'x', email: 'ana', 'https://folio.example/tenant': ID, 'https://folio.example/roles': ['operator'] },
    { user: 'email', tenant: 'https://folio.example/tenant', roles: 'https://folio.example/roles' },
    READ,
  ],
  [
    'a claim within a claim',
    { sub: 'ana', tenant_id: ID, realm_access: { roles: ['operator'] } },
    { roles: 'realm_access.roles' },
    READ,
  ],
  ['no user', { tenant_id: ID, roles: 'operator' }, {}, undefined],
  ['an empty user', { sub: '', tenant_id: ID, roles: 'operator' }, {}, undefined],
  ['no tenant', { sub: 'ana', roles: 'operator' }, {}, undefined],
  ['a tenant that is no id', { sub: 'ana', tenant_id: "' or 1=1 --", roles: 'operator' }, {}, undefined],
  ['no roles', { sub: 'ana', tenant_id: ID }, {}, undefined],
  ['roles that are a number', { sub: 'ana', tenant_id: ID, roles: 1 }, {}, undefined],
  ['a name that every object has', { sub: 'ana', tenant_id: ID }, { roles: 'constructor.name' }, undefined],
];

for (const [what, payload, names, read] of CASES) {
  test(`claims: ${what}`, () => assert.deepEqual(readClaims(payload, { ...OWN_NAMES, ...names }), read));
}

test('a tenant id is whatever PostgreSQL takes for a UUID, as one that was made from a hash', () => {
  const tenantId = '76369a2d-016f-7bbd-d447-684b65cb44af';
  assert.equal(readClaims({ sub: 'ana', tenant_id: tenantId, roles: ['viewer'] }, OWN_NAMES)?.tenantId, tenantId);
});

const OTHER = '76369a2d-016f-7bbd-d447-684b65cb44af';
const MEMBERSHIPS: readonly (readonly [what: string, payload: object, read: object[]])[] = [
  ['one company', { tenant_id: ID, roles: 'operator' }, [READ]],
  [
    'a list with the same roles in each',
    { tenant_id: [ID, OTHER], roles: 'operator' },
    [READ, { ...READ, tenantId: OTHER }],
  ],
  [
    'the roles of each company, and none from elsewhere',
    { tenant_id: { [ID]: ['operator'], [OTHER]: 'cook' }, roles: 'admin' },
    [READ, { ...READ, tenantId: OTHER, roles: [] }],
  ],
  ['what is no company is left out', { tenant_id: [ID, 'x', 1, null, [OTHER]], roles: 'operator' }, [READ]],
  ['roles that are none', { tenant_id: { [ID]: 1, [OTHER]: null } }, []],
  ['no company at all', { roles: 'operator' }, []],
];

for (const [what, payload, read] of MEMBERSHIPS) {
  test(`memberships: ${what}`, () => assert.deepEqual(readMemberships({ sub: 'ana', ...payload }, OWN_NAMES), read));
}
