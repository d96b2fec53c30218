// Writing without events: the past that is brought in is no news, nor is what is only for a moment so.
import { sql } from 'kysely';
import { pipeline, type TenantDb } from '../tenancy/index.ts';

/** From here on in this transaction, or until it is told to end. */
export async function quietly(db: TenantDb, is: 'on' | '' = 'on'): Promise<void> {
  await pipeline(db, sql`select set_config('app.quiet', ${is}, true)`);
}
