// Rows of counts.
import type { Generated } from 'kysely';
import type { EntityRow } from '../platform/database.ts';

export const COUNT_STATUSES = ['OPEN', 'ENDED', 'POSTED', 'DISCARDED'] as const;
export type CountStatus = (typeof COUNT_STATUSES)[number];

export interface StockCountRow extends EntityRow {
  name: string;
  location_id: string;
  category: string | null;
  not_counted_days: number | null;
  is_blind: boolean;
  is_for_cashiers: boolean;
  opened_by: string;
  opened_at: Generated<Date>;
  status: Generated<CountStatus>;
  status_by: string;
  status_at: Generated<Date>;
  reason: string | null;
}

export interface StockCountLineRow extends EntityRow {
  count_id: string;
  item_id: string;
  place: string;
  /** Null takes back what was counted at the place. */
  quantity: string | null;
  /** By the clock of the ledger. */
  counted_at: Generated<Date>;
  counted_by: string;
  created_at: Generated<Date>;
  /** Average cost when the count was posted. */
  cost: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    stock_counts: StockCountRow;
    stock_count_lines: StockCountLineRow;
  }
}
