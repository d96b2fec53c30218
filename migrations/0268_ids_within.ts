// An act of a till's entry, or of a line of a count, is read beside its session or count: callers give the ids, and another one may have the same.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

const TABLES = { till_entries: 'session_id', stock_count_lines: 'count_id' };
const ROW = `'{id}', '{id}'`;

/** Fit to be run again: what is replaced already is not there. */
const replaced = (table: string, from: string, to: string): string => `
  do $do$
  declare
    made text := (select pg_get_triggerdef(oid) from pg_trigger where tgrelid = '${table}'::regclass and tgname = 'keep_row');
  begin
    execute replace(replace(made, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), $from$${from}$from$, $to$${to}$to$);
  end $do$`;

export async function up(db: MigrationDb): Promise<void> {
  for (const [table, column] of Object.entries(TABLES))
    await briefly(db, replaced(table, ROW, `'{id}', '{id,${column}}'`));
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [table, column] of Object.entries(TABLES))
    await briefly(db, replaced(table, `'{id}', '{id,${column}}'`, ROW));
}
