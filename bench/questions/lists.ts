// Questions of the lists: the first page and one in the middle, in each order and with each filter.
import { listItems } from '../../src/catalog/list-items.ts';
import { listClients, listSuppliers } from '../../src/catalog/parties.ts';
import { listDocuments, listPayments } from '../../src/invoicing/list-documents.ts';
import { writeCursor } from '../../src/platform/cursor.ts';
import { listPurchaseOrders } from '../../src/purchasing/purchase-orders.ts';
import { listSupplierInvoices } from '../../src/purchasing/supplier-invoices.ts';
import { listOrders } from '../../src/sales/list-orders.ts';
import { listAdjustments } from '../../src/stock/adjust-stock.ts';
import { needs } from '../../src/today/needs.ts';
import { nightWork, spansOf } from '../../src/today/night-work.ts';
import { hoursOfDays, moneyOfDay } from '../../src/today/read-day.ts';
import type { ListPage, TenantDb } from '../../src/tenancy/index.ts';
import { LAST_INSTANT } from '../data/shape.ts';
import type { Asked, Question } from './questions.ts';

const PAGE = { limit: 10, offset: 0 };
/** A row of a list is found by its index, and read with what belongs to it. */
const PAGES = 200;
/** The few documents of a state, and the hundred invoices of a client, are all read. */
const PAGES_OF_FEW: Record<string, number> = {
  rejected: 600,
  'with the PAC': 600,
  unknown: 600,
  'needing a person': 2500,
  'of a client': 600,
};
const MIDDLE_ID = '80000000-0000-8000-a000-000000000000';

type List = (db: TenantDb, asked: never) => Promise<ListPage<unknown>>;

interface Order {
  field: string;
  direction: 'ASC' | 'DESC';
  /** Filter value of the record in the middle of so many records. */
  middle: (records: number) => string;
  isUsual?: boolean;
}

const at = (records: number) =>
  new Date(LAST_INSTANT.getTime() - (records / 2) * 60_000).toISOString().replace('Z', '000Z');
const numbered = (prefix: string, digits: number) => (records: number) =>
  prefix + String(Math.round(records / 2)).padStart(digits, '0');

const newest = (field: string): Order => ({ field, direction: 'DESC', middle: at, isUsual: true });
const named = (field: string, middle: Order['middle'], isUsual = true): Order => ({
  field,
  direction: 'ASC',
  middle,
  isUsual,
});
const CHANGED: Order = { field: 'UPDATED_AT', direction: 'ASC', middle: at };

type Filters = (asked: Asked, records: number) => object;

interface Listed {
  list: List;
  /** A tenth of the documents, or all. */
  part: number;
  orders: readonly Order[];
  filters?: Readonly<Record<string, Filters>>;
  /** Second key of the record in the middle; at most the other half of the records follows it. */
  tie?: (records: number) => string;
}

const dayOfMiddle = (records: number) => at(records).slice(0, 10);
const DOCUMENT_FILTERS: Record<string, Filters> = {
  'a day': (_, records) => ({ from: dayOfMiddle(records), to: dayOfMiddle(records) }),
  rejected: () => ({ legalStatus: 'PAC_REJECTED' }),
  'with the PAC': () => ({ legalStatus: 'PAC_AUTHORIZED' }),
  authorized: () => ({ legalStatus: 'DGI_AUTHORIZED' }),
  unknown: () => ({ submissionState: 'UNKNOWN' }),
  'needing a person': () => ({ needsPerson: true }),
};
/** As a page shows it, as people say it, and whole. */
const numbersOf = (series: string): Record<string, Filters> => {
  const middle = (records: number) => String(Math.round(records / 2));
  return {
    'a number, shown': (_, records) => ({ search: `${series}-${middle(records)}` }),
    'a number, bare': (_, records) => ({ search: middle(records) }),
    'a number, whole': (_, records) => ({ search: numbered(`${series}-`, 10)(records) }),
  };
};
const documents =
  (name: Parameters<typeof listDocuments>[1]): List =>
  (db, asked) =>
    listDocuments(db, name, asked);

const LISTS: Record<string, Listed> = {
  clients: { list: listClients, part: 0.1, orders: [named('NAME', numbered('Client ', 8)), CHANGED] },
  suppliers: { list: listSuppliers, part: 0.1, orders: [named('NAME', numbered('Supplier ', 8)), CHANGED] },
  items: {
    list: listItems,
    part: 0.1,
    orders: [named('SKU', numbered('SKU-', 8)), named('NAME', () => 'Item 8', false), CHANGED],
    filters: { services: () => ({ kind: 'SERVICE' }), 'without stock': () => ({ stock: 'OUT' }) },
  },
  orders: {
    list: listOrders,
    part: 1,
    orders: [newest('CREATED_AT'), named('NUMBER', numbered('PED-', 10), false), CHANGED],
    filters: {
      'a day': DOCUMENT_FILTERS['a day']!,
      'of a client': ({ clientId }) => ({ clientId }),
      open: () => ({ isOpen: true }),
      canceled: () => ({ status: 'CANCELED' }),
      due: () => ({ due: '2999-01-01' }),
      ...numbersOf('PED'),
    },
  },
  invoices: {
    list: documents('invoices'),
    part: 1,
    orders: [newest('ISSUED_AT'), CHANGED],
    filters: {
      ...DOCUMENT_FILTERS,
      'of a client': ({ clientId }) => ({ clientId }),
      paid: () => ({ status: 'PAID' }),
      void: () => ({ status: 'VOID' }),
      open: () => ({ isOpen: true }),
      over: () => ({ isOpen: false }),
      ...numbersOf('F'),
    },
  },
  credits: {
    list: documents('credits'),
    part: 0.1,
    orders: [newest('ISSUED_AT'), CHANGED],
    filters: {
      ...DOCUMENT_FILTERS,
      'of a client': ({ clientId }) => ({ clientId }),
      open: () => ({ isOpen: true }),
      ...numbersOf('N'),
    },
  },
  debitNotes: {
    list: documents('debitNotes'),
    part: 0.1,
    orders: [newest('ISSUED_AT'), CHANGED],
    filters: { rejected: DOCUMENT_FILTERS['rejected']!, void: () => ({ status: 'VOID' }), ...numbersOf('D') },
  },
  payments: {
    list: listPayments,
    part: 1,
    orders: [newest('PAID_AT'), CHANGED],
    filters: {
      'a day': DOCUMENT_FILTERS['a day']!,
      'of a client': ({ clientId }) => ({ clientId }),
      'a number, shown': numbersOf('F')['a number, shown']!,
    },
  },
  adjustments: { list: listAdjustments, part: 0.1, orders: [newest('CREATED_AT')] },
  supplierInvoices: {
    list: listSupplierInvoices,
    part: 0.1,
    orders: [newest('CREATED_AT')],
    tie: (records) => numbered('FP-', 10)(records),
  },
  purchaseOrders: {
    list: listPurchaseOrders,
    part: 0.1,
    orders: [newest('CREATED_AT'), CHANGED],
    filters: { open: () => ({ status: 'OPEN' }), ...numbersOf('OC') },
    tie: (records) => numbered('OC-', 10)(records),
  },
};

const DUE = named('DUE_DATE', (records) => at(records).slice(0, 10));

const TODAY = LAST_INSTANT.toISOString().slice(0, 10);
const WEEK_BEFORE = new Date(Date.parse(TODAY) - 7 * 86_400_000).toISOString().slice(0, 10);

const PACS = { pac: { profileOf: () => ({}) } };

/** The board of the last day; two days have as many documents as there are minutes in them, all of which are read. */
const BOARD: Record<string, [mostBuffers: number, Question['ask']]> = {
  'sales beside the week before': [30_000, (db) => hoursOfDays(db, [TODAY, WEEK_BEFORE], LAST_INSTANT)],
  'money in': [200, (db) => moneyOfDay(db, TODAY)],
  'what was done by itself': [200, async (db) => nightWork(db, (await spansOf(db, TODAY)).night)],
  'documents that need a person': [
    8000,
    (db) => needs(db, { kinds: ['REJECTED', 'UNKNOWN', 'PARKED'], limit: 10, offset: 0 }, LAST_INSTANT, PACS),
  ],
  'windows that close': [3000, (db) => needs(db, { kinds: ['VOID_WINDOW'], limit: 10, offset: 0 }, LAST_INSTANT, PACS)],
};

export const LIST_QUESTIONS: readonly Question[] = [
  ...Object.entries(BOARD).map(([name, [mostBuffers, ask]]): Question => ({
    // The smaller data set has no week before, and few documents in need.
    ...{ name: `today, ${name}`, growthGoal: 6, ofTenant: true, of: 'lists', mostBuffers },
    ask,
  })),
  ...both('invoices', LISTS['invoices']!, DUE, 'due', () => ({ due: '2999-01-01' })),
  ...Object.entries(LISTS).flatMap(([name, listed]) => [
    ...listed.orders.flatMap((order) => both(name, listed, order)),
    ...Object.entries(listed.filters ?? {}).flatMap(([filter, asked]) =>
      both(
        name,
        listed,
        listed.orders.find(({ isUsual }) => isUsual)!,
        filter,
        asked,
        // A search by number has one page.
      ).slice(0, filter.startsWith('a number') ? 1 : 2),
    ),
  ]),
];

/** The first page, and one that begins in the middle. */
function both(
  name: string,
  { list, part, tie }: Listed,
  { field, direction, middle }: Order,
  filter?: string,
  filters: Filters = () => ({}),
): Question[] {
  const asked =
    (more: (asked: Asked) => object): Question['ask'] =>
    (db, all) =>
      list(db, {
        ...PAGE,
        orderBy: { field, direction },
        ...filters(all, all.documents * part),
        ...more(all),
      } as never);
  const after = ({ documents: all }: Asked) => {
    const records = all * part;
    return writeCursor([`${name} ${field} ${direction} `, middle(records), tie?.(records) ?? MIDDLE_ID]);
  };
  const question = (place: string, ask: Question['ask']): Question => ({
    name: `${name}, ${filter ?? `by ${field}`}, ${place}`,
    growthGoal: 1.5,
    ofTenant: true,
    of: 'lists',
    pages: PAGES_OF_FEW[filter ?? ''] ?? PAGES,
    ask,
  });
  return [
    question(
      'first page',
      asked(() => ({})),
    ),
    question(
      'in the middle',
      asked((all) => ({ after: after(all) })),
    ),
  ];
}
