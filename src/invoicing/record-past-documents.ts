// Records documents of the past in bulk: invoices, what was paid on them and credited against them, and the units they sold.
// Their goods are moved by the caller, who knows in which order everything happened.
import { sql, type Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../platform/database.ts';
import type { DocumentKind, GenerationMode } from '../fiscal/document.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { jsonRows } from '../platform/sql.ts';
import { lineAmounts, totalsOf, type LineAmounts } from '../sales/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { creditAmounts } from './credit-amounts.ts';
import { invoiceStatus } from './invoice-status.ts';
import { recordSales, type SoldUnits } from '../rollups/index.ts';
import type { PaymentMethod } from './tables.ts';

interface PastDocument {
  id: string;
  number: string;
  /** Never sent to the PAC, so never of mode DGI. */
  mode: Exclude<GenerationMode, 'DGI'>;
  issuedAt: Date;
  /** The tenant's calendar day of it. */
  issueDay: string;
  createdBy: string;
}

export interface PastInvoice extends PastDocument {
  orderId?: string | undefined;
  clientId: string;
  dueDate: string | null;
  lines: readonly PastInvoiceLine[];
  payments: readonly PastPayment[];
}

export interface PastInvoiceLine {
  id: string;
  itemId: string;
  locationId: string;
  description: string;
  quantity: Decimal;
  unitPrice: Decimal;
  taxRate: Decimal;
}

export interface PastPayment {
  amount: Decimal;
  method: PaymentMethod;
  reference: string | null;
  paidAt: Date;
}

export interface PastCredit extends PastDocument {
  /** One of the invoices recorded with it. */
  invoiceId: string;
  reason: string;
  restock: boolean;
  /** Whether it moves the invoice's balance. */
  isApplied: boolean;
  lines: readonly { invoiceLineId: string; quantity: Decimal }[];
}

export interface PastDocuments {
  invoices: readonly PastInvoice[];
  /** Oldest first. */
  credits: readonly PastCredit[];
}

/** `today` is the tenant's calendar day, by which invoices are past due. */
export async function recordPastDocuments(db: TenantDb, past: PastDocuments, today: string): Promise<void> {
  const invoices = past.invoices.map(priceInvoice);
  const credits = priceCredits(invoices, past.credits);
  await insertLegalRows(db, 'INVOICE', past.invoices);
  await insertLegalRows(db, 'CREDIT_NOTE', past.credits);
  await insertInvoices(db, invoices, today);
  await insertCredits(db, credits);
  await recordSales(db, [
    ...invoices.flatMap(({ invoice, lines }) => lines.map((line) => sold(invoice, invoice, line, line.quantity))),
    ...credits
      .filter(({ credit }) => credit.restock)
      .flatMap(({ credit, invoice: { invoice }, lines }) =>
        lines.map(({ of, quantity }) => sold(invoice, credit, of, negate(quantity))),
      ),
  ]);
}

interface PricedInvoice {
  invoice: PastInvoice;
  lines: PricedLine[];
  paid: Decimal;
  /** Sum of the credits applied to it. */
  credited: Decimal;
}

interface PricedLine extends PastInvoiceLine, LineAmounts {
  quantityCredited: Decimal;
  netCredited: Decimal;
  taxCredited: Decimal;
}

interface PricedCredit {
  credit: PastCredit;
  invoice: PricedInvoice;
  lines: (LineAmounts & { of: PricedLine; quantity: Decimal })[];
}

function priceInvoice(invoice: PastInvoice): PricedInvoice {
  const lines = invoice.lines.map((line) => {
    return { ...line, ...lineAmounts(line), quantityCredited: '0', netCredited: '0', taxCredited: '0' };
  });
  return { invoice, lines, paid: add('0', ...invoice.payments.map(({ amount }) => amount)), credited: '0' };
}

/** Notes on the invoices, too, what their credits take of them. */
function priceCredits(invoices: readonly PricedInvoice[], credits: readonly PastCredit[]): PricedCredit[] {
  const byId = new Map(invoices.map((one) => [one.invoice.id, one]));
  return credits.map((credit) => {
    const invoice = byId.get(credit.invoiceId)!;
    const lines = credit.lines.map(({ invoiceLineId, quantity }) => {
      const of = invoice.lines.find((line) => line.id === invoiceLineId)!;
      const amounts = creditAmounts(of, quantity);
      of.quantityCredited = add(of.quantityCredited, quantity);
      of.netCredited = add(of.netCredited, amounts.net);
      of.taxCredited = add(of.taxCredited, amounts.tax);
      return { of, quantity, ...amounts };
    });
    if (credit.isApplied) invoice.credited = add(invoice.credited, totalsOf(lines).total);
    return { credit, invoice, lines };
  });
}

async function insertLegalRows(db: TenantDb, kind: DocumentKind, documents: readonly PastDocument[]): Promise<void> {
  await insertRows(
    db,
    'fiscal_documents',
    documents.map(({ id, mode, number, issuedAt, createdBy }) => ({
      tenant_id: db.tenant.id,
      id,
      kind,
      mode,
      number,
      submission_state: 'NOT_REQUIRED' as const,
      rejection_reasons: [],
      poll_count: 0,
      created_by: createdBy,
      created_at: issuedAt,
    })),
  );
}

async function insertInvoices(db: TenantDb, invoices: readonly PricedInvoice[], today: string): Promise<void> {
  await insertRows(
    db,
    'invoices',
    invoices.map(({ invoice, lines, paid, credited }) => {
      const totals = totalsOf(lines);
      const facts = { ...totals, paid, credited, isVoid: false, isCanceled: false, dueDate: invoice.dueDate };
      return {
        tenant_id: db.tenant.id,
        id: invoice.id,
        order_id: invoice.orderId ?? null,
        holds_order: true,
        client_id: invoice.clientId,
        invoice_status: invoiceStatus(facts, today),
        ...totals,
        paid,
        credited,
        issued_at: invoice.issuedAt,
        issue_day: invoice.issueDay,
        due_date: invoice.dueDate,
        is_stand_in: false,
        created_by: invoice.createdBy,
      };
    }),
  );
  await insertRows(
    db,
    'invoice_lines',
    invoices.flatMap(({ invoice, lines }) =>
      lines.map((line, index) => ({
        tenant_id: db.tenant.id,
        id: line.id,
        invoice_id: invoice.id,
        line_number: index + 1,
        item_id: line.itemId,
        location_id: line.locationId,
        description: line.description,
        quantity: line.quantity,
        quantity_credited: line.quantityCredited,
        unit_price: line.unitPrice,
        tax_rate: line.taxRate,
        net: line.net,
        tax: line.tax,
      })),
    ),
  );
  await insertRows(
    db,
    'payments',
    invoices.flatMap(({ invoice }) =>
      invoice.payments.map((payment) => ({
        tenant_id: db.tenant.id,
        id: uuid(),
        invoice_id: invoice.id,
        amount: payment.amount,
        method: payment.method,
        reference: payment.reference,
        paid_at: payment.paidAt,
        created_by: invoice.createdBy,
        created_at: payment.paidAt,
      })),
    ),
  );
}

async function insertCredits(db: TenantDb, credits: readonly PricedCredit[]): Promise<void> {
  await insertRows(
    db,
    'credits',
    credits.map(({ credit, lines }) => ({
      tenant_id: db.tenant.id,
      id: credit.id,
      invoice_id: credit.invoiceId,
      credit_status: credit.isApplied ? ('APPLIED' as const) : ('UNAPPLIED' as const),
      reason: credit.reason,
      restock: credit.restock,
      ...totalsOf(lines),
      issued_at: credit.issuedAt,
      issue_day: credit.issueDay,
      created_by: credit.createdBy,
    })),
  );
  await insertRows(
    db,
    'credit_lines',
    credits.flatMap(({ credit, lines }) =>
      lines.map(({ of, quantity, net, tax }, index) => ({
        tenant_id: db.tenant.id,
        id: uuid(),
        credit_id: credit.id,
        invoice_line_id: of.id,
        line_number: index + 1,
        item_id: of.itemId,
        location_id: of.locationId,
        quantity,
        net,
        tax,
      })),
    ),
  );
}

function sold(invoice: PastInvoice, on: PastDocument, line: PastInvoiceLine, units: Decimal): SoldUnits {
  const { itemId, locationId } = line;
  return { documentId: on.id, itemId, locationId, clientId: invoice.clientId, day: on.issueDay, units };
}

/** One statement and one parameter, whatever the number of rows; each has the columns of the first. */
async function insertRows<T extends keyof Database>(
  db: TenantDb,
  table: T,
  rows: readonly Partial<Insertable<Database[T]>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  const name = sql.table(table);
  await sql`
    insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${jsonRows(rows)})`.execute(db);
}
