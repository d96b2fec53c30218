// Make of PAC that a company has, and its second account: what has not left goes there while the first does not answer.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants
       -- Null: the make of the service.
       add column if not exists pac_make text,
       -- Its credentials are among former_accounts_secret, where those of each company but the present one are.
       add column if not exists pac_second_company_id text,
       -- Null: it is not sent to by itself.
       add column if not exists pac_second_after_seconds integer default 120
         constraint tenants_pac_second_after_check check (pac_second_after_seconds between 1 and 86400);
     grant select (pac_make, pac_second_company_id, pac_second_after_seconds) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants drop column if exists pac_make, drop column if exists pac_second_company_id,
       drop column if exists pac_second_after_seconds`,
  );
}
