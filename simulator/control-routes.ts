/** The control API over HTTP, below /__simulator, for tests in another process. It needs the control key and refuses browsers. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { DOCUMENT_KINDS, type DocumentKind } from '../src/fiscal/document.ts';
import type { LegalStatus } from '../src/fiscal/legal-status.ts';
import { json } from './answers.ts';
import type { Reply } from './answers.ts';
import { ControlError } from './control.ts';
import type { CompanyInput, Control } from './control.ts';
import { FaultRequestError, FAULTS } from './faults.ts';
import type { FaultRequest } from './faults.ts';
import { KnobError } from './knobs.ts';
import type { Knobs } from './knobs.ts';

export const CONTROL_PREFIX = '/__simulator';

interface Asked {
  query: URLSearchParams;
  /** The path parameters. */
  rest: string;
  body: unknown;
}

type Route = (control: Control, asked: Asked) => unknown;

// The casts are checked by what they are handed to: each reader of the control names what is wrong.
const ROUTES: Record<string, Route> = {
  'GET ': (control) => ({
    seed: control.seed,
    knobs: control.knobs(),
    companies: control.companies(),
    documents: control.documents().length,
    calls: control.calls().length,
    deliveries: control.deliveries().length,
    queuedFaults: control.queuedFaults(),
  }),
  'GET faults': (control) => ({
    faults: FAULTS,
    queued: control.queuedFaults(),
    standing: control.knobs().standingFaults,
  }),
  'POST faults': (control, { body }) => {
    for (const fault of Array.isArray(body) ? body : [body]) control.nextFault(fault as FaultRequest);
    return { queued: control.queuedFaults() };
  },
  'DELETE faults': (control) => {
    control.clearFaults();
    return { queued: [] };
  },
  'GET documents': (control, { query, rest }) => {
    if (rest === '') return control.documents(query.get('companyId') ?? undefined);
    const document = control.document(rest);
    if (!document) throw new ControlError(`The simulator has no document ${rest}.`);
    return document;
  },
  'GET acceptances': (control, { query }) => {
    const companyId = query.get('companyId');
    const kind = query.get('kind');
    const number = query.get('number');
    if (companyId === null && kind === null && number === null) return control.counts();
    if (!companyId || !number || !DOCUMENT_KINDS.some((known) => known === kind)) {
      throw new ControlError(`Ask with companyId, number and kind, one of ${DOCUMENT_KINDS.join(', ')}, or with none.`);
    }
    return control.acceptances(companyId, kind as DocumentKind, number);
  },
  'GET calls': (control) => control.calls(),
  'GET deliveries': (control) => control.deliveries(),
  'GET knobs': (control) => control.knobs(),
  'POST knobs': (control, { body }) => control.setKnobs(body as Partial<Knobs>),
  'GET companies': (control) => control.companies(),
  'POST companies': (control, { body }) => control.setCompany(body as CompanyInput),
  'POST webhook-base': (control, { body }) => {
    const { url } = objectOf(body);
    if (url !== null && typeof url !== 'string') throw new ControlError('Give {"url": "http://…"} or {"url": null}.');
    control.setWebhookBase(url);
    return { url };
  },
  'POST verdict': async (control, { body }) => {
    const { documentId, legalStatus, webhook } = objectOf(body);
    await control.verdict(String(documentId), legalStatus as LegalStatus, { webhook: webhook !== false });
    return control.document(String(documentId));
  },
  'POST webhook': (control, { body }) => {
    const { documentId, ...options } = objectOf(body);
    const id = typeof documentId === 'string' ? documentId : null;
    const { url } = options;
    if (url !== undefined && !control.sendsTo(url)) {
      throw new ControlError(
        '"url" must lie where webhooks go to (POST webhook-base); nothing is signed for elsewhere.',
      );
    }
    return control.deliverWebhook(id, options);
  },
  'POST settled': async (control) => {
    await control.settled();
    return { settled: true };
  },
  'POST reset': (control) => {
    control.reset();
    return { reset: true };
  },
};

function objectOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ControlError('Send a JSON object.');
  return body as Record<string, unknown>;
}

/** Host names besides IP addresses and localhost, and the control key. */
export interface Guard {
  controlKey: string;
  host: string;
}

/** The refusal of a control call before its body is read, or null. */
export function turnControlAway(
  { controlKey, host }: Guard,
  method: string,
  headers: IncomingHttpHeaders,
): Reply | null {
  // Against DNS rebinding: the Host header still has the name of the attacking page.
  if (!isOurs(headers.host, host)) return json(403, { error: 'The control is asked by an address or as localhost.' });
  if (headers.origin !== undefined) return json(403, { error: 'The control takes no orders from pages.' });
  if (!isSame(headers.authorization, `Bearer ${controlKey}`)) {
    return json(401, { error: 'The control needs its key, which was printed at the start: Authorization: Bearer …' });
  }
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const type = headers['content-type'];
  if (method !== 'GET' && (hasBody || type) && !/^application\/json(?:\s*;|$)/i.test(type ?? '')) {
    return json(415, { error: 'The control reads application/json and nothing else.' });
  }
  return null;
}

function isOurs(given: string | undefined, host: string): boolean {
  if (given === undefined || !URL.canParse(`http://${given}`)) return false;
  const { hostname } = new URL(`http://${given}`);
  return hostname === 'localhost' || hostname === host.toLowerCase() || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0;
}

function isSame(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export async function answerControl(control: Control, method: string, url: URL, body: unknown): Promise<Reply> {
  const [word = '', ...rest] = url.pathname.slice(CONTROL_PREFIX.length + 1).split('/');
  const name = `${method} ${word}`;
  if (!Object.hasOwn(ROUTES, name)) {
    return json(404, { error: `There is no ${name}; there are ${Object.keys(ROUTES).join(', ')}.` });
  }
  try {
    const asked = { query: url.searchParams, rest: decodeURIComponent(rest.join('/')), body };
    return json(200, (await ROUTES[name]!(control, asked)) ?? null);
  } catch (error) {
    const isRefusal = error instanceof ControlError || error instanceof FaultRequestError || error instanceof KnobError;
    if (isRefusal) return json(400, { error: error.message });
    throw error;
  }
}
