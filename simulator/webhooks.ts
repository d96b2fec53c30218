/** The webhooks: which notices follow from a verdict, and their delivery, best effort. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRejected, type LegalStatus } from '../src/fiscal/legal-status.ts';
import type { SimulatedDocument } from './documents.ts';
import type { Fault, FaultIn } from './faults.ts';

export interface NoticeBody {
  id?: string;
  legalStatus: string;
  cufe?: string;
  message?: string;
}

export interface PlannedNotice {
  afterMs: number;
  isForged: boolean;
  body: NoticeBody;
}

const MESSAGES: Record<LegalStatus, string> = {
  PAC_AUTHORIZED: 'Documento autorizado por el PAC',
  DGI_AUTHORIZED: 'Documento autorizado por la DGI',
  PAC_REJECTED: 'Documento rechazado por el PAC',
  DGI_REJECTED: 'Documento rechazado por la DGI',
};

const OPPOSITE: Record<LegalStatus, LegalStatus> = {
  PAC_AUTHORIZED: 'PAC_REJECTED',
  DGI_AUTHORIZED: 'DGI_REJECTED',
  PAC_REJECTED: 'PAC_AUTHORIZED',
  DGI_REJECTED: 'DGI_AUTHORIZED',
};

type Told = Pick<SimulatedDocument, 'id' | 'cufe'> & { reasons: readonly string[] };

export function noticeBody(
  { id, cufe, reasons }: Told,
  legalStatus: LegalStatus,
): NoticeBody & { id: string; cufe: string } {
  return {
    id,
    legalStatus,
    cufe,
    message: isRejected(legalStatus) && reasons.length > 0 ? reasons.join('; ') : MESSAGES[legalStatus],
  };
}

type NoticeFault = Pick<Fault<FaultIn<'notice'>>, 'name' | 'ms' | 'count'>;

/** The notices that a document's present legal status causes, in order, with whatever goes wrong with them. */
export function planNotices(
  document: Told & Pick<SimulatedDocument, 'legalStatus'>,
  faults: readonly NoticeFault[],
): PlannedNotice[] {
  const having = (name: NoticeFault['name']) => faults.find((fault) => fault.name === name);
  if (having('lostWebhook')) return [];
  const late = having('lateWebhook');
  const afterMs = late ? (late.ms ?? 30_000) : 0;
  const notice = (legalStatus: LegalStatus): PlannedNotice => {
    const { id, cufe, ...rest } = noticeBody(document, legalStatus);
    const body = {
      ...(having('webhookCufeOnly') ? {} : { id }),
      ...(having('webhookIdOnly') ? {} : { cufe }),
      ...rest,
    };
    return { afterMs, isForged: false, body };
  };
  const verdict = notice(document.legalStatus);
  const repeated = having('repeatedWebhook');
  return [
    ...(having('forgedWebhook') ? [{ ...notice(OPPOSITE[document.legalStatus]), isForged: true }] : []),
    ...(having('webhookUnknownStatus') ? [{ ...verdict, body: { ...verdict.body, legalStatus: 'DGI_PENDING' } }] : []),
    ...Array<PlannedNotice>(repeated ? (repeated.count ?? 5) : 1).fill(verdict),
    ...(having('reorderedWebhook') ? [notice('PAC_AUTHORIZED')] : []),
    ...(having('contradictoryWebhook') ? [notice(OPPOSITE[document.legalStatus])] : []),
  ];
}

/** One try to deliver one notice. */
export interface Delivery {
  documentId: string | null;
  url: string;
  body: string;
  signature: string;
  /** Status of the answer; null without an answer. */
  status: number | null;
  error: string | null;
  at: string;
}

export interface Post {
  url: string;
  documentId: string | null;
  rawBody: Buffer;
  signature: string;
}

/** Retries until a 2xx answer; reports each try. */
export async function deliver(
  post: Post,
  patience: { tries: number; retryMs: number; timeoutMs: number },
  told: (delivery: Delivery) => void,
  signal: AbortSignal,
): Promise<Delivery> {
  for (let attempt = 1; ; attempt++) {
    const delivery = await tryOnce(post, patience.timeoutMs, signal);
    told(delivery);
    const isTaken = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    if (isTaken || attempt >= patience.tries) return delivery;
    await sleep(patience.retryMs, undefined, { signal });
  }
}

async function tryOnce(post: Post, timeoutMs: number, signal: AbortSignal): Promise<Delivery> {
  const outcome = await send(post, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).then(
    (status) => ({ status, error: null }),
    (error: unknown) => ({ status: null, error: error instanceof Error ? error.message : String(error) }),
  );
  signal.throwIfAborted();
  const { url, documentId, rawBody, signature } = post;
  return { documentId, url, body: rawBody.toString(), signature, ...outcome, at: new Date().toISOString() };
}

// One connection per notice, closed after it: a server under test can then stop without waiting for us.
function send({ url, rawBody, signature }: Post, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = new URL(url).protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': rawBody.length,
        'user-agent': 'pac-simulator',
        'x-pac-signature': signature,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.end(rawBody);
  });
}
