// The rows of the catalog that others point at, many at once.
import type { Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { TenantDb } from '../tenancy/index.ts';

type Table = 'items' | 'clients' | 'suppliers' | 'locations' | 'offices' | 'billing_points';

export function rowsOf<T extends Table>(table: T) {
  return async (db: TenantDb, ids: readonly string[]): Promise<Selectable<Database[T]>[]> => {
    // The union of the tables defeats the builder's inference; each has `tenant_id` and `id`.
    const rows = await db
      .selectFrom(table as 'items')
      .selectAll()
      .where('tenant_id', '=', db.tenant.id)
      .where('id', 'in', ids)
      .execute();
    return rows as unknown as Selectable<Database[T]>[];
  };
}
