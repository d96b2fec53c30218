// The catalog in the contract: items, locations, clients and suppliers.
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { RECEIVER_TYPES } from '../fiscal/receiver.ts';
import { builder, type Page } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { oneByKey } from '../graphql/lookup.ts';
import { KEY, mutation } from '../graphql/mutation.ts';
import type { Item } from './item.ts';
import { createItem, findItem, findItemBySku, listItems, updateItem, updateItemInventory } from './items.ts';
import { createLocation, findLocation, listLocations, type Location } from './locations.ts';
import {
  createClient,
  createSupplier,
  findClient,
  findSupplier,
  listClients,
  listSuppliers,
  updateClient,
  updateSupplier,
} from './parties.ts';
import type { Client, Supplier } from './party.ts';
import { rowsOf } from './rows-by-id.ts';

export const itemById = oneByKey('Item', rowsOf('items'), ({ id }) => id);
export const clientById = oneByKey('Client', rowsOf('clients'), ({ id }) => id);
export const supplierById = oneByKey('Supplier', rowsOf('suppliers'), ({ id }) => id);

const ReceiverTypeEnum = builder.enumType('ReceiverType', {
  values: RECEIVER_TYPES,
});
const TrackingModeEnum = builder.enumType('TrackingMode', { values: ['NONE', 'LOT', 'SERIAL'] as const });

export const ItemInventoryType = builder.objectRef<Item>('ItemInventory').implement({
  description: "reorderLevel and reorderQuantity in the item's unit; leadTime in days.",
  fields: (t) => ({
    reorderLevel: t.expose('reorder_level', { type: 'Decimal' }),
    reorderQuantity: t.expose('reorder_quantity', { type: 'Decimal' }),
    leadTime: t.exposeInt('lead_time_days'),
  }),
});

export const ItemType = builder.objectRef<Item>('Item').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    sku: t.exposeString('sku'),
    name: t.exposeString('name'),
    unit: t.exposeString('unit'),
    unitPrice: t.expose('unit_price', { type: 'Decimal' }),
    taxRate: t.expose('tax_rate', { type: 'Decimal' }),
    cpbs: t.exposeString('cpbs', { nullable: true }),
    averageCost: t.field({
      type: 'Decimal',
      description: 'The moving average of what was paid for it; 0 while nothing is known.',
      resolve: (item) => item.average_cost ?? '0',
    }),
    trackingMode: t.expose('tracking_mode', { type: TrackingModeEnum }),
    allowNegativeStock: t.exposeBoolean('allow_negative_stock'),
    inventory: t.field({ type: ItemInventoryType, resolve: (item) => item }),
  }),
});

const LocationType = builder.objectRef<Location>('Location').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    code: t.exposeString('code'),
    isDefault: t.exposeBoolean('is_default'),
  }),
});

export const ClientType = builder.objectRef<Client>('Client').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    receiverType: t.expose('receiver_type', { type: ReceiverTypeEnum }),
    ruc: t.exposeString('ruc', { nullable: true }),
    dv: t.exposeString('dv', { nullable: true, description: 'The check digits of the RUC, computed.' }),
    email: t.exposeString('email', { nullable: true }),
  }),
});

export const SupplierType = builder.objectRef<Supplier>('Supplier').implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    ruc: t.exposeString('ruc', { nullable: true }),
  }),
});

const ItemPage = builder.objectRef<Page<Item>>('ItemPage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [ItemType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

const ClientPage = builder.objectRef<Page<Client>>('ClientPage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [ClientType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

const SupplierPage = builder.objectRef<Page<Supplier>>('SupplierPage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [SupplierType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

const ItemInventoryInput = builder.inputType('ItemInventoryInput', {
  description: 'Fields left out stay as they are; 0 for a new item.',
  fields: (t) => ({
    reorderLevel: t.field({ type: 'Decimal' }),
    reorderQuantity: t.field({ type: 'Decimal' }),
    leadTime: t.int(),
    idempotencyKey: t.string(KEY),
  }),
});

const CreateItemInput = builder.inputType('CreateItemInput', {
  fields: (t) => ({
    sku: t.string({ required: true }),
    name: t.string({ required: true }),
    unit: t.string({ required: true, defaultValue: 'und' }),
    unitPrice: t.field({ type: 'Decimal', required: true }),
    taxRate: t.field({
      type: 'Decimal',
      required: true,
      defaultValue: GENERAL_PERCENT,
      description: 'Percent: 0, 7, 10 or 15.',
    }),
    cpbs: t.string({ description: 'The code that government receivers need.' }),
    trackingMode: t.field({ type: TrackingModeEnum, required: true, defaultValue: 'NONE' }),
    allowNegativeStock: t.boolean({ required: true, defaultValue: false }),
    inventory: t.field({ type: ItemInventoryInput }),
    idempotencyKey: t.string(KEY),
  }),
});

const CreateClientInput = builder.inputType('CreateClientInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    receiverType: t.field({ type: ReceiverTypeEnum, required: true, defaultValue: 'CONSUMIDOR_FINAL' }),
    ruc: t.string({ description: 'Without check digits. A CONTRIBUYENTE needs one.' }),
    email: t.string(),
    idempotencyKey: t.string(KEY),
  }),
});

const UpdateClientInput = builder.inputType('UpdateClientInput', {
  description: 'Fields left out stay as they are; null takes the RUC or the email away.',
  fields: (t) => ({
    name: t.string(),
    receiverType: t.field({ type: ReceiverTypeEnum }),
    ruc: t.string({ description: 'Without check digits. A CONTRIBUYENTE needs one.' }),
    email: t.string(),
    idempotencyKey: t.string(KEY),
  }),
});

const UpdateItemInput = builder.inputType('UpdateItemInput', {
  description:
    'Fields left out stay as they are; null takes the cpbs away. SKU, unit and tracking stay: the ledger is written in them.',
  fields: (t) => ({
    name: t.string(),
    unitPrice: t.field({ type: 'Decimal' }),
    taxRate: t.field({ type: 'Decimal', description: 'Percent: 0, 7, 10 or 15.' }),
    cpbs: t.string({ description: 'The code that government receivers need.' }),
    idempotencyKey: t.string(KEY),
  }),
});

builder.queryFields((t) => ({
  getItemById: t.field({
    type: ItemType,
    nullable: true,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { id }, { inTenant }) => inTenant((db) => findItem(db, id)),
  }),
  itemBySku: t.field({
    type: ItemType,
    nullable: true,
    args: { sku: t.arg.string({ required: true }) },
    resolve: (_, { sku }, { inTenant }) => inTenant((db) => findItemBySku(db, sku)),
  }),
  items: t.field({
    type: ItemPage,
    args: {
      search: t.arg.string(),
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listItems(db, withinBounds(args))),
  }),
  locations: t.field({
    type: [LocationType],
    resolve: (_, _args, { inTenant }) => inTenant((db) => listLocations(db)),
  }),
  clients: t.field({
    type: ClientPage,
    args: {
      search: t.arg.string(),
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listClients(db, withinBounds(args))),
  }),
  suppliers: t.field({
    type: SupplierPage,
    args: {
      search: t.arg.string(),
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listSuppliers(db, withinBounds(args))),
  }),
}));

builder.mutationFields((t) => ({
  createItem: mutation(t, {
    type: ItemType,
    role: 'operator',
    args: { input: t.arg({ type: CreateItemInput, required: true }) },
    write: (db, { input }) => createItem(db, input),
    answer: findItem,
  }),
  updateItem: mutation(t, {
    type: ItemType,
    role: 'operator',
    description: 'Orders and documents that are there keep the price that they were made with.',
    args: {
      itemId: t.arg({ type: 'UUID', required: true }),
      input: t.arg({ type: UpdateItemInput, required: true }),
    },
    write: (db, { itemId, input }) => updateItem(db, itemId, input),
    answer: findItem,
  }),
  updateItemInventory: mutation(t, {
    type: ItemType,
    role: 'operator',
    args: {
      itemId: t.arg({ type: 'UUID', required: true }),
      input: t.arg({ type: ItemInventoryInput, required: true }),
    },
    write: (db, { itemId, input }) => updateItemInventory(db, itemId, input),
    answer: findItem,
  }),
  createLocation: mutation(t, {
    type: LocationType,
    role: 'operator',
    args: { name: t.arg.string({ required: true }), code: t.arg.string({ required: true }) },
    write: (db, { name, code }) => createLocation(db, name, code),
    answer: findLocation,
  }),
  createClient: mutation(t, {
    type: ClientType,
    role: 'operator',
    args: { input: t.arg({ type: CreateClientInput, required: true }) },
    write: (db, { input }) => createClient(db, input),
    answer: findClient,
  }),
  updateClient: mutation(t, {
    type: ClientType,
    role: 'operator',
    description: 'Documents that were issued keep what they say; the next one says what is new.',
    args: {
      clientId: t.arg({ type: 'UUID', required: true }),
      input: t.arg({ type: UpdateClientInput, required: true }),
    },
    write: (db, { clientId, input }) => updateClient(db, clientId, input),
    answer: findClient,
  }),
  updateSupplier: mutation(t, {
    type: SupplierType,
    role: 'operator',
    description: 'Arguments left out stay as they are; null takes the RUC away.',
    args: { supplierId: t.arg({ type: 'UUID', required: true }), name: t.arg.string(), ruc: t.arg.string() },
    write: (db, { supplierId, ...changes }) => updateSupplier(db, supplierId, changes),
    answer: findSupplier,
  }),
  createSupplier: mutation(t, {
    type: SupplierType,
    role: 'operator',
    args: { name: t.arg.string({ required: true }), ruc: t.arg.string() },
    write: (db, supplier) => createSupplier(db, supplier),
    answer: findSupplier,
  }),
}));
