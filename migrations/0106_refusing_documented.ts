// Whether a company has what one good source documents refused as well, before it is filed: new ones do, those that are here choose.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants add column if not exists refuses_documented boolean not null default false;
     alter table tenants alter column refuses_documented set default true;
     grant select (refuses_documented) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table tenants drop column if exists refuses_documented');
}
