// A transfer: goods that left one location for another, and how much of them is still on the way.
import { sql, type Selectable } from 'kysely';
import { findLocation } from '../catalog/index.ts';
import { add, multiply, negate, roundMoney, type Decimal } from '../platform/decimal.ts';
import { conflict } from '../platform/errors.ts';
import {
  inTime,
  pageOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
  findingRow,
  lockingRow,
  readingRows,
} from '../tenancy/index.ts';
import type { TransferLineRow, TransferRow, TransferStatus } from './tables.ts';

export type Transfer = Selectable<TransferRow>;
export type TransferLine = Selectable<TransferLineRow>;

export const inTransit = ({ quantity, received, lost }: TransferLine): Decimal =>
  add(quantity, negate(received), negate(lost));

/** By cents of each line; a line without a cost weighs nothing. */
export const valueOf = (lines: readonly { quantity: Decimal; cost: Decimal | null }[]): Decimal =>
  add('0', ...lines.map(({ quantity, cost }) => roundMoney(multiply(quantity, cost ?? '0'))));

export const findTransfer = findingRow('transfers', 'Transfer');

/** No one else receives or closes it until the caller's transaction ends. */
export const lockTransfer = lockingRow('transfers', 'Transfer');

export const linesOfTransfers = readingRows('transfer_lines', 'transfer_id', 'transfer_id', 'line_number');

export function assertInTransit({ status }: Transfer): void {
  if (status !== 'IN_TRANSIT') throw conflict('The transfer is {status}', { status });
}

export const TRANSFER_ORDERS = ['SENT_AT', 'UPDATED_AT'] as const;

export interface TransfersAsked extends PageAsked<(typeof TRANSFER_ORDERS)[number]> {
  status?: TransferStatus | null | undefined;
  toLocationId?: string | null | undefined;
}

/** Newest first. */
export async function listTransfers(db: TenantDb, query: TransfersAsked): Promise<ListPage<Transfer>> {
  const { status, toLocationId } = query;
  if (toLocationId != null) await findLocation(db, toLocationId, 'toLocationId');
  return pageOf(db, query, {
    name: 'transfers',
    columns: sql`*`,
    from: sql`transfers`,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      status && sql`status = ${status}`,
      toLocationId != null && sql`to_location_id = ${toLocationId}`,
    ],
    orders: { SENT_AT: inTime('sent_at'), UPDATED_AT: inTime('status_at') },
    usual: ['SENT_AT', 'DESC'],
    changed: 'UPDATED_AT',
  });
}
