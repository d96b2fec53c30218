// Offices and billing points: where a tenant issues its documents. Each tenant has one of both from the beginning.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** `tenants` and `locations` are read with every request, so each change of them waits for its turn. */
export const inTransaction = false;

const TABLES = `
  create table offices (
    tenant_id uuid not null references tenants (id) on delete cascade,
    id uuid not null,
    -- The branch code of the CUFE.
    code text not null check (code ~ '^[0-9A-Za-z]{4}$'),
    pac_office_id text,
    name text not null,
    address text,
    corregimiento_code text,
    latitude numeric,
    longitude numeric,
    telephone text,
    is_main boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    unique (tenant_id, code)
  );
  create unique index one_main_office on offices (tenant_id) where is_main;
  create table billing_points (
    tenant_id uuid not null,
    id uuid not null,
    office_id uuid not null,
    code text not null check (code ~ '^[0-9]{3}$' and code <> '000'),
    name text,
    -- Stands in its series and numbers; empty for the tenant's first point, whose numbers are those of older releases.
    mark text not null,
    is_first boolean not null generated always as (mark = '') stored,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    unique (tenant_id, mark),
    unique (tenant_id, office_id, code),
    foreign key (tenant_id, office_id) references offices (tenant_id, id) on delete cascade
  )`;

const CODE_OF_BRANCH = `case when branch_code ~ '^[0-9A-Za-z]{4}$' then branch_code else '0000' end`;

const FUNCTIONS = `
  -- The code of the first point is said by a setting; older releases say nothing. The role that makes tenants may write
  -- none of their rows (older releases refuse to serve where a policy lets it), so for a moment it is the new tenant's own.
  create or replace function found_office() returns trigger language plpgsql as $$
  declare
    office uuid := gen_random_uuid();
    role_before text := current_setting('role');
    tenant_before text := current_setting('app.tenant_id', true);
  begin
    perform set_config('role', 'app_tenant', true), set_config('app.tenant_id', new.id::text, true);
    insert into offices (tenant_id, id, code, pac_office_id, name, is_main)
    select new.id, office, ${CODE_OF_BRANCH.replaceAll('branch_code', 'new.branch_code')}, new.pac_office_id, 'Main', true;
    insert into billing_points (tenant_id, id, office_id, code, mark)
    values (new.id, gen_random_uuid(), office, coalesce(nullif(current_setting('app.first_billing_point', true), ''), '001'), '');
    perform set_config('role', role_before, true), set_config('app.tenant_id', coalesce(tenant_before, ''), true);
    return null;
  end $$;

  create or replace function place_in_main_office() returns trigger language plpgsql as $$
  begin
    new.office_id := (select id from offices where tenant_id = new.tenant_id and is_main);
    return new;
  end $$`;

const TRIGGERS = `
  drop trigger if exists found_office on tenants;
  create trigger found_office after insert on tenants for each row execute function found_office();
  alter table locations add column if not exists office_id uuid;
  drop trigger if exists place_in_main_office on locations;
  create trigger place_in_main_office before insert on locations for each row when (new.office_id is null)
    execute function place_in_main_office()`;

/** What older releases filed, whose billing point was the installation's: the newest of a tenant's own, else the newest of all. */
const NEWEST_POINT = (where: string): string => `(
  select pac_input -> 'information' ->> 'billingPoint' from fiscal_documents d
  where ${where} and mode = 'DGI' and number ~ '^[A-Z]+-[0-9]{10}$'
    and pac_input -> 'information' ->> 'billingPoint' ~ '^[0-9]{3}$'
    and pac_input -> 'information' ->> 'billingPoint' <> '000'
  order by created_at desc, id desc limit 1)`;

const FILL = `
  insert into offices (tenant_id, id, code, pac_office_id, name, is_main)
  select id, gen_random_uuid(), ${CODE_OF_BRANCH}, pac_office_id, 'Main', true from tenants
  on conflict do nothing;
  insert into billing_points (tenant_id, id, office_id, code, mark)
  select tenant_id, gen_random_uuid(), id,
    coalesce(${NEWEST_POINT('d.tenant_id = o.tenant_id')}, ${NEWEST_POINT('true')}, '001'), ''
  from offices o where is_main
  on conflict do nothing;
  update locations l set office_id = o.id from offices o
  where o.tenant_id = l.tenant_id and o.is_main and l.office_id is null`;

const CONSTRAINTS = `
  alter table locations drop constraint if exists locations_office, drop constraint if exists locations_in_office;
  alter table locations
    add constraint locations_office foreign key (tenant_id, office_id) references offices (tenant_id, id),
    add constraint locations_in_office check (office_id is not null)`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (briefly) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass('offices') is not null as exists`.execute(
      briefly,
    );
    if (!rows[0]!.exists) {
      await run(briefly, TABLES);
      await protectTenantTable(briefly, 'offices', 'select, insert, update');
      await protectTenantTable(briefly, 'billing_points', 'select, insert, update');
    }
    await run(briefly, `${FUNCTIONS};${TRIGGERS}`);
  });
  const tables = ['offices', 'billing_points', 'locations', 'fiscal_documents'];
  await acrossTenants(db, tables, () => inBatch(db, (inBatch) => run(inBatch, FILL)));
  await briefly(db, CONSTRAINTS);
}

/** What the main office is at the PAC goes back to where the release before reads it. */
export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['offices'], async () => {
    await inBatch(db, (inBatch) =>
      run(
        inBatch,
        `update tenants t set branch_code = o.code, pac_office_id = o.pac_office_id from offices o
         where o.tenant_id = t.id and o.is_main
           and (t.branch_code, t.pac_office_id) is distinct from (o.code, o.pac_office_id)`,
      ),
    );
  });
  await briefly(
    db,
    `drop trigger if exists found_office on tenants;
     drop trigger if exists place_in_main_office on locations;
     alter table locations drop column if exists office_id;
     drop table if exists billing_points, offices;
     drop function if exists found_office, place_in_main_office`,
  );
}
