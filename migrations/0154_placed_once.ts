// An event that is placed late, after a later one, does not let that one be placed again: what settles covers all that has a place.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

const OF_THIS_LOOK = 'head.next_seq := greatest(head.next_seq, last);';
const OF_ALL = `head.next_seq := greatest(head.next_seq, last, (select max(one) from event_places place, unnest(place.seqs) one
        where place.tenant_id = tenant and place.position > head.settled_position));`;

/** The function as it is but for what is to settle next. */
async function place(db: MigrationDb, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('place_events'::regproc) as text`.execute(db);
  const { text } = rows[0]!;
  if (!text.includes(from)) throw new Error(`place_events does not say ${from}`);
  await run(db, text.replace(from, to));
}

export const up = (db: MigrationDb): Promise<void> => place(db, OF_THIS_LOOK, OF_ALL);

export const down = (db: MigrationDb): Promise<void> => place(db, OF_ALL, OF_THIS_LOOK);
