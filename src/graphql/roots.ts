// Root fields that many types share: a record by its id, and the argument that names one.
import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import type { TenantDb } from '../tenancy/index.ts';
import type { Types, QueryFields } from './builder.ts';
import type { RequestContext } from './context.ts';

/** An argument or field that names a record. */
export const ID = { type: 'UUID', required: true } as const;

/** A root that reads one record by its id. */
export function byId<Type extends TypeParam<Types>>(
  t: QueryFields,
  type: Type,
  find: (db: TenantDb, id: string) => Promise<ShapeFromTypeParam<Types, Type, false>>,
) {
  const resolve = (_: unknown, { id }: { id: string }, { inTenant }: RequestContext) => inTenant((db) => find(db, id));
  // The compiler cannot infer the generic type here; that of `find` is checked above.
  return t.field({ type, nullable: true, args: { id: t.arg(ID) }, resolve: resolve as never });
}
