/** Starts the simulated PAC: the API that Folio calls, the PDF downloads and the control, on one port. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SIGNATURE_SCHEMES } from '../src/pac/signature.ts';
import type { SignatureScheme } from '../src/pac/signature.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { openAgenda } from './agenda.ts';
import { json, notFound } from './answers.ts';
import { answerControl, CONTROL_PREFIX, turnControlAway } from './control-routes.ts';
import type { Guard } from './control-routes.ts';
import { openControl, readCompany, webhookUrlOf } from './control.ts';
import type { CompanyInput, Control } from './control.ts';
import { openRegister } from './documents.ts';
import { openFaultDesk, pendingFault } from './fault-desk.ts';
import { FaultRequestError, readFaultHeader } from './faults.ts';
import { perform, readRequestBody, RequestTooLargeError } from './http.ts';
import { DEFAULT_KNOBS, readKnobs } from './knobs.ts';
import type { Knobs } from './knobs.ts';
import { answerPacCall, turnAway } from './pac-calls.ts';
import type { Answered, Outcome, PacCall } from './pac-calls.ts';
import { answerPdfDownload } from './pdf-download.ts';
import { drawFrom } from './random.ts';
import { ulidMaker } from './ulid.ts';
import { fiscalNumberOf } from './validate.ts';
import { resume } from './verdicts.ts';
import { keep } from './world.ts';
import type { World } from './world.ts';

export type { Control } from './control.ts';
export type { Company, NumberCounts, SimulatedDocument } from './documents.ts';
export { FAULTS } from './faults.ts';
export type { ErrorShape, FaultName, FaultRequest, Operation } from './faults.ts';
export type { Knobs } from './knobs.ts';
export type { Delivery } from './webhooks.ts';
export type { CallRecord } from './world.ts';

export interface SimulatorOptions {
  apiKey: string;
  webhookSecret: string;
  signatureScheme?: SignatureScheme;
  /** What calls of the control must bear; drawn where it is not given. */
  controlKey?: string;
  /** 0, the default: any free port. */
  port?: number;
  host?: string;
  /** Where webhooks go: the base of a Folio, or an address per company. Without it none are sent. */
  webhookUrl?: string | ((companyId: string) => string) | null;
  verdictDelayMs?: number | null;
  answerShape?: Knobs['answerShape'];
  xml?: Knobs['xml'];
  /** Further standing settings. */
  knobs?: Partial<Knobs>;
  /** Who issues, by company; others issue as one fictitious company. */
  companies?: readonly CompanyInput[];
  /** 1 production, 2 (the default) test: one digit of the CUFE. */
  environment?: 1 | 2;
  /** Keeps documents and what is pending over restarts. */
  journalFile?: string;
  /** The same seed gives the same chance and, at the same time, the same ids. */
  seed?: string;
  /** Told of what should not happen; by default written to standard error. */
  onProblem?: (error: unknown) => void;
}

export interface Simulator extends Control {
  url: string;
  port: number;
  controlKey: string;
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const closing = new AbortController();
  const onProblem = options.onProblem ?? reportProblem;
  const world = openWorld(options, onProblem, closing.signal);
  const control = openControl(world);
  const guard = {
    controlKey: options.controlKey ?? randomBytes(24).toString('hex'),
    host: options.host ?? '127.0.0.1',
  };
  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    answer(world, { control, guard }, request, response).catch((error: unknown) => {
      // A closed connection, or our own shutdown, is no problem, and no answer can be sent.
      const isOver = closing.signal.aborted || request.socket.destroyed || response.headersSent;
      if (isOver) {
        response.destroy();
        return;
      }
      onProblem(error);
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`The simulator failed: ${String(error)}`);
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
    });
    resume(world);
  } catch (error) {
    world.register.close();
    throw error;
  }
  const { address, port, family } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  async function close() {
    closing.abort();
    await world.agenda.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    world.register.close();
  }
  return {
    ...control,
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    port,
    controlKey: guard.controlKey,
    close: () => (closed ??= close()),
  };
}

function reportProblem(error: unknown): void {
  process.stderr.write(`PAC simulator: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}

/** A simulator without its HTTP server, for tests that call it in process. */
export function openWorld(options: SimulatorOptions, onProblem: (error: unknown) => void, closing: AbortSignal): World {
  for (const name of ['apiKey', 'webhookSecret'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') throw new Error(`The simulator needs "${name}".`);
  }
  const signatureScheme = options.signatureScheme ?? 'hmac-sha256';
  if (!SIGNATURE_SCHEMES.includes(signatureScheme)) {
    throw new Error(`The signature scheme must be one of ${SIGNATURE_SCHEMES.join(', ')}.`);
  }
  const { verdictDelayMs, answerShape, xml } = options;
  const knobs: Knobs = {
    ...DEFAULT_KNOBS,
    ...readKnobs({
      ...(verdictDelayMs === undefined ? {} : { verdictDelayMs }),
      ...(answerShape === undefined ? {} : { answerShape }),
      ...(xml === undefined ? {} : { xml }),
      ...options.knobs,
    }),
  };
  const companies = (options.companies ?? []).map(readCompany);
  const webhookUrl = webhookUrlOf(options.webhookUrl);
  const seed = options.seed ?? randomBytes(8).toString('hex');
  const draw = drawFrom(seed);
  const desk = openFaultDesk(draw);
  desk.setStanding(knobs.standingFaults);
  const makeId = ulidMaker((nth) => draw('id', nth));
  const register = openRegister(options.journalFile);
  for (const company of companies) register.record({ event: 'company', company });
  return {
    apiKey: options.apiKey,
    webhookSecret: options.webhookSecret,
    signatureScheme,
    environment: options.environment ?? 2,
    seed,
    knobs,
    webhookUrl,
    register,
    desk,
    sentinels: new Map(),
    agenda: openAgenda(onProblem),
    calls: [],
    acting: [],
    deliveries: [],
    newId: () => makeId(Date.now()),
    closing,
  };
}

async function answer(
  world: World,
  { control, guard }: { control: Control; guard: Guard },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? 'GET';
  const origin = `http://${request.headers.host ?? 'localhost'}`;
  const send = (outcome: Outcome) => perform(outcome, request, response, world.closing);
  if (!URL.canParse(request.url ?? '/', origin)) return send(json(400, { message: 'Bad Request' }));
  const url = new URL(request.url ?? '/', origin);
  try {
    if (url.pathname === CONTROL_PREFIX || url.pathname.startsWith(`${CONTROL_PREFIX}/`)) {
      const turnedAway = turnControlAway(guard, method, request.headers);
      if (turnedAway) return send(turnedAway);
      const { body, isJson } = parse(await readRequestBody(request));
      return send(
        isJson ? await answerControl(control, method, url, body) : json(400, { error: 'The body is no JSON.' }),
      );
    }
    if (method === 'GET' && url.pathname.startsWith('/files/')) return await sendPdf(world, url, request, send);
    const route = routeOf(method, url.pathname);
    if (!route) return send(notFound());
    const call = { ...route, query: url.searchParams, origin, ...headersOf(request) };
    if (cutsConnection(world, call)) {
      record(world, { ...call, body: undefined }, request, null, ['resetMidBody']);
      request.once('data', () => request.socket.resetAndDestroy());
      request.once('end', () => request.socket.resetAndDestroy());
      return;
    }
    const pacCall: PacCall = { ...call, body: parse(await readRequestBody(request)).body };
    const { outcome, struck } = await answerPacCall(world, pacCall);
    record(world, pacCall, request, outcome, struck);
    return send(outcome);
  } catch (error) {
    if (error instanceof FaultRequestError) {
      return send(json(400, { errors: [{ code: 'SIMULATOR', field: 'x-simulator-fault', message: error.message }] }));
    }
    if (error instanceof RequestTooLargeError) return send(json(413, { message: error.message }));
    if (error instanceof URIError) return send(json(400, { message: 'Bad Request' }));
    throw error;
  }
}

async function sendPdf(world: World, url: URL, request: IncomingMessage, send: (outcome: Outcome) => Promise<void>) {
  const { outcome, struck, document } = await answerPdfDownload(world, url, headersOf(request).faultHeader);
  keep(world.calls, {
    operation: 'pdf',
    method: 'GET',
    path: url.pathname,
    companyId: document?.companyId ?? null,
    documentId: document?.id ?? null,
    numeration: document?.numeration ?? null,
    hasAuthorization: request.headers.authorization !== undefined,
    traceparent: traceparentOf(request),
    status: statusOf(outcome),
    faults: struck,
    at: new Date().toISOString(),
  });
  return send(outcome);
}

function headersOf(request: IncomingMessage): Pick<PacCall, 'authorization' | 'faultHeader'> {
  const faultHeader = request.headers['x-simulator-fault'];
  return {
    authorization: request.headers.authorization,
    faultHeader: Array.isArray(faultHeader) ? faultHeader.join(',') : faultHeader,
  };
}

function traceparentOf(request: IncomingMessage): string | null {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' ? traceparent : null;
}

// JSON is read whatever the content type says, as the PAC does.
function parse(rawBody: Buffer): { body: unknown; isJson: boolean } {
  if (rawBody.length === 0) return { body: undefined, isJson: true };
  try {
    return { body: JSON.parse(rawBody.toString('utf8')) as unknown, isJson: true };
  } catch (error) {
    if (error instanceof SyntaxError) return { body: undefined, isJson: false };
    throw error;
  }
}

type PacRoute = Pick<PacCall, 'operation' | 'kind' | 'documentId' | 'channel'>;

const KINDS: Record<string, DocumentKind> = {
  invoices: 'INVOICE',
  'credit-notes': 'CREDIT_NOTE',
  'debit-notes': 'DEBIT_NOTE',
};

function routeOf(method: string, path: string): PacRoute | null {
  const [, collection, id, more] = /^\/pan\/v1\/([^/]+)(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? [];
  if (collection === undefined || more !== undefined) return null;
  if (method === 'GET' && collection === 'check-digit' && id === undefined) {
    return { operation: 'checkDigit', kind: null, documentId: null, channel: null };
  }
  if (method === 'POST' && collection === 'documents' && (id === 'notify-webhook' || id === 'notify-email')) {
    const channel = id === 'notify-email' ? 'email' : 'webhook';
    return { operation: 'notify', kind: null, documentId: null, channel };
  }
  const kind = Object.hasOwn(KINDS, collection) ? KINDS[collection]! : null;
  if (!kind) return null;
  if (method === 'POST' && id === undefined) return { operation: 'submit', kind, documentId: null, channel: null };
  const operation = method === 'GET' ? 'get' : method === 'DELETE' ? 'void' : null;
  if (!operation || id === undefined) return null;
  return { operation, kind, documentId: decodeURIComponent(id), channel: null };
}

// Decided before the body is read, and so without knowing what it says.
function cutsConnection(world: World, call: Omit<PacCall, 'body'>): boolean {
  if (turnAway(world, call)) return false;
  const companyId = call.query.get('idCompany');
  const own = readFaultHeader(call.faultHeader).map((request) => pendingFault(request, 1));
  const subject = call.documentId ?? companyId ?? '';
  const { operation, documentId } = call;
  return world.desk.forCall({ operation, companyId, documentId, subject, own }).one('connection') !== null;
}

function record(
  world: World,
  call: PacCall,
  request: IncomingMessage,
  outcome: Outcome | null,
  faults: Answered['struck'],
): void {
  keep(world.calls, {
    operation: call.operation,
    method: request.method ?? 'GET',
    path: new URL(request.url ?? '/', call.origin).pathname,
    companyId: call.query.get('idCompany'),
    documentId: call.documentId,
    numeration: call.operation === 'submit' ? (fiscalNumberOf(call.body)?.numeration ?? null) : null,
    hasAuthorization: call.authorization !== undefined,
    traceparent: traceparentOf(request),
    status: outcome === null ? null : statusOf(outcome),
    faults,
    at: new Date().toISOString(),
  });
}

function statusOf(outcome: Outcome): number | null {
  if (typeof outcome === 'string') return null;
  if ('half' in outcome) return outcome.half.status;
  if ('drip' in outcome) return outcome.drip.status;
  return 'flood' in outcome ? 200 : outcome.status;
}
