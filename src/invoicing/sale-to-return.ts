// A sale that came back to the counter: found by its slip, with what a return of some of its lines would be.
import { sql } from 'kysely';
import type { FiscalDocument } from '../certification/index.ts';
import { cufeIn } from '../fiscal/cufe.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import type { Totals } from '../fiscal/money.ts';
import { add, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { conflict, DomainError, forbidden, notFound, type Sentence } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { InvoicingContext } from './context.ts';
import { assertSeenBy, isOfOffice, openTillOf, type Counter, type OpenTill } from './counter.ts';
import { assertCreditable, previewCredit, type NewCredit } from './issue-credit.ts';
import {
  creditsOfInvoices,
  isLiving,
  paymentsOfInvoices,
  readInvoice,
  refundsOfPayments,
  type InvoiceRecord,
} from './records.ts';
import { sumOf } from './payment-parts.ts';
import { freedBy, proposed, type LeftPayment, type MethodAmount } from './return-money.ts';

export interface SaleToReturn extends Totals {
  invoice: InvoiceRecord;
  /** Why nothing of it is taken back here. */
  problem: Sentence | null;
  /** Money that goes back, or stays with the company for the client. */
  back: Decimal;
  methods: (MethodAmount & { most: Decimal })[];
}

const NONE: Totals = { subtotal: '0', tax: '0', isc: '0', otherTax: '0', total: '0' };

/** By the QR or the CUFE of its slip or by its number, or by those of one of its notes. */
export async function findSaleToReturn(
  context: InvoicingContext,
  db: TenantDb,
  { code, lines }: { code: string; lines?: NewCredit['lines'] },
  counter: Counter,
): Promise<SaleToReturn> {
  const till = await openTillOf(db, counter.person);
  const invoice = await readInvoice(db, await invoiceOfCode(db, code, till));
  await assertSeenBy(db, invoice, counter, 'Invoice');
  try {
    assertMayReturn(db, invoice, till, counter);
    assertCreditable(invoice, invoice, modeOfNote(invoice));
    const { findings, balance: _, ...totals } = await previewCredit(context, db, { invoiceId: invoice.id, lines });
    const refused = findings.find(({ severity }) => severity === 'REFUSED');
    if (refused) return { ...NONE, invoice, problem: refused.problem, back: '0', methods: [] };
    const credited = add(await creditedOf(db, invoice.id), totals.total);
    const back = freedBy(invoice, credited, totals.total);
    return { ...totals, invoice, problem: null, back, methods: proposed(await paymentsLeft(db, invoice.id), back) };
  } catch (error) {
    // Lines that are not there are the caller's; what is wrong with the whole is told beside it, since its slip may be printed.
    if (!(error instanceof DomainError) || !['CONFLICT', 'FORBIDDEN'].includes(error.code) || lines) throw error;
    return { ...NONE, invoice, problem: error.sentence, back: '0', methods: [] };
  }
}

/** A note is filed where its invoice is. */
export const modeOfNote = ({ mode }: Pick<FiscalDocument, 'mode'>): GenerationMode =>
  mode === 'PROFORM' ? 'PROFORM' : 'DGI';

/** Goods go back on the shelf that they left, so they are taken back in their own office; a cashier needs an open till there, and the setting. */
export function assertMayReturn(
  db: TenantDb,
  invoice: Pick<FiscalDocument, 'number' | 'billing_point_id'>,
  till: OpenTill | undefined,
  { person, isCashier }: Counter,
): void {
  if (isCashier && !db.tenant.cashierReturns) throw forbidden('A cashier takes nothing back: an operator does');
  if (isCashier && !till) throw conflict('The till of {user} is not open', { user: person });
  if (till && !isOfOffice(invoice, till) && (isCashier || invoice.billing_point_id !== null))
    throw conflict('Invoice {number} is of another office and is taken back there', { number: invoice.number });
}

async function invoiceOfCode(db: TenantDb, text: string, till: OpenTill | undefined): Promise<string> {
  const cufe = cufeIn(text);
  const number = text.trim().toUpperCase();
  const digits = /^\d{1,10}$/.test(number) ? number.padStart(10, '0') : undefined;
  const series = [till?.mark ? `FAC-${till.mark}` : 'FAC', 'PRO'];
  const numbers = digits === undefined ? [number] : series.map((one) => `${one}-${digits}`);
  const is = cufe === null ? sql`document.number = any (${numbers})` : sql`document.cufe = ${cufe}`;
  const { rows } = await sql<{ id: string }>`
    select coalesce(credit.invoice_id, document.id) as id
    from fiscal_documents document left join credits credit on credit.tenant_id = document.tenant_id and credit.id = document.id
    where document.tenant_id = ${db.tenant.id} and ${is}
    order by array_position(${numbers}, document.number) limit 1`.execute(db);
  if (!rows[0]) throw notFound('Invoice');
  return rows[0].id;
}

/** By its living credits, also those that are not certified yet. */
export async function creditedOf(db: TenantDb, invoiceId: string): Promise<Decimal> {
  const living = (await creditsOfInvoices(db, [invoiceId])).filter(isLiving);
  return sumOf(living.map(({ total, certified_more: more }) => ({ amount: add(total, more) })));
}

/** The newest last. */
export async function paymentsLeft(db: TenantDb, invoiceId: string): Promise<LeftPayment[]> {
  const payments = await paymentsOfInvoices(db, [invoiceId]);
  if (payments.length === 0) return [];
  const ids = payments.map(({ id }) => id);
  const refunds = await refundsOfPayments(db, ids);
  return payments
    .map(({ id, method, amount }) => ({
      ...{ id, method },
      amount: subtract(amount, sumOf(refunds.filter((refund) => refund.payment_id === id))),
    }))
    .filter(({ amount }) => isPositive(amount));
}
