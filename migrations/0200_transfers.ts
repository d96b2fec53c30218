// Transfers of many items: what left a location, what came to the other one, what was lost, and so what is in transit.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table transfers (
       tenant_id uuid not null,
       id uuid not null,
       from_location_id uuid not null,
       to_location_id uuid not null check (to_location_id <> from_location_id),
       note text,
       sent_by text not null,
       sent_at timestamptz not null default clock_timestamp(),
       status text not null default 'IN_TRANSIT' check (status in ('IN_TRANSIT', 'RECEIVED', 'CLOSED')),
       status_by text not null,
       status_at timestamptz not null default clock_timestamp(),
       reason text,
       primary key (tenant_id, id)
     );
     create trigger keep_row after insert or update or delete on transfers for each row
       execute function keep_row('{id}', '{id}', '{tenant_id}', '{}', '{}',
         '{id,from_location_id,to_location_id,note,sent_by,sent_at}');
     create table transfer_lines (
       tenant_id uuid not null,
       transfer_id uuid not null,
       -- Source of its movements in the ledger.
       id uuid not null,
       line_number int not null,
       item_id uuid not null,
       quantity numeric not null check (quantity > 0),
       received numeric not null default 0 check (received >= 0),
       lost numeric not null default 0 check (lost >= 0),
       -- Average cost when it was sent: what its goods come in at.
       unit_cost numeric,
       primary key (tenant_id, transfer_id, id),
       check (received + lost <= quantity)
     );
     create index transfer_lines_in_transit on transfer_lines (tenant_id, item_id) where quantity > received + lost;
     create trigger keep_row after insert or update or delete on transfer_lines for each row
       execute function keep_row('{id}', '{transfer_id}', '{tenant_id}', '{}', '{}',
         '{id,transfer_id,line_number,item_id,quantity,unit_cost}')`,
  );
  await protectTenantTable(db, 'transfers', 'select, insert');
  await protectTenantTable(db, 'transfer_lines', 'select, insert');
  await run(
    db,
    `grant update (status, status_by, status_at, reason) on transfers to app_tenant;
     grant update (received, lost) on transfer_lines to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table transfer_lines; drop table transfers');
}
