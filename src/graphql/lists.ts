// Lists in the contract: what each can be asked, and its pages.
import type { InputRef, InterfaceRef, ObjectRef } from '@pothos/core';
import { countBefore, countOf, type ListPage } from '../tenancy/index.ts';
import { builder, inputType, objectType, PageInfoType, type Page, type Types, type QueryFields } from './builder.ts';

const OrderDirection = builder.enumType('OrderDirection', { values: ['ASC', 'DESC'] as const });

/** The input that names the order of a list. */
export function orderInput<const Field extends string>(list: string, fields: readonly Field[]) {
  const OrderField = builder.enumType(`${list}OrderField`, { values: fields });
  return inputType(`${list}OrderBy`, (t) => ({
    field: t.field({ type: OrderField, required: true }),
    direction: t.field({ type: OrderDirection, required: true, defaultValue: 'ASC' }),
  }));
}

export type PageArg = QueryFields['arg'];

/** Arguments of a list whose records do not tell when they changed. */
export function orderedPage<Order>(arg: PageArg, order: InputRef<Order>) {
  return {
    first: arg.int({ description: 'How many, 1 to 100; in place of `limit`.' }),
    after: arg.string({
      description: 'The `endCursor` of the page before: stays right while records are written. Not with `offset`.',
    }),
    ...pageByOffset(arg),
    orderBy: arg({ type: order }),
  };
}

export function pageArguments<Order>(arg: PageArg, order: InputRef<Order>) {
  return {
    ...orderedPage(arg, order),
    updatedSince: arg({
      type: 'DateTime',
      description: 'Written or changed at this instant or later; without `orderBy` in the order of the change.',
    }),
  };
}

/** The total number is counted only where it is asked for. */
export function pageType<T>(name: string, type: ObjectRef<Types, T> | InterfaceRef<Types, T>) {
  return objectType<ListPage<T>>(name, (t) => ({
    records: t.field({ type: [type], resolve: ({ records }) => records as never }),
    pageInfo: t.expose('pageInfo', { type: PageInfoType }),
    totalCount: t.int({ resolve: (page, _, { inTenant }) => inTenant((db) => countOf(db, page)) }),
    countBefore: t.int({
      nullable: true,
      description:
        'How many stand before the first whose name, SKU or number begins so; null in an order by anything else, and in a search.',
      args: { text: t.arg.string({ required: true, defaultValue: '' }) },
      resolve: (page, { text }, { inTenant }) => inTenant((db) => countBefore(db, page, text)),
    }),
  }));
}

/** A page that is counted with its records, and read on by offset alone. */
export function countedPage<T>(name: string, type: ObjectRef<Types, T>) {
  return objectType<Page<T>>(name, (t) => ({
    // The compiler cannot tell a list of a type that is a parameter.
    records: t.expose('records', { type: [type] } as never),
    totalCount: t.exposeInt('totalCount'),
  }));
}

/** Range of a counted page. */
export function pageByOffset(arg: PageArg, limit = 25) {
  return {
    limit: arg.int({ required: true, defaultValue: limit }),
    offset: arg.int({ required: true, defaultValue: 0 }),
  };
}
