// Data of the demo: three CSV files, whose days are moved by whole weeks so that the last of them is today or still to come.
import { fileURLToPath } from 'node:url';
import type { ReceiverType } from '../../src/fiscal/receiver.ts';
import { readCsv } from '../../src/platform/csv-file.ts';
import type { Decimal } from '../../src/platform/decimal.ts';
import { addDays, daysBetween } from '../../src/platform/days.ts';
import { instantOf } from './calendar.ts';

export const DEMO_TENANT = {
  name: 'Comercial Istmo, S.A.',
  ruc: '155596713-2-2015',
  dv: '59',
  pacCompanyId: 'demo',
  timeZone: 'America/Panama',
} as const;

export type StoreCode = 'MAIN' | 'DAV' | 'COL';

/** The first one is the tenant's default location. `user` writes its documents. */
export const STORES: readonly { code: StoreCode; name: string; user: string }[] = [
  { code: 'MAIN', name: 'Casa matriz', user: 'ana.quintero' },
  { code: 'DAV', name: 'David', user: 'luis.samudio' },
  { code: 'COL', name: 'Colón', user: 'marta.bell' },
];

/** All deliver on Mondays: every how many days, and in which week of the demo first. */
export const SUPPLIERS = [
  { code: 'MOL', name: 'Molinos del Pacífico, S.A.', ruc: '987451-1-531206', everyDays: 28, firstWeek: 1 },
  { code: 'AGR', name: 'Agro Tierras Altas, S.A.', ruc: '1420633-1-629871', everyDays: 14, firstWeek: 1 },
  { code: 'LAC', name: 'Lácteos del Barú, S.A.', ruc: '155612480-2-2015', everyDays: 14, firstWeek: 2 },
  { code: 'AVI', name: 'Avícola y Cárnicos del Oeste, S.A.', ruc: '1783390-1-698244', everyDays: 14, firstWeek: 1 },
  { code: 'CON', name: 'Conservas del Golfo, S.A.', ruc: '2043817-1-748520', everyDays: 28, firstWeek: 2 },
  { code: 'BEB', name: 'Bebidas y Licores del Istmo, S.A.', ruc: '1156702-1-570418', everyDays: 14, firstWeek: 2 },
  { code: 'QUI', name: 'Química y Papel de Panamá, S.A.', ruc: '155658731-2-2018', everyDays: 28, firstWeek: 3 },
  { code: 'FER', name: 'Ferretera Mayorista del Caribe, S.A.', ruc: '2301945-1-788063', everyDays: 28, firstWeek: 2 },
] as const;

export type Supplier = (typeof SUPPLIERS)[number];

/** Story that a reader should find in the ledger. */
export type Story =
  /** Its last deliveries are late: about to run out. */
  | 'SCARCE'
  /** Given up by the supplier some weeks ago: sold out. */
  | 'GONE'
  /** Bought once, never sold. */
  | 'UNSOLD'
  /** Bought for most of a year. */
  | 'PILED_UP';

export interface DemoItem {
  sku: string;
  name: string;
  unitPrice: Decimal;
  taxRate: Decimal;
  supplier: string;
  unitCost: Decimal;
  /** Tracked by lot; each keeps this many days. */
  shelfDays: number;
  story: Story | '';
}

export interface DemoClient {
  code: string;
  name: string;
  receiverType: ReceiverType;
  ruc: string;
  email: string;
  store: StoreCode;
  /** Days to pay; 0 pays at once. */
  termDays: number;
  paysLate: boolean;
  country: string;
  address: string;
  /** Its code, such as 8-8-7. */
  corregimiento: string;
  telephone: string;
}

export interface DemoDocument {
  /** Place of an invoice in the series; a credit note has a C before it. */
  code: string;
  day: string;
  at: Date;
  client: DemoClient;
  /** Invoice whose lines a credit note takes back, whole. */
  credits: string;
  lines: { item: DemoItem; quantity: Decimal }[];
}

export interface DemoData {
  items: DemoItem[];
  clients: DemoClient[];
  /** Oldest first; the last ones are still to come. */
  documents: DemoDocument[];
}

export interface StockLine {
  item: DemoItem;
  store: StoreCode;
  quantity: Decimal;
}

/** The ids of what the files name: items by SKU, stores, clients and suppliers by code. */
export interface Ids {
  items: ReadonlyMap<string, { id: string }>;
  stores: ReadonlyMap<string, string>;
  clients: ReadonlyMap<string, string>;
  suppliers: ReadonlyMap<string, string>;
}

export const ITEMS_FILE = pathOf('items.csv');

const ITEM_COLUMNS = ['sku', 'name', 'unitPrice', 'taxRate', 'supplier', 'unitCost', 'shelfDays', 'story'] as const;
const CLIENT_COLUMNS = [
  ...(['code', 'name', 'receiverType', 'ruc', 'email', 'store', 'termDays', 'paysLate'] as const),
  ...(['country', 'address', 'corregimiento', 'telephone'] as const),
] as const;
const SALES_COLUMNS = ['document', 'at', 'client', 'sku', 'quantity', 'credits'] as const;

export async function readData(today: string): Promise<DemoData> {
  const items = (await rowsOf(ITEMS_FILE, ITEM_COLUMNS)).map((cells) => ({
    ...cells,
    shelfDays: Number(cells.shelfDays),
    story: cells.story as DemoItem['story'],
  }));
  const clients = (await rowsOf(pathOf('clients.csv'), CLIENT_COLUMNS)).map((cells) => ({
    ...cells,
    receiverType: cells.receiverType as ReceiverType,
    store: cells.store as StoreCode,
    termDays: Number(cells.termDays),
    paysLate: cells.paysLate === 'yes',
  }));
  const lines = await rowsOf(pathOf('sales.csv'), SALES_COLUMNS);
  return { items, clients, documents: documentsOf(lines, items, clients, today) };
}

async function rowsOf<Column extends string>(
  file: string,
  columns: readonly Column[],
): Promise<Record<Column, string>[]> {
  const rows: Record<Column, string>[] = [];
  await readCsv(file, { required: columns }, (row) => {
    if ('fault' in row) throw new Error(`${file}, line ${row.line}: ${row.fault}`);
    rows.push(row.cells);
  });
  return rows;
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

function documentsOf(
  lines: readonly Record<(typeof SALES_COLUMNS)[number], string>[],
  items: readonly DemoItem[],
  clients: readonly DemoClient[],
  today: string,
): DemoDocument[] {
  const itemOf = new Map(items.map((item) => [item.sku, item]));
  const clientOf = new Map(clients.map((client) => [client.code, client]));
  // By whole weeks, so that Saturdays stay Saturdays.
  const weeks = Math.ceil(daysBetween(lines.at(-1)!.at.slice(0, 10), today) / 7);
  const documents = new Map<string, DemoDocument>();
  for (const { document: code, at, client, sku, quantity, credits } of lines) {
    let document = documents.get(code);
    if (!document) {
      const [date, time] = at.split(' ') as [string, string];
      const day = addDays(date, 7 * weeks);
      document = { code, day, at: instantOf(day, time), client: clientOf.get(client)!, credits, lines: [] };
      documents.set(code, document);
    }
    document.lines.push({ item: itemOf.get(sku)!, quantity });
  }
  return [...documents.values()];
}

export function supplierOf({ supplier }: DemoItem): Supplier {
  return SUPPLIERS.find(({ code }) => code === supplier)!;
}
