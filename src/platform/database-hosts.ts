// Several hosts in the address of a database, as libpq knows them: each new connection goes to the one that takes writes.
import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { Client, Pool, type ClientConfig, type PoolClient, type PoolConfig } from 'pg';

/** A host that does not answer does not delay the others for long. */
const CONNECT_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 2_000;
/** SQLSTATE. */
const READ_ONLY = '25006';

/** One address for each host: of `postgres://user@a:5432,b:5432/name` there are two. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([^:]*:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

/** Whether standbys are among what the address names. */
export function namesHosts(url: string): boolean {
  return addressesOf(url).length > 1 || url.includes('target_session_attrs=');
}

/** A connection goes to the last host that took writes, else to the next one that does; the error tells of all of them. */
export function openPoolOfHosts(url: string, options: PoolConfig): Pool {
  const addresses = addressesOf(url);
  const writable = new WeakSet<PoolClient>();
  let at = 0;

  class ClientOfHost extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: addresses[at]!, connectionTimeoutMillis: CONNECT_WITHIN_MS });
    }
  }
  const pool = new Pool({ ...options, connectionString: url, Client: ClientOfHost });
  const { endOthers, isLongOut } = watchConnections(pool);

  const connectOnce = pool.connect.bind(pool) as () => Promise<PoolClient>;

  async function connectToWritable(): Promise<PoolClient> {
    const problems: string[] = [];
    while (problems.length <= addresses.length) {
      const tried = at;
      try {
        const client = await connectOnce();
        if (writable.has(client)) return client;
        try {
          await assertWritable(client);
        } catch (error) {
          client.release(true);
          throw error;
        }
        writable.add(client);
        endOthers(client);
        return client;
      } catch (error) {
        // Whom one host does not let in, or what it does not know, is no better at the next.
        if (pool.ending || /^(28|3D)/.test(String((error as { code?: unknown }).code))) throw error;
        problems.push(`${new URL(addresses[tried]!).host}: ${(error as Error).message}`);
        if (at === tried) at = (at + 1) % addresses.length;
      }
    }
    throw Object.assign(new Error(`no host takes writes: ${problems.join('; ')}`), { code: '08001' });
  }

  /** Only while a connection has been in use for long, which may be one that hangs. */
  async function look(): Promise<void> {
    if (!isLongOut()) return;
    for (let nth = 0; nth < addresses.length; nth += 1) {
      const index = (at + nth) % addresses.length;
      const client = await clientOfWritable(addresses[index]!);
      if (client) {
        at = index;
        return endOthers(client);
      }
    }
  }

  void (async function watch(): Promise<void> {
    while (!pool.ending) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS).unref());
      await look();
    }
  })();

  const withCallback = callbackify(connectToWritable);
  type Callback = Parameters<typeof withCallback>[0];
  pool.connect = ((callback?: Callback) =>
    callback ? withCallback(callback) : connectToWritable()) as Pool['connect'];
  return pool;
}

/** A client that was connected and is ended again, which knows its host; undefined where that host takes no writes. */
async function clientOfWritable(address: string): Promise<Client | undefined> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await assertWritable(client);
    return client;
  } catch {
    // The next one is asked; that none takes writes is told to the caller that connects.
    return undefined;
  } finally {
    await client.end();
  }
}

/** The connections of a pool: which are open, and which have been in use for long. */
function watchConnections(pool: Pool) {
  const open = new Set<PoolClient>();
  const outSince = new Map<PoolClient, number>();
  pool.on('connect', (client) => {
    open.add(client);
    // A pooler's connection outlasts that PostgreSQL behind it becomes a standby.
    connectionOf(client).on('errorMessage', ({ code }) => {
      if (code === READ_ONLY) endConnection(client, 'it leads to a standby now');
    });
  });
  pool.on('remove', (client) => {
    open.delete(client);
    outSince.delete(client);
  });
  pool.on('acquire', (client) => outSince.set(client, performance.now()));
  pool.on('release', (_, client) => outSince.delete(client));

  /** Connections to a host that is gone or demoted would wait until the system gives them up. */
  function endOthers({ host, port }: { host: string; port: number }): void {
    for (const client of open) {
      if (client.host !== host || client.port !== port) {
        endConnection(client, `${host}:${port} takes the writes now`);
      }
    }
  }

  const isLongOut = (): boolean => [...outSince.values()].some((since) => since < performance.now() - LOOK_EVERY_MS);
  return { endOthers, isLongOut };
}

/** Known to every version of pg, but not to its types. */
interface Connection {
  stream: Socket;
  on(event: 'errorMessage', hear: (message: { code?: string }) => void): void;
}

function connectionOf(client: PoolClient): Connection {
  return (client as unknown as { connection: Connection }).connection;
}

function endConnection(client: PoolClient, because: string): void {
  connectionOf(client).stream.destroy(new Error(`Connection terminated: ${because}`));
}

async function assertWritable(client: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await client.query<{ in_recovery: boolean }>('select pg_is_in_recovery() as in_recovery');
  if (rows[0]!.in_recovery) throw new Error('it is a standby');
}
