// Files an invoice that was a proforma so far: it gets a fiscal number and a legal life; goods, sales and payments stay as they are.
import type { Selectable } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { findClient, itemsOfLines } from '../catalog/index.ts';
import { lockDocument, type FiscalDocument } from '../certification/index.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import { add, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict } from '../platform/errors.ts';
import { findOrder } from '../sales/index.ts';
import { changing, type TenantDb } from '../tenancy/index.ts';
import { assertNotCertified, assertTaken, fileProforma, issuing, type Writes } from './certify.ts';
import { assertNotDebited } from './cancel-document.ts';
import { dayOfPayload } from './fiscal-day.ts';
import { invoiceFacts, pointOf } from './generate-invoice.ts';
import { changeOf, keptParts, partsBeyond, split, type PaymentPart, type PaymentTerms } from './payment-parts.ts';
import { assertDueFrom, lastDueDate, paymentTerms, termsProblems, type AskedTerms } from './payment-terms.ts';
import { recordParts } from './record-parts.ts';
import {
  creditsOfInvoices,
  isLiving,
  linesOfInvoices,
  readInvoice,
  type CreditRecord,
  type InvoiceRecord,
} from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import type { InvoiceRow } from './tables.ts';

export interface Conversion {
  invoiceId: string;
  /** How it is to be paid; left out: as a whole on the invoice's due day, or at once. */
  payment?: AskedTerms | null | undefined;
}

const file: Writes<Conversion> = async (context, db, { invoiceId: id, payment }, actor) => {
  await readInvoice(db, id);
  const document = await lockDocument(db, id);
  const invoice = await lockInvoice(db, id);
  if (document.mode === 'DGI' && !isRejected(document.legal_status) && invoice.canceled_at === null)
    return { id, isNew: false };
  assertTaken(context, db.tenant, document.document_type);
  assertInvoiceConvertible(document, invoice, await creditsOfInvoices(db, [id]));
  const order = invoice.order_id === null ? undefined : await findOrder(db, invoice.order_id);
  const { document_type: type } = document;
  const begun = order?.created_at ?? document.created_at;
  const contingency = await assertNotCertified(context, db, { mode: 'DGI', type, name: document.number, begun });

  const lines = await linesOfInvoices(db, [id]);
  const issuedAt = context.clock.now();
  const { due, terms, beyond } = await howPaid(db, invoice, payment, issuedAt);
  const facts = {
    exportData: invoice.export_data,
    ...invoiceFacts({
      lines,
      items: await itemsOfLines(db, lines),
      client: await findClient(db, invoice.client_id),
      total: invoice.total,
      retention: invoice.retention_code === null ? null : { code: invoice.retention_code, amount: invoice.retention },
      terms,
      issuedAt,
    }),
  };
  const choice = pointOf(order ?? { billing_point_id: null }, lines);
  await fileProforma(context, db, document, { type, createdBy: actor, choice }, { ...facts, contingency });
  await recordParts(db, { id, issuedAt, createdBy: actor }, beyond);
  // The PAC's clock for voiding it begins now. The day of the sale (`issue_day`), on which the goods left, stays.
  await changing(db, 'invoices')
    .set({
      issued_at: issuedAt,
      fiscal_day: dayOfPayload(issuedAt),
      due_date: invoice.is_owed ? lastDueDate(terms) : null,
      ...(beyond.length > 0 ? { change: changeOf(due, terms) } : {}),
    })
    .where('id', '=', id)
    .execute();
  await refreshInvoiceStatus(db, id);
  return id;
};

/** Converting twice is converting once. */
export const convertInvoiceToDgi = issuing(() => ({ mode: 'DGI' }), file, readInvoice);

/** As the PAC is told it, with what is paid already by its methods; and what of it is still to be registered. */
async function howPaid(
  db: TenantDb,
  invoice: Selectable<InvoiceRow>,
  wantedTerms: AskedTerms | null | undefined,
  issuedAt: Date,
): Promise<{ due: Decimal; terms: PaymentTerms; beyond: readonly PaymentPart[] }> {
  const order = { due_date: invoice.due_date, issue_day: dayOfPayload(issuedAt) };
  const due = subtract(invoice.total, invoice.retention);
  const paid = invoice.is_owed ? split(await paidByMethod(db, invoice.id), due).first : [];
  const rest = subtract(due, add('0', ...paid.map(({ amount }) => amount)));
  const open = { method: order.due_date === null ? (wantedTerms?.method ?? 'CASH') : 'CREDIT', amount: rest } as const;
  const isTold = (wantedTerms?.payments ?? []).length > 0;
  const isFromPaid = !isTold && !wantedTerms?.instalments && paid.length > 0;
  const payments = isPositive(rest) ? [...paid, open] : paid;
  const terms = paymentTerms(isFromPaid ? { payments } : wantedTerms, order, due);
  if (!isTold && wantedTerms?.instalments && paid.length > 0) terms.parts = paid;
  const problems = termsProblems(due, terms);
  if (problems.length > 0) throw badInput('{problems}', { problems });
  assertDueFrom(order.issue_day, terms);
  return { due, terms, beyond: isTold && invoice.is_owed ? partsBeyond(paid, keptParts(due, terms)) : [] };
}

/** Payments of an invoice by method, less refunds. */
async function paidByMethod(db: TenantDb, invoiceId: string): Promise<PaymentPart[]> {
  return sqlRows<PaymentPart>(db)`
    select method, sum(amount - coalesce(refunded, 0)) as amount
    from payments left join lateral (
      select sum(refunds.amount) as refunded from refunds
      where refunds.tenant_id = payments.tenant_id and refunds.invoice_id = payments.invoice_id and payment_id = payments.id) back on true
    where payments.tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId}
    group by method having sum(amount - coalesce(refunded, 0)) > 0 order by min(paid_at), method`;
}

/** Throws the refusal of `convertInvoiceToDgi`, if there is one. */
export function assertInvoiceConvertible(
  { number, mode, legal_status: legalStatus }: FiscalDocument,
  invoice: Pick<InvoiceRecord, 'canceled_at' | 'voided_at' | 'invoice_status' | 'debited'>,
  credits: readonly CreditRecord[],
): void {
  const isOver = invoice.voided_at !== null || invoice.canceled_at !== null;
  if (isOver || mode !== 'PROFORM') {
    const status = isOver ? invoice.invoice_status : (legalStatus ?? mode);
    throw conflict('Invoice {number} is {status} and cannot be converted', { number, status });
  }
  assertNotDebited({ number, debited: invoice.debited });
  const credit = credits.find(isLiving);
  if (credit) throw conflict('Invoice {number} has credits; cancel {credit} first', { number, credit: credit.number });
}
