-- The ledger in one table and in sixteen partitions by tenant, side by side: what a question reads, what a write costs.
--   createdb scaling && psql -X -v rows=2000000 scaling -f docs/scaling/partitions.sql
\set ON_ERROR_STOP on
\pset footer off
\if :{?rows} \else \set rows 2000000 \endif

drop table if exists one, parts cascade;
create table one (
  tenant_id uuid not null, id uuid not null default gen_random_uuid(), item_id uuid not null, location_id uuid not null,
  seq bigint not null, type_seq bigint not null, movement_type text not null, occurred_at timestamptz not null, day date not null,
  quantity_change numeric not null, new_quantity numeric not null, reference_number text, created_by text not null,
  primary key (tenant_id, id)
);
create table parts (like one) partition by hash (tenant_id);
alter table parts add primary key (tenant_id, id);
select format('create table parts_%s partition of parts for values with (modulus 16, remainder %1$s)', n)
from generate_series(0, 15) n \gexec

-- 50 tenants, 200 items each, two locations; the first tenants and items have most of it.
create temporary table filled as
select md5('t' || t)::uuid as tenant_id, md5('i' || t || '-' || i)::uuid as item_id, md5('l' || t || '-' || n % 2)::uuid as location_id,
  row_number() over (partition by t, i, n % 2 order by n) as seq, n
from (select floor(50 * power(random(), 2))::int as t, floor(200 * power(random(), 2))::int as i, n from generate_series(1, :rows) n) drawn;

\echo '== fill'
\timing on
insert into one select tenant_id, gen_random_uuid(), item_id, location_id, seq, seq, 'VENTA', timestamptz '2023-01-01' + n * interval '40 seconds',
  (timestamptz '2023-01-01' + n * interval '40 seconds')::date, -1, 0, 'FAC-' || n, 'sim' from filled order by n;
insert into parts select * from one order by occurred_at;
\timing off
create unique index one_stream on one (tenant_id, item_id, location_id, occurred_at) include (seq, movement_type, quantity_change, new_quantity);
create unique index parts_stream on parts (tenant_id, item_id, location_id, occurred_at) include (seq, movement_type, quantity_change, new_quantity);
create index on one (tenant_id, item_id, location_id, movement_type, occurred_at);
create index on parts (tenant_id, item_id, location_id, movement_type, occurred_at);
vacuum analyze one;
vacuum analyze parts;

select tenant_id as hot_tenant, item_id as hot_item, location_id as hot_location from one group by 1, 2, 3 order by count(*) desc limit 1 \gset
create or replace function cost_of(question text) returns table (buffers bigint, planning_ms numeric, execution_ms numeric) language plpgsql as $$
declare plan json;
begin
  -- The second time, when everything is in memory.
  for n in 1..5 loop execute 'explain (analyze, buffers, format json) ' || question into plan; end loop;
  return query select (plan->0->'Plan'->>'Shared Hit Blocks')::bigint + (plan->0->'Plan'->>'Shared Read Blocks')::bigint,
    round((plan->0->>'Planning Time')::numeric, 2), round((plan->0->>'Execution Time')::numeric, 2);
end $$;

\echo '== questions'
select name, layout, costs.* from
  (values ('newest 25 of a stream', 'select * from %s where tenant_id = %L and item_id = %L and location_id = %L order by occurred_at desc limit 25'),
     ('sum over a stream', 'select sum(quantity_change) from %s where tenant_id = %L and item_id = %L and location_id = %L'),
     ('sum over a tenant', 'select sum(quantity_change) from %s where tenant_id = %L')) question (name, text),
  (values ('one'), ('parts')) layouts (layout),
  lateral cost_of(format(question.text, layout, :'hot_tenant', :'hot_item', :'hot_location')) costs
order by 1, 2;

\echo '== writes: 20,000 movements one by one, in one transaction, in turn'
create or replace procedure write_to(layout text, round int) language plpgsql as $$
begin
  for n in 1..20000 loop
    execute format('insert into %I select tenant_id, gen_random_uuid(), item_id, location_id, 1000000 + $1, 1, ''VENTA'',
      timestamptz ''2030-01-01'' + $1 * interval ''1 second'' + $2 * interval ''1 year'', date ''2030-01-01'', -1, 0, ''FAC'', ''sim'' from filled where ctid = ''(0,1)''::tid', layout) using n, round;
  end loop;
end $$;
analyze filled;
\timing on
call write_to('one', 1);
call write_to('parts', 1);
call write_to('one', 2);
call write_to('parts', 2);
call write_to('one', 3);
call write_to('parts', 3);
\timing off

\echo '== sizes: what an autovacuum, a reindex or a dump has before it at once'
select 'one' as layout, pg_size_pretty(pg_table_size('one')) as heap, pg_size_pretty(pg_indexes_size('one')) as indexes
union all
select 'largest of parts', pg_size_pretty(max(pg_table_size(inhrelid))), pg_size_pretty(max(pg_indexes_size(inhrelid))) from pg_inherits where inhparent = 'parts'::regclass;

\echo '== a tenant leaves'
\timing on
begin; delete from one where tenant_id = :'hot_tenant'; rollback;
begin; delete from parts where tenant_id = :'hot_tenant'; rollback;
\timing off
drop table one, parts cascade;
drop function cost_of;
drop procedure write_to(text, int);
