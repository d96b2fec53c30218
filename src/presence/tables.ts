// Users looking at a record, by the last time that the page said so.
import type { OwnedRow } from '../platform/database.ts';
export interface PresenceRow extends OwnedRow {
  entity_id: string;
  user_name: string;
  is_editing: boolean;
  seen_at: Date;
}

declare module '../platform/database.ts' {
  interface Database {
    presences: PresenceRow;
  }
}
