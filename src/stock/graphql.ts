// Stock in the contract: what is available, the ledger, lots, reservations, and adjustments by hand.
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageByOffset, pageType } from '../graphql/lists.ts';
import { allByKey, oneByKey } from '../graphql/lookup.ts';
import { KEY, mutation, requestInput } from '../graphql/mutation.ts';
import {
  bulkResult,
  CreateItemInput,
  BULK,
  itemById,
  ItemInventoryType,
  ItemType,
  locationById,
  LocationType,
} from '../catalog/graphql.ts';
import { findItem } from '../catalog/index.ts';
import { adjustStockRows } from './adjust-many.ts';
import {
  ADJUSTMENT_ORDERS,
  adjustStock,
  findAdjustment,
  listAdjustments,
  plainAdjustment,
  type StockAdjustment,
} from './adjust-stock.ts';
import { createStockedItem } from './create-stocked-item.ts';
import { EXPIRY_WINDOWS, LOT_ORDERS, listExpiringLots, type ExpiryWindow } from './list-expiring.ts';
import { listMovements, MOVEMENT_ORDERS } from './list-movements.ts';
import { availableQuantity, levelsByLocation, levelTotals, type StockLevel } from './available-quantity.ts';
import type { InventoryLot } from './lots.ts';
import { moveTogether } from './move-together.ts';
import { findReservation, releaseReservation, reserveStock, type StockReservation } from './reservations.ts';
import {
  inventoryLogs,
  inventoryLots,
  logAt,
  MOST_PAST_RECORDS,
  positionOf,
  reservationsByItem,
  type InventoryLog,
} from './stock-records.ts';
import { MOVEMENT_TYPES } from './source-type.ts';
import { plainTransfer, transferStock, type StockTransfer } from './transfer-stock.ts';
import { multiply, roundMoney } from '../platform/decimal.ts';
import { columns, columnsOrNull, recordOf, type Fields } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';

const levelTotalOfItem = oneByKey('Item', levelTotals, ({ itemId }) => itemId);
const levelsOfItem = allByKey(levelsByLocation, (level) => level.item_id);

export const MovementTypeEnum = builder.enumType('MovementType', { values: MOVEMENT_TYPES });
const ReservationStatusEnum = builder.enumType('ReservationStatus', {
  values: ['ACTIVE', 'CONSUMED', 'RELEASED'] as const,
});

export const StockReservationType = objectType<StockReservation>('StockReservation', (t) => ({
  ...columns(t, 'UUID', 'id', 'item_id', 'location_id'),
  quantity: t.expose('quantity', { type: 'Decimal' }),
  status: t.expose('status', { type: ReservationStatusEnum }),
  orderId: t.expose('order_id', { type: 'UUID', nullable: true }),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));

const StockLevelType = objectType<StockLevel>('StockLevel', (t) => ({
  locationId: t.expose('location_id', { type: 'UUID' }),
  ...columns(t, 'Decimal', 'available', 'on_hand'),
}));

builder.objectFields(ItemInventoryType, (t) => ({
  onHand: t.field({
    type: 'Decimal',
    resolve: async (item, _, { load }) => (await load(levelTotalOfItem, item.id)).onHand,
  }),
  available: t.field({
    type: 'Decimal',
    resolve: async (item, _, { load }) => (await load(levelTotalOfItem, item.id)).available,
  }),
  levels: t.field({ type: [StockLevelType], resolve: (item, _, { load }) => load(levelsOfItem, item.id) }),
}));

const whereItIs = (t: Fields<{ item_id: string; location_id: string }>) => ({
  item: recordOf(t, ItemType, itemById, 'item_id'),
  location: recordOf(t, LocationType, locationById, 'location_id'),
});

const InventoryLotType = objectType<InventoryLot>('InventoryLot', (t) => ({
  ...columns(t, 'UUID', 'id', 'item_id', 'location_id'),
  lotNumber: t.exposeString('lot_number'),
  ...columns(t, 'Decimal', 'quantity_received', 'quantity_remaining', 'unit_cost'),
  expirationDate: t.expose('expiration_date', { type: 'Date', nullable: true }),
  receivedAt: t.expose('received_at', { type: 'DateTime' }),
  value: t.field({
    type: 'Decimal',
    description: 'Value of what is left, at the cost of the lot.',
    resolve: ({ quantity_remaining: quantity, unit_cost: cost }) => roundMoney(multiply(quantity, cost)),
  }),
  ...whereItIs(t),
}));

const InventoryLogType = objectType<InventoryLog>('InventoryLog', (t) => ({
  ...columns(t, 'UUID', 'id', 'item_id', 'location_id'),
  ...columnsOrNull(t, 'Int', 'source_type'),
  sourceId: t.expose('source_id', { type: 'UUID', nullable: true }),
  ...columnsOrNull(t, 'String', 'method', 'description', 'reference_number'),
  ...columns(t, 'Decimal', 'quantity_change', 'new_quantity'),
  createdBy: t.exposeString('created_by'),
  createdAt: t.expose('occurred_at', { type: 'DateTime' }),
  movementType: t.expose('movement_type', { type: MovementTypeEnum }),
  unitCost: t.expose('unit_cost', { type: 'Decimal', nullable: true }),
  ...whereItIs(t),
}));

const ExpiryWindowEnum = builder.enumType('ExpiryWindow', { values: Object.keys(EXPIRY_WINDOWS) as ExpiryWindow[] });

const AdjustInventoryInput = requestInput('AdjustInventoryInput', (t) => ({
  itemId: t.field(ID),
  locationId: t.field({ type: 'UUID' }),
  quantityChange: t.field({ type: 'Decimal', required: true }),
  description: t.string({ required: true }),
  lotNumber: t.string({ description: 'Lot of a tracked item: required for incoming goods, chosen for outgoing ones.' }),
  expirationDate: t.field({ type: 'Date', description: 'Expiration day of the incoming lot.' }),
  unitCost: t.field({ type: 'Decimal', description: 'Cost of one incoming unit; moves the average cost.' }),
  expectedBalance: t.field({ type: 'Decimal' }),
}));

const AdjustStockLineInput = inputType('AdjustStockLineInput', (t) => ({
  itemId: t.field({ type: 'UUID' }),
  sku: t.string(),
  externalId: t.string({ description: "The item's." }),
  locationId: t.field({ type: 'UUID' }),
  locationCode: t.string(),
  quantityChange: t.field({ type: 'Decimal', required: true }),
  lotNumber: t.string(),
  expirationDate: t.field({ type: 'Date' }),
  unitCost: t.field({ type: 'Decimal', description: 'Cost of one incoming unit; moves the average cost.' }),
  expectedBalance: t.field({ type: 'Decimal', description: 'As of adjustInventory.' }),
}));

const TransferStockInput = requestInput('TransferStockInput', (t) => ({
  itemId: t.field(ID),
  fromLocationId: t.field(ID),
  toLocationId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
  description: t.string(),
  lotNumber: t.string({ description: 'Needed for a tracked item: the lot keeps its number.' }),
  expirationDate: t.field({ type: 'Date', description: 'Expiration day of a lot that is new to the second location.' }),
}));

const StockTransferType = objectType<StockTransfer>('StockTransfer', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, InventoryLogType, 'out', 'in'),
}));

const ReserveStockInput = requestInput('ReserveStockInput', (t) => ({
  itemId: t.field(ID),
  locationId: t.field({ type: 'UUID' }),
  quantity: t.field({ type: 'Decimal', required: true }),
}));

const StockAdjustmentType = objectType<StockAdjustment>('StockAdjustment', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  item: recordOf(t, ItemType, itemById, 'itemId'),
  quantityChange: t.expose('quantityChange', { type: 'Decimal', description: 'Change over all locations.' }),
  reason: t.exposeString('reason', { nullable: true }),
  createdBy: t.exposeString('createdBy'),
  createdAt: t.expose('createdAt', { type: 'DateTime' }),
  movements: t.expose('movements', { type: [InventoryLogType] }),
}));

const InventoryLogPage = pageType('InventoryLogPage', InventoryLogType);
const InventoryLotPage = pageType('InventoryLotPage', InventoryLotType);
const AdjustmentPage = pageType('AdjustmentPage', StockAdjustmentType);

builder.queryFields((t) => ({
  adjustment: byId(t, StockAdjustmentType, findAdjustment),
  adjustments: t.field({
    type: AdjustmentPage,
    description: 'Newest first.',
    args: {
      from: t.arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
      to: t.arg({ type: 'Date' }),
      ...pageArguments(t.arg, orderInput('Adjustment', ADJUSTMENT_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listAdjustments(db, withinBounds(args))),
  }),
  movements: t.field({
    type: InventoryLogPage,
    description: 'The whole ledger, by item and location, oldest first.',
    args: {
      itemId: t.arg({ type: 'UUID' }),
      locationId: t.arg({ type: 'UUID' }),
      types: t.arg({ type: [MovementTypeEnum] }),
      from: t.arg({ type: 'Date', description: 'A day of the tenant; `from` and `to` are included.' }),
      to: t.arg({ type: 'Date' }),
      search: t.arg.string({ description: 'In the reference and the description.' }),
      ...pageArguments(t.arg, orderInput('Movement', MOVEMENT_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listMovements(db, withinBounds(args))),
  }),
  getIventoryLogsByItemId: t.field({
    type: [InventoryLogType],
    description: 'Newest first.',
    args: { itemId: t.arg(ID), locationId: t.arg({ type: 'UUID' }), ...pageByOffset(t.arg, 50) },
    resolve: (_, { itemId, ...page }, { inTenant }) => inTenant((db) => inventoryLogs(db, itemId, withinBounds(page))),
  }),
}));

builder.queryFields((t) => ({
  expiringLots: t.field({
    type: InventoryLotPage,
    description: 'Lots with stock and a day to expire, the first to expire first.',
    args: {
      within: t.arg({ type: ExpiryWindowEnum, description: 'Left out: whenever they expire.' }),
      itemId: t.arg({ type: 'UUID' }),
      locationId: t.arg({ type: 'UUID' }),
      ...pageArguments(t.arg, orderInput('InventoryLot', LOT_ORDERS)),
    },
    resolve: (_, args, { inTenant, app }) =>
      inTenant((db) => listExpiringLots(db, withinBounds(args), app.clock.now())),
  }),
  availableQuantity: t.field({
    type: 'Decimal',
    description: 'On hand less active reservations, over all locations or at one.',
    args: { itemId: t.arg(ID), locationId: t.arg({ type: 'UUID' }) },
    resolve: (_, { itemId, locationId }, { inTenant }) => inTenant((db) => availableQuantity(db, itemId, locationId)),
  }),
  stockReservationsByItem: t.field({
    type: [StockReservationType],
    description: 'All that are active, newest first; then the newest 500 of the others.',
    args: { itemId: t.arg(ID), isActive: t.arg.boolean({ description: 'Only those that hold something.' }) },
    extensions: { listLength: MOST_PAST_RECORDS },
    resolve: (_, { itemId, isActive }, { inTenant }) =>
      inTenant((db) => reservationsByItem(db, itemId, isActive ?? false)),
  }),
  getInventoryLotsByItemId: t.field({
    type: [InventoryLotType],
    description: 'All that hold something, in the order in which they leave; then the newest 500 that are empty.',
    args: { itemId: t.arg(ID), locationId: t.arg({ type: 'UUID' }) },
    extensions: { listLength: MOST_PAST_RECORDS },
    resolve: (_, { itemId, locationId }, { inTenant }) => inTenant((db) => inventoryLots(db, itemId, locationId)),
  }),
}));

const STOCK_RESERVATION = { type: StockReservationType, role: 'operator', answer: findReservation } as const;

builder.mutationFields((t) => ({
  transferStock: mutation(t, {
    type: StockTransferType,
    role: 'operator',
    description: 'Moves goods from one location to another, as one operation.',
    args: { input: t.arg({ type: TransferStockInput, required: true }) },
    write: (db, { input }, { userName }) => transferStock(db, input, userName),
    join: ({ input }, { app, tenant, userName }) => moveTogether(app, tenant, plainTransfer(input, userName)),
    remember: (moved) => ({ id: moved.id, out: positionOf(moved.out), in: positionOf(moved.in) }),
    answer: async (db, moved) => ({ id: moved.id, out: await logAt(db, moved.out), in: await logAt(db, moved.in) }),
  }),
  createItem: mutation(t, {
    type: ItemType,
    role: 'operator',
    args: { input: t.arg({ type: CreateItemInput, required: true }) },
    write: (db, { input }, { userName }) => createStockedItem(db, input, userName),
    answer: findItem,
  }),
  adjustInventory: mutation(t, {
    type: InventoryLogType,
    role: 'operator',
    args: { input: t.arg({ type: AdjustInventoryInput, required: true }) },
    write: (db, { input }, { userName }) => adjustStock(db, input, userName),
    join: ({ input }, { app, tenant, userName }) => moveTogether(app, tenant, plainAdjustment(input, userName)),
    remember: positionOf,
    answer: logAt,
  }),
  adjustStock: mutation(t, {
    ...BULK,
    role: 'operator',
    description:
      'Up to 1,000 lines: all of them, or none where one is refused, and then every one that is wrong is told. The id of a row is that of its adjustment.',
    args: {
      lines: t.arg({ type: [AdjustStockLineInput], required: true }),
      reason: t.arg.string({ required: true }),
      idempotencyKey: t.arg.string({ ...KEY, required: true }),
    },
    write: async (db, { lines, reason }, { userName }) =>
      bulkResult(await adjustStockRows(db, lines, reason, userName)),
  }),
  reserveStock: mutation(t, {
    ...STOCK_RESERVATION,
    args: { input: t.arg({ type: ReserveStockInput, required: true }) },
    write: (db, { input }, { userName }) => reserveStock(db, input, userName),
  }),
  releaseReservation: mutation(t, {
    ...STOCK_RESERVATION,
    args: { reservationId: t.arg(ID) },
    write: (db, { reservationId }) => releaseReservation(db, reservationId),
  }),
}));
