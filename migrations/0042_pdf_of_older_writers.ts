// A status that release 1.8.0 writes during an upgrade demands its PDF, or none, as well: that release does not know the column.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function await_pdf() returns trigger language plpgsql as $$ begin
       new.awaits_pdf := new.legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED');
       return new;
     end $$;
     create trigger await_pdf before update of legal_status on fiscal_documents for each row
       when (new.mode = 'DGI' and new.legal_status is not null and new.legal_status is distinct from old.legal_status)
       execute function await_pdf()`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, `drop trigger await_pdf on fiscal_documents; drop function await_pdf()`);
}
