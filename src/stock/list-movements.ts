// The ledger as a list: the movements of one item at one place after those of another, each in the order of time.
import { sql } from 'kysely';
import { findItem, findLocation } from '../catalog/index.ts';
import { onDays, pageOf, type ListPage, type TenantDb } from '../tenancy/index.ts';
import type { InventoryLog } from './stock-records.ts';
import type { MovementType } from './tables.ts';

export interface MovementsAsked {
  itemId?: string | null | undefined;
  locationId?: string | null | undefined;
  types?: readonly MovementType[] | null | undefined;
  /** Days of the tenant, both of them included. */
  from?: string | null | undefined;
  to?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}

/** Along the index of the streams, which is all that a ledger of millions has. */
export async function listMovements(db: TenantDb, asked: MovementsAsked): Promise<ListPage<InventoryLog>> {
  const { itemId, locationId, types, first, after } = asked;
  const item = itemId == null ? null : await findItem(db, itemId);
  const location = locationId == null ? null : await findLocation(db, locationId);
  return pageOf<InventoryLog, 'ITEM'>(
    db,
    {
      name: 'movements',
      columns: sql`*`,
      from: sql`inventory_logs`,
      where: [
        sql`tenant_id = ${db.tenant.id}`,
        item && sql`item_id = ${item.id}`,
        location && sql`location_id = ${location.id}`,
        types && sql`movement_type = any (${[...types]}::text[])`,
        ...onDays(db, sql`occurred_at`, asked),
      ],
      orders: { ITEM: { by: sql`item_id`, type: 'uuid' } },
      usual: ['ITEM', 'ASC'],
      changed: 'ITEM',
      tie: [
        { by: sql`location_id`, type: 'uuid' },
        { by: sql`occurred_at`, type: 'timestamptz' },
      ],
    },
    { first, after, limit: first, offset: 0 },
  );
}
