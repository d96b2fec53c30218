// Sales of days, by what they are asked for: read from the documents of the days, in one statement.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import {
  countsAsSale,
  fiscalDay,
  localTime,
  owedAtSale,
  paidAtSale,
  PANAMA,
  type SalesTable,
} from '../invoicing/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** All others are made of these: weeks and months of days, categories of items, offices of tills. */
export const KEPT_DIMENSIONS = ['DAY', 'HOUR', 'ITEM', 'CLIENT', 'SELLER', 'TILL', 'METHOD'] as const;
export type KeptDimension = (typeof KEPT_DIMENSIONS)[number];

export const SUMS = ['sales', 'units', 'invoiced', 'credited', 'debited', 'cost', 'costed'] as const;
export const COLUMNS: Sql = sql.join(SUMS.map((name) => sql.ref(name)));
export const sums = (of: (name: (typeof SUMS)[number]) => Sql = (name) => sql`sum(${sql.ref(name)})`): Sql =>
  sql.join(SUMS.map((name) => sql`coalesce(${of(name)}, 0) as ${sql.ref(name)}`));

/** `time`: null, or the time of the tenant's day up to which it is counted. */
export interface AskedDay {
  day: string;
  time: Date | null;
}

const DOCUMENTS: Record<SalesTable, Sql> = {
  invoices: sql`invoices.client_id, invoices.id as sale_id, 1 as sign`,
  credits: sql`(select client_id from invoices sold where sold.tenant_id = credits.tenant_id and sold.id = credits.invoice_id) as client_id,
    credits.invoice_id as sale_id, -1 as sign`,
  debit_notes: sql`debit_notes.client_id, null::uuid as sale_id, case when document.kind = 'CREDIT_NOTE' then -1 else 1 end as sign`,
};

/** Sums of a document that are divided among the methods. */
const PARTS = ['net', 'units', 'cost', 'costed'];

/** Along the index of instants, and by the day that is written beside them. */
function documentsOf(db: TenantDb, table: SalesTable): Sql {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const midnight = (days: number, zone: string) =>
    sql`((asked.day + ${sql.lit(days)})::timestamp at time zone ${zone})`;
  const either = (days: number) => sql`${midnight(days, db.tenant.timeZone)}, ${midnight(days, PANAMA)}`;
  const local = localTime(db, table);
  return sql`
    select document.id, document.kind, document.billing_point_id, ${own('subtotal')}, ${own('created_by')}, ${DOCUMENTS[table]},
      extract(hour from ${local})::int as hour
    from ${sql.table(table)}
    join fiscal_documents document on document.tenant_id = ${own('tenant_id')} and document.id = ${own('id')}
    where ${own('tenant_id')} = ${db.tenant.id} and ${fiscalDay(table)} = asked.day
      and ${own('issued_at')} >= least(${either(0)}) and ${own('issued_at')} < greatest(${either(1)})
      and (asked.until is null or ${local}::time < asked.until) and ${countsAsSale(db, table)}`;
}

/** CTEs from `document` on: what each line sold, and what a document has beside its lines; then sums of each document. */
function linesSold(tenant: string): Sql {
  return sql`
    bare as (
      select document.*, line.item_id, line.net, line.quantity * line.unit_factor as units
      from document join invoice_lines line on line.tenant_id = ${tenant} and line.invoice_id = document.id
      union all
      select document.*, line.item_id, -line.net, case when credit.restock then -line.quantity * line.unit_factor else 0 end
      from document join credits credit on credit.tenant_id = ${tenant} and credit.id = document.id
      join credit_lines line on line.tenant_id = ${tenant} and line.credit_id = document.id
      union all
      select document.*, line.item_id, sign * line.net, 0
      from document join debit_note_lines line on line.tenant_id = ${tenant} and line.debit_note_id = document.id
    ), line as materialized (
      select bare.*, known.unit_cost, coalesce(round(bare.units * known.unit_cost, 2), 0) as cost, case when known.unit_cost is null then 0 else net end as costed
      from (
        select * from bare
        union all
        select document.*, null, sign * subtotal - coalesce(lines.net, 0), 0
        from document left join (select id, sum(net) as net from bare group by id) lines using (id)
        where sign * subtotal <> coalesce(lines.net, 0)
      ) bare
      left join items item on item.tenant_id = ${tenant} and item.id = bare.item_id
      left join kept_sales kept on kept.tenant_id = ${tenant} and kept.dimension = 'ITEM' and kept.grain = 'D'
        and kept.period = bare.day and kept.key = bare.item_id::text
      cross join lateral (select case when kept.key is null then item.average_cost else kept.unit_cost end as unit_cost) known
    ), whole as materialized (
      select document.*, sign * subtotal as net, units, cost, costed
      from document join (
        select id, sum(units) as units, sum(cost) as cost, sum(costed) as costed from line group by id) of_lines using (id)
    )`;
}

/** CTEs from `document` and `whole` on: each document divided among the methods that paid it at the sale. */
function soldByMethod(db: TenantDb): Sql {
  const part = (column: string, of: string) =>
    sql`round(${sql.ref(`whole.${column}`)} * ${sql.ref(`share.${of}`)} / share.owed, 2)`;
  const shared = (column: string) => sql`${part(column, 'upto')} - ${part(column, 'after')} as ${sql.ref(column)}`;
  return sql`
    paid as (
      select document.id, payment.method, sum(payment.amount) as amount, max(${owedAtSale('sale')}) as owed
      from document
      join invoices sale on sale.tenant_id = ${db.tenant.id} and sale.id = document.sale_id
      cross join lateral ${paidAtSale(db)} payment
      group by document.id, payment.method
    ), share as (
      select id, method, owed, least(upto, owed) as upto, least(upto - amount, owed) as after
      from (select *, sum(amount) over (partition by id order by method) as upto from paid where owed > 0) one
    ), part as materialized (
      select whole.id, day, kind, method, share.upto, share.owed, ${sql.join(PARTS.map(shared))} from whole join share using (id)
    ), method as (
      select day, kind, method, ${sql.join(PARTS.map((name) => sql.ref(name)))} from part
      union all
      select whole.day, whole.kind, 'CREDIT', ${sql.join(PARTS.map((name) => sql`${sql.ref(`whole.${name}`)} - coalesce(${sql.ref(`parts.${name}`)}, 0)`))}
      from whole
      left join (
        select id, max(upto) as upto, max(owed) as owed, ${sql.join(PARTS.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
        from part group by id) parts using (id)
      where parts.id is null or parts.upto < parts.owed
    )`;
}

/** A row for each document, line or part, and dimension that it counts in. */
const FACTS = sql`
      select day, kind, dimension, key, net * case when kind = 'CREDIT_NOTE' then -1 else 1 end as abs_net, (kind = 'INVOICE')::int as sales,
        units, cost, costed, null::numeric as unit_cost
      from whole cross join lateral (values ('DAY', ''), ('HOUR', hour::text), ('CLIENT', client_id::text), ('SELLER', created_by),
        ('TILL', coalesce(billing_point_id::text, ''))) of (dimension, key)
      union all
      select day, kind, 'ITEM', coalesce(item_id::text, ''), net * case when kind = 'CREDIT_NOTE' then -1 else 1 end,
        (kind = 'INVOICE' and row_number() over (partition by id, item_id) = 1)::int, units, cost, costed, unit_cost
      from line
      union all
      select day, kind, 'METHOD', method, net * case when kind = 'CREDIT_NOTE' then -1 else 1 end, (kind = 'INVOICE')::int, units, cost, costed, null
      from method`;

/** Sums over the facts of one key: sales are counted, and sums of one kind of document have no sign. */
const sumOfFacts = (name: (typeof SUMS)[number]): Sql => {
  const kind = { invoiced: 'INVOICE', credited: 'CREDIT_NOTE', debited: 'DEBIT_NOTE' }[name as 'invoiced'];
  if (kind !== undefined) return sql`sum(abs_net) filter (where kind = ${sql.lit(kind)})`;
  return name === 'sales' ? sql`sum(sales)::int` : sql`sum(${sql.ref(name)})`;
};

/**
 * Rows of day, dimension, key, sums and unit cost. Every dimension adds up to the same: what a document has beside its lines is of no item. Goods
 * cost what they did when their day was first counted, also where that was not known; else what they do now. A method has what was paid by it at the sale, and CREDIT the rest.
 */
export function soldOn(db: TenantDb, days: readonly AskedDay[]): Sql {
  const tenant = db.tenant.id;
  return sql`(
    with document as materialized (
      select asked.day, one.* from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ time }) => time)}::timestamptz[]) given (day, at)
      cross join lateral (select given.day, (given.at at time zone ${db.tenant.timeZone})::time as until) asked
      cross join lateral (${sql.join(
        (['invoices', 'credits', 'debit_notes'] as const).map((table) => documentsOf(db, table)),
        sql` union all `,
      )}) one
    ), ${linesSold(tenant)}, ${soldByMethod(db)}
    select day, dimension, key, ${sums(sumOfFacts)}, max(unit_cost) as unit_cost
    from (${FACTS}
    ) fact
    group by day, dimension, key)`;
}
