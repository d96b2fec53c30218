// What the processes know of the PAC's silence, kept where all of them see it.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table pac_breakers (
       base_url text not null,
       -- '' is the PAC itself; others are companies.
       company_id text not null,
       breaker jsonb not null,
       primary key (base_url, company_id)
     );
     grant select, insert, update, delete on pac_breakers to app_system`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table pac_breakers');
}
