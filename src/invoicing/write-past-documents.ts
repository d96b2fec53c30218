// The one writer of the past: documents that were certified before there was Folio, what was paid and credited on them, the goods
// that they moved and the units that they sold, in the caller's transaction.
import { sql, type Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { quietly } from '../events/index.ts';
import type { Database } from '../platform/database.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { columnRows, jsonRows } from '../platform/sql.ts';
import { recordSales } from '../rollups/index.ts';
import { totalsOf, type LineAmounts } from '../fiscal/money.ts';
import { totalColumns } from '../sales/index.ts';
import { recordHistory, type PastMovement } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { SoldDocument } from './goods-of-lines.ts';
import { invoiceStatus, UNTOUCHED } from './invoice-status.ts';
import type { PaymentMethod } from './tables.ts';

interface Issued extends Pick<SoldDocument, 'id' | 'number' | 'clientId' | 'issueDay'> {
  issuedAt: Date;
  createdBy: string;
  lines: readonly PastLine[];
}

/** Neither the import nor the demo knows of taxes but the ITBMS. */
export interface PastLine extends Pick<LineAmounts, 'net' | 'tax'> {
  id: string;
  itemId: string;
  /** It moves no stock, and is not counted as sold. */
  isService?: boolean;
  locationId: string;
  description: string;
  quantity: Decimal;
  unitPrice: Decimal;
  taxRate: Decimal;
  /** Quantity of an invoice's line that its credits take back. */
  quantityCredited?: Decimal;
  /** Line that a credit takes back. Where it is unknown, the credit line's own id takes its place, which no invoice's line has. */
  invoiceLineId?: string;
}

export interface PastInvoice extends Issued {
  kind: 'INVOICE';
  dueDate?: string | null;
  payments?: readonly PastPayment[];
  /** The total of the credits applied to it. */
  credited?: Decimal;
  /** It stands in for the unknown originals of credits. */
  isStandIn?: boolean;
  /** It was owed when the business came here, and belongs to no month that is declared. */
  isOpening?: boolean;
}

export interface PastPayment {
  amount: Decimal;
  method: PaymentMethod;
  reference: string | null;
  paidAt: Date;
}

export interface PastCredit extends Issued {
  kind: 'CREDIT_NOTE';
  invoiceId: string;
  reason: string;
  restock: boolean;
  /** Whether it moves the invoice's balance. */
  isApplied: boolean;
}

export type PastDocument = PastInvoice | PastCredit;

export interface PastOptions {
  /** The tenant's calendar day, by which invoices are past due. */
  today?: string;
  /** How goods move; history goes in as it was, so nothing is refused for a shortage unless this refuses it. */
  move?: (db: TenantDb, movements: readonly PastMovement[], createdBy: string) => Promise<unknown>;
  /** Goods move when this is done: what another transaction writes that is older. */
  after?: Promise<unknown> | undefined;
}

/**
 * Records what is given in this order, oldest first. Writes nothing of documents whose number exists: an earlier call wrote them, or
 * one in another transaction.
 */
export async function writePastDocuments(
  db: TenantDb,
  inputs: readonly PastDocument[],
  { today = '', move = recordHistory, after }: PastOptions = {},
): Promise<void> {
  await quietly(db);
  const isNew = await insertLegalRows(db, inputs);
  const documents = inputs.filter(({ id }) => isNew.has(id));
  const invoices = documents.filter((document) => document.kind === 'INVOICE');
  await insertInvoices(db, invoices, today);
  await insertInvoiceLines(db, invoices);
  await insertPayments(db, invoices);
  const credits = documents.filter((document) => document.kind === 'CREDIT_NOTE');
  await insertCredits(db, credits);
  await after;
  const moving = documents.filter((document) => document.kind === 'INVOICE' || document.restock);
  for (const [createdBy, group] of Map.groupBy(moving, (document) => document.createdBy)) {
    await move(db, group.flatMap(movementsOf), createdBy);
  }
  await recordSales(db, moving.flatMap(unitsSold));
}

/** Answers the ids of those whose number was free. */
async function insertLegalRows(db: TenantDb, documents: readonly PastDocument[]): Promise<Set<string>> {
  const rows = documents.map(({ id, kind, number, createdBy }) => ({ id, kind, number, created_by: createdBy }));
  const { rows: created } = await sql<{ id: string }>`
    insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by)
    select ${db.tenant.id}, id, kind, 'DGI_IMPORT', number, 'NOT_REQUIRED', created_by
    from jsonb_to_recordset(${jsonRows(rows)}) as r (id uuid, kind text, number text, created_by text)
    on conflict (tenant_id, kind, number) do nothing
    returning id`.execute(db);
  return new Set(created.map(({ id }) => id));
}

async function insertInvoices(db: TenantDb, invoices: readonly PastInvoice[], today: string): Promise<void> {
  await insertRows(db, 'invoices', invoices, ({ id, clientId, issuedAt, issueDay, createdBy, lines, ...invoice }) => {
    const owed = {
      ...totalColumns(totalsOf(lines)),
      paid: add('0', ...(invoice.payments ?? []).map(({ amount }) => amount)),
      credited: invoice.credited ?? '0',
      due_date: invoice.dueDate ?? null,
    };
    return {
      ...{ id, client_id: clientId, ...owed },
      invoice_status: invoiceStatus({ ...UNTOUCHED, ...owed, retention: '0' }, today),
      issued_at: issuedAt,
      issue_day: issueDay,
      is_stand_in: invoice.isStandIn ?? false,
      is_opening: invoice.isOpening ?? false,
      created_by: createdBy,
    };
  });
}

async function insertInvoiceLines(db: TenantDb, invoices: readonly PastInvoice[]): Promise<void> {
  const rows = invoices.flatMap(({ id, lines }) => lines.map((line, index) => ({ ...line, invoiceId: id, index })));
  await sql`
    insert into invoice_lines (tenant_id, id, invoice_id, line_number, item_id, location_id, description, quantity,
      quantity_credited, unit_price, tax_rate, net, tax)
    select ${db.tenant.id}, id, invoice_id, line_number, item_id, location_id, description, quantity,
      quantity_credited, unit_price, tax_rate, net, tax
    from ${columnRows('line', rows, {
      id: ['uuid', (line) => line.id],
      invoice_id: ['uuid', (line) => line.invoiceId],
      line_number: ['int', (line) => line.index + 1],
      item_id: ['uuid', (line) => line.itemId],
      location_id: ['uuid', (line) => line.locationId],
      description: ['text', (line) => line.description],
      quantity: ['numeric', (line) => line.quantity],
      quantity_credited: ['numeric', (line) => line.quantityCredited ?? '0'],
      unit_price: ['numeric', (line) => line.unitPrice],
      tax_rate: ['numeric', (line) => line.taxRate],
      net: ['numeric', (line) => line.net],
      tax: ['numeric', (line) => line.tax],
    })} returning id`.execute(db);
}

async function insertPayments(db: TenantDb, invoices: readonly PastInvoice[]): Promise<void> {
  await insertRows(db, 'payments', invoices, ({ id, createdBy, payments = [] }) =>
    payments.map(({ amount, method, reference, paidAt }) => ({
      id: uuid(),
      invoice_id: id,
      amount,
      method,
      reference,
      paid_at: paidAt,
      created_by: createdBy,
      created_at: paidAt,
    })),
  );
}

async function insertCredits(db: TenantDb, credits: readonly PastCredit[]): Promise<void> {
  await insertRows(db, 'credits', credits, (credit) => ({
    id: credit.id,
    invoice_id: credit.invoiceId,
    credit_status: credit.isApplied ? ('APPLIED' as const) : ('UNAPPLIED' as const),
    reason: credit.reason,
    restock: credit.restock,
    ...totalColumns(totalsOf(credit.lines)),
    issued_at: credit.issuedAt,
    issue_day: credit.issueDay,
    created_by: credit.createdBy,
  }));
  await insertRows(db, 'credit_lines', credits, ({ id, lines }) =>
    lines.map((line, index) => ({
      id: line.id,
      credit_id: id,
      invoice_line_id: line.invoiceLineId ?? line.id,
      line_number: index + 1,
      item_id: line.itemId,
      location_id: line.locationId,
      quantity: line.quantity,
      net: line.net,
      tax: line.tax,
    })),
  );
}

type Row<T extends keyof Database> = Partial<Insertable<Database[T]>>;

/** One statement and one parameter, whatever the number of rows; each has the columns of the first. */
async function insertRows<T extends keyof Database, Document>(
  db: TenantDb,
  table: T,
  documents: readonly Document[],
  rowsOf: (document: Document) => Row<T> | Row<T>[],
): Promise<void> {
  const rows = documents.flatMap<Row<T>>(rowsOf);
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  const name = sql.table(table);
  await sql`
    insert into ${name} (tenant_id, ${columns})
    select ${db.tenant.id}, ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    returning tenant_id`.execute(db);
}

function isOfGoods({ isService }: PastLine): boolean {
  return !isService;
}

function movementsOf({ kind, id, number, clientId, issuedAt, lines }: PastDocument): PastMovement[] {
  const isInvoice = kind === 'INVOICE';
  const source = { type: isInvoice ? ('INVOICE' as const) : ('CREDIT' as const), id, number };
  return lines
    .filter(isOfGoods)
    .map((line) => ({
      itemId: line.itemId,
      locationId: line.locationId,
      change: isInvoice ? negate(line.quantity) : line.quantity,
      source,
      counterpartyId: clientId,
      occurredAt: issuedAt,
      lineId: line.invoiceLineId ?? line.id,
      isReversal: !isInvoice,
    }));
}

function unitsSold({ kind, id, clientId, issueDay, lines }: PastDocument) {
  return lines
    .filter(isOfGoods)
    .map(({ itemId, locationId, quantity }) => ({
      documentId: id,
      itemId,
      locationId,
      clientId,
      day: issueDay,
      units: kind === 'INVOICE' ? quantity : negate(quantity),
    }));
}
