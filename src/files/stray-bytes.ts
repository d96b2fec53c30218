// Bytes that were put into the store for a transaction that failed: removed once it is certain that no row has them.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { keysAt } from './attach-file.ts';
import type { FileStore } from './file-store.ts';
import { DAY_MS } from '../platform/days.ts';

/** Longer than any attempt takes that has put them. */
const KEPT_DAYS = 7;

/** Answers how many were looked at, at most as many as asked for. */
export async function removeStrayBytes(db: TenantDb, files: FileStore, now: Date, most: number): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  const { rows } = await sql<{ place: string }>`
    select storage_key as place from stored_bytes where tenant_id = ${db.tenant.id} and put_at < ${before}
    limit ${most} for update skip locked`.execute(db);
  const places = rows.map(({ place }) => place);
  const keys = places.flatMap(keysAt);
  const used = await sqlRows<{ key: string }>(db)`
    select storage_key as key from files where tenant_id = ${db.tenant.id} and storage_key = any(${keys})`;
  for (const key of keys) if (!used.some((one) => one.key === key)) await files.remove(key);
  await sql`
    delete from stored_bytes where tenant_id = ${db.tenant.id} and storage_key = any(${places})`.execute(db);
  return rows.length;
}
