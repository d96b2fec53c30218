// Documents that the PAC reports and that are unknown here: made by another system, or lost with the interval that a restore lost.
import { sql } from 'kysely';
import { cufeKey, parseCufe } from '../../fiscal/cufe.ts';
import type { DocumentKind } from '../../fiscal/document.ts';
import { DOCUMENT_TYPES, isDocumentType, type DocumentType, type FiscalSeries } from '../../fiscal/document-types.ts';
import { isAuthorized, type LegalStatus } from '../../fiscal/legal-status.ts';
import { skipNumbers, type TenantDb } from '../../tenancy/index.ts';
import { isOtherIssuer } from '../verdict/whose-answer.ts';

export interface Stranger {
  pacDocumentId: string | null;
  cufe: string | null;
  legalStatus: string | null;
  receivedAt: Date;
  /** As its CUFE tells them. */
  series: FiscalSeries | null;
  number: number | null;
  issueDate: string | null;
}

type Reported = Pick<Stranger, 'pacDocumentId' | 'cufe' | 'legalStatus' | 'receivedAt'>;

/** The notices that found no document, the newest of each, in the order in which they came. */
export async function strangers(db: TenantDb, limit: number | null = null): Promise<Stranger[]> {
  const { rows } = await sql<Reported>`
    select * from (
      select distinct on (coalesce(cufe, pac_document_id))
        pac_document_id as "pacDocumentId", cufe, legal_status as "legalStatus", received_at as "receivedAt"
      from pac_notices n
      where tenant_id = ${db.tenant.id} and state in ('WAITING', 'EXPIRED') and document_id is null
        and ${isNotDismissed(db)}
      order by coalesce(cufe, pac_document_id), id desc
    ) newest
    order by "receivedAt"
    limit ${limit}`.execute(db);
  return rows.map(read);
}

function read(notice: Reported): Stranger {
  const parts = notice.cufe === null ? null : parseCufe(notice.cufe);
  return {
    ...notice,
    series: parts !== null && isDocumentType(parts.documentType) ? DOCUMENT_TYPES[parts.documentType].series : null,
    number: parts === null ? null : Number(parts.documentNumber),
    issueDate: parts?.issueDate ?? null,
  };
}

/** A series of ours does not jump further than a restore may pass over; numbers beyond are another system's. */
const FARTHEST_NUMBER = 100_000;
/** The PAC may write a neighbouring day, and a day ends in the tenant's time zone. */
const DAYS_OF_DOUBT_MS = 3 * 86_400_000;

/**
 * The stranger that can be the document of a sale, lost in a restore: of our company, billing point and
 * branch, in force, with a number of our series that no settled document here carries, and told of only after the sale was `begun`.
 */
export async function strangerThatMayBe(
  db: TenantDb,
  { type, billingPoint, begun }: { type: DocumentType; billingPoint: string; begun: Date },
): Promise<Stranger | null> {
  const candidates = (await toldSince(db, begun)).filter(({ series, cufe, issueDate, legalStatus }) => {
    const parts = parseCufe(cufe!);
    return (
      series === DOCUMENT_TYPES[type].series &&
      parts?.billingPoint === billingPoint &&
      !isOtherIssuer(parts.issuerRuc, [db.tenant.ruc ?? parts.issuerRuc]) &&
      Date.parse(issueDate!) + DAYS_OF_DOUBT_MS > begun.getTime() &&
      (legalStatus === null || isAuthorized(legalStatus as LegalStatus))
    );
  });
  if (candidates.length === 0) return null;
  const branch = await branchAtPac(db);
  const { from: lastNumber } = await skipNumbers(db, candidates[0]!.series!, 0);
  for (const stranger of candidates) {
    if (parseCufe(stranger.cufe!)!.branchCode !== branch || stranger.number! > lastNumber + FARTHEST_NUMBER) continue;
    if (!(await isCarried(db, DOCUMENT_TYPES[type].kind, stranger))) return stranger;
  }
  return null;
}

/** As a document of ours has it. */
export function numberOf({ series, number }: Stranger): string {
  return `${series}-${String(number).padStart(10, '0')}`;
}

/** An operator has said of another notice of the same document that it is another system's. */
function isNotDismissed(db: TenantDb) {
  return sql`not exists (
    select from pac_notices dismissed
    where dismissed.tenant_id = ${db.tenant.id} and dismissed.state = 'STALE' and dismissed.document_id is null
      and (dismissed.cufe = n.cufe or dismissed.pac_document_id = n.pac_document_id))`;
}

/** Those with a CUFE whose first notice came then or later. */
async function toldSince(db: TenantDb, since: Date): Promise<Stranger[]> {
  const { rows } = await sql<Reported>`
    select distinct on (cufe)
      pac_document_id as "pacDocumentId", cufe, legal_status as "legalStatus", received_at as "receivedAt"
    from pac_notices n
    where tenant_id = ${db.tenant.id} and state in ('WAITING', 'EXPIRED') and document_id is null and cufe is not null
      and received_at >= ${since} and ${isNotDismissed(db)}
      and not exists (
        select from pac_notices earlier
        where earlier.tenant_id = n.tenant_id and coalesce(earlier.cufe, earlier.pac_document_id) = n.cufe
          and earlier.state in ('WAITING', 'EXPIRED') and earlier.document_id is null and earlier.received_at < ${since})
    order by cufe, id desc`.execute(db);
  return rows.map(read);
}

/** The PAC fills the branch from its own records; what it wrote last is what it writes. */
async function branchAtPac(db: TenantDb): Promise<string> {
  const last = await db
    .selectFrom('fiscal_documents')
    .select('cufe')
    .where('tenant_id', '=', db.tenant.id)
    .where('cufe', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return parseCufe(last?.cufe ?? '')?.branchCode ?? db.tenant.branchCode;
}

async function isCarried(db: TenantDb, kind: DocumentKind, stranger: Stranger): Promise<boolean> {
  const found = await db
    .selectFrom('fiscal_documents')
    .select('id')
    .where('tenant_id', '=', db.tenant.id)
    .where('kind', '=', kind)
    .where('number', '=', numberOf(stranger))
    // Of a document that is open either its own notice waits to be applied, or the PAC refuses it as a duplicate of the stranger.
    .where((eb) =>
      eb.or([eb('submission_state', 'not in', ['PENDING', 'UNKNOWN']), eb('cufe_key', '=', cufeKey(stranger.cufe!))]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
