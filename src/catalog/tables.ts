// Rows of the catalog: what is sold, where it is kept, and with whom business is done.
import type { ColumnType, Generated, GeneratedAlways, RawBuilder } from 'kysely';
import type { ReceiverType } from '../fiscal/receiver.ts';
import type { DatedRow, OwnWordsRow, OwnedRow } from '../platform/database.ts';

export type TrackingMode = 'NONE' | 'LOT' | 'SERIAL';

/** A service has no stock and no movements. */
export type ItemKind = 'GOODS' | 'SERVICE';

/** A record that can be archived: null while it is offered. */
interface ArchivedRow {
  archived_at: ColumnType<Date | null, never, RawBuilder<Date> | null>;
}

export interface ItemRow extends DatedRow, OwnWordsRow, ArchivedRow {
  sku: string;
  name: string;
  kind: Generated<ItemKind>;
  unit: string;
  unit_price: string;
  tax_rate: string;
  isc_rate: Generated<string>;
  other_tax_code: string | null;
  other_tax_rate: string | null;
  cpbs: string | null;
  category: string | null;
  tracking_mode: TrackingMode;
  allow_negative_stock: boolean;
  average_cost: string | null;
  /** What a search looks into; kept by the database. */
  folded: GeneratedAlways<string>;
  reorder_level: Generated<string>;
  reorder_quantity: Generated<string>;
  lead_time_days: Generated<number>;
}

/** Another unit in which an item is bought and sold. */
export interface ItemUnitRow extends OwnedRow {
  item_id: string;
  unit: string;
  /** So many of the item's own unit are one of this. */
  factor: string;
  price: string | null;
}

export interface ItemBarcodeRow extends OwnedRow {
  barcode: string;
  item_id: string;
  /** Null: the item's own. */
  unit: string | null;
}

export interface PriceListRow extends DatedRow, ArchivedRow {
  name: string;
}

export interface PriceListItemRow extends OwnedRow {
  price_list_id: string;
  item_id: string;
  /** The item's own, or one of its others. */
  unit: string;
  price: string;
}

export interface LocationRow extends DatedRow, OwnWordsRow, ArchivedRow {
  name: string;
  code: string;
  is_default: Generated<boolean>;
  /** Left out: the main one. */
  office_id: Generated<string>;
}

/** Where a tenant issues documents; one is the main one. */
export interface OfficeRow extends DatedRow {
  code: string;
  pac_office_id: string | null;
  name: string;
  address: string | null;
  corregimiento_code: string | null;
  latitude: string | null;
  longitude: string | null;
  telephone: string | null;
  is_main: Generated<boolean>;
}

export interface BillingPointRow extends DatedRow, ArchivedRow {
  office_id: string;
  code: string;
  name: string | null;
  mark: string;
  is_first: GeneratedAlways<boolean>;
}

export interface ClientRow extends DatedRow, OwnWordsRow, ArchivedRow {
  name: string;
  receiver_type: ReceiverType;
  ruc: string | null;
  dv: string | null;
  email: string | null;
  address_line: Generated<string | null>;
  /** Province, district and corregimiento, such as 8-8-11; the names beside it are those of the list, where it has the code. */
  corregimiento_code: Generated<string | null>;
  province: Generated<string | null>;
  district: Generated<string | null>;
  corregimiento: Generated<string | null>;
  /** ISO 3166-1 alpha-2. */
  country: Generated<string | null>;
  telephone: Generated<string | null>;
  /** Beside `email`, which is the first. */
  further_emails: Generated<string[]>;
  external_code: string | null;
  /** Under which code it withholds of the ITBMS, where it does. */
  retention_code: string | null;
  price_list_id: Generated<string | null>;
}

export interface SupplierRow extends DatedRow, OwnWordsRow, ArchivedRow {
  name: string;
  ruc: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    items: ItemRow;
    item_units: ItemUnitRow;
    item_barcodes: ItemBarcodeRow;
    price_lists: PriceListRow;
    price_list_items: PriceListItemRow;
    locations: LocationRow;
    offices: OfficeRow;
    billing_points: BillingPointRow;
    clients: ClientRow;
    suppliers: SupplierRow;
  }
}
