// The witness of what was sent, on a database that it has not seen yet: which claims it may miss there, and which it may not.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { v7 as uuid } from 'uuid';
import { sql } from 'kysely';
import { createWitness } from '../../src/certification/index.ts';
import { SERVER, type Server } from '../../src/certification/witness.ts';
import { inSystem } from '../../src/tenancy/index.ts';
import { invoicedOrder } from '../support/business.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ works: false });
after(() => world.close());

const CLAIM = { document_id: uuid(), what: 'SUBMIT', attempts: 1 } as const;

async function server(): Promise<Server> {
  const asked = sql<{ server: Server }>`select ${SERVER} as server`;
  return (await inSystem(world.app, (db) => asked.execute(db))).rows[0]!.server;
}

for (const place of ['GONE', 'ARRIVING', 'LEAVING'])
  test(`a claim of a company that is ${place} keeps no process from sending for the others`, async () => {
    const shop = await world.tenant();
    const { tenant } = shop;
    const witness = createWitness(world.app);
    // One that is leaving still has its rows.
    const claim = place === 'LEAVING' ? { ...CLAIM, document_id: (await invoicedOrder(shop)).invoice.id } : CLAIM;
    witness.noteClaim(tenant, claim);
    await world.query('update tenants set place = $2 where id = $1', [tenant.id, place]);
    await witness.look();
    assert.deepEqual([witness.isTrusted(await server()), witness.wentBack()], [true, undefined]);
  });

test('a claim of a company that the database has never heard of tells that it went back', async () => {
  const { tenant } = await world.tenant();
  const witness = createWitness(world.app);
  witness.noteClaim({ ...tenant, id: uuid() }, CLAIM);
  await witness.look();
  assert.match(witness.wentBack() ?? '', /does not know that 1 requests were sent/);
});
