// A client without a model that repeats, reorders, cuts and sends at once: plans over MCP, keys over REST. Each is to act once.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { dice } from './dice.ts';
import type { Answer } from './world.ts';

export interface Intent {
  act: string;
  /** Arguments of the act. */
  arguments: (at: number) => Record<string, unknown>;
  address: string;
  body: (at: number) => Record<string, unknown>;
}

export interface Lost {
  url: string;
  /** Tokens of an assistant, and of a till. */
  tokens: { mcp: string; rest: string };
  intents: readonly Intent[];
  /** Plans that are made, of which four fifths are confirmed; and keys. */
  plans: number;
  keys: number;
  calls: number;
  seed: number;
  /** Before each call: a service that is started again is waited for. */
  ready?: () => Promise<unknown>;
  /** After the last of them. */
  settled?: () => Promise<unknown>;
}

interface One {
  kind: number;
  /** Id of the plan, or the key. */
  id: string;
  /** Planned, not under a key. */
  isPlan: boolean;
  at: number;
}

export interface Repeated {
  /** Number of acts of each intent. */
  wanted: number[];
  /** Calls whose answer the client did not wait for, and that found no service. */
  cut: number;
  unanswered: number;
  answered: number;
}

const AT_ONCE = 12;
const LEFT_ALONE = /^(TimeoutError|AbortError)$/;

export async function loseCalls(
  options: Lost,
  planned: () => Promise<void> = async () => undefined,
): Promise<Repeated> {
  const { url, tokens, intents, seed, ready = async () => undefined } = options;
  const roll = dice(seed);
  const answers = new Map<string, Set<string>>();
  const found = { cut: 0, unanswered: 0, answered: 0 };
  const tool = async (name: string, input: object, signal?: AbortSignal): Promise<Answer> => {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        authorization: `Bearer ${tokens.mcp}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
      ...(signal ? { signal } : {}),
    });
    const raw = await response.text();
    assert.equal(response.status, 200, raw);
    const { result } = JSON.parse(/^data: (.+)$/m.exec(raw)?.[1] ?? raw);
    assert.ok(!result.isError, result.content[0].text);
    return JSON.parse(result.content[0].text);
  };
  const send = async ({ kind, id, at }: One, signal?: AbortSignal): Promise<string> => {
    const { address, body } = intents[kind]!;
    const response = await fetch(`${url}/v1${address}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': id },
        authorization: `Bearer ${tokens.rest}`,
      },
      body: JSON.stringify(body(at)),
      ...(signal ? { signal } : {}),
    });
    const said = (await response.json()) as { id: string };
    assert.ok(response.ok, JSON.stringify(said));
    return said.id;
  };
  const call = async (one: One, signal?: AbortSignal): Promise<void> => {
    const id = one.isPlan
      ? ((await tool('confirm', { planId: one.id }, signal)).is.id as string)
      : await send(one, signal);
    answers.set(one.id, (answers.get(one.id) ?? new Set()).add(id));
    found.answered += 1;
  };

  const all: One[] = [];
  for (let at = 0; at < options.plans; at += 1) {
    const kind = roll(intents.length);
    const { act, arguments: argumentsAt } = intents[kind]!;
    const { planId } = await tool('plan', { act, arguments: argumentsAt(at) });
    all.push({ kind, id: planId, isPlan: true, at });
  }
  await planned();
  const done = all.slice(0, Math.floor(options.plans * 0.8));
  for (let at = 0; at < options.keys; at += 1)
    done.push({ kind: roll(intents.length), id: `${seed} ${at}`, isPlan: false, at: options.plans + at });

  let left = options.calls;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await ready();
      const signal = roll(4) === 0 ? AbortSignal.timeout(roll(15)) : undefined;
      await call(done[roll(done.length)]!, signal).catch(async (error: Error) => {
        if (LEFT_ALONE.test(error.name)) found.cut += 1;
        else if (options.ready && (error instanceof TypeError || error instanceof SyntaxError)) {
          found.unanswered += 1;
          await delay(20);
        } else throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await options.settled?.();
  // A caller that has lost an answer asks again.
  for (const one of done) await call(one);
  // Each was answered with one record, and no two with the same.
  for (const [id, ids] of answers) assert.equal(ids.size, 1, `${id}: ${[...ids].join(', ')}`);
  assert.equal(new Set([...answers.values()].flatMap((ids) => [...ids])).size, done.length);
  return { wanted: intents.map((_, kind) => done.filter((one) => one.kind === kind).length), ...found };
}
