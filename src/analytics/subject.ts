// Subject of a question: an item, at one location or at all of them; an unknown one is NOT_FOUND.
import { sql, type RawBuilder } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { Sql } from '../platform/sql.ts';

export interface Subject {
  itemId: string;
  /** All locations when there is none. */
  locationId?: string | null | undefined;
}

/** The same where a statement is kept: what stands for the values. */
export interface SubjectGiven {
  itemId: string | RawBuilder<string>;
  locationId?: string | null | undefined | RawBuilder<string | null>;
}

/** A transaction of the tenant, or what stands for the tenant's id. */
export interface OfTenant {
  readonly tenant: { readonly id: string | RawBuilder<string> };
}

/** A query of one row, or of none when the item is unknown; each question joins it, so that asking costs no second trip. */
export function subjectOf(db: OfTenant, { itemId, locationId }: SubjectGiven): Sql {
  const locationKnown = locationId
    ? sql`exists (select from locations where tenant_id = ${db.tenant.id} and id = ${locationId})`
    : sql`true`;
  return sql`
    select average_cost, ${locationKnown} as location_known
    from items
    where tenant_id = ${db.tenant.id} and id = ${itemId}`;
}

/** A condition on any table that tells item and location: the row belongs to the subject. */
export function ofSubject(db: OfTenant, { itemId, locationId }: SubjectGiven): Sql {
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
