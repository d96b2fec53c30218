// Rows of the events: written by the tables of the facts (migration 0069), numbered by those who read them.
import type { Generated, GeneratedAlways } from 'kysely';

export interface EventRow {
  tenant_id: string;
  /** In the order of writing, which is not that of the commits. */
  seq: GeneratedAlways<number>;
  /** Dense, from 1; null until a reader has seen it. */
  position: number | null;
  id: Generated<string>;
  type: string;
  entity_id: string;
  subject_id: string;
  at: Generated<Date>;
  data: unknown;
  /** Trace of the transaction that wrote the event, where traces are recorded. */
  traceparent: Generated<string | null>;
}

/** The last position that was given. */
export interface EventHeadRow {
  tenant_id: string;
  position: Generated<number>;
}

declare module '../platform/database.ts' {
  interface Database {
    events: EventRow;
    event_heads: EventHeadRow;
  }
}
