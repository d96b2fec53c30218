// Public face of the catalog.
export { emailAddress } from './contact.ts';
export { assertLinesOffered, assertOffered } from './archive.ts';
export { choosePoint, nextNumberAt, pointsOfIssue } from './billing-points.ts';
export { createItem, findItem, itemsById, itemsOfLines, offeredItems, updateItem } from './items.ts';
export { listItems } from './list-items.ts';
export { createBillingPoint, createOffice, findBillingPoint } from './offices.ts';
export type { NumberAtPoint, PointChoice, PointOfIssue } from './billing-points.ts';
export { assertCountable, unitOfLine } from './item-unit.ts';
export { unitsOfItems } from './item-units.ts';
export type { ItemUnit } from './item-units.ts';
export { claimExternalId } from './external-ids.ts';
export { optionalExternalId, readOwnWords } from './own-words.ts';
export type { OwnWords, OwnWordsColumns } from './own-words.ts';
export { clientImport } from './import-client-file.ts';
export { supplierImport } from './import-suppliers.ts';
export { ensureImportedClients, markImportedClients } from './import-clients.ts';
export { ensureImportedItems, itemImport, itemsBySku } from './import-items.ts';
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
export type { Location } from './locations.ts';
export { createClient, createSupplier, findClient, findSupplier, listClients } from './parties.ts';
export type { Client } from './party.ts';
export { ITEM_COLUMNS } from './tables.ts';
export { MAX_LENGTH, optionalCode, optionalText, requiredCode, requiredText } from './text.ts';
