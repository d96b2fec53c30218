// The ledger as a list: the movements of one item at one place after those of another, or of all of them the newest first.
import { sql } from 'kysely';
import { findItem, findLocation } from '../catalog/index.ts';
import { containing } from '../platform/sql.ts';
import { onDays, pageOf, type ListPage, type PageAsked, type TenantDb, type DaysAsked } from '../tenancy/index.ts';
import type { InventoryLog } from './stock-records.ts';
import type { MovementType } from './tables.ts';

export const MOVEMENT_ORDERS = ['ITEM', 'CREATED_AT'] as const;

export interface MovementsAsked extends PageAsked<(typeof MOVEMENT_ORDERS)[number]>, DaysAsked {
  itemId?: string | null | undefined;
  locationId?: string | null | undefined;
  types?: readonly MovementType[] | null | undefined;
}

/** Along the index of the streams, or that of the instants. */
export async function listMovements(db: TenantDb, query: MovementsAsked): Promise<ListPage<InventoryLog>> {
  const { itemId, locationId, types } = query;
  const search = query.search?.trim() ?? '';
  const isByTime = query.orderBy?.field === 'CREATED_AT' || (query.orderBy == null && query.updatedSince != null);
  const item = itemId == null ? null : await findItem(db, itemId);
  const location = locationId == null ? null : await findLocation(db, locationId);
  return pageOf<InventoryLog, (typeof MOVEMENT_ORDERS)[number]>(db, query, {
    name: 'movements',
    columns: sql`*`,
    from: sql`inventory_logs`,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      item && sql`item_id = ${item.id}`,
      location && sql`location_id = ${location.id}`,
      types && sql`movement_type = any (${[...types]}::text[])`,
      ...onDays(db, sql`occurred_at`, query),
      search !== '' && sql`(reference_number ilike ${containing(search)} or description ilike ${containing(search)})`,
    ],
    orders: { ITEM: { by: sql`item_id`, type: 'uuid' }, CREATED_AT: { by: sql`occurred_at`, type: 'timestamptz' } },
    usual: ['ITEM', 'ASC'],
    changed: 'CREATED_AT',
    tie: [
      ...(isByTime ? [{ by: sql`item_id`, type: 'uuid' } as const] : []),
      { by: sql`location_id`, type: 'uuid' },
      ...(isByTime ? [] : [{ by: sql`occurred_at`, type: 'timestamptz' } as const]),
    ],
  });
}
