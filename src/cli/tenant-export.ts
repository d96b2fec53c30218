// folio tenant export: everything that a tenant has, as JSON lines and files, with the SHA-256 of each; no secret is among it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import { handOutHead } from '../acts/index.ts';
import type { FileStore } from '../files/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Sql } from '../platform/sql.ts';
import { columnsOf, csvFile } from '../platform/table-file.ts';
import { inSnapshot, type TenantDb } from '../tenancy/index.ts';
import { fileStore, headsContext } from '../wiring/app.ts';
import { command, CommandError, type Answer, type Terminal } from './command.ts';
import { EXPORTED, LEFT_OUT, LEFT_OUT_COLUMNS } from '../company/index.ts';
import { beginInTenant } from './with-tenant.ts';

interface Written {
  path: string;
  bytes: number;
  sha256: string;
}

type Table = Written & { name: string; rows: number };

export const tenantExportCommand = command('tenant export', async (args) => {
  const { config, options, terminal } = args;
  const folder = resolve(options['to']!);
  await makeFolder(folder);
  return beginInTenant(args, async (database, tenant) => {
    // Acts up to this head have their places in the chain.
    const head = await handOutHead(await headsContext(config, database), tenant);
    const exportedAt = systemClock.now();
    const all = new Map(EXPORTED.map((name) => [name, sql`true`]));
    const tables = await inSnapshot(database, tenant, (db) => exportTables(db, folder, terminal, all));
    const { files, missing } = await exportFiles(fileStore(config), folder, terminal);
    files.push(await write(folder, 'acts-head.json', Readable.from([Buffer.from(`${JSON.stringify(head)}\n`)])));
    const { id, name } = tenant;
    const about = {
      folio: manifest.version,
      tenant: { id, name },
      exportedAt,
      tables,
      files,
      missing,
      leftOut: LEFT_OUT,
    };
    return finish(folder, about, (rows) => `${rows} rows of ${tables.length} tables and ${files.length} files`);
  });
});

interface Exported {
  tables: readonly Table[];
  files: readonly Written[];
  missing: readonly string[];
}

/** The sums, and last the manifest: without it an export is not whole. */
export async function finish(
  folder: string,
  about: Exported,
  what: (rows: number) => string,
  detail: object = {},
): Promise<Answer> {
  const { tables, files, missing } = about;
  const sums = [...tables, ...files].map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  await writeFile(join(folder, 'SHA256SUMS'), sums, { mode: 0o600 });
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
  const rows = tables.reduce((sum, one) => sum + one.rows, 0);
  const lost = missing.map((one) => `\nThe store does not have ${one} as it was put there.`).join('');
  return {
    json: { folder, ...detail, rows, files: files.length, missing },
    text: `${what(rows)} are in ${folder}.${lost}`,
    hasFailed: missing.length > 0,
  };
}

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readdir(folder);
  if (there.length > 0) throw new CommandError(`${folder} is not empty.`);
  await mkdir(join(folder, 'files'), { mode: 0o700 });
}

/** Writes the rows of each table for which the condition holds; with `csv` those that also exist as CSV for people. */
export async function exportTables(
  db: TenantDb,
  folder: string,
  terminal: Terminal,
  rowsOfTables: ReadonlyMap<string, Sql>,
  { csv = false } = {},
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const [name, where] of rowsOfTables) {
    if (terminal.isInteractive) terminal.write(`${name} …\n`);
    const path = `${name}.jsonl`;
    let rows = 0;
    const lines = async function* () {
      for await (const line of rowsOf<string>(db, name, where, LINE)) {
        rows += 1;
        yield Buffer.from(`${line}\n`);
      }
    };
    tables.push({ name, ...(await write(folder, path, lines())), rows });
    if (!csv || rows === 0) continue;
    const { columns } = await shapeOf(db, name);
    const pages = async function* () {
      for await (const cells of rowsOf<(string | null)[]>(db, name, where, CELLS)) yield [cells];
    };
    const sheet = { columns: columnsOf('text', ...columns), pages: pages() };
    tables.push({ name, ...(await write(folder, `${name}.csv`, csvFile(sheet))), rows: 0 });
  }
  return tables;
}

const ROWS_AT_ONCE = 500;
/** As PostgreSQL writes them, so that no amount passes through a number of ours. */
const LINE = sql`row_to_json(r)::text`;
const CELLS = sql`array(select value from json_each_text(row_to_json(r)))`;

async function* rowsOf<T>(db: TenantDb, table: string, where: Sql, form: Sql): AsyncGenerator<T> {
  const { columns, key } = await shapeOf(db, table);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  // The view of events has no key.
  const order = sql.join((key.length > 0 ? key : ['seq']).map((name) => sql.ref(name)));
  const owner = sql.ref(table === 'tenants' ? 'id' : 'tenant_id');
  await sql`
    declare export no scroll cursor for
    select ${form} as one
    from (
      select ${names} from ${sql.table(table)}
      where ${owner} = ${sql.lit(db.tenant.id)} and ${where} order by ${order}) r`.execute(db);
  for (;;) {
    const { rows } = await sql<{ one: T }>`fetch ${sql.lit(ROWS_AT_ONCE)} from export`.execute(db);
    for (const { one } of rows) yield one;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close export`.execute(db);
}

/** Columns that the tenant's role may read, without generated ones; and the order of the key. */
async function shapeOf(db: TenantDb, table: string): Promise<{ columns: string[]; key: string[] }> {
  const { rows } = await sql<{ name: string; place: number | null }>`
    select attname as name, array_position(i.indkey::int2[], attnum)::int as place
    from pg_attribute a left join lateral (
      -- The primary key, else another unique one.
      select indkey from pg_index where indrelid = a.attrelid and indisunique order by indisprimary desc, indexrelid limit 1
    ) i on true
    where a.attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and (attgenerated = '' or ${table} = 'tenants')
      and has_column_privilege(current_user, attrelid, attnum, 'select')
    order by attnum`.execute(db);
  const leftOut = LEFT_OUT_COLUMNS[table] ?? [];
  const inKey = rows.filter(({ place }) => place !== null).toSorted((one, other) => one.place! - other.place!);
  return {
    columns: rows.map(({ name }) => name).filter((name) => !leftOut.includes(name)),
    key: inKey.map(({ name }) => name),
  };
}

const FILES_AT_ONCE = 8;

/** Read from the store after the snapshot has ended: a transaction must not be open for as long as a million PDFs take. */
export async function exportFiles(
  store: FileStore,
  folder: string,
  terminal: Terminal,
): Promise<{ files: Written[]; missing: string[] }> {
  const files: Written[] = [];
  const missing: string[] = [];
  let batch: Promise<void>[] = [];
  const lines = createInterface({ input: createReadStream(join(folder, 'files.jsonl')), crlfDelay: Infinity });
  for await (const line of lines) {
    const file = JSON.parse(line) as { id: string; filename: string; sha256: string; storage_key: string };
    batch.push(exportFile(store, folder, file, files, missing));
    if (batch.length < FILES_AT_ONCE) continue;
    await Promise.all(batch);
    batch = [];
    if (terminal.isInteractive && files.length % 1000 === 0) terminal.write(`${files.length} files …\n`);
  }
  await Promise.all(batch);
  return { files, missing };
}

async function exportFile(
  store: FileStore,
  folder: string,
  file: { id: string; filename: string; sha256: string; storage_key: string },
  files: Written[],
  missing: string[],
): Promise<void> {
  const path = `files/${file.id}-${file.filename.replaceAll(/[^\w.-]/g, '_').slice(-100)}`;
  const stored = await store.read(file.storage_key);
  const written = stored && (await write(folder, path, stored.bytes));
  if (written) files.push(written);
  if (written?.sha256 !== file.sha256) missing.push(path);
}

async function write(folder: string, path: string, chunks: AsyncIterable<Buffer>): Promise<Written> {
  const digest = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const chunk of chunks) {
      digest.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await writeFile(join(folder, path), measured(), { flag: 'wx', mode: 0o600, flush: true });
  return { path, bytes, sha256: digest.digest('hex') };
}
