// Counts on while anything is served; the count is told outside of the database too, so that a database that went back is noticed.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table database_witness (
       -- A copy or a restored database has it as well; another installation has another one.
       id uuid primary key default gen_random_uuid(),
       beats bigint not null default 0,
       beaten_at timestamptz not null default '-infinity',
       went_back_at timestamptz,
       went_back_because text,
       -- The server of which an operator has said that it is to be gone on with.
       accepted_era text
     );
     create unique index database_witness_single on database_witness ((true));
     insert into database_witness default values;
     grant select on database_witness to app_tenant;
     grant select, update on database_witness to app_system`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table database_witness');
}
