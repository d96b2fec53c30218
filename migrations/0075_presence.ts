// Who looks at which record at this moment: unlogged, since a crash ends all of it, and forgotten after a minute.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create unlogged table presences (
       tenant_id uuid not null,
       entity_id uuid not null,
       user_name text not null,
       is_editing boolean not null,
       seen_at timestamptz not null,
       primary key (tenant_id, entity_id, user_name)
     )`,
  );
  await protectTenantTable(db, 'presences', 'select, insert, update, delete');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table presences');
}
