// What is asked: every question of the dashboard through the application's own functions, for an item of some heat.
import { incomingQuantity } from '../../src/analytics/incoming-quantity.ts';
import { itemMovements, type MovementsAsked } from '../../src/analytics/item-movements.ts';
import { itemsNeedingReorder } from '../../src/analytics/needing-reorder.ts';
import { stockAsOf } from '../../src/analytics/stock-as-of.ts';
import { stockHistory, stockOverTime } from '../../src/analytics/stock-history.ts';
import { stockMetrics } from '../../src/analytics/stock-metrics.ts';
import { stockouts } from '../../src/analytics/stockouts.ts';
import { topClients } from '../../src/analytics/top-clients.ts';
import type { TenantDb } from '../../src/tenancy/index.ts';
import { LAST_INSTANT } from '../data/shape.ts';

export interface Asked {
  itemId: string;
  /** Of the location where half of its movements happen. */
  locationId: string;
  /** How many movements the item has. */
  movements: number;
}

export interface Question {
  name: string;
  /** How many times as long it may take when there is fifty times as much. */
  growthGoal: number;
  /** Asked of a tenant as a whole, so once, not for each heat. */
  ofTenant?: boolean;
  /** Of an answer that is itself long: what it may read at most, however many movements there are. */
  mostBuffers?: number;
  ask(db: TenantDb, asked: Asked): Promise<unknown>;
}

const GROWTH_GOAL = 1.5;
const TOP_CLIENTS_GROWTH_GOAL = 3;
const PAGE = 8;
const NOW = LAST_INSTANT;

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
    ask: (db, { itemId }) => stockMetrics(db, { itemId, windowDays }, NOW),
  };
}

function buyers(windowDays: number): Question {
  return {
    name: `itemTopClients, ${windowDays} days`,
    growthGoal: TOP_CLIENTS_GROWTH_GOAL,
    ask: (db, { itemId }) => topClients(db, { itemId, windowDays, limit: 5 }, NOW),
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

export const QUESTIONS: readonly Question[] = [
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
  // Of the hot item of fifty million movements this is the page at offset 5,000,000.
  movements('a deep page', (asked) => ({ offset: Math.floor((asked.movements * 5) / 6) })),
  metrics(30),
  metrics(365),
  metrics(730),
  {
    name: 'stockoutDays, 365 days',
    growthGoal: GROWTH_GOAL,
    ask: async (db, { itemId }) => stockouts(db, await stockMetrics(db, { itemId, windowDays: 365 }, NOW), NOW),
  },
  {
    name: 'itemIncomingQuantity',
    growthGoal: GROWTH_GOAL,
    ask: (db, { itemId }) => incomingQuantity(db, itemId),
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
    mostBuffers: 2500,
    ask: (db) => itemsNeedingReorder(db, { windowDays: 30, limit: 25, offset: 0 }, NOW),
  },
];
