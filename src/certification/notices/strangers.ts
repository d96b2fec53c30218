// Documents that the PAC reports and that are unknown here: made by another system, or lost with the interval that a restore lost.
import { sql } from 'kysely';
import { cufeKey, parseCufe } from '../../fiscal/cufe.ts';
import type { DocumentKind } from '../../fiscal/document.ts';
import { DOCUMENT_TYPES, isDocumentType, type DocumentType, type FiscalSeries } from '../../fiscal/document-types.ts';
import { isAuthorized, type LegalStatus } from '../../fiscal/legal-status.ts';
import { pointsOfIssue, type PointOfIssue } from '../../catalog/index.ts';
import { prepared } from '../../platform/sql.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { seriesAt } from '../../numbers/index.ts';
import type { OpenContingency } from '../contingency.ts';
import type { SeenBefore } from '../opening.ts';
import { tenantNow } from '../pac-request.ts';
import { SERVER } from '../witness.ts';
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

interface Sale {
  type: DocumentType;
  begun: Date;
}

/** State read before a sale is filed: whether it can be certified already, and whether a contingency is open. */
export async function readBeforeFiling(
  db: TenantDb,
  sale: Sale,
): Promise<{
  stranger: (Stranger & { numberHere: string }) | null;
  contingency: OpenContingency | null;
  seen: SeenBefore;
}> {
  const { strangers, contingency, seen } = await toldSince(db, sale.begun);
  return { stranger: await strangerThatMayBe(db, sale, strangers), contingency, seen };
}

/**
 * The stranger that can be the document of a sale, lost in a restore: of our company, and of a billing point and branch of ours, in force,
 * with a number of its series that no settled document here carries, and told of only after the sale was `begun`.
 */
async function strangerThatMayBe(
  db: TenantDb,
  { type, begun }: Sale,
  reported: readonly Stranger[],
): Promise<(Stranger & { numberHere: string }) | null> {
  const candidates = reported.filter(({ series, cufe, issueDate, legalStatus }) => {
    const parts = parseCufe(cufe!);
    return (
      series === DOCUMENT_TYPES[type].series &&
      parts !== null &&
      !isOtherIssuer(parts.issuerRuc, [db.tenant.ruc ?? parts.issuerRuc]) &&
      Date.parse(issueDate!) + DAYS_OF_DOUBT_MS > begun.getTime() &&
      (legalStatus === null || isAuthorized(legalStatus as LegalStatus))
    );
  });
  if (candidates.length === 0) return null;
  const points = await pointsAtPac(db);
  for (const stranger of candidates) {
    const series = seriesOf(stranger, points);
    const numbers = series.map((name) => `${name}-${String(stranger.number).padStart(10, '0')}`);
    if (series.length === 0 || (await isBeyond(db, series, stranger.number!))) continue;
    if (!(await isCarried(db, DOCUMENT_TYPES[type].kind, stranger, numbers))) {
      return { ...stranger, numberHere: numbers[0]! };
    }
  }
  return null;
}

/** The series that it can be of, as ours are called: none, or that of one point, or of several that the PAC gives one branch. */
export function seriesOf({ series, cufe }: Stranger, points: readonly PointAtPac[]): string[] {
  const parts = parseCufe(cufe ?? '');
  if (series === null || parts === null) return [];
  return points
    .filter(({ code, branchAtPac }) => code === parts.billingPoint && branchAtPac === parts.branchCode)
    .map((point) => seriesAt(series, point));
}

/** An operator has said of another notice of the same document that it is another system's. */
function isNotDismissed(db: TenantDb) {
  return sql`not exists (
    select from pac_notices dismissed
    where dismissed.tenant_id = ${db.tenant.id} and dismissed.state = 'STALE' and dismissed.document_id is null
      and (dismissed.cufe = n.cufe or dismissed.pac_document_id = n.pac_document_id))`;
}

type ReadBefore = Reported & SeenBefore & { [Name in keyof OpenContingency]: OpenContingency[Name] | null };

/** Strangers with a CUFE whose first notice came then or later; and the open contingency, read in the same statement. */
async function toldSince(
  db: TenantDb,
  since: Date,
): Promise<{ strangers: Stranger[]; contingency: OpenContingency | null; seen: SeenBefore }> {
  const { rows } = await sql<ReadBefore>`${prepared}
    select ${SERVER} as server, ${tenantNow(db)} as "tenantNow", told.*, c.id, c.started_at, c.reason, c.explanation
    from (values (1)) one
    left join contingencies c on c.tenant_id = ${db.tenant.id} and c.ended_at is null
    left join (select distinct on (cufe)
      pac_document_id as "pacDocumentId", cufe, legal_status as "legalStatus", received_at as "receivedAt"
    from pac_notices n
    where tenant_id = ${db.tenant.id} and state in ('WAITING', 'EXPIRED') and document_id is null and cufe is not null
      and received_at >= ${since} and ${isNotDismissed(db)}
      and not exists (
        select from pac_notices earlier
        where earlier.tenant_id = n.tenant_id and coalesce(earlier.cufe, earlier.pac_document_id) = n.cufe
          and earlier.state in ('WAITING', 'EXPIRED') and earlier.document_id is null and earlier.received_at < ${since})
    order by cufe, id desc) told on true
    order by told.cufe`.execute(db);
  const { id, started_at, reason, explanation, server, tenantNow: now } = rows[0]!;
  return {
    strangers: rows.filter(({ cufe }) => cufe !== null).map(read),
    contingency: id === null ? null : { id, started_at: started_at!, reason: reason!, explanation },
    seen: { server, tenantNow: now },
  };
}

export interface PointAtPac extends PointOfIssue {
  branchAtPac: string;
}

const NEWEST_LOOKED_AT = 1000;

/** The PAC fills the branch of an office from its own records; what it wrote last is what it writes. */
export async function pointsAtPac(db: TenantDb): Promise<PointAtPac[]> {
  const points = await pointsOfIssue(db);
  const { rows } = await sql<{ office_id: string; cufe: string }>`
    select distinct on (p.office_id) p.office_id, d.cufe
    from (
      select cufe, billing_point_id, created_at, id from fiscal_documents
      where tenant_id = ${db.tenant.id} and cufe is not null order by created_at desc, id desc limit ${NEWEST_LOOKED_AT}
    ) d
    join billing_points p on p.tenant_id = ${db.tenant.id} and (p.id = d.billing_point_id or d.billing_point_id is null and p.is_first)
    order by p.office_id, d.created_at desc, d.id desc`.execute(db);
  const written = new Map(rows.map((row) => [row.office_id, parseCufe(row.cufe)?.branchCode]));
  return points.map((point) => ({ ...point, branchAtPac: written.get(point.officeId) ?? point.branchCode }));
}

/** Each office numbers by itself, so what another one of ours has issued does not hold the number of this one. */
export function isOfAnotherOffice(
  points: readonly PointAtPac[],
  billingPointId: string | null,
  branchCode: string,
): boolean {
  const own = points.find(({ id }) => id === billingPointId)?.officeId;
  const branches = points.filter((point) => point.branchAtPac === branchCode).map(({ officeId }) => officeId);
  return branches.length > 0 && !branches.some((officeId) => officeId === own);
}

/** A series that has not begun here stands at nothing. */
async function isBeyond(db: TenantDb, series: readonly string[], number: number): Promise<boolean> {
  const { last } = await db
    .selectFrom('document_numbers')
    .select((eb) => eb.fn.max<number>('last_number').as('last'))
    .where('tenant_id', '=', db.tenant.id)
    .where('series', 'in', series)
    .executeTakeFirstOrThrow();
  return number > (last ?? 0) + FARTHEST_NUMBER;
}

async function isCarried(
  db: TenantDb,
  kind: DocumentKind,
  stranger: Stranger,
  numbers: readonly string[],
): Promise<boolean> {
  const found = await db
    .selectFrom('fiscal_documents')
    .select('id')
    .where('tenant_id', '=', db.tenant.id)
    .where('kind', '=', kind)
    .where('number', 'in', numbers)
    // An open document has a notice of its own that waits, or the PAC refuses it as a duplicate of the stranger.
    .where((eb) =>
      eb.or([eb('submission_state', 'not in', ['PENDING', 'UNKNOWN']), eb('cufe_key', '=', cufeKey(stranger.cufe!))]),
    )
    .executeTakeFirst();
  return found !== undefined;
}
