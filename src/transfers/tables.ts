// Rows of transfers.
import type { Generated } from 'kysely';
import type { EntityRow } from '../platform/database.ts';

export const TRANSFER_STATUSES = ['IN_TRANSIT', 'RECEIVED', 'CLOSED'] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export interface TransferRow extends EntityRow {
  from_location_id: string;
  to_location_id: string;
  note: string | null;
  sent_by: string;
  sent_at: Generated<Date>;
  status: Generated<TransferStatus>;
  status_by: string;
  status_at: Generated<Date>;
  reason: string | null;
}

export interface TransferLineRow extends EntityRow {
  transfer_id: string;
  line_number: number;
  item_id: string;
  quantity: string;
  received: Generated<string>;
  lost: Generated<string>;
  /** Average cost when it was sent; null: none was known. */
  unit_cost: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    transfers: TransferRow;
    transfer_lines: TransferLineRow;
  }
}
