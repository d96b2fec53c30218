// Acts say the same of a change by whichever way it was compared and summed up: as its rows, and the changes in their order, say.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, test } from 'node:test';
import { invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { quietWorld, type TestTenant, type World } from '../support/world.ts';

type Json = Record<string, unknown>;
interface Change {
  k: string;
  r: string[];
  a?: Json;
  b?: Json;
}

let here: World;
let shop: TestTenant;

before(async () => {
  here = await quietWorld();
  shop = await here.tenant();
});

/** Columns of the row before and after that differ, as the trigger's arguments hide and leave out. */
function expected(table: string, ids: readonly string[], was: Json, now: Json): Change | undefined {
  const names = Object.keys(now).filter(
    (name) =>
      !['tenant_id', 'updated_at', 'changed_minute', 'poll_count', 'awaits_pdf', 'pac_response_text'].includes(name) &&
      JSON.stringify(now[name]) !== JSON.stringify(was[name]),
  );
  if (names.length === 0) return undefined;
  const of = (row: Json) =>
    Object.fromEntries(
      names.map((name) => {
        const text = row[`${name}_text`] as string | undefined;
        return [name, text ? createHash('sha256').update(text).digest('hex') : row[name]];
      }),
    );
  return { k: `${table}/${String(now['id'])}`, r: ids.map((id) => now[id] as string), b: of(was), a: of(now) };
}

const UPDATES: readonly (readonly [table: string, change: string])[] = [
  ['orders', `status = 'CANCELED'`],
  ['orders', `status = 'CANCELED', updated_at = clock_timestamp() + interval '1 hour'`],
  ['orders', `status = 'CANCELED', version = version + 1`],
  ['orders', `due_date = '2030-01-31', metadata = '{"a": null}'`],
  ['orders', `status = status`],
  ['stock_reservations', `status = 'RELEASED'`],
  ['stock_reservations', `status = status`],
  ['invoices', `updated_at = clock_timestamp() + interval '1 hour'`],
  ['invoices', `updated_at = clock_timestamp(), due_date = '2030-01-31'`],
  ['invoices', `metadata = '{"of": [null]}'`],
  ['fiscal_documents', `rejection_reasons = '{why}'`],
  ['fiscal_documents', `poll_count = poll_count + 1, awaits_pdf = not awaits_pdf`],
  ['fiscal_documents', `pac_response = '{"x": 1}', legal_status = 'DGI_AUTHORIZED'`],
  ['fiscal_documents', `parked_reason = 'why', settled_at = '2026-11-27T10:00:00.5-05'`],
];
const IDS: Record<string, string[]> = { invoices: ['id', 'order_id'], stock_reservations: ['id', 'order_id'] };

test('a row says what changed in it, and nothing where nothing did', async () => {
  await invoicedOrder(shop);
  await newOrder(shop, await newClient(shop), [{ itemId: await newItem(shop, { stock: '5' }), quantity: '1' }]);
  const client = await here.database.pool.connect();
  try {
    for (const [table, change] of UPDATES) {
      const where = table === 'orders' || table === 'stock_reservations' ? `status in ('OPEN', 'ACTIVE')` : 'true';
      const texts =
        table === 'fiscal_documents' ? `|| jsonb_build_object('pac_response_text', pac_response::text)` : '';
      const rows = `select to_jsonb(t) ${texts} as row from ${table} t`;
      await client.query(`begin; set local timezone = 'UTC'; set local app.acts = 'told'`);
      await client.query(`select set_config('app.tenant_id', $1, true)`, [shop.tenant.id]);
      const first = await client.query(`${rows} where tenant_id = $1 and ${where} limit 1`, [shop.tenant.id]);
      const was = first.rows[0].row as Json;
      await client.query(`update ${table} set ${change} where tenant_id = $1 and id = $2`, [shop.tenant.id, was['id']]);
      const { rows: said } = await client.query('select act_changes() as changes');
      const now = (await client.query(`${rows} where id = $1`, [was['id']])).rows[0].row as Json;
      await client.query('rollback');
      const one = expected(table, IDS[table] ?? ['id'], was, now);
      assert.deepEqual(said[0].changes, one ? [one] : [], `${table}: ${change}`);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

/** Values by the name of the row: the first that it had before, and the last after. */
function summedUp(changes: readonly Change[]): { before: Json | null; after: Json | null; entities: string[] } {
  const [earlier, later]: [Json, Json] = [{}, {}];
  for (const key of new Set(changes.map(({ k }) => k))) {
    const of = changes.filter(({ k }) => k === key);
    const gone = of.at(-1)!.a === undefined;
    later[key] = gone ? null : Object.assign({}, ...of.map(({ a }) => a ?? {}));
    if (of[0]!.b === undefined) continue;
    const all = Object.entries(Object.assign({}, ...of.toReversed().map(({ b }) => b ?? {})) as Json);
    earlier[key] = Object.fromEntries(all.filter(([, value]) => gone || value !== null));
  }
  return {
    before: Object.keys(earlier).length > 0 ? earlier : null,
    after: changes.length > 0 ? later : null,
    entities: [...new Set(changes.flatMap(({ r }) => r))].toSorted(),
  };
}

test('few changes and many are summed up alike, of rows that changed once and of those that changed again', async () => {
  let seed = 7;
  const below = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const value = () => [null, below(9), 'text', [null, 1], { of: null }][below(5)];
  const side = (): Json => Object.fromEntries(['x', 'y', 'z'].slice(below(3)).map((name) => [name, value()]));
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  for (let round = 0; round < 150; round += 1) {
    const [count, keys] = [[0, 1, 3, 6, 15, 16, 17, 30][below(8)]!, [2, 5, 1000][below(3)]!];
    const changes = Array.from({ length: count }, (): Change => {
      const kind = below(3);
      return {
        k: `orders/${below(keys)}`,
        r: [...new Set([id(below(6)), id(below(6))])],
        ...(kind !== 0 && { b: side() }),
        ...(kind !== 1 && { a: side() }),
      };
    });
    const [said] = await here.sql<ReturnType<typeof summedUp>>`select before, after,
      array(select one from unnest(entities) one order by one) as entities from act_sum(${JSON.stringify(changes)})`;
    assert.deepEqual(said, summedUp(changes), JSON.stringify(changes));
  }
});
