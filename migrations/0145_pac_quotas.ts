// Documents that a company may still issue at its PACs, as they were last told.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants add column if not exists pac_quotas jsonb not null default '{}';
     grant select (pac_quotas) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table tenants drop column if exists pac_quotas');
}
