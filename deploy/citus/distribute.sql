-- Distributes Folio's tables by tenant with Citus: once on the coordinator, as the owner, after `folio migrate up`, and again after each upgrade.
-- Tried with Citus 13.2 on PostgreSQL 15 for release 1.8.0; what has been added since then has not been run on Citus (docs/scaling.md).
-- psql -v ON_ERROR_STOP=1 -f deploy/citus/distribute.sql "$DATABASE_OWNER_URL"
begin;
-- Folio's triggers look at the old and the new row alone, or write rows of the same tenant.
set local citus.enable_unsafe_triggers = on;
set local citus.multi_shard_modify_mode = 'sequential';
set local client_min_messages = warning;

-- Other nodes are reached as the current role. pg_hba.conf there lets these in from nodes alone.
alter role app_tenant login;
alter role app_system login;
alter role app_rebuild login;
alter role app_watch login;

-- With their foreign keys to `tenants` tables would be bound to the coordinator; they are put back at the end.
create temp table bound on commit drop as
  select conrelid::regclass::text as on_table, conname as name, pg_get_constraintdef(oid) as definition,
    confrelid = 'tenants'::regclass as is_to_tenants
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0;
do $$
  declare one record;
  begin
    for one in select * from bound loop
      execute format('alter table %s drop constraint %I', one.on_table, one.name);
    end loop;

    if not exists (select from pg_dist_partition where logicalrelid = 'tenants'::regclass) then
      perform create_reference_table('tenants');
    end if;
    -- All in one group, so that what is a tenant's is on one node.
    for one in
      select c.oid::regclass as name, c.relname = 'items' as is_first from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_dist_partition where logicalrelid = c.oid)
      order by c.relname <> 'items', c.relname
    loop
      perform create_distributed_table(one.name, 'tenant_id', colocate_with => case when one.is_first then 'none' else 'items' end);
    end loop;

    for one in select * from bound order by is_to_tenants desc, on_table, name loop
      execute format('alter table %s add constraint %I %s', one.on_table, one.name, one.definition);
    end loop;
  end
$$;
commit;
