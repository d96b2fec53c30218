// What other modules may ask of the catalog.
export { emailAddress } from './contact.ts';
export { choosePoint, nextNumberAt, pointsOfIssue } from './billing-points.ts';
export { createBillingPoint, createOffice, findBillingPoint } from './offices.ts';
export type { NumberAtPoint, PointChoice, PointOfIssue } from './billing-points.ts';
export { createItem, findItem, itemsById, listItems, updateItem } from './items.ts';
export { assertCountable, unitOfLine } from './item-unit.ts';
export { unitsOfItems } from './item-units.ts';
export type { ItemUnit } from './item-units.ts';
export { ensureImportedClients } from './import-clients.ts';
export { ensureImportedItems, importItems, itemsBySku } from './import-items.ts';
export { assertGoods, otherTaxCode, percentage, taxRate } from './item.ts';
export type { Item, ItemInput } from './item.ts';
export {
  createLocation,
  ensureDefaultLocation,
  findLocation,
  listLocations,
  locationOrDefault,
  locationsOrDefault,
} from './locations.ts';
export { createClient, createSupplier, findClient, findSupplier, listClients } from './parties.ts';
export type { Client } from './party.ts';
export { MAX_LENGTH, optionalCode, optionalText, requiredCode, requiredText } from './text.ts';
