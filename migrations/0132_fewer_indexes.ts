// Indexes that another one serves go, and those of a state hold only what is not in its usual end: a certified, paid sale leaves them.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

type Index = readonly [name: string, definition: string];

const OPEN = `invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED')`;
const CLASS = 'number_class(legal_status, void_state, is_canceled, submission_state)';
const OF_NOTHING = 'on pac_notices (tenant_id, state, received_at) where document_id is null';

const NEW: readonly Index[] = [
  ['invoices_open', `on invoices (tenant_id, due_date, id) where ${OPEN}`],
  [
    'invoices_in_excess',
    `on invoices (tenant_id, client_id) where (paid > 0 and invoice_status in ('OVERPAID', 'VOID', 'CANCELED'))
       or (retention > 0 and invoice_status = 'PAID')`,
  ],
  ['invoices_not_paid', `on invoices (tenant_id, invoice_status, issued_at, id) where invoice_status <> 'PAID'`],
  ['credits_not_applied', `on credits (tenant_id, credit_status, issued_at, id) where credit_status <> 'APPLIED'`],
  ['debit_notes_ended', `on debit_notes (tenant_id, debit_status, issued_at, id) where debit_status <> 'ISSUED'`],
  ['fiscal_documents_not_issued', `on fiscal_documents (tenant_id, kind, ${CLASS}, number) where ${CLASS} <> 'ISSUED'`],
  ['pac_notices_of_nothing', `${OF_NOTHING} and state in ('WAITING', 'EXPIRED', 'STALE', 'REFUSED')`],
];

const OLD: readonly Index[] = [
  [
    'invoices_due',
    `on invoices (tenant_id, due_date)
       where due_date is not null and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PARTIALLY_CANCELED')`,
  ],
  ['invoices_owed', `on invoices (tenant_id, client_id) where ${OPEN}`],
  ['invoices_owed_by_day', `on invoices (tenant_id, due_date, id) where due_date is not null and ${OPEN}`],
  [
    'invoices_in_hand',
    `on invoices (tenant_id, client_id) where paid > 0 and invoice_status in ('OVERPAID', 'VOID', 'CANCELED')`,
  ],
  ['invoices_paid_by_retention', `on invoices (tenant_id, client_id) where retention > 0 and invoice_status = 'PAID'`],
  ['invoices_status', 'on invoices (tenant_id, invoice_status, issued_at, id)'],
  ['credits_status', 'on credits (tenant_id, credit_status, issued_at, id)'],
  ['debit_notes_status', 'on debit_notes (tenant_id, debit_status, issued_at, id)'],
  ['fiscal_documents_class', `on fiscal_documents (tenant_id, kind, ${CLASS}, number)`],
  ['pac_notices_about_nothing', `${OF_NOTHING} and state in ('EXPIRED', 'REFUSED')`],
  ['pac_notices_strangers', `${OF_NOTHING} and state in ('WAITING', 'EXPIRED', 'STALE')`],
];

async function replace(db: MigrationDb, made: readonly Index[], dropped: readonly Index[]): Promise<void> {
  for (const [name, definition] of made) await createIndexBesideWriters(db, name, definition);
  for (const [name] of dropped) await run(db, `drop index concurrently if exists ${name}`);
}

export const up = (db: MigrationDb): Promise<void> => replace(db, NEW, OLD);
export const down = (db: MigrationDb): Promise<void> => replace(db, OLD, NEW);
