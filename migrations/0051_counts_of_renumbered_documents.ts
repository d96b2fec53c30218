// A document that gets another number is counted anew, also where its class stays: filing a proforma changes its number in one statement
// and its state in another.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** Waits for no writer. */
export const inTransaction = false;

const CLASS_OF = (row: string): string =>
  `number_class(${row}.legal_status, ${row}.void_state, ${row}.is_canceled, ${row}.submission_state)`;
const IS_OPEN = (row: string): string =>
  `is_open_document(${row}.mode, ${row}.submission_state, ${row}.legal_status, ${row}.parked_reason, ${row}.void_state,
     ${row}.awaits_pdf)`;

/** As migration 0034 has it. */
const MOVES = `${CLASS_OF('old')} <> ${CLASS_OF('new')} or ${IS_OPEN('old')} <> ${IS_OPEN('new')}`;

const countedWhen = (condition: string): string => `
  drop trigger if exists count_changed on fiscal_documents;
  create trigger count_changed after update on fiscal_documents for each row
    when (${condition}) execute function count_changed_document()`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    countedWhen(`${MOVES} or (old.number, old.proforma_number) is distinct from (new.number, new.proforma_number)`),
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, countedWhen(MOVES));
}
