// Events that a statement of this program tells; the others are told by triggers, or are facts that tell.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';

/** Writes events of `rows`, which select tenant, type, entity, subject and data. */
export function tell(rows: Sql): Sql {
  return sql`insert into event_rows (tenant_id, type, entity_id, subject_id, data) ${rows}`;
}
