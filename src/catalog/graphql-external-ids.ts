// Records by the ids that integrators give them, and how these are set on what is frozen otherwise.
import type { ShapeFromTypeParam, TypeParam } from '@pothos/core';
import { builder, objectType, type Types, type QueryFields } from '../graphql/builder.ts';
import { mutation } from '../graphql/mutation.ts';
import { ownWordsArgs } from '../graphql/own-words.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { findExternal, idByExternalId, setExternal, type External, type NamedTable } from './external-ids.ts';
import { ID } from '../graphql/roots.ts';

/** A root that finds one record; `find` reads it by our id. */
export function byExternalId<Type extends TypeParam<Types>>(
  t: QueryFields,
  type: Type,
  table: NamedTable,
  find: (db: TenantDb, id: string) => Promise<ShapeFromTypeParam<Types, Type, false>>,
) {
  const resolve = (_: unknown, { externalId }: { externalId: string }, { inTenant }: RequestContext) =>
    inTenant(async (db) => find(db, await idByExternalId(db, table, externalId)));
  // The compiler cannot infer the generic type here; that of `find` is checked above.
  return t.field({
    type,
    nullable: true,
    args: { externalId: t.arg.string({ required: true }) },
    resolve: resolve as never,
  });
}

const TABLES = {
  CLIENT: 'clients',
  SUPPLIER: 'suppliers',
  ITEM: 'items',
  LOCATION: 'locations',
  ORDER: 'orders',
  INVOICE: 'invoices',
  CREDIT: 'credits',
  DEBIT_NOTE: 'debit_notes',
  GENERIC_CREDIT: 'debit_notes',
  PAYMENT: 'payments',
  PURCHASE_ORDER: 'purchase_orders',
} as const;

const ExternalTypeEnum = builder.enumType('ExternalType', { values: Object.keys(TABLES) as (keyof typeof TABLES)[] });

const ExternalRef = objectType<External>('External', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  externalId: t.exposeString('external_id', { nullable: true }),
  metadata: t.expose('metadata', { type: 'JSON', nullable: true }),
  updatedAt: t.expose('updated_at', { type: 'DateTime' }),
}));

builder.mutationFields((t) => ({
  setExternal: mutation(t, {
    type: ExternalRef,
    role: 'operator',
    description:
      'Your id and metadata of any record, also of one that can no longer be changed. What the PAC gets and has got does not change.',
    args: { type: t.arg({ type: ExternalTypeEnum, required: true }), id: t.arg(ID), ...ownWordsArgs(t) },
    write: (db, { type, id, ...words }) => setExternal(db, TABLES[type], id, words),
    remember: ({ id, table }) => ({ id, table }),
    answer: (db, { id, table }) => findExternal(db, table, id),
  }),
}));
