// GET /events/stream: the feed as server-sent events, to a caller of the tenant.
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { admit, type FileRouteContext } from '../files/index.ts';
import { DomainError } from '../platform/errors.ts';
import { whenGone } from '../platform/hung-up.ts';
import type { Logger } from '../platform/log.ts';
import { placesPerKey } from '../platform/places.ts';
import { batchByBatch, inTenant } from '../tenancy/index.ts';
import { eventJson, readTypes } from './event.ts';
import { follow, lookForEvents } from './follow.ts';
import { cursorOf, endCursorOf, readPlace } from './graphql-cursor.ts';
import { placeEvents } from './place-events.ts';
import { positionOf, type EventsRead } from './read-events.ts';

export interface EventRouteContext extends Omit<FileRouteContext, 'files'> {
  log: Logger;
}

/** Streams of a tenant in each process: its tills and pages. */
const MOST_STREAMS = 200;
const PAGE = 200;
const RETRY_AFTER_SECONDS = 5;

export function eventRoutes(server: FastifyInstance, context: EventRouteContext, mostStreams = MOST_STREAMS): void {
  const streams = placesPerKey(mostStreams, RETRY_AFTER_SECONDS);
  const nextLook = lookForEvents(context, PAGE);
  const leaving = new AbortController();
  server.addHook('preClose', (done) => {
    leaving.abort();
    done();
  });

  server.get<{ Querystring: { after?: string; types?: string | string[] } }>(
    '/events/stream',
    async (request, reply) => {
      const { 'last-event-id': lastEventId } = request.headers;
      const gone = whenGone(request.raw, reply.raw);
      const { tenant } = await admit(context, request, reply);
      const { after = 'now', types: wantedTypes } = request.query;
      const types = readTypes(
        wantedTypes === undefined ? undefined : [wantedTypes].flat().flatMap((some) => some.split(',')),
      );
      const place = readPlace(String(lastEventId ?? after));
      streams.take(tenant.id, gone);
      if (place === 'now') await batchByBatch((work) => inTenant(context, tenant, work), placeEvents);
      const position = await inTenant(context, tenant, async (db) => {
        await placeEvents(db);
        return positionOf(db, place);
      });
      const pages = follow(
        {
          context,
          tenant,
          nextLook,
          signal: AbortSignal.any([gone, leaving.signal]),
          assertMayGoOn: () => context.authenticate(request),
        },
        { after: position, first: PAGE, types },
      );
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // One that the service ends is not kept for another request, which would keep the service.
          .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
          .send(Readable.from(streamOf(pages, context.log)))
      );
    },
  );
}

/** A stream that is cut is no error: its reader comes back and says where it was. */
async function* streamOf(pages: AsyncGenerator<EventsRead>, log: Logger): AsyncGenerator<string> {
  try {
    for await (const page of pages) {
      const events = page.events.map((event) => `id: ${cursorOf(event)}\ndata: ${eventJson(event)}\n\n`);
      // Without data it is no event, and moves the reader's Last-Event-ID past what is of other types.
      yield `${events.join('')}id: ${endCursorOf(page)}\n\n`;
    }
  } catch (error) {
    if (error instanceof DomainError) yield `: ${error.message}\n\n`;
    else log.warn({ err: error }, 'a stream of events was cut');
  }
}
