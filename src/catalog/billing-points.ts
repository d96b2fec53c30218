// Billing points: where a document is issued. Each has number series of its own, and its office is in the CUFE.
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { prepared, sqlRows } from '../platform/sql.ts';
import type { FiscalSeries, InternalSeries } from '../fiscal/document-types.ts';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { takeNumberAt, type DocumentNumber } from '../numbers/index.ts';
import { assertOffered } from './archive.ts';
import type { BillingPointRow } from './tables.ts';

export type BillingPoint = Selectable<BillingPointRow>;

/** Place of issue, as a document states it. */
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

/**
 * Choice of the point: the one that the request names, which must not be archived; else that of the record it follows; else the first of the
 * locations' only office; else the tenant's first.
 */
export interface PointChoice {
  chosenId?: string | null | undefined;
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
  const { rows } = await sql<NumberAtPoint & { point: Chosen }>`
    ${prepared} with point as (${chosen(db, choice)}), taken as ${takeNumberAt(db, series)}
    select taken.*, to_jsonb(point) as point from taken, point`.execute(db);
  return { ...rows[0]!, point: offered(rows[0]?.point, choice) };
}

export async function choosePoint(db: TenantDb, choice: PointChoice): Promise<PointOfIssue> {
  const { rows } = await chosen(db, choice).execute(db);
  return offered(rows[0], choice);
}

/** All of the tenant, the first one first. */
export async function pointsOfIssue(db: TenantDb): Promise<PointOfIssue[]> {
  return sqlRows<PointOfIssue>(db)`
    select ${POINT} where p.tenant_id = ${db.tenant.id} order by p.is_first desc, o.code, p.code`;
}

function chosen(db: TenantDb, { chosenId, billingPointId, locationIds = [] }: PointChoice): RawBuilder<Chosen> {
  const ofTenant = sql`select p.archived_at, ${POINT} where p.tenant_id = ${db.tenant.id}`;
  const named = chosenId ?? billingPointId;
  if (named != null) return sql`${ofTenant} and p.id = ${named}`;
  const isOfOffice = sql`p.archived_at is null and p.office_id = (
    select min(l.office_id::text)::uuid from locations l
    where l.tenant_id = ${db.tenant.id} and l.id = any(${[...new Set(locationIds)]}::uuid[])
    having count(distinct l.office_id) = 1)`;
  return sql`${ofTenant} and (p.is_first or ${isOfOffice})
    order by coalesce(${isOfOffice}, false) desc, p.is_first desc, p.code limit 1`;
}

type Chosen = PointOfIssue & { archived_at: Date | null };

function offered(found: Chosen | undefined, { chosenId }: PointChoice): PointOfIssue {
  if (!found) throw notFound('Billing point', 'billingPointId');
  const { archived_at, ...point } = found;
  if (chosenId != null) assertOffered({ archived_at }, `${point.branchCode}-${point.code}`, 'billingPointId');
  return point;
}
