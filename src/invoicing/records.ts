// Invoices and credits as the API shows them: the business row and the legal row of the same document side by side.
import { sql, type Selectable, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { FISCAL_DOCUMENT_COLUMNS, isBeingSent } from '../certification/index.ts';
import type { FiscalDocumentRow } from '../certification/tables.ts';
import type { DocumentKind } from '../fiscal/document.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import type { Database } from '../platform/database.ts';
import { planned, type Statement } from '../platform/sql.ts';
import { commitAndFind, findingRow, mustFind, readingRows, rowsOf, type TenantDb } from '../tenancy/index.ts';
import {
  INVOICE_COLUMNS,
  type CreditLineRow,
  type CreditRow,
  type InvoiceLineRow,
  type InvoiceRow,
  type PaymentRow,
  type RefundRow,
} from './tables.ts';

export type LegalLife = Omit<Selectable<FiscalDocumentRow>, 'tenant_id' | 'id' | 'created_by'> & {
  /** Its bytes may be on the wire to the PAC at this moment. */
  is_being_sent: SqlBool;
};

export type InvoiceRecord = Selectable<InvoiceRow> & LegalLife;
export type CreditRecord = Selectable<CreditRow> & LegalLife;
export type InvoiceLine = Selectable<InvoiceLineRow>;
export type CreditLine = Selectable<CreditLineRow>;
export type Payment = Selectable<PaymentRow>;
export type Refund = Selectable<RefundRow>;

export const IS_BEING_SENT = sql<SqlBool>`document.submission_state = 'PENDING' and ${isBeingSent('document')}`.as(
  'is_being_sent',
);

type Documents = 'invoices' | 'credits' | 'debit_notes';
type Join<T extends Documents> = Database & { document: FiscalDocumentRow } & Record<T, Database[T]>;

/** The rows of one business table, each with the legal row of the same document. */
export function documentsOf<T extends Documents>(
  db: TenantDb,
  table: T,
): SelectQueryBuilder<Join<T>, T | 'document', Selectable<Database[T]> & LegalLife> {
  // A table that is a parameter defeats the builder's inference; the query is built for one of them.
  const name = table as 'invoices';
  return db
    .selectFrom(name)
    .innerJoin('fiscal_documents as document', (join) =>
      join.onRef('document.tenant_id', '=', `${name}.tenant_id`).onRef('document.id', '=', `${name}.id`),
    )
    .selectAll('document')
    .select(IS_BEING_SENT)
    .selectAll(name)
    .where(`${name}.tenant_id`, '=', db.tenant.id) as never;
}

export async function readInvoice(db: TenantDb, id: string): Promise<InvoiceRecord> {
  return mustFind(invoicesById(db, [id]), 'Invoice');
}

/** By the number that it has, or had as a proforma. */
export async function readInvoiceByNumber(db: TenantDb, number: string): Promise<InvoiceRecord> {
  const { id } = await mustFind(
    idsOfDocuments(db)
      .where('kind', '=', 'INVOICE')
      .where((eb) => eb.or([eb('number', '=', number), eb('proforma_number', '=', number)]))
      .limit(1),
    'Invoice',
  );
  return readInvoice(db, id);
}

/** By the transaction's last statement, which goes with the commit. */
export async function commitAndReadInvoice(db: TenantDb, id: string): Promise<InvoiceRecord> {
  const columns = [
    ...FISCAL_DOCUMENT_COLUMNS.map((name) => `document.${name}`),
    IS_BEING_SENT,
    ...INVOICE_COLUMNS.map((name) => `invoices.${name}`),
  ];
  const invoice = invoicesById(db, [id])
    .clearSelect()
    .select(columns as never) as never as Statement<InvoiceRecord>;
  return commitAndFind(db, planned(invoice), 'Invoice');
}

export async function readInvoices(db: TenantDb, ids: readonly string[]): Promise<InvoiceRecord[]> {
  return invoicesById(db, ids).execute();
}

function invoicesById(db: TenantDb, ids: readonly string[]) {
  return documentsOf(db, 'invoices').where('invoices.id', 'in', ids);
}

/** The invoice that each order yielded: the living one, else the newest of those that were rejected, void or canceled. */
export async function invoicesOfOrders(db: TenantDb, orderIds: readonly string[]): Promise<InvoiceRecord[]> {
  return documentsOf(db, 'invoices')
    .where('invoices.order_id', 'in', orderIds)
    .distinctOn('invoices.order_id')
    .orderBy('invoices.order_id')
    .orderBy('invoices.holds_order', 'desc')
    .orderBy('invoices.issued_at', 'desc')
    .execute();
}

export const linesOfInvoices = readingRows('invoice_lines', 'invoice_id', 'invoice_id', 'line_number');

export const readPayments = readingRows('payments', 'id');

export const paymentsOfInvoices = readingRows('payments', 'invoice_id', 'invoice_id', 'paid_at', 'id');

export const readPayment = findingRow('payments', 'Payment');

/** Oldest first. */
export async function refundsOfPayments(db: TenantDb, paymentIds: readonly string[]): Promise<Refund[]> {
  return rowsOf(db, 'refunds')
    .where(
      sql<boolean>`invoice_id = any (array(
      select invoice_id from payments where tenant_id = ${db.tenant.id} and id = any (${paymentIds}::uuid[])))`,
    )
    .where('payment_id', 'in', paymentIds)
    .orderBy('refunded_at')
    .orderBy('id')
    .execute();
}

export async function readCredit(db: TenantDb, id: string): Promise<CreditRecord> {
  return mustFind(creditById(db, id), 'Credit');
}

/** By the transaction's last statement, which goes with the commit. */
export async function commitAndReadCredit(db: TenantDb, id: string): Promise<CreditRecord> {
  return commitAndFind(db, creditById(db, id), 'Credit');
}

function creditById(db: TenantDb, id: string) {
  return documentsOf(db, 'credits').where('credits.id', '=', id);
}

export async function creditsOfInvoices(db: TenantDb, invoiceIds: readonly string[]): Promise<CreditRecord[]> {
  return documentsOf(db, 'credits')
    .where('credits.invoice_id', 'in', invoiceIds)
    .orderBy('credits.issued_at')
    .orderBy('credits.id')
    .execute();
}

export function isLiving(credit: CreditRecord): boolean {
  return (
    (credit.credit_status === 'UNAPPLIED' || credit.credit_status === 'APPLIED') && !isRejected(credit.legal_status)
  );
}

export const linesOfCredits = readingRows('credit_lines', 'credit_id', 'credit_id', 'line_number');

const KIND_NAMES = { INVOICE: 'Invoice', CREDIT_NOTE: 'Credit', DEBIT_NOTE: 'Debit note' } as const;

/** NOT_FOUND unless there is a document of that kind with this id. */
export async function assertDocument(db: TenantDb, id: string, kind: DocumentKind): Promise<void> {
  await mustFind(idsOfDocuments(db).where('id', '=', id).where('kind', '=', kind), KIND_NAMES[kind]);
}

function idsOfDocuments(db: TenantDb) {
  return db.selectFrom('fiscal_documents').select('id').where('tenant_id', '=', db.tenant.id);
}
