// Rows of a till's day.
import type { ColumnType, RawBuilder } from 'kysely';
import type { Denomination } from '../fiscal/denominations.ts';
import type { PaymentMethod } from '../fiscal/payment-methods.ts';
import type { EntityRow } from '../platform/database.ts';

/** Written as JSON. */
type Json<T> = ColumnType<T, RawBuilder<never> | null, never>;

export interface TillSessionRow extends EntityRow {
  billing_point_id: string;
  opened_by: string;
  opened_at: Date;
  /** By the till's clock. */
  said_at: Date | null;
  opening_float: string;
  closed_at: Date | null;
}

export const ENTRY_KINDS = ['IN', 'OUT', 'COUNT'] as const;

export interface TillEntryRow extends EntityRow {
  session_id: string;
  kind: (typeof ENTRY_KINDS)[number];
  /** Cash, which of a count is the sum of its pieces. */
  amount: string;
  counted: Json<Partial<Record<PaymentMethod, string>> | null>;
  pieces: Json<Partial<Record<Denomination, number>> | null>;
  reason: string | null;
  said_at: Date | null;
  created_by: string;
  created_at: Date;
}

/** A Z, which is never changed. */
export interface TillClosingRow extends EntityRow {
  billing_point_id: string;
  number: number;
  report: Json<object>;
  documents: string[];
  payments: string[];
  refunds: string[];
  explanation: string | null;
  said_at: Date | null;
  closed_by: string;
  closed_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    till_sessions: TillSessionRow;
    till_entries: TillEntryRow;
    till_closings: TillClosingRow;
  }
}
