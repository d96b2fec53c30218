// Stored files. The queue keeps its own schema, which it installs and upgrades by itself.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table files (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       source_id uuid not null,
       filename text not null,
       content_type text not null,
       byte_size integer not null,
       sha256 text not null,
       storage_key text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       -- The same content on the same document is the same file, whichever path brought it.
       unique (tenant_id, source_id, sha256)
     )`,
  );
  await protectTenantTable(db, 'files', 'select, insert');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table files');
}
