// One HTTP call to the PAC: a total time limit, a limit on the answer's size, and proof of whether it may have arrived.
import { Agent, Client, buildConnector, request } from 'undici';
import type { Dispatcher } from 'undici';
import { beforeTimeIsUp, causeOf, readAtMost, within } from '../platform/bounded-exchange.ts';
import { printable } from '../platform/printable.ts';
import { traceparent, withSpan, type Step } from '../platform/trace.ts';
import type { Account } from './accounts.ts';
import { isRefused as refusesKey, type Answer, type Answered } from './answer.ts';
import { mapTexts, readJson, storable, type Json } from './json.ts';

export type { Answer, Answered, Failed } from './answer.ts';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path and query, after the address of the PAC. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Body of another format, with the key in it. */
  text?(apiKey: string): string;
  /** Headers of that format; they stand before the usual ones. */
  headers?: Readonly<Record<string, string>>;
  /** Sent instead of the key; '' for the call that asks for one. */
  token?: string;
  /** Time left for it, where it is one of several calls; the limit of all calls by default. */
  timeoutMs?: number;
}

// The PAC answers with the signed XML, twice; a document of a thousand lines makes some megabytes of it.
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_KEPT_LENGTH = 4000;

/** Whether another process may take over by now what is to be sent; looked at last, when the connection stands. */
export type IsTooLate = () => boolean;

export interface Caller {
  /** May use a connection that is open already; for what can be asked again. */
  ask(call: Call): Promise<Answer>;
  /** Sends once, over a connection of its own; for what must not happen twice. */
  sendOnce(call: Call, isTooLate?: IsTooLate): Promise<Answer>;
  close(): Promise<void>;
}

export interface CallerOptions extends Pick<Account, 'apiKey' | 'secondaryKey'> {
  baseUrl: string;
  timeoutMs: number;
  /** Parts of the keys, which are shown no more than the keys themselves. */
  secrets?: readonly string[];
  /** Reads the body of an answer; JSON by default. */
  read?: (text: string) => Json | undefined;
  /** Whether an answer refuses the key; 401 and 403 by default. */
  isRefused?: (answer: Answered) => boolean;
}

/** Creates the HTTP caller: the address without its trailing slash, and the key, which is sent nowhere else. */
export function createCaller(options: CallerOptions): Caller {
  const base = new URL(options.baseUrl);
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new TypeError('The PAC is reached by http or https.');
  const address = base.origin + base.pathname.replace(/\/+$/, '');
  const keys = [...new Set([options.apiKey, options.secondaryKey ?? options.apiKey])];
  const { secrets = [], read = readJson, isRefused = refusesKey } = options;
  const connect = buildConnector({ timeout: options.timeoutMs, allowH2: false });
  // The total time limit of `within` is the only timeout; undici's own, five minutes, would hide the cause.
  const patience = { headersTimeout: 0, bodyTimeout: 0, allowH2: false };
  const agent = new Agent({ ...patience, connect, connections: 32 });
  const hide = (text: string) => withoutKeys(text, [...keys, ...secrets]);
  const byEitherKey = eitherOf(keys, isRefused);
  const calls = callsTo(base);

  async function ask(call: Call): Promise<Answer> {
    return within(call.timeoutMs ?? options.timeoutMs, async (signal) => {
      try {
        return await byEitherKey((apiKey) => exchange({ address, apiKey, hide, read }, agent, call, signal));
      } catch (error) {
        return { kind: 'failed', cause: hide(causeOf(error, signal)), mayHaveArrived: true };
      }
    });
  }

  // On a kept-alive connection a reset proves nothing: the request may have been read before the other side closed.
  // On a connection of its own the case is clear: until the connector hands over an open connection (behind TLS, a
  // verified one), undici has nowhere to write to, so nothing was sent; from then on, anything may have been.
  async function sendOnce(call: Call, isTooLate: IsTooLate = () => false): Promise<Answer> {
    return within(call.timeoutMs ?? options.timeoutMs, async (signal) => {
      let handedOver = false;
      const send = async (apiKey: string) => {
        handedOver = false;
        const onlyConnection = connectOnce(connect, signal, () => {
          if (!isTooLate()) handedOver = true;
          return handedOver;
        });
        const client = new Client(base.origin, { ...patience, connect: onlyConnection });
        try {
          return await exchange({ address, apiKey, hide, read }, client, call, signal);
        } finally {
          await client.destroy();
        }
      };
      try {
        return await byEitherKey(send);
      } catch (error) {
        return { kind: 'failed', cause: hide(causeOf(error, signal)), mayHaveArrived: handedOver };
      }
    });
  }

  return {
    ask: calls.tracked(ask),
    sendOnce: calls.tracked(sendOnce),
    async close() {
      await calls.end();
      await agent.close();
    },
  };
}

/** A refused credential is the PAC's word that it has taken nothing, so the same may be sent with the other one. */
function eitherOf(keys: readonly string[], isRefused: (answer: Answered) => boolean) {
  /** Key that was not refused last. */
  let inUse = 0;
  return async (send: (apiKey: string) => Promise<Answered>): Promise<Answered> => {
    const [first, second] = [inUse, (inUse + 1) % keys.length];
    const answer = await send(keys[first]!);
    if (second === first || !isRefused(answer)) return answer;
    const other = await send(keys[second]!);
    if (isRefused(other)) return answer;
    inUse = second;
    return other;
  };
}

/** Calls under way, each a step of its trace; once ended none begins. */
function callsTo(base: URL) {
  const underWay = new Set<Promise<Answer>>();
  let closed = false;
  return {
    tracked<Rest extends unknown[]>(
      send: (call: Call, ...rest: Rest) => Promise<Answer>,
    ): (call: Call, ...rest: Rest) => Promise<Answer> {
      return async (call, ...rest) => {
        if (closed) return { kind: 'failed', cause: 'the client is closed', mayHaveArrived: false };
        const answer = withSpan(stepOf(base, call), async (span) => {
          const answered = await send(call, ...rest);
          if (answered.kind === 'failed') span?.fail('failed');
          else span?.set({ 'http.response.status_code': answered.httpStatus });
          if (answered.kind === 'answered' && answered.httpStatus >= 400) span?.fail(String(answered.httpStatus));
          return answered;
        });
        underWay.add(answer);
        try {
          return await answer;
        } finally {
          underWay.delete(answer);
        }
      };
    },
    async end(): Promise<void> {
      closed = true;
      await Promise.allSettled(underWay);
    },
  };
}

/** Without the query, which names the company or who is asked about. */
function stepOf({ hostname, port }: URL, { method, path }: Call): Step {
  const template = path.replace(/\?.*$/s, '').replaceAll(/(?<=\/)(?=[^/]*\d)[^/]{8,}/g, '{id}');
  const attributes = { 'http.request.method': method, 'url.template': template, 'server.address': hostname };
  return {
    name: `${method} ${template}`,
    kind: 'CLIENT',
    attributes: { ...attributes, ...(port === '' ? {} : { 'server.port': Number(port) }) },
  };
}

interface Wire extends Required<Pick<CallerOptions, 'read'>> {
  address: string;
  apiKey: string;
  hide(text: string): string;
}

async function exchange(
  { address, apiKey, hide, read }: Wire,
  dispatcher: Dispatcher,
  call: Call,
  signal: AbortSignal,
): Promise<Answered> {
  const body = call.text?.(apiKey) ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const response = request(address + call.path, {
    dispatcher,
    signal,
    method: call.method,
    headers: {
      ...(call.token === '' ? {} : { authorization: `Bearer ${call.token ?? apiKey}` }),
      accept: 'application/json',
      // Nothing is unpacked here, so nothing can unpack into more than was counted.
      'accept-encoding': 'identity',
      ...traceHeader(),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body,
  });
  const answer = await beforeTimeIsUp(signal, response);
  const { bytes, broken } = await readAtMost(answer.body, MAX_ANSWER_BYTES, signal);
  const text = storable(decoderFor(answer.headers['content-type']).decode(bytes));
  const json = broken === null ? read(text) : undefined;
  const mask = (words: string) => hide(withoutKeys(words, [call.token ?? '']));
  return {
    kind: 'answered',
    httpStatus: answer.statusCode,
    headers: answer.headers,
    json,
    raw:
      json === undefined
        ? { text: printable(mask(text)).slice(0, MAX_KEPT_LENGTH).toWellFormed(), httpStatus: answer.statusCode }
        : mapTexts(json, mask),
    isEmpty: text.trim() === '',
    bytes,
    broken,
  };
}

/** A PAC that echoes what it got must not put the key into our database or log. */
function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((rest, key) => (key === '' ? rest : rest.replaceAll(key, '[key]')), text);
}

/** A connector for a single connection, which undici gets only if `mayBeUsed` says so at the last moment. */
function connectOnce(
  connect: buildConnector.connector,
  signal: AbortSignal,
  mayBeUsed: () => boolean,
): buildConnector.connector {
  let connections = 0;
  return (target, done) => {
    connections += 1;
    if (connections > 1) return done(new Error('a second connection could send a second time'), null);
    connect(target, (...[error, socket]) => {
      if (error) return done(error, null);
      if (!signal.aborted && mayBeUsed()) return done(null, socket);
      socket.destroy();
      done(new Error('the time to send it was over before anything left'), null);
    });
  };
}

/** JSON is UTF-8, unless the answer names another charset that we know. */
function decoderFor(contentType: string | string[] | undefined): TextDecoder {
  const charset = /;\s*charset="?([\w-]+)/i.exec(String(contentType ?? ''))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8');
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder();
    throw error;
  }
}

/** Trace headers, so that the PAC's log and ours can be joined. */
function traceHeader(): Record<string, string> {
  const trace = traceparent();
  return trace === undefined ? {} : { traceparent: trace };
}
