// Every page by the first step of its address, loaded with its words when it is first opened. src/wiring/dashboard.ts knows the same steps.
import { lazy, type ComponentType } from 'react';
import type { IconName } from './parts/icon.tsx';
import type { PropsOf } from './parts/later.tsx';
import { stepsOf } from './router.ts';
import { languageOfPage, loadWords, type Area, type WordKey } from './texts/words.ts';

export interface Page<Props = object> {
  View: ComponentType<Props>;
  /** Fetches it before it is shown. */
  load(): Promise<ComponentType<Props>>;
}

/** The parts of the menu, in their order; the first has no name. */
export const MENU_GROUPS = ['day', 'sales', 'stock', 'books', 'company'] as const;
type MenuGroup = (typeof MENU_GROUPS)[number];

interface Route {
  list: Page;
  /** One record of the list, or one part of it, by the second step of the address. */
  record?: Page<{ id: string }> | Page<{ id?: string }>;
  /** Page at `/section/new`. */
  create?: Page;
  /** On a phone the bar has place for four entries; the others are behind “more”. */
  menu?: {
    group: MenuGroup;
    icon: IconName;
    word: WordKey;
    /** Leads here after `g`. */
    letter?: string;
    onPhone?: boolean;
    isForAdmin?: boolean;
    isForCashier?: boolean;
  };
}

/** A chunk of its own with this page, and the areas of words that it says. */
function page<Module, Name extends keyof Module>(
  areas: readonly Area[],
  chunk: () => Promise<Module>,
  name: Name,
): Page<PropsOf<Module[Name]>> {
  const load = async () => {
    const [module] = await Promise.all([chunk(), loadWords(languageOfPage(), areas)]);
    return module[name] as ComponentType<PropsOf<Module[Name]>>;
  };
  return { View: lazy(async () => ({ default: await load() })), load };
}

export const ROUTES: Readonly<Record<string, Route>> = {
  today: {
    list: page(['today', 'operations', 'documents'], () => import('./pages/today-page.tsx'), 'TodayPage'),
    menu: { group: 'day', icon: 'clock', word: 'nav.today', letter: 'h', onPhone: true },
  },
  items: {
    list: page(['items', 'list', 'purchasing'], () => import('./pages/items-page.tsx'), 'ItemsPage'),
    record: page(['items', 'item'], () => import('./pages/item-page.tsx'), 'ItemPage'),
    menu: { group: 'stock', icon: 'items', word: 'nav.items', letter: 'i', onPhone: true },
  },
  counter: {
    list: page(['counter', 'orders', 'documents'], () => import('./pages/counter-page.tsx'), 'CounterPage'),
    menu: { group: 'sales', icon: 'counter', word: 'nav.counter', letter: 'm', isForCashier: true },
  },
  till: {
    list: page(['tills', 'documents', 'list'], () => import('./pages/till-page.tsx'), 'TillPage'),
    record: page(['tills', 'documents'], () => import('./pages/till-session-page.tsx'), 'TillSessionPage'),
    menu: { group: 'sales', icon: 'payments', word: 'nav.till', isForCashier: true },
  },
  orders: {
    list: page(['orders', 'list'], () => import('./pages/orders-page.tsx'), 'OrdersPage'),
    record: page(['orders', 'documents'], () => import('./pages/order-page.tsx'), 'OrderPage'),
    create: page(['orders'], () => import('./pages/new-order-page.tsx'), 'NewOrderPage'),
    menu: { group: 'sales', icon: 'orders', word: 'nav.orders', letter: 'p', onPhone: true },
  },
  invoices: {
    list: page(['documents', 'list'], () => import('./pages/invoices-page.tsx'), 'InvoicesPage'),
    record: page(['documents'], () => import('./pages/invoice-page.tsx'), 'InvoicePage'),
    menu: { group: 'sales', icon: 'invoices', word: 'nav.invoices', letter: 'f', onPhone: true },
  },
  credits: {
    list: page(['documents', 'list'], () => import('./pages/credits-page.tsx'), 'CreditsPage'),
    record: page(['documents', 'list'], () => import('./pages/credit-page.tsx'), 'CreditPage'),
    menu: { group: 'sales', icon: 'credits', word: 'nav.credits', letter: 'n' },
  },
  'debit-notes': {
    list: page(['documents', 'list'], () => import('./pages/debit-notes-page.tsx'), 'DebitNotesPage'),
    record: page(['documents', 'list'], () => import('./pages/debit-note-page.tsx'), 'DebitNotePage'),
    menu: { group: 'sales', icon: 'debits', word: 'nav.debitNotes', letter: 'd' },
  },
  'generic-credits': {
    list: page(['documents', 'list'], () => import('./pages/debit-notes-page.tsx'), 'GenericCreditsPage'),
    record: page(['documents', 'list'], () => import('./pages/debit-note-page.tsx'), 'GenericCreditPage'),
  },
  payments: {
    list: page(['documents', 'list'], () => import('./pages/payments-page.tsx'), 'PaymentsPage'),
    menu: { group: 'sales', icon: 'payments', word: 'nav.payments', letter: 'b' },
  },
  expiring: {
    list: page(['items', 'item', 'list'], () => import('./pages/expiring-page.tsx'), 'ExpiringPage'),
    menu: { group: 'stock', icon: 'clock', word: 'nav.expiring' },
  },
  turnover: {
    list: page(['items', 'item', 'list'], () => import('./pages/turnover-page.tsx'), 'TurnoverPage'),
    menu: { group: 'stock', icon: 'sales', word: 'nav.turnover' },
  },
  counts: {
    list: page(['counts'], () => import('./pages/stock-counts-page.tsx'), 'StockCountsPage'),
    record: page(['counts', 'counter'], () => import('./pages/stock-count-page.tsx'), 'StockCountPage'),
    menu: { group: 'stock', icon: 'check', word: 'nav.counts', isForCashier: true },
  },
  transfers: {
    list: page(['counts'], () => import('./pages/transfers-page.tsx'), 'TransfersPage'),
    record: page(['counts'], () => import('./pages/transfer-page.tsx'), 'TransferPage'),
    create: page(['counts', 'orders'], () => import('./pages/new-transfer-page.tsx'), 'NewTransferPage'),
    menu: { group: 'stock', icon: 'swap', word: 'nav.transfers' },
  },
  movements: {
    list: page(['items', 'list'], () => import('./pages/movements-page.tsx'), 'MovementsPage'),
    menu: { group: 'stock', icon: 'swap', word: 'nav.movements', letter: 'v' },
  },
  purchasing: {
    list: page(['purchasing', 'list'], () => import('./pages/purchases-page.tsx'), 'PurchasesPage'),
    record: page(['purchasing'], () => import('./pages/purchase-page.tsx'), 'PurchasePage'),
    create: page(['purchasing'], () => import('./pages/new-purchase-page.tsx'), 'NewPurchasePage'),
    menu: { group: 'stock', icon: 'purchasing', word: 'nav.purchasing', letter: 'o' },
  },
  clients: {
    list: page(['people', 'list'], () => import('./pages/clients-page.tsx'), 'ClientsPage'),
    record: page(['people', 'documents'], () => import('./pages/client-page.tsx'), 'ClientPage'),
    menu: { group: 'sales', icon: 'people', word: 'nav.clients', letter: 'c' },
  },
  suppliers: {
    list: page(['people', 'list', 'purchasing'], () => import('./pages/suppliers-page.tsx'), 'SuppliersPage'),
    record: page(['people', 'purchasing'], () => import('./pages/supplier-page.tsx'), 'SupplierPage'),
    menu: { group: 'stock', icon: 'suppliers', word: 'nav.suppliers', letter: 's' },
  },
  month: {
    list: page(['month', 'list'], () => import('./pages/month-page.tsx'), 'CurrentMonthPage'),
    record: page(['month', 'list'], () => import('./pages/month-page.tsx'), 'MonthPage'),
    menu: { group: 'books', icon: 'month', word: 'nav.month', letter: 'e' },
  },
  sales: {
    list: page(['sales', 'list', 'documents'], () => import('./pages/sales-page.tsx'), 'SalesPage'),
    menu: { group: 'books', icon: 'sales', word: 'nav.results', letter: 'u' },
  },
  receivables: {
    list: page(['month'], () => import('./pages/receivables-page.tsx'), 'ReceivablesPage'),
    menu: { group: 'books', icon: 'receivables', word: 'nav.receivables', letter: 'r' },
  },
  settings: {
    list: page(['settings', 'sign-in'], () => import('./pages/settings-page.tsx'), 'SettingsPage'),
    record: page(['settings', 'sign-in'], () => import('./pages/settings-page.tsx'), 'SettingsPage'),
    menu: { group: 'company', icon: 'settings', word: 'nav.settings', letter: 'a', isForCashier: true },
  },
  acts: {
    list: page(['acts', 'documents', 'list'], () => import('./pages/acts-page.tsx'), 'ActsPage'),
    record: page(['acts', 'documents', 'list'], () => import('./pages/act-page.tsx'), 'ActPage'),
    menu: { group: 'company', icon: 'clock', word: 'nav.acts', isForAdmin: true },
  },
  assistants: {
    list: page(['acts', 'documents', 'list'], () => import('./pages/acts-page.tsx'), 'AssistantsPage'),
    menu: { group: 'company', icon: 'auto', word: 'nav.assistants', isForAdmin: true },
  },
  operations: {
    list: page(['operations', 'today', 'documents'], () => import('./pages/operations-page.tsx'), 'OperationsPage'),
    menu: { group: 'day', icon: 'operations', word: 'nav.operations', letter: 'w' },
  },
  remarks: { list: page(['documents', 'operations'], () => import('./pages/remarks-page.tsx'), 'RemarksPage') },
};

export const PALETTE = page(['keys'], () => import('./parts/palette.tsx'), 'Palette');
export const KEYBOARD_HELP = page(['keys'], () => import('./parts/keyboard-help.tsx'), 'KeyboardHelp');
export const SIGN_IN = page(['sign-in'], () => import('./pages/sign-in-page.tsx'), 'SignInPage');
export const FOLLOWED_LINK = page(['sign-in'], () => import('./pages/link-page.tsx'), 'LinkPage');

export const HOME = 'today';

/** The section that an address belongs to. */
export const sectionOf = ([section = HOME]: readonly string[]): string => section;

export interface Place {
  page: Page<{ id: string }>;
  /** Id of the record that the address names. */
  id: string;
  /** Page beside it, where there is room. */
  beside?: Page;
}

const BESIDE_RECORDS = ['items', 'orders', 'invoices', 'credits', 'debit-notes', 'generic-credits', 'purchasing'];

/** Undefined where no page is. */
export function placeAt(steps: readonly string[]): Place | undefined {
  const [, id, ...more] = steps;
  const section = sectionOf(steps);
  const route = Object.hasOwn(ROUTES, section) ? ROUTES[section]! : undefined;
  if (!route || more.length > 0) return undefined;
  const page = id === undefined ? route.list : id === 'new' && route.create ? route.create : route.record;
  const isBeside = page !== undefined && page === route.record && BESIDE_RECORDS.includes(section);
  return page && { page: page as Page<{ id: string }>, id: id ?? '', ...(isBeside && { beside: route.list }) };
}

/** Fetches the page of a path before it is shown; when that fails, it asks again once it is opened, and can say so. */
export const prepare = (path: string): void =>
  void placeAt(stepsOf(path))
    ?.page.load()
    .catch(() => undefined);
