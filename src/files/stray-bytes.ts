// Bytes that were put into the store for a transaction that failed: removed once it is certain that no row has them.
import { sql } from 'kysely';
import { inTenant, type Tenant } from '../tenancy/index.ts';
import type { FilesContext } from './attach-file.ts';

const DAY_MS = 86_400_000;
/** Longer than any attempt takes that has put them. */
const KEPT_DAYS = 7;

/** Answers how many were looked at, at most as many as asked for. */
export async function removeStrayBytes(
  context: FilesContext,
  tenant: Tenant,
  now: Date,
  most: number,
): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  return inTenant(context, tenant, async (db) => {
    // One who puts the same bytes again waits for this transaction, and puts them after it.
    const { rows } = await sql<{ key: string; isUsed: boolean }>`
      with stray as materialized (
        select storage_key from stored_bytes where tenant_id = ${tenant.id} and put_at < ${before} limit ${most} for update skip locked
      )
      select storage_key as key, storage_key in (select storage_key from files where tenant_id = ${tenant.id}) as "isUsed"
      from stray`.execute(db);
    for (const { key, isUsed } of rows) if (!isUsed) await context.files.remove(key);
    await sql`
      delete from stored_bytes
      where tenant_id = ${tenant.id} and storage_key = any(${rows.map(({ key }) => key)})`.execute(db);
    return rows.length;
  });
}
