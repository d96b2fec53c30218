// Archiving: a record that nothing new may name, and that stays wherever it is named already.
import { sql, type RawBuilder } from 'kysely';
import { conflict, together } from '../platform/errors.ts';
import type { Sql } from '../platform/sql.ts';

/** A change of a record that can be archived. */
export interface Archiving {
  /** True archives it, false restores it; omitted or null: as it is. */
  archived?: boolean | null | undefined;
}

interface Archived {
  archived_at: Date | null;
}

/** The column to set; a repetition keeps the first instant. */
export function archiveColumns({ archived }: Archiving): { archived_at?: RawBuilder<Date> | null } {
  if (archived == null) return {};
  return { archived_at: archived ? sql<Date>`coalesce(archived_at, statement_timestamp())` : null };
}

/** For lists: true has archived records only, null has all, and default those that are not archived. */
export function archivedFilter(archived: boolean | null | undefined): Sql | false {
  if (archived === null) return false;
  return archived ? sql`archived_at is not null` : sql`archived_at is null`;
}

const refusal = (name: string, field: string) =>
  conflict('{name} is archived: restore it, or name another one in {field}', { name, field });

/** Refuses an archived record where something new names it; `field` is the argument that does. */
export function assertOffered<Record extends Archived>(record: Record, name: string, field: string): Record {
  if (record.archived_at !== null) throw refusal(name, field);
  return record;
}

/** The same for each line of a document, but for records that the document names already. */
export function assertLinesOffered(
  lines: readonly { record: Archived & { id: string }; name: string; field: string }[],
  held: ReadonlySet<string> = new Set(),
): void {
  const refused = lines.filter(({ record }) => record.archived_at !== null && !held.has(record.id));
  if (refused.length > 0) throw together(refused.map(({ name, field }) => refusal(name, field)));
}
