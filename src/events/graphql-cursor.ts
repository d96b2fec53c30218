// How the place in the feed is written in a cursor.
import { badInput } from '../platform/errors.ts';
import { readCursor, writeCursor } from '../graphql/cursor.ts';
import type { EventsRead, Place } from './read-events.ts';

export function cursorOf({ position, id = '' }: { position: number; id?: string }): string {
  return writeCursor([String(position), id.slice(0, 8)]);
}

/** End of a page for its reader. The last event read need not have been of a requested type. */
export function endCursorOf({ events, position }: EventsRead): string {
  const last = events.at(-1);
  return cursorOf(last?.position === position ? last : { position });
}

export function readPlace(after: string | null | undefined): Place | 'now' | undefined {
  if (after == null) return undefined;
  if (after === 'now') return after;
  const [position = '', mark = ''] = readCursor(after, 2);
  if (!/^\d{1,15}$/.test(position)) throw badInput('{field} must be a cursor that was answered', { field: 'after' });
  return { position: Number(position), mark };
}
