// Rule of rounding of a company's PAC: a cent on each line, or exact lines whose sums are rounded once.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants add column if not exists rounds_once boolean not null default false;
     grant select (rounds_once) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table tenants drop column if exists rounds_once');
}
