// Amount by which a document was certified for more than its total here, which is owed too; a change of it is told of an invoice.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

const TABLES = ['invoices', 'credits', 'debit_notes'];
const COLUMNS = ['invoice_status', 'credited', 'debited'];
const compared = (columns: readonly string[]): string =>
  ['old', 'new'].map((row) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`).join(' is distinct from ');
const SHORTER = compared(COLUMNS);
const LONGER = compared([...COLUMNS, 'certified_more']);

/** The function as it is but for the columns that it compares. */
async function tell(db: MigrationDb, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('tell_life'::regproc) as text`.execute(db);
  const { text } = rows[0]!;
  if (!text.includes(from) && !text.includes(to)) throw new Error(`tell_life does not compare ${from}`);
  await run(db, text.replace(from, to));
}

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    TABLES.map(
      (table) => `
        alter table ${table} add column if not exists certified_more numeric not null default 0;
        grant update (certified_more) on ${table} to app_tenant;`,
    ).join(''),
  );
  await tell(db, SHORTER, LONGER);
}

export async function down(db: MigrationDb): Promise<void> {
  await tell(db, LONGER, SHORTER);
  await briefly(db, TABLES.map((table) => `alter table ${table} drop column if exists certified_more;`).join(''));
}
