// What concerns all tenants is seen under the role that is meant for it, and not by a login that merely inherits that role's rights.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request, so each change of it waits for its turn. */
export const inTransaction = false;

/** As migration 0019 has them. */
const WAITING = `submission_state in ('PENDING', 'UNKNOWN') or legal_status = 'PAC_AUTHORIZED'`;
const STUCK = `parked_reason is not null or void_state in ('ASKED', 'UNKNOWN')`;
const REFUSED = 'pac_credentials_refused_at is not null';

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter policy finding_tenants on tenants using (current_user = 'app_system') with check (current_user = 'app_system');
     alter policy watching on tenants using (current_user = 'app_watch' and ${REFUSED})`,
  );
  await briefly(
    db,
    `alter policy watching on fiscal_documents using (current_user = 'app_watch' and (${WAITING} or ${STUCK}))`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, `alter policy watching on fiscal_documents using (${WAITING} or ${STUCK})`);
  await briefly(
    db,
    `alter policy watching on tenants using (${REFUSED});
     alter policy finding_tenants on tenants using (true) with check (true)`,
  );
}
