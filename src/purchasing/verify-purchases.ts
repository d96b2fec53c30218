// Compares what purchase orders say has come with what the ledger says, and their statuses with their lines.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { itemRanges, problem, SOURCE_TYPES, type ItemRange, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

export async function verifyPurchases(db: TenantDb): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for await (const range of itemRanges(db)) problems.push(...(await verifyReceived(db, range)));
  problems.push(...(await verifyStatuses(db)));
  return problems;
}

async function verifyReceived(db: TenantDb, { after, upTo }: ItemRange): Promise<LedgerProblem[]> {
  const { rows } = await sql<{
    item_id: string;
    location_id: string;
    order_id: string;
    number: string | null;
    received: Decimal;
    booked: Decimal;
  }>`
    with received as (
      select purchase_order_id as order_id, item_id, location_id, sum(quantity_received * unit_factor) as quantity
      from purchase_order_lines
      where tenant_id = ${db.tenant.id} and item_id > ${after} and item_id <= ${upTo} and quantity_received <> 0
      group by purchase_order_id, item_id, location_id
    ), booked as (
      select source_id as order_id, item_id, location_id, sum(quantity_change) as quantity
      from inventory_logs
      where tenant_id = ${db.tenant.id} and item_id > ${after} and item_id <= ${upTo}
        -- Rows of an older release do not say which order they belong to.
        and source_type = ${SOURCE_TYPES.PURCHASE_ORDER.code} and source_id is not null
      group by source_id, item_id, location_id
    )
    select item_id, location_id, order_id, o.number,
      coalesce(received.quantity, 0) as received, coalesce(booked.quantity, 0) as booked
    from received full join booked using (order_id, item_id, location_id)
    left join purchase_orders o on o.tenant_id = ${db.tenant.id} and o.id = order_id
    -- An order of which all was taken back has rows in the ledger that come to nothing.
    where coalesce(received.quantity, 0) <> coalesce(booked.quantity, 0)`.execute(db);
  return rows.map((row) =>
    problem(
      'received',
      `purchase order ${row.number ?? row.order_id} has ${row.received} received, the ledger ${row.booked}`,
      row,
    ),
  );
}

/** A line is open exactly while its order awaits goods and it lacks some; an order's status follows from its lines. */
async function verifyStatuses(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{ number: string; status: string; lines: number }>`
    select o.number, o.status,
      count(*) filter (where l.is_open <>
        (o.status in ('OPEN', 'PARTIALLY_RECEIVED') and l.quantity_received < l.quantity)) as lines
    from purchase_orders o join purchase_order_lines l on l.tenant_id = o.tenant_id and l.purchase_order_id = o.id
    where o.tenant_id = ${db.tenant.id}
    group by o.id, o.number, o.status
    having bool_or(l.is_open <> (o.status in ('OPEN', 'PARTIALLY_RECEIVED') and l.quantity_received < l.quantity))
      or o.status not in ('CLOSED', 'CANCELED') and o.status <> case
        when bool_and(l.quantity_received >= l.quantity) then 'RECEIVED'
        when bool_or(l.quantity_received > 0) then 'PARTIALLY_RECEIVED'
        else 'OPEN'
      end
    order by o.number`.execute(db);
  return rows.map((row) =>
    problem(
      'purchase_order',
      row.lines > 0
        ? `purchase order ${row.number} is ${row.status} and ${row.lines} of its lines are open or closed against it`
        : `purchase order ${row.number} is ${row.status}, which does not follow from its lines`,
    ),
  );
}
