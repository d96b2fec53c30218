// A hundred and twenty days of business, made up from one seed: what was bought, sold, brought back, counted and paid.
import { localDay } from '../tenancy/index.ts';
import { daysAfter, demandOn, instantOf, isSunday } from './calendar.ts';
import {
  CLIENTS,
  DEMO_TENANT,
  ITEMS,
  STORES,
  SUPPLIERS,
  type DemoClient,
  type DemoItem,
  type DemoStore,
  type DemoSupplier,
} from './catalog.ts';
import { randomFrom, type Random } from './random.ts';
import { inUnits, isLow, openingStock, openShelf, type Shelf, type Tenths } from './shelf.ts';

export const DAYS = 120;
const SEED = 20_150_713;

const LINES_PER_INVOICE = 3;
/** Since when invoices come from an order that was taken before. */
const ORDERS_SINCE_DAYS = 21;
/** How long ago the supplier gave up what is sold out by now. */
const GONE_SINCE_DAYS = 45;
/** Since when deliveries of what is scarce are late. */
const LATE_SINCE_DAYS = 11;
const UNSOLD_ORDERED_BEFORE_DAYS = 95;

type With<T> = T & { id: string };
export type Item = With<DemoItem>;
export type Store = With<DemoStore>;
export type Client = With<DemoClient>;
export type Supplier = With<DemoSupplier>;

/** Numbered once everything has happened, in the order of time. */
interface Document {
  id: string;
  number: string;
  at: Date;
}

export interface Purchase extends Document {
  supplier: Supplier;
  store: Store;
  lines: PurchaseLine[];
  /** Absent: goods bought without an order, which are here already. */
  fate?: 'WHOLE' | 'IN_TWO' | 'SHORT' | 'CANCELED';
  /** Nothing more comes: closed or canceled. */
  endedAt?: Date;
}

export interface PurchaseLine {
  id: string;
  item: Item;
  quantity: Tenths;
  received: Tenths;
  /** In cents. */
  unitCost: number;
}

export interface Sale extends Document {
  client: Client;
  store: Store;
  order?: Document;
  lines: SaleLine[];
  refund?: Refund;
}

export interface SaleLine {
  id: string;
  orderLineId: string;
  item: Item;
  quantity: Tenths;
}

export interface Refund extends Document {
  sale: Sale;
  reason: string;
  restock: boolean;
  isApplied: boolean;
  lines: { line: SaleLine; quantity: Tenths }[];
}

/** A row of the ledger to be. */
export interface Fact {
  at: Date;
  item: Item;
  store: Store;
  change: Tenths;
  source: {
    type: 'INVOICE' | 'PURCHASE_ORDER' | 'CREDIT' | 'SUPPLIER_INVOICE' | 'MANUAL_ADJUSTMENT';
    document: { id: string; number?: string };
  };
  counterpartyId?: string;
  /** In cents. */
  unitCost?: number;
  description?: string;
  lineId?: string;
  lot?: { number: string; expires: string };
}

export interface History {
  firstDay: string;
  today: string;
  items: Item[];
  stores: Store[];
  clients: Client[];
  suppliers: Supplier[];
  shelves: Shelf<Item, Store>[];
  purchases: Purchase[];
  sales: Sale[];
  /** Orders that came to nothing. */
  canceledOrders: Sale[];
  refunds: Refund[];
  /** In the order of time. */
  facts: Fact[];
}

/** What is due at some store on some day. */
interface Delivery {
  day: string;
  purchase: Purchase;
  parts: { line: PurchaseLine; quantity: Tenths }[];
  ends?: boolean;
}
