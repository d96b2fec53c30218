// Work that waits for a person, by kind: count, amount, deadline, and the records, the most urgent first.
import { sql } from 'kysely';
import { itemsNeedingReorder, quotaEnd } from '../analytics/index.ts';
import { voidHoursOf } from '../certification/index.ts';
import { DEADLINES, hoursAfter, lastCreditDay, nextDeclaration, type TermsOfMakes } from '../fiscal/deadlines.ts';
import type { DocumentKind } from '../fiscal/document.ts';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { NEEDING_PERSON, onFiscalDays, PANAMA } from '../invoicing/index.ts';
import { addDays } from '../platform/days.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { literals, type Sql } from '../platform/sql.ts';
import { openBalances } from '../reports/index.ts';
import { USUAL_MAKE } from '../pac/index.ts';
import { expiresWithin } from '../stock/index.ts';
import {
  ACTS_OF_ASSISTANTS,
  kindOf,
  localDay,
  makeOfCompany,
  pacAccountsOf,
  type TenantDb,
  type Slice,
} from '../tenancy/index.ts';

export const NEED_KINDS = [
  'REJECTED',
  'UNKNOWN',
  'CERTIFIED_OTHERWISE',
  'PARKED',
  'CONTINGENCY',
  'CONTINGENCY_ENDS',
  'VOID_WINDOW',
  'CREDIT_WINDOW',
  'DECLARATION',
  'TILL_SALES',
  'PLANS',
  'BELOW_ZERO',
  'EXPIRES',
  'STOCK',
  'OVERDUE',
  'OVERDUE_BEFORE',
  'PURCHASE_LATE',
  'PAC_QUOTA',
] as const;
export type NeedKind = (typeof NEED_KINDS)[number];

export interface Need {
  /** Id of the document, the sale, the plan, the item, the client or the purchase order. */
  id: string;
  /** A number, an SKU, the kind of a planned act, or the name of a client or of who sold. */
  name: string;
  about: string | null;
  documentKind: DocumentKind | null;
  orderId: string | null;
  amount: Decimal | null;
  since: Date | null;
  deadline: Date | null;
  /** When it was due, is to come, or ends. */
  day: string | null;
  reason: string | null;
  /** Quantity of invoices or units. */
  quantity: Decimal | null;
}

export interface Needs {
  kind: NeedKind;
  count: number;
  amount: Decimal | null;
  records: Need[];
}

export interface NeedsAsked extends Slice {
  kinds?: readonly NeedKind[] | null | undefined;
}

/** Invoices due earlier are told in one line. */
const OVERDUE_DAYS = 30;
/** As the list of items to order has it. */
const SALES_DAYS = 30;

/** Kinds that are deadlines, with how long before each it is told of. */
const LEAD_HOURS = {
  CONTINGENCY_ENDS: DEADLINES.contingency.leadHours,
  VOID_WINDOW: DEADLINES.void.leadHours,
  CREDIT_WINDOW: DEADLINES.creditNote.leadHours,
  DECLARATION: DEADLINES.declaration.leadHours,
} as const;
export type DeadlineKind = keyof typeof LEAD_HOURS;
export const DEADLINE_KINDS = Object.keys(LEAD_HOURS) as DeadlineKind[];

/** Terms of the company's PACs, and the hours before a deadline where they are not the usual ones. */
export interface Terms {
  pac: TermsOfMakes;
  leadHours?: number;
}

export async function needs(
  db: TenantDb,
  { kinds, limit, offset }: NeedsAsked,
  now: Date,
  terms: Terms,
): Promise<Needs[]> {
  const wanted = NEED_KINDS.filter((one) => kinds == null || kinds.includes(one));
  const overdue = wanted.filter(isOverdue);
  const found: Needs[] = [];
  // Both kinds of what is overdue are told by one look at what is owed.
  for (const kind of wanted.filter((one) => one === overdue[0] || !isOverdue(one)))
    found.push(...(await needsOf(db, isOverdue(kind) ? overdue : [kind], { limit, offset }, now, terms)));
  return found.filter(({ count }) => count > 0);
}

const isOverdue = (kind: NeedKind): boolean => kind === 'OVERDUE' || kind === 'OVERDUE_BEFORE';

/** By kind, the CTE `need`. */
const CHOSEN: Record<
  Exclude<NeedKind, 'STOCK' | 'PAC_QUOTA'>,
  (db: TenantDb, today: string, now: Date, terms: Terms) => Sql
> = {
  REJECTED: (db, _, __, terms) => documents(db, NEEDING_PERSON.REJECTED(db), terms),
  UNKNOWN: (db, _, __, terms) => documents(db, NEEDING_PERSON.UNKNOWN(db), terms),
  CERTIFIED_OTHERWISE: (db, _, __, terms) => documents(db, NEEDING_PERSON.CERTIFIED_OTHERWISE(db), terms),
  PARKED: (db, _, __, terms) => documents(db, NEEDING_PERSON.PARKED(db), terms),
  CONTINGENCY: (db, _, __, terms) => documents(db, NEEDING_PERSON.CONTINGENCY(db), terms),
  CONTINGENCY_ENDS: endingContingency,
  VOID_WINDOW: (db, today, now, terms) => documents(db, closingWindows(db, now, today, terms), terms),
  CREDIT_WINDOW: (db, _, now, terms) => documents(db, closingCredits(db, now, terms), terms, creditDaysOf(db, terms)),
  DECLARATION: declaration,
  TILL_SALES: tillSales,
  PLANS: plansAsked,
  BELOW_ZERO: belowZero,
  EXPIRES: expiring,
  OVERDUE: debtors,
  OVERDUE_BEFORE: debtors,
  PURCHASE_LATE: latePurchases,
};

async function needsOf(
  db: TenantDb,
  kinds: readonly NeedKind[],
  page: Slice,
  now: Date,
  terms: Terms,
): Promise<Needs[]> {
  const [kind] = kinds as [NeedKind];
  if (kind === 'STOCK') return [await endingStock(db, page, now)];
  if (kind === 'PAC_QUOTA') return [endingQuotas(db, page, now)];
  return paged(db, kinds, CHOSEN[kind](db, localDay(db.tenant.timeZone, now), now, terms), page);
}

/** `chosen` begins with CTEs, of which `need` has the columns of a record, `urgency` and, where it has several kinds, `kind`. */
async function paged(
  db: TenantDb,
  kinds: readonly NeedKind[],
  chosen: Sql,
  { limit, offset }: Slice,
): Promise<Needs[]> {
  const isOfKind = isOverdue(kinds[0]!) ? sql`need.kind = asked.kind` : sql`true`;
  const { rows } = await sql<Need & { of: NeedKind; total_count: number; total_amount: Decimal | null }>`
    with ${chosen}
    select asked.kind as of, total.count as total_count, total.amount as total_amount, page.*
    from unnest(${kinds}::text[]) asked (kind)
    cross join lateral (select count(*)::int as count, sum(amount) as amount from need where ${isOfKind}) total
    left join lateral (
      select * from need where ${isOfKind} order by urgency, id limit ${limit} offset ${offset}) page on true
    order by page.urgency, page.id`.execute(db);
  return kinds.map((kind) => {
    const ofKind = rows.filter(({ of }) => of === kind);
    const { total_count: count, total_amount: amount } = ofKind[0]!;
    const records = ofKind
      .filter(({ id }) => id !== null)
      .map((row) => ({ ...row, amount: row.amount && add(row.amount) }));
    return { kind, count, amount: amount && add(amount), records };
  });
}

/** `creditDays`: the day is the last one of a credit note, in the place of the deadline of a void. */
function documents(db: TenantDb, ids: Sql, terms: Terms, creditDays: number | null = null): Sql {
  const { hours } = voidHoursOf(terms.pac, db.tenant);
  const lastDay = sql`(coalesce(invoice.fiscal_day, invoice.issue_day) + ${creditDays}::int)::text`;
  // As an array, so that each is looked up: of a join the planner may read all documents instead.
  return sql`chosen as materialized (${ids}), need as materialized (
    select d.id, d.number as name, client.name as about, d.kind as "documentKind",
      case when d.kind = 'INVOICE' then invoice.order_id end as "orderId", coalesce(credit.total, note.total, invoice.total) as amount, d.created_at as since,
      case when d.legal_status in (${literals(AUTHORIZED)}) and ${lastDay} is null
        then coalesce(credit.issued_at, note.issued_at, invoice.issued_at) + ${hours} * interval '1 hour' end as deadline,
      ${lastDay} as day, coalesce(d.parked_reason, array_to_string(d.rejection_reasons, '; ')) as reason, null::numeric as quantity,
      d.created_at as urgency
    from fiscal_documents d
    left join credits credit on credit.tenant_id = d.tenant_id and credit.id = d.id
    left join debit_notes note on note.tenant_id = d.tenant_id and note.id = d.id
    left join invoices invoice on invoice.tenant_id = d.tenant_id and invoice.id = coalesce(credit.invoice_id, d.id)
    left join clients client on client.tenant_id = d.tenant_id and client.id = coalesce(note.client_id, invoice.client_id)
    where d.tenant_id = ${db.tenant.id} and d.id = any (array(select id from chosen))
  )`;
}

/** Deadlines: sales without a payment when it was due, and voids under way. */
function closingWindows(db: TenantDb, now: Date, today: string, terms: Terms): Sql {
  const { hours, fewest, most } = voidHoursOf(terms.pac, db.tenant);
  const lead = leadOf('VOID_WINDOW', terms);
  // Found by the day of their issue, and then by the PAC that has each.
  const inWindow = sql`i.issued_at > ${hoursAfter(now, -most)} and i.issued_at <= ${hoursAfter(now, lead - fewest)}`;
  const isOpen = sql`i.issued_at + ${hours} * interval '1 hour' > ${now} and i.issued_at + ${hours} * interval '1 hour' <= ${hoursAfter(now, lead)}`;
  return sql`
    select d.id from fiscal_documents d
    join invoices i on i.tenant_id = d.tenant_id and i.id = d.id and ${isOpen}
    where d.tenant_id = ${db.tenant.id} and d.void_state in ('ASKED', 'UNKNOWN') and d.parked_reason is null
    union all
    select d.id from fiscal_documents d
    join invoices i on i.tenant_id = d.tenant_id and i.id = d.id and ${isOpen}
    where d.tenant_id = ${db.tenant.id} and d.id = any (array(
        select i.id from invoices i
        where i.tenant_id = ${db.tenant.id} and ${inWindow} and i.is_owed and i.paid = 0 and i.credited = 0 and i.total > 0
          and i.invoice_status in ('UNPAID', 'PAST_DUE') and coalesce(i.due_date, i.issue_day) < ${today}))
      and d.mode = 'DGI' and d.legal_status in (${literals(AUTHORIZED)}) and d.parked_reason is null and d.void_state is null`;
}

const leadOf = (kind: DeadlineKind, { leadHours }: Terms): number => leadHours ?? LEAD_HOURS[kind];

const creditDaysOf = (db: TenantDb, { pac }: Terms): number =>
  pac.profileOf(db.tenant.pacMake).creditDays ?? DEADLINES.creditNote.days;

/** Certified invoices that nothing was paid of, and those whose internal credit notes are not filed: soon no note of them is taken. */
function closingCredits(db: TenantDb, now: Date, terms: Terms): Sql {
  const days = creditDaysOf(db, terms);
  const from = lastCreditDay(localDay(PANAMA, now), -days);
  const to = lastCreditDay(localDay(PANAMA, hoursAfter(now, leadOf('CREDIT_WINDOW', terms))), -days);
  const inWindow = sql`${sql.join(onFiscalDays(db, 'i', { from, to }), sql` and `)}`;
  const isCertified = sql`d.mode = 'DGI' and d.legal_status in (${literals(AUTHORIZED)}) and d.void_state is null`;
  return sql`
    select i.id from invoices i
    join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id and ${isCertified}
    where i.tenant_id = ${db.tenant.id} and i.invoice_status in ('UNPAID', 'PAST_DUE') and ${inWindow}
      and i.is_owed and i.paid = 0 and i.credited = 0 and i.total > 0
    union
    select i.id from credits c
    join fiscal_documents note on note.tenant_id = c.tenant_id and note.id = c.id and note.mode = 'PROFORM'
    join invoices i on i.tenant_id = c.tenant_id and i.id = c.invoice_id and ${inWindow}
    join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id and ${isCertified}
    where c.tenant_id = ${db.tenant.id} and c.credit_status in ('UNAPPLIED', 'APPLIED')`;
}

/** The open contingency, while it need not be explained yet. */
function endingContingency(db: TenantDb, _: string, now: Date, terms: Terms): Sql {
  const started = hoursAfter(now, -DEADLINES.contingency.hours);
  return sql`need as (
    select id, reason as name, null::text as about, null::text as "documentKind", null::uuid as "orderId",
      null::numeric as amount, started_at as since, started_at + ${DEADLINES.contingency.hours} * interval '1 hour' as deadline,
      null::text as day, null::text as reason, null::numeric as quantity, started_at as urgency
    from contingencies
    where tenant_id = ${db.tenant.id} and ended_at is null and explanation is null
      and started_at > ${started} and started_at <= ${hoursAfter(started, leadOf('CONTINGENCY_ENDS', terms))})`;
}

/** The month that is declared next, where anything was sold in it; `name` is the month. */
function declaration(db: TenantDb, _: string, now: Date, terms: Terms): Sql {
  const { month, day } = nextDeclaration(localDay(PANAMA, now));
  const isNear = localDay(PANAMA, hoursAfter(now, leadOf('DECLARATION', terms))) >= day;
  const inMonth = onFiscalDays(db, 'i', { from: `${month}-01`, to: addDays(`${day.slice(0, 7)}-01`, -1) });
  return sql`need as (
    select ${db.tenant.id}::uuid as id, ${month}::text as name, null::text as about, null::text as "documentKind",
      null::uuid as "orderId", null::numeric as amount, (${day.slice(0, 7)} || '-01')::timestamp at time zone ${PANAMA} as since,
      null::timestamptz as deadline, ${day}::text as day, null::text as reason, null::numeric as quantity, 1 as urgency
    where ${isNear} and exists (
      select from invoices i join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id and d.mode = 'DGI'
      where i.tenant_id = ${db.tenant.id} and ${sql.join(inMonth, sql` and `)}))`;
}

/** By client; to the cent what the ages of the receivables have. */
function debtors(db: TenantDb, today: string): Sql {
  return sql`${openBalances(db)}, debtor as (
    select case when due < ${addDays(today, -OVERDUE_DAYS)} then 'OVERDUE_BEFORE' else 'OVERDUE' end as kind,
      client_id, sum(owed) as amount, min(due) as due, count(*) as count
    from balance where owed > 0 and due < ${today} group by 1, 2
  ), need as materialized (
    select debtor.kind, debtor.client_id as id, client.name, null::text as about, null::text as "documentKind", null::uuid as "orderId", debtor.amount,
      null::timestamptz as since, null::timestamptz as deadline, debtor.due::text as day, null::text as reason, debtor.count as quantity,
      (-debtor.amount * (${today}::date - debtor.due)) as urgency
    from debtor join clients client on client.tenant_id = ${db.tenant.id} and client.id = debtor.client_id
  )`;
}

/** They were paid and have no invoice; refused ones first, since only a person moves them. */
function tillSales(db: TenantDb): Sql {
  return sql`need as materialized (
    select sale.id, sale.made_by as name, null::text as about, null::text as "documentKind", null::uuid as "orderId", sale.amount,
      sale.sold_at as since, null::timestamptz as deadline, null::text as day, sale.reason, null::numeric as quantity,
      (sale.reason is null, sale.sold_at) as urgency
    from till_sales sale where sale.tenant_id = ${db.tenant.id} and sale.state in ('WAITING', 'REFUSED')
  )`;
}

/** An assistant waits for a second person. */
function plansAsked(db: TenantDb, _: string, now: Date): Sql {
  const kinds = sql.join(
    ACTS_OF_ASSISTANTS.map((one) => sql`when plan.operation = ${one} then ${kindOf(one)!}`),
    sql` `,
  );
  return sql`need as materialized (
    select plan.id, case ${kinds} end as name, plan.actor as about, null::text as "documentKind", null::uuid as "orderId", plan.amount,
      plan.asked_at as since, plan.expires_at as deadline, null::text as day, null::text as reason, null::numeric as quantity,
      plan.expires_at as urgency
    from plans plan where plan.tenant_id = ${db.tenant.id} and plan.asked_at is not null and plan.decided_at is null and plan.expires_at > ${now}
  )`;
}

/** Stock below zero by the ledger, whether the company or the item allows it: a person has to count there. */
function belowZero(db: TenantDb): Sql {
  return sql`need as materialized (
    select level.item_id as id, item.sku as name, item.name || ' · ' || string_agg(location.name, ', ' order by location.code) as about,
      null::text as "documentKind", null::uuid as "orderId",
      null::numeric as amount, null::timestamptz as since, null::timestamptz as deadline, null::text as day, null::text as reason,
      sum(level.on_hand) as quantity, sum(level.on_hand) as urgency
    from stock_levels level join items item on item.tenant_id = level.tenant_id and item.id = level.item_id
    join locations location on location.tenant_id = level.tenant_id and location.id = level.location_id
    where level.tenant_id = ${db.tenant.id} and level.on_hand < 0
    group by level.item_id, item.sku, item.name
  )`;
}

/** By item: what expires within a month, or has. */
function expiring(db: TenantDb, today: string): Sql {
  return sql`need as materialized (
    select lot.item_id as id, item.sku as name, item.name as about, null::text as "documentKind", null::uuid as "orderId",
      round(lot.value, 2) as amount, null::timestamptz as since, null::timestamptz as deadline, lot.day::text as day, null::text as reason,
      lot.quantity, lot.day as urgency
    from (
      select item_id, sum(quantity_remaining) as quantity, sum(quantity_remaining * unit_cost) as value, min(expiration_date) as day
      from inventory_lots where tenant_id = ${db.tenant.id} and ${expiresWithin('DAYS_30', today)} group by item_id) lot
    join items item on item.tenant_id = ${db.tenant.id} and item.id = lot.item_id
  )`;
}

/** Something is still to come on them, longer after the order than the longest lead time of its items. */
function latePurchases(db: TenantDb, today: string): Sql {
  return sql`open_order as (
    select o.id, o.number, o.supplier_id, o.created_at, sum(greatest(line.quantity - line.quantity_received, 0) * line.unit_cost) as amount,
      (o.created_at at time zone ${db.tenant.timeZone})::date + max(item.lead_time_days) as day
    from purchase_orders o
    join purchase_order_lines line on line.tenant_id = o.tenant_id and line.purchase_order_id = o.id and line.is_open
    join items item on item.tenant_id = line.tenant_id and item.id = line.item_id
    where o.tenant_id = ${db.tenant.id} and o.status in ('OPEN', 'PARTIALLY_RECEIVED')
    group by o.id, o.number, o.supplier_id, o.created_at
  ), need as materialized (
    select open_order.id, open_order.number as name, supplier.name as about, null::text as "documentKind", null::uuid as "orderId",
      open_order.amount, open_order.created_at as since, null::timestamptz as deadline, open_order.day::text as day,
      null::text as reason, null::numeric as quantity, open_order.day as urgency
    from open_order join suppliers supplier on supplier.tenant_id = ${db.tenant.id} and supplier.id = open_order.supplier_id
    where open_order.day < ${today}
  )`;
}

/** Documents at a PAC that end within so many days. */
const QUOTA_DAYS = 14;

function endingQuotas({ tenant }: TenantDb, { limit, offset }: Slice, now: Date): Needs {
  const today = localDay(tenant.timeZone, now);
  const records = pacAccountsOf(tenant).flatMap((companyId): Need[] => {
    const quota = tenant.pacQuotas[companyId];
    const day = quota ? quotaEnd(quota, today) : null;
    if (!quota || day === null || day > addDays(today, QUOTA_DAYS)) return [];
    const name = (makeOfCompany(tenant, companyId) ?? USUAL_MAKE).toUpperCase();
    return [{ ...NOTHING, id: tenant.id, name, about: companyId, quantity: add(String(quota.left)), day }];
  });
  return { kind: 'PAC_QUOTA', count: records.length, amount: null, records: records.slice(offset, offset + limit) };
}

const NOTHING = { documentKind: null, orderId: null, amount: null, since: null, deadline: null, reason: null };

async function endingStock(db: TenantDb, page: Slice, now: Date): Promise<Needs> {
  const query = { ...page, windowDays: SALES_DAYS, isUnordered: true };
  const { totalCount, records } = await itemsNeedingReorder(db, query, now);
  const { rows: items } = await sql<{ id: string; sku: string; name: string }>`
    select id, sku, name from items
    where tenant_id = ${db.tenant.id} and id = any(${records.map(({ itemId }) => itemId)}::uuid[])`.execute(db);
  return {
    kind: 'STOCK',
    count: totalCount,
    amount: null,
    records: records.map(({ itemId: id, availableQuantity, projectedStockoutDate: day }) => {
      const { sku, name } = items.find((item) => item.id === id)!;
      return { ...NOTHING, id, name: sku, about: name, quantity: add(availableQuantity), day };
    }),
  };
}
