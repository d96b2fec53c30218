// Plans of assistants: an act as it was told, until it is confirmed, refused or too old.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table plans (
       tenant_id uuid not null,
       id uuid not null,
       -- The token that made it: no other one confirms it.
       credential text not null,
       actor text not null,
       user_name text not null,
       operation text not null,
       input jsonb not null,
       -- Facts that the act would come to; compared when it is confirmed.
       facts jsonb not null,
       -- Record that the assistant was told of, which a second person reads.
       told jsonb not null default '{}',
       amount numeric not null,
       created_at timestamptz not null default now(),
       expires_at timestamptz not null,
       used_at timestamptz,
       -- A second person was asked, and has decided.
       asked_at timestamptz,
       decided_at timestamptz,
       decided_by text,
       is_approved boolean,
       primary key (tenant_id, id)
     );
     -- A decision is told by its act; a plan that is made or used changes nothing that an act tells of.
     create trigger keep_change after update on plans for each row
       when (coalesce(current_setting('app.tenant_id', true), '') <> '' and old.decided_at is distinct from new.decided_at)
       execute function keep_change('{id}', '{id}', '{tenant_id}', '{}', '{}');
     create index plans_asked on plans (tenant_id, asked_at) where asked_at is not null and decided_at is null`,
  );
  await protectTenantTable(db, 'plans', 'select, insert, update, delete');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table plans');
}
