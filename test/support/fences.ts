// Worlds in which one of the two fences between tenants is gone: row-level security, or the conditions of the code's statements.
import assert from 'node:assert/strict';
import type { PoolClient } from 'pg';
import { createWorld, openDatabaseWithTwins, openMigratedDatabase, world, type World } from './world.ts';

/** `tenant_id = …` as the code writes it, of whatever table. */
const CONDITION = /(?<!\bset )((?:"?\w+"?\.)?"?tenant_id"? = (?:\$\d+|"?\w+"?\."?tenant_id"?))(?!\w)/g;

/** The statement with every condition on the tenant true; its parameters keep their types. */
function withoutConditions(text: string): string {
  return text.replaceAll(CONDITION, '($1 or true)');
}

async function withoutRowSecurity(): Promise<World> {
  const here = await createWorld();
  const tables = await here.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace`,
  );
  assert.ok(tables.length > 40);
  for (const { name } of tables) await here.query(`alter table ${name} disable row level security`);
  return here;
}

async function withoutConditionsOfCode(): Promise<World> {
  const database = await openMigratedDatabase();
  let stripped = 0;
  database.pool.on('connect', (client: PoolClient) => {
    const send = client.query.bind(client) as (text: unknown, ...rest: unknown[]) => unknown;
    const query = (text: unknown, ...rest: unknown[]): unknown => {
      const sent = typeof text === 'string' ? withoutConditions(text) : text;
      if (sent !== text) stripped += 1;
      return send(sent, ...rest);
    };
    client.query = query as PoolClient['query'];
  });
  const here = await createWorld({ database });
  const shop = await here.tenant();
  await shop.get('{ items { totalCount } }');
  assert.ok(stripped > 0, 'the conditions are still there');
  return here;
}

/** Fences of an isolation story: all of them, the code alone, the database alone, and the code alone with an alarm behind it. */
export const FENCES: readonly (readonly [name: string, open: () => Promise<World>])[] = [
  ['both fences', world],
  ['row-level security off', withoutRowSecurity],
  ['the conditions of the code stripped', withoutConditionsOfCode],
  ['a twin with the same ids', async () => createWorld({ database: await openDatabaseWithTwins() })],
];
