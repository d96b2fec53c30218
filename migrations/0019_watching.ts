// A role that counts what waits, over all tenants: it sees in which state and how old a document is, and nothing of what it says.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { ensureServerRole } from './support.ts';

/** An index over millions of rows is built beside their writers. */
export const inTransaction = false;

/** Those of `fiscal_documents_open`, and those below. */
const WAITING = `submission_state in ('PENDING', 'UNKNOWN') or legal_status = 'PAC_AUTHORIZED'`;
const STUCK = `parked_reason is not null or void_state in ('ASKED', 'UNKNOWN')`;
const SEEN = 'submission_state, legal_status, parked_reason, void_state, created_at';

export async function up(db: MigrationDb): Promise<void> {
  await ensureServerRole(db, 'app_watch');
  await createIndexBesideWriters(
    db,
    'fiscal_documents_stuck',
    `on fiscal_documents (tenant_id, created_at) where ${STUCK}`,
  );
  await briefly(
    db,
    `grant select (${SEEN}) on fiscal_documents to app_watch;
     grant select (pac_credentials_refused_at) on tenants to app_watch;
     drop policy if exists watching on fiscal_documents;
     create policy watching on fiscal_documents for select to app_watch using (${WAITING} or ${STUCK});
     drop policy if exists watching on tenants;
     create policy watching on tenants for select to app_watch using (pac_credentials_refused_at is not null)`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  // The role stays: another database of this server may use it.
  await briefly(
    db,
    `drop policy if exists watching on tenants;
     drop policy if exists watching on fiscal_documents;
     revoke select (pac_credentials_refused_at) on tenants from app_watch;
     revoke select (${SEEN}) on fiscal_documents from app_watch;
     drop index if exists fiscal_documents_stuck`,
  );
}
