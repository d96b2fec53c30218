// Gives positions to the events that are there and have none yet. Readers do so, so that no writer waits.
import { sql } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';

/**
 * Called before positions are read, and before anything is written. The events of one subject are seen in the order in which they
 * were written, since its row was locked in between. Answers whether more may be left.
 */
export async function placeEvents(db: TenantDb): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`select place_events(${db.tenant.id}) as "isLeft"`.execute(db);
  return rows[0]!.isLeft;
}
