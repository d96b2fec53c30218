// What other modules may ask of the catalog.
export { createItem, findItem, findItemBySku, itemsById, listItems, updateItem, updateItemInventory } from './items.ts';
export type { Listed, ListRequest } from './items.ts';
export { ensureImportedClients } from './import-clients.ts';
export { ensureImportedItems, importItems, itemsBySku } from './import-items.ts';
export type { ItemImport } from './import-items.ts';
export { taxRate } from './item.ts';
export type { InventoryInput, Item, ItemInput } from './item.ts';
export {
  createLocation,
  ensureDefaultLocation,
  findLocation,
  listLocations,
  locationOrDefault,
  locationsOrDefault,
} from './locations.ts';
export type { Location } from './locations.ts';
export {
  createClient,
  createSupplier,
  findClient,
  findSupplier,
  listClients,
  listSuppliers,
  updateClient,
  updateSupplier,
} from './parties.ts';
export type { Client, ClientInput, Supplier, SupplierInput } from './party.ts';
export { MAX_LENGTH, optionalCode, optionalText, requiredText } from './text.ts';
