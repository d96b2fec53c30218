// The feed: events after a position, and where a reader goes on.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { EventType } from './catalogue.ts';
import type { PlacedEvent } from './event.ts';

export interface Reading {
  after: number;
  first: number;
  types?: readonly EventType[] | undefined;
}

export interface EventsRead {
  events: PlacedEvent[];
  /** Cursor to continue from; everything before it was returned or filtered out. */
  position: number;
  hasMore: boolean;
}

// A type that hardly ever comes is not searched for in all that is kept.
const MOST_LOOKED_AT = 10_000;

/** Call `placeEvents` before. */
export async function readEvents(db: TenantDb, { after, first, types }: Reading): Promise<EventsRead> {
  const head = await headPosition(db);
  const last = Math.min(after + (types ? MOST_LOOKED_AT : first), head);
  const events = await sqlRows<PlacedEvent>(db)`
    select position, id, type, entity_id as "entityId", subject_id as "subjectId", at, data
    from events_between(${db.tenant.id}, ${after}, ${last}) ${types ? sql`where type = any(${types})` : sql``} order by position limit ${first}`;
  const position = events.length === first ? (events.at(-1)?.position ?? after) : Math.max(last, after);
  return { events, position, hasMore: position < head };
}

export async function headPosition(db: TenantDb): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select position from event_heads where tenant_id = ${db.tenant.id}`.execute(db);
  return rows[0]?.position ?? 0;
}

/** Place of a reader in the feed. */
export interface Place {
  position: number;
  /** Beginning of the event's id at that position: after a restore another event may have the same position. */
  mark: string;
}

/** Position to read from: undefined is the oldest kept event, `now` the next new one. */
export async function positionOf(db: TenantDb, after: Place | 'now' | undefined): Promise<number> {
  if (after === 'now') return headPosition(db);
  const { rows } = await sql<{ before: number }>`
    select before from event_places where tenant_id = ${db.tenant.id}
    order by position limit 1`.execute(db);
  const head = await headPosition(db);
  const before = rows[0]?.before ?? head;
  if (after === undefined) return before;
  const { position, mark } = after;
  if (position < before || position > head || !(await isAt(db, position, mark))) {
    throw conflict(
      'Events after this cursor are no longer kept; read the lists anew, and continue from {field}: "now"',
      { field: 'after' },
    );
  }
  return position;
}

async function isAt(db: TenantDb, position: number, mark: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from events_between(${db.tenant.id}, ${position - 1}, ${position})`.execute(db);
  return rows[0]?.id.startsWith(mark) ?? true;
}
