// Records that an import of sales finds or makes before its first document: items, clients, stand-ins, and opening stock.
import { sql } from 'kysely';
import { sqlRows } from '../../platform/sql.ts';
import { v5 as uuidOf, v7 as uuid } from 'uuid';
import {
  ensureDefaultLocation,
  ensureImportedClients,
  ensureImportedItems,
  markImportedClients,
  MAX_LENGTH,
  type ItemInput,
} from '../../catalog/index.ts';
import { quietly } from '../../events/index.ts';
import { compare, negate, type Decimal } from '../../platform/decimal.ts';
import { conflict } from '../../platform/errors.ts';
import { STAND_IN_PREFIX } from '../../fiscal/document-types.ts';
import { totalsOf } from '../../fiscal/money.ts';
import { recordHistory } from '../../stock/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { leastOpenings, type StockStep } from './opening-stock.ts';
import { TAX_RATE, type SalesLine } from './line-store.ts';
import type { DatedDocument, DatedSales, SalesItem, SkippedLine } from './sales-documents.ts';
import { writePastDocuments } from '../write-past-documents.ts';
import { IMPORTED_BY, type ImportReferences } from './past-document.ts';

export interface ImportPlan {
  references: ImportReferences;
  /** Documents of the file that are not there yet, oldest first. */
  missing: DatedDocument[];
  /** Documents of the file that are there. */
  present: DatedDocument[];
  /** Lines of documents whose number belongs to another document. */
  refused: SkippedLine[];
  /** Items that got stock to open with. */
  openings: number;
}

/** The client of documents that name none. */
const NO_CLIENT = { externalCode: '(none)', name: 'Consumidor final' };
const OPENING = 'Saldo inicial (importación)';
// Any UUID, always the same: the first half of what makes an opening's id.
const OPENINGS = '5f0b8a52-6c1e-4f0e-9d3b-6d1c5f7a2e94';
const OPENS_BEFORE_MS = 1000;

export async function prepareImport(
  db: TenantDb,
  { documents, items, linesOf }: DatedSales,
  withOpeningStock: boolean,
): Promise<ImportPlan> {
  await quietly(db);
  const location = await ensureDefaultLocation(db);
  await waitForOtherImports(db, location.id);
  const { missing, present, refused } = await compareWithPresent(db, documents, linesOf);
  const found = await ensureImportedItems(db, items.map(toCatalog));
  const goods = new Map([...found].filter(([, { kind }]) => kind === 'GOODS').map(([sku, { id }]) => [sku, id]));
  const clientIds = await ensureClients(db, documents);
  const clientsOf = (kind: DatedDocument['kind']) => [
    ...new Set(missing.filter((one) => one.kind === kind).map(({ client }) => clientIds.get(client)!)),
  ];
  await markImportedClients(db, { invoices: clientsOf('INVOICE'), credits: clientsOf('CREDIT_NOTE') });
  const standInIds = await ensureStandIns(db, missing, clientIds);
  const openings = withOpeningStock
    ? await openStock(db, stepsOf(missing, linesOf, goods), missing[0], goods, location.id)
    : 0;
  const named = new Map(items.map(({ sku, name }) => [sku, { ...found.get(sku)!, name }]));
  const references = { locationId: location.id, items: named, clientIds, standInIds };
  return { references, missing, present, refused, openings };
}

/** Two imports that prepare at once would each book the stock that one of them needs. */
async function waitForOtherImports(db: TenantDb, locationId: string): Promise<void> {
  await sql`
    select from locations where tenant_id = ${db.tenant.id} and id = ${locationId} for no key update`.execute(db);
}

function toCatalog({ sku, name, unitPrice }: SalesItem): ItemInput {
  return {
    sku,
    // The cut may go through a character of two halves.
    name: name.slice(0, MAX_LENGTH.name).toWellFormed(),
    unit: 'und',
    unitPrice,
    taxRate: TAX_RATE,
    trackingMode: 'NONE',
    allowNegativeStock: false,
  };
}

/** Document under a number of the file. */
interface PresentDocument {
  number: string;
  /** Null: no document has the number, and a series of ours would meet it. */
  mode: string | null;
  total: Decimal;
  day: string;
}

const NUMBERS_PER_STATEMENT = 5000;

async function compareWithPresent(
  db: TenantDb,
  documents: readonly DatedDocument[],
  linesOf: DatedSales['linesOf'],
): Promise<Pick<ImportPlan, 'missing' | 'present' | 'refused'>> {
  const found = new Map<string, PresentDocument>();
  for (let from = 0; from < documents.length; from += NUMBERS_PER_STATEMENT) {
    const part = documents.slice(from, from + NUMBERS_PER_STATEMENT);
    for (const row of await documentsUnder(db, part)) found.set(row.number, row);
  }
  const missing: DatedDocument[] = [];
  const present: DatedDocument[] = [];
  const refused: SkippedLine[] = [];
  for (const document of documents) {
    const other = found.get(document.number);
    const reason = other && differenceOf(document, linesOf(document), other);
    if (reason !== undefined) refused.push(...linesOf(document).map(({ line }) => ({ line, reason })));
    else (other ? present : missing).push(document);
  }
  if (missing.length > 0) assertSameDays(present, found);
  return { missing, present, refused };
}

/** The number alone does not make it the same document. */
function differenceOf({ number }: DatedDocument, lines: SalesLine[], other: PresentDocument): string | undefined {
  if (other.mode === null)
    return `${number} is a number of the kind that Folio gives: put a mark before such numbers in the file, such as A-`;
  if (other.mode !== 'DGI_IMPORT') return `${number} is the number of a document that was issued here`;
  const { total } = totalsOf(lines.map(({ terms }) => terms));
  if (compare(total, other.total) === 0) return undefined;
  return `${number} was imported before with a total of ${other.total}, here it is ${total}`;
}

/** The rest of an interrupted import must fall on the days on which its first part fell. */
function assertSameDays(present: readonly DatedDocument[], found: ReadonlyMap<string, PresentDocument>): void {
  for (const { number, issueDay } of present) {
    const { day } = found.get(number)!;
    if (day !== issueDay) {
      throw conflict(
        'A part of this file is there already, with {number} on {day} and not on {issueDay}: import the rest with the same --as-of as that part',
        { number, day, issueDay },
      );
    }
  }
}

async function documentsUnder(db: TenantDb, documents: readonly DatedDocument[]): Promise<PresentDocument[]> {
  return sqlRows<PresentDocument>(db)`
    select r.number, d.mode, coalesce(i.total, c.total, 0) as total, coalesce(i.issue_day, c.issue_day) as day
    from unnest(${documents.map(({ kind }) => kind)}::text[], ${documents.map(({ number }) => number)}::text[]) as r (kind, number)
    left join fiscal_documents d on d.tenant_id = ${db.tenant.id} and d.kind = r.kind and d.number = r.number
    left join invoices i on i.tenant_id = d.tenant_id and i.id = d.id
    left join credits c on c.tenant_id = d.tenant_id and c.id = d.id
    where d.id is not null or number_series(r.kind, r.number) is not null`;
}

async function ensureClients(db: TenantDb, documents: readonly DatedDocument[]): Promise<Map<string, string>> {
  const codes = new Set(documents.map(({ client }) => client));
  const ids = await ensureImportedClients(
    db,
    Array.from(codes, (code) => (code === '' ? NO_CLIENT : { externalCode: code, name: code })),
  );
  if (codes.has('')) ids.set('', ids.get(NO_CLIENT.externalCode)!);
  return ids;
}

/** A credit belongs to an invoice, but the file does not say to which: one per client stands in for them all. */
async function ensureStandIns(
  db: TenantDb,
  documents: readonly DatedDocument[],
  clientIds: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  // Oldest first, so each client's stand-in is as old as its first credit.
  const first = new Map<string, DatedDocument>();
  for (const document of documents) {
    if (document.kind === 'CREDIT_NOTE' && !first.has(document.client)) first.set(document.client, document);
  }
  if (first.size === 0) return new Map();
  const standIns = Array.from(first, ([client, { issuedAt, issueDay }]) => ({
    client,
    kind: 'INVOICE' as const,
    id: uuid(),
    number: STAND_IN_PREFIX + (client === '' ? NO_CLIENT.externalCode : client),
    clientId: clientIds.get(client)!,
    issuedAt,
    issueDay,
    createdBy: IMPORTED_BY,
    isStandIn: true,
    lines: [],
  }));
  await writePastDocuments(db, standIns);
  const { rows: found } = await sql<{ id: string; number: string }>`
    select id, number from fiscal_documents
    where tenant_id = ${db.tenant.id} and kind = 'INVOICE'
      and number = any(${standIns.map(({ number }) => number)})`.execute(db);
  const ids = new Map(found.map(({ id, number }) => [number, id]));
  return new Map(standIns.map(({ client, number }) => [client, ids.get(number)!]));
}

/**
 * Answers how many items got any. Asked again after an interruption it books nothing: what was booked is on hand, and covers
 * what is left to write as it covered the whole.
 */
async function openStock(
  db: TenantDb,
  steps: Iterable<StockStep>,
  first: DatedDocument | undefined,
  itemIds: ReadonlyMap<string, string>,
  locationId: string,
): Promise<number> {
  if (!first) return 0;
  const openings = leastOpenings(steps, await onHand(db, itemIds, locationId));
  await recordHistory(
    db,
    Array.from(openings, ([sku, change]) => ({
      itemId: itemIds.get(sku)!,
      locationId,
      change,
      source: { type: 'MANUAL_ADJUSTMENT' as const, id: uuidOf(`${db.tenant.id} ${itemIds.get(sku)}`, OPENINGS) },
      description: OPENING,
      occurredAt: new Date(first.issuedAt.getTime() - OPENS_BEFORE_MS),
    })),
    IMPORTED_BY,
  );
  return openings.size;
}

function* stepsOf(
  documents: readonly DatedDocument[],
  linesOf: DatedSales['linesOf'],
  goods: ReadonlyMap<string, string>,
): Generator<StockStep> {
  for (const document of documents) {
    for (const { sku, terms } of linesOf(document)) {
      if (goods.has(sku)) yield { sku, change: document.kind === 'INVOICE' ? negate(terms.quantity) : terms.quantity };
    }
  }
}

async function onHand(
  db: TenantDb,
  itemIds: ReadonlyMap<string, string>,
  locationId: string,
): Promise<Map<string, Decimal>> {
  const skus = new Map(Array.from(itemIds, ([sku, id]) => [id, sku]));
  const { rows } = await sql<{ item_id: string; on_hand: Decimal }>`
    select item_id, on_hand from stock_levels
    where tenant_id = ${db.tenant.id} and location_id = ${locationId}
      and item_id = any(${[...skus.keys()]})`.execute(db);
  return new Map(rows.map((row) => [skus.get(row.item_id)!, row.on_hand]));
}
