// Gathers the lines of a file of sales into documents, items and clients. Pure.
import type { PastDocument } from '../write-past-documents.ts';
import type { CsvRow } from '../../platform/csv-file.ts';
import { parseDecimal, type Decimal } from '../../platform/decimal.ts';
import { addDays, dayOf, daysBetween, instantIn, type WallTime } from './calendar.ts';
import { lineStore, type LineChain, type SalesLine } from './line-store.ts';
import { readSalesLine, type SalesCells, type SalesEntry } from './sales-line.ts';

export interface SkippedLine {
  /** The physical line of the file; the header is line 1. */
  line: number;
  reason: string;
}

export interface SalesDocument {
  kind: PastDocument['kind'];
  number: string;
  /** The first that its lines name; empty when none does. */
  client: string;
  /** Time of its first line. */
  time: WallTime;
  lines: LineChain;
}

export interface SalesItem {
  sku: string;
  name: string;
  unitPrice: Decimal;
}

export interface GatheredSales {
  /** In the order in which the file first names them. */
  documents: SalesDocument[];
  linesOf(document: SalesDocument): SalesLine[];
  items: SalesItem[];
  skipped: SkippedLine[];
}

export function gatherSales(): { take(row: CsvRow<keyof SalesCells>): void; gathered(): GatheredSales } {
  const documents = new Map<string, SalesDocument>();
  const items = new Map<string, ItemInFile>();
  const skipped: SkippedLine[] = [];
  const store = lineStore();
  const decimal = remembering(parseDecimal);

  function takeEntry(line: number, { kind, number, time, client, ...entry }: SalesEntry): void {
    const document = documents.get(number);
    const lines = store.append(document?.lines, { line, ...entry });
    if (!document) documents.set(number, { kind, number, client, time, lines });
    else if (document.client === '') document.client = client;
    noteItem(items, entry);
  }

  return {
    take(row) {
      const entry = 'fault' in row ? { reason: row.fault.message } : readSalesLine(row.cells, decimal);
      if ('reason' in entry) skipped.push({ line: row.line, reason: entry.reason });
      else takeEntry(row.line, entry);
    },
    gathered: () => ({
      documents: [...documents.values()],
      linesOf: ({ lines }) => store.read(lines),
      items: Array.from(items, ([sku, item]) => ({ sku, name: nameOf(item) ?? sku, unitPrice: item.lastPrice })),
      skipped,
    }),
  };
}

interface ItemInFile {
  /** How often each is written, in the order in which they were first seen. */
  descriptions: Map<string, number>;
  lastPrice: Decimal;
}

function noteItem(
  items: Map<string, ItemInFile>,
  { sku, description, price }: Pick<SalesEntry, 'sku' | 'description' | 'price'>,
): void {
  const item = items.getOrInsertComputed(sku, () => ({ descriptions: new Map(), lastPrice: '0' }));
  if (description !== '') item.descriptions.set(description, (item.descriptions.get(description) ?? 0) + 1);
  if (price !== '0') item.lastPrice = price;
}

function nameOf({ descriptions }: ItemInFile): string | undefined {
  let [name, most]: [string | undefined, number] = [undefined, 0];
  for (const [description, times] of descriptions) if (times > most) [name, most] = [description, times];
  return name;
}

/** Half a million lines repeat a few thousand numbers. */
function remembering<T>(answer: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => cache.getOrInsertComputed(text, answer);
}

export interface DatedDocument extends SalesDocument {
  issuedAt: Date;
  /** The tenant's calendar day. */
  issueDay: string;
}

/** A file's sales with their documents in the order in which they happened. */
export interface DatedSales extends GatheredSales {
  documents: DatedDocument[];
}

/** Oldest first. With `asOf` all days move by as many, so that the last document falls on that day. */
export function dateDocuments(
  documents: readonly SalesDocument[],
  timeZone: string,
  asOf: WallTime | undefined,
): DatedDocument[] {
  const last = documents.reduce((latest, { time }) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
  const days = asOf === undefined || documents.length === 0 ? 0 : daysBetween(last, asOf);
  const instant = instantIn(timeZone);
  return documents
    .map((document) => {
      const time = addDays(document.time, days);
      return { ...document, time, issuedAt: instant(time), issueDay: dayOf(time) };
    })
    .toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime() || a.lines.first - b.lines.first);
}
