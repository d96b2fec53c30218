// The columns that a verdict changes lie side by side, behind what the PAC answered and before what was sent: a change writes to the log what
// lies between the first and the last byte that differ. A database that has companies keeps its order, as in 0254.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export const up = (db: MigrationDb): Promise<void> =>
  run(
    db,
    `do $$
     declare
       again text[];
       made text;
     begin
       if to_regclass('pg_dist_partition') is not null then return; end if;
       for round in 1..2 loop
         if pg_relation_size('tenants') + pg_relation_size('fiscal_documents') > 0 then return; end if;
         lock table tenants, fiscal_documents in access exclusive mode;
       end loop;
       again := array(
         select pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'fiscal_documents'::regclass and not tgisinternal
         union all
         select pg_get_indexdef(indexrelid) from pg_index
         where indrelid = 'fiscal_documents'::regclass and pg_get_indexdef(indexrelid) ~ '\\m(awaits_pdf|legal_status)\\M'
         union all
         select format('create policy %I on fiscal_documents for select to app_watch using (%s)', polname, pg_get_expr(polqual, polrelid))
         from pg_policy where polrelid = 'fiscal_documents'::regclass and polname = 'watching'
         union all
         select format('alter table fiscal_documents add constraint %I %s', conname, pg_get_constraintdef(oid)) from pg_constraint
         where conname = 'fiscal_documents_legal_status_check'
       );
       for made in select format('drop trigger %I on fiscal_documents', tgname) from pg_trigger
         where tgrelid = 'fiscal_documents'::regclass and not tgisinternal
       loop execute made; end loop;
       drop policy watching on fiscal_documents;
       alter table fiscal_documents drop column awaits_pdf, drop column legal_status, drop column authorization_protocol,
         drop column authorized_at, drop column pac_input;
       alter table fiscal_documents add column awaits_pdf boolean not null default false, add column legal_status text,
         add column authorization_protocol text, add column authorized_at timestamptz, add column pac_input jsonb;
       grant select (legal_status) on fiscal_documents to app_watch;
       foreach made in array again loop execute made; end loop;
     end $$`,
  );

/** No release reads the order. */
export const down = (): Promise<void> => Promise.resolve();
