// Where a client is and how it is reached: address with the code of its corregimiento, country, telephone, further e-mails.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** The table is read with every sale, so the change waits for its turn. */
export const inTransaction = false;

const COLUMNS = [
  'address_line text',
  'corregimiento_code text',
  'province text',
  'district text',
  'corregimiento text',
  "country text check (country ~ '^[A-Z]{2}$')",
  'telephone text',
  // Beside `email`, which stays the first.
  "further_emails text[] not null default '{}' check (cardinality(further_emails) <= 2)",
];

export async function up(db: MigrationDb): Promise<void> {
  const added = COLUMNS.map((column) => `add column if not exists ${column}`);
  await briefly(db, `alter table clients ${added.join(', ')}`);
}

export async function down(db: MigrationDb): Promise<void> {
  const dropped = COLUMNS.map((column) => `drop column if exists ${column.split(' ')[0]!}`);
  await briefly(db, `alter table clients ${dropped.join(', ')}`);
}
