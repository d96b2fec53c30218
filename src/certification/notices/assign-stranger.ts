// Settles a stranger: it is the document of one of our sales, or an operator says that it is another system's.
import { sql } from 'kysely';
import { parseCufe, type CufeParts } from '../../fiscal/cufe.ts';
import { DOCUMENT_KINDS } from '../../fiscal/document.ts';
import { KIND_OF_SERIES, USUAL_TYPE } from '../../fiscal/document-types.ts';
import { isAuthorized, isRejected } from '../../fiscal/legal-status.ts';
import type { PointOfIssue } from '../../catalog/index.ts';
import { tryNow } from '../../jobs/index.ts';
import { pacUnavailable } from '../../pac/index.ts';
import { badInput, conflict } from '../../platform/errors.ts';
import { pacAccountsOf, type TenantDb } from '../../tenancy/index.ts';
import { seriesAt } from '../../numbers/index.ts';
import { adoptFound } from '../verdict/adopt-found.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { lockDocument } from '../fiscal-document.ts';
import { lookAtEach } from '../which-account.ts';
import { strangers, type Stranger } from './strangers.ts';
import { isOtherIssuer, isSameId } from '../verdict/whose-answer.ts';

export type ShownInvoice = Awaited<ReturnType<typeof showInvoiceAtPac>>;

/** The invoice that the PAC shows under this id, where it is one of this tenant and its billing points, and in force. */
export async function showInvoiceAtPac(
  context: TenantContext,
  { pacDocumentId, points }: { pacDocumentId: string; points: readonly PointOfIssue[] },
) {
  const { looked, companyId } = await lookAtEach(context, pacAccountsOf(context.tenant), 'INVOICE', pacDocumentId);
  if (looked.outcome === 'notFound') throw badInput('The PAC has no document {pacDocumentId}', { pacDocumentId });
  if (looked.outcome !== 'found') throw pacUnavailable(looked.cause);
  const { document, raw } = looked;
  const cufe = document.cufe ?? '';
  const parts = parseCufe(cufe);
  const point = parts && pointNamed(points, parts);
  const isOurs =
    parts?.documentType === USUAL_TYPE.INVOICE &&
    !isOtherIssuer(parts.issuerRuc, [context.tenant.ruc ?? parts.issuerRuc]);
  if (!point || !isOurs) {
    throw conflict(
      'The PAC shows no invoice of this tenant and billing point under {pacDocumentId}: its CUFE is {cufe}',
      { pacDocumentId, cufe },
    );
  }
  if (document.isVoided || !isAuthorized(document.legalStatus)) {
    const status = document.isVoided ? 'VOID' : document.legalStatus;
    throw conflict('The document {pacDocumentId} is {status} at the PAC; there is nothing to rebuild', {
      pacDocumentId,
      status,
    });
  }
  const at = Date.parse(document.particulars?.issuedAt ?? '');
  const digits = parts.documentNumber;
  return {
    pacDocumentId,
    companyId,
    document,
    raw,
    cufe,
    number: { number: `${seriesAt('FAC', point)}-${digits}`, digits, point },
    securityCode: parts.securityCode,
    issueType: parts.issueType,
    issuedAt: new Date(Number.isNaN(at) ? `${parts.issueDate}T12:00:00-05:00` : at),
  };
}

/** The PAC fills the branch from its own records, so one that no office of ours has may be that of the first of several. */
function pointNamed(points: readonly PointOfIssue[], named: CufeParts): PointOfIssue | undefined {
  const ofCode = points.filter(({ code }) => code === named.billingPoint);
  return ofCode.find(({ branchCode }) => branchCode === named.branchCode) ?? ofCode[0];
}

/** In the transaction that writes the document: it is settled with what the PAC shows before any duty to send it can begin. */
export async function assignStranger(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  answer: ShownInvoice,
  actor: string,
): Promise<void> {
  const difference = await adoptFound(context, db, await lockDocument(db, documentId), answer, actor);
  if (difference !== null) throw conflict(difference);
  await sql`
    update pac_notices
    set state = 'APPLIED', document_id = ${documentId}, outcome = 'the document was rebuilt', processed_at = ${context.clock.now()}
    where ${ofStranger(db, [answer.cufe, answer.pacDocumentId])}`.execute(db);
}

/** Notices of it hold no sale any more, those that are still to come included. Answers how many there are. */
export async function dismissStranger(
  context: Pick<CertificationContext, 'clock'>,
  db: TenantDb,
  pacDocumentId: string,
  reason: string,
): Promise<number> {
  const { rows } = await sql`
    update pac_notices
    set state = 'STALE', outcome = ${reason}, processed_at = ${context.clock.now()}
    where ${ofStranger(db, [pacDocumentId])}
    returning id`.execute(db);
  return rows.length;
}

/** A notice may not say the CUFE, by which alone a stranger can hold a sale; one that is void or rejected by now holds none. */
export async function askAboutStrangers(context: TenantContext, since: Date): Promise<void> {
  const found = await context.inTenant((db) => strangers(db));
  for (const stranger of found.filter(({ receivedAt }) => receivedAt >= since)) {
    await tryNow(context.log, `ask for ${stranger.pacDocumentId}`, () => askAbout(context, stranger));
  }
}

async function askAbout(context: TenantContext, { pacDocumentId, cufe, series }: Stranger) {
  const companies = pacAccountsOf(context.tenant);
  if (pacDocumentId === null || companies.length === 0) return;
  for (const kind of DOCUMENT_KINDS) {
    if (series !== null && KIND_OF_SERIES[series] !== kind) continue;
    const { looked } = await lookAtEach(context, companies, kind, pacDocumentId);
    if (looked.outcome !== 'found') continue;
    const { document } = looked;
    const isAnswer = document.documentId === null || isSameId(document.documentId, pacDocumentId);
    if (!isAnswer || document.cufe === null || (cufe !== null && cufe !== document.cufe)) continue;
    await context.inTenant(async (db) => {
      await sql`
        update pac_notices set cufe = ${document.cufe}
        where ${ofStranger(db, [pacDocumentId])} and cufe is null`.execute(db);
      const status = document.isVoided ? 'VOID' : document.legalStatus;
      if (document.isVoided || isRejected(document.legalStatus))
        await dismissStranger(context, db, pacDocumentId, `it is ${status} at the PAC`);
    });
    return;
  }
}

function ofStranger(db: TenantDb, names: readonly string[]) {
  const among = sql.join(names);
  return sql`tenant_id = ${db.tenant.id} and state in ('WAITING', 'EXPIRED') and document_id is null
    and (coalesce(cufe, pac_document_id) in (${among}) or pac_document_id in (${among}))`;
}
