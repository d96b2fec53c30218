// Rows of series and of counts.
import type { Generated } from 'kysely';
import type { OwnedRow } from '../platform/database.ts';

/** The last number given in a series of a tenant, or of one of its billing points, whose mark is in the series then. */
export interface DocumentNumberRow extends OwnedRow {
  series: string;
  billing_point_id: string | null;
  last_number: number;
}

/** A part of a count: the count is the sum of its rows. Written by triggers alone. */
export interface KeptCountRow extends OwnedRow {
  subject: string;
  class: string;
  count: number;
  id: Generated<number>;
}

declare module '../platform/database.ts' {
  interface Database {
    document_numbers: DocumentNumberRow;
    kept_counts: KeptCountRow;
  }
}
