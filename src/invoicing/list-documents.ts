// Lists invoices, credits and notes, newest first: the business row and the legal row of each side by side; and lists payments.
import { sql } from 'kysely';
import { DOCUMENT_KINDS, type DocumentKind, type SubmissionState } from '../fiscal/document.ts';
import { parseCufe } from '../fiscal/cufe.ts';
import { REJECTED, type LegalStatus } from '../fiscal/legal-status.ts';
import { findBillingPoint, findClient } from '../catalog/index.ts';
import { remarkedDocuments } from '../certification/index.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { badInput, notFound } from '../platform/errors.ts';
import { containing, literals, sqlRow, sqlRows, type Sql } from '../platform/sql.ts';
import { byClient, ofClientsFound, documentConditions, type DocumentFilters, type Summed } from '../sales/index.ts';
import {
  changedOften,
  mergedPage,
  NOT_CLOSE,
  onDays,
  pageOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
  type Listing,
} from '../tenancy/index.ts';
import { isNumber, mayBePartOfCode, numbersIn, storedNumber } from '../numbers/index.ts';
import { countsAsSale, isOfKey, type SalesDimension, type SalesTable } from './counted-sales.ts';
import { joinWholeCredits } from './whole-credits.ts';
import { onFiscalDays } from './fiscal-day.ts';
import { monthState, type MonthState } from './month-state.ts';
import { certifiedOtherwise, needingPerson } from './needing-person.ts';
import type { DebitNoteRecord } from './debit-note-records.ts';
import { IS_BEING_SENT, type CreditRecord, type InvoiceRecord, type Payment } from './records.ts';
import { isAmong } from './refund-payment.ts';
import { AHEAD_MS } from './register-payment.ts';
import type { PaymentMethod } from './tables.ts';
import { withheldOf } from './withheld.ts';

export const DOCUMENT_ORDERS = ['ISSUED_AT', 'UPDATED_AT', 'NUMBER', 'TOTAL', 'BALANCE', 'DUE_DATE', 'CLIENT'] as const;

export interface DocumentsAsked extends DocumentFilters, PageAsked<(typeof DOCUMENT_ORDERS)[number]> {
  legalStatus?: LegalStatus | null | undefined;
  submissionState?: SubmissionState | null | undefined;
  /** True: those that only a person can move on. */
  needsPerson?: boolean | null | undefined;
  /** True: those whose signed XML differs, also after a person has looked at it. */
  certifiedOtherwise?: boolean | null | undefined;
  hasRemarks?: boolean | null | undefined;
  /** Code of a remark of the DGI. */
  remarkCode?: string | null | undefined;
  /** The business status of its kind. */
  status?: string | null | undefined;
  isOpen?: boolean | null | undefined;
  /** A day: open invoices that are due on it or before. */
  due?: string | null | undefined;
  /** State in the month of issue; implies that only filed documents are listed. */
  monthState?: MonthState | null | undefined;
  documentType?: string | null | undefined;
  /** Rate of the ITBMS, in per cent: documents with a line at that rate. */
  taxRate?: string | null | undefined;
  /** Only sales; with a key those of its figure. */
  soldBy?: SalesDimension | null | undefined;
  soldKey?: string | null | undefined;
}

interface Kind extends Omit<Summed, 'matching'> {
  kind: DocumentKind;
  statusColumn: string;
  /** The statuses in which something is left to be paid or applied, and the others. */
  open: readonly string[];
  over: readonly string[];
  also?: Sql;
}

/** True for an invoice that is no import, and was neither rejected, voided nor canceled. */
const IS_OWED = sql`(invoices.is_owed and invoices.holds_order)`;

function linesWithRates(table: string, key: string) {
  return (db: TenantDb) => sql`
  select l.tax_rate as rate, l.net, l.tax from matched
  join ${sql.table(table)} l on l.tenant_id = ${db.tenant.id} and l.${sql.ref(key)} = matched.id`;
}

const NOTES = {
  table: 'debit_notes',
  statusColumn: 'debit_status',
  open: ['ISSUED'],
  over: ['REJECTED', 'CANCELED', 'VOID'],
  lines: linesWithRates('debit_note_lines', 'debit_note_id'),
} satisfies Partial<Kind>;

export const DOCUMENT_LISTS = {
  invoices: {
    kind: 'INVOICE',
    table: 'invoices',
    statusColumn: 'invoice_status',
    open: ['UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED'],
    over: ['PAID', 'OVERPAID', 'CANCELED', 'VOID'],
    also: sql`not invoices.is_stand_in`,
    paid: sql`invoices.paid`,
    // As `balanceOf` has it.
    balance: sql`(case when ${IS_OWED} then greatest(0, invoices.total + invoices.certified_more + debited - ${withheldOf('invoices')} - paid - credited) else 0 end)`,
    lines: linesWithRates('invoice_lines', 'invoice_id'),
  },
  credits: {
    kind: 'CREDIT_NOTE',
    table: 'credits',
    statusColumn: 'credit_status',
    open: ['UNAPPLIED'],
    over: ['APPLIED', 'CANCELED', 'VOID'],
    balance: sql`case when credit_status = 'UNAPPLIED' then credits.total + credits.certified_more else 0 end`,
    lines: (db) => sql`
      select sold.tax_rate as rate, l.net, l.tax from matched
      join credit_lines l on l.tenant_id = ${db.tenant.id} and l.credit_id = matched.id
      join invoice_lines sold on sold.tenant_id = l.tenant_id and sold.id = l.invoice_line_id
      union all
      select rate.percent, whole.subtotal, whole.tax from matched ${joinWholeCredits(db, 'matched')}`,
  },
  debitNotes: { ...NOTES, kind: 'DEBIT_NOTE' },
  // As a literal: so the planner knows the index that has them alone.
  genericCredits: { ...NOTES, kind: 'CREDIT_NOTE', also: sql`document.document_type = '06'` },
} satisfies Record<string, Kind>;

type Name = keyof typeof DOCUMENT_LISTS;

/** One whose code is searched comes first. With `due`, what was due first. */
export async function listDocuments<Row>(
  db: TenantDb,
  name: Name,
  query: DocumentsAsked,
  listName: string = name,
): Promise<ListPage<Row>> {
  const { table, kind, statusColumn, open, also }: Kind = DOCUMENT_LISTS[name];
  const search = query.search?.trim() ?? '';
  const numbers = await numbersIn(db, 'fiscal_documents', search, kind);
  const named = numbers.length > 0 ? [] : await documentsNamed(db, search);
  // A whole CUFE, or id at a PAC: found by its index or not at all.
  const isNamed =
    named.length > 0 || parseCufe(search.toUpperCase()) !== null || IDENTIFIERS.some((one) => one.test(search));
  const isPart = !isNamed && numbers.length === 0 && mayBePartOfCode(search);
  const isMet = isPart && isNewestOfAll(query) && (await isInNewest(db, kind, search));
  const found = isMet ? undefined : isPart ? await documentsContaining(db, kind, search) : [];
  const inCodes = found ? sql`${sql.ref(`${table}.id`)} = any (${found}::uuid[])` : hasCode(search);
  const isFound = isPart && found?.length !== 0;
  const closest = isMet ? await documentsClosest(db, kind, search) : [];
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const beside = sql`join fiscal_documents document on document.tenant_id = ${own('tenant_id')} and document.id = ${own('id')}`;
  const filters = {
    at: own('issued_at'),
    total: own('total'),
    ofClient: (id: string) => sql`${own('client_id')} = ${id}::uuid`,
  };
  const statuses = statusesAsked(name, query);
  const isOfTable =
    name !== 'genericCredits' && search === '' && query.orderBy?.field !== 'NUMBER' && !asksOfDocument(query);
  const inStatus = (status: string) => sql`${own(statusColumn)} = ${sql.lit(status)}`;
  return pageOf(db, query, {
    name: listName,
    columns: sql`document.*, ${IS_BEING_SENT}, ${sql.table(table)}.*`,
    from: sql`${sql.table(table)} ${beside}`,
    beside,
    own: isOfTable && sql.table(table),
    where: [
      sql`${own('tenant_id')} = ${db.tenant.id}`,
      // The tables of credits and debit notes have generic notes of the other kind as well.
      isOfTable
        ? name === 'debitNotes' && sql`${own('id')} <> all (array(${genericCredits(db)}))`
        : (table === 'debit_notes' || query.orderBy?.field === 'NUMBER' || numbers.length > 0) &&
          sql`document.kind = ${sql.lit(kind)}`,
      also,
      query.due != null && sql`due_date <= ${query.due} and ${IS_OWED} and ${own(statusColumn)} in (${literals(open)})`,
      name === 'invoices' && query.isOpen === true && IS_OWED,
      statuses?.length === 0 && sql`false`,
      ...legalConditions(db, name, query),
      numbers.length > 0 && sql`document.number = any (${numbers})`,
      isNamed && sql`document.id = any (${named}::uuid[])`,
      search !== '' &&
        numbers.length === 0 &&
        !isNamed &&
        sql`(${isFound ? sql`${inCodes} or` : sql``} ${await ofClientsFound(db, table, search)})`,
      ...onFiscalDays(db, table, query),
      ...(await documentConditions(db, { ...query, from: null, to: null }, filters)),
    ],
    // A rejected invoice or an import keeps its status, and nothing is owed on it.
    oneOf: statuses
      ?.map(inStatus)
      .concat(
        query.isOpen === false && query.status == null && name === 'invoices'
          ? [sql`(${own(statusColumn)} in (${literals(open)}) and not ${IS_OWED})`]
          : [],
      ),
    orders: ordersOf(db, name, query),
    usual: query.due == null ? ['ISSUED_AT', 'DESC'] : ['DUE_DATE', 'ASC'],
    changed: 'UPDATED_AT',
    tie: { by: own('id'), type: 'uuid' },
    closeness: isPart && (isFound && !isMet ? isCode(search) : NOT_CLOSE),
    closest: closest.length > 0 ? sql`document.id = any (${closest}::uuid[])` : undefined,
  });
}

const genericCredits = (db: TenantDb): Sql => sql`
  select id from fiscal_documents where tenant_id = ${db.tenant.id} and document_type = '06'`;

/** Whether the legal row decides what is listed, beside the business row. */
const asksOfDocument = (query: DocumentsAsked): boolean =>
  [
    ...[query.legalStatus, query.submissionState, query.needsPerson, query.certifiedOtherwise, query.hasRemarks],
    ...[query.monthState, query.documentType, query.remarkCode, query.soldBy],
  ].some((one) => one != null);

/** Conditions on the legal life of a document, on what the month counts of it, and on its lines. */
function legalConditions(db: TenantDb, name: Name, query: DocumentsAsked): Listing<string>['where'] {
  const { table, kind, lines }: Kind = DOCUMENT_LISTS[name];
  return [
    query.legalStatus && withLegalStatus(db, kind, query.legalStatus),
    query.submissionState &&
      (query.submissionState === 'PENDING' || query.submissionState === 'UNKNOWN'
        ? few(db, kind, sql`submission_state = ${sql.lit(query.submissionState)}`)
        : sql`document.submission_state = ${query.submissionState}`),
    query.monthState &&
      sql`${monthState(table)} = ${query.monthState} and document.mode <> 'PROFORM' ${name === 'invoices' ? sql`and not is_opening` : sql``}`,
    query.soldBy != null && countsAsSale(db, table as SalesTable),
    query.soldBy != null && query.soldKey != null && isOfKey(db, table as SalesTable, query.soldBy, query.soldKey),
    query.documentType != null && sql`document.document_type = ${query.documentType}`,
    query.taxRate != null &&
      sql`exists (with matched as (select ${sql.ref(`${table}.id`)} as id) select from (${lines(db)}) line where rate = ${query.taxRate})`,
    query.needsPerson && sql`document.id = any (array(select id from ${needingPerson(db)} as needing))`,
    query.certifiedOtherwise && sql`document.id = any (array(${certifiedOtherwise(db)}))`,
    (query.hasRemarks || query.remarkCode != null) &&
      sql`document.id = any (array(${remarkedDocuments(db, query.remarkCode)}))`,
  ];
}

export type ListedDocument = InvoiceRecord | CreditRecord | DebitNoteRecord;

/** List of a record that `listAllDocuments` has answered. */
export const listOf = new WeakMap<object, Name>();

/** Documents of all kinds, or of these: each kind is read along its own index, and the pages are merged. */
export async function listAllDocuments(
  db: TenantDb,
  {
    kinds,
    ...query
  }: Omit<DocumentsAsked, 'orderBy' | 'search'> & { kinds?: readonly DocumentKind[] | null | undefined },
): Promise<ListPage<ListedDocument>> {
  const names = Object.keys(DOCUMENT_LISTS) as Name[];
  const pages: ListPage<ListedDocument>[] = [];
  for (const name of names.filter((one) => kinds?.includes(DOCUMENT_LISTS[one].kind) ?? true)) {
    const page = await listDocuments<ListedDocument>(db, name, query, 'documents');
    for (const record of page.records) listOf.set(record, name);
    pages.push(page);
  }
  if (pages.length === 0) throw badInput('{field} needs at least one entry', { field: 'kinds' });
  return mergedPage(pages, query.first ?? query.limit, query.updatedSince ? 'ASC' : 'DESC');
}

function ordersOf(
  db: TenantDb,
  name: Name,
  { due }: DocumentsAsked,
): Listing<(typeof DOCUMENT_ORDERS)[number]>['orders'] {
  const { table, balance }: Kind = DOCUMENT_LISTS[name];
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const isOfInvoices = name === 'invoices';
  return {
    ISSUED_AT: { by: own('issued_at'), type: 'timestamptz' },
    UPDATED_AT: changedOften(table),
    NUMBER: { by: sql`document.number`, type: 'text', isJoined: true },
    TOTAL: { by: own('total'), type: 'numeric', amount: 'column' },
    BALANCE: { by: balance ?? sql`0::numeric`, type: 'numeric', amount: 'computed' },
    // An invoice without terms is due on its day.
    DUE_DATE: {
      by:
        due != null || !isOfInvoices
          ? own(isOfInvoices ? 'due_date' : 'issue_day')
          : sql`(case when due_date is null then issue_day else due_date end)`,
      type: 'date',
    },
    CLIENT: byClient(db, table, 'issued_at'),
  };
}

/** Undefined: any. */
function statusesAsked(name: Name, { status, isOpen }: DocumentsAsked): readonly string[] | undefined {
  const { open, over }: Kind = DOCUMENT_LISTS[name];
  if (isOpen == null) return status == null ? undefined : [status];
  return (isOpen ? open : over).filter((one) => status == null || one === status);
}

/** A frequent status is met along the way; a rare one is read by an index of its own. */
function withLegalStatus(db: TenantDb, kind: DocumentKind, status: LegalStatus): Sql {
  if (REJECTED.includes(status))
    return few(
      db,
      kind,
      sql`number_class(legal_status, void_state, is_canceled, submission_state) = 'REJECTED'
      and legal_status = ${sql.lit(status)}`,
    );
  if (status === 'PAC_AUTHORIZED') return few(db, kind, sql`legal_status = 'PAC_AUTHORIZED'`);
  return sql`document.legal_status = ${status}`;
}

function few(db: TenantDb, kind: DocumentKind, condition: Sql): Sql {
  return sql`document.id = any (array(
    select id from fiscal_documents where tenant_id = ${db.tenant.id} and kind = ${sql.lit(kind)} and ${condition}))`;
}

const CODES = ['document.number', 'document.cufe', 'document.document_id', 'document.proforma_number'];

/** Ids of PACs, which are no name of a client. */
const IDENTIFIERS = [
  /^[0-9A-HJKMNP-TV-Z]{26}$/i,
  /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i,
  /^[0-9A-Z]{4}-\d{3}-\d{2}-\d{10}-\d{2}$/i,
];

const SHORTEST_NUMBER = 3;

/** Documents with a code that is the text, each found by the index of its code. */
async function documentsNamed(db: TenantDb, search: string): Promise<string[]> {
  if (search.length < SHORTEST_NUMBER) return [];
  const codes = [...new Set([search, search.toUpperCase(), search.toLowerCase()])];
  return documentsOfCodes(db, codes, [...new Set([...codes, storedNumber(search) ?? search])]);
}

async function documentsOfCodes(db: TenantDb, codes: string[], numbers = codes): Promise<string[]> {
  const ofTenant = sql`select id from fiscal_documents where tenant_id = ${db.tenant.id}`;
  const ofKinds = sql`${ofTenant} and kind = any (${DOCUMENT_KINDS})`;
  const rows = await sqlRows<{ id: string }>(db)`
    ${ofTenant} and cufe = any (${codes}) union ${ofTenant} and document_id = any (${codes})
    union ${ofKinds} and proforma_number = any (${numbers}) union ${ofKinds} and number = any (${numbers})`;
  return rows.map(({ id }) => id);
}

/** Documents with the text for a code, which is too short for a code alone, or for their number. */
async function documentsClosest(db: TenantDb, kind: DocumentKind, search: string): Promise<string[]> {
  if (search.length >= SHORTEST_NUMBER) return [];
  const codes = [search, search.toUpperCase(), search.toLowerCase()];
  return documentsOfCodes(db, codes, [...codes, ...(await numbersIn(db, 'fiscal_documents', search, kind, 1))]);
}

const OF_THE_PAGE = ['search', 'first', 'limit', 'offset', 'after', 'orderBy'];

/** True for a list in its usual order of which nothing but the search is asked. */
function isNewestOfAll(query: DocumentsAsked): boolean {
  const { field, direction } = query.orderBy ?? { field: 'ISSUED_AT', direction: 'DESC' };
  const isUsual = field === 'ISSUED_AT' && direction === 'DESC';
  return isUsual && Object.entries(query).every(([name, filter]) => filter == null || OF_THE_PAGE.includes(name));
}

/** Codes of each kind, the last of their index, that tell whether a page meets enough of a text among the newest documents. */
const NEWEST_CODES = 2000;

async function isInNewest(db: TenantDb, kind: DocumentKind, search: string): Promise<boolean> {
  const codes = CODES.map(
    (code) => sql`
      select from (
        select ${sql.ref(code)} from ${codesOf(db, kind, code)} order by ${sql.ref(code)} desc limit ${sql.lit(NEWEST_CODES)}) document
      where ${contains(code, search)}`,
  );
  const [row] = await sqlRows<{ count: number }>(db)`
    select count(*)::int as count from (${sql.join(codes, sql` union all `)}) one`;
  return row!.count > FEW / 2;
}

/** `from` and `where` of the documents that have the code, in the columns of its index. */
function codesOf(db: TenantDb, kind: DocumentKind, code: string): Sql {
  // The index of a number begins with the kind.
  const ofKind = /number/.test(code) ? sql`and kind = ${sql.lit(kind)}` : sql``;
  return sql`fiscal_documents document where tenant_id = ${db.tenant.id} ${ofKind} and ${sql.ref(code)} is not null`;
}

/** So many documents are found by their codes before their list is read. */
const FEW = 50;

/** Documents with a code that contains the text, which the indexes of codes are read for, and no document; undefined: more than a few. */
async function documentsContaining(db: TenantDb, kind: DocumentKind, search: string): Promise<string[] | undefined> {
  const codes = CODES.map(
    (code) => sql`(
      select ${sql.ref(code)} as code from ${codesOf(db, kind, code)} and ${contains(code, search)} limit ${sql.lit(FEW + 1)})`,
  );
  const rows = await sqlRows<{ code: string }>(db)`
    select code from (${sql.join(codes, sql` union all `)}) found limit ${sql.lit(FEW + 1)}`;
  if (rows.length > FEW) return undefined;
  return rows.length === 0
    ? []
    : documentsOfCodes(
        db,
        rows.map(({ code }) => code),
      );
}

function contains(code: string, search: string): Sql {
  return sql`${sql.ref(code)} ilike any (${[search, storedNumber(search) ?? search].map(containing)})`;
}

function hasCode(search: string): Sql {
  return sql.join(
    CODES.map((code) => contains(code, search)),
    sql` or `,
  );
}

/** Whether one of its codes is what is searched, and does not only contain it. */
function isCode(search: string): Sql {
  const codes = CODES.map((code) => sql`lower(${sql.ref(code)})`);
  return sql`greatest(coalesce(lower(${search}::text) in (${sql.join(codes)}), false)::int, ${isNumber(sql`document.number`, search)})`;
}

export const PAYMENT_ORDERS = ['PAID_AT', 'AMOUNT', 'UPDATED_AT'] as const;

export interface PaymentsAsked
  extends Pick<DocumentFilters, 'clientId' | 'from' | 'to'>, PageAsked<(typeof PAYMENT_ORDERS)[number]> {
  method?: PaymentMethod | null | undefined;
  createdBy?: string | null | undefined;
  /** Taken in a session of this till, or in this session. */
  billingPointId?: string | null | undefined;
  tillSessionId?: string | null | undefined;
}

/** Condition on payments that their person took while a session was open. */
async function takenIn(db: TenantDb, { billingPointId, tillSessionId }: PaymentsAsked): Promise<Sql | null> {
  const point = billingPointId == null ? null : (await findBillingPoint(db, billingPointId)).id;
  if (tillSessionId != null) return takenInSession(db, tillSessionId, point);
  if (point === null) return null;
  return sql`exists (
    select from till_sessions session where session.tenant_id = ${db.tenant.id} and session.billing_point_id = ${point}
      and session.opened_by = payments.created_by and payments.paid_at
      between session.opened_at and coalesce(session.closed_at, 'infinity'))`;
}

/** As its X and Z count them: one that is dated ahead is in the session in which it came, and not in that of its date. */
async function takenInSession(db: TenantDb, id: string, point: string | null): Promise<Sql> {
  const [session] = await sqlRows<{ at: string; person: string; opened: Date; closed: Date | null }>(db)`
    select billing_point_id as at, opened_by as person, opened_at as opened, closed_at as closed
    from till_sessions where tenant_id = ${db.tenant.id} and id = ${id}`;
  if (session === undefined) throw notFound('Till session', 'tillSessionId');
  const { at, person, opened, closed } = session;
  if (point !== null && point !== at) return sql`false`;
  const isOfZ = (of: Sql): Sql =>
    isAmong(db, 'payments', sql`array(select unnest(closing.payments) from till_closings closing ${of})`);
  const own = sql`where closing.tenant_id = ${db.tenant.id} and closing.id = ${id}`;
  const untilClosed = sql`and paid_at <= ${closed && new Date(closed.getTime() + AHEAD_MS)} and (paid_at <= ${closed} or ${isOfZ(own)})`;
  const ofEarlier = sql`
    join till_sessions earlier on earlier.tenant_id = closing.tenant_id and earlier.id = closing.id
    where closing.tenant_id = ${db.tenant.id} and earlier.opened_by = ${person} and earlier.opened_at < ${opened}
      and earlier.closed_at >= ${new Date(opened.getTime() - AHEAD_MS)}`;
  return sql`(created_by = ${person} and paid_at >= ${opened} ${closed ? untilClosed : sql``} and not ${isOfZ(ofEarlier)})`;
}

export interface PaymentSums {
  amount: Decimal;
  /** Part of it that was given back or moved since. */
  refunded: Decimal;
}

/** Over all that a list matches. */
export async function sumsOfPayments(db: TenantDb, matching: Sql): Promise<PaymentSums> {
  const { amount, refunded } = await sqlRow<PaymentSums>(db)`
    with matched as materialized (select id, invoice_id, amount ${matching})
    select (select coalesce(sum(amount), 0) from matched) as amount, (
      select coalesce(sum(refunds.amount), 0) from refunds join matched on matched.invoice_id = refunds.invoice_id and matched.id = refunds.payment_id
      where refunds.tenant_id = ${db.tenant.id}) as refunded`;
  return { amount: add(amount), refunded: add(refunded) };
}

/** Newest first; one whose reference is searched comes before. */
export async function listPayments(db: TenantDb, query: PaymentsAsked): Promise<ListPage<Payment>> {
  const search = query.search?.trim() ?? '';
  // Nothing else is shown of the invoice, so that a short number is its number here as well.
  const numbers = await numbersIn(db, 'fiscal_documents', search, 'INVOICE', 1);
  // Short of its series, a number may be that of a check as well.
  const isWhole = numbers.length > 0 && storedNumber(search) !== null;
  const client = query.clientId == null ? null : (await findClient(db, query.clientId)).id;
  return pageOf(db, query, {
    name: 'payments',
    columns: sql`*`,
    from: sql`payments`,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      query.method && sql`method = ${query.method}`,
      query.createdBy != null && sql`created_by = ${query.createdBy}`,
      await takenIn(db, query),
      client !== null &&
        sql`invoice_id = any (array(select id from invoices where tenant_id = ${db.tenant.id} and client_id = ${client}))`,
      ...onDays(db, sql`paid_at`, query),
      search !== '' &&
        sql`(${isWhole ? sql`` : sql`reference ilike ${containing(search)} or`} invoice_id = any (array(
            select id from fiscal_documents
            where tenant_id = ${db.tenant.id} and kind = 'INVOICE' and number = any (${numbers}))))`,
    ],
    orders: {
      PAID_AT: { by: sql`paid_at`, type: 'timestamptz' },
      AMOUNT: { by: sql`amount`, type: 'numeric', amount: 'column' },
      UPDATED_AT: { by: sql`updated_at`, type: 'timestamptz' },
    },
    usual: ['PAID_AT', 'DESC'],
    changed: 'UPDATED_AT',
    closeness: search !== '' && sql`coalesce(lower(reference) = lower(${search}), false)::int`,
  });
}
