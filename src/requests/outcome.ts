// What a request came to: its facts, its amount and its offices, read in its transaction from the changes that its act will tell.
import { sql } from 'kysely';
import { compare, plain, type Decimal } from '../platform/decimal.ts';
import { isUuid } from '../platform/uuid.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** By path, such as `orders.total`, what stands there before or afterwards. */
export type Facts = Readonly<Record<string, string>>;

export interface Outcome {
  facts: Facts;
  amount: Decimal;
  /** A document or money, not only an order. */
  isFinal: boolean;
  officeIds: string[];
}

/** Judges it in its transaction, which it ends by throwing; answers whether a second person has approved. */
export type Judge = (db: TenantDb, outcome: Outcome) => Promise<boolean>;

interface Change {
  k: string;
  a?: Record<string, unknown>;
  b?: Record<string, unknown>;
}

/** Before the act is recorded, which takes the changes. */
export async function outcomeOf(db: TenantDb, ids: readonly string[]): Promise<Outcome> {
  const { rows } = await sql<{
    changes: Change[];
    amount: Decimal;
    final: boolean;
    offices: string[];
    clients: object[];
  }>`
    with change as (
      select c, split_part(c ->> 'k', '/', 1) as kind, c -> 'a' as a, c -> 'b' is null as is_new from jsonb_array_elements(act_changes()) c
    ), touched as (
      select r::uuid as id from change, jsonb_array_elements_text(c -> 'r') r union select unnest(${ids}::uuid[])
    ), made as (
      select kind, sum(coalesce(a ->> 'total', a ->> 'amount')::numeric) as amount from change
      where is_new and coalesce(a ->> 'total', a ->> 'amount') is not null group by kind
    ), moved as (
      select sum(abs((a ->> 'quantity_change')::numeric) * item.unit_price) as amount
      from change join items item on item.tenant_id = ${db.tenant.id} and item.id = (a ->> 'item_id')::uuid
      where kind = 'inventory_logs'
    ), sold as (
      -- At the prices of the items: a price of its own makes no sale smaller.
      select line.order_id, sum(line.quantity * line.unit_factor * item.unit_price) as amount
      from order_lines line join items item on item.tenant_id = line.tenant_id and item.id = line.item_id
      where line.tenant_id = ${db.tenant.id} and line.order_id in (select id from touched) group by 1
    ), bought as (
      select sum(quantity * unit_cost) as amount from purchase_order_lines
      where tenant_id = ${db.tenant.id} and purchase_order_id in (select id from touched)
    ), ended as (
      select total as amount from invoices where tenant_id = ${db.tenant.id} and id = any(${ids}::uuid[])
      union all select total from credits where tenant_id = ${db.tenant.id} and id = any(${ids}::uuid[])
      union all select total from debit_notes where tenant_id = ${db.tenant.id} and id = any(${ids}::uuid[])
      union all select total from orders where tenant_id = ${db.tenant.id} and id = any(${ids}::uuid[])
    ), place as (
      select location.office_id from change join locations location
        on location.tenant_id = ${db.tenant.id} and location.id = (a ->> 'location_id')::uuid
      union select location.office_id from order_lines line join locations location
        on location.tenant_id = line.tenant_id and location.id = line.location_id
      where line.tenant_id = ${db.tenant.id} and line.order_id in (select id from touched)
      union select location.office_id from purchase_order_lines line join locations location
        on location.tenant_id = line.tenant_id and location.id = line.location_id
      where line.tenant_id = ${db.tenant.id} and line.purchase_order_id in (select id from touched)
      union select point.office_id from billing_points point
      where point.tenant_id = ${db.tenant.id} and (point.id in (select (a ->> 'billing_point_id')::uuid from change)
        or point.id in (select billing_point_id from fiscal_documents where tenant_id = ${db.tenant.id} and id in (select id from touched)))
    )
    select act_changes() as changes,
      greatest((select max(amount) from made), (select amount from moved), (select sum(amount) from sold), (select amount from bought),
        case when not exists (select from made) then (select max(amount) from ended) end, 0)::text as amount,
      exists (select from change where kind not in ('orders', 'order_lines', 'stock_reservations', 'clients', 'suppliers', 'items')) as final,
      array(select office_id from place where office_id is not null) as offices,
      array(
        select jsonb_build_object('name', name, 'ruc', ruc, 'dv', dv, 'email', email, 'archived', archived_at is not null)
        from clients where tenant_id = ${db.tenant.id} and id in (
          select (a ->> 'client_id')::uuid from change where a ? 'client_id'
          union select client_id from orders where tenant_id = ${db.tenant.id} and id in (select id from touched)
          union select client_id from invoices where tenant_id = ${db.tenant.id} and id in (select id from touched))
        order by id) as clients`.execute(db);
  const { changes, amount, final, offices, clients } = rows[0]!;
  return { facts: factsOf(changes, clients), amount: plain(amount), isFinal: final, officeIds: offices };
}

/** Differ each time, or are given when it is done: instants, numbers, digests, payloads. */
const PASSING =
  /(_at|_until|_after|_started|^updated_at|^version|^seq|_seq|^number|_number|^cufe.*|^expected_cufe|^pac_(input|response)|^qr_url|^id|^tenant_id|^idempotency_key|^request|^new_quantity|^balance|^day|^opens_day|^security_code|^folded|^created_by)$/;

/** What was made has another id each time: it is named by its place. */
export function factsOf(changes: readonly Change[], clients: readonly object[]): Facts {
  const made = new Map<string, string>();
  const facts: Record<string, string> = {};
  const counts = new Map<string, number>();
  const said = (value: unknown): string => {
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
          facts[[path, column, side].filter(Boolean).join('.')] = said(value);
  }
  for (const [at, client] of clients.entries())
    for (const [name, value] of Object.entries(client))
      if (value !== null) facts[`client[${at + 1}].${name}`] = said(value);
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
