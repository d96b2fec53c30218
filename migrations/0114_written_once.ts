// The rest of what is written once: for which company a document went out and which id it has there, when money came, where bytes lie.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const SENT = 'pac_input, pac_response, cufe, expected_cufe';
const ONCE = { payments: 'paid_at', files: 'storage_key' };

const ALSO = `
      or old.document_id is not null and new.document_id is distinct from old.document_id and (new.document_id is not null or new.parked_reason is null)
      or new.pac_company_id is distinct from old.pac_company_id and (old.legal_status is not null or old.document_id is not null)`;

/** As 0082 has it, and more. */
const keepSent = (also: string): string => `
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
      or old.expected_cufe is not null and new.expected_cufe is distinct from old.expected_cufe and old.legal_status is not null${also}
    then
      raise exception 'what was sent and answered of the document % is not changed', old.id;
    end if;
    return new;
  end $$`;

export async function up(db: MigrationDb): Promise<void> {
  await run(db, keepSent(ALSO));
  await guardSent(db, `${SENT}, document_id, pac_company_id`);
  await run(
    db,
    `create or replace function keep_once() returns trigger language plpgsql as $$
     begin
       raise exception '% of % % is not changed', tg_argv[0], tg_table_name, old.id;
     end $$`,
  );
  for (const [table, column] of Object.entries(ONCE))
    await briefly(
      db,
      `drop trigger if exists keep_once on ${table};
       create trigger keep_once before update of ${column} on ${table} for each row
         when (old.${column} is distinct from new.${column}) execute function keep_once('${column}')`,
    );
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of Object.keys(ONCE)) await briefly(db, `drop trigger if exists keep_once on ${table}`);
  await run(db, 'drop function if exists keep_once()');
  await guardSent(db, SENT);
  await run(db, keepSent(''));
}

async function guardSent(db: MigrationDb, columns: string): Promise<void> {
  await briefly(
    db,
    `drop trigger if exists keep_sent on fiscal_documents;
     create trigger keep_sent before update of ${columns} on fiscal_documents
       for each row execute function keep_sent()`,
  );
}
