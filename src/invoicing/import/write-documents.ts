// Writes documents that were certified elsewhere: their rows, the goods they moved and the units they sold, in one transaction.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { negate, type Decimal } from '../../platform/decimal.ts';
import { totalsOf, type Totals } from '../../sales/index.ts';
import { recordHistory, type Movement } from '../../stock/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { TAX_RATE, type SalesLine, type Terms } from './line-store.ts';
import type { DatedDocument, DatedSales } from './sales-documents.ts';
import { invoiceStatus } from '../invoice-status.ts';
import { recordSales, type SoldUnits } from '../../rollups/index.ts';
import type { DocumentKind } from '../../fiscal/document.ts';

export const IMPORTED_BY = 'import';

/** What the names in the file stand for here. */
export interface ImportReferences {
  locationId: string;
  /** By SKU. */
  items: ReadonlyMap<string, { id: string; name: string }>;
  clientIds: ReadonlyMap<string, string>;
  /** By client: the invoice that stands in for the originals of the client's credit notes. */
  standInIds: ReadonlyMap<string, string>;
}

const CREDIT_REASON = 'Imported';

// The ledger's statement compares each stream with every movement it is given, so many at once cost more than they save.
const MOVEMENTS_PER_STATEMENT = 500;

interface NewDocument {
  id: string;
  document: DatedDocument;
  totals: Totals;
  clientId: string;
  /** Of a credit note. */
  standInId: string | undefined;
  lines: NewLine[];
}

interface NewLine {
  id: string;
  itemId: string;
  description: string;
  terms: Terms;
}

/** Nothing is written of documents whose number exists: they were imported before, or are at this moment by somebody else. */
export async function writeDocuments(
  db: TenantDb,
  documents: readonly DatedDocument[],
  linesOf: DatedSales['linesOf'],
  references: ImportReferences,
): Promise<void> {
  const isNew = await insertLegalRows(db, documents);
  const written = documents.flatMap((document) => {
    const id = isNew.get(document.number);
    return id === undefined ? [] : [resolve(id, document, linesOf(document), references)];
  });
  const invoices = written.filter(({ document }) => document.kind === 'INVOICE');
  const credits = written.filter(({ document }) => document.kind === 'CREDIT_NOTE');
  await insertInvoices(db, invoices);
  await insertInvoiceLines(db, invoices, references.locationId);
  await insertCredits(db, credits);
  await insertCreditLines(db, credits, references.locationId);
  const facts = written.flatMap((one) => factsOf(one, references.locationId));
  await recordMovements(
    db,
    facts.map(({ movement }) => movement),
  );
  await recordSales(
    db,
    facts.map(({ sold }) => sold),
  );
}

/** History goes in as it was: nothing is refused for a shortage. */
export async function recordMovements(db: TenantDb, movements: readonly Movement[]): Promise<void> {
  for (let from = 0; from < movements.length; from += MOVEMENTS_PER_STATEMENT) {
    await recordHistory(db, movements.slice(from, from + MOVEMENTS_PER_STATEMENT), IMPORTED_BY);
  }
}

function resolve(
  id: string,
  document: DatedDocument,
  lines: readonly SalesLine[],
  references: ImportReferences,
): NewDocument {
  return {
    id,
    document,
    totals: totalsOf(lines.map(({ terms }) => terms)),
    clientId: references.clientIds.get(document.client)!,
    standInId: references.standInIds.get(document.client),
    lines: lines.map(({ sku, description, terms }) => {
      const item = references.items.get(sku)!;
      return { id: uuid(), itemId: item.id, description: description === '' ? item.name : description, terms };
    }),
  };
}

/** Answers the ids of those that are new, by number. Ids are in the order of the documents. */
export async function insertLegalRows(
  db: TenantDb,
  documents: readonly { kind: DocumentKind; number: string }[],
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
  const rows = rowsOf(invoices);
  if (rows.length === 0) return;
  await sql`
    insert into invoice_lines (tenant_id, id, invoice_id, line_number, item_id, location_id, description, quantity, unit_price,
      tax_rate, net, tax)
    select ${db.tenant.id}, id, invoice_id, place, item_id, ${locationId}, description, quantity, price, ${TAX_RATE}, net, tax
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.in)}::uuid[], ${rows.map((row) => row.place)}::int[],
      ${rows.map((row) => row.itemId)}::uuid[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.terms.quantity)}::numeric[], ${rows.map((row) => row.terms.price)}::numeric[],
      ${rows.map((row) => row.terms.net)}::numeric[], ${rows.map((row) => row.terms.tax)}::numeric[])
      as r (id, invoice_id, place, item_id, description, quantity, price, net, tax)`.execute(db);
}

function rowsOf(documents: readonly NewDocument[]): (NewLine & { in: string; place: number })[] {
  return documents.flatMap(({ id, lines }) => lines.map((line, index) => ({ ...line, in: id, place: index + 1 })));
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
  const rows = rowsOf(credits);
  if (rows.length === 0) return;
  // Which line of which invoice a credit takes back is not known: its own id takes that place, which no invoice's line has.
  await sql`
    insert into credit_lines (tenant_id, id, credit_id, invoice_line_id, line_number, item_id, location_id, quantity, net, tax)
    select ${db.tenant.id}, id, credit_id, id, place, item_id, ${locationId}, quantity, net, tax
    from unnest(
      ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.in)}::uuid[], ${rows.map((row) => row.place)}::int[],
      ${rows.map((row) => row.itemId)}::uuid[], ${rows.map((row) => row.terms.quantity)}::numeric[],
      ${rows.map((row) => row.terms.net)}::numeric[], ${rows.map((row) => row.terms.tax)}::numeric[])
      as r (id, credit_id, place, item_id, quantity, net, tax)`.execute(db);
}

/** What each line says of the goods and of the units sold. */
function factsOf(
  { id, document, clientId, lines }: NewDocument,
  locationId: string,
): { movement: Movement; sold: SoldUnits }[] {
  const isInvoice = document.kind === 'INVOICE';
  const source = { type: isInvoice ? ('INVOICE' as const) : ('CREDIT' as const), id, number: document.number };
  return lines.map(({ itemId, terms: { quantity } }) => {
    const negative = negate(quantity);
    const [change, units] = isInvoice ? [negative, quantity] : [quantity, negative];
    return {
      movement: { itemId, locationId, change, source, counterpartyId: clientId, occurredAt: document.issuedAt },
      sold: { documentId: id, itemId, locationId, clientId, day: document.issueDay, units },
    };
  });
}
