// Who did what: one row for each mutation and each command that changed something, written in the transaction of the change.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** To refer to `tenants`, which is read with every request, takes a lock on it for a moment. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (inBatch) => {
    await run(
      inBatch,
      `create table if not exists acts (
         tenant_id uuid not null references tenants (id),
         -- In the order of time.
         id uuid not null,
         at timestamptz not null default clock_timestamp(),
         actor text not null check (actor ~ '^(user|token|service|cli):.'),
         operation text not null,
         entity_ids uuid[] not null,
         primary key (tenant_id, id)
       );
       drop policy if exists tenant_isolation on acts`,
    );
    // Append-only: the application's role has no right to change or remove what was done.
    await protectTenantTable(inBatch, 'acts', 'select, insert');
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table if exists acts');
}
