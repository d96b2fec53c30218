// Requests that carry a key are done once: the same key tells the first answer again, with another request it is refused.
import { sql } from 'kysely';
import { MAX_LENGTH, requiredText } from '../catalog/index.ts';
import { conflict } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

/**
 * Runs `work` unless the key was used before, and answers its result, which must survive as JSON. Who comes while the first is
 * still at it waits for that transaction, and does the work itself if that one is taken back.
 */
export async function once<T>(
  db: TenantDb,
  key: string | null | undefined,
  request: { operation: string; [field: string]: unknown },
  work: () => Promise<T>,
): Promise<T> {
  if (key == null) return work();
  const name = requiredText('idempotencyKey', key, MAX_LENGTH.name);
  const { rows: claimed } = await sql`
    insert into stock_requests (tenant_id, idempotency_key, request) values (${db.tenant.id}, ${name}, ${json(request)})
    on conflict do nothing returning idempotency_key`.execute(db);
  if (claimed.length === 0) return firstResult(db, name, request);
  const result = await work();
  await sql`
    update stock_requests set result = ${json(result)}
    where tenant_id = ${db.tenant.id} and idempotency_key = ${name}`.execute(db);
  return result;
}

async function firstResult<T>(db: TenantDb, name: string, request: object): Promise<T> {
  const { rows } = await sql<{ result: T; same: boolean }>`
    select result, request = ${json(request)} as same from stock_requests
    where tenant_id = ${db.tenant.id} and idempotency_key = ${name}`.execute(db);
  const first = rows[0]!;
  if (!first.same) throw conflict(`The idempotencyKey ${name} was used for another request`);
  return first.result;
}
