// Running totals beside the ledger, so that no question has to count: position by type, day openings, counters per stream.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `-- Text, not an enum: comparing enums is not leakproof, so under row-level security no index would serve such a comparison.
     create domain movement_type as text collate "C" check (value in ('VENTA', 'COMPRA', 'AJUSTE', 'DEVOLUCION', 'OTHER'));

     alter table inventory_logs
       add column movement_type movement_type,
       add column type_seq bigint,
       -- The tenant's calendar day, stored so that no question converts.
       add column day date,
       add column opens_day boolean,
       add column reference_number text,
       add column counterparty_id uuid,
       add column unit_cost numeric;

     with placed as (
       select l.ctid as place,
              case l.source_type when 1 then 'VENTA' when 2 then 'COMPRA' when 4 then 'COMPRA' when 3 then 'DEVOLUCION'
                when 5 then 'AJUSTE' else 'OTHER' end::movement_type as movement_type,
              (l.occurred_at at time zone t.time_zone)::date as day,
              (lag(l.occurred_at) over stream at time zone t.time_zone)::date as day_before,
              row_number() over (partition by l.tenant_id, l.item_id, l.location_id,
                case l.source_type when 4 then 2 when 1 then 1 when 2 then 2 when 3 then 3 when 5 then 5 else 0 end
                order by l.occurred_at) as type_seq
       from inventory_logs l join tenants t on t.id = l.tenant_id
       window stream as (partition by l.tenant_id, l.item_id, l.location_id order by l.occurred_at)
     )
     update inventory_logs l
     set movement_type = p.movement_type, type_seq = p.type_seq, day = p.day, opens_day = p.day is distinct from p.day_before
     from placed p where p.place = l.ctid;

     alter table inventory_logs
       alter column movement_type set not null,
       alter column type_seq set not null,
       alter column day set not null,
       alter column opens_day set not null;

     create index inventory_logs_type on inventory_logs (tenant_id, item_id, location_id, movement_type, occurred_at);
     create index inventory_logs_day on inventory_logs (tenant_id, item_id, location_id, day)
       include (new_quantity, quantity_change) where opens_day;

     alter table stock_levels
       -- When the newest movement but the last batch happened; tells a batch whether it opens a day.
       add column prior_at timestamptz,
       add column n_venta bigint not null default 0,
       add column n_compra bigint not null default 0,
       add column n_ajuste bigint not null default 0,
       add column n_devolucion bigint not null default 0,
       add column n_other bigint not null default 0;
     update stock_levels s set n_venta = c.v, n_compra = c.c, n_ajuste = c.a, n_devolucion = c.d, n_other = c.o
     from (select tenant_id, item_id, location_id,
             count(*) filter (where movement_type = 'VENTA') v, count(*) filter (where movement_type = 'COMPRA') c,
             count(*) filter (where movement_type = 'AJUSTE') a, count(*) filter (where movement_type = 'DEVOLUCION') d,
             count(*) filter (where movement_type = 'OTHER') o
           from inventory_logs group by 1, 2, 3) c
     where (s.tenant_id, s.item_id, s.location_id) = (c.tenant_id, c.item_id, c.location_id)`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table stock_levels drop column prior_at, drop column n_venta, drop column n_compra, drop column n_ajuste,
       drop column n_devolucion, drop column n_other;
     alter table inventory_logs drop column movement_type, drop column type_seq, drop column day, drop column opens_day,
       drop column reference_number, drop column counterparty_id, drop column unit_cost;
     drop domain movement_type`,
  );
}
