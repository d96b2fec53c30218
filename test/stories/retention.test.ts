// Expired data is removed, by the clock and in batches; and the page that says so knows every table and every duty.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { attachFile, forgetPlace, keysAt, storeBytes } from '../../src/files/index.ts';
import { removeExpired } from '../../src/retention/remove-expired.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { invoicedOrder, untilPrinted } from '../support/business.ts';
import { createWorld, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;

let here: World;
let shop: TestTenant;

describe('retention', () => {
  before(async () => {
    here = await createWorld({ works: false });
    shop = await here.tenant();
  });

  const count = async (table: string, { tenant } = shop): Promise<number> =>
    (await here.query<{ n: number }>(`select count(*)::int as n from ${table} where tenant_id = $1`, [tenant.id]))[0]!
      .n;

  test('the page has a line for each table, and names duties and commands that there are', async () => {
    const page = readFileSync(new URL('../../docs/retention.md', import.meta.url), 'utf8');
    const lines = [...page.matchAll(/^\| (`.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(([, ...cells]) => cells);
    const named = lines.flatMap(([tables]) => [...tables!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
    const tables = await here.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    assert.deepEqual(named.toSorted(), tables.map(({ name }) => name).toSorted());
    const duties = jobsOf(here.app).map(({ job }) => job.name);
    const removers = lines.map(([, , by]) => by!).filter((by) => by !== '–');
    assert.deepEqual(
      removers.map((by) => by.replaceAll('`', '')).filter((by) => !duties.includes(by) && by !== 'folio person forget'),
      [],
    );
    assert.ok(lines.every((cells) => cells.every((cell) => cell !== '')));
  });

  test('sessions that have ended and looks of yesterday go, in batches; those of today stay', async () => {
    const { id } = shop.tenant;
    await here.sql`insert into dashboard_sessions (tenant_id, id_sha256, user_name, roles, created_at, used_at, expires_at)
       select ${id}, n::text, 'ana', '{viewer}', now(), now(), now() + interval '20 days' from generate_series(1, 2500) n`;
    await here.sql`insert into presences select ${id}, gen_random_uuid(), 'ana', false, now()
      from generate_series(1, 2500)`;
    await removeExpired(here.app);
    assert.deepEqual([await count('dashboard_sessions'), await count('presences')], [2500, 2500]);
    here.clock.offsetMs = DAY_MS;
    await here.sql`update dashboard_sessions set used_at = now() + interval '1 day'
      where tenant_id = ${id} and id_sha256 = '7'`;
    await removeExpired(here.app);
    assert.deepEqual([await count('dashboard_sessions'), await count('presences')], [1, 0]);
    here.clock.offsetMs = 0;
  });

  test('bytes without a row go after a week, and those that a document has stay', async () => {
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
    await untilPrinted(here, shop);
    // Attached: nothing is awaited any more.
    assert.equal(await count('stored_bytes'), 0);
    const [file] = await here.sql<{ key: string; filename: string }>`select storage_key as key, filename from files
      where tenant_id = ${shop.tenant.id}`;
    const stored = await here.app.files.read(file!.key);
    const printed = await buffer(stored!.bytes);
    // A second document that would have had the same bytes, and one that would have had others with an XML: neither got its row.
    const again = await storeBytes(ofTenant(here.app, shop.tenant), [printed]);
    await inTenant(here.app, shop.tenant, async (db) => {
      const { filename } = file!;
      const same = { filename, contentType: 'application/pdf', bytes: printed, storageKey: again };
      assert.equal((await attachFile(db, invoice.id, same)).isNew, false, 'the document has the page already');
      await forgetPlace(db, invoice.id, again, 1);
    });
    const place = await storeBytes(ofTenant(here.app, shop.tenant), [
      Buffer.from('a page that was never attached'),
      Buffer.from('<x/>'),
    ]);
    const strays = [again, ...keysAt(place)];
    const isThere = async (key = ''): Promise<boolean> => {
      const found = await here.app.files.read(key);
      found?.bytes.destroy();
      return found !== undefined;
    };
    here.clock.offsetMs = 6 * DAY_MS;
    await removeExpired(here.app);
    const are = () => Promise.all(strays.map(isThere));
    assert.deepEqual([await are(), await count('stored_bytes')], [[true, true, true], 2]);
    here.clock.offsetMs = 8 * DAY_MS;
    await removeExpired(here.app);
    assert.deepEqual(
      [await are(), await isThere(file!.key), await count('stored_bytes')],
      [[false, false, false], true, 0],
    );
    here.clock.offsetMs = 0;
  });

  test('a tenant whose rows cannot be removed keeps no other from its turn, and the job is tried again', async (t) => {
    const all = [await here.tenant(), await here.tenant(), await here.tenant()] as const;
    const [, bad] = all;
    for (const { tenant } of all) {
      await here.sql`insert into dashboard_sessions (tenant_id, id_sha256, user_name, roles, created_at, used_at, expires_at)
        values (${tenant.id}, 'old', 'ana', '{viewer}', now(), now(), now())`;
      await here.sql`insert into presences values (${tenant.id}, gen_random_uuid(), 'ana', false, now() - interval '2 days')`;
    }
    await here.query(`create function refuse_removal() returns trigger language plpgsql as $$
      begin if old.tenant_id = '${bad.tenant.id}' then raise 'a damaged row'; end if; return old; end $$`);
    t.after(() => here.query('drop function refuse_removal cascade'));
    await here.query(`create trigger refuse_removal before delete on dashboard_sessions
      for each row execute function refuse_removal()`);
    here.clock.offsetMs = DAY_MS;
    await assert.rejects(removeExpired(here.app), ({ message, cause }: Error) => {
      assert.match(message, new RegExp(bad.tenant.id));
      assert.match(String(cause), /a damaged row/);
      return true;
    });
    here.clock.offsetMs = 0;
    for (const table of ['dashboard_sessions', 'presences'])
      assert.deepEqual(await Promise.all(all.map((one) => count(table, one))), [0, 1, 0], table);
  });
});
