// Debts of clients by age, and their funds in hand: as of now, or as of the end of a day.
import { sql } from 'kysely';
import { AUTHORIZED, REJECTED } from '../fiscal/legal-status.ts';
import { certifiedOtherwise, fiscalDay } from '../invoicing/index.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { literals, type Sql } from '../platform/sql.ts';
import type { TenantDb, Slice } from '../tenancy/index.ts';
import { APPLIED_AT, certifiedOf, charged, COUNTED_CREDIT, CREDIT_DAY } from './owed.ts';

/** Days since an invoice was due; without a due day it was due when it was issued. */
const AGES = {
  current: [null, 0],
  days1To30: [1, 30],
  days31To60: [31, 60],
  days61To90: [61, 90],
  over90: [91, null],
} as const;
const AGE_NAMES = Object.keys(AGES) as (keyof typeof AGES)[];

export type Ages = Record<keyof typeof AGES, Decimal> & {
  /** Debt of all ages. */
  owed: Decimal;
  /** Overpayments, payments of ended invoices, and credits that are not applied. */
  inHand: Decimal;
};

export type ClientAges = Ages & { clientId: string };

export interface Receivables extends Ages {
  asOf: string;
  /** Clients with a debt or with funds in hand, the largest debt first. */
  clients: ClientAges[];
  clientCount: number;
}

export interface ReceivablesAsked extends Slice {
  /** A day of the tenant; today when left out. A day to come shows what will be due on it. */
  asOf?: string | null | undefined;
  /** Restricts the answer to this client; as of now. */
  clientId?: string;
}

export async function receivables(
  db: TenantDb,
  { asOf, clientId, limit, offset }: ReceivablesAsked,
): Promise<Receivables> {
  const { rows: days } = await sql<{ today: string; as_of: string }>`
    select today::text, coalesce(${asOf ?? null}::date, today)::text as as_of
    from (select (clock_timestamp() at time zone ${db.tenant.timeZone})::date as today) clock`.execute(db);
  const { today, as_of: day } = days[0]!;
  const sums = sql.join(AGE_NAMES.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const { rows } = await sql<Ages & { clientId: string | null; clientCount: number }>`
    with ${balances(db, day, { isPast: day < today, clientId })}, client as materialized (
      select client_id, ${sql.join(AGE_NAMES.map((name) => ofAge(name, day)))},
        sum(owed) as owed, sum(in_hand) as "inHand"
      from balance group by client_id having sum(owed) > 0 or sum(in_hand) > 0
    )
    select null as "clientId", ${sums}, sum(owed) as owed, sum("inHand") as "inHand", count(*)::int as "clientCount"
    from client
    union all
    select * from (
      select client_id, ${sql.join(AGE_NAMES.map((name) => sql.ref(name)))}, owed, "inHand", 0
      from client order by owed desc, client_id limit ${limit} offset ${offset}
    ) page`.execute(db);
  const [total, ...clients] = rows.map((row) => ({ ...row, ...plainAges(row) }));
  return { ...total!, asOf: day, clients: clients as ClientAges[] };
}

function ofAge(name: keyof typeof AGES, day: string): Sql {
  const [from, to] = AGES[name];
  const age = sql`${day}::date - due`;
  const bounds = [...(from === null ? [] : [sql`${age} >= ${from}`]), ...(to === null ? [] : [sql`${age} <= ${to}`])];
  return sql`coalesce(sum(owed) filter (where ${sql.join(bounds, sql` and `)}), 0) as ${sql.ref(name)}`;
}

/** The sum over no client at all is null. */
function plainAges(row: Ages): Ages {
  const names = [...AGE_NAMES, 'owed', 'inHand'] as const;
  return Object.fromEntries(names.map((name) => [name, add(row[name] ?? '0')])) as Ages;
}

/** The CTE `balance` as of now: `client_id`, `due`, `owed` and `in_hand`. */
export const openBalances = (db: TenantDb): Sql => balances(db, '', { isPast: false, clientId: undefined });

/** The CTE `balance`: of each invoice what is owed on it and what was paid beyond; of each credit that is not applied its amount. */
function balances(
  db: TenantDb,
  day: string,
  { isPast, clientId }: { isPast: boolean; clientId: string | undefined },
): Sql {
  const ofClient = (of: 'invoice' | 'note') =>
    clientId === undefined ? sql`` : sql`and ${sql.ref(`${of}.client_id`)} = ${clientId}`;
  const end = sql`((${day}::date + 1)::timestamp at time zone ${db.tenant.timeZone})`;
  // Excludes rows after the day; as of now nothing is excluded, so that an invoice owes as its status says.
  const until = (at: Sql) => (isPast ? sql`and ${at} < ${end}` : sql``);
  const isOver = (of: 'invoice' | 'credit' | 'note') => {
    const ended = sql`coalesce(${sql.ref(`${of}.voided_at`)}, ${sql.ref(`${of}.canceled_at`)})`;
    return isPast ? sql`coalesce(${ended} < ${end}, false)` : sql`${ended} is not null`;
  };
  const isRejected = sql`coalesce(document.legal_status in (${literals(REJECTED)}), false)`;
  // One that was applied before it was filed counts from the day on which it was filed, as on the statement; one that is rejected never did.
  const isApplied = isPast
    ? sql`(coalesce(${APPLIED_AT} < ${end}, false) and ${fiscalDay('credit')} <= ${day} and not ${isRejected})`
    : sql`credit.credit_status = 'APPLIED'`;
  const sumOf = (table: 'payments' | 'refunds', at: Sql) => sql`coalesce((
    select sum(amount) from ${sql.table(table)} where tenant_id = invoice.tenant_id and invoice_id = invoice.id ${until(at)}), 0)`;
  const notes = sql`from debit_notes note
    join fiscal_documents of_note on of_note.tenant_id = note.tenant_id and of_note.id = note.id
    where note.tenant_id = ${db.tenant.id} and not ${isOver('note')}
      and not coalesce(of_note.legal_status in (${literals(REJECTED)}), false)
      ${isPast ? sql`and ${fiscalDay('note')} <= ${day}` : sql``} ${ofClient('note')}`;
  return sql`asked as materialized (${isPast ? issuedOrPaidBy(db, day, end) : openNow(db, ofClient('invoice'))}), fact as (
      select invoice.client_id, coalesce(invoice.due_date, invoice.issue_day) as due,
        case when ${isRejected} or ${isOver('invoice')} or ${isPast ? sql`${fiscalDay('invoice')} > ${day}` : sql`false`} or not invoice.is_owed then 0 else ${charged(sql`applied.credited`)} - applied.credited end + coalesce((
              select sum(${certifiedOf('note')}) ${notes} and note.invoice_id = invoice.id and invoice.is_owed), 0) as charged,
        ${sumOf('payments', sql`paid_at`)} - ${sumOf('refunds', sql`refunded_at`)} as paid
      from asked join invoices invoice on invoice.tenant_id = ${db.tenant.id} and invoice.id = asked.id
      join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
      cross join lateral (select coalesce(sum(${certifiedOf('credit')}), 0) as credited from credits credit
        ${isPast ? sql`join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id` : sql``}
        where credit.tenant_id = invoice.tenant_id and credit.invoice_id = invoice.id
          and ${isApplied} and not ${isOver('credit')}) applied
    ), balance as (
      select client_id, due, greatest(charged - paid, 0) as owed, greatest(paid - charged, 0) as in_hand from fact
      union all
      select note.client_id, note.issue_day, ${certifiedOf('note')}, 0 ${notes} and note.invoice_id is null and of_note.kind = 'DEBIT_NOTE'
      union all
      select note.client_id, note.issue_day, 0, ${certifiedOf('note')} ${notes} and of_note.kind = 'CREDIT_NOTE'
        and (of_note.mode <> 'DGI' or of_note.legal_status in (${literals(AUTHORIZED)}))
      union all
      select invoice.client_id, credit.issue_day, 0, ${certifiedOf('credit')}
      from credits credit
      join invoices invoice on invoice.tenant_id = credit.tenant_id and invoice.id = credit.invoice_id and not invoice.is_stand_in and invoice.is_owed
      join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id
      where credit.tenant_id = ${db.tenant.id} ${ofClient('invoice')} and ${COUNTED_CREDIT} and not ${isOver('credit')} and not ${isApplied}
        ${isPast ? sql`and ${CREDIT_DAY} <= ${day}` : sql`and credit.credit_status = 'UNAPPLIED'`}
    )`;
}

/** Invoices with a debt, an overpayment, or credits beyond what the client withheld or what was certified; each kind by an index of its own. */
function openNow(db: TenantDb, ofClient: Sql): Sql {
  const ofTenant = sql`tenant_id = ${db.tenant.id} and not is_stand_in ${ofClient}`;
  return sql`
    select id from invoices invoice where ${ofTenant}
      and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED')
    union
    select id from invoices invoice where ${ofTenant} and paid > 0 and invoice_status in ('OVERPAID', 'VOID', 'CANCELED')
    union
    select id from invoices invoice where ${ofTenant} and retention > 0 and invoice_status = 'PAID' and credited > 0
    union
    select id from invoices invoice where ${ofTenant} and invoice_status = 'CANCELED' and id = any (array(
      select coalesce(credit.invoice_id, differing.document_id) from (${certifiedOtherwise(db)}) differing
      left join credits credit on credit.tenant_id = ${db.tenant.id} and credit.id = differing.document_id))
    union
    select invoice.id from fiscal_documents document
    join invoices invoice on invoice.tenant_id = document.tenant_id and invoice.id = document.id and invoice.paid > 0
    where document.tenant_id = ${db.tenant.id} and document.kind = 'INVOICE' ${ofClient}
      and number_class(document.legal_status, document.void_state, document.is_canceled, document.submission_state) = 'REJECTED'`;
}

/** A payment before its invoice was issued is in hand until then. */
function issuedOrPaidBy(db: TenantDb, day: string, end: Sql): Sql {
  const ofTenant = sql`tenant_id = ${db.tenant.id}`;
  return sql`
    select id from invoices where ${ofTenant} and not is_stand_in and ${fiscalDay('invoices')} <= ${day}
    union
    select invoice_id from payments where ${ofTenant} and paid_at < ${end}`;
}
