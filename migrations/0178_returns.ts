// Returns at the counter: whether a cashier takes them, and credit notes that count for their invoice as soon as they are certified.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants add column if not exists cashier_returns boolean not null default false;
     grant select (cashier_returns) on tenants to app_tenant;
     alter table credits add column if not exists is_return boolean not null default false`,
  );
}

const TAKEN_AWAY = [
  'update credits set is_return = false where tenant_id = $ and is_return',
  'update tenants set cashier_returns = false where id = $ and cashier_returns',
];
const TABLES = ['credits', 'tenants', 'acts', 'act_due', 'act_heads', 'kept_months'];

/** Values that an earlier release does not know are taken away by acts, as any other change. */
export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, TABLES, async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows)
      await briefly(
        db,
        [
          `select set_config('app.tenant_id', '${id}', true), set_config('app.actor', 'cli:migrate', true),
             set_config('app.operation', 'migrate down', true), set_config('app.quiet', 'on', true)`,
          ...TAKEN_AWAY.map((statement) => statement.replaceAll('= $', `= '${id}'`)),
        ].join(';'),
      );
  });
  await briefly(
    db,
    'alter table tenants drop column if exists cashier_returns; alter table credits drop column if exists is_return',
  );
}
