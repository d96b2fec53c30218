// The questions about an item's past in the contract.
import type DataLoader from 'dataloader';
import { builder, type InJson, objectType } from '../graphql/builder.ts';
import type { RequestContext } from '../graphql/context.ts';
import { withinBounds } from '../graphql/limits.ts';
import { oneByKey, oneOrNullByKey } from '../graphql/lookup.ts';
import { oncePer } from '../platform/once-per.ts';
import { itemById, ItemType, supplierById, SupplierType } from '../catalog/graphql.ts';
import { MovementTypeEnum } from '../stock/graphql.ts';
import { demandSpread } from './demand-spread.ts';
import { incomingPurchases, MOST_INCOMING, type IncomingPurchase } from './incoming-purchases.ts';
import { incomingQuantity } from './incoming-quantity.ts';
import { itemCoverages, type ItemCoverage } from './item-coverages.ts';
import { itemMovements, itemMovementsInJson, type ItemMovement, type MovementsAsked } from './item-movements.ts';
import { lastPurchases, type LastPurchase } from './last-purchases.ts';
import { itemsNeedingReorder, REORDER_REASONS, type ItemNeedingReorder } from './needing-reorder.ts';
import { stockAsOf } from './stock-as-of.ts';
import { firstRowOrNotFound } from './subject.ts';
import {
  MOST_EVENTS,
  stockHistory,
  stockOverTime,
  type StockHistory,
  type StockHistoryEvent,
  type StockHistoryPoint,
} from './stock-history.ts';
import { stockMetrics, type StockMetrics } from './stock-metrics.ts';
import {
  stockTurnover,
  sumsOfTurnover,
  TURNOVER_ORDERS,
  USUAL_DAYS,
  type StockTurnover,
  type TurnoverSums,
} from './stock-turnover.ts';
import { stockouts } from './stockouts.ts';
import { topClients, type TopClient } from './top-clients.ts';
import type { Outcome } from './replay.ts';
import { quotaEnd } from './quota-end.ts';
import { PacAccountType } from '../certification/graphql.ts';
import { localDay, type PacQuota } from '../tenancy/index.ts';
import { whatIf, type WhatIf, type WhatIfDay } from './what-if.ts';
import { columns, columnsOrNull, recordOf } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';
import { countedPage, orderedPage, orderInput, pageByOffset, pageType } from '../graphql/lists.ts';

const ItemMovementType = objectType<ItemMovement>('ItemMovement', (t) => ({
  ...columns(t, 'UUID', 'id', 'locationId'),
  movementType: t.expose('movementType', { type: MovementTypeEnum }),
  ...columnsOrNull(t, 'String', 'referenceNumber', 'counterpartyName', 'description'),
  ...columnsOrNull(t, 'Int', 'sourceType'),
  sourceId: t.expose('sourceId', { type: 'UUID', nullable: true }),
  ...columns(t, 'Decimal', 'quantityChange', 'balanceAfter'),
  ...columnsOrNull(t, 'Decimal', 'unitValue', 'totalValue'),
  createdBy: t.exposeString('createdBy'),
  occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
}));

const ItemMovementPageType = countedPage('ItemMovementPage', ItemMovementType);

/** Read only when asked for, and once when both fields are; so is the spread. */
const stockoutsOf = oncePer((metrics: StockMetrics, { readTenant, app }: RequestContext) =>
  readTenant((db) => stockouts(db, metrics, app.clock.now())),
);
const spreadOf = oncePer((metrics: StockMetrics, { readTenant }: RequestContext) =>
  readTenant((db) => demandSpread(db, metrics)),
);

const ItemStockMetricsType = objectType<StockMetrics>('ItemStockMetrics', (t) => ({
  ...columns(t, 'Int', 'windowDays', 'documentsCounted', 'documentsLeftOut'),
  ...columns(t, 'Date', 'windowFirstDay', 'windowLastDay'),
  ...columns(t, 'Decimal', 'unitsSoldInWindow', 'dailyVelocity', 'availableQuantity'),
  stockoutDays: t.int({ resolve: async (metrics, _, context) => (await stockoutsOf(metrics, context)).stockoutDays }),
  velocityWhenInStock: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'Units sold for each of the other days; null when there are none.',
    resolve: async (metrics, _, context) => (await stockoutsOf(metrics, context)).velocityWhenInStock,
  }),
  daysWithSales: t.int({ resolve: async (metrics, _, context) => (await spreadOf(metrics, context)).daysWithSales }),
  dailyDeviation: t.field({
    type: 'Decimal',
    description: "The standard deviation of a day's sales, days without any included.",
    resolve: async (metrics, _, context) => (await spreadOf(metrics, context)).dailyDeviation,
  }),
  ...columnsOrNull(t, 'Decimal', 'daysOfCoverage'),
  ...columnsOrNull(t, 'Date', 'projectedStockoutDate'),
}));

const ItemCoverageType = objectType<ItemCoverage>('ItemCoverage', (t) => ({
  ...columns(t, 'Decimal', 'dailyVelocity', 'incomingQuantity'),
  ...columnsOrNull(t, 'Decimal', 'daysOfCoverage'),
  projectedStockoutDate: t.expose('projectedStockoutDate', { type: 'Date', nullable: true }),
}));

const coverageLoaders = oncePer(() => new Map<number, DataLoader<string, ItemCoverage>>());

/** For all items of a list in one question. */
function coverageLoader(context: RequestContext, windowDays: number): DataLoader<string, ItemCoverage> {
  const loaders = coverageLoaders(context);
  const { readTenant, app, answer } = context;
  const loader =
    loaders.get(windowDays) ??
    oneByKey(
      'Item',
      (db, itemIds) => itemCoverages(db, itemIds, windowDays, app.clock.now()),
      ({ itemId }) => itemId,
    )({ inTenant: readTenant, answer });
  loaders.set(windowDays, loader);
  return loader;
}

builder.objectField(ItemType, 'coverage', (t) =>
  t.field({
    type: ItemCoverageType,
    description: 'As itemStockMetrics tells of one item; asked of many, it is read once for all of them.',
    args: { windowDays: t.arg.int({ required: true, defaultValue: 30 }) },
    resolve: ({ id }, args, context) => coverageLoader(context, withinBounds(args).windowDays).load(id),
  }),
);

const LastPurchaseType = objectType<LastPurchase>('LastPurchase', (t) => ({
  supplier: recordOf(t, SupplierType, supplierById, 'supplierId'),
  unitCost: t.expose('unitCost', { type: 'Decimal', description: "Cost of one of the item's own unit." }),
  at: t.expose('at', { type: 'DateTime' }),
}));

const lastPurchaseOfItem = oneOrNullByKey(lastPurchases, ({ itemId }) => itemId);

builder.objectField(ItemType, 'lastPurchase', (t) =>
  t.field({
    type: LastPurchaseType,
    nullable: true,
    description:
      'When goods of it came last, or when what is still to come was ordered, whichever is later; asked of many, it is read once for all of them.',
    resolve: ({ id }, _, { load }) => load(lastPurchaseOfItem, id),
  }),
);

const IncomingPurchaseType = objectType<IncomingPurchase>('IncomingPurchase', (t) => ({
  purchaseOrderId: t.expose('purchaseOrderId', { type: 'UUID' }),
  ...columns(t, 'String', 'number', 'supplierName'),
  orderedAt: t.expose('orderedAt', { type: 'DateTime' }),
  ...columns(t, 'Date', 'expectedDay'),
  quantity: t.expose('quantity', { type: 'Decimal', description: "Still to come, in the item's unit." }),
}));

const StockOutcomeType = objectType<Outcome>('StockOutcome', (t) => ({
  ...columns(t, 'Int', 'daysShort', 'ordersPlaced'),
  ...columns(t, 'Decimal', 'unitsSold', 'unitsNotSold', 'moneyNotSold', 'averageStock'),
  ...columnsOrNull(t, 'Decimal', 'averageMoneyBound', 'margin'),
}));

const WhatIfDayType = objectType<WhatIfDay>('WhatIfDay', (t) => ({
  day: t.expose('day', { type: 'Date' }),
  ...columns(t, 'Decimal', 'actual', 'simulated'),
}));

const ItemWhatIfType = objectType<WhatIf>('ItemWhatIf', (t) => ({
  leadTimeDays: t.exposeInt('leadTimeDays', { description: 'Replayed value, as are the next three.' }),
  ...columns(t, 'Decimal', 'reorderLevel', 'reorderQuantity', 'price', 'wantedWhenOut'),
  ...columns(t, StockOutcomeType, 'actual', 'simulated'),
  days: t.expose('days', { type: [WhatIfDayType], extensions: { listLength: 730 } }),
}));

const ItemTopClientType = objectType<TopClient>('ItemTopClient', (t) => ({
  clientId: t.expose('clientId', { type: 'UUID' }),
  clientName: t.exposeString('clientName'),
  unitsSold: t.expose('unitsSold', { type: 'Decimal' }),
}));

const ReorderReasonEnum = builder.enumType('ReorderReason', { values: REORDER_REASONS });

const ItemNeedingReorderType = objectType<ItemNeedingReorder>('ItemNeedingReorder', (t) => ({
  item: recordOf(t, ItemType, itemById, 'itemId'),
  reasons: t.expose('reasons', { type: [ReorderReasonEnum] }),
  ...columns(t, 'Decimal', 'availableQuantity', 'incomingQuantity', 'dailyVelocity'),
  daysOfCoverage: t.expose('daysOfCoverage', { type: 'Decimal', nullable: true }),
  projectedStockoutDate: t.expose('projectedStockoutDate', { type: 'Date', nullable: true }),
}));

const ItemNeedingReorderPageType = countedPage('ItemNeedingReorderPage', ItemNeedingReorderType);

const StockTurnoverType = objectType<StockTurnover>('StockTurnover', (t) => ({
  id: t.expose('id', { type: 'UUID', description: 'Id of the item.' }),
  item: t.field({ type: ItemType, resolve: ({ id }, _, { load }) => load(itemById, id) }),
  ...columns(t, 'Date', 'windowFirstDay', { windowLastDay: 'Today, which is of the window.' }),
  ...columns(t, 'Decimal', 'unitsSold', 'onHand'),
  ...columnsOrNull(t, 'Decimal', 'daysOfCoverage', 'soldCost', 'value', 'turnover'),
  ...columnsOrNull(t, 'Date', { lastSoldOn: 'Last day on which more was sold than came back.' }),
  daysWithoutSale: t.exposeInt('daysWithoutSale', { nullable: true, description: 'Days from that day to today.' }),
}));

const StockTurnoverPage = pageType('StockTurnoverPage', StockTurnoverType);

const TurnoverSumsType = objectType<TurnoverSums>('StockTurnoverSums', (t) =>
  columns(t, 'Decimal', { soldCost: 'Sum of `soldCost`.', value: 'Sum of `value`.' }),
);

builder.objectField(StockTurnoverPage, 'sums', (t) =>
  t.field({
    type: TurnoverSumsType,
    resolve: (page, _, { readTenant }) => readTenant((db) => sumsOfTurnover(db, page)),
  }),
);

const ItemStockHistoryPointType = objectType<StockHistoryPoint>('ItemStockHistoryPoint', (t) => ({
  value: t.expose('value', { type: 'Decimal', description: "The day's closing balance." }),
  date: t.expose('date', { type: 'DateTime', description: "The last instant of the tenant's day; now, for today." }),
}));

const ItemStockHistoryEventType = objectType<StockHistoryEvent>('ItemStockHistoryEvent', (t) => ({
  date: t.expose('date', { type: 'DateTime' }),
  movementType: t.expose('movementType', { type: MovementTypeEnum }),
  ...columns(t, 'Decimal', 'quantityChange', 'balanceAfter'),
}));

const ItemStockHistoryType = objectType<StockHistory>('ItemStockHistory', (t) => ({
  points: t.expose('points', { type: [ItemStockHistoryPointType], description: 'One for each day, oldest first.' }),
  events: t.expose('events', { type: [ItemStockHistoryEventType], extensions: { listLength: MOST_EVENTS } }),
}));

builder.queryFields((t) => ({
  itemMovements: t.field({
    type: ItemMovementPageType,
    description: 'Newest first. Without types all movements, with an empty list none.',
    args: {
      itemId: t.arg(ID),
      locationId: t.arg({ type: 'UUID' }),
      types: t.arg({ type: [MovementTypeEnum] }),
      ...pageByOffset(t.arg, 8),
    },
    resolve: (_, args, { readTenant }) => readTenant((db) => itemMovements(db, withinBounds(args))),
    extensions: {
      inJson: ((chosen) => {
        const page = itemMovementsInJson(chosen);
        return async (args, { askTenant }) =>
          firstRowOrNotFound(await askTenant((tenant) => page(tenant, withinBounds(args)))).json;
      }) satisfies InJson<MovementsAsked>,
    },
  }),
  itemStockMetrics: t.field({
    type: ItemStockMetricsType,
    description: "The window is the last windowDays days of the tenant's calendar, today included.",
    args: {
      itemId: t.arg(ID),
      windowDays: t.arg.int({ required: true, defaultValue: 30 }),
      locationId: t.arg({ type: 'UUID' }),
    },
    resolve: (_, args, { readTenant, app }) =>
      readTenant((db) => stockMetrics(db, withinBounds(args), app.clock.now())),
  }),
  itemIncomingQuantity: t.field({
    type: 'Decimal',
    description: 'Ordered and not yet received, on purchase orders that are open, and in transit between locations.',
    args: { itemId: t.arg(ID) },
    resolve: (_, { itemId }, { readTenant }) => readTenant((db) => incomingQuantity(db, itemId)),
  }),
  itemIncomingPurchases: t.field({
    type: [IncomingPurchaseType],
    description: 'The open purchases behind itemIncomingQuantity, the earliest first; at most 100.',
    args: { itemId: t.arg(ID), locationId: t.arg({ type: 'UUID' }) },
    extensions: { listLength: MOST_INCOMING },
    resolve: (_, args, { readTenant }) => readTenant((db) => incomingPurchases(db, args)),
  }),
  itemWhatIf: t.field({
    type: ItemWhatIfType,
    nullable: true,
    description:
      "The item's past replayed day by day: sales and other movements as they were, purchases by the policy. Whatever is left out is the item's own.",
    args: {
      itemId: t.arg(ID),
      locationId: t.arg({ type: 'UUID' }),
      windowDays: t.arg.int({ required: true, defaultValue: 365 }),
      leadTimeDays: t.arg.int(),
      reorderLevel: t.arg({ type: 'Decimal' }),
      reorderQuantity: t.arg({ type: 'Decimal' }),
      demandFactor: t.arg({ type: 'Decimal', required: true, defaultValue: '1' }),
      price: t.arg({ type: 'Decimal' }),
      elasticity: t.arg({ type: 'Decimal', required: true, defaultValue: '0' }),
    },
    resolve: (_, args, { readTenant, app }) => readTenant((db) => whatIf(db, withinBounds(args), app.clock.now())),
  }),
}));

builder.queryFields((t) => ({
  itemsNeedingReorder: t.field({
    type: ItemNeedingReorderPageType,
    description: 'The most urgent first: whose stock ends longest before what is ordered today can come.',
    args: { windowDays: t.arg.int({ required: true, defaultValue: 30 }), ...pageByOffset(t.arg) },
    resolve: (_, args, { readTenant, app }) =>
      readTenant((db) => itemsNeedingReorder(db, withinBounds(args), app.clock.now())),
  }),
  stockTurnover: t.field({
    type: StockTurnoverPage,
    description: 'Goods with stock, or sold in the window: how fast they turn, and what stands still.',
    args: {
      windowDays: t.arg.int({ defaultValue: USUAL_DAYS }),
      noSaleDays: t.arg.int({ description: 'Only what has stock and was not sold for so many days, or never.' }),
      ...orderedPage(t.arg, orderInput('StockTurnover', TURNOVER_ORDERS)),
    },
    resolve: (_, args, { readTenant, app }) =>
      readTenant((db) => stockTurnover(db, withinBounds(args), app.clock.now())),
  }),
  itemStockAsOf: t.field({
    type: 'Decimal',
    description: 'Stock on hand at an instant; a future instant has the current stock.',
    args: { itemId: t.arg(ID), at: t.arg({ type: 'DateTime', required: true }), locationId: t.arg({ type: 'UUID' }) },
    resolve: (_, args, { readTenant }) => readTenant((db) => stockAsOf(db, args)),
  }),
  itemTopClients: t.field({
    type: [ItemTopClientType],
    description: 'By net units sold, most first; only clients above 0.',
    args: {
      itemId: t.arg(ID),
      windowDays: t.arg.int({ required: true, defaultValue: 90 }),
      limit: t.arg.int({ required: true, defaultValue: 5 }),
    },
    resolve: (_, args, { readTenant, app }) => readTenant((db) => topClients(db, withinBounds(args), app.clock.now())),
  }),
  itemStockHistory: t.field({
    type: ItemStockHistoryType,
    description: 'The last rangeDays days, today included. Without withEvents the events are left out.',
    args: {
      itemId: t.arg(ID),
      rangeDays: t.arg.int({ required: true, defaultValue: 60 }),
      withEvents: t.arg.boolean({ required: true, defaultValue: false }),
      locationId: t.arg({ type: 'UUID' }),
    },
    resolve: (_, args, { readTenant, app }) =>
      readTenant((db) => stockHistory(db, withinBounds(args), app.clock.now())),
  }),
  getItemStockOverTime: t.field({
    type: [ItemStockHistoryPointType],
    description: 'The points of one calendar month; of the current month up to today, of a month to come none.',
    args: {
      itemId: t.arg(ID),
      year: t.arg.int({ required: true }),
      month: t.arg.int({ required: true }),
      locationId: t.arg({ type: 'UUID' }),
    },
    extensions: { listLength: 31 },
    resolve: (_, args, { readTenant, app }) =>
      readTenant((db) => stockOverTime(db, withinBounds(args), app.clock.now())),
  }),
}));

const PacQuotaType = objectType<PacQuota & { endsOn: string | null }>('PacQuota', (t) => ({
  ...columns(t, 'Int', 'left', 'total', 'used', 'windowDays'),
  ...columnsOrNull(t, 'Date', 'until', 'endsOn'),
  at: t.field({ type: 'DateTime', resolve: ({ at }) => new Date(at) }),
}));

builder.objectField(PacAccountType, 'quota', (t) =>
  t.field({
    type: PacQuotaType,
    nullable: true,
    description: 'Null where the PAC does not sell documents by number, or has not been asked yet.',
    resolve({ tenant, companyId }, _, { app }) {
      const quota = tenant.pacQuotas[companyId];
      return quota ? { ...quota, endsOn: quotaEnd(quota, localDay(tenant.timeZone, app.clock.now())) } : null;
    },
  }),
);
