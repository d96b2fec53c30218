// The tables of the units sold, summed up by period.
import type { Generated } from 'kysely';
import type { OwnedRow } from '../platform/database.ts';

/** grain D: one calendar day of the tenant; grain M: the month that begins on that day. */
export interface ItemSalesRow extends OwnedRow {
  item_id: string;
  grain: 'D' | 'M';
  period: string;
  location_id: string;
  units: string;
  /** Invoices, and credits that brought goods back, with a line of the item at the location. */
  documents: Generated<number>;
  /** The same of those that do not count: void, canceled or rejected. */
  documents_left_out: Generated<number>;
  /** Number of `documents` whose first line of the item is at this location: over all locations each document counts once. */
  leading_documents: Generated<number>;
  leading_documents_left_out: Generated<number>;
}

/** A day; of condensed items also a sixth and a half of a month, a month, a quarter, a year. */
export type ClientGrain = 'D' | 'S' | 'H' | 'M' | 'Q' | 'Y';

export interface ClientSalesRow extends OwnedRow {
  item_id: string;
  grain: ClientGrain;
  period: string;
  client_id: string;
  units: string;
}

/** An item with so many buyers that clients' sales of it are kept by all periods. */
export interface CondensedItemRow extends OwnedRow {
  item_id: string;
}

declare module '../platform/database.ts' {
  interface Database {
    item_sales: ItemSalesRow;
    client_sales: ClientSalesRow;
    condensed_items: CondensedItemRow;
  }
}
