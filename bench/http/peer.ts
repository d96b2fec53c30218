// The peers on the same database, installed on demand: PostGraphile 5, given a function with Folio's own SQL, and mercurius.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type CompiledQuery } from 'kysely';
import type { BenchDatabase } from '../database.ts';
import { withLiterals } from '../sql-text.ts';
import type { Handler } from './minimal-handler.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

const POSTGRAPHILE = join(import.meta.dirname, '../peer');
const MERCURIUS = join(import.meta.dirname, '../peer/mercurius');
const FUNCTION = 'bench_item_movements';
const ROW = 'bench_movement';

/** The page by the same SQL, as a function of the database. */
export const PAGE_BY_FUNCTION = `query ($id: UUID!) { benchItemMovements(pItemId: $id) {
  nodes { totalCount unitValue totalValue counterpartyName balanceAfter rowId movementType referenceNumber sourceType
    sourceId quantityChange createdBy occurredAt description locationId } } }`;

export function installPeers(tell: (text: string) => void): void {
  for (const folder of [POSTGRAPHILE, MERCURIUS]) install(folder, tell);
}

function install(folder: string, tell: (text: string) => void): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  tell(`installing a peer (npm ci in ${folder})`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status } = spawnSync(npm, ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`a peer could not be installed: npm ci in ${folder} failed`);
}

/** `page` is the statement of the application's own question. A type and no table: the service stops where it finds an unknown one. */
export async function createPeerFunction({ db }: BenchDatabase, page: CompiledQuery, itemId: string): Promise<void> {
  await dropPeerFunction({ db });
  const body = withLiterals(page, (value) => (value === itemId ? '$1' : undefined));
  await sql
    .raw(
      `create temp table ${ROW} as ${withLiterals(page)} limit 0;
       do $do$ begin
         execute (select 'create type public.${ROW} as (' || string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', '
           order by attnum) || ')' from pg_attribute where attrelid = 'pg_temp.${ROW}'::regclass and attnum > 0);
       end $do$;
       drop table pg_temp.${ROW};
       create function ${FUNCTION}(p_item_id uuid) returns setof public.${ROW} language sql stable as $function$ ${body} $function$`,
    )
    .execute(db);
}

export async function dropPeerFunction({ db }: Pick<BenchDatabase, 'db'>): Promise<void> {
  await sql.raw(`drop function if exists ${FUNCTION}; drop type if exists public.${ROW}`).execute(db);
}

export function startPostgraphile(
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
  return startServerProcess('server.mjs', port, env, POSTGRAPHILE);
}

export function startMercurius(handler: Handler): Promise<ServerProcess> {
  return startServerProcess('server.mjs', handler.port, { BENCH_HANDLER: JSON.stringify(handler) }, MERCURIUS);
}
