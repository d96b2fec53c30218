// What an administered tenant has: a suspension, an end, whether it withholds, and credentials of its own at the PAC.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request, so each change of it waits for its turn. */
export const inTransaction = false;

const READABLE = ['suspended_at', 'closed_at', 'is_retention_agent', 'pac_environment', 'has_pac_key'].join(', ');

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants
       add column if not exists suspended_at timestamptz,
       add column if not exists closed_at timestamptz,
       add column if not exists is_retention_agent boolean not null default false,
       -- Null: the environment and the key of the service.
       add column if not exists pac_environment text check (pac_environment in ('TEST', 'PRODUCTION')),
       add column if not exists pac_key_secret text,
       add column if not exists has_pac_key boolean generated always as (pac_key_secret is not null) stored,
       -- Of companies at the PAC that documents were sent for before: companyId, environment and key.
       add column if not exists former_accounts_secret jsonb not null default '[]';
     create index if not exists tenants_former_accounts on tenants using gin (former_accounts_secret jsonb_path_ops);
     grant select (${READABLE}) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants
       drop column if exists suspended_at, drop column if exists closed_at, drop column if exists is_retention_agent,
       drop column if exists pac_environment, drop column if exists has_pac_key, drop column if exists pac_key_secret,
       drop column if exists former_accounts_secret`,
  );
}
