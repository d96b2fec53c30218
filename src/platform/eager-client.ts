// A connection to a PostgreSQL that does not wait where nothing is to be learned, and has planned already what is asked all day.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { expecting } from './error-code.ts';
import { isPooled } from './pooler.ts';
import { recordsSpans, statementStep, withSpan, type Step } from './trace.ts';

/** Prefix of a frequent statement whose answer has the same columns when a column is added to a table. */
export const PREPARED = '/* prepared */';

// Each costs memory on the server, on every connection; a program has far fewer of them.
const MOST_PREPARED = 500;

/** Prefix of a statement that is sent with the next awaited one, which reports its failure. */
export const PIPELINED = '/* pipelined */';

/** Prefix of the last statement of a transaction: the commit is sent with it. */
export const LAST = '/* last */';

/** How a transaction begins that is one statement and only reads: the commit is sent with that statement. */
export const BEGIN_ONE_READ = 'begin read only; ';

type Answer = Promise<{ command?: string; rows?: unknown[] }>;
type Send = (text: unknown, values?: unknown[], callback?: unknown) => Answer;
type Query = (text: unknown, values?: unknown[], callback?: unknown) => Answer | undefined;

/**
 * The connection must send its queries without waiting for the answers of those before. Then the opening of a transaction
 * travels together with the transaction's first statement, and the commit with its last: a write to the socket costs more than what
 * it carries. Should a statement that is not waited for fail, PostgreSQL refuses those that follow it, and the reason why is told
 * instead of the refusal.
 */
export function makeEager(client: PoolClient): void {
  const nameOf = statementNames(client);
  const send = inSpans(client, client.query.bind(client));
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let unawaited: Answer[] = [];
  let committing: Answer | undefined;
  let isOneRead = false;
  let isHeld = false;

  function hold(): void {
    if (!isHeld) stream.cork();
    isHeld = true;
    // Should nothing follow at once.
    setImmediate(letGo);
  }

  function letGo(): void {
    if (isHeld) stream.uncork();
    isHeld = false;
  }

  function sendNamed(text: string, values: unknown[] | undefined): Answer {
    const name = nameOf(text);
    return name === undefined ? send(text, values) : send({ name, text, values });
  }

  function sendUnawaited(text: string, values?: unknown[]): Answer {
    hold();
    const answer = sendNamed(text, values);
    answer.catch(() => undefined);
    unawaited.push(answer);
    return Promise.resolve({ rows: [] });
  }

  function sendLast(text: string, values: unknown[] | undefined): Answer {
    hold();
    const answer = sendNamed(text, values);
    committing = send('commit');
    committing.catch(() => undefined);
    return answer;
  }

  const query: Query = (text, values, callback) => {
    if (typeof text !== 'string' || callback !== undefined) return (send as Query)(text, values, callback);
    if (committing) {
      const committed = committing;
      committing = undefined;
      if (text === 'commit' || text === 'rollback') return committed;
      return Promise.reject(new Error('The transaction has had its last statement'));
    }
    if (text.startsWith('begin; ')) return sendUnawaited(text);
    if (text.startsWith(BEGIN_ONE_READ)) {
      isOneRead = true;
      return sendUnawaited(text);
    }
    if (text.startsWith(PIPELINED)) return sendUnawaited(text.slice(PIPELINED.length), values);
    const before = unawaited;
    unawaited = [];
    // Commit and rollback are not statements of the transaction.
    const isAsked = isOneRead && text !== 'commit' && text !== 'rollback';
    const last = isAsked ? text : text.startsWith(LAST) ? text.slice(LAST.length) : undefined;
    isOneRead = false;
    const answer = last === undefined ? sendNamed(text, values) : sendLast(last, values);
    letGo();
    return before.length > 0 && text !== 'rollback' ? explained(answer, before) : answer;
  };
  client.query = query as unknown as PoolClient['query'];
}

/** With a span for each statement, where spans are recorded by now; otherwise it costs nothing. */
function inSpans(client: PoolClient, send: Send): Send {
  if (!recordsSpans()) return send;
  const { host, port, database } = client as unknown as { host: string; port: number; database?: string };
  const where = {
    'db.system.name': 'postgresql',
    'db.namespace': database ?? '',
    'server.address': host,
    'server.port': port,
  };
  const steps = new Map<string, Step>();
  return (query, values, callback) => {
    const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
    if (callback !== undefined || typeof text !== 'string') return send(query, values, callback);
    let step = steps.get(text);
    if (!step) {
      // A few texts hold ids, so there is no end of them.
      if (steps.size >= MOST_PREPARED) steps.clear();
      steps.set(text, (step = statementStep(text, where)));
    }
    return withSpan(step, () => send(query, values));
  };
}

/** COMMIT is answered with ROLLBACK when a statement before it had failed. */
async function explained(answer: Answer, before: readonly Answer[]): Answer {
  try {
    const answered = await answer;
    // A statement that was refused since an earlier one had failed says nothing of the cause.
    if (answered.command === 'ROLLBACK') await Promise.all(before.map((one) => one.catch(expecting('25P02'))));
    return answered;
  } catch (error) {
    await Promise.all(before);
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
    // First, since a text that is the same string each time is found without being read.
    const cached = names.get(text);
    if (cached !== undefined) return cached;
    if (!isOurs || names.size >= MOST_PREPARED || !text.trimStart().startsWith(PREPARED)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    names.set(text, name);
    return name;
  };
}
