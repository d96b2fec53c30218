// The catalog in the contract: items, locations, clients and suppliers.
import { BULK, bulkResult } from './graphql-bulk.ts';
import { byExternalId } from './graphql-external-ids.ts';
import { GENERAL_PERCENT } from '../fiscal/itbms.ts';
import { searchPlaces, type Place } from '../fiscal/places.ts';
import { RECEIVER_TYPES } from '../fiscal/receiver.ts';
import { builder, inputType, objectType, type InputFields } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { countedPage, orderInput, pageArguments, pageByOffset, pageType } from '../graphql/lists.ts';
import { allByKey, oneById } from '../graphql/lookup.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { forbidden } from '../platform/errors.ts';
import { hasRole } from '../tenancy/index.ts';
import { ARCHIVED, archivedAt, ARCHIVED_IN_LIST, listed } from '../graphql/archived.ts';
import { ownWords, ownWordsArgs, ownWordsInput } from '../graphql/own-words.ts';
import type { Item } from './item.ts';
import { barcodesOfItems, findItemByBarcode, unitsOfItems, type ItemBarcode, type ItemUnit } from './item-units.ts';
import { findItem, findItemBySku, updateItem, updateItemInventory } from './items.ts';
import { ITEM_ORDERS, listItems, STOCK_FILTERS } from './list-items.ts';
import {
  createClient,
  createSupplier,
  findClient,
  findSupplier,
  listClients,
  listSuppliers,
  PARTY_ORDERS,
  updateClient,
  updateSupplier,
} from './parties.ts';
import { addressOf, type Client, type Supplier } from './party.ts';
import {
  createPriceList,
  findPriceList,
  listPriceLists,
  listPrices,
  setPrices,
  updatePriceList,
  type ListPrice,
  type PriceList,
} from './price-lists.ts';
import { upsertClientRows } from './upsert-clients.ts';
import { upsertItemRows } from './upsert-items.ts';
import { columns, columnsOrNull, recordOf, recordOrNull, recordsOf } from '../graphql/columns.ts';
import { byId, ID } from '../graphql/roots.ts';

export { BULK, bulkResult } from './graphql-bulk.ts';
export { byExternalId } from './graphql-external-ids.ts';
export { billingPointById, BillingPointType, locationById, LocationType } from './graphql-offices.ts';

export const itemById = oneById('Item', 'items');
export const clientById = oneById('Client', 'clients');
export const supplierById = oneById('Supplier', 'suppliers');

const priceListById = oneById('Price list', 'price_lists');
const unitsOfItem = allByKey(unitsOfItems, (unit) => unit.item_id);
const barcodesOfItem = allByKey(barcodesOfItems, (barcode) => barcode.item_id);

export const ReceiverTypeEnum = builder.enumType('ReceiverType', { values: RECEIVER_TYPES });
const TrackingModeEnum = builder.enumType('TrackingMode', { values: ['NONE', 'LOT', 'SERIAL'] as const });

const ItemKindEnum = builder.enumType('ItemKind', { values: ['GOODS', 'SERVICE'] as const });

const ItemUnitType = objectType<ItemUnit>('ItemUnit', (t) => ({
  unit: t.exposeString('unit'),
  factor: t.expose('factor', { type: 'Decimal', description: "So many of the item's own unit are one of this." }),
  ...columnsOrNull(t, 'Decimal', 'price'),
}));

const ItemBarcodeType = objectType<ItemBarcode>('ItemBarcode', (t) => ({
  barcode: t.exposeString('barcode'),
  unit: t.exposeString('unit', { nullable: true, description: "Null: the item's own." }),
}));

export const ItemInventoryType = objectType<Item>('ItemInventory', (t) => ({
  ...columns(t, 'Decimal', 'reorder_level', 'reorder_quantity'),
  leadTime: t.exposeInt('lead_time_days'),
}));

const ItemTaxType = objectType<{ code: string; rate: string }>('ItemTax', (t) => ({
  code: t.exposeString('code'),
  rate: t.expose('rate', { type: 'Decimal' }),
}));

export const ItemType = objectType<Item>('Item', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'sku', 'name', 'unit'),
  kind: t.expose('kind', { type: ItemKindEnum }),
  units: t.field({ type: [ItemUnitType], resolve: (item, _, { load }) => load(unitsOfItem, item.id) }),
  barcodes: recordsOf(t, ItemBarcodeType, barcodesOfItem),
  ...columns(t, 'Decimal', 'unit_price', 'tax_rate', 'isc_rate'),
  otherTax: t.field({
    type: ItemTaxType,
    nullable: true,
    resolve: ({ other_tax_code: code, other_tax_rate: rate }) =>
      code === null || rate === null ? null : { code, rate },
  }),
  ...columnsOrNull(t, 'String', 'cpbs', 'category'),
  averageCost: t.field({ type: 'Decimal', resolve: (item) => item.average_cost ?? '0' }),
  trackingMode: t.expose('tracking_mode', { type: TrackingModeEnum }),
  allowNegativeStock: t.exposeBoolean('allow_negative_stock'),
  inventory: t.field({ type: ItemInventoryType, resolve: (item) => item }),
  ...archivedAt(t),
  ...ownWords(t),
}));

const ClientAddressType = objectType<ReturnType<typeof addressOf>>('ClientAddress', (t) =>
  columnsOrNull(t, 'String', 'line', 'province', 'district', 'corregimiento', 'corregimientoCode'),
);

const PriceListType = objectType<PriceList>('PriceList', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  name: t.exposeString('name'),
  ...archivedAt(t),
  createdAt: t.expose('created_at', { type: 'DateTime' }),
}));
const RETENTION =
  'The code under which it withholds of the ITBMS of each invoice, 1 to 4 or 7; the State withholds under 2. None: it does not.';

export const ClientType = objectType<Client>('Client', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  name: t.exposeString('name'),
  receiverType: t.expose('receiver_type', { type: ReceiverTypeEnum }),
  ...columnsOrNull(t, 'String', 'ruc', 'telephone', 'dv', 'email', 'country', { retention_code: RETENTION }),
  emails: t.stringList({
    resolve: ({ email, further_emails }) => [...(email === null ? [] : [email]), ...further_emails],
  }),
  priceList: recordOrNull(t, PriceListType, priceListById, 'price_list_id'),
  address: t.field({
    type: ClientAddressType,
    nullable: true,
    resolve: (client) => {
      const address = addressOf(client);
      return Object.values(address).some((part) => part !== null) ? address : null;
    },
  }),
  ...archivedAt(t),
  ...ownWords(t),
}));

export const SupplierType = objectType<Supplier>('Supplier', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  name: t.exposeString('name'),
  ruc: t.exposeString('ruc', { nullable: true }),
  ...archivedAt(t),
  ...ownWords(t),
}));

const PlaceType = objectType<Place>('Place', (t) =>
  columns(t, 'String', 'code', 'province', 'district', 'corregimiento'),
);

const ItemPage = pageType('ItemPage', ItemType);

const ListPriceType = objectType<ListPrice>('ListPrice', (t) => ({
  item: recordOf(t, ItemType, itemById, 'item_id'),
  unit: t.exposeString('unit'),
  price: t.expose('price', { type: 'Decimal', description: 'For one of the unit.' }),
}));

const ListPricePage = countedPage('ListPricePage', ListPriceType);

const ClientPage = pageType('ClientPage', ClientType);
const SupplierPage = pageType('SupplierPage', SupplierType);

const ItemOrderBy = orderInput('Item', ITEM_ORDERS);
const PartyOrderBy = orderInput('Party', PARTY_ORDERS);
const StockFilterEnum = builder.enumType('StockFilter', { values: STOCK_FILTERS });

const ItemInventoryInput = requestInput('ItemInventoryInput', (t) => ({
  reorderLevel: t.field({ type: 'Decimal' }),
  reorderQuantity: t.field({ type: 'Decimal' }),
  leadTime: t.int(),
}));

const ItemUnitInput = inputType('ItemUnitInput', (t) => ({
  unit: t.string({ required: true }),
  factor: t.field({ type: 'Decimal', required: true, description: "So many of the item's own unit are one of this." }),
  price: t.field({ type: 'Decimal', description: "Left out: the item's price times the factor." }),
  barcodes: t.stringList(),
}));

const ItemTaxInput = inputType('ItemTaxInput', (t) => ({
  code: t.string({ required: true }),
  rate: t.field({ type: 'Decimal' }),
}));

const OpeningStockInput = inputType('OpeningStockInput', (t) => ({
  quantity: t.field({ type: 'Decimal', required: true, description: "In the item's own unit, above 0." }),
  unitCost: t.field({ type: 'Decimal' }),
  locationId: t.field({ type: 'UUID', description: 'Left out: the default location.' }),
  lotNumber: t.string({ description: 'Lot of a tracked item.' }),
  expirationDate: t.field({ type: 'Date' }),
}));

const RATE = { type: 'Decimal', description: 'Percent: 0, 7, 10 or 15.' } as const;

export const CreateItemInput = requestInput('CreateItemInput', (t) => ({
  sku: t.string({ required: true }),
  name: t.string({ required: true }),
  kind: t.field({ type: ItemKindEnum, required: true, defaultValue: 'GOODS' }),
  unit: t.string({ required: true, defaultValue: 'und' }),
  unitPrice: t.field({ type: 'Decimal', required: true }),
  taxRate: t.field({ ...RATE, required: true, defaultValue: GENERAL_PERCENT }),
  iscRate: t.field({ type: 'Decimal', description: 'Percent; left out: no ISC.' }),
  otherTax: t.field({ type: ItemTaxInput }),
  cpbs: t.string({ description: 'The code that government receivers need.' }),
  category: t.string(),
  trackingMode: t.field({ type: TrackingModeEnum, required: true, defaultValue: 'NONE' }),
  allowNegativeStock: t.boolean({ required: true, defaultValue: false }),
  inventory: t.field({ type: ItemInventoryInput }),
  units: t.field({ type: [ItemUnitInput], description: 'Beside its own.' }),
  barcodes: t.stringList({ description: 'Barcodes of its own unit.' }),
  openingStock: t.field({ type: OpeningStockInput, description: 'On hand from the start, as an adjustment.' }),
  ...ownWordsInput(t),
}));

const ClientAddressInput = inputType('ClientAddressInput', (t) => ({
  line: t.string({ description: 'Street and building, at most 100 characters.' }),
  corregimientoCode: t.string({ description: 'Such as 8-8-11; `corregimientos` finds it.' }),
  province: t.string(),
  district: t.string(),
  corregimiento: t.string(),
}));

const COUNTRY = 'ISO 3166-1 alpha-2. Only an EXTRANJERO can be of another country than PA.';
const EMAILS = 'At most three; `email` is the first of them.';

/** Input fields that all inputs of a client share, beside name and type. */
const clientParts = (t: InputFields) => ({
  ruc: t.string({ description: 'Without check digits. A CONTRIBUYENTE needs one.' }),
  email: t.string(),
  emails: t.stringList({ description: EMAILS }),
  telephone: t.string(),
  country: t.string({ description: COUNTRY }),
  address: t.field({ type: ClientAddressInput }),
  priceListId: t.field({ type: 'UUID' }),
  retentionCode: t.string({ description: RETENTION }),
  ...ownWordsInput(t),
});

const CreateClientInput = requestInput('CreateClientInput', (t) => ({
  name: t.string({ required: true }),
  receiverType: t.field({ type: ReceiverTypeEnum, required: true, defaultValue: 'CONSUMIDOR_FINAL' }),
  ...clientParts(t),
}));

const UpdateClientInput = requestInput('UpdateClientInput', (t) => ({
  name: t.string(),
  receiverType: t.field({ type: ReceiverTypeEnum }),
  ...clientParts(t),
  archived: t.boolean(ARCHIVED),
}));

const ListPriceInput = inputType('ListPriceInput', (t) => ({
  itemId: t.field(ID),
  unit: t.string({ description: "Left out: the item's own." }),
  price: t.field({ type: 'Decimal', description: 'Price of one of the unit; null removes it from the list.' }),
}));

/** Input fields that create and update of an item share, beside external id and metadata. */
const itemParts = (t: InputFields) => ({
  name: t.string(),
  unitPrice: t.field({ type: 'Decimal' }),
  taxRate: t.field(RATE),
  otherTax: t.field({ type: ItemTaxInput }),
  category: t.string(),
  kind: t.field({ type: ItemKindEnum }),
  unit: t.string(),
  trackingMode: t.field({ type: TrackingModeEnum }),
  ...ownWordsInput(t),
});

const UpdateItemInput = requestInput('UpdateItemInput', (t) => ({
  ...itemParts(t),
  iscRate: t.field({ type: 'Decimal', description: 'Percent; 0: no ISC.' }),
  cpbs: t.string({ description: 'The code that government receivers need.' }),
  units: t.field({ type: [ItemUnitInput] }),
  barcodes: t.stringList({ description: 'All of its own unit.' }),
  archived: t.boolean(ARCHIVED),
}));

const UpdatePriceListInput = requestInput('UpdatePriceListInput', (t) => ({
  name: t.string(),
  archived: t.boolean(ARCHIVED),
}));

const UpsertItemInput = inputType('UpsertItemInput', (t) => ({
  ...itemParts(t),
  sku: t.string(),
  iscRate: t.field({ type: 'Decimal' }),
  cpbs: t.string(),
  allowNegativeStock: t.boolean(),
  inventory: t.field({ type: ItemInventoryInput }),
}));

const UpsertClientInput = inputType('UpsertClientInput', (t) => ({
  name: t.string(),
  receiverType: t.field({ type: ReceiverTypeEnum }),
  ...clientParts(t),
}));

const BY_ITSELF = 'Up to 1,000 rows, each by itself: one that is refused leaves the others done.';

builder.queryFields((t) => ({
  getItemById: byId(t, ItemType, (db, id) => findItem(db, id, 'id')),
  itemBySku: t.field({
    type: ItemType,
    nullable: true,
    args: { sku: t.arg.string({ required: true }) },
    resolve: (_, { sku }, { inTenant }) => inTenant((db) => findItemBySku(db, sku)),
  }),
  itemByBarcode: t.field({
    type: ItemType,
    nullable: true,
    description: 'barcodes tells which of its units has it.',
    args: { barcode: t.arg.string({ required: true }) },
    resolve: (_, { barcode }, { inTenant }) => inTenant((db) => findItemByBarcode(db, barcode)),
  }),
  itemByExternalId: byExternalId(t, ItemType, 'items', findItem),
  clientByExternalId: byExternalId(t, ClientType, 'clients', findClient),
  supplierByExternalId: byExternalId(t, SupplierType, 'suppliers', findSupplier),
  items: t.field({
    type: ItemPage,
    args: {
      search: t.arg.string({ description: 'In SKU and name, or a whole barcode; what it names exactly comes first.' }),
      kind: t.arg({ type: ItemKindEnum }),
      category: t.arg.string(),
      stock: t.arg({ type: StockFilterEnum }),
      locationId: t.arg({ type: 'UUID' }),
      archived: t.arg.boolean(ARCHIVED_IN_LIST),
      ...pageArguments(t.arg, ItemOrderBy),
    },
    resolve: (_, args, { inTenant, isCashier }) => {
      const field = args.orderBy?.field;
      // The cursor of a page tells by how much the last one came there.
      if (isCashier && (field === 'SOLD' || field === 'COVERAGE'))
        throw forbidden('{field} is not for a cashier', { field: `ItemOrderField.${field}` });
      return inTenant((db) => listItems(db, withinBounds(args)));
    },
  }),
}));

builder.queryFields((t) => ({
  priceLists: t.field({
    type: [PriceListType],
    args: { archived: t.arg.boolean(ARCHIVED_IN_LIST) },
    resolve: async (_, { archived }, { inTenant }) => listed(await inTenant(listPriceLists), archived),
  }),
  listPrices: t.field({
    type: ListPricePage,
    description: 'Prices of a price list.',
    args: {
      priceListId: t.arg(ID),
      itemIds: t.arg({ type: ['UUID'], description: 'Left out: of all items.' }),
      ...pageByOffset(t.arg),
    },
    resolve: (_, { priceListId, ...args }, { inTenant }) =>
      inTenant((db) => listPrices(db, priceListId, withinBounds(args))),
  }),
  clients: t.field({
    type: ClientPage,
    args: { search: t.arg.string(), archived: t.arg.boolean(ARCHIVED_IN_LIST), ...pageArguments(t.arg, PartyOrderBy) },
    resolve: (_, args, { inTenant }) => inTenant((db) => listClients(db, withinBounds(args))),
  }),
  corregimientos: t.field({
    type: [PlaceType],
    description:
      'The places of Panama that a search finds by names or code, without regard to accents and case. The list is that of the DGI ' +
      'and not complete: what the law has made since 2020 is not in it.',
    args: { search: t.arg.string(), limit: t.arg.int({ required: true, defaultValue: 25 }) },
    resolve: (_, { search, limit }, { viewer }) => {
      viewer('viewer');
      return searchPlaces(search ?? '', withinBounds({ limit, offset: 0 }).limit);
    },
  }),
  client: byId(t, ClientType, findClient),
  supplier: byId(t, SupplierType, findSupplier),
  suppliers: t.field({
    type: SupplierPage,
    args: { search: t.arg.string(), archived: t.arg.boolean(ARCHIVED_IN_LIST), ...pageArguments(t.arg, PartyOrderBy) },
    resolve: (_, args, { inTenant }) => inTenant((db) => listSuppliers(db, withinBounds(args))),
  }),
}));

const PRICE_LIST = { type: PriceListType, role: 'operator', answer: findPriceList } as const;
const ITEM = { type: ItemType, role: 'operator', answer: findItem } as const;

builder.mutationFields((t) => ({
  updateItem: mutation(t, {
    ...ITEM,
    description: 'Orders and documents that are there keep the price that they were made with.',
    args: { itemId: t.arg(ID), input: t.arg({ type: UpdateItemInput, required: true }) },
    write: (db, { itemId, input }) => updateItem(db, itemId, input),
  }),
  updateItemInventory: mutation(t, {
    ...ITEM,
    args: { itemId: t.arg(ID), input: t.arg({ type: ItemInventoryInput, required: true }) },
    write: (db, { itemId, input }) => updateItemInventory(db, itemId, input),
  }),
  createPriceList: mutation(t, {
    ...PRICE_LIST,
    args: { name: t.arg.string({ required: true }) },
    write: (db, { name }) => createPriceList(db, name),
  }),
  updatePriceList: mutation(t, {
    ...PRICE_LIST,
    args: { priceListId: t.arg(ID), input: t.arg({ type: UpdatePriceListInput, required: true }) },
    write: (db, { priceListId, input }) => updatePriceList(db, priceListId, input),
  }),
  setPrices: mutation(t, {
    ...PRICE_LIST,
    description: 'Up to 1,000; those that are not named stay. Orders that are there keep their prices.',
    args: { priceListId: t.arg(ID), prices: t.arg({ type: [ListPriceInput], required: true }) },
    write: (db, { priceListId, prices }) =>
      setPrices(
        db,
        priceListId,
        prices.map(({ price, ...one }) => ({ ...one, price: price ?? null })),
      ),
  }),
  upsertItems: mutation(t, {
    ...BULK,
    role: 'operator',
    description: BY_ITSELF,
    args: { items: t.arg({ type: [UpsertItemInput], required: true }) },
    write: async (db, { items }) => bulkResult(await upsertItemRows(db, items)),
  }),
  upsertClients: mutation(t, {
    ...BULK,
    role: 'operator',
    description: BY_ITSELF,
    args: { clients: t.arg({ type: [UpsertClientInput], required: true }) },
    write: async (db, { clients }) => bulkResult(await upsertClientRows(db, clients)),
  }),
}));

const CLIENT = { type: ClientType, role: 'operator', answer: findClient } as const;
const SUPPLIER = { type: SupplierType, role: 'operator', answer: findSupplier } as const;

builder.mutationFields((t) => ({
  createClient: mutation(t, {
    ...CLIENT,
    role: 'cashier',
    args: { input: t.arg({ type: CreateClientInput, required: true }) },
    write: (db, { input }, { roles }) => {
      const isCashier = !hasRole(roles, 'operator');
      if (isCashier && input.priceListId != null) throw forbidden('A cashier gives a client no price list');
      if (isCashier && input.retentionCode != null) throw forbidden('A cashier gives a client no retention');
      return createClient(db, input);
    },
  }),
  updateClient: mutation(t, {
    ...CLIENT,
    description: 'Documents that were issued keep what they say; the next one says what is new.',
    args: { clientId: t.arg(ID), input: t.arg({ type: UpdateClientInput, required: true }) },
    write: (db, { clientId, input }) => updateClient(db, clientId, input),
  }),
  updateSupplier: mutation(t, {
    ...SUPPLIER,
    description: 'Arguments left out stay as they are; null takes the RUC away.',
    args: {
      supplierId: t.arg(ID),
      name: t.arg.string(),
      ruc: t.arg.string(),
      archived: t.arg.boolean(ARCHIVED),
      ...ownWordsArgs(t),
    },
    write: (db, { supplierId, ...changes }) => updateSupplier(db, supplierId, changes),
  }),
  createSupplier: mutation(t, {
    ...SUPPLIER,
    args: { name: t.arg.string({ required: true }), ruc: t.arg.string(), ...ownWordsArgs(t) },
    write: (db, supplier) => createSupplier(db, supplier),
  }),
}));
