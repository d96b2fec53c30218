// Outcome of a request: facts, amount and offices, read in its transaction from the changes that its act will tell.
import { sql } from 'kysely';
import { compare, plain, type Decimal } from '../platform/decimal.ts';
import type { Sql } from '../platform/sql.ts';
import { isUuid } from '../platform/uuid.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** By path, such as `orders.total`, what stands there before or afterwards. */
export type Facts = Readonly<Record<string, string>>;

export interface Outcome {
  facts: Facts;
  amount: Decimal;
  /** A document, money or a movement: not only an order or goods that are held. */
  isFinal: boolean;
  officeIds: string[];
  /** By which an item that was there is sold. */
  changesPrices: boolean;
}

/** Judges it in its transaction, which it ends by throwing; answers whether a second person has approved. */
export type Judge = (db: TenantDb, outcome: Outcome) => Promise<boolean>;

interface Change {
  k: string;
  a?: Record<string, unknown> | undefined;
  b?: Record<string, unknown>;
}

/** Tables of which an act tells a new row by its digest alone: the row itself is read. */
const ROWS = [
  ...([
    'orders',
    'order_lines',
    'invoices',
    'payments',
    'refunds',
    'credits',
    'debit_notes',
    'purchase_orders',
  ] as const),
  ...(['supplier_invoices', 'clients', 'suppliers', 'items', 'inventory_logs', 'stock_reservations'] as const),
];

/** Rows that are found by another one, which leads their key. */
const PARENTS: Partial<Record<string, string>> = { order_lines: 'order_id', refunds: 'invoice_id' };

/** SQL: price of one of an item, or what it cost where that is more. */
const WORTH = sql`greatest(item.unit_price, item.average_cost)`;

/** SQL: as an array, since of a `with` the planner expects thousands of rows, and reads whole tables for them. */
const TOUCHED = sql`any(array(select id from touched))`;

interface ReadOutcome {
  changes: Change[];
  made: { k: string; a: Record<string, unknown> }[] | null;
  amount: Decimal;
  final: boolean;
  offices: string[];
  clients: object[];
}

/** SQL: the rows themselves of what is new. */
const newRows = (ofTenant: Sql): Sql =>
  sql.join(
    ROWS.map(
      (kind) => sql`
      select ${kind}::text as kind, one.id, to_jsonb(one) as a from ${sql.table(kind)} one
      where ${ofTenant} and id = any(array(select row_id from change where kind = ${kind} and is_new))
        ${kind in PARENTS ? sql`and ${sql.ref(PARENTS[kind]!)} = ${TOUCHED}` : sql``}`,
    ),
    sql` union all `,
  );

/** Before the act is recorded, which takes the changes. */
export async function outcomeOf(db: TenantDb, ids: readonly string[]): Promise<Outcome> {
  const ofTenant = sql`tenant_id = ${db.tenant.id}`;
  const { rows } = await sql<ReadOutcome>`
    with change as materialized (
      select c ->> 'k' as k, split_part(c ->> 'k', '/', 1) as kind, c -> 'a' as a, c -> 'b' as b, c -> 'r' as r, c -> 'b' is null as is_new,
        -- Ids as columns: row-level security leaves no index to what is taken out of a text on the way.
        (regexp_match(c ->> 'k', '^\\w+/([-0-9a-f]{36})$'))[1]::uuid as row_id
      from jsonb_array_elements(act_changes()) c
    ), touched as materialized (
      select one::uuid as id from change, jsonb_array_elements_text(r) one union select unnest(${ids}::uuid[])
    ), made as materialized (${newRows(ofTenant)}
    ), said as materialized (select a from change union all select a from made
    ), sum_made as (
      select sum(coalesce(a ->> 'total', a ->> 'amount')::numeric) as amount from made
      where kind not in ('order_lines', 'inventory_logs') group by kind
    ), held as materialized (
      -- Released goods count as held ones do.
      select one.item_id, one.quantity, change.is_new from change join stock_reservations one
        on one.tenant_id = ${db.tenant.id} and one.id = row_id where kind = 'stock_reservations'
    ), movement as materialized (
      select (a ->> 'item_id')::uuid as item_id, abs((a ->> 'quantity_change')::numeric) as units from made where kind = 'inventory_logs'
    ), moved as (
      select sum(units * ${WORTH}) as amount
      from movement join items item on item.tenant_id = ${db.tenant.id} and item.id = movement.item_id
      union all select sum(held.quantity * ${WORTH}) from held
        join items item on item.tenant_id = ${db.tenant.id} and item.id = held.item_id group by held.is_new
    ), changed as (
      -- What it was counts as well: a payment of 600 that is corrected to 1 is an act of 600.
      select (side ->> field)::numeric as amount
      from change, unnest(array[change.a, change.b]) side, unnest(array['total', 'amount']) field where not change.is_new
    ), line as materialized (
      select order_id as document, item_id, location_id, quantity * unit_factor as units, null::numeric as cost from order_lines
      where ${ofTenant} and order_id = ${TOUCHED}
      union all select purchase_order_id, item_id, location_id, greatest(quantity, quantity_received) * unit_factor,
        greatest(quantity, quantity_received) * unit_cost from purchase_order_lines
      where ${ofTenant} and purchase_order_id = ${TOUCHED}
      union all select supplier_invoice_id, item_id, location_id, quantity * unit_factor, quantity * unit_cost from supplier_invoice_lines
      where ${ofTenant} and supplier_invoice_id = ${TOUCHED}
    ), goods as (
      -- At the prices of the items: a price or a cost of its own makes no act smaller.
      select sum(greatest(line.cost, line.units * ${WORTH})) as amount
      from line join items item on item.tenant_id = ${db.tenant.id} and item.id = line.item_id group by document
    ), ended as (
      select total from invoices where ${ofTenant} and id = any(${ids}::uuid[])
      union all select total from credits where ${ofTenant} and id = any(${ids}::uuid[])
      union all select total from debit_notes where ${ofTenant} and id = any(${ids}::uuid[])
      union all select total from orders where ${ofTenant} and id = any(${ids}::uuid[])
    )
    select act_changes() as changes, (select jsonb_agg(jsonb_build_object('k', kind || '/' || id, 'a', a)) from made) as made,
      case when exists (select from change) then greatest((select max(amount) from sum_made), (select max(amount) from moved), (select max(amount) from goods), (select max(amount) from changed),
        case when not exists (select from sum_made where amount is not null) then (select max(total) from ended) end, 0) else 0 end::text as amount,
      exists (select from change where kind not in ('orders', 'order_lines', 'stock_reservations', 'clients', 'suppliers', 'items')) as final,
      array(
        select office_id from locations where ${ofTenant} and id in (
          select (a ->> 'location_id')::uuid from said union select location_id from line
          union select location_id from stock_reservations where ${ofTenant} and id = ${TOUCHED})
        union select office_id from billing_points where ${ofTenant} and id in (
          select (a ->> 'billing_point_id')::uuid from said
          union select billing_point_id from fiscal_documents where ${ofTenant} and id = ${TOUCHED})) as offices,
      array(
        select jsonb_build_object('name', name, 'ruc', ruc, 'dv', dv, 'email', email, 'archived', archived_at is not null)
        from clients where ${ofTenant} and id in (
          select (a ->> 'client_id')::uuid from said
          union select client_id from orders where ${ofTenant} and id = ${TOUCHED}
          union select client_id from invoices where ${ofTenant} and id = ${TOUCHED})
        order by id) as clients`.execute(db);
  const { changes, made: read, amount, final, offices, clients } = rows[0]!;
  const byName = new Map((read ?? []).map((one) => [one.k, one.a]));
  const fullChanges = changes.map((one) => ({ ...one, a: byName.get(one.k) ?? one.a }));
  return {
    ...{ facts: factsOf(fullChanges, clients), amount: plain(amount), isFinal: final, officeIds: offices },
    changesPrices: changesPrices(changes),
  };
}

/** Columns by which an item is sold; a new unit without a price follows that of its item. */
const PRICES: Readonly<Record<string, readonly string[]>> = {
  items: ['unit_price', 'tax_rate', 'isc_rate', 'other_tax_code', 'other_tax_rate'],
  item_units: ['price', 'factor'],
};

/** A unit that is written again as it was changes none. */
function changesPrices(changes: readonly Change[]): boolean {
  const rows = Map.groupBy(changes, ({ k }) => k);
  const isNew = (row: string): boolean => rows.get(row)?.[0]!.b === undefined && rows.has(row);
  return [...rows].some(([row, each]) => {
    const [kind = '', itemId] = row.split('/');
    if (!(kind in PRICES) || isNew(`items/${itemId}`)) return false;
    const before = Object.assign({}, ...each.map(({ b }) => b).toReversed());
    const after = Object.assign({}, ...each.map(({ a }) => a));
    const columns = isNew(row) ? ['price'] : PRICES[kind]!;
    return columns.some((column) => (before[column] ?? null) !== (after[column] ?? null));
  });
}

/** Differ each time, or are given when it is done: instants, numbers, digests, payloads. */
const PASSING =
  /(^#.*|_at|_minute|_until|_after|_started|^updated_at|^version|^seq|_seq|^number|_number|^cufe.*|^expected_cufe|^pac_(input|response)|^qr_url|^id|^tenant_id|^idempotency_key|^request|^new_quantity|^balance|^day|^opens_day|^security_code|^folded|^created_by|^source_id)$/;

/** A new row has another id each time: it is named by its place. */
export function factsOf(changes: readonly Change[], clients: readonly object[]): Facts {
  const made = new Map<string, string>();
  const facts: Record<string, string> = {};
  const counts = new Map<string, number>();
  const textOf = (value: unknown): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return isUuid(text) ? (made.get(text) ?? text) : text;
  };
  for (const { k, b } of changes) {
    const id = k.split('/').at(-1)!;
    if (b === undefined && isUuid(id) && !made.has(id)) made.set(id, `#${made.size + 1}`);
  }
  for (const { k, a, b } of changes) {
    const [kind = ''] = k.split('/');
    if (kind === 'document_events') continue;
    const at = counts.get(kind) ?? 0;
    counts.set(kind, at + 1);
    const path = at === 0 ? kind : `${kind}[${at + 1}]`;
    for (const [side, row] of [
      ['before', b],
      ['', a],
    ] as const)
      for (const [column, value] of Object.entries(row ?? {}))
        if (!PASSING.test(column) && value !== null)
          facts[[path, column, side].filter(Boolean).join('.')] = textOf(value);
  }
  for (const [at, client] of clients.entries())
    for (const [name, value] of Object.entries(client))
      if (value !== null) facts[`client[${at + 1}].${name}`] = textOf(value);
  return facts;
}

export interface Difference {
  fact: string;
  planned: string | null;
  now: string | null;
}

export function differences(planned: Facts, now: Facts): Difference[] {
  const paths = [...new Set([...Object.keys(planned), ...Object.keys(now)])].toSorted();
  return paths
    .map((fact) => ({ fact, planned: planned[fact] ?? null, now: now[fact] ?? null }))
    .filter((one) => !isSame(one.planned, one.now));
}

const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/;

function isSame(planned: string | null, now: string | null): boolean {
  if (planned === now) return true;
  return planned !== null && now !== null && DECIMAL.test(planned) && DECIMAL.test(now) && compare(planned, now) === 0;
}
