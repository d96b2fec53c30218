// A verdict that comes with its page awaits none: a status asks for a page where its writer says nothing of one.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

const ANY = `legal_status is not null then
        new.awaits_pdf :=`;
const SILENT = `legal_status is not null and new.awaits_pdf = old.awaits_pdf then
        new.awaits_pdf :=`;

const replaced = (from: string, to: string): string => `
  do $do$
  declare
    body text := pg_get_functiondef('keep_sent'::regproc);
  begin
    if position($from$${from}$from$ in body) = 0 then raise exception 'keep_sent is not as it was'; end if;
    execute replace(body, $from$${from}$from$, $to$${to}$to$);
  end $do$`;

export const up = (db: MigrationDb): Promise<void> => run(db, replaced(ANY, SILENT));

export const down = (db: MigrationDb): Promise<void> => run(db, replaced(SILENT, ANY));
