// folio upgrade-folder: copies the embedded database of release 1.8, which PGlite wrote, into one that PostgreSQL can open.
//
// PGlite's files are those of a 32-bit system (int8 by reference), so PostgreSQL refuses them. The tables are made by the migrations that the
// old database has had, and filled by COPY, table by table; PGlite itself is fetched from the npm registry for this once.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { installQueue } from '../jobs/index.ts';
import { allMigrations, forMigrations, onPool } from '../wiring/open-database.ts';
import { openLocalServer } from '../platform/local-server/server.ts';
import { isListening } from '../platform/local-server/start-lock.ts';
import { migrateUp } from '../platform/migrate.ts';
import { openPool } from '../platform/postgres.ts';
import { command, CommandError, type Terminal } from './command.ts';

const PGLITE = '@electric-sql/pglite@0.5.16';
/** Read by the server, relative to its data folder. */
const TRANSFER = 'upgrade.copy';

/** As much of PGlite as is used here. */
interface OldDatabase {
  query(text: string): Promise<{ rows: unknown[]; blob?: Blob }>;
  close(): Promise<void>;
}

export const upgradeFolderCommand = command('upgrade-folder', async ({ config, terminal }) => {
  const { DATA_DIR: folder } = config;
  await assertUpgradable(folder);
  const scratch = await mkdtemp(join(folder, 'upgrade-'));
  try {
    const old = await openOld(join(folder, 'pgdata'), scratch, terminal);
    const rows = await copyInto(scratch, old);
    await old.close();
    await rename(join(scratch, 'postgresql'), join(folder, 'postgresql'));
    return { json: { rows }, text: `${rows} rows were copied; the old database is still in ${join(folder, 'pgdata')}` };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});

async function assertUpgradable(folder: string): Promise<void> {
  if (existsSync(join(folder, 'postgresql'))) throw new CommandError(`${folder} has a database of this release.`);
  if (!existsSync(join(folder, 'pgdata', 'PG_VERSION')))
    throw new CommandError(`There is no old database in ${folder}.`);
  if (await isListening(join(folder, 'guard.sock'))) {
    throw new CommandError(`A process of release 1.8 is using ${folder}; stop it first.`);
  }
}

/** A copy, since to open a database is to write to it. */
async function openOld(data: string, scratch: string, terminal: Terminal): Promise<OldDatabase> {
  const copy = join(scratch, 'old');
  await cp(data, copy, { recursive: true });
  await rm(join(copy, 'postmaster.pid'), { force: true });
  terminal.write(`Fetching ${PGLITE} …\n`);
  const args = ['install', '--prefix', scratch, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', PGLITE];
  await promisify(execFile)('npm', args, { shell: process.platform === 'win32' });
  const script = join(scratch, 'node_modules/@electric-sql/pglite/dist/index.js');
  const { PGlite } = (await import(pathToFileURL(script).href)) as {
    PGlite: { create(folder: string): Promise<OldDatabase> };
  };
  terminal.write('Copying …\n');
  return PGlite.create(copy);
}

/** Into a new server in `scratch`, whose database is complete when this has ended. Answers the number of rows. */
async function copyInto(scratch: string, old: OldDatabase): Promise<number> {
  const server = await openLocalServer(scratch);
  const { db, pool, close } = onPool(openPool({ url: server.url }, { max: 2 }));
  try {
    const rows = await rowsOf<{ name: string }>(old, 'select name from folio_migrations');
    const applied = new Set(rows.map(({ name }) => name));
    const migrations = await allMigrations();
    const unknown = [...applied].filter((name) => !migrations.has(name));
    if (unknown.length > 0) throw new CommandError(`This release does not know the migration ${unknown[0]}.`);
    await migrateUp(forMigrations(db), new Map([...migrations].filter(([name]) => applied.has(name))));
    await installQueue(db);
    const client = await pool.connect();
    try {
      return await copyTables(client, old, join(scratch, 'postgresql', TRANSFER));
    } finally {
      client.release();
    }
  } finally {
    await close();
    await server.close();
  }
}

async function rowsOf<Row>(old: OldDatabase, text: string): Promise<Row[]> {
  return (await old.query(text)).rows as Row[];
}

async function copyTables(client: pg.PoolClient, old: OldDatabase, transfer: string): Promise<number> {
  const tables = await rowsOf<{ name: string; columns: string }>(
    old,
    `
    select format('%I.%I', n.nspname, c.relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname, c.relname) <> ('pgboss', 'version')
    order by 1`,
  );
  // No trigger and no foreign key: what is copied has passed them all.
  await client.query('begin; set local session_replication_role = replica');
  let count = 0;
  for (const { name, columns } of tables) {
    await client.query(`delete from ${name}`);
    const { blob } = await old.query(`copy (select ${columns} from ${name}) to '/dev/blob'`);
    await writeFile(transfer, new Uint8Array((await blob?.arrayBuffer()) ?? []), { mode: 0o644 });
    const { rowCount } = await client.query(`copy ${name} (${columns}) from '${TRANSFER}'`);
    await rm(transfer);
    const [row] = await rowsOf<{ count: number }>(old, `select count(*)::int as count from ${name}`);
    if (rowCount !== row!.count) throw new Error(`${name} has ${row!.count} rows, and ${rowCount} were copied`);
    count += rowCount;
  }
  const sequences = await rowsOf<{ name: string; last: string }>(
    old,
    `
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'pgboss') and last_value is not null`,
  );
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [name, last]);
  await client.query('commit');
  await client.query('analyze');
  return count;
}
