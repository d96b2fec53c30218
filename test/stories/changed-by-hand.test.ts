// Changes that a process of the release before or a person makes past the code of this one are dated, counted and refused by the triggers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyCounts } from '../../src/numbers/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { tellStory } from '../support/api-story.ts';
import { createWorld, openMigratedDatabase } from '../support/world.ts';

/** A column that is seen, in each table whose rows are dated. */
const SEEN = {
  clients: 'name',
  items: 'name',
  locations: 'name',
  payments: 'reference',
  purchase_orders: 'metadata',
  suppliers: 'name',
};

test('a row that is changed without a date gets one, with an act, in every table that says when it changed', async () => {
  const here = await createWorld({ database: await openMigratedDatabase() });
  const shop = await here.tenant();
  await tellStory(here, shop);
  await here.app.jobs.stop();
  const { id } = shop.tenant;
  const dates = async (table: string) => {
    const rows = await here.query<{ id: string; date: string }>(
      `select id, updated_at::text as date from ${table} where tenant_id = $1 order by id`,
      [id],
    );
    return rows;
  };
  for (const [table, column] of Object.entries(SEEN)) {
    const value = column === 'metadata' ? `'{"x": 1}'` : `concat(${column}, ' 7')`;
    const before = await dates(table);
    assert.ok(before.length > 0, table);
    for (const tenant of ['', id]) {
      const [{ acts }] = (await here.query(`select count(*)::int as acts from acts where tenant_id = '${id}'`)) as [
        { acts: number },
      ];
      await here.query(`begin; select set_config('app.tenant_id', '${tenant}', true);
        update ${table} set ${column} = ${tenant === '' ? value : column === 'metadata' ? 'null' : `concat(${column}, ' 8')`}
        where tenant_id = '${id}' and id = '${before[0]!.id}'; commit`);
      const after = await dates(table);
      assert.ok(after[0]!.date > before[0]!.date, `${table}: the changed row is dated`);
      assert.deepEqual(after.slice(1), before.slice(1), `${table}: no other row is`);
      before[0] = after[0]!;
      const [told] = (await here.query(`select count(*)::int as acts from acts where tenant_id = '${id}'`)) as [
        { acts: number },
      ];
      assert.equal(told.acts - acts, tenant === '' ? 0 : 1, `${table}: one act in a tenant`);
    }
    // A change that is not seen has no date, nor one that changes nothing.
    if (table === 'items')
      await here.query(`update items set average_cost = 7 where tenant_id = $1 and id = $2`, [id, before[0]!.id]);
    await here.query(`update ${table} set ${column} = ${column} where tenant_id = $1 and id = $2`, [id, before[0]!.id]);
    assert.deepEqual(await dates(table), before, table);
  }

  // A day's Z stays, also where it would be another company's.
  const other = await here.tenant();
  await here.query(`insert into till_closings select $1, $2, $2, 1, '{}', '{}', '{}', '{}', null, null, 'ana', now()`, [
    id,
    other.tenant.id,
  ]);
  for (const change of [
    'update till_closings set number = 2',
    `update till_closings set tenant_id = '${other.tenant.id}'`,
    'delete from till_closings',
  ])
    await assert.rejects(here.query(`${change} where tenant_id = $1`, [id]), /is not changed/, change);

  // Notices are removed while they say nothing of a document, and are counted.
  const notice = (state: string, document: string) =>
    here.query(
      `insert into pac_notices (tenant_id, id, digest, body, state, document_id, received_at)
       select $1, gen_random_uuid(), $2 || n, '{}', $2, ${document}, now() from generate_series(1, 3) n`,
      [id, state],
    );
  await notice('REFUSED', 'null');
  await notice('WAITING', 'null');
  const count = async () => assert.deepEqual(await inTenant(here.app, shop.tenant, verifyCounts), []);
  await count();
  await assert.rejects(here.query(`delete from pac_notices where tenant_id = $1`, [id]), /is not removed/);
  await here.query(`delete from pac_notices where tenant_id = $1 and state = 'REFUSED'`, [id]);
  await count();
});
