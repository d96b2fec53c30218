// Evidence is written once, every login writes: a trigger refuses what no grant keeps an owner from.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const AMOUNTS = ['invoices', 'credits', 'debit_notes'];

const FUNCTIONS = `
  create or replace function keep_sent() returns trigger language plpgsql as $$
  begin
    -- A contingency is explained before the document is filed.
    if old.pac_input is not null and new.pac_input is distinct from old.pac_input
        and (old.legal_status is not null or new.pac_input #- '{information,contingency}' is distinct from old.pac_input #- '{information,contingency}')
      -- Another answer comes with another status, or while there is none; one that never came is a null in JSON.
      or nullif(old.pac_response, 'null') is not null and new.pac_response is distinct from old.pac_response
        and old.legal_status is not null and new.legal_status is not distinct from old.legal_status
      -- One that was found to be of another document is taken away, and a person is told.
      or old.cufe is not null and new.cufe is distinct from old.cufe and (new.cufe is not null or new.parked_reason is null)
      or old.expected_cufe is not null and new.expected_cufe is distinct from old.expected_cufe and old.legal_status is not null
    then
      raise exception 'what was sent and answered of the document % is not changed', old.id;
    end if;
    return new;
  end $$;

  create or replace function keep_amounts() returns trigger language plpgsql as $$
  begin
    raise exception 'what the document % comes to is not changed', old.id;
  end $$`;

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  await briefly(
    db,
    `drop trigger if exists keep_sent on fiscal_documents;
     create trigger keep_sent before update of pac_input, pac_response, cufe, expected_cufe on fiscal_documents
       for each row execute function keep_sent()`,
  );
  for (const table of AMOUNTS) {
    const changed = ['subtotal', 'tax', 'total', 'created_by'].map((one) => `old.${one} is distinct from new.${one}`);
    await briefly(
      db,
      `drop trigger if exists keep_amounts on ${table};
       create trigger keep_amounts before update on ${table} for each row when (${changed.join(' or ')}) execute function keep_amounts()`,
    );
  }
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop trigger if exists keep_sent on fiscal_documents');
  for (const table of AMOUNTS) await briefly(db, `drop trigger if exists keep_amounts on ${table}`);
  await run(db, 'drop function if exists keep_sent(), keep_amounts()');
}
