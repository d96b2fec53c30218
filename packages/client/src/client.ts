// The API as functions: each question is asked until it is answered, and whatever is asked again is done once.
import { ARGUMENTS, type Mutations, type Queries, type Routes } from './api.ts';
import { isMutation, textOf, type Document } from './document.ts';
import { FolioError, isPassing, type Problem } from './error.ts';
import { readEvents, type EventPage, type EventsOptions, type FolioEvent } from './events.ts';
import { selectionText, type Answer, type Known, type Selection } from './selection.ts';

export interface ClientOptions {
  /** Base URL of the service, such as http://localhost:4000. */
  url: string;
  /** A function is asked for each request: for tokens that are renewed. */
  token: string | (() => string | Promise<string>);
  /** For so long in all what was not answered, or not now, is asked again; 0: once. */
  patienceMs?: number;
  /** Time limit of one attempt. */
  timeoutMs?: number;
  /** In which language refusals are said: `es` or `en`. */
  language?: string;
}

interface KeyOption {
  /** By default one is made for each call; with one of your own the call may be made again by another process. */
  key?: string;
}

export interface Folio {
  query<Name extends keyof Queries, const Selected extends Selection<Queries[Name]['answer']>>(
    name: Name,
    args: Queries[Name]['args'],
    selection: Selected & Known<Queries[Name]['answer'], Selected>,
  ): Promise<Answer<Queries[Name]['answer'], Selected>>;
  mutate<Name extends keyof Mutations, const Selected extends Selection<Mutations[Name]['answer']>>(
    name: Name,
    args: Mutations[Name]['args'],
    selection: Selected & Known<Mutations[Name]['answer'], Selected>,
    options?: KeyOption,
  ): Promise<Answer<Mutations[Name]['answer'], Selected>>;
  /** A document of one's own. It is asked again where it is a query, or has a key: the option's, or one in its variables. */
  request<Data, Variables extends object>(
    document: Document<Data, Variables>,
    variables?: Variables,
    options?: KeyOption,
  ): Promise<Data>;
  /** A route of REST, such as `GET /items/{id}`. What changes something has a key, so that it is asked again as `mutate` is. */
  rest<Route extends keyof Routes>(
    route: Route,
    parts: Routes[Route]['asked'],
    options?: KeyOption,
  ): Promise<Routes[Route]['answer']>;
  /** The bytes of a file, by the `url` that the API tells. */
  download(path: string): Promise<Uint8Array>;
  /** Events after a cursor, in order; then new events as they happen. */
  events(options?: EventsOptions): AsyncGenerator<FolioEvent, void, undefined>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

const EVENTS = `query Events($after: String, $types: [String!]) {
  events(after: $after, types: $types, first: 100) {
    records { id type at data cursor }
    pageInfo { endCursor hasNextPage }
  }
}`;

export function createClient(options: ClientOptions): Folio {
  const { url, token, patienceMs = 60_000, timeoutMs = 30_000, language } = options;

  async function open(path: string, ms: number, init: RequestInit = {}): Promise<Response> {
    const headers = {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      ...(language === undefined ? {} : { 'accept-language': language }),
    };
    try {
      return await fetch(new URL(path, url), { signal: AbortSignal.timeout(ms), ...init, headers });
    } catch (error) {
      throw noAnswer(error);
    }
  }

  /** Again and again, with what is left of the patience for each try but the first. */
  async function patiently<Result>(attempt: (ms: number) => Promise<Result>, forMs = patienceMs): Promise<Result> {
    const until = performance.now() + forMs;
    for (let failed = 0, ms = timeoutMs; ; failed += 1) {
      try {
        return await attempt(ms);
      } catch (error) {
        if (!(error instanceof FolioError) || !isPassing(error)) throw error;
        const pauseMs = (error.retryAfterMs ?? 0) + growing(failed);
        ms = Math.min(timeoutMs, Math.floor(until - performance.now() - pauseMs));
        if (ms <= 0) throw error;
        await pause(pauseMs);
      }
    }
  }

  async function ask<Data>(query: string, variables: object, key: string | undefined, ms: number): Promise<Data> {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return dataOf(await open('/graphql', ms, { method: 'POST', headers, body: JSON.stringify({ query, variables }) }));
  }

  async function ofRoot<Data>(
    kind: 'query' | 'mutation',
    name: string,
    args: object,
    selection: unknown,
    key?: string,
  ): Promise<Data> {
    const present = Object.entries(args).filter(([, value]) => value !== undefined);
    const list = (entries: string[]): string => (entries.length === 0 ? '' : `(${entries.join(', ')})`);
    const declared = list(present.map(([one]) => `$${one}: ${ARGUMENTS[name]![one]}`));
    const passed = list(present.map(([one]) => `${one}: $${one}`));
    const text = `${kind} ${name}${declared} { ${name}${passed}${selectionText(selection)} }`;
    const data = await patiently((ms) => ask<Record<string, Data>>(text, Object.fromEntries(present), key, ms));
    return data[name] as Data;
  }

  const folio: Folio = {
    query: (name, args, selection) => ofRoot('query', name, args, selection),
    mutate: (name, args, selection, { key } = {}) =>
      ofRoot('mutation', name, args, selection, keyIn(args) === undefined ? (key ?? crypto.randomUUID()) : undefined),
    async request(document, variables, { key } = {}) {
      const text = textOf(document);
      const isRepeatable = !isMutation(text) || (key ?? keyIn(variables ?? {})) !== undefined;
      return patiently((ms) => ask(text, variables ?? {}, key, ms), isRepeatable ? patienceMs : 0);
    },
    rest(route, parts, { key = crypto.randomUUID() } = {}) {
      const { path = {}, query = {}, body } = parts as RouteParts;
      const [method = '', address = ''] = route.split(' ');
      const place = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
      const present = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
      const search = present.length === 0 ? '' : `?${new URLSearchParams(present)}`;
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      };
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return patiently(async (ms) => recordOf(await open(`/v1${place}${search}`, ms, init)));
    },
    download: (path) =>
      patiently(async (ms) => {
        const response = await open(path, ms);
        if (!response.ok) return dataOf(response);
        const bytes = await response.arrayBuffer().catch((error: unknown) => Promise.reject(noAnswer(error)));
        return new Uint8Array(bytes);
      }),
    events(wanted = {}) {
      const { types, follow = true } = wanted;
      return readEvents(wanted, {
        async page(after) {
          const attempt = (ms: number) => ask<{ events: EventPage }>(EVENTS, { after, types }, undefined, ms);
          // A follower reconnects by itself and may be ended in between.
          return (await patiently(attempt, follow ? 0 : patienceMs)).events;
        },
        async stream(after, signal) {
          const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
          const query = types === undefined ? '' : `?${new URLSearchParams({ types: types.join(',') })}`;
          const response = await open(`/events/stream${query}`, timeoutMs, { headers, signal });
          return response.ok && response.body ? response.body : dataOf(response);
        },
        pause: (failed) => pause(growing(failed)),
      });
    },
  };
  return folio;
}

/** Longer each time: half of it fixed, half by chance, so that those who failed at the same moment do not come back at the same. */
function growing(failed: number): number {
  const most = Math.min(FIRST_PAUSE_MS * 2 ** failed, LONGEST_PAUSE_MS);
  return most / 2 + (Math.random() * most) / 2;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Parts of a request to a route, whose types its own are. */
interface RouteParts {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>;
  body?: unknown;
}

interface AnswerError {
  message: string;
  extensions?: { code?: string; field?: string; params?: Problem['params']; problems?: Problem[]; requestId?: string };
}

/** Throws a refusal, also where it came beside data. What is no answer of the API came from something between, such as a proxy. */
async function dataOf<Data>(response: Response): Promise<Data> {
  const retryAfterMs = retryAfter(response);
  const answer = await jsonOf<{ data?: Data | null; errors?: AnswerError[] }>(response);
  const [first] = answer.errors ?? [];
  const { message, extensions: { code = 'NO_ANSWER', ...facts } = {} } = first ?? {
    message: `HTTP ${response.status}`,
  };
  if (first || answer.data == null) throw new FolioError({ ...facts, code, message, data: answer.data, retryAfterMs });
  return answer.data;
}

/** Throws a refusal, which is told as problem details. */
async function recordOf<Data>(response: Response): Promise<Data> {
  const answer = await jsonOf<Data & { detail?: string; code?: string }>(response);
  if (response.ok) return answer;
  const { detail: message = `HTTP ${response.status}`, code = 'NO_ANSWER', ...facts } = answer;
  throw new FolioError({ ...facts, code, message, retryAfterMs: retryAfter(response) });
}

async function jsonOf<Json>(response: Response): Promise<Json> {
  try {
    return (await response.json()) as Json;
  } catch (error) {
    throw noAnswer(error, retryAfter(response));
  }
}

function noAnswer(cause: unknown, retryAfterMs?: number): FolioError {
  return new FolioError({ code: 'NO_ANSWER', message: String(cause), cause, retryAfterMs });
}

/** Seconds, or a date. */
function retryAfter({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function keyIn(args: object): string | undefined {
  const { idempotencyKey, input } = args as { idempotencyKey?: string; input?: { idempotencyKey?: string } | null };
  return idempotencyKey ?? input?.idempotencyKey ?? undefined;
}
