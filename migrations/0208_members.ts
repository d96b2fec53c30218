// People of a company who come in by ways of their own: by e-mail and password, or by the link that invites them.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table members (
       tenant_id uuid not null,
       id uuid not null,
       user_name text not null,
       role text not null check (role in ('viewer', 'cashier', 'operator', 'admin')),
       -- Of the link that was made last; null once it was used.
       invitation_sha256 text,
       invited_until timestamptz,
       email text,
       -- By this one the companies of an e-mail are found before any of them is entered.
       email_sha256 text,
       password text,
       created_at timestamptz not null default clock_timestamp(),
       used_at timestamptz,
       primary key (tenant_id, user_name)
     );
     create index members_email_sha256 on members (email_sha256) where email_sha256 is not null;
     create trigger keep_row after insert or update or delete on members for each row
       execute function keep_row('{id}', '{id}', '{tenant_id,invitation_sha256,email,email_sha256,password,used_at}', '{}', '{}', '{}')`,
  );
  await protectTenantTable(db, 'members', 'select, insert, update, delete');
  await run(
    db,
    `create policy by_email on members for select to app_watch using (current_user = 'app_watch' and email_sha256 is not null);
     grant select (tenant_id, email_sha256) on members to app_watch`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table members');
}
