// Whether a pooler in transaction mode, such as pgbouncer, stands between us and PostgreSQL: then no client has a session of its own.
import type { PoolClient } from 'pg';

/**
 * A pooler answers the start of a connection itself, and makes up the process id that PostgreSQL would have told: so what was
 * told and what PostgreSQL says of itself differ.
 */
export async function isPooled(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Known to every version of pg, but not to its types.
  return (client as unknown as { processID: number }).processID !== rows[0]!.pid;
}
