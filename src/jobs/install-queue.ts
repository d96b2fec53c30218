// The queue's tables, which pg-boss makes and upgrades: as the owner of the database, beside its migrations.
import { sql, type Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';

/** The role under which the queue's statements run: it may read and change the queue's rows and nothing else. */
export const QUEUE_ROLE = 'app_queue';

/** Installs or upgrades what pg-boss needs, and gives the queue's role its rights, where an administrator lets that role be. */
export async function installQueue<DB>(db: Kysely<DB>): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
  await sql`
    do $$ declare one text; begin
      if not exists (select from pg_roles where rolname = ${sql.lit(QUEUE_ROLE)}) then return; end if;
      -- Two processes that start at once would change the same rights.
      perform pg_advisory_xact_lock(7061502);
      grant usage on schema pgboss to app_queue;
      for one in select c.oid::regclass::text from pg_class c
        where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p') and not has_table_privilege(${sql.lit(QUEUE_ROLE)}, c.oid, 'DELETE')
      loop execute format('grant select, insert, update, delete on %s to app_queue', one); end loop;
    end $$`.execute(db);
}

/** Whether this login is the one that installs the queue: it owns the queue's schema, or there is none yet. */
export async function installsQueue<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ installs: boolean }>`
    select not exists (select from pg_namespace
    where nspname = 'pgboss' and not pg_has_role(session_user, nspowner, 'USAGE')) as installs`.execute(db);
  return rows[0]!.installs;
}
