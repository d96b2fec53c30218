// What a question is about: an item, at one location or at all of them; an unknown one is NOT_FOUND.
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';

export interface Subject {
  itemId: string;
  /** All locations when there is none. */
  locationId?: string | null | undefined;
}

/** A query of one row, or of none when the item is unknown; each question joins it, so that asking costs no second trip. */
export function subjectOf(db: TenantDb, { itemId, locationId }: Subject): RawBuilder<unknown> {
  const locationKnown = locationId
    ? sql`exists (select from locations where tenant_id = ${db.tenant.id} and id = ${locationId})`
    : sql`true`;
  return sql`
    select average_cost, ${locationKnown} as location_known
    from items
    where tenant_id = ${db.tenant.id} and id = ${itemId}`;
}

/** A condition on any table that tells item and location: the row belongs to the subject. */
export function ofSubject(db: TenantDb, { itemId, locationId }: Subject): RawBuilder<unknown> {
  const atLocation = locationId ? sql` and location_id = ${locationId}` : sql``;
  return sql`tenant_id = ${db.tenant.id} and item_id = ${itemId}${atLocation}`;
}

/** Refuses what is unknown, or another tenant's, with NOT_FOUND; answers the first row. */
export function firstRowOrNotFound<Row extends { location_known: boolean }>(rows: readonly Row[]): Row {
  const first = rows[0];
  if (!first) throw notFound('Item');
  if (!first.location_known) throw notFound('Location');
  return first;
}
