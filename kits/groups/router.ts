// ROLE=router: one address for several installations. A request goes to the group of its tenant, and waits while that is being moved.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt, type JWTPayload } from 'jose';
import { Agent, request as send, type Dispatcher } from 'undici';
import { ANONYMOUS_BODY_BYTES } from '../../src/graphql/limits.ts';
import { MISDIRECTED } from '../../src/api/http-refusal.ts';
import { JSON_TYPE, refuseUnread, withFirst } from '../../src/api/refuse-unread.ts';
import type { Logger } from '../../src/platform/log.ts';
import { cachedFor } from '../../src/platform/cached-for.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { networkOf } from '../../src/platform/network-of.ts';
import { placesPerKey } from '../../src/platform/places.ts';
import { isUuid } from '../../src/platform/uuid.ts';
import {
  keysIn,
  OWN_NAMES,
  readClaims,
  tenantOfCode,
  verifier,
  type ClaimNames,
  type TokenVerification,
} from '../../src/access/index.ts';
import type { Config } from '../../src/wiring/config.ts';
import { claimNames, tokenVerification } from '../../src/wiring/server-settings.ts';

export interface Group {
  name: string;
  url: string;
}

export interface RouterOptions {
  /** A request without a tenant goes to the first group. */
  groups: readonly [Group, ...Group[]];
  claims: ClaimNames;
  /** As the groups verify tokens; undefined: here they are only read, and a group refuses what was not signed for it. */
  verification?: TokenVerification | undefined;
  /** Whether a proxy stands before it, which says last in `x-forwarded-for` for whom it asks. */
  isBehindProxy?: boolean;
  /** As the groups ask it of who reads their metrics. */
  metricsToken: string | undefined;
  port: number;
  host: string;
  log: Logger;
  /** How long a request waits for its tenant, or for a process that does not listen. */
  heldMs?: number;
  /** Whether the process is about to stop: the load balancer should send no more. */
  isLeaving?: () => boolean;
}

const HELD_MS = 10_000;
const AGAIN_MS = 50;
/** A group is asked about the same tenant no more often, also while it is in none of them. */
const ASKED_EVERY_MS = 1000;
const MOST_HELD_PER_ADDRESS = 100;
/** Kept for a second under what a caller sends, which may be long. */
const MOST_ASKED = 10_000;
const ASKED_WITHIN_MS = 2_000;
/** A larger body is passed through once, and not kept to be sent again; so is one of a stranger that a group would refuse. */
// A notice, whose company anyone may name: up to what a group takes of one.
const mostKept = (path: string): number => (path.startsWith('/webhooks/pac/') ? 262_144 : 1_048_576);
/** Their bodies say whose they are. */
const ENTRIES = /^\/(sign-in|session)$/;
/** A group takes no large body on them from anyone. */
const OPEN_TO_ALL = /^\/(sign-in$|session$|calendar\.ics$|d\/)/;
const MOST_KNOWN = 100_000;
const ANSWERED_WITHIN_MS = 120_000;
const OF_ONE_CONNECTION = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/;
const OUR_OWN = ['/metrics', '/group'];
const UNAVAILABLE = 'The business cannot be reached at the moment; try again';

interface Asked {
  request: IncomingMessage;
  address: URL;
  /** As a group reads it. */
  path: string;
  /** Undefined: too large to be kept. */
  body: Buffer | undefined;
  signal: AbortSignal;
}

export function routerSettings(config: Config): Omit<RouterOptions, 'log' | 'heldMs'> {
  const [first, ...others] = config.ROUTER_GROUPS.map((one) => {
    const [name = '', url = ''] = one.split('=');
    return { name, url };
  });
  return {
    groups: [first!, ...others],
    claims: config.AUTH_JWKS_URL === undefined ? OWN_NAMES : claimNames(config),
    verification: tokenVerification(config),
    isBehindProxy: config.TRUST_PROXY !== undefined,
    metricsToken: config.METRICS_TOKEN,
    port: config.PORT,
    host: config.HOST ?? '0.0.0.0',
  };
}

export async function startRouter(options: RouterOptions): Promise<{ port: number; close(): Promise<void> }> {
  const { groups, log, heldMs = HELD_MS, isLeaving = () => false } = options;
  const ending = new AbortController();
  const agent = new Agent({ connections: 256, headersTimeout: ANSWERED_WITHIN_MS, bodyTimeout: 0 });
  const held = placesPerKey(MOST_HELD_PER_ADDRESS, 1);
  const places = placesOf(options, agent);
  const whose = identifying(options);
  const tryOnce = routing(options, agent, places, whose, ending.signal);

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = URL.parse(request.url ?? '', 'http://router');
    const path = address && decoded(address.pathname);
    if (path == null) return refuse(response, 400, 'BAD_USER_INPUT', 'The address of the request cannot be read');
    if (OUR_OWN.includes(path)) return refuse(response, 404, 'NOT_FOUND', 'There is nothing here');
    if (path === '/readyz' && isLeaving()) return void response.writeHead(503).end('{"status":"stopping"}');
    if (path === '/healthz' || path === '/readyz') return void response.end('{"status":"ready"}');
    const leaving = new AbortController();
    response.on('close', () => leaving.abort());
    const call: Asked = { request, address: address!, path, body: undefined, signal: leaving.signal };
    // Whether a session's cookie holds is known to its group alone, and one is made up in a moment.
    const isBySession = request.headers.cookie !== undefined && request.headers.authorization === undefined;
    const isOpen = OPEN_TO_ALL.test(path) || isBySession;
    const isKnown = !isOpen && (await whose(call)) !== undefined;
    call.body = await smallBody(request, isKnown ? mostKept(path) : ANONYMOUS_BODY_BYTES);
    const until = performance.now() + heldMs;
    let isHeld = false;
    while (!(await tryOnce(call, response))) {
      if (!isHeld) held.take(networkOf(addressOf(request, options)), leaving.signal);
      isHeld = true;
      if (performance.now() > until) {
        log.warn({ troubles: Object.fromEntries(places.troubles) }, 'a request was held in vain');
        return refuse(response, 503, 'SERVICE_UNAVAILABLE', UNAVAILABLE);
      }
      await delay(AGAIN_MS, undefined, { signal: leaving.signal });
    }
  }

  const server = createServer((request, response) => {
    // Its connection would keep the router from its end.
    if (isLeaving()) response.shouldKeepAlive = false;
    route(request, response).catch((error: unknown) => {
      if (error instanceof DomainError) return refuse(response, 429, error.code, error.message);
      if (!response.destroyed) log.warn({ err: error }, 'a request was not routed to its end');
      if (response.headersSent) response.destroy();
      else refuse(response, 502, 'SERVICE_UNAVAILABLE', UNAVAILABLE);
    });
  });
  server.on('clientError', refuseUnread);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  log.info({ port, role: 'router', groups: groups.map(({ name }) => name) }, 'ready');
  return {
    port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      ending.abort();
      server.closeIdleConnections();
      await closed;
      await agent.close();
    },
  };
}

/** Groups of the companies, as the groups themselves tell. */
interface Places {
  /** Undefined while the tenant is in none, or its group does not answer. */
  of(whose: string): Promise<Group | undefined>;
  forget(whose: string): void;
  /** Trouble of each group that did not say whether it has a tenant. */
  troubles: ReadonlyMap<string, string>;
}

function placesOf({ groups, metricsToken }: RouterOptions, agent: Agent): Places {
  const cache = new Map<string, Group>();
  const troubles = new Map<string, string>();

  async function askGroups(whose: string): Promise<Group | undefined> {
    const headers = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
    const answers = await Promise.all(
      groups.map(({ name, url }) =>
        send(`${url}/group?${whose}`, {
          headers,
          dispatcher: agent,
          signal: AbortSignal.timeout(ASKED_WITHIN_MS),
        }).then(
          async ({ body, statusCode }) => {
            await body.dump();
            if (statusCode === 200 || statusCode === 404) troubles.delete(name);
            else troubles.set(name, `HTTP ${statusCode}`);
            return statusCode;
          },
          (error: unknown) => (troubles.set(name, String(error)), 503),
        ),
      ),
    );
    const at = groups.find((_, nth) => answers[nth] === 200);
    if (cache.size >= MOST_KNOWN) cache.clear();
    if (at) cache.set(whose, at);
    // In none of them: then one is as good as another to refuse it.
    return at ?? (answers.every((status) => status === 404) ? groups[0] : undefined);
  }

  const askedLately = cachedFor({ clock: systemClock, forMs: ASKED_EVERY_MS, most: MOST_ASKED }, askGroups);
  return {
    of: async (whose) => cache.get(whose) ?? askedLately(whose),
    forget: (whose) => void cache.delete(whose),
    troubles,
  };
}

/** As a group is asked for it; undefined for a request without a tenant. */
type Identify = (asked: Asked) => Promise<string | undefined>;

/** Reads whose a request is. */
function identifying(options: RouterOptions): Identify {
  const verify =
    options.verification === undefined
      ? async (token: string): Promise<JWTPayload> => decodeJwt(token)
      : verifier({ clock: systemClock, log: options.log }, options.verification);
  const tenantOf = cachedFor({ clock: systemClock, forMs: ASKED_EVERY_MS, most: MOST_ASKED }, async (token) => {
    try {
      const found = readClaims(await verify(token), options.claims);
      return found && `tenant=${found.tenantId}`;
    } catch {
      // No token: a group says so, whichever it is.
      return undefined;
    }
  });

  /** The bearer goes before the cookies, as it does in a group; which says whether they still hold. */
  return async ({ request: { headers }, address, path, body }) => {
    const company = /^\/webhooks\/pac\/([^/]+)$/.exec(path)?.[1];
    // Any other is no company's, and a group says so.
    if (company !== undefined && !/^[\w.~-]+$/.test(company)) return undefined;
    if (company !== undefined) return `company=${company}`;
    // Addresses that are opened without signing in begin with the company's id.
    const link = /^\/d\/([^/]+)/.exec(path)?.[1];
    const calendar = path === '/calendar.ics' ? address.searchParams.get('key')?.split('.')[0] : undefined;
    const opens = link === undefined ? calendar : tenantOfCode(link);
    if (opens !== undefined && isUuid(opens)) return `tenant=${opens}`;
    const invitation = /"invitation"\s*:\s*"([^"]+)"/.exec(body?.toString() ?? '')?.[1];
    const invites = ENTRIES.test(path) && invitation ? tenantOfCode(invitation) : undefined;
    if (invites !== undefined) return `tenant=${invites}`;
    if (path === '/sign-in') return tenantOf(/"token"\s*:\s*"([^"]+)"/.exec(body?.toString() ?? '')?.[1] ?? '');
    if (headers.authorization !== undefined) return tenantOf(/^Bearer (.+)$/i.exec(headers.authorization)?.[1] ?? '');
    const ids = sessionIds(headers);
    const wanted = headers['folio-tenant'] ?? address.searchParams.get('tenant');
    const id = wanted === null ? (ids.length === 1 ? ids[0] : undefined) : String(wanted).toLowerCase();
    return id !== undefined && ids.includes(id) ? `tenant=${id}` : undefined;
  };
}

/** Answers a request by its tenant's group; false: not now. */
function routing(options: RouterOptions, agent: Agent, places: Places, whose: Identify, ending: AbortSignal) {
  return async (call: Asked, response: ServerResponse): Promise<boolean> => {
    const { request, path } = call;
    const ids = sessionIds(request.headers);
    if (path === '/session' && request.method !== 'POST' && ids.length > 1) {
      return askEach(agent, places, { asked: call, ids }, response);
    }
    const name = await whose(call);
    // A request without a tenant may name the group as the first part of the host.
    const named = options.groups.find((one) => request.headers.host?.startsWith(`${one.name}.`)) ?? options.groups[0];
    const group = name === undefined ? named : await places.of(name);
    const answer = group && (await ask(agent, call, group));
    if (!answer) {
      if (name !== undefined) places.forget(name);
      return false;
    }
    response.writeHead(answer.statusCode, plainHeaders(answer.headers));
    response.flushHeaders();
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    await pipeline(isStream ? endedBy(ending, answer.body) : answer.body, response);
    return true;
  };
}

/** A stream of events has no end of its own. */
async function* endedBy(ending: AbortSignal, stream: Readable): AsyncGenerator {
  try {
    yield* addAbortSignal(ending, stream);
  } catch (error) {
    if (!ending.aborted) throw error;
  }
}

/** Undefined where nothing was taken, so that it may be sent again: it was told so, or no one listened. */
async function ask(
  agent: Agent,
  call: Asked,
  group: Group,
  cookie?: string,
): Promise<Dispatcher.ResponseData | undefined> {
  const { request, address, body, signal } = call;
  const way = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter((one) => one !== undefined);
  const headers = {
    ...plainHeaders(request.headers),
    'x-forwarded-for': way.join(', '),
    ...(cookie === undefined ? {} : { cookie }),
  };
  const method = request.method as Dispatcher.HttpMethod;
  try {
    const url = group.url + address.pathname + address.search;
    const sent = body === undefined ? request : body.length > 0 ? body : null;
    const answer = await send(url, { method, headers, body: sent, dispatcher: agent, signal });
    if (answer.statusCode !== MISDIRECTED) return answer;
    await answer.body.dump();
  } catch (error) {
    if (!['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes((error as { code?: string }).code ?? '')) throw error;
  }
  if (body === undefined) throw new Error('a large body came while its tenant was not to be reached');
  return undefined;
}

/** A browser that is signed in to companies of several groups hears of all of them, or is signed out of all. */
async function askEach(
  agent: Agent,
  places: Places,
  { asked: call, ids }: { asked: Asked; ids: string[] },
  response: ServerResponse,
): Promise<boolean> {
  const cookies = new Map<Group, string[]>();
  for (const id of ids) {
    const group = await places.of(`tenant=${id}`);
    if (!group) return false;
    const own = (call.request.headers.cookie ?? '').split('; ').filter((one) => one.includes(`folio-${id}=`));
    cookies.set(group, [...(cookies.get(group) ?? []), ...own]);
  }
  const answers = await Promise.all([...cookies].map(([group, own]) => ask(agent, call, group, own.join('; '))));
  if (!answers.every((one) => one !== undefined)) {
    for (const id of ids) places.forget(`tenant=${id}`);
    for (const one of answers) await one?.body.dump();
    return false;
  }
  const refused = answers.find(({ statusCode }) => statusCode >= 300);
  const first = refused ?? answers[0]!;
  const texts = await Promise.all(answers.map(({ body }) => body.text()));
  const set = answers.flatMap(({ headers }) => headers['set-cookie'] ?? []);
  const all = texts.map((text) => (text === '' ? {} : JSON.parse(text)) as { companies?: object[] });
  const merged = { ...all[0], companies: all.flatMap(({ companies = [] }) => companies) };
  const { 'content-length': _, ...headers } = plainHeaders(first.headers);
  response.writeHead(first.statusCode, { ...headers, ...(set.length > 0 ? { 'set-cookie': set } : {}) });
  response.end(
    refused ? texts[answers.indexOf(refused)] : first.statusCode === 204 ? undefined : JSON.stringify(merged),
  );
  return true;
}

function addressOf({ headers, socket }: IncomingMessage, { isBehindProxy }: RouterOptions): string {
  const forwardedFor = isBehindProxy ? /[^,]*$/.exec(String(headers['x-forwarded-for'] ?? ''))![0].trim() : '';
  return forwardedFor === '' ? (socket.remoteAddress ?? '') : forwardedFor;
}

/** Null for what is no text. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function sessionIds(headers: IncomingHttpHeaders): string[] {
  return keysIn({ protocol: 'http', headers }).map(({ tenantId }) => tenantId);
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_ONE_CONNECTION.test(name));
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

async function smallBody(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding !== undefined || Number(length ?? 0) > most) return undefined;
  return Buffer.concat(await request.toArray());
}

/** In the shape that a group answers in. */
function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const wait = status < 429 ? {} : { 'retry-after': '1' };
  response.writeHead(status, { 'content-type': JSON_TYPE, ...wait });
  response.end(JSON.stringify(withFirst({ errors: [{ message, extensions: { code } }] })));
}
