// A document's row has of its requests no more than the two states, and is written when one of them moves: processes of 1.8.0, for which it
// had eleven other columns too, do not run beside this release.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { up as copyForRelease18 } from './0050_pac_requests.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** The table is locked for a moment. */
export const inTransaction = false;

const COLUMNS = [
  ...[
    'send_started_at timestamptz',
    'lease_until timestamptz',
    'submit_after timestamptz',
    'lease_number bigint not null default 0',
  ],
  ...[
    'void_reason text',
    'void_asked_by text',
    'void_asked_at timestamptz',
    'void_started_at timestamptz',
    'void_lease_until timestamptz',
  ],
  ...['void_after timestamptz', 'void_attempts integer not null default 0'],
];

const STATES = `
  -- The document's row is locked before its request's.
  create or replace function copy_request_to_document() returns trigger language plpgsql as $$
  begin
    if new.what = 'SUBMIT' then
      update fiscal_documents set submission_state = case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end
      where tenant_id = new.tenant_id and id = new.document_id
        and submission_state <> case new.state when 'DROPPED' then 'NOT_REQUIRED' else new.state end;
    else
      update fiscal_documents set void_state = case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end
      where tenant_id = new.tenant_id and id = new.document_id
        and void_state is distinct from case new.state when 'PENDING' then 'ASKED' when 'DROPPED' then null else new.state end;
    end if;
    return null;
  end $$;
  drop trigger if exists copy_to_document on pac_requests;
  drop trigger if exists copy_new_to_document on pac_requests;
  create trigger copy_new_to_document after insert on pac_requests for each row execute function copy_request_to_document();
  create trigger copy_to_document after update on pac_requests for each row when (new.state <> old.state)
    execute function copy_request_to_document();
  drop trigger if exists copy_new_to_requests on fiscal_documents;
  drop trigger if exists copy_to_requests on fiscal_documents;
  drop function if exists copy_document_to_requests`;

export async function up(db: MigrationDb): Promise<void> {
  const drops = COLUMNS.map((column) => `drop column if exists ${column.split(' ')[0]}`);
  await briefly(db, `${STATES}; alter table fiscal_documents ${drops.join(', ')}`);
}

/** As 1.8.0 reads them: each request is written once more, and its trigger fills the columns. */
export async function down(db: MigrationDb): Promise<void> {
  const adds = COLUMNS.map((column) => `add column if not exists ${column}`);
  await briefly(
    db,
    `alter table fiscal_documents ${adds.join(', ')}; drop trigger if exists copy_new_to_document on pac_requests`,
  );
  await copyForRelease18(db);
  await acrossTenants(db, ['fiscal_documents', 'pac_requests'], async () => {
    await inBatch(db, (inBatch) => run(inBatch, 'update pac_requests set state = state'));
  });
}
