/** The DGI's part: a verdict for each document after a delay, and its webhook, pending until it was sent or given up. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isRejected, type LegalStatus } from '../src/fiscal/legal-status.ts';
import { sign } from '../src/pac/signature.ts';
import { dgiRejectionReasons } from './answers.ts';
import { fiscalKey, numberOf } from './documents.ts';
import type { SimulatedDocument } from './documents.ts';
import { deliver, planNotices } from './webhooks.ts';
import type { Delivery, NoticeBody } from './webhooks.ts';
import { companyOf, keep } from './world.ts';
import type { World } from './world.ts';

const verdictKey = (id: string) => `verdict ${id}`;
const noticeKey = (id: string) => `notice ${id}`;

export function awaitVerdict(world: World, document: SimulatedDocument): void {
  const { verdict } = document;
  if (!verdict || verdict.dueAt === null) return;
  const delayMs = Math.max(0, verdict.dueAt - Date.now());
  // Not asked again whether it is due: a timer may fire a moment before the clock says so, and would then be the last.
  void world.agenda.plan(verdictKey(document.id), delayMs, () => {
    // Unless a read or a forced verdict has applied it meanwhile.
    if (document.verdict) void pronounce(world, document, verdict.legalStatus, true);
  });
}

/** Applies a due verdict on read, since the timer may be late. */
export function settleDueVerdict(world: World, document: SimulatedDocument): void {
  const { verdict } = document;
  if (verdict?.dueAt == null || verdict.dueAt > Date.now()) return;
  void pronounce(world, document, verdict.legalStatus, true);
}

/** Sets the legal status now; what is returned resolves once the webhook has been sent or given up. */
export function pronounce(
  world: World,
  document: SimulatedDocument,
  legalStatus: LegalStatus,
  isNotified: boolean,
): Promise<void> {
  world.agenda.cancel(verdictKey(document.id));
  const remarks = legalStatus === 'DGI_AUTHORIZED' ? world.knobs.remarks : [];
  const reasons = isRejected(legalStatus) ? dgiRejectionReasons : remarks;
  world.register.record({ event: 'verdict', id: document.id, legalStatus, reasons, noticeOwed: isNotified });
  return isNotified ? notify(world, document) : Promise.resolve();
}

function notify(world: World, document: SimulatedDocument): Promise<void> {
  return world.agenda.plan(noticeKey(document.id), 0, async (signal) => {
    await sendNotices(world, document, signal);
    // A reset may have removed the document meanwhile.
    if (world.register.document(document.id) === document) world.register.record({ event: 'noticed', id: document.id });
  });
}

async function sendNotices(world: World, document: SimulatedDocument, signal: AbortSignal): Promise<void> {
  const faults = world.desk
    .forCall({
      operation: 'webhook',
      companyId: document.companyId,
      documentId: document.id,
      subject: fiscalKey(numberOf(document)),
      own: document.faults,
    })
    .all('notice');
  const notices = planNotices(document, faults);
  if (notices[0]) await sleep(notices[0].afterMs, undefined, { signal });
  for (const { body, isForged } of notices) {
    await post(world, document.companyId, document.id, body, { isForged, tries: world.knobs.webhookTries }, signal);
  }
}

export interface PostOptions {
  tries?: number;
  isForged?: boolean;
  secret?: string | undefined;
  signature?: string | undefined;
  url?: string | undefined;
}

/** Delivers one notice to a company's webhook; null when there is no webhook to deliver it to. */
export async function post(
  world: World,
  companyId: string,
  documentId: string | null,
  body: NoticeBody | Buffer,
  options: PostOptions,
  signal: AbortSignal,
): Promise<Delivery | null> {
  const url = options.url ?? world.webhookUrl?.(companyId);
  if (url === undefined) return null;
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const ownSecret = options.secret ?? companyOf(world, companyId).webhookSecret ?? world.webhookSecret;
  const secret = options.isForged ? `forged ${ownSecret}` : ownSecret;
  const signature = options.signature ?? sign(world.signatureScheme, secret, rawBody);
  const { webhookRetryMs, webhookTimeoutMs } = world.knobs;
  const patience = { tries: options.tries ?? 1, retryMs: webhookRetryMs, timeoutMs: webhookTimeoutMs };
  return deliver(
    { url, documentId, rawBody, signature },
    patience,
    (delivery) => keep(world.deliveries, delivery),
    signal,
  );
}

/** After a start: what was pending when the last run ended goes on. */
export function resume(world: World): void {
  for (const document of world.register.documents()) {
    if (document.noticeOwed) void notify(world, document);
    awaitVerdict(world, document);
  }
}
