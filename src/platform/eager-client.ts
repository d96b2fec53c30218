// A connection to a PostgreSQL that does not wait where nothing is to be learned, and has planned already what is asked all day.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { isPooled } from './pooler.ts';

/** What a statement begins with that is asked all day and whose answer has the same columns whatever is added to a table. */
export const PREPARED = '/* prepared */';

// Each costs memory on the server, on every connection; a program has far fewer of them.
const MOST_PREPARED = 500;

type Query = (text: unknown, values?: unknown[], callback?: unknown) => Promise<unknown> | undefined;

/**
 * The connection must send its queries without waiting for the answers of those before. Then the opening of a transaction
 * travels together with the transaction's first statement: should the opening fail, PostgreSQL refuses that statement, and
 * the reason why is told instead of the refusal.
 */
export function makeEager(client: PoolClient): void {
  const nameOf = statementNames(client);
  const send = client.query.bind(client) as unknown as Query;
  // One write for the opening and what follows it: a write costs more than what it carries.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let opening: Promise<unknown> | undefined;
  let isHeld = false;

  function letGo(): void {
    if (isHeld) stream.uncork();
    isHeld = false;
  }

  const query: Query = (text, values, callback) => {
    if (typeof text !== 'string' || callback !== undefined) return send(text, values, callback);
    if (text.startsWith('begin; ')) {
      if (!isHeld) stream.cork();
      isHeld = true;
      // Should nothing follow at once.
      setImmediate(letGo);
      opening = send(text);
      opening?.catch(() => undefined);
      return Promise.resolve({ command: 'BEGIN', rowCount: null, rows: [] });
    }
    const name = nameOf(text);
    const answer = name === undefined ? send(text, values) : send({ name, text, values });
    letGo();
    const opened = opening;
    opening = undefined;
    return opened ? explained(answer, opened) : answer;
  };
  client.query = query as unknown as PoolClient['query'];
}

async function explained(answer: Promise<unknown> | undefined, opened: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    await opened;
    throw error;
  }
}

/** Names for prepared statements; none where a pooler hands our statements to one session after another. */
function statementNames(client: PoolClient): (text: string) => string | undefined {
  const names = new Map<string, string>();
  let isOurs = false;
  void (async () => {
    try {
      isOurs = !(await isPooled(client));
    } catch {
      // The connection broke; what is asked next tells so.
    }
  })();
  return (text) => {
    if (!isOurs || !text.trimStart().startsWith(PREPARED)) return undefined;
    let name = names.get(text);
    if (name === undefined && names.size < MOST_PREPARED) {
      name = createHash('sha256').update(text).digest('base64url');
      names.set(text, name);
    }
    return name;
  };
}
