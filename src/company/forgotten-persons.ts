// Forgotten persons, kept beside the database: an older backup contains them again, and is told so after a restore.
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { FileStore } from '../files/index.ts';
import type { Tenant, TenantDb } from '../tenancy/index.ts';
import type { Person } from './personal-data.ts';

const keyOf = (tenantId: string): string => `${tenantId}/forgotten-persons.json`;

/** Clients and suppliers, by ids that say nothing of them. A user's sessions end by themselves. */
export async function rememberForgotten(db: TenantDb, store: FileStore, person: Person): Promise<void> {
  if (person.kind === 'user') return;
  // One at a time: the list is read and written as a whole.
  await sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(db.tenant.id)}, 0))`.execute(db);
  const earlier = await forgottenPersons(store, db.tenant);
  if (earlier.some(({ id }) => id === person.id)) return;
  await store.put(keyOf(db.tenant.id), Buffer.from(JSON.stringify([...earlier, person])));
}

export async function forgottenPersons(store: FileStore, { id }: Pick<Tenant, 'id'>): Promise<Person[]> {
  const stored = await store.read(keyOf(id));
  return stored ? (JSON.parse(await text(stored.bytes)) as Person[]) : [];
}
