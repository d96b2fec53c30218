// Follows the feed as it grows: the pages after a position, and an empty one now and then where nothing comes.
import { setTimeout as delay } from 'node:timers/promises';
import { inTenant, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { placeEvents } from './place-events.ts';
import { headPosition, readEvents, type EventsRead, type Reading } from './read-events.ts';

const LOOK_EVERY_MS = 500;
const BEAT_EVERY_MS = 15_000;

/** The last position after the next look; all that follow a tenant in this process share one. */
export type NextHead = (tenant: Tenant) => Promise<number>;

export function lookForEvents(context: DatabaseContext): NextHead {
  const looks = new Map<string, Promise<number>>();
  async function look(tenant: Tenant): Promise<number> {
    await delay(LOOK_EVERY_MS);
    // Those who ask from here on want a later one.
    looks.delete(tenant.id);
    return inTenant(context, tenant, async (db) => {
      await placeEvents(db);
      return headPosition(db);
    });
  }
  return (tenant) => {
    const awaited = looks.get(tenant.id) ?? look(tenant);
    looks.set(tenant.id, awaited);
    return awaited;
  };
}

interface Following {
  context: DatabaseContext;
  tenant: Tenant;
  nextHead: NextHead;
  signal: AbortSignal;
  /** Throws when no more may be told. */
  assertMayGoOn: () => Promise<unknown>;
}

/** Reads on when the page before was taken, so who takes them slowly keeps nothing here but a position. */
export async function* follow(
  { context, tenant, nextHead, signal, assertMayGoOn }: Following,
  reading: Reading,
): AsyncGenerator<EventsRead> {
  let { after } = reading;
  let toldAt = performance.now();
  yield { events: [], position: after, hasMore: true };
  while (!signal.aborted) {
    await assertMayGoOn();
    const read = await inTenant(context, tenant, (db) => readEvents(db, { ...reading, after }));
    after = read.position;
    if (read.events.length > 0 || performance.now() - toldAt > BEAT_EVERY_MS) {
      toldAt = performance.now();
      yield read;
    }
    if (read.hasMore) continue;
    while (!signal.aborted && (await nextHead(tenant)) <= after && performance.now() - toldAt <= BEAT_EVERY_MS) {
      await assertMayGoOn();
    }
  }
}
