// Whether a company sells what its ledger does not have: the goods in the hand are the truth, and the shortage is counted afterwards.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants add column if not exists sells_without_stock boolean not null default false;
     grant select (sells_without_stock) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table tenants drop column if exists sells_without_stock');
}
