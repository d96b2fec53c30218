// The log of acts, for an administrator.
import type { KeyObject } from 'node:crypto';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { pageType } from '../graphql/lists.ts';
import { oneByKey } from '../graphql/lookup.ts';
import { placeActs } from '../tenancy/index.ts';
import { handOutHead } from './head.ts';
import { aftersOf, listActs, readAct, type ReadAct } from './list-acts.ts';
import type { SignedHead } from './signed-head.ts';

declare module '../graphql/context.ts' {
  interface App {
    headKey: KeyObject;
  }
}

const ActType = objectType<ReadAct>('Act', (t) => ({
  number: t.exposeInt('number', { description: 'From 1, without a gap.' }),
  id: t.expose('id', { type: 'UUID' }),
  at: t.expose('at', { type: 'DateTime' }),
  ...columns(t, 'String', 'actor', 'operation'),
  credential: t.exposeString('credential', { nullable: true, description: 'The token or session that was shown.' }),
  entityIds: t.expose('entityIds', { type: ['UUID'] }),
  ...columnsOrNull(t, 'JSON', { before: 'By row, the columns that have changed.' }),
  // Sealed values are read from the rows: dear, so only where it is asked for.
  after: t.field({
    type: 'JSON',
    nullable: true,
    resolve: async ({ id }, _, { load }) => (await load(after, id)).after,
  }),
}));

const after = oneByKey('Act', aftersOf, ({ id }) => id);

const ActPage = pageType('ActPage', ActType);

const ActsHead = objectType<SignedHead>('ActsHead', (t) => ({
  tenantId: t.expose('tenantId', { type: 'UUID' }),
  number: t.exposeInt('number'),
  ...columns(t, 'String', 'sha256', 'at', 'publicKey', 'signature'),
}));

builder.queryFields((t) => ({
  acts: t.field({
    type: ActPage,
    description: 'The log of acts, the latest first.',
    args: {
      first: t.arg.int({ required: true, defaultValue: 50 }),
      after: t.arg.string({ description: 'The endCursor of the page before.' }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
      actor: t.arg.string({ description: 'Such as user:ana, or cli:root; agent: for every assistant.' }),
      entityId: t.arg({ type: 'UUID' }),
      operation: t.arg.string({ description: 'The mutation, or the command.' }),
      from: t.arg({ type: 'Date', description: 'Days of the business, both of them included.' }),
      to: t.arg({ type: 'Date' }),
    },
    resolve: async (_, { first, ...args }, { app, inTenant, viewer }) => {
      await placeActs(app, viewer('admin').tenant);
      return inTenant((db) => listActs(db, first, withinBounds(args)));
    },
  }),
  act: t.field({
    type: ActType,
    nullable: true,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: async (_, { id }, { app, inTenant, viewer }) => {
      await placeActs(app, viewer('admin').tenant);
      return inTenant((db) => readAct(db, id));
    },
  }),
  actsHead: t.field({
    type: ActsHead,
    resolve: async (_, __, { app, viewer }) => handOutHead(app, viewer('admin').tenant),
  }),
}));
