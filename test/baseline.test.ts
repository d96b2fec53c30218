// A database that the baseline made is the one that the chain of migrations makes.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { FILE, LAST } from '../migrations/baseline.ts';
import { migrateDown, migrateUp, type Migration } from '../src/platform/migrate.ts';
import { allMigrations, forMigrations, type OpenDatabase } from '../src/wiring/open-database.ts';
import { assertEach } from './support/assert-each.ts';
import { catalogOf } from './support/catalog.ts';
import { printBaseline } from './support/print-baseline.ts';
import { openTestDatabase } from './support/world.ts';

const ALL = await allMigrations();
const CHAIN = new Map(
  [...ALL].map(([name, { up, down, inTransaction }]): [string, Migration] => [
    name,
    { up, down, ...(inTransaction === undefined ? {} : { inTransaction }) },
  ]),
);
/** The version of the embedded server, by which the file is printed: each version prints expressions in its own way. */
const PRINTED_BY = 18;

describe('the baseline', () => {
  const opened: OpenDatabase[] = [];
  let byBaseline: OpenDatabase;
  let byChain: OpenDatabase;
  let chainMakes: Record<string, string[]>;
  const open = async (): Promise<OpenDatabase> => {
    const database = await openTestDatabase();
    opened.push(database);
    return database;
  };

  before(async () => {
    byChain = await open();
    await migrateUp(forMigrations(byChain.db), new Map([...CHAIN].filter(([name]) => name <= LAST)));
    const { rows } = await byChain.pool.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const text = await printBaseline(byChain.pool, LAST);
    if (process.env['BASELINE'] === 'write') await writeFile(FILE, text);
    if (rows[0]!.version === PRINTED_BY)
      assert.equal(await readFile(FILE, 'utf8'), text, 'BASELINE=write prints it anew');
    await migrateUp(forMigrations(byChain.db), CHAIN);
    byBaseline = await open();
    const { done } = await migrateUp(forMigrations(byBaseline.db), ALL);
    assertEach(done, ({ name }) => name, ['baseline', ...[...ALL.keys()].filter((name) => name > LAST)]);
    chainMakes = await catalogOf(byChain);
  });
  after(async () => {
    for (const database of opened) await database.close();
  });

  test('makes what the chain makes', async () => {
    const made = await catalogOf(byBaseline);
    assert.ok(
      made['policies']!.length > 50 && made['columns']!.length > 500 && made['migrations']!.length === ALL.size,
    );
    assert.deepEqual(made, chainMakes);
  });

  for (const [change, where] of [
    ['drop policy tenant_isolation on items', 'policies'],
    ['revoke update on items from app_tenant', 'grants'],
    ['revoke select (name) on tenants from app_tenant', 'grantsOfColumns'],
    ['alter table items no force row level security', 'relations'],
    ['alter table items alter sku set default 7', 'columns'],
    ['delete from database_witness', 'rows of database_witness'],
    [`comment on table items is 'goods'`, 'comments'],
  ] as const)
    test(`a baseline that leaves something out is told of: ${change}`, async () => {
      const client = await byBaseline.pool.connect();
      try {
        await client.query(`begin; ${change}`);
        const mutant = await catalogOf({ ...byBaseline, pool: client as unknown as OpenDatabase['pool'] });
        assert.deepEqual(
          Object.keys(chainMakes).filter((name) => JSON.stringify(mutant[name]) !== JSON.stringify(chainMakes[name])),
          [where],
        );
      } finally {
        await client.query('rollback');
        client.release();
      }
    });

  test('is nothing for a database that has begun the chain, nor for a part of the migrations', async () => {
    const [first] = ALL.keys();
    const database = await open();
    const some = new Map([...ALL].filter(([name]) => name !== '0117_supplier_invoices_newest'));
    assert.equal((await migrateUp(forMigrations(database.db), some)).done[0]!.name, first);
    const begun = await open();
    await migrateUp(forMigrations(begun.db), new Map([...ALL].slice(0, 3)));
    const { done } = await migrateUp(forMigrations(begun.db), ALL);
    assert.equal(done.length, ALL.size - 3);
  });

  test('a database of it goes back by the chain and forward again as one of the chain does', async () => {
    const to = '0109_voids_of_rejected_documents';
    for (const { db } of [byChain, byBaseline]) {
      await migrateDown(forMigrations(db), ALL, to);
      await migrateUp(forMigrations(db), ALL);
    }
    assert.deepEqual(await catalogOf(byBaseline), await catalogOf(byChain));
  });
});
