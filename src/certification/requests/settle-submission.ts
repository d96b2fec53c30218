// An operator settles a submission whose outcome is unknown.
import { quietly } from '../../events/index.ts';
import { parseCufe } from '../../fiscal/cufe.ts';
import { isAuthorized } from '../../fiscal/legal-status.ts';
import { tryNow } from '../../jobs/index.ts';
import { pacUnavailable, type PacDocument, type PacPayload } from '../../pac/index.ts';
import { badInput, conflict, DomainError } from '../../platform/errors.ts';
import { plainEffect, type Effect, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { adoptFound } from '../verdict/adopt-found.ts';
import type { TenantContext } from '../context.ts';
import { isOfAnotherOffice, pointsAtPac } from '../notices/strangers.ts';
import { disown, withoutStranger } from '../verdict/disown.ts';
import { changeDocument, findDocument, lockDocument, type FiscalDocument } from '../fiscal-document.ts';
import { findRequest } from '../pac-request.ts';
import { processWaitingNotices } from '../notices/process-notice.ts';
import { allowAnotherAttempt } from '../another-attempt.ts';
import { recordLegalStatus } from '../verdict/record-legal-status.ts';
import { submit } from './submit.ts';
import { addEvent } from '../timeline.ts';
import { lookAtEach, mayBeAt } from '../which-account.ts';
import { differenceTo, isStrangers } from '../verdict/whose-answer.ts';

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
  context: TenantContext,
  settlement: Settlement,
  actor: string,
  effect: Effect = plainEffect(context),
): Promise<FiscalDocument> {
  const { documentId, pacDocumentId, notReceivedReason, numberTakenBy } = settlement;
  if ([pacDocumentId, notReceivedReason, numberTakenBy].filter((input) => input != null).length !== 1) {
    throw badInput('Give exactly one of pacDocumentId, notReceivedReason and numberTakenBy');
  }
  const settling = { context, documentId, actor, effect };
  if (numberTakenBy != null) await burn(settling, numberTakenBy);
  else if (pacDocumentId != null) await adopt(settling, pacDocumentId);
  else await sendAgain(settling, notReceivedReason!);
  return context.inTenant(async (db) => (await findDocument(db, documentId))!);
}

interface Settling {
  context: TenantContext;
  documentId: string;
  actor: string;
  effect: Effect;
}

async function sendAgain({ context, documentId, actor, effect }: Settling, why: string): Promise<void> {
  const reason = why.trim();
  if (reason.length < LEAST_REASON_LENGTH || reason.length > 1000) {
    throw badInput('{field} must have between {least} and 1000 characters', {
      ...{ field: 'notReceivedReason', least: LEAST_REASON_LENGTH },
    });
  }
  const saidAt = context.clock.now();
  await effect(async (db) => {
    const document = await openDocument(db, documentId, 'locked');
    const { number, legal_status: legalStatus } = document;
    if (document.submission_state !== 'UNKNOWN')
      throw conflict('{number} is {legalStatus}: the PAC has received it', { number, legalStatus });
    const request = await findRequest(db, documentId, 'SUBMIT');
    // The word is about the attempts of before it was given: it may have waited while another one was made.
    if (request?.started_at != null && request.started_at >= saidAt)
      throw conflict('{number} was sent again meanwhile; look at it again', { number });
    // The answer to the next attempt would not be believed beside it.
    if (document.document_id !== null || document.cufe !== null) await takeIdBack(db, document, reason, actor);
    await allowAnotherAttempt(context, db, documentId, { notReceived: reason }, actor);
    return documentId;
  });
  await tryNow(context.log, 'submit', () => submit(context, documentId), { documentId });
}

/** The database has a document parked whose id is taken away. A person has decided about this one: it is so for a moment, and not told. */
async function takeIdBack(db: TenantDb, document: FiscalDocument, reason: string, actor: string): Promise<void> {
  await quietly(db);
  await disown(db, document, reason, actor);
  await changeDocument(db, document.id, { parked_reason: document.parked_reason });
  await quietly(db, '');
}

async function adopt(settling: Settling, pacDocumentId: string): Promise<void> {
  const { context, documentId, actor, effect } = settling;
  const { found, ...answer } = await askPac(settling, pacDocumentId, mayBeAt);
  const { difference } = await effect(async (db) => {
    const document = await withoutStranger(db, await openDocument(db, documentId, 'locked'), actor);
    const adopted = { pacDocumentId, document: found, ...answer };
    return { id: documentId, difference: await adoptFound(context, db, document, adopted, actor) };
  });
  if (difference !== null) throw conflict(difference);
  // Notices with this id may have come before it was known to be ours.
  await processWaitingNotices(context, documentId);
}

/** The PAC holds one document per number: where another system's has ours, ours was refused. The sale gets a new number. */
async function burn(settling: Settling, strangerId: string): Promise<void> {
  const { context, documentId, actor, effect } = settling;
  // The PAC that has refused the number is the one that says who has it.
  const own = (_: Tenant, { pac_company_id: companyId }: FiscalDocument) => [companyId!];
  const { found, raw } = await askPac(settling, strangerId, own);
  await effect(async (db) => {
    const document = await openDocument(db, documentId, 'locked');
    const { number, legal_status: legalStatus, fiscal_number: fiscalNumber } = document;
    if (document.submission_state !== 'UNKNOWN')
      throw conflict('{number} is {legalStatus}: it has its number', { number, legalStatus });
    if (differenceTo(document, found) === null)
      throw conflict('{strangerId} is {number} itself; adopt it', { strangerId, number });
    const { information } = document.pac_input as PacPayload;
    const theirs = found.cufe === null ? null : parseCufe(found.cufe);
    const hasOurNumber =
      theirs?.documentNumber === information.numeration &&
      theirs.billingPoint === information.billingPoint &&
      theirs.documentType === information.documentType &&
      !isOfAnotherOffice(await pointsAtPac(db), document.billing_point_id, theirs.branchCode);
    if (!hasOurNumber || found.legalStatus === 'PAC_REJECTED') {
      throw conflict('{strangerId} does not have the number {fiscalNumber}: its CUFE is {cufe}', {
        ...{ strangerId, fiscalNumber, cufe: found.cufe },
      });
    }
    await addEvent(db, documentId, 'SETTLED', actor, { numberTakenBy: strangerId });
    const reasons = [`The number ${fiscalNumber} belongs to the document ${strangerId}`];
    await recordLegalStatus(context, db, document, { legalStatus: 'PAC_REJECTED', reasons, response: raw }, actor);
    return documentId;
  });
}

async function askPac(
  { context, documentId }: Settling,
  pacDocumentId: string,
  companiesOf: (tenant: Tenant, document: FiscalDocument) => string[],
): Promise<{ found: PacDocument; raw: unknown; companyId: string }> {
  const document = await context.inTenant((db) => openDocument(db, documentId));
  const companies = companiesOf(context.tenant, document);
  const { looked, companyId } = await lookAtEach(context, companies, document.kind, pacDocumentId);
  if (looked.outcome === 'notFound') throw badInput('The PAC has no document {pacDocumentId}', { pacDocumentId });
  if (looked.outcome !== 'found') throw pacUnavailable(looked.cause);
  return { found: looked.document, raw: looked.raw, companyId };
}

async function openDocument(db: TenantDb, id: string, how?: 'locked'): Promise<FiscalDocument> {
  const document = how === 'locked' ? await lockDocument(db, id) : await findDocument(db, id);
  if (!document) throw new DomainError('NOT_FOUND', 'Document not found');
  assertSettleable(document);
  return document;
}

/** Throws the refusal of `settleSubmission`, if there is one. */
export function assertSettleable(document: FiscalDocument): void {
  // A certified document may have no id yet, or be parked for a wrongly adopted one; the PAC's answer decides, by the CUFE.
  const isDoubtful = document.document_id === null || document.parked_reason !== null || isStrangers(document);
  if (document.submission_state !== 'UNKNOWN' && !(isAuthorized(document.legal_status) && isDoubtful)) {
    throw conflict('{number} is {submissionState}; only an UNKNOWN submission can be settled', {
      ...{ number: document.number, submissionState: document.submission_state },
    });
  }
}
