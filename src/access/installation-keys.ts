// Since when this installation knows each of its configured keys: by the name and a short digest, never the key itself. The key of sessions is its own.
import { sql } from 'kysely';
import { kidOf } from './api-tokens.ts';
import { inSystem, type DatabaseContext } from '../tenancy/index.ts';

/** By the name under which it is configured; what is undefined is not in use. */
export type NamedKeys = Record<string, string | undefined>;

/** To be told at each start. */
export async function noteKeys(context: DatabaseContext, keys: NamedKeys): Promise<void> {
  await inSystem(context, (db) =>
    sql`
      insert into installation_keys (name, key_id)
      select distinct name, key_id from ${keyRows(keys)} on conflict do nothing`.execute(db),
  );
}

/** Noted keys since then. */
export async function keysSince(context: DatabaseContext, keys: NamedKeys): Promise<{ name: string; since: Date }[]> {
  const { rows } = await inSystem(context, (db) =>
    sql<{ name: string; since: Date }>`
      select keys.slot as name, since from ${keyRows(keys)} join installation_keys using (name, key_id)
      order by keys.slot`.execute(db),
  );
  return rows;
}

/** Made by chance when the database was, the same for all processes. */
export async function keyOfSessions(context: DatabaseContext): Promise<string> {
  const { secret } = await inSystem(context, (db) =>
    db.selectFrom('installation_keys').select('secret').where('name', '=', 'SESSIONS').executeTakeFirstOrThrow(),
  );
  return secret!;
}

/** A secondary one that becomes the first is as old as it was. */
function keyRows(keys: NamedKeys) {
  const inUse = Object.entries(keys).filter((one): one is [string, string] => one[1] !== undefined);
  const slots = inUse.map(([slot]) => slot);
  const names = slots.map((slot) => slot.replace(/_SECONDARY$/, ''));
  const ids = inUse.map(([, key]) => kidOf(key));
  return sql`unnest(${slots}::text[], ${names}::text[], ${ids}::text[]) keys (slot, name, key_id)`;
}
