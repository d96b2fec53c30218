// A void that the PAC has done is told also of a document that was rejected meanwhile, of which no status changes by it.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

/** As 0069 has it: not for what a migration changes, and not where the transaction writes the past. */
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `create or replace function tell_void_of_rejected() returns trigger language plpgsql as $$
     begin
       insert into events (tenant_id, type, entity_id, subject_id, data) values (new.tenant_id,
         case new.kind when 'CREDIT_NOTE' then 'credit' when 'DEBIT_NOTE' then 'debit_note' else 'invoice' end || '.voided',
         new.id, new.id, jsonb_strip_nulls(jsonb_build_object('id', new.id, 'number', new.number, 'mode', new.mode,
           'legalStatus', new.legal_status, 'submissionState', new.submission_state)));
       return null;
     end $$;
     drop trigger if exists tell_void_of_rejected on fiscal_documents;
     create trigger tell_void_of_rejected after update on fiscal_documents for each row
       when (new.void_state = 'DONE' and old.void_state is distinct from 'DONE' and new.legal_status like '%_REJECTED' and ${TELLS})
       execute function tell_void_of_rejected()`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop trigger if exists tell_void_of_rejected on fiscal_documents;
     drop function if exists tell_void_of_rejected`,
  );
}
