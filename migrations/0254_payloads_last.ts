// What was sent to the PAC and what it answered, two thirds of a document's row, lie behind what changes in it: a change writes to the log what
// lies between the first and the last byte that differ. A database that has
// companies keeps its order: to move the two is to write all rows.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export const up = (db: MigrationDb): Promise<void> =>
  run(
    db,
    `do $$
     declare
       triggers text[];
       made text;
     begin
       -- In a new database alone. By sizes: row-level security hides rows from an owner, and what has no page has none. A distributed
       -- table has its rows elsewhere.
       if to_regclass('pg_dist_partition') is not null then return; end if;
       for round in 1..2 loop
         if pg_relation_size('tenants') + pg_relation_size('fiscal_documents') > 0 then return; end if;
         lock table tenants, fiscal_documents in access exclusive mode;
       end loop;
       select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger
       where tgrelid = 'fiscal_documents'::regclass and not tgisinternal;
       for made in select format('drop trigger %I on fiscal_documents', tgname) from pg_trigger
         where tgrelid = 'fiscal_documents'::regclass and not tgisinternal
       loop execute made; end loop;
       alter table fiscal_documents drop column pac_input, drop column pac_response;
       alter table fiscal_documents add column pac_response jsonb, add column pac_input jsonb;
       foreach made in array triggers loop execute made; end loop;
     end $$`,
  );

/** No release reads the order. */
export const down = (): Promise<void> => Promise.resolve();
