// Documents that wait, those with an operator, and open ones have one index in place of three: the first two are among the third.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const WAITS = `submission_state in ('PENDING', 'UNKNOWN')`;
const IS_WITH_DGI = `legal_status = 'PAC_AUTHORIZED'`;
const IS_VOIDED = `void_state in ('ASKED', 'UNKNOWN')`;

/** The conditions stand alone, so that each of them is known to be met by rows of the index; null, which nothing else makes of them, is not open. */
const isOpen = (withDgi: string, voided: string) => `
  create or replace function is_open_document(mode text, submission_state text, legal_status text, parked_reason text,
    void_state text, awaits_pdf boolean) returns boolean language sql immutable parallel safe
  return mode = 'DGI' and (${WAITS} or ${withDgi} or parked_reason is not null or ${voided} or awaits_pdf)`;

const FORMER = [
  ['fiscal_documents_open', `on fiscal_documents (tenant_id, created_at) where ${WAITS} or ${IS_WITH_DGI}`],
  [
    'fiscal_documents_stuck',
    `on fiscal_documents (tenant_id, created_at) where parked_reason is not null or ${IS_VOIDED}`,
  ],
  [
    'fiscal_documents_waiting',
    `on fiscal_documents (tenant_id, created_at, id)
     where is_open_document(mode, submission_state, legal_status, parked_reason, void_state, awaits_pdf)`,
  ],
] as const;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'fiscal_documents_under_way',
    `on fiscal_documents (tenant_id, created_at, id)
     where ${WAITS} or ${IS_WITH_DGI} or parked_reason is not null or ${IS_VOIDED} or awaits_pdf`,
  );
  await briefly(db, `drop index if exists ${FORMER.map(([name]) => name).join(', ')}`);
  await run(db, isOpen(IS_WITH_DGI, IS_VOIDED));
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, isOpen(`coalesce(${IS_WITH_DGI}, false)`, `coalesce(${IS_VOIDED}, false)`));
  for (const [name, definition] of FORMER) await createIndexBesideWriters(db, name, definition);
  await briefly(db, 'drop index if exists fiscal_documents_under_way');
}
