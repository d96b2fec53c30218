// Statements to the database: those of each transaction, and which of them are waited for.
import type { PoolClient } from 'pg';
import { LAST, PIPELINED } from '../../src/platform/eager-client.ts';
import type { World } from './world.ts';

export interface Statement {
  text: string;
  /** Otherwise it is sent together with the next one that is. */
  isAwaited: boolean;
}

type Query = (text: unknown, ...more: unknown[]) => unknown;

/** At whatever level of isolation. */
const BEGINS = /^begin[^;]*; /;
const UNAWAITED = [PIPELINED, LAST];

/** By transaction, in the order in which they began; opening and commit are a statement each. */
export async function statementsOf(
  { database: { pool } }: World,
  work: () => Promise<unknown>,
): Promise<Statement[][]> {
  const transactions: Statement[][] = [];
  const before = new Map<PoolClient, Query>();
  function listen(client: PoolClient): void {
    if (before.has(client)) return;
    const query = client.query.bind(client) as Query;
    before.set(client, query);
    let current: Statement[] | undefined;
    client.query = ((given: unknown, ...more: unknown[]) => {
      if (typeof given === 'string' && BEGINS.test(given)) transactions.push((current = []));
      if (typeof given === 'string') {
        const isAwaited = !BEGINS.test(given) && !UNAWAITED.some((mark) => given.startsWith(mark));
        current?.push({ text: given.replace(PIPELINED, '').replace(LAST, ''), isAwaited });
        if (given === 'commit' || given === 'rollback') current = undefined;
      }
      return query(given, ...more);
    }) as PoolClient['query'];
  }
  pool.on('acquire', listen);
  try {
    await work();
  } finally {
    pool.off('acquire', listen);
    for (const [client, query] of before) client.query = query as PoolClient['query'];
  }
  return transactions;
}
