// The questions: each one of the dashboard, through the application's own functions, for an item of some heat.
import { incomingQuantity } from '../../src/analytics/incoming-quantity.ts';
import { itemMovements, type MovementsAsked } from '../../src/analytics/item-movements.ts';
import { itemsNeedingReorder } from '../../src/analytics/needing-reorder.ts';
import { stockAsOf } from '../../src/analytics/stock-as-of.ts';
import { stockHistory, stockOverTime } from '../../src/analytics/stock-history.ts';
import { stockTurnover } from '../../src/analytics/stock-turnover.ts';
import { stockMetrics } from '../../src/analytics/stock-metrics.ts';
import { stockouts } from '../../src/analytics/stockouts.ts';
import { topClients } from '../../src/analytics/top-clients.ts';
import { whatIf } from '../../src/analytics/what-if.ts';
import { matchDocument } from '../../src/certification/verdict/match-document.ts';
import { countOpen, openDocuments } from '../../src/certification/watch/open-documents.ts';
import { pacNotices } from '../../src/certification/notices/pac-notices.ts';
import { waitingNotices } from '../../src/certification/watch/reconcile.ts';
import { strangers } from '../../src/certification/notices/strangers.ts';
import { auditedNumbers, numberAudit } from '../../src/invoicing/number-audit.ts';
import type { TenantDb } from '../../src/tenancy/index.ts';
import { atMost, type Goal } from '../goals.ts';
import { LAST_INSTANT } from '../data/shape.ts';

export interface Asked {
  itemId: string;
  /** Location of half of the item's movements. */
  locationId: string;
  /** How many movements the item has. */
  movements: number;
  /** How many documents, and notices, the tenant of the documents has. */
  documents: number;
  /** Client of the tenant whose lists are read. */
  clientId: string;
  /** When it is asked. */
  now: Date;
}

export interface Question {
  name: string;
  /** How many times as long it may take when there is fifty times as much. */
  growthGoal: number;
  /** Asked of a tenant as a whole, so once, not for each heat. */
  ofTenant?: boolean;
  /** Asked of the tenant that has documents and notices, and nothing else, or of the one that lists are read of. */
  of?: 'documents' | 'lists';
  /** Most pages that it may read where few rows answer it; the number may not grow. */
  pages?: number;
  /** Most pages that a long answer may read, however many movements there are. */
  mostBuffers?: number;
  /** True where the pages depend on the day: the question is asked on the worst day. */
  ofDay?: boolean;
  /** Goal for the distinct pages read on the worst day. */
  distinctGoal?: Goal;
  /** Goal for the pages read, divided by the number of the tenant's items. */
  perItemGoal?: Goal;
  ask(db: TenantDb, asked: Asked): Promise<unknown>;
}

const GROWTH_GOAL = 1.5;
const TOP_CLIENTS_GROWTH_GOAL = 3;
const PAGE = 8;
const NOW = LAST_INSTANT;

/**
 * The middle of each half month of the last year: windows then begin and end where neither half months, nor months, nor the year
 * fit.
 */
export const DAYS: readonly Date[] = Array.from({ length: 24 }, (_, index) => {
  const month = Math.floor((index + 1) / 2) - 1;
  return new Date(Date.UTC(NOW.getUTCFullYear(), month, index % 2 === 0 ? 23 : 8, 17));
});

function movements(name: string, ofItem: (asked: Asked) => Partial<MovementsAsked>): Question {
  return {
    name: `itemMovements, ${name}`,
    growthGoal: GROWTH_GOAL,
    ask: (db, asked) => itemMovements(db, { itemId: asked.itemId, limit: PAGE, offset: 0, ...ofItem(asked) }),
  };
}

function metrics(windowDays: number): Question {
  return {
    name: `itemStockMetrics, ${windowDays} days`,
    growthGoal: GROWTH_GOAL,
    ofDay: true,
    ask: (db, { itemId, now }) => stockMetrics(db, { itemId, windowDays }, now),
  };
}

function buyers(windowDays: number): Question {
  return {
    name: `itemTopClients, ${windowDays} days`,
    growthGoal: TOP_CLIENTS_GROWTH_GOAL,
    ofDay: true,
    distinctGoal: atMost(500, 300),
    ask: (db, { itemId, now }) => topClients(db, { itemId, windowDays, limit: 5 }, now),
  };
}

function history(rangeDays: number, withEvents: boolean): Question {
  return {
    name: `itemStockHistory, ${rangeDays} days${withEvents ? ' with events' : ''}`,
    growthGoal: GROWTH_GOAL,
    // Two thousand movements of each location, which come in the index's own order.
    ...(withEvents ? { mostBuffers: 500 } : {}),
    ask: (db, { itemId }) => stockHistory(db, { itemId, rangeDays, withEvents }, NOW),
  };
}

/** A question about documents or notices: found by an index or kept as a count, plus the rows of the answer. */
function ofDocuments(name: string, ask: Question['ask']): Question {
  return { name, growthGoal: GROWTH_GOAL, ofTenant: true, of: 'documents', pages: 100, ask };
}

const numberOf = (place: number): string => `FAC-${String(place).padStart(10, '0')}`;

const DOCUMENT_QUESTIONS: readonly Question[] = [
  ofDocuments('match a notice of a stranger', (db) => matchDocument(db, { documentId: 'unknown', cufe: 'FE-unknown' })),
  ofDocuments('match a notice by its id', (db) => matchDocument(db, { documentId: 'doc-7', cufe: null })),
  ofDocuments('openDocuments, 25', (db) => openDocuments(db, { limit: 25 })),
  ofDocuments('openDocumentCount', (db) => countOpen(db)),
  ofDocuments('pacNotices, first page', (db) => pacNotices(db, { limit: 10, offset: 0 })),
  ofDocuments('strangers', (db) => strangers(db)),
  ofDocuments('reconcile, a page of waiting notices', (db) => waitingNotices(db, undefined, 5)),
  ofDocuments('numberAudit', (db) => numberAudit(db)),
  ofDocuments('auditedNumbers, in the middle', (db, { documents }) =>
    auditedNumbers(db, { series: 'FAC', limit: 25, offset: documents / 2 }),
  ),
  ofDocuments('auditedNumbers, unknown', (db) =>
    auditedNumbers(db, { series: 'FAC', class: 'UNKNOWN', limit: 25, offset: 0 }),
  ),
  ofDocuments('auditedNumbers, rejected, after one in the middle', (db, { documents }) =>
    auditedNumbers(db, { series: 'FAC', class: 'REJECTED', limit: 10, offset: 0, after: numberOf(documents / 2) }),
  ),
];

export const QUESTIONS: readonly Question[] = [
  ...DOCUMENT_QUESTIONS,
  movements('first page', () => ({})),
  movements('one type', () => ({ types: ['VENTA'] })),
  movements('a rare type', () => ({ types: ['OTHER'] })),
  movements('two types', () => ({ types: ['VENTA', 'COMPRA'] })),
  movements('one location', ({ locationId }) => ({ locationId })),
  movements('location and type', ({ locationId }) => ({ locationId, types: ['COMPRA'] })),
  movements('100 rows', () => ({ limit: 100 })),
  movements('page in the middle', (asked) => ({ offset: Math.floor(asked.movements / 2) })),
  movements('two types, middle', (asked) => ({
    types: ['VENTA', 'COMPRA'],
    offset: Math.floor(asked.movements * 0.4),
  })),
  // On the hot item of fifty million movements this is the page at offset 5,000,000.
  movements('a deep page', (asked) => ({ offset: Math.floor((asked.movements * 5) / 6) })),
  metrics(30),
  metrics(90),
  metrics(365),
  metrics(730),
  {
    name: 'stockoutDays, 365 days',
    growthGoal: GROWTH_GOAL,
    ask: async (db, { itemId }) => stockouts(db, await stockMetrics(db, { itemId, windowDays: 365 }, NOW), NOW),
  },
  { name: 'itemIncomingQuantity', growthGoal: GROWTH_GOAL, ask: (db, { itemId }) => incomingQuantity(db, itemId) },
  {
    name: 'itemWhatIf, 365 days',
    growthGoal: GROWTH_GOAL,
    // Every movement of the year is replayed.
    mostBuffers: 3000,
    ask: (db, { itemId }) =>
      whatIf(
        db,
        { itemId, windowDays: 365, demandFactor: '1', elasticity: '0', leadTimeDays: 7, reorderLevel: '50' },
        NOW,
      ),
  },
  buyers(30),
  buyers(90),
  buyers(365),
  buyers(730),
  history(60, false),
  history(730, false),
  history(60, true),
  {
    name: 'getItemStockOverTime, two years ago',
    growthGoal: GROWTH_GOAL,
    ask: (db, { itemId }) => stockOverTime(db, { itemId, year: NOW.getUTCFullYear() - 2, month: 12 }, NOW),
  },
  {
    name: 'stock as of an instant',
    growthGoal: GROWTH_GOAL,
    ask: (db, { itemId }) => stockAsOf(db, { itemId, at: new Date(NOW.getTime() - 500 * 86_400_000) }),
  },
  {
    name: 'itemsNeedingReorder, 30 days',
    growthGoal: GROWTH_GOAL,
    ofTenant: true,
    // It judges each item of the tenant.
    mostBuffers: 300,
    perItemGoal: atMost(1.3, 0.2),
    ask: (db) => itemsNeedingReorder(db, { windowDays: 30, limit: 25, offset: 0 }, NOW),
  },
  {
    name: 'stockTurnover, nothing sold for 90 days',
    growthGoal: GROWTH_GOAL,
    ofTenant: true,
    // It looks for the last sale of each item that has stock.
    mostBuffers: 900,
    perItemGoal: atMost(8),
    ask: (db) => stockTurnover(db, { noSaleDays: 90, limit: 25, offset: 0 }, NOW),
  },
];
