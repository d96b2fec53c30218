// Small spellings shared by the SQL texts of all modules.
import { sql, type RawBuilder } from 'kysely';
import { PREPARED } from './eager-client.ts';

/** The beginning of a statement that each connection to a PostgreSQL plans once. */
export const prepared: RawBuilder<unknown> = sql.raw(PREPARED);

/** A list of records as one JSON parameter, to be opened by `jsonb_to_recordset`: one statement, whatever the number of rows. */
export function jsonRows(rows: readonly object[]): RawBuilder<unknown> {
  return sql`${JSON.stringify(rows)}::jsonb`;
}

/** A jsonb parameter; pg would send an array as a PostgreSQL array. */
export function json(value: unknown): RawBuilder<never> {
  return sql<never>`${JSON.stringify(value)}::jsonb`;
}

/** Words of ours for `in (…)`, as literals: so the planner knows which partial index holds them. */
export function literals(words: readonly string[]): RawBuilder<unknown> {
  return sql.join(words.map((word) => sql.lit(word)));
}

/** `like` pattern that finds the text anywhere and takes its wildcards literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
