// PostGraphile 5 on the same database: installed on demand, and given a function with Folio's own SQL beside the bare tables.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type CompiledQuery } from 'kysely';
import type { BenchDatabase } from '../database.ts';
import { withLiterals } from '../sql-text.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const FOLDER = join(import.meta.dirname, '../peer');
const FUNCTION = 'bench_item_movements';
const ROW = 'bench_movement';

const FIELDS =
  'rowId movementType referenceNumber sourceType sourceId quantityChange createdBy occurredAt description locationId';

/** The page by the same SQL, as a function of the database. */
export const PAGE_BY_FUNCTION = `query ($id: UUID!) { benchItemMovements(pItemId: $id) {
  nodes { totalCount unitValue totalValue counterpartyName newQuantity ${FIELDS} } } }`;

/** The page as PostGraphile makes it of the table, its total counted; it lacks the counterparty's name and the values. */
export const PAGE_OF_TABLE = `query ($id: UUID!) { allInventoryLogs(condition: { itemId: $id }, orderBy: [OCCURRED_AT_DESC], first: 8) {
  totalCount nodes { newQuantity ${FIELDS} } } }`;

export function installPeer(tell: (text: string) => void): void {
  if (existsSync(join(FOLDER, 'node_modules/.package-lock.json'))) return;
  tell('installing the peer (npm ci in bench/peer)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--prefix', FOLDER, '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the peer could not be installed: npm ci in bench/peer failed');
}

/** `page` is the statement of the application's own question. */
export async function createPeerFunction({ db }: BenchDatabase, page: CompiledQuery, itemId: string): Promise<void> {
  await dropPeerFunction({ db });
  await sql.raw(`create table ${ROW} as ${withLiterals(page)} limit 0`).execute(db);
  const body = withLiterals(page, (value) => (value === itemId ? '$1' : undefined));
  await sql
    .raw(
      `create function ${FUNCTION}(p_item_id uuid) returns setof ${ROW} language sql stable as $function$ ${body} $function$;
       grant execute on function ${FUNCTION} to app_tenant`,
    )
    .execute(db);
}

export async function dropPeerFunction({ db }: Pick<BenchDatabase, 'db'>): Promise<void> {
  await sql.raw(`drop function if exists ${FUNCTION}; drop table if exists ${ROW}`).execute(db);
}

export function startPeer(
  database: BenchDatabase,
  tenantId: string,
  connections: number,
  port: number,
): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: database.url,
    TENANT_ID: tenantId,
    POOL: String(connections),
    GRAPHILE_ENV: 'production',
  };
  return startServerProcess('server.mjs', port, env, FOLDER);
}
