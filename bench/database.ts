// The PostgreSQL to measure on, and databases of our own in it, whose statements can be listened to.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, totalmem } from 'node:os';
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { Database } from '../src/platform/database.ts';
import type { OpenDatabase } from '../src/wiring/open-database.ts';
import { openPool } from '../src/platform/postgres.ts';
import { startPostgres } from '../test/faults/kill-loop/postgres-server.ts';

export interface Server {
  /** URL of the maintenance database, which exists on every server. */
  url: string;
  /** Empties its cache; absent where we do not know how. */
  restart?: () => Promise<void>;
  stop(): Promise<void>;
}

/** The one of DATABASE_URL, or a temporary one that writes to the disk as a real one does; undefined where none is installed. */
export async function findServer({ restart }: { restart: string | undefined }): Promise<Server | undefined> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') {
    const again = async (): Promise<void> =>
      void (await once(spawn(restart!, { shell: true, stdio: 'ignore' }), 'exit'));
    return { url, ...(restart === undefined ? {} : { restart: again }), stop: async () => undefined };
  }
  const server = await startPostgres({
    settings: {
      shared_buffers: megabytes(totalmem() / 6),
      max_wal_size: '16GB',
      checkpoint_timeout: '30min',
      // No standby reads it, and what is built is sooner ready.
      wal_level: 'minimal',
      max_wal_senders: '0',
    },
  });
  return server && { ...server, restart: () => server.restart('fast') };
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 2 ** 20)}MB`;
}

export interface Machine {
  processor: string;
  cores: number;
  memory: string;
  postgres: string;
  settings: string;
  node: string;
  /** Load average of the last minute at the start of the run, to tell what else was running. */
  load: number;
}

export async function describeMachine(server: Server): Promise<Machine> {
  const [row] = await onServer<{ postgres: string; settings: string }>(
    server,
    `select current_setting('server_version') as postgres,
       (select string_agg(name || ' = ' || current_setting(name), ', ' order by name) from pg_settings
        where name in ('shared_buffers', 'fsync', 'synchronous_commit', 'wal_level')) as settings`,
  );
  const [first] = cpus();
  return {
    processor: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    postgres: row!.postgres,
    settings: row!.settings,
    node: process.versions.node,
    load: loadavg()[0]!,
  };
}

async function onServer<Row extends object>(server: Server, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export interface BenchDatabase extends OpenDatabase {
  name: string;
  url: string;
  /** The statements that `work` sends, with their parameters. */
  listen<T>(work: () => Promise<T>): Promise<{ result: T; statements: CompiledQuery[] }>;
}

const CONNECTIONS = 12;
/** How a statement is sent is no part of it. */
const SENT_WITH = /^\/\* (pipelined|last) \*\//;

export function openDatabase(server: Server, name: string): BenchDatabase {
  const address = new URL(server.url);
  address.pathname = `/${name}`;
  const url = address.href;
  const pool = openPool(
    { url },
    {
      max: CONNECTIONS,
      applicationName: 'folio-bench',
      // A server that is restarted breaks them.
      onBrokenConnection: () => undefined,
    },
  );
  let heard: CompiledQuery[] | undefined;
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (event.level === 'query') heard?.push({ ...event.query, sql: event.query.sql.replace(SENT_WITH, '') });
    },
  });
  return {
    name,
    url,
    pool,
    db,
    kind: 'postgres',
    close: () => db.destroy(),
    async listen(work) {
      const statements: CompiledQuery[] = [];
      heard = statements;
      try {
        return { result: await work(), statements };
      } finally {
        heard = undefined;
      }
    },
  };
}

export async function hasDatabase(server: Server, name: string): Promise<boolean> {
  const rows = await onServer(server, `select from pg_database where datname = '${name}'`);
  return rows.length > 0;
}

export async function createDatabase(server: Server, name: string): Promise<void> {
  await onServer(server, `create database ${name}`);
}

export async function dropDatabase(server: Server, name: string): Promise<void> {
  await onServer(server, `drop database if exists ${name} with (force)`);
}

/** Databases that this process creates and drops carry its process id. */
export function ownName(name: string): string {
  return `${name}_${process.pid}`;
}

export async function dropOwnDatabases(server: Server): Promise<void> {
  const rows = await onServer<{ datname: string }>(
    server,
    `select datname from pg_database where datname ~ '^folio_bench_.*_${process.pid}$'`,
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
}
