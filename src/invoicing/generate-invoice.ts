// Turns an order into an invoice: goods, sales, numbers and the intent to certify it in one transaction, then the call.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  claimExternalId,
  findClient,
  ITEM_COLUMNS,
  nextNumberAt,
  readOwnWords,
  type Client,
  type Item,
  type OwnWords,
  type OwnWordsColumns,
  type PointChoice,
} from '../catalog/index.ts';
import { contingencyAt, type ShownInvoice } from '../certification/index.ts';
import type { CafeChoice } from '../fiscal/cafe.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { rulesOf, seriesOf, USUAL_TYPE, type DocumentType } from '../fiscal/document-types.ts';
import { roundingOf, totalsOf, type LineAmounts, type Totals } from '../fiscal/money.ts';
import { ISSUE_TYPES } from '../fiscal/issue-type.ts';
import { add, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, readAll, together } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import {
  amountColumns,
  amountsOfRows,
  assertTillOpen,
  lockOrder,
  setOrderInvoiced,
  termsOfRow,
  totalColumns,
  type Order,
  type OrderLine,
  type TermsRow,
} from '../sales/index.ts';
import { makerOf, pipeline, rowsPlanned, type TenantDb } from '../tenancy/index.ts';
import { assertNotCertified, issuing, open, type DocumentFacts } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { assertSeenBy, type Counter, type Seen } from './counter.ts';
import { issuance, type Issued } from './fiscal-day.ts';
import { goodsOfLines, moveSoldGoods } from './goods-of-lines.ts';
import { invoiceStatus, UNTOUCHED } from './invoice-status.ts';
import { problemOfGoods, readInvoiceType, type InvoiceType, type TypeAsked } from './invoice-type.ts';
import { receiverOf } from './payload/receiver.ts';
import { changeOf, keptParts } from './payment-parts.ts';
import {
  assertDueFrom,
  lastDueDate,
  paymentTerms,
  termsProblems,
  type AskedTerms,
  type PaymentTerms,
} from './payment-terms.ts';
import { commitAndReadInvoice, type InvoiceRecord } from './records.ts';
import { recordParts } from './record-parts.ts';
import { retentionOn, type AskedRetention, type Retention } from './retention.ts';

export interface InvoiceRequest extends TypeAsked, OwnWords {
  orderId: string;
  mode: GenerationMode;
  /** How it is to be paid; left out: at once, or as a whole on the order's due day. */
  payment?: AskedTerms | null | undefined;
  /** Retention of the client; default: its usual retention. */
  retention?: AskedRetention | null | undefined;
  /** Point of issue; default: the order's point, else the first point of the office that its goods leave. */
  billingPointId?: string | null | undefined;
  /** The printed page, where it is another than the tenant's usual one. */
  cafe?: CafeChoice | null | undefined;
  /** Another user who made the sale; left out: who asks. */
  madeBy?: string | null | undefined;
  /** Person who asks; the invoice of an order of others is answered only to who sees it. */
  counter?: Counter | undefined;
}

/** An order yields one invoice until that one is rejected, void or canceled: asking again answers the one that exists. */
export const generateInvoice = issuing(
  ({ mode, documentType }: InvoiceRequest) => ({ mode, type: documentType ?? USUAL_TYPE.INVOICE }),
  async (context, db, { madeBy, ...request }, asking) =>
    writeInvoice(context, db, request, await makerOf(db, asking, madeBy)),
  commitAndReadInvoice,
);

/** Data at the PAC of an invoice that is lost here. */
export type LostInvoice = Pick<ShownInvoice, 'number' | 'securityCode' | 'issueType' | 'issuedAt'>;

/**
 * All is read under the order's lock before the number is taken, for which the tenant's next sale waits, and what needs no number is
 * written before it; the rest is written with the commit.
 */
export async function writeInvoice(
  context: InvoicingContext,
  db: TenantDb,
  { orderId, mode, payment, retention, billingPointId, cafe, externalId, metadata, ...request }: InvoiceRequest,
  createdBy: string,
  lost?: LostInvoice,
): Promise<{ id: string; isNew: boolean }> {
  const order = await lockOrder(db, orderId);
  const {
    kind: { type, exportData },
    words,
  } = readAll({ kind: () => readInvoiceType(request), words: () => readOwnWords({ externalId, metadata }) });
  const living = order.status === 'INVOICED' ? await livingInvoice(db, orderId) : undefined;
  if (living !== undefined) {
    const { number } = living;
    if (request.counter && order.created_by !== request.counter.person)
      await assertSeenBy(db, living, request.counter, 'Invoice');
    if (lost) throw conflict('Order {order} has the invoice {number} already', { order: order.number, number });
    assertSameMode(order.number, living, mode);
    if (request.documentType) assertSameType(order.number, living, type);
    if (words.external_id) assertSameExternalId(order.number, living, words.external_id);
    return { id: living.id, isNew: false };
  }
  await assertTillOpen(db, order, createdBy);
  if (order.status === 'CANCELED') throw conflict('Order {number} is canceled', { number: order.number });
  const filing = { mode, type, name: order.number, begun: order.created_at };
  // A number keeps the type of issue that the PAC has it under.
  const contingency = lost
    ? await (lost.issueType === ISSUE_TYPES.CONTINGENCY ? contingencyAt(db, lost.issuedAt, lost.number.number) : null)
    : await assertNotCertified(context, db, filing);

  const days = issuance(db, mode, lost?.issuedAt ?? context.clock.now());
  const { issuedAt, issueDay, fiscalDay } = days;
  const day = fiscalDay ?? issueDay;
  const sale = {
    ...(await readSale(db, { ...order, issue_day: day }, { payment, retention })),
    ...{ type, exportData },
  };
  if (mode === 'DGI' && !lost) assertDueFrom(day, sale.terms);
  const ofGoods = problemOfGoods(type, sale.items);
  if (ofGoods) throw conflict(ofGoods.template, ofGoods.params);
  await claimExternalId(db, 'invoices', words.external_id);
  const choice = pointOf(order, sale.lines, billingPointId);
  await setOrderInvoiced(db, orderId);
  const number = lost?.number ?? (await nextNumberAt(db, seriesOf(type, mode), choice));
  const id = await open(context, db, { type, number, createdBy, mode }, () => ({
    exportData,
    ...invoiceFacts({ ...sale, total: sale.totals.total, issuedAt }),
    contingency,
    cafe,
    ...(lost ? { securityCode: lost.securityCode } : {}),
  }));
  const issued = { id, number: number.number, ...days, createdBy };
  await insertInvoice(db, orderId, sale, { ...issued, words });
  const goods = goodsOfLines(sale.lines, sale.items).map((line) => ({ ...line, invoice_line_id: line.invoiceLineId }));
  const sold = { type: 'INVOICE', ...issued, clientId: sale.client.id, goods } as const;
  const options = { createdBy, items: sale.items, isShortSale: db.tenant.sellsWithoutStock };
  await moveSoldGoods(db, [sold], options);
  return { id, isNew: true };
}

/** Default point of issue of an order's invoice. */
export function pointOf(
  order: Pick<Order, 'billing_point_id'>,
  lines: readonly Pick<OrderLine, 'location_id'>[],
  chosenId?: string | null,
): PointChoice {
  return { chosenId, billingPointId: order.billing_point_id, locationIds: lines.map((line) => line.location_id) };
}

interface Sale {
  lines: SaleLine[];
  items: ReadonlyMap<string, Item>;
  client: Client;
  /** Discount of the whole order. */
  discount: Decimal;
  amounts: LineAmounts[];
  totals: Totals;
  retention: Retention | null;
  /** Part of the total that the client owes. */
  due: Decimal;
  terms: PaymentTerms;
}

/** Amount that the client of an open order owes for it, by the usual retention. */
export async function dueOfOrder(db: TenantDb, order: Order): Promise<Decimal> {
  return (await readSale(db, { ...order, issue_day: '' }, {})).due;
}

/** Totals of the order and its payment terms; refuses terms that do not add up. */
async function readSale(
  db: TenantDb,
  order: Order & { issue_day: string },
  sale: Pick<InvoiceRequest, 'payment' | 'retention'>,
): Promise<Sale> {
  const { lines, items } = await readLines(db, order.id);
  const client = await findClient(db, order.client_id);
  const amounts = amountsOfRows(lines, roundingOf(db.tenant));
  const totals = totalsOf(amounts);
  const { retention } = readAll({
    retention: () => retentionOn(totals.tax, client, sale.retention),
    // Problems of the terms by themselves; the amount due is known only then.
    payment: () => paymentTerms(sale.payment, order, totals.total),
  });
  const due = subtract(totals.total, retention?.amount ?? '0');
  const terms = paymentTerms(sale.payment, order, due);
  const problems = termsProblems(due, terms);
  if (problems.length > 0) throw together(problems.map(({ template, params }) => badInput<string>(template, params)));
  return { lines, items, client, discount: order.discount, amounts, totals, retention, due, terms };
}

/** A line of the order, and the line of the invoice that it becomes. */
interface SaleLine extends Omit<OrderLine, 'tenant_id' | 'id' | 'order_id' | 'own_discount' | 'other_tax_rate'> {
  invoiceLineId: string;
  /** Reserved units of the item. */
  reserved: Decimal;
}

/** In their order, with their items. */
async function readLines(db: TenantDb, orderId: string): Promise<Pick<Sale, 'lines' | 'items'>> {
  const query = db
    .selectFrom('order_lines as line')
    .innerJoin('items as item', (join) =>
      join.onRef('item.tenant_id', '=', 'line.tenant_id').onRef('item.id', '=', 'line.item_id'),
    )
    .select(ITEM_COLUMNS.map((column) => `item.${column}` as const))
    .select([
      'line.line_number',
      'line.item_id',
      'line.location_id',
      'line.quantity',
      'line.unit as line_unit',
      'line.unit_factor',
      'line.unit_price as line_price',
      'line.discount',
      'line.tax_rate as line_tax_rate',
      'line.isc_rate as line_isc_rate',
      'line.other_tax_code as line_other_tax_code',
      'line.other_tax',
      'line.lot_number',
      sql<Decimal>`coalesce((
        select reservation.quantity from stock_reservations reservation
        where reservation.tenant_id = line.tenant_id and reservation.order_id = line.order_id
          and reservation.order_line_id = line.id and reservation.status = 'ACTIVE'), 0)`.as('reserved'),
    ])
    .where('line.tenant_id', '=', db.tenant.id)
    .where('line.order_id', '=', orderId)
    .orderBy('line.line_number');
  const rows = await rowsPlanned(db, query);
  const lines = rows.map(
    ({
      line_number,
      item_id,
      location_id,
      quantity,
      unit_factor,
      discount,
      other_tax,
      lot_number,
      reserved,
      ...row
    }) => ({
      invoiceLineId: uuid(),
      ...{ line_number, item_id, location_id, quantity, unit_factor, discount, other_tax, lot_number, reserved },
      ...{ unit_price: row.line_price, tax_rate: row.line_tax_rate },
      unit: row.line_unit,
      ...{ isc_rate: row.line_isc_rate, other_tax_code: row.line_other_tax_code },
    }),
  );
  return { lines, items: new Map(rows.map((row) => [row.id, row])) };
}

async function insertInvoice(
  db: TenantDb,
  orderId: string,
  sale: Sale & InvoiceType,
  { id, issuedAt, issueDay, fiscalDay, createdBy, words }: Issued & { words: OwnWordsColumns },
): Promise<void> {
  const { client, discount, totals, retention, due, terms, exportData, type } = sale;
  const isOwed = rulesOf(type).owed !== 'NOTHING';
  const kept = isOwed ? keptParts(due, terms) : [];
  const invoice = {
    tenant_id: db.tenant.id,
    id,
    order_id: orderId,
    client_id: client.id,
    discount,
    ...totalColumns(totals),
    retention_code: retention?.code ?? null,
    retention: retention?.amount ?? '0',
    paid: add('0', ...kept.map(({ amount }) => amount)),
    change: changeOf(due, terms),
    issued_at: issuedAt,
    issue_day: issueDay,
    fiscal_day: fiscalDay,
    due_date: isOwed ? lastDueDate(terms) : null,
    is_owed: isOwed,
    export_data: exportData === null ? null : json(exportData),
    ...words,
    created_by: createdBy,
  };
  const row = { ...invoice, invoice_status: invoiceStatus({ ...invoice, ...UNTOUCHED }, issueDay) };
  const written = db.with('invoice', (one) => one.insertInto('invoices').values(row));
  await pipeline(db, written.insertInto('invoice_lines').values(lineRows(db, id, sale)));
  await recordParts(db, { id, issuedAt, createdBy }, kept);
}

function lineRows(db: TenantDb, invoiceId: string, { lines, items, amounts }: Sale) {
  return lines.map((line, index) => {
    const { invoiceLineId: id, reserved: _, ...columns } = line;
    const description = items.get(line.item_id)!.name;
    const own = { tenant_id: db.tenant.id, id, invoice_id: invoiceId, description };
    return { ...columns, ...own, ...amountColumns(amounts[index]!) };
  });
}

type SoldLine = Pick<OrderLine, 'item_id' | 'unit' | 'other_tax_code' | keyof TermsRow> & { description?: string };

/** Facts for the PAC of an order that becomes an invoice, or of an invoice that is filed later: the latter keeps its words. */
export function invoiceFacts(sale: {
  lines: readonly SoldLine[];
  items: ReadonlyMap<string, Item>;
  client: Client;
  total: Decimal;
  retention: Retention | null;
  terms: PaymentTerms;
  issuedAt: Date;
}): DocumentFacts {
  const { lines, items, client, total, retention, terms, issuedAt } = sale;
  return {
    issuedAt,
    receiver: receiverOf(client),
    lines: lines.map((line) => {
      const item = items.get(line.item_id)!;
      return {
        description: line.description ?? item.name,
        sku: item.sku,
        unit: line.unit ?? item.unit,
        cpbs: item.cpbs,
        ...termsOfRow(line),
        otherTaxCode: line.other_tax_code,
      };
    }),
    total,
    retention,
    terms,
  };
}

type LivingInvoice = Pick<InvoiceRecord, 'id' | 'number' | 'mode' | 'document_type' | 'external_id'> & Seen;

async function livingInvoice(db: TenantDb, orderId: string): Promise<LivingInvoice | undefined> {
  const { rows } = await sql<LivingInvoice>`
    select invoice.id, document.number, document.mode, document.document_type, document.billing_point_id, invoice.external_id, invoice.created_by
    from invoices invoice
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
    where invoice.tenant_id = ${db.tenant.id} and invoice.order_id = ${orderId} and invoice.holds_order`.execute(db);
  return rows[0];
}

/** The same of one that asks for a type. */
function assertSameType(order: string, { number, document_type: type }: LivingInvoice, expected: DocumentType): void {
  if (type === expected) return;
  throw conflict('Order {order} has the invoice {number} already, which is of type {type}', { order, number, type });
}

function assertSameExternalId(order: string, living: LivingInvoice, expected: string): void {
  if (living.external_id === expected) return;
  throw conflict('Order {order} has the invoice {number} already, whose externalId is {externalId}', {
    order,
    number: living.number,
    externalId: living.external_id ?? 'null',
  });
}

/** A caller that asks for one mode must not take the answer for the other. */
function assertSameMode(order: string, living: LivingInvoice, mode: GenerationMode): void {
  const { id: invoiceId, number } = living;
  if (mode === 'DGI' && living.mode === 'PROFORM') {
    throw conflict('Order {order} has the proforma {number}; convertInvoiceToDgi files it: invoiceId {invoiceId}', {
      order,
      number,
      invoiceId,
    });
  }
  if (mode === 'PROFORM' && living.mode !== 'PROFORM')
    throw conflict('Order {order} has the invoice {number} already, which is no proforma', { order, number });
}
