// The feed of events.
import { columns } from '../graphql/columns.ts';
import { builder, objectType, PageInfoType } from '../graphql/builder.ts';
import { between } from '../platform/errors.ts';
import { batchByBatch, type TenantDb } from '../tenancy/index.ts';
import type { EventsContext } from './expire-events.ts';
import { readTypes, type PlacedEvent } from './event.ts';
import { cursorOf, endCursorOf, readPlace } from './graphql-cursor.ts';
import { placeEvents } from './place-events.ts';
import { positionOf, readEvents, type EventsRead } from './read-events.ts';

export { readPlace };

const MOST = 1000;

export const EventType = objectType<PlacedEvent>('Event', (t) => ({
  ...columns(t, 'UUID', 'id', 'entityId'),
  type: t.exposeString('type'),
  at: t.expose('at', { type: 'DateTime' }),
  data: t.expose('data', { type: 'JSON' }),
  cursor: t.string({ resolve: cursorOf }),
}));

const EventPage = objectType<EventsRead>('EventPage', (t) => ({
  records: t.field({ type: [EventType], resolve: ({ events }) => events }),
  pageInfo: t.field({
    type: PageInfoType,
    description:
      'There may be a next page, and an endCursor, also where no event of this page is of the types asked for.',
    resolve: (read) => ({ endCursor: endCursorOf(read), hasNextPage: read.hasMore }),
  }),
}));

declare module '../graphql/context.ts' {
  interface App extends EventsContext {}
}

export interface FeedArguments {
  after?: string | null | undefined;
  first: number;
  types?: readonly string[] | null | undefined;
}

async function feed(db: TenantDb, { after, first, types }: FeedArguments): Promise<EventsRead> {
  between('first', first, 1, MOST);
  const [place, wantedTypes] = [readPlace(after), readTypes(types)];
  await placeEvents(db);
  return readEvents(db, { after: await positionOf(db, place), first, types: wantedTypes });
}

builder.queryField('events', (t) =>
  t.field({
    type: EventPage,
    description:
      'Events, in an order that never skips one that was still being written. Kept for 90 days, unless the operator keeps them for longer or shorter.',
    args: {
      after: t.arg.string(),
      first: t.arg.int({ required: true, defaultValue: 100 }),
      types: t.arg.stringList({ description: 'Such as invoice.paid, or invoice.* for all of them.' }),
    },
    resolve: async (_, args, { inTenant, viewer }) => {
      viewer();
      if (args.after === 'now') await batchByBatch(inTenant, placeEvents);
      return inTenant((db) => feed(db, args));
    },
  }),
);
