// Adjusts stock by the thousand: all of the lines, or none.
import {
  listLocations,
  MAX_LENGTH,
  optionalCode,
  optionalExternalId,
  requiredText,
  type Item,
  type Location,
} from '../catalog/index.ts';
import { badInput, notFound, readAll, readEach, together } from '../platform/errors.ts';
import { sqlRows } from '../platform/sql.ts';
import type { Written } from '../requests/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertChange, movementOf, type Adjustment } from './adjust-stock.ts';
import { moveGoods } from './move-goods.ts';

/** It names its item in one of three ways, and its location in one of two; left out: the default one. */
export interface AdjustmentLine extends Omit<Adjustment, 'itemId' | 'description' | 'occurredAt'> {
  itemId?: string | null | undefined;
  sku?: string | null | undefined;
  externalId?: string | null | undefined;
  locationCode?: string | null | undefined;
}

/** The id of each line is that of its adjustment. */
export async function adjustStockRows(
  db: TenantDb,
  lines: readonly AdjustmentLine[],
  reason: string,
  createdBy: string,
): Promise<Written[]> {
  if (lines.length === 0) throw badInput('{field} must not be empty', { field: 'lines' });
  const { description, named } = readAll({
    description: () => requiredText('reason', reason, MAX_LENGTH.description),
    named: () => readEach('lines', lines, readLine),
  });
  const found = await findItems(db, named);
  const locations = await listLocations(db);
  const placed = named.map((line) => ({ line, item: found(line), location: locationOf(line, locations) }));
  const missing = placed.flatMap(({ item, location }, index) => [
    ...(item ? [] : [notFound('Item', `lines[${index}].itemId`)]),
    ...(location ? [] : [notFound('Location', `lines[${index}].locationId`)]),
  ]);
  if (missing.length > 0) throw together(missing);
  const movements = placed.map(({ line, item, location }) =>
    movementOf({ ...line, itemId: item!.id }, description, location!.id),
  );
  const items = new Map(placed.map(({ item }) => [item!.id, item!]));
  await moveGoods(db, movements, { createdBy, items });
  return movements.map(({ source }) => ({ outcome: 'UPDATED', id: source.id }));
}

function readLine(line: AdjustmentLine): AdjustmentLine {
  const ways = [line.itemId, line.sku, line.externalId].filter((way) => way != null).length;
  const { sku, externalId, locationCode } = readAll({
    sku: () => optionalCode('sku', line.sku, MAX_LENGTH.sku),
    externalId: () => optionalExternalId(line.externalId),
    locationCode: () => optionalCode('locationCode', line.locationCode, MAX_LENGTH.code),
    ways: () => {
      if (ways !== 1) throw badInput('One of itemId, sku and externalId names the item', { field: 'itemId' });
    },
    change: () => assertChange(line),
  });
  return { ...line, sku, externalId, locationCode };
}

async function findItems(db: TenantDb, lines: readonly AdjustmentLine[]) {
  const all = (key: 'itemId' | 'sku' | 'externalId') => lines.map((line) => line[key]).filter((one) => one != null);
  const rows = await sqlRows<Item>(db)`
    select * from items where tenant_id = ${db.tenant.id}
      and (id = any(${all('itemId')}) or sku = any(${all('sku')}) or external_id = any(${all('externalId')}))`;
  const byId = new Map(rows.map((item) => [item.id, item]));
  const bySku = new Map(rows.map((item) => [item.sku, item]));
  const byExternalId = new Map(rows.map((item) => [item.external_id, item]));
  return ({ itemId, sku, externalId }: AdjustmentLine) =>
    itemId != null ? byId.get(itemId) : sku != null ? bySku.get(sku) : byExternalId.get(externalId ?? '');
}

function locationOf({ locationId, locationCode }: AdjustmentLine, locations: readonly Location[]) {
  if (locationId != null) return locations.find(({ id }) => id === locationId);
  return locations.find(({ code, is_default }) => (locationCode == null ? is_default : code === locationCode));
}
