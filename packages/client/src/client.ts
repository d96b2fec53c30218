// The API as functions: each question is asked until it is answered, and whatever is asked again is done once.
import { ARGUMENTS, type Mutations, type Queries } from './api.ts';
import { FolioError, isPassing, type Problem } from './error.ts';
import { readEvents, type EventPage, type EventsOptions, type FolioEvent } from './events.ts';
import { selectionText, type Answer, type Known, type Selection } from './selection.ts';

export interface ClientOptions {
  /** Where the service is, such as http://localhost:4000. */
  url: string;
  /** A function is asked for each request: for tokens that are renewed. */
  token: string | (() => string | Promise<string>);
  /** How often what was not answered, or not now, is asked again. */
  retries?: number;
  timeoutMs?: number;
  /** In which language refusals are said: `es` or `en`. */
  language?: string;
}

/** The text of an operation, or what a code generator makes of one; types of variables and answer are in its type alone. */
export interface Document<Data, Variables> {
  toString(): string;
  __apiType?: (variables: Variables) => Data;
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
  /** The bytes of a file, by the `url` that the API tells. */
  download(path: string): Promise<Uint8Array>;
  /** What has happened after a cursor, in order; then what happens, as it does. */
  events(options?: EventsOptions): AsyncGenerator<FolioEvent, void, undefined>;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

const EVENTS = `query Events($after: String, $types: [String!]) {
  events(after: $after, types: $types, first: 100) {
    records { id type at data cursor }
    pageInfo { endCursor hasNextPage }
  }
}`;

export function createClient({ url, token, retries = 5, timeoutMs = 30_000, language }: ClientOptions): Folio {
  async function open(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = {
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      ...(language === undefined ? {} : { 'accept-language': language }),
    };
    try {
      return await fetch(new URL(path, url), { signal: AbortSignal.timeout(timeoutMs), ...init, headers });
    } catch (error) {
      throw noAnswer(error);
    }
  }

  async function ask<Data>(query: string, variables: object, key: string | undefined): Promise<Data> {
    const headers = { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) };
    return dataOf(await open('/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) }));
  }

  async function ofRoot<Data>(
    kind: 'query' | 'mutation',
    name: string,
    args: object,
    selection: unknown,
    key?: string,
  ): Promise<Data> {
    const given = Object.entries(args).filter(([, value]) => value !== undefined);
    const list = (entries: string[]): string => (entries.length === 0 ? '' : `(${entries.join(', ')})`);
    const declared = list(given.map(([one]) => `$${one}: ${ARGUMENTS[name]![one]}`));
    const passed = list(given.map(([one]) => `${one}: $${one}`));
    const text = `${kind} ${name}${declared} { ${name}${passed}${selectionText(selection)} }`;
    const data = await again(retries, () => ask<Record<string, Data>>(text, Object.fromEntries(given), key));
    return data[name] as Data;
  }

  const folio: Folio = {
    query: (name, args, selection) => ofRoot('query', name, args, selection),
    mutate: (name, args, selection, { key } = {}) =>
      ofRoot('mutation', name, args, selection, keyIn(args) === undefined ? (key ?? crypto.randomUUID()) : undefined),
    async request(document, variables, { key } = {}) {
      const text = String(document);
      const isRepeatable = !/^\s*(mutation)\b/m.test(text) || (key ?? keyIn(variables ?? {})) !== undefined;
      return again(isRepeatable ? retries : 0, () => ask(text, variables ?? {}, key));
    },
    download: (path) =>
      again(retries, async () => {
        const response = await open(path);
        if (!response.ok) return dataOf(response);
        const bytes = await response.arrayBuffer().catch((error: unknown) => Promise.reject(noAnswer(error)));
        return new Uint8Array(bytes);
      }),
    events(options = {}) {
      const { types } = options;
      return readEvents(options, {
        async page(after) {
          const { events } = await folio.request<{ events: EventPage }, object>(EVENTS, { after, types });
          return events;
        },
        async stream(after, signal) {
          const headers = { accept: 'text/event-stream', ...(after === undefined ? {} : { 'last-event-id': after }) };
          const query = types === undefined ? '' : `?${new URLSearchParams({ types: types.join(',') })}`;
          const response = await open(`/events/stream${query}`, { headers, signal });
          return response.ok && response.body ? response.body : dataOf(response);
        },
        pause,
      });
    },
  };
  return folio;
}

async function again<Result>(retries: number, attempt: () => Promise<Result>): Promise<Result> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof FolioError) || !isPassing(error) || failed === retries) throw error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > LONGEST_PAUSE_MS) throw error;
      await pause(failed, retryAfterMs);
    }
  }
}

/** Longer each time, and never as long as that of another who failed at the same moment. */
function pause(failed: number, leastMs = 0): Promise<void> {
  const growing = Math.min(FIRST_PAUSE_MS * 2 ** failed, LONGEST_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, leastMs + Math.random() * growing));
}

interface Told {
  message: string;
  extensions?: { code?: string; field?: string; params?: Problem['params']; problems?: Problem[]; requestId?: string };
}

/** Throws a refusal, also where it came beside data. What is no answer of the API came from something between, such as a proxy. */
async function dataOf<Data>(response: Response): Promise<Data> {
  const retryAfterMs = retryAfter(response);
  let answer: { data?: Data | null; errors?: Told[] };
  try {
    answer = (await response.json()) as typeof answer;
  } catch (error) {
    throw noAnswer(error, retryAfterMs);
  }
  const [first] = answer.errors ?? [];
  const { message, extensions: { code = 'NO_ANSWER', ...facts } = {} } = first ?? {
    message: `HTTP ${response.status}`,
  };
  if (first || answer.data == null) throw new FolioError({ ...facts, code, message, data: answer.data, retryAfterMs });
  return answer.data;
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
