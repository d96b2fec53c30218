// Events that a statement of this program tells; the others are told by triggers, or are facts that tell.
import { sql, type RawBuilder } from 'kysely';

/** Writes events of `rows`, which select tenant, type, entity, subject and data. */
export function tell(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into event_rows (tenant_id, type, entity_id, subject_id, data) ${rows}`;
}
