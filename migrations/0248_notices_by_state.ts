// Notices that wait and those of documents that are not known here are found by one index.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

const STATES = `state in ('WAITING', 'EXPIRED', 'STALE', 'REFUSED')`;
/** Two conditions, each of which the planner can conclude from a question. */
const BY_STATE = `on pac_notices (tenant_id, state, received_at) include (document_id) where (document_id is null or state = 'WAITING') and ${STATES}`;
const GONE = {
  // Asked together with the first name of a notice, an expression that row-level security leaves no index to.
  pac_notices_waiting_id: `on pac_notices (tenant_id, pac_document_id) where state = 'WAITING'`,
  pac_notices_waiting: `on pac_notices (tenant_id, received_at) where state = 'WAITING'`,
  pac_notices_of_nothing: `on pac_notices (tenant_id, state, received_at) where document_id is null and ${STATES}`,
};

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, 'pac_notices_by_state', BY_STATE);
  for (const name of Object.keys(GONE)) await run(db, `drop index concurrently if exists ${name}`);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [name, definition] of Object.entries(GONE)) await createIndexBesideWriters(db, name, definition);
  await run(db, 'drop index concurrently if exists pac_notices_by_state');
}
