// The third witness: an operator says what became of a submission of which nobody knows.
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { badInput, conflict, DomainError } from '../platform/errors.ts';
import { tryNow } from '../jobs/index.ts';
import { parseCufe, type PacDocument, type PacPayload } from '../pac/index.ts';
import { adoptFound } from './adopt-found.ts';
import type { CertificationContext } from './context.ts';
import { submitDuty } from './duties.ts';
import { findDocument, lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { isAuthorized } from './legal-status.ts';
import { differenceTo } from './match-notice.ts';
import { processWaitingNotices } from './process-notice.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { submit } from './submit.ts';
import { addEvent } from './timeline.ts';

export interface Settlement {
  documentId: string;
  /** The id that the PAC has it under; verified by asking the PAC. */
  pacDocumentId?: string | null | undefined;
  /** Why it is certain that the PAC never received it; allows one new attempt under the same number. */
  notReceivedReason?: string | null | undefined;
  /** The PAC's id of the stranger's document that has our number; verified too. Ours is rejected then, and its number burned. */
  numberTakenBy?: string | null | undefined;
}

const LEAST_REASON_LENGTH = 15;

export async function settleSubmission(
  context: CertificationContext,
  tenant: Tenant,
  settlement: Settlement,
  actor: string,
): Promise<void> {
  const { documentId, pacDocumentId, notReceivedReason, numberTakenBy } = settlement;
  if ([pacDocumentId, notReceivedReason, numberTakenBy].filter((given) => given != null).length !== 1) {
    throw badInput('Give exactly one of pacDocumentId, notReceivedReason and numberTakenBy');
  }
  if (numberTakenBy != null) return burn(context, tenant, documentId, numberTakenBy, actor);
  if (pacDocumentId != null) return adopt(context, tenant, documentId, pacDocumentId, actor);
  const reason = notReceivedReason!.trim();
  if (reason.length < LEAST_REASON_LENGTH || reason.length > 1000) {
    throw badInput(`notReceivedReason must have between ${LEAST_REASON_LENGTH} and 1000 characters`);
  }
  await inTenant(context, tenant, (db) => declareNotReceived(context, db, documentId, reason, actor));
  await tryNow(context.log, 'submit', () => submit(context, tenant, documentId), { documentId });
}

async function adopt(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  pacDocumentId: string,
  actor: string,
): Promise<void> {
  const { found, raw } = await askPac(context, tenant, documentId, pacDocumentId);
  const difference = await inTenant(context, tenant, async (db) => {
    const document = await openDocument(db, documentId, 'locked');
    return adoptFound(context, db, document, { pacDocumentId, document: found, raw }, actor);
  });
  if (difference !== null) throw conflict(difference);
  // Notices may have told of it by this id before anybody knew it to be ours.
  await processWaitingNotices(context, tenant, documentId);
}

/** The PAC holds one document per number: where a stranger's has ours, ours was refused. The sale gets a new number. */
async function burn(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  strangerId: string,
  actor: string,
): Promise<void> {
  const { found, raw } = await askPac(context, tenant, documentId, strangerId);
  await inTenant(context, tenant, async (db) => {
    const document = await openDocument(db, documentId, 'locked');
    if (document.submission_state !== 'UNKNOWN') {
      throw conflict(`${document.number} is ${document.legal_status}: it has its number`);
    }
    if (differenceTo(document, found) === null) throw conflict(`${strangerId} is ${document.number} itself; adopt it`);
    const { information } = document.pac_input as PacPayload;
    const theirs = found.cufe === null ? null : parseCufe(found.cufe);
    const hasOurNumber =
      theirs?.documentNumber === information.numeration &&
      theirs.billingPoint === information.billingPoint &&
      theirs.documentType === information.documentType;
    if (!hasOurNumber || found.legalStatus === 'PAC_REJECTED') {
      throw conflict(`${strangerId} does not have the number ${document.fiscal_number}: its CUFE is ${found.cufe}`);
    }
    await addEvent(db, documentId, 'SETTLED', actor, { numberTakenBy: strangerId });
    const reasons = [`The number ${document.fiscal_number} belongs to the document ${strangerId}`];
    await recordLegalStatus(context, db, document, { legalStatus: 'PAC_REJECTED', reasons, response: raw }, actor);
  });
}

async function askPac(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  pacDocumentId: string,
): Promise<{ found: PacDocument; raw: unknown }> {
  const document = await inTenant(context, tenant, (db) => openDocument(db, documentId));
  const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, pacDocumentId);
  if (looked.outcome === 'notFound') throw badInput(`The PAC has no document ${pacDocumentId}`);
  if (looked.outcome !== 'found') {
    throw new DomainError('PAC_UNAVAILABLE', `The PAC cannot be asked at the moment: ${looked.cause}`);
  }
  return { found: looked.document, raw: looked.raw };
}

async function declareNotReceived(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  reason: string,
  actor: string,
): Promise<void> {
  const document = await openDocument(db, documentId, 'locked');
  if (document.submission_state !== 'UNKNOWN') {
    throw conflict(`${document.number} is ${document.legal_status}: the PAC has received it`);
  }
  await db
    .updateTable('fiscal_documents')
    .set({
      submission_state: 'PENDING',
      send_started_at: null,
      lease_until: null,
      submit_after: null,
      parked_reason: null,
    })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, documentId, 'SETTLED', actor, { notReceived: reason });
  await context.jobs.enqueue(
    db,
    submitDuty,
    { tenantId: db.tenant.id, documentId },
    { afterMs: context.certification.pacTimeoutMs + 5_000 },
  );
}

async function openDocument(db: TenantDb, id: string, how?: 'locked'): Promise<FiscalDocument> {
  const document = how === 'locked' ? await lockDocument(db, id) : await findDocument(db, id);
  if (!document) throw new DomainError('NOT_FOUND', 'Document not found');
  // Certified by a notice that brought the CUFE alone: the id is still to be told.
  const isNameless = isAuthorized(document.legal_status) && document.document_id === null;
  if (document.submission_state !== 'UNKNOWN' && !isNameless) {
    throw conflict(`${document.number} is ${document.submission_state}; only an UNKNOWN submission can be settled`);
  }
  return document;
}
