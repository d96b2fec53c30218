// The past that is brought in is no news: what this transaction writes from here on makes no events.
import { sql } from 'kysely';
import { pipeline, type TenantDb } from '../tenancy/index.ts';

export async function quietly(db: TenantDb): Promise<void> {
  await pipeline(db, sql`select set_config('app.quiet', 'on', true)`);
}
