// How an item sells and how long its stock lasts.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { coverage, type Coverage } from './coverage.ts';
import { salesInWindow } from './sales-in-window.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type Subject } from './subject.ts';
import { windowOf } from './window.ts';

export interface StockMetrics extends Coverage {
  subject: Subject;
  windowDays: number;
  /** In the tenant's calendar, as the last one; both are in the window. */
  windowFirstDay: string;
  windowLastDay: string;
  unitsSoldInWindow: Decimal;
  /** Invoices, and credits that brought goods back, issued in the window. */
  documentsCounted: number;
  /** The same of those that are void, canceled or rejected. */
  documentsLeftOut: number;
  availableQuantity: Decimal;
}

interface Figures {
  location_known: boolean;
  units_sold: Decimal;
  documents: number;
  documents_left_out: number;
  available: Decimal;
}

export async function stockMetrics(
  db: TenantDb,
  { windowDays, ...subject }: Subject & { windowDays: number },
  now: Date,
): Promise<StockMetrics> {
  const today = localDay(db.tenant.timeZone, now);
  const window = windowOf(today, windowDays);
  // A document with the item at two locations is one at each of them, and one over all.
  const documents = sql.ref(subject.locationId ? 'documents' : 'leading_documents');
  const leftOut = sql.ref(subject.locationId ? 'documents_left_out' : 'leading_documents_left_out');
  const { rows } = await sql<Figures>`
    ${prepared} select subject.location_known, sold.*, level.available
    from (${subjectOf(db, subject)}) subject
    cross join (
      select coalesce(sum(units), 0) as units_sold, coalesce(sum(${documents}), 0) as documents,
        coalesce(sum(${leftOut}), 0) as documents_left_out
      from (${salesInWindow('item_sales', ofSubject(db, subject), window)}) part
    ) sold
    cross join (
      select coalesce(sum(on_hand - reserved), 0) as available
      from stock_levels
      where ${ofSubject(db, subject)}
    ) level`.execute(db);
  const { units_sold: unitsSold, available, ...counted } = firstRowOrNotFound(rows);
  return {
    subject,
    windowDays,
    windowFirstDay: window.first,
    windowLastDay: window.last,
    unitsSoldInWindow: unitsSold,
    documentsCounted: counted.documents,
    documentsLeftOut: counted.documents_left_out,
    availableQuantity: available,
    ...coverage({ unitsSold, windowDays, available, today }),
  };
}
