// Follows the feed as it grows: the pages after a position, and an empty one now and then where nothing comes.
import { setTimeout as delay } from 'node:timers/promises';
import { inTenant, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { placeEvents } from './place-events.ts';
import { headPosition, readEvents, type EventsRead, type Reading } from './read-events.ts';

const LOOK_EVERY_MS = 500;
const BEAT_EVERY_MS = 15_000;

/** Events of one look; readers at the same place share the next read, whatever types they follow. */
interface Look {
  head: number;
  readAfter(after: number): Promise<EventsRead>;
}

/** The next look; all that follow a tenant in this process share one. */
export type NextLook = (tenant: Tenant) => Promise<Look>;

export function lookForEvents(context: DatabaseContext, first: number): NextLook {
  const looks = new Map<string, Promise<Look>>();
  async function look(tenant: Tenant): Promise<Look> {
    await delay(LOOK_EVERY_MS);
    // Callers from here on want a later one.
    looks.delete(tenant.id);
    const head = await inTenant(context, tenant, async (db) => {
      await placeEvents(db);
      return headPosition(db);
    });
    const reads = new Map<number, Promise<EventsRead>>();
    const read = (after: number) => inTenant(context, tenant, (db) => readEvents(db, { after, first }));
    return {
      head,
      readAfter(after) {
        const shared = reads.get(after) ?? read(after);
        reads.set(after, shared);
        return shared;
      },
    };
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
  nextLook: NextLook;
  signal: AbortSignal;
  /** Throws when no more may be told. */
  assertMayGoOn: () => Promise<unknown>;
}

/** Reads on when the page before was taken, so who takes them slowly keeps nothing here but a position. */
export async function* follow(
  { context, tenant, nextLook, signal, assertMayGoOn }: Following,
  reading: Reading,
): AsyncGenerator<EventsRead> {
  let { after } = reading;
  let toldAt = performance.now();
  yield { events: [], position: after, hasMore: true };
  let look: Look | undefined;
  const isAsked = ({ type }: { type: string }) => reading.types?.some((one) => one === type) ?? true;
  while (!signal.aborted) {
    await assertMayGoOn();
    const read = await (look?.readAfter(after) ??
      inTenant(context, tenant, (db) => readEvents(db, { ...reading, after })));
    look = undefined;
    after = read.position;
    const events = read.events.filter(isAsked);
    if (events.length > 0 || performance.now() - toldAt > BEAT_EVERY_MS) {
      toldAt = performance.now();
      yield { ...read, events };
    }
    if (read.hasMore) continue;
    while (!signal.aborted && performance.now() - toldAt <= BEAT_EVERY_MS) {
      look = await nextLook(tenant);
      if (look.head > after) break;
      look = undefined;
      await assertMayGoOn();
    }
  }
}
