// Settings of a company about its tills: whether a sale needs an open one, and up to which discount a cashier may go; and that role.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` is read with every request. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table tenants
       add column if not exists requires_open_till boolean not null default false,
       -- In per cent.
       add column if not exists cashier_discount int not null default 0
         constraint tenants_cashier_discount_check check (cashier_discount between 0 and 100);
     grant select (requires_open_till, cashier_discount) on tenants to app_tenant`,
  );
  await limitRoles(db, ['viewer', 'cashier', 'operator', 'admin']);
}

/** A check of few rows. */
async function limitRoles(db: MigrationDb, roles: readonly string[]): Promise<void> {
  const list = `array[${roles.map((role) => `'${role}'`).join(', ')}]`;
  await briefly(
    db,
    `alter table api_tokens drop constraint if exists api_tokens_role_check,
       add constraint api_tokens_role_check check (role = any (${list}));
     alter table dashboard_sessions drop constraint if exists dashboard_sessions_roles_check,
       add constraint dashboard_sessions_roles_check check (roles <@ ${list})`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  // An earlier release knows no cashier.
  await briefly(
    db,
    `delete from dashboard_sessions where 'cashier' = any (roles);
     delete from api_tokens where role = 'cashier'`,
  );
  await limitRoles(db, ['viewer', 'operator', 'admin']);
  await briefly(
    db,
    'alter table tenants drop column if exists requires_open_till, drop column if exists cashier_discount',
  );
}
