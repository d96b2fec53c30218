// A role that mends what is derived: of the ledger it may change the columns that can be counted anew, and no others.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { ensureServerRole, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await ensureServerRole(db, 'app_rebuild');
  await run(
    db,
    `do $$ begin
       -- It sees one tenant, as the tenant's role does, whose policies hold for it as well.
       if not pg_has_role('app_rebuild', 'app_tenant', 'member') then grant app_tenant to app_rebuild; end if;
     exception when unique_violation then null;
     end $$;
     grant update (seq, type_seq, movement_type, day, opens_day) on inventory_logs to app_rebuild`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  // The role stays: another database of this server may use it.
  await run(db, 'revoke update (seq, type_seq, movement_type, day, opens_day) on inventory_logs from app_rebuild');
}
