// The day of a till: who has its drawer, what was put in and taken out, what was counted, and the Z that closes it.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

const TABLES = ['till_closings', 'till_entries', 'till_sessions'];
/** Columns that are written once. */
const SEALED: Readonly<Record<string, string>> = {
  till_sessions: 'id,billing_point_id,opened_by,opened_at,said_at,opening_float',
  till_entries: 'id,session_id,kind,amount,counted,pieces,reason,said_at,created_by,created_at',
  till_closings: 'id,billing_point_id,number,report,documents,payments,refunds,explanation,said_at,closed_by,closed_at',
};

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table till_sessions (
       tenant_id uuid not null,
       id uuid not null,
       billing_point_id uuid not null,
       opened_by text not null,
       opened_at timestamptz not null,
       -- By the clock of the till, which may be wrong.
       said_at timestamptz,
       opening_float numeric not null check (opening_float >= 0),
       closed_at timestamptz,
       primary key (tenant_id, id)
     );
     create unique index till_sessions_open on till_sessions (tenant_id, opened_by) where closed_at is null;
     create table till_entries (
       tenant_id uuid not null,
       id uuid not null,
       session_id uuid not null,
       kind text not null check (kind in ('IN', 'OUT', 'COUNT')),
       amount numeric not null check (amount >= 0),
       -- Of a count: the amount of each method, and the pieces of cash.
       counted jsonb,
       pieces jsonb,
       reason text,
       said_at timestamptz,
       created_by text not null,
       created_at timestamptz not null,
       primary key (tenant_id, session_id, id)
     );
     create table till_closings (
       tenant_id uuid not null,
       -- The session's.
       id uuid not null,
       billing_point_id uuid not null,
       number int not null check (number > 0),
       report jsonb not null,
       documents uuid[] not null,
       payments uuid[] not null,
       refunds uuid[] not null,
       explanation text,
       said_at timestamptz,
       closed_by text not null,
       closed_at timestamptz not null,
       primary key (tenant_id, id),
       constraint till_closings_number unique (tenant_id, billing_point_id, number)
     );
     create function keep_closing() returns trigger language plpgsql as $$
     begin
       raise exception 'Z % is not changed', old.number;
     end $$;
     create trigger keep_closing before update or delete on till_closings for each row execute function keep_closing()`,
  );
  for (const table of TABLES) {
    await run(
      db,
      `create trigger keep_row after insert or update or delete on ${table} for each row
         execute function keep_row('{id}', '{id}', '{tenant_id}', '{}', '{}', '{${SEALED[table]!}}')`,
    );
    await protectTenantTable(db, table, 'select, insert');
  }
  await run(db, 'grant update (closed_at) on till_sessions to app_tenant');
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of TABLES) await run(db, `drop table ${table}`);
  await run(db, 'drop function keep_closing()');
}
