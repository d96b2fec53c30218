// A count: a sheet that says what is counted at a location, by whom, and how far it has come.
import { sql, type Selectable } from 'kysely';
import { findLocation, MAX_LENGTH, optionalText, requiredText } from '../catalog/index.ts';
import { between, conflict, notFound, readAll } from '../platform/errors.ts';
import {
  adding,
  mustFind,
  pageOf,
  rowsOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
  changeRow,
  inTime,
  lockingRow,
  newStatus,
} from '../tenancy/index.ts';
import type { CountStatus, StockCountRow } from './tables.ts';

export type StockCount = Selectable<StockCountRow>;

export interface CountAsked {
  id: string;
  name: string;
  locationId: string;
  category?: string | null | undefined;
  notCountedDays?: number | null | undefined;
  isBlind?: boolean | null | undefined;
  isForCashiers?: boolean | null | undefined;
}

const MOST_DAYS = 3660;

/** The id is the caller's own: asked again, it answers the count that is there. */
export async function openCount(db: TenantDb, count: CountAsked, userName: string): Promise<StockCount> {
  const { name, category, days } = readAll({
    name: () => requiredText('name', count.name, MAX_LENGTH.name),
    category: () => optionalText('category', count.category, MAX_LENGTH.code),
    days: () => (count.notCountedDays == null ? null : between('notCountedDays', count.notCountedDays, 1, MOST_DAYS)),
  });
  const location = await findLocation(db, count.locationId, 'locationId');
  await adding(db, 'stock_counts', {
    ...{ id: count.id, name, location_id: location.id, category, not_counted_days: days },
    ...{ is_blind: count.isBlind ?? false, is_for_cashiers: count.isForCashiers ?? false },
    ...{ opened_by: userName, status_by: userName },
  })
    .onConflict((on) => on.doNothing())
    .execute();
  return findCount(db, count.id);
}

/** A cashier sees open counts that are for cashiers. */
export async function findCount(db: TenantDb, id: string, isCashier = false): Promise<StockCount> {
  const count = await mustFind(rowsOf(db, 'stock_counts').where('id', '=', id), 'Count');
  if (isCashier && !isForCashier(count)) throw notFound('Count');
  return count;
}

export const isForCashier = ({ is_for_cashiers: isFor, status }: StockCount): boolean => isFor && status === 'OPEN';

/** No line comes and no one else ends it until the caller's transaction ends. */
export const lockCount = lockingRow('stock_counts', 'Count');

/** Nothing is hidden any more. What was counted before, and is sent later, still comes in until it is posted. */
export async function endCount(db: TenantDb, id: string, userName: string): Promise<StockCount> {
  const count = await lockCount(db, id);
  if (count.status === 'ENDED') return count;
  assertOpen(count, ['OPEN']);
  return changeRow(db, 'stock_counts', id, newStatus('ENDED', userName));
}

/** Nothing is posted, ever. */
export async function discardCount(db: TenantDb, id: string, why: string, userName: string): Promise<StockCount> {
  const reason = requiredText('reason', why, MAX_LENGTH.description);
  const count = await lockCount(db, id);
  if (count.status === 'DISCARDED') return count;
  assertOpen(count, ['OPEN', 'ENDED']);
  return changeRow(db, 'stock_counts', id, newStatus('DISCARDED', userName, reason));
}

export function assertOpen({ name, status }: StockCount, within: readonly CountStatus[]): void {
  if (!within.includes(status)) throw conflict('The count {name} is {status}', { name, status });
}

export const COUNT_ORDERS = ['OPENED_AT', 'UPDATED_AT'] as const;

export interface CountsAsked extends PageAsked<(typeof COUNT_ORDERS)[number]> {
  status?: CountStatus | null | undefined;
  isCashier?: boolean;
}

/** Newest first. */
export async function listCounts(db: TenantDb, query: CountsAsked): Promise<ListPage<StockCount>> {
  const { status, isCashier = false } = query;
  return pageOf(db, query, {
    name: 'stockCounts',
    columns: sql`*`,
    from: sql`stock_counts`,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      status && sql`status = ${status}`,
      isCashier && sql`is_for_cashiers and status = 'OPEN'`,
    ],
    orders: { OPENED_AT: inTime('opened_at'), UPDATED_AT: inTime('status_at') },
    usual: ['OPENED_AT', 'DESC'],
    changed: 'UPDATED_AT',
  });
}
