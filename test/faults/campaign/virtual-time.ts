// Gives the database the virtual time of the run that queries it, so that leases and delays are equal in every replay.
import type pg from 'pg';

const SCHEMA = 'virtual_time';

/** Before any run. A schema before pg_catalog in the search path is found first. */
export async function installVirtualTime(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create schema ${SCHEMA};
    create function ${SCHEMA}.clock_timestamp() returns timestamptz language sql stable as
      $$ select coalesce(nullif(current_setting('${SCHEMA}.now', true), '')::timestamptz, pg_catalog.clock_timestamp()) $$;
    create function ${SCHEMA}.statement_timestamp() returns timestamptz language sql stable as $$ select ${SCHEMA}.clock_timestamp() $$;
    create function ${SCHEMA}.now() returns timestamptz language sql stable as $$ select ${SCHEMA}.clock_timestamp() $$;
    grant usage on schema ${SCHEMA} to public;
    do $$
      declare found record;
      begin
        -- Defaults were bound to the real clock when the tables were made.
        for found in
          select table_name, column_name from information_schema.columns
          where table_schema = 'public' and column_default in ('now()', 'clock_timestamp()')
        loop
          execute format('alter table %I alter column %I set default ${SCHEMA}.clock_timestamp()', found.table_name, found.column_name);
        end loop;
      end $$`);
}

/** Statements for the beginning of a transaction. */
export function settingsAt(now: Date): string {
  return `set local search_path = ${SCHEMA}, public, pg_catalog; set local ${SCHEMA}.now = '${now.toISOString()}'`;
}
