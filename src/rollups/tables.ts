// The tables of the units sold, summed up by period.
import type { Generated } from 'kysely';

/** grain D: one calendar day of the tenant; grain M: the month that begins on that day. */
export interface ItemSalesRow {
  tenant_id: string;
  item_id: string;
  grain: 'D' | 'M';
  period: string;
  location_id: string;
  units: string;
  /** Invoices, and credits that brought goods back, with a line of the item at the location. */
  documents: Generated<number>;
  /** The same of those that do not count: void, canceled or rejected. */
  documents_left_out: Generated<number>;
  /** Of `documents` those whose first line of the item is at this location: over all locations each document counts once. */
  leading_documents: Generated<number>;
  leading_documents_left_out: Generated<number>;
}

/** As above, and grain Y: the year that begins on that day. */
/** A day, a half of a month, a month, a year. */
export type ClientGrain = 'D' | 'H' | 'M' | 'Y';

export interface ClientSalesRow {
  tenant_id: string;
  item_id: string;
  grain: ClientGrain;
  period: string;
  client_id: string;
  units: string;
}

declare module '../platform/database.ts' {
  interface Database {
    item_sales: ItemSalesRow;
    client_sales: ClientSalesRow;
  }
}
