// The world of the made-up history: who and what there is, what has happened in it so far, and what is still to come.
import { daysAfter, instantOf } from './calendar.ts';
import {
  CLIENTS,
  ITEMS,
  STORES,
  SUPPLIERS,
  type DemoClient,
  type DemoItem,
  type DemoStore,
  type DemoSupplier,
} from './catalog.ts';
import { randomFrom, type Random } from './random.ts';
import { openShelf, type Shelf, type Tenths } from './shelf.ts';

export const DAYS = 120;
const SEED = 20_150_713;

export type Item = DemoItem & { id: string };
export type Store = DemoStore & { id: string };
export type Client = DemoClient & { id: string };
export type Supplier = DemoSupplier & { id: string };

interface Document {
  id: string;
  at: Date;
  /** Given once everything has happened, in the order of time. */
  number: string;
}

export interface Purchase extends Document {
  supplier: Supplier;
  store: Store;
  lines: PurchaseLine[];
  /** Without one the goods are here already, and the document is the supplier's invoice. */
  fate?: 'WHOLE' | 'IN_TWO' | 'SHORT' | 'CANCELED';
  /** Set when nothing more will come although something is missing. */
  endedAs?: 'CLOSED' | 'CANCELED';
}

export interface PurchaseLine {
  id: string;
  item: Item;
  quantity: Tenths;
  received: Tenths;
  unitCostCents: number;
}

/** What is due at a store on a day. */
export interface Delivery {
  day: string;
  purchase: Purchase;
  parts: { line: PurchaseLine; quantity: Tenths }[];
  /** Instead of goods comes the word that no more will. */
  endsAs?: 'CLOSED' | 'CANCELED';
}

export interface Sale extends Document {
  day: string;
  client: Client;
  store: Store;
  order?: Document;
  lines: SaleLine[];
  refund?: Refund;
}

export interface SaleLine {
  id: string;
  item: Item;
  quantity: Tenths;
}

export interface Refund extends Document {
  day: string;
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
  source:
    | { type: 'INVOICE' | 'PURCHASE_ORDER' | 'CREDIT' | 'SUPPLIER_INVOICE'; document: Document }
    | { type: 'MANUAL_ADJUSTMENT'; document: { id: string } };
  counterpartyId?: string;
  unitCostCents?: number;
  description?: string;
  lineId?: string;
  lot?: { number: string; expires: string };
}

export interface World {
  random: Random;
  now: Date;
  firstDay: string;
  /** The last day; only a part of it has passed. */
  today: string;
  items: Item[];
  stores: Store[];
  clients: Client[];
  suppliers: Supplier[];
  shelves: Map<Store, Map<Item, Shelf<Item, Store>>>;
  deliveries: Delivery[];
  /** Goods on their way back. */
  returns: Refund[];
  purchases: Purchase[];
  sales: Sale[];
  /** Ordered and canceled before they were invoiced. */
  canceledOrders: Sale[];
  refunds: Refund[];
  facts: Fact[];
}

export function newWorld(now: Date, today: string): World {
  const random = randomFrom(SEED);
  const firstDay = daysAfter(today, -DAYS);
  const withId = <T>(one: T): T & { id: string } => ({ ...one, id: random.id(instantOf(firstDay, 0)) });
  const items = ITEMS.map(withId);
  const stores = STORES.map(withId);
  return {
    random,
    now,
    firstDay,
    today,
    items,
    stores,
    clients: CLIENTS.map(withId),
    suppliers: SUPPLIERS.map(withId),
    shelves: new Map(stores.map((store) => [store, new Map(items.map((item) => [item, openShelf(item, store)]))])),
    deliveries: [],
    returns: [],
    purchases: [],
    sales: [],
    canceledOrders: [],
    refunds: [],
    facts: [],
  };
}

export function shelfOf(world: World, store: Store, item: Item): Shelf<Item, Store> {
  return world.shelves.get(store)!.get(item)!;
}

/** The ledger and the shelf move together. */
export function move(world: World, fact: Fact): void {
  shelfOf(world, fact.store, fact.item).onHand += fact.change;
  world.facts.push(fact);
}
