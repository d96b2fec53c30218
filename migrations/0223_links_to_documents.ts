// Links by which people without an account see a certified document: one of each document, which is made anew after it was revoked.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table document_links (
       tenant_id uuid not null,
       -- Of the document.
       id uuid not null,
       -- 16 random bytes, without which the address cannot be guessed.
       code bytea not null check (length(code) = 16),
       created_by text not null,
       created_at timestamptz not null default clock_timestamp(),
       revoked_at timestamptz,
       views int not null default 0,
       viewed_at timestamptz,
       primary key (tenant_id, id)
     );
     create trigger keep_row after insert or update or delete on document_links for each row
       execute function keep_row('{id}', '{id}', '{tenant_id,code,views,viewed_at}', '{}', '{}', '{}')`,
  );
  await protectTenantTable(db, 'document_links', 'select, insert');
  await run(
    db,
    'grant update (code, created_by, created_at, revoked_at, views, viewed_at) on document_links to app_tenant',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table document_links');
}
