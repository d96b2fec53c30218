// Rows of the events: written by the tables of the facts or, of inventory_logs, document_events and files, read from these, and placed by those
// who read them (migrations 0069, 0128 and 0250).
import type { Generated, GeneratedAlways } from 'kysely';

export interface EventRow {
  tenant_id: string;
  /** In the order of writing, which is not that of the commits. */
  seq: GeneratedAlways<number>;
  id: Generated<string>;
  type: string;
  entity_id: string;
  subject_id: string;
  at: Generated<Date>;
  data: unknown;
  /** Trace of the transaction that wrote the event, where traces are recorded. */
  traceparent: Generated<string | null>;
}

/** The last position that was given; its other columns are `place_events`' own. */
export interface EventHeadRow {
  tenant_id: string;
  position: Generated<number>;
}

/** Events that were found at once: the last one's position is dense, from 1. */
export interface EventPlaceRow {
  tenant_id: string;
  position: number;
  before: number;
  seqs: number[];
}

declare module '../platform/database.ts' {
  interface Database {
    event_rows: EventRow;
    event_heads: EventHeadRow;
    event_places: EventPlaceRow;
  }
}
