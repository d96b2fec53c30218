// Billing points: where a document is issued. Each has number series of its own, and its office is in the CUFE.
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { FiscalSeries, InternalSeries } from '../fiscal/document-types.ts';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { takeNumberAt, type DocumentNumber } from '../numbers/index.ts';
import type { BillingPointRow } from './tables.ts';

export type BillingPoint = Selectable<BillingPointRow>;

/** What a document says of where it was issued. */
export interface PointOfIssue {
  id: string;
  /** Three digits. */
  code: string;
  /** Stands in its numbers; empty for the tenant's first point. */
  mark: string;
  officeId: string;
  branchCode: string;
  pacOfficeId: string | null;
}

/** Which point: the one that is named, else the first of the one office that the locations belong to, else the tenant's first. */
export interface PointChoice {
  billingPointId?: string | null | undefined;
  locationIds?: readonly string[];
}

/** A number, and the point that it was taken at. */
export interface NumberAtPoint extends DocumentNumber {
  point: PointOfIssue;
}

const POINT = sql`p.id, p.code, p.mark, p.office_id as "officeId", o.code as "branchCode", o.pac_office_id as "pacOfficeId"
  from billing_points p join offices o on o.tenant_id = p.tenant_id and o.id = p.office_id`;

/** The choice is made by the statement that takes the number: it costs no round trip, and nothing that is kept can be out of date. */
export async function nextNumberAt(
  db: TenantDb,
  series: FiscalSeries | InternalSeries,
  choice: PointChoice,
): Promise<NumberAtPoint> {
  const { rows } = await sql<NumberAtPoint>`
    with point as (${chosen(db, choice)}), taken as ${takeNumberAt(db, series)}
    select taken.*, to_jsonb(point) as point from taken, point`.execute(db);
  return rows[0] ?? noSuchPoint();
}

export async function choosePoint(db: TenantDb, choice: PointChoice): Promise<PointOfIssue> {
  const { rows } = await chosen(db, choice).execute(db);
  return rows[0] ?? noSuchPoint();
}

/** All of the tenant, the first one first. */
export async function pointsOfIssue(db: TenantDb): Promise<PointOfIssue[]> {
  const { rows } = await sql<PointOfIssue>`
    select ${POINT} where p.tenant_id = ${db.tenant.id} order by p.is_first desc, o.code, p.code`.execute(db);
  return rows;
}

function chosen(db: TenantDb, { billingPointId, locationIds = [] }: PointChoice): RawBuilder<PointOfIssue> {
  const ofTenant = sql`select ${POINT} where p.tenant_id = ${db.tenant.id}`;
  if (billingPointId != null) return sql`${ofTenant} and p.id = ${billingPointId}`;
  const isOfOffice = sql`p.office_id = (
    select min(l.office_id::text)::uuid from locations l
    where l.tenant_id = ${db.tenant.id} and l.id = any(${[...new Set(locationIds)]}::uuid[])
    having count(distinct l.office_id) = 1)`;
  return sql`${ofTenant} and (p.is_first or ${isOfOffice})
    order by coalesce(${isOfOffice}, false) desc, p.is_first desc, p.code limit 1`;
}

function noSuchPoint(): never {
  throw notFound('Billing point', 'billingPointId');
}
