// Who did what, for an administrator.
import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import { builder, PageInfoType } from '../graphql/builder.ts';
import { readCursor, writeCursor } from '../graphql/cursor.ts';
import { badInput, notFound } from '../platform/errors.ts';
import { actorOf, placeActs, type TenantDb } from '../tenancy/index.ts';
import { handOutHead } from './head.ts';
import type { SignedHead } from './signed-head.ts';

declare module '../graphql/context.ts' {
  interface App {
    headKey: KeyObject;
  }
}

interface ReadAct {
  number: number;
  id: string;
  at: Date;
  actor: string;
  credential: string | null;
  operation: string;
  entityIds: string[];
  before: unknown;
  after: unknown;
}

const ActType = builder.objectRef<ReadAct>('Act').implement({
  description: 'What was done by one mutation, one command, or by the service itself.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'From 1, without a gap.' }),
    id: t.expose('id', { type: 'UUID' }),
    at: t.expose('at', { type: 'DateTime' }),
    actor: t.exposeString('actor', { description: 'user:…, token:…, service:… or cli:…' }),
    credential: t.exposeString('credential', { nullable: true, description: 'The token or session that was shown.' }),
    operation: t.exposeString('operation'),
    entityIds: t.expose('entityIds', { type: ['UUID'] }),
    before: t.expose('before', { type: 'JSON', nullable: true, description: 'By row, the columns that have changed.' }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
  }),
});

const ActPage = builder.objectRef<{ records: ReadAct[]; hasMore: boolean }>('ActPage').implement({
  fields: (t) => ({
    records: t.field({ type: [ActType], resolve: ({ records }) => records }),
    pageInfo: t.field({
      type: PageInfoType,
      resolve: ({ records, hasMore }) => {
        const last = records.at(-1);
        return { endCursor: last === undefined ? null : writeCursor([String(last.number)]), hasNextPage: hasMore };
      },
    }),
  }),
});

const ActsHead = builder.objectRef<SignedHead>('ActsHead').implement({
  description: 'The last act of the chain, signed. Kept elsewhere, it proves later that nothing before it was changed.',
  fields: (t) => ({
    tenantId: t.expose('tenantId', { type: 'UUID' }),
    number: t.exposeInt('number'),
    sha256: t.exposeString('sha256'),
    at: t.exposeString('at', { description: 'To the microsecond, as it is signed.' }),
    publicKey: t.exposeString('publicKey', { description: 'Ed25519, SPKI in base64.' }),
    signature: t.exposeString('signature', { description: 'Of "folio-acts/1 tenantId number sha256 at", in base64.' }),
  }),
});

const MOST = 1000;

interface Asked {
  first: number;
  after?: string | null | undefined;
  actor?: string | null | undefined;
  entityId?: string | null | undefined;
}

async function readActs(db: TenantDb, { first, after, actor, entityId }: Asked) {
  if (first < 1 || first > MOST) {
    const limits = { field: 'first', least: 1, most: MOST, value: first };
    throw badInput('{field} must be between {least} and {most}, not {value}', limits);
  }
  const [from = ''] = after == null ? [String(Number.MAX_SAFE_INTEGER)] : readCursor(after, 1);
  if (!/^\d{1,16}$/.test(from)) throw badInput('{field} must be a cursor that was answered', { field: 'after' });
  const { rows } = await sql<Omit<ReadAct, 'number'> & { number: string }>`
    select number, id, at, actor, credential, operation, entity_ids as "entityIds", before, after
    from acts where tenant_id = ${db.tenant.id} and number is not null and number < ${from}
      and ${actor == null ? sql`true` : sql`actor = ${actorOf(actor)}`}
      and ${entityId == null ? sql`true` : sql`entity_ids @> array[${entityId}::uuid]`}
    order by number desc limit ${first + 1}`.execute(db);
  if (rows.length === 0 && entityId != null) {
    const { rows: known } = await sql`
      select from acts where tenant_id = ${db.tenant.id} and entity_ids @> array[${entityId}::uuid] limit 1`.execute(
      db,
    );
    if (known.length === 0) throw notFound('Act');
  }
  return {
    records: rows.slice(0, first).map((row) => ({ ...row, number: Number(row.number) })),
    hasMore: rows.length > first,
  };
}

builder.queryFields((t) => ({
  acts: t.field({
    type: ActPage,
    description: 'What was done, the latest first.',
    args: {
      first: t.arg.int({ required: true, defaultValue: 50 }),
      after: t.arg.string({ description: 'The endCursor of the page before.' }),
      actor: t.arg.string({ description: 'Such as user:ana, or cli:root.' }),
      entityId: t.arg({ type: 'UUID' }),
    },
    resolve: async (_, args, { app, inTenant, viewer }) => {
      await placeActs(app, viewer('admin').tenant);
      return inTenant((db) => readActs(db, args));
    },
  }),
  actsHead: t.field({
    type: ActsHead,
    resolve: async (_, __, { app, viewer }) => handOutHead(app, viewer('admin').tenant),
  }),
}));
