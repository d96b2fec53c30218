// Writes documents that were certified elsewhere: their rows, the goods they moved and the units they sold, in one transaction.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { negate, type Decimal } from '../platform/decimal.ts';
import { lineAmounts, totalsOf, type LineAmounts, type Totals } from '../sales/index.ts';
import { recordHistory, type Movement } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { DatedDocument, SalesLine } from './import-sales-documents.ts';
import { invoiceStatus } from './invoice-status.ts';
import { recordSales, type SoldUnits } from './record-sales.ts';

export const IMPORTED_BY = 'import';

/** What the names in the file stand for here. */
export interface ImportReferences {
  locationId: string;
  itemIds: ReadonlyMap<string, string>;
  clientIds: ReadonlyMap<string, string>;
  /** By client: the invoice that stands in for the originals of the client's credit notes. */
  standInIds: ReadonlyMap<string, string>;
}

// Files know no tax.
const TAX_RATE = '0';
const CREDIT_REASON = 'Imported';

// The ledger's statement compares each stream with every movement it is given, so many at once cost more than they save.
const MOVEMENTS_PER_STATEMENT = 300;

interface NewDocument {
  id: string;
  document: DatedDocument;
  clientId: string;
  standInId: string | undefined;
  totals: Totals;
  lines: NewLine[];
}

interface NewLine extends SalesLine, LineAmounts {
  id: string;
  itemId: string;
}

/** Nothing is written of documents whose number exists: they were imported before, or are at this moment by somebody else. */
export async function writeDocuments(
  db: TenantDb,
  documents: readonly DatedDocument[],
  references: ImportReferences,
): Promise<void> {
  const isNew = await insertLegalRows(db, documents);
  const written = documents.flatMap((document) => {
    const id = isNew.get(document.number);
    return id === undefined ? [] : [priced(id, document, references)];
  });
  if (written.length === 0) return;
  const invoices = written.filter(({ document }) => document.kind === 'INVOICE');
  const credits = written.filter(({ document }) => document.kind === 'CREDIT_NOTE');
  await insertInvoices(db, invoices);
  await insertInvoiceLines(db, invoices, references.locationId);
  await insertCredits(db, credits);
  await insertCreditLines(db, credits, references.locationId);
  const movements = written.flatMap((one) => movementsOf(one, references.locationId));
  for (let from = 0; from < movements.length; from += MOVEMENTS_PER_STATEMENT) {
    await recordHistory(db, movements.slice(from, from + MOVEMENTS_PER_STATEMENT), IMPORTED_BY);
  }
  await recordSales(
    db,
    written.flatMap((one) => soldOn(one, references.locationId)),
  );
}

/** Amounts as an order's lines have them (decision 46). */
export function amountsOf(lines: readonly SalesLine[]): LineAmounts[] {
  return lines.map(({ quantity, price }) => lineAmounts({ quantity, unitPrice: price, taxRate: TAX_RATE }));
}

function priced(id: string, document: DatedDocument, references: ImportReferences): NewDocument {
  const amounts = amountsOf(document.lines);
  return {
    id,
    document,
    clientId: references.clientIds.get(document.client)!,
    standInId: references.standInIds.get(document.client),
    totals: totalsOf(amounts),
    lines: document.lines.map((line, index) => ({
      ...line,
      ...amounts[index]!,
      id: uuid(),
      itemId: references.itemIds.get(line.sku)!,
    })),
  };
}

/** Answers the ids of those that are new, by number. Ids are in the order of the documents. */
export async function insertLegalRows(
  db: TenantDb,
  documents: readonly { kind: 'INVOICE' | 'CREDIT_NOTE'; number: string }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by)
    select ${db.tenant.id}, id, kind, 'DGI_IMPORT', number, 'NOT_REQUIRED', ${IMPORTED_BY}
    from unnest(
      ${documents.map(() => uuid())}::uuid[], ${documents.map(({ kind }) => kind)}::text[],
      ${documents.map(({ number }) => number)}::text[]) as r (id, kind, number)
    on conflict (tenant_id, kind, number) do nothing
    returning id, number`.execute(db);
  return new Map(rows.map(({ id, number }) => [number, id]));
}

async function insertInvoices(db: TenantDb, invoices: readonly NewDocument[]): Promise<void> {
  if (invoices.length === 0) return;
  await sql`
    insert into invoices (tenant_id, id, client_id, invoice_status, subtotal, tax, total, issued_at, issue_day, created_by)
    select ${db.tenant.id}, id, client_id, status, subtotal, tax, total, issued_at, issue_day, ${IMPORTED_BY}
    from unnest(
      ${invoices.map(({ id }) => id)}::uuid[], ${invoices.map(({ clientId }) => clientId)}::uuid[],
      ${invoices.map(({ totals }) => statusOf(totals.total))}::text[],
      ${invoices.map(({ totals }) => totals.subtotal)}::numeric[], ${invoices.map(({ totals }) => totals.tax)}::numeric[],
      ${invoices.map(({ totals }) => totals.total)}::numeric[],
      ${invoices.map(({ document }) => document.issuedAt)}::timestamptz[],
      ${invoices.map(({ document }) => document.issueDay)}::date[])
      as r (id, client_id, status, subtotal, tax, total, issued_at, issue_day)`.execute(db);
}

/** Of an invoice on which nothing is known but its total. */
export function statusOf(total: Decimal): string {
  const facts = { total, paid: '0', credited: '0', isVoid: false, isCanceled: false, dueDate: null };
  return invoiceStatus(facts, '');
}

async function insertInvoiceLines(db: TenantDb, invoices: readonly NewDocument[], locationId: string): Promise<void> {
  const rows = invoices.flatMap(({ id, lines }) => lines.map((line, index) => ({ ...line, of: id, place: index + 1 })));
  if (rows.length === 0) return;
  await sql`
    insert into invoice_lines (tenant_id, id, invoice_id, line_number, item_id, location_id, description, quantity, unit_price,
      tax_rate, net, tax)
    select ${db.tenant.id}, id, invoice_id, place, item_id, ${locationId}, description, quantity, price, ${TAX_RATE}, net, tax
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.of)}::uuid[], ${rows.map((row) => row.place)}::int[],
      ${rows.map((row) => row.itemId)}::uuid[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.quantity)}::numeric[], ${rows.map((row) => row.price)}::numeric[],
      ${rows.map((row) => row.net)}::numeric[], ${rows.map((row) => row.tax)}::numeric[])
      as r (id, invoice_id, place, item_id, description, quantity, price, net, tax)`.execute(db);
}

async function insertCredits(db: TenantDb, credits: readonly NewDocument[]): Promise<void> {
  if (credits.length === 0) return;
  await sql`
    insert into credits (tenant_id, id, invoice_id, credit_status, reason, restock, subtotal, tax, total, issued_at, issue_day,
      created_by)
    select ${db.tenant.id}, id, invoice_id, 'UNAPPLIED', ${CREDIT_REASON}, true, subtotal, tax, total, issued_at, issue_day,
      ${IMPORTED_BY}
    from unnest(
      ${credits.map(({ id }) => id)}::uuid[], ${credits.map(({ standInId }) => standInId)}::uuid[],
      ${credits.map(({ totals }) => totals.subtotal)}::numeric[], ${credits.map(({ totals }) => totals.tax)}::numeric[],
      ${credits.map(({ totals }) => totals.total)}::numeric[],
      ${credits.map(({ document }) => document.issuedAt)}::timestamptz[],
      ${credits.map(({ document }) => document.issueDay)}::date[])
      as r (id, invoice_id, subtotal, tax, total, issued_at, issue_day)`.execute(db);
}

async function insertCreditLines(db: TenantDb, credits: readonly NewDocument[], locationId: string): Promise<void> {
  const rows = credits.flatMap(({ id, lines }) => lines.map((line, index) => ({ ...line, of: id, place: index + 1 })));
  if (rows.length === 0) return;
  // The line of the original is not known. A line of its own takes its place, so that no two credits seem to share one.
  await sql`
    insert into credit_lines (tenant_id, id, credit_id, invoice_line_id, line_number, item_id, location_id, quantity, net, tax)
    select ${db.tenant.id}, id, credit_id, id, place, item_id, ${locationId}, quantity, net, tax
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.of)}::uuid[], ${rows.map((row) => row.place)}::int[],
      ${rows.map((row) => row.itemId)}::uuid[], ${rows.map((row) => row.quantity)}::numeric[],
      ${rows.map((row) => row.net)}::numeric[], ${rows.map((row) => row.tax)}::numeric[])
      as r (id, credit_id, place, item_id, quantity, net, tax)`.execute(db);
}

function movementsOf({ id, document, clientId, lines }: NewDocument, locationId: string): Movement[] {
  const isInvoice = document.kind === 'INVOICE';
  const source = { type: isInvoice ? ('INVOICE' as const) : ('CREDIT' as const), id, number: document.number };
  return lines.map((line) => ({
    itemId: line.itemId,
    locationId,
    change: isInvoice ? negate(line.quantity) : line.quantity,
    source,
    counterpartyId: clientId,
    occurredAt: document.issuedAt,
  }));
}

function soldOn({ document, clientId, lines }: NewDocument, locationId: string): SoldUnits[] {
  const isInvoice = document.kind === 'INVOICE';
  return lines.map((line) => ({
    itemId: line.itemId,
    locationId,
    clientId,
    day: document.issueDay,
    units: isInvoice ? line.quantity : negate(line.quantity),
  }));
}
