// Colleagues who look at a record: told by name within the same company, and forgotten.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuids } from '../../src/platform/uuid.ts';
import { assertEach } from '../support/assert-each.ts';
import { world, type TestTenant } from '../support/world.ts';

async function presence(method: string, path: string, token: string): Promise<[number, unknown]> {
  const { url } = await world();
  const response = await fetch(`${url}/presence/${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  return [response.status, response.status === 204 ? undefined : await response.json()];
}

test('colleagues see each other on a record until they leave, for a minute without a word, and no other company does', async () => {
  const here = await world();
  const [shop, other] = [await here.tenant(), await here.tenant()] as [TestTenant, TestTenant];
  const [id] = newUuids(1) as [string];
  const [mine, theirs] = [await shop.token('operator'), await shop.token('viewer')];

  assert.deepEqual(await presence('PUT', id, mine), [200, { colleagues: [] }]);
  const [, seen] = (await presence('PUT', `${id}?editing`, theirs)) as [number, { colleagues: { name: string }[] }];
  assert.equal(seen.colleagues.length, 1);
  const [, back] = (await presence('PUT', id, mine)) as [
    number,
    { colleagues: { name: string; isEditing: boolean }[] },
  ];
  assertEach(back.colleagues, ({ isEditing }) => isEditing, [true]);
  assert.deepEqual(await presence('PUT', id, await other.token('admin')), [200, { colleagues: [] }]);
  assert.deepEqual(await presence('PUT', newUuids(1)[0]!, mine), [200, { colleagues: [] }]);

  await here.sql`update presences set seen_at = now() - interval '61 seconds'
    where is_editing and tenant_id = ${shop.tenant.id}`;
  assert.deepEqual(await presence('PUT', id, mine), [200, { colleagues: [] }]);
  assert.equal(
    (await here.query('select from presences where is_editing and tenant_id = $1', [shop.tenant.id])).length,
    0,
  );

  await presence('PUT', id, theirs);
  assert.deepEqual(await presence('DELETE', id, theirs), [204, undefined]);
  assert.deepEqual(await presence('PUT', id, mine), [200, { colleagues: [] }]);
  assert.equal((await presence('PUT', 'no-uuid', mine))[0], 404);
  assert.equal((await presence('PUT', id, 'no token'))[0], 401);
});
