// Sums of a session of a till: an X while it is open, what a Z keeps, and what came to it after its Z. Each is read by one statement.
import { sql } from 'kysely';
import type { DocumentKind, GenerationMode } from '../fiscal/document.ts';
import type { RateTotals } from '../fiscal/money.ts';
import { METHODS, type PaymentMethod } from '../fiscal/payment-methods.ts';
import { isAmong, taxedLines } from '../invoicing/index.ts';
import { add, compare, subtract, type Decimal } from '../platform/decimal.ts';
import { sqlRow, type Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { TillSessionRow } from './tables.ts';

/** Documents of a kind. Rejected, void and canceled ones are counted beside, and are in no sum. */
export interface DocumentSum {
  kind: DocumentKind;
  mode: GenerationMode;
  first: string;
  last: string;
  count: number;
  ended: number;
  subtotal: Decimal;
  tax: Decimal;
  total: Decimal;
  /** By rate of the ITBMS; left out in a Z of before. */
  taxes?: RateTotals[];
}

export interface MethodSum {
  method: PaymentMethod;
  received: Decimal;
  returned: Decimal;
  /** Part of what was received that lies in the drawer of an earlier session, whose sales were filed late. */
  earlier: Decimal;
  expected: Decimal;
  /** Null: nothing was counted yet. */
  counted: Decimal | null;
  difference: Decimal | null;
}

export interface Report {
  documents: DocumentSum[];
  methods: MethodSum[];
  paidIn: Decimal;
  paidOut: Decimal;
}

export interface Session extends Omit<TillSessionRow, 'tenant_id'> {
  /** Number of its Z; null while it is open. */
  number: number | null;
  report: Report | null;
  documents: string[] | null;
  payments: string[] | null;
  refunds: string[] | null;
  explanation: string | null;
  closed_by: string | null;
}

/** Over all methods; null where one of them has none, as in an X that is not counted. */
export function sumOf({ methods }: Report, name: 'expected' | 'counted' | 'difference'): Decimal | null {
  const amounts = methods.flatMap((one) => one[name] ?? []);
  return amounts.length < methods.length ? null : add('0', ...amounts);
}

/** Rows that a session consists of. */
export interface Members {
  documents: string[];
  payments: string[];
  refunds: string[];
}

/** A sale that a till has kept is filed within this time, as long as keys are remembered. */
const LATEST = sql.raw(`interval '31 days'`);

/**
 * Sums of all that the person of the session has written since it was opened. A closed session has here what its Z has not, which was filed
 * after it, or was still being written; and what was given back of its payments.
 */
export async function reportOf(db: TenantDb, session: Session): Promise<Report & { members: Members }> {
  const { documents, money, entries, counted, members } = await sqlRow<Read>(db)`
    with ${parts(db, session)}
    select
      (select coalesce(json_agg(one order by one.kind desc, one.mode), '[]') from (
        select kind, mode, min(number) as first, max(number) as last, count(*)::int as count, (count(*) filter (where ended))::int as ended,
          ${textSum('subtotal')} as subtotal, ${textSum('tax')} as tax, ${textSum('total')} as total, (
            select coalesce(json_agg(json_build_object('rate', rate::text, 'base', base::text, 'tax', itbms::text) order by rate), '[]')
            from of_rate where (of_rate.kind, of_rate.mode) = (documents.kind, documents.mode)) as taxes
        from documents group by kind, mode) one) as documents,
      (select coalesce(json_agg(one), '[]') from (
        select method, sum(received)::text as received, sum(returned)::text as returned, sum(earlier)::text as earlier from money group by method
      ) one) as money,
      (select coalesce(json_object_agg(kind, amount), '{}') from (
        select kind, sum(amount)::text as amount from till_entries
        where tenant_id = ${db.tenant.id} and session_id = ${session.id} and kind <> 'COUNT' group by kind) one) as entries,
      (select counted from till_entries where tenant_id = ${db.tenant.id} and session_id = ${session.id} and kind = 'COUNT'
        order by created_at desc, id desc limit 1) as counted,
      json_build_object(
        'documents', (select coalesce(json_agg(id order by id), '[]') from documents),
        'payments', (select coalesce(json_agg(id order by id), '[]') from paid),
        'refunds', (select coalesce(json_agg(id order by id), '[]') from given_back)) as members`;
  const isLate = session.closed_at !== null;
  const [paidIn, paidOut] = isLate ? ['0', '0'] : [entries.IN ?? '0', entries.OUT ?? '0'];
  const cash = isLate ? '0' : subtract(add(session.opening_float, paidIn), paidOut);
  const methods = METHODS.map((method): MethodSum => {
    const { received = '0', returned = '0', earlier = '0' } = money.find((one) => one.method === method) ?? {};
    const expected = add(method === 'CASH' ? cash : '0', subtract(subtract(received, returned), earlier));
    const found = counted === null || isLate ? null : (counted[method] ?? '0');
    const difference = found === null ? null : subtract(found, expected);
    const sums = { received: add(received), returned: add(returned), earlier: add(earlier) };
    return { method, ...sums, expected, counted: found, difference };
  });
  const isThere = ({ method, received, returned, counted: found }: MethodSum): boolean =>
    (method === 'CASH' && !isLate) || [received, returned, found ?? '0'].some((one) => compare(one, '0') !== 0);
  return {
    documents: documents.map((one) => ({
      ...one,
      subtotal: add(one.subtotal),
      tax: add(one.tax),
      total: add(one.total),
      taxes: one.taxes.map(({ rate, base, tax }) => ({ rate: add(rate), base: add(base), tax: add(tax) })),
    })),
    methods: methods.filter(isThere),
    ...{ paidIn: add(paidIn), paidOut: add(paidOut), members },
  };
}

interface Read {
  documents: Required<DocumentSum>[];
  money: Pick<MethodSum, 'method' | 'received' | 'returned' | 'earlier'>[];
  entries: { IN?: Decimal; OUT?: Decimal };
  counted: Partial<Record<PaymentMethod, Decimal>> | null;
  members: Members;
}

const textSum = (column: string): Sql => sql`coalesce(sum(${sql.ref(column)}) filter (where not ended), 0)::text`;

/** A payment may be dated so far ahead, so a session that has taken it was closed at most so long before one that begins before its date. */
const AHEAD = sql.raw(`interval '24 hours'`);

/** `documents`, `of_rate`, `paid`, `given_back` and `money` of the session. */
function parts(db: TenantDb, session: Session): Sql {
  const tenant = db.tenant.id;
  const { id, opened_by: person, opened_at: opened, closed_at: closed } = session;
  const own = (at: Sql): Sql =>
    sql`one.tenant_id = ${tenant} and one.created_by = ${person} and ${at} >= ${opened}
      ${closed ? sql`and ${at} < ${closed}::timestamptz + ${LATEST}` : sql``}`;
  /** Condition on rows of a closed session: in its time, or of a sale of it, and not in its Z. */
  const isMissing = (at: Sql, idsOfZ: string[] | null, isOfIt: Sql): Sql =>
    closed ? sql`and (${at} < ${closed} or ${isOfIt}) and one.id <> all (${idsOfZ}::uuid[])` : sql``;
  /** Condition on rows: no earlier Z of the person has them. Not only the last one: a date may be beyond several short sessions. */
  const isNew = (row: string, column: keyof Members): Sql =>
    sql`and ${sql.ref(`${row}.id`)} not in (select unnest(${sql.ref(column)}) from earlier)`;
  const soldIn = sql`sold.metadata ->> 'tillSession'`;
  const order = sql`left join orders sold on sold.tenant_id = one.tenant_id and sold.id = `;
  const issued = sql`one.issued_at`;
  const columns = sql`one.tenant_id, one.id, one.issue_day, one.subtotal, one.tax, one.total + one.certified_more as total`;
  const note = (table: string): Sql => sql`
    select ${columns} from ${sql.table(table)} one where ${own(issued)} ${isMissing(issued, session.documents, sql`false`)} ${isNew('one', 'documents')}`;
  /** A proforma that is filed gets another instant; its day stays, so that it is looked for in the Zs around that day alone. */
  const isInZOfItsSale = sql`exists (
    select from past join till_closings closing on closing.tenant_id = ${tenant} and closing.id = past.id
    where past.closed_at >= business.issue_day - 1 and past.opened_at < business.issue_day + 2 and business.id = any (closing.documents))`;
  /** Payment of the transaction of the sale, or its correction. A proforma that is filed gets another instant, and what is paid then is not of the sale. */
  const atOnce = sql`exists (
    select from payments first join fiscal_documents sale on sale.tenant_id = first.tenant_id and sale.id = first.invoice_id
    where first.tenant_id = one.tenant_id and first.invoice_id = one.invoice_id and first.paid_at = one.paid_at and first.created_at = sale.created_at)`;
  /** The caller says in which session it was sold: believed of an earlier one of the person, which tells the money beside its Z. */
  const isOfEarlier = sql`
    ${soldIn} <> ${id} and exists (select from past where past.id::text = ${soldIn} and past.closed_at > one.paid_at - ${LATEST})`;
  const isOfIt = sql`${soldIn} = ${id} and ${atOnce}`;
  /** A correction takes a payment back at its own instant, wherever its money lies. */
  const isCorrected = sql`back.refunded_at = one.paid_at`;
  /** A payment that is dated ahead is corrected where its Z has it. */
  const isOfZ = isAmong(db, 'one', sql`${session.payments}::uuid[]`);
  const isOfEarlierZ = isAmong(db, 'one', sql`array(select unnest(payments) from earlier)`);
  const givenBack = closed
    ? sql`(back.payment_id = any (${session.payments}::uuid[]) or back.created_by = ${person} and back.refunded_at >= ${opened}
          and (back.refunded_at < ${closed} or back.refunded_at < ${closed}::timestamptz + ${LATEST} and ${isCorrected} and (${isOfIt} or ${isOfZ})))
        and back.id <> all (${session.refunds}::uuid[])`
    : sql`back.created_by = ${person} and back.refunded_at >= ${opened}`;
  return sql`
    past as materialized (
      select id, opened_at, closed_at from till_sessions where tenant_id = ${tenant} and opened_by = ${person} and opened_at < ${opened}
    ),
    earlier as materialized (
      select documents, payments, refunds from past
      join till_closings closing on closing.tenant_id = ${tenant} and closing.id = past.id
      where past.closed_at >= ${opened}::timestamptz - ${AHEAD}
    ),
    business as (
      select ${columns} from invoices one ${order} one.order_id
      where ${own(issued)} and not one.is_stand_in and not one.is_opening ${isMissing(issued, session.documents, sql`${soldIn} = ${id}`)}
        ${isNew('one', 'documents')}
      union all ${note('credits')} union all ${note('debit_notes')}
    ),
    documents as materialized (
      select business.tenant_id, business.id, business.total, document.kind, document.mode, document.number,
        coalesce(file.net, business.subtotal) as subtotal, coalesce(file.itbms, business.tax) as tax, file.facts -> 'rates' as certified,
        number_class(legal_status, void_state, is_canceled, submission_state) in ('REJECTED', 'VOIDED', 'CANCELED') as ended
      from business join fiscal_documents document on document.tenant_id = business.tenant_id and document.id = business.id
      left join certified_documents file on file.tenant_id = business.tenant_id and file.document_id = business.id
        and file.differs_by <> '{}' and file.differs_by && '{NET,ITBMS}'
      where document.proforma_number is null or not ${isInZOfItsSale}
    ),
    booked as (select * from documents where not ended and certified is null),
    of_rate as (
      select kind, mode, tax_rate as rate, sum(net) as base, sum(tax) as itbms from (
        ${taxedLines(db, 'booked', sql`kind, mode`)}
        union all
        select kind, mode, said.rate, said.base, said.itbms
        from documents, jsonb_to_recordset(certified) said(rate numeric, base numeric, itbms numeric) where not ended
      ) taxed group by kind, mode, tax_rate
    ),
    paid as (
      select one.id, one.method, one.amount, ${isOfEarlier} and ${atOnce} as is_earlier
      from payments one join invoices invoice on invoice.tenant_id = one.tenant_id and invoice.id = one.invoice_id
      ${order} invoice.order_id
      where ${own(sql`one.paid_at`)} ${isMissing(sql`one.paid_at`, session.payments, sql`(${isOfIt} or ${isOfZ})`)}
        and not ${isOfEarlierZ}
    ),
    given_back as (
      select back.id, one.method, back.amount, ${isCorrected} and ${isOfEarlier} and ${atOnce} as is_earlier
      from refunds back join payments one on one.tenant_id = back.tenant_id and one.id = back.payment_id
      join invoices invoice on invoice.tenant_id = one.tenant_id and invoice.id = one.invoice_id
      ${order} invoice.order_id
      where back.tenant_id = ${tenant} and ${givenBack} ${isNew('back', 'refunds')} and not (${isCorrected} and ${isOfEarlierZ})
    ),
    money as (
      select method, amount as received, 0 as returned, case when is_earlier then amount else 0 end as earlier from paid
      union all select method, 0, amount, case when is_earlier then -amount else 0 end from given_back
    )`;
}
