// Applies a notice from the inbox to the document it speaks of; one that overtook us waits there for a day.
import { tryNow } from '../jobs/index.ts';
import { parseReasons, type LegalStatus, type PacDocument } from '../pac/index.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { attachPdf } from './attach-pdf.ts';
import type { CertificationContext } from './context.ts';
import { processNoticeDuty } from './duties.ts';
import { findDocument, type FiscalDocument } from './fiscal-document.ts';
import { isRejected, isTerminal, nextLegalStatus } from './legal-status.ts';
import { differenceTo, heldByAnother, identityConflict, matchDocument } from './match-notice.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import type { NoticeState, PacNoticeRow } from './tables.ts';
import { addEvent } from './timeline.ts';
import type { Selectable } from 'kysely';

const ACTOR = 'pac-webhook';
const DAY_MS = 86_400_000;

type PacNotice = Selectable<PacNoticeRow>;

type Step =
  | { next: 'done'; document?: FiscalDocument | undefined; isNewlyNamed?: boolean }
  /** A shared secret does not cover the body, so the PAC itself is asked before anything final happens (decision 48). */
  | { next: 'confirm'; document: FiscalDocument; pacDocumentId: string };

/** A notice without its document waits on: its duty comes back by itself, everybody else knows it to be there. */
export async function processNotice(
  context: CertificationContext,
  tenant: Tenant,
  noticeId: string,
  caller: 'duty' | 'anybody' = 'anybody',
): Promise<void> {
  const first = await inTenant(context, tenant, (db) => apply(context, db, noticeId, caller));
  if (first.next === 'done') return goOn(context, tenant, first);
  const { document, pacDocumentId } = first;
  const looked = await context.pac.fetchDocument(
    document.kind,
    document.pac_company_id ?? tenant.pacCompanyId ?? '',
    pacDocumentId,
  );
  const confirmed =
    looked.outcome === 'found' && isOurs(document, looked.document) ? looked.document.legalStatus : null;
  const second = await inTenant(context, tenant, (db) =>
    apply(context, db, noticeId, caller, { saidByPac: confirmed }),
  );
  if (second.next === 'done') await goOn(context, tenant, second);
}

async function goOn(
  context: CertificationContext,
  tenant: Tenant,
  { document, isNewlyNamed }: Extract<Step, { next: 'done' }>,
): Promise<void> {
  if (!document) return;
  // Others that named it by what nobody knew yet may have come before.
  if (isNewlyNamed) await processWaitingNotices(context, tenant, document.id);
  if (document.legal_status === 'DGI_AUTHORIZED') attachSoon(context, tenant, document.id);
}

/** What the PAC says of another document of the same company says nothing of ours. */
function isOurs(document: FiscalDocument, found: PacDocument): boolean {
  if (identityConflict(document, { documentId: found.documentId, cufe: found.cufe }) !== null) return false;
  return document.document_id !== null || differenceTo(document, found) === null;
}

async function apply(
  context: CertificationContext,
  db: TenantDb,
  noticeId: string,
  caller: 'duty' | 'anybody',
  confirmation?: { saidByPac: LegalStatus | null },
): Promise<Step> {
  const notice = await lockNotice(db, noticeId);
  if (!notice || notice.state !== 'WAITING') return { next: 'done' };
  const identity = { documentId: notice.pac_document_id, cufe: notice.cufe };
  const document = await matchDocument(db, identity);
  if (!document) {
    if (caller === 'duty') await waitLonger(context, db, notice);
    return { next: 'done' };
  }
  const against = identityConflict(document, identity) ?? (await heldByAnother(db, document, identity));
  if (against !== null) {
    await addEvent(db, document.id, 'NOTICE_PARKED', ACTOR, { noticeId, because: against });
    await close(context, db, notice, 'PARKED', against, document.id);
    return { next: 'done' };
  }
  const said = notice.legal_status as LegalStatus;
  const wouldMove = 'to' in nextLegalStatus(document.legal_status, said);
  if (wouldMove && isTerminal(said) && context.certification.signatureScheme === 'shared-secret') {
    const pacDocumentId = document.document_id ?? notice.pac_document_id;
    if (!confirmation && pacDocumentId !== null) return { next: 'confirm', document, pacDocumentId };
    if (confirmation?.saidByPac !== said) {
      if (caller === 'duty') await waitLonger(context, db, notice);
      return { next: 'done' };
    }
  }
  const reasons = isRejected(said) ? parseReasons(notice.body) : [];
  const move = await recordLegalStatus(
    context,
    db,
    document,
    { legalStatus: said, documentId: identity.documentId, cufe: identity.cufe, reasons, learned: { noticeId } },
    ACTOR,
  );
  if ('to' in move) await close(context, db, notice, 'APPLIED', `moved to ${move.to}`, document.id);
  else await close(context, db, notice, 'STALE', `stays: ${move.stays}`, document.id);
  const isNewlyNamed = document.document_id === null && identity.documentId !== null;
  return { next: 'done', document: await findDocument(db, document.id), isNewlyNamed };
}

async function lockNotice(db: TenantDb, noticeId: string): Promise<PacNotice | undefined> {
  return db
    .selectFrom('pac_notices')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', noticeId)
    .forUpdate()
    .executeTakeFirst();
}

async function close(
  context: CertificationContext,
  db: TenantDb,
  notice: PacNotice,
  state: NoticeState,
  outcome: string,
  documentId: string | null = null,
): Promise<void> {
  await db
    .updateTable('pac_notices')
    .set({ state, outcome, document_id: documentId, processed_at: context.clock.now() })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', notice.id)
    .execute();
}

/** A notice can overtake the commit that makes its document known; it is looked at again, ever more rarely, for a day. */
async function waitLonger(context: CertificationContext, db: TenantDb, notice: PacNotice): Promise<void> {
  const ageMs = context.clock.now().getTime() - notice.received_at.getTime();
  if (ageMs > DAY_MS) return close(context, db, notice, 'EXPIRED', 'no document of ours was found within a day');
  const afterMs = Math.min(3_600_000, Math.max(5_000, ageMs));
  await context.jobs.enqueue(db, processNoticeDuty, { tenantId: db.tenant.id, noticeId: notice.id }, { afterMs });
}

/** Called when a document has become known to the PAC: its notices may be waiting already. */
export async function processWaitingNotices(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
): Promise<void> {
  const waiting = await inTenant(context, tenant, async (db) => {
    const document = await findDocument(db, documentId);
    const names = [document?.document_id, document?.cufe].filter((name) => typeof name === 'string');
    if (names.length === 0) return [];
    return db
      .selectFrom('pac_notices')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('state', '=', 'WAITING')
      .where((eb) => eb.or([eb('pac_document_id', 'in', names), eb('cufe', 'in', names)]))
      .orderBy('received_at')
      .execute();
  });
  for (const { id } of waiting) {
    await tryNow(context.log, 'process-notice', () => processNotice(context, tenant, id));
  }
}

/** The PDF is tried at once, but nobody waits for it: the PAC's answer to its notice must not hang on a download. */
function attachSoon(context: CertificationContext, tenant: Tenant, documentId: string): void {
  void tryNow(context.log, 'attach-pdf', () => attachPdf(context, tenant, documentId, ACTOR), { documentId });
}
