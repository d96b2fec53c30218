// The person at a counter, and the till that they have open.
import type { FiscalDocument } from '../certification/index.ts';
import { notFound } from '../platform/errors.ts';
import { sqlRows } from '../platform/sql.ts';
import { hasRole, type Role, type TenantDb } from '../tenancy/index.ts';

/** Person at the counter; `isCashier`: who is no operator, `readsAll`: who may read what others have made. */
export interface Counter {
  person: string;
  isCashier: boolean;
  readsAll: boolean;
}

export const counterOf = ({ userName, roles }: { userName: string; roles: readonly Role[] }): Counter => ({
  person: userName,
  isCashier: !hasRole(roles, 'operator'),
  readsAll: hasRole(roles, 'viewer'),
});

export interface OpenTill {
  pointId: string;
  mark: string;
  points: string[];
}

/** Till of a person, and the billing points of its office. */
export async function openTillOf(db: TenantDb, person: string): Promise<OpenTill | undefined> {
  const rows = await sqlRows<OpenTill>(db)`
    select point.id as "pointId", point.mark, array(
      select other.id::text from billing_points other where other.tenant_id = point.tenant_id and other.office_id = point.office_id) as points
    from till_sessions session join billing_points point on point.tenant_id = session.tenant_id and point.id = session.billing_point_id
    where session.tenant_id = ${db.tenant.id} and session.opened_by = ${person} and session.closed_at is null`;
  return rows[0];
}

export const isOfOffice = ({ billing_point_id: id }: Pick<Seen, 'billing_point_id'>, till?: OpenTill): boolean =>
  id !== null && (till?.points.includes(id) ?? false);

export type Seen = Pick<FiscalDocument, 'created_by' | 'billing_point_id'>;

/** A cashier sees what they have made and, where they take returns, what is of the office of their open till; the rest is as if it were not there. */
export async function assertSeenBy(db: TenantDb, document: Seen, { person, readsAll }: Counter, name: string) {
  if (readsAll || document.created_by === person) return;
  if (!db.tenant.cashierReturns || !isOfOffice(document, await openTillOf(db, person))) throw notFound(name);
}
