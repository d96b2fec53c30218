// Idempotency keys: a request under a key is done once; the same request again gets the same answer, another one is refused.
import { sql, type RawBuilder } from 'kysely';
import { conflict } from '../platform/errors.ts';
import { json, jsonRows, prepared, sqlRow, type Sql } from '../platform/sql.ts';
import { isUuid } from '../platform/uuid.ts';
import { inPipeline, type TenantDb } from '../tenancy/index.ts';
import { comparable, type KeyedRequest } from './key.ts';

/** By what the answer to the first request is found again. */
export interface Earlier {
  result: unknown;
}

/**
 * Takes the key for the caller's transaction; answers what an earlier request under it came to, if there was one. A request that comes
 * while the first is being done waits for that transaction, and takes the key itself if that one is rolled back.
 */
export async function claim(db: TenantDb, request: KeyedRequest): Promise<Earlier | undefined> {
  for (;;) {
    const { rows } = await sql`
      insert into requests (tenant_id, idempotency_key, request)
      values (${db.tenant.id}, ${request.key}, ${json(comparable(request))})
      on conflict (tenant_id, idempotency_key) do nothing returning idempotency_key`.execute(db);
    if (rows.length > 0) return undefined;
    const earlier = await earlierRequest(db, request);
    // Otherwise the key was released between the two statements.
    if (earlier) return earlier;
  }
}

/** CONFLICT where the key stands for something else. */
export async function earlierRequest(db: TenantDb, request: KeyedRequest): Promise<Earlier | undefined> {
  const { rows } = await sql<{ result: unknown; same: boolean }>`
    select result, jsonb_strip_nulls(request) = jsonb_strip_nulls(${json(comparable(request))}) as same from requests
    where tenant_id = ${db.tenant.id} and idempotency_key = ${request.key}`.execute(db);
  const first = rows[0];
  if (first && !first.same)
    throw conflict('The idempotencyKey {key} was used for another request', { key: request.key });
  return first && { result: first.result };
}

/** In the transaction that has claimed the key. */
export async function keepResult(db: TenantDb, { key }: KeyedRequest, result: unknown): Promise<void> {
  await keepResults(db, [{ key, result }]);
}

/** Answers the result that holds: that of the first, when several did the same at once. */
export async function keepFirst<T>(db: TenantDb, request: KeyedRequest, result: T): Promise<T> {
  await claim(db, request);
  const kept = await sqlRow<{ result: T }>(db)`
    update requests set result = coalesce(result, ${json(result)})
    where tenant_id = ${db.tenant.id} and idempotency_key = ${request.key} returning result`;
  return kept.result;
}

/** The same of several. */
export async function keepResults(db: TenantDb, results: readonly { key: string; result: unknown }[]): Promise<void> {
  if (results.length === 0) return;
  await inPipeline(db)`${prepared}
    update requests set result = done.result from jsonb_to_recordset(${jsonRows(results)}) as done (key text, result jsonb)
    where tenant_id = ${db.tenant.id} and idempotency_key = done.key`;
}

/**
 * Claims the keys of several requests, which were not used as far as is known; fails where one was. As `claim`, before anything else
 * is locked: who holds a level must not wait for one who holds a key.
 */
export async function takeKeys(db: TenantDb, requests: readonly KeyedRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map((request) => ({ key: request.key, request: comparable(request) }));
  await inPipeline(db)`${prepared}
    insert into requests (tenant_id, idempotency_key, request)
    select ${db.tenant.id}, key, request from jsonb_to_recordset(${jsonRows(rows)}) as r (key text, request jsonb) order by key
    returning idempotency_key`;
}

/** SQL: the key was used; null is none. */
export function isUsed(db: TenantDb, key: Sql): RawBuilder<boolean> {
  return sql`exists (select from requests where tenant_id = ${db.tenant.id} and idempotency_key = ${key})`;
}

/** Releases the key of a request that was refused after all. */
export async function giveUpKey(db: TenantDb, { key }: KeyedRequest): Promise<void> {
  await sql`delete from requests where tenant_id = ${db.tenant.id} and idempotency_key = ${key}`.execute(db);
}

/** Claims many keys at once, for requests whose result is not needed; answers the keys that were new. */
export async function claimNew(db: TenantDb, requests: readonly KeyedRequest[]): Promise<Set<string>> {
  const claims = requests.map((request) => ({ key: request.key, request: comparable(request) }));
  const { rows } = await sql<{ idempotency_key: string }>`
    insert into requests (tenant_id, idempotency_key, request)
    select ${db.tenant.id}, key, request from jsonb_to_recordset(${jsonRows(claims)}) as r (key text, request jsonb)
    on conflict (tenant_id, idempotency_key) do nothing
    returning idempotency_key`.execute(db);
  return new Set(rows.map((row) => row.idempotency_key));
}

/** The entities that a result names, for the act. */
export function idsIn(result: unknown): string[] {
  const values = typeof result === 'object' && result !== null ? Object.values(result).flat() : [result];
  return values.filter((value): value is string => typeof value === 'string' && isUuid(value));
}
