// The deliveries of an endpoint: written for its events, taken to be sent by one process at a time, and what came of each.
import { sql, type Selectable } from 'kysely';
import { placeEvents, type PlacedEvent } from '../events/index.ts';
import { conflict } from '../platform/errors.ts';
import { prepared, sqlRow, type Sql } from '../platform/sql.ts';
import { adding, findingRow, inWatch, rowsOf, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { readEndpointSecrets } from './endpoint-secrets.ts';
import { findEndpoint, SIGNING } from './endpoints.ts';
import { FAILS_AFTER, PATIENCE_MS, pauseMs, restMs } from './pauses.ts';
import type { Sent } from './send.ts';
import type { WebhookDeliveryRow } from './tables.ts';

export type WebhookDelivery = Omit<Selectable<WebhookDeliveryRow>, 'tenant_id'>;

/** Longer than a try may take, so that who begins one within it is alone. */
export const LEASE_MS = 60_000;
const MOST_AT_ONCE = 8;
/** Pending deliveries of one endpoint; later events wait among the events. */
const MOST_PENDING = 1_000;
/** A recovery after so long makes all that waits due at once. */
const OUTAGE_MS = 60_000;
/** After a shorter one, what was refused no oftener than so waits no longer than this: more often it is the delivery that fails, not the endpoint. */
const SHORT = { failures: 6, pauseMs: 30_000 };

export const TEST_TYPE = 'webhook.test';

export interface Taken {
  id: string;
  attempts: number;
  isTest: boolean;
  /** It has been tried for as long as it may be. */
  isOverdue: boolean;
  event: Pick<PlacedEvent, 'id' | 'type' | 'at' | 'data'>;
  /** Trace of the cause, where it was recorded. */
  traceparent: string | null;
}

export type Turn = NonNullable<Awaited<ReturnType<typeof takeDue>>>;

/**
 * Takes what is due of an endpoint, at most `most`. Its row is locked meanwhile, so two processes never take the same; a lease
 * makes it due again should this process end. Of a subject only the earliest that waits is taken.
 */
export async function takeDue(db: TenantDb, endpointId: string, most: number) {
  await placeEvents(db);
  const { rows } = await sql<{ url: string; failures: number; signing: number }>`
    select url, failures, ${SIGNING} as signing from webhook_endpoints
    where tenant_id = ${db.tenant.id} and id = ${endpointId} and is_enabled and coalesce(resumes_at <= now(), true)
      and (select place from tenants where id = ${db.tenant.id}) = 'HERE'
    for update of webhook_endpoints skip locked`.execute(db);
  const [endpoint] = rows;
  if (!endpoint) return undefined;
  const looked = await writeDeliveries(db, endpointId);
  const atOnce = endpoint.failures >= FAILS_AFTER ? 1 : MOST_AT_ONCE;
  const { rows: taken } = await sql<Taken>`
    with heads as materialized (${heads(ofEndpoint(db, endpointId))}), due as (
      select id from heads where ${IS_DUE}
      order by position limit greatest(0, least(${most}, ${atOnce} - (select count(*) from heads where leased_until > now())))
    ), taken as (
      update webhook_deliveries one
      set attempts = attempts + 1, leased_until = now() + ${LEASE_MS} * interval '1 ms', last_tried_at = now(),
        first_tried_at = least(first_tried_at, now())
      from due where one.tenant_id = ${db.tenant.id} and one.id = due.id
      returning one.*
    )
    select one.id, one.attempts, one.event_seq is null as "isTest",
      one.first_tried_at <= now() - ${PATIENCE_MS} * interval '1 ms' as "isOverdue", jsonb_build_object('id', one.event_id, 'type', one.type) as event,
      event.traceparent, coalesce(event.at, one.created_at) as at, coalesce(event.data, jsonb_build_object('endpointId', one.endpoint_id)) as data
    from taken one left join lateral event_at(one.tenant_id, one.event_seq) event on true
    order by one.position`.execute(db);
  const secrets = taken.length === 0 ? [] : await readEndpointSecrets(db, endpointId);
  return {
    url: endpoint.url,
    /** Each signs. */
    secrets: secrets.slice(0, endpoint.signing),
    taken: taken.map(withEvent),
    /** There are events that have not been looked at. */
    hasMore: looked > 0,
  };
}

function withEvent({ at, data, ...taken }: Taken & { at?: Date; data?: unknown }): Taken {
  return { ...taken, event: { ...taken.event, at: at!, data } };
}

/** Earliest waiting delivery of each subject: the only one that may be sent. Read along the index, whatever the planner knows. */
function heads(ofEndpoint: Sql): Sql {
  return sql`
    select distinct on (subject_id) id, position, next_at, leased_until from webhook_deliveries
    where ${ofEndpoint} and state = 'PENDING' order by subject_id, position`;
}

/** The pause of a head and its lease are over. */
const IS_DUE = sql<boolean>`next_at <= now() and coalesce(leased_until <= now(), true)`;

export interface Due {
  tenantId: string;
  id: string;
  isFailing: boolean;
}

/** The endpoints of all tenants that have something to do; in any order, so that none is always the last. */
export async function findDue(context: DatabaseContext): Promise<Due[]> {
  const { rows } = await inWatch(context, (db) =>
    sql<Due>`${prepared}
      select tenant_id as "tenantId", id, failing_since is not null as "isFailing" from webhook_endpoints endpoint
      where is_enabled and coalesce(resumes_at <= now(), true) and (
        exists (select from event_heads head where head.tenant_id = endpoint.tenant_id and head.position > endpoint.position)
        or exists (select from unplaced_events(endpoint.tenant_id, 1))
        or exists (select from (${heads(sql`tenant_id = endpoint.tenant_id and endpoint_id = endpoint.id`)}) head where ${IS_DUE}))
      order by failing_since is not null, random()`.execute(db),
  );
  return rows;
}

function ofEndpoint(db: TenantDb, endpointId: string) {
  return sql`tenant_id = ${db.tenant.id} and endpoint_id = ${endpointId}`;
}

/**
 * A delivery for each event that the endpoint wants, as far as there is room. One that is there already is replayed. Places whose events
 * are over are passed by: what is kept begins with the first row of places, and where none is left nothing is.
 */
async function writeDeliveries(db: TenantDb, endpointId: string): Promise<number> {
  const { rows } = await sql<{ looked: number }>`
    with endpoint as (
      select one.id, starts_at, types, coalesce(head.position, 0) as head, greatest(one.position, coalesce(
        (select before from event_places where tenant_id = ${db.tenant.id} order by position limit 1), head.position)) as position
      from webhook_endpoints one left join event_heads head on head.tenant_id = one.tenant_id
      where one.tenant_id = ${db.tenant.id} and one.id = ${endpointId}
    ), room as (
      select position, head, greatest(0, ${MOST_PENDING} - (
        select count(*) from webhook_deliveries where ${ofEndpoint(db, endpointId)} and state = 'PENDING')) as size from endpoint
    ), news as (
      select event.* from room, events_between(${db.tenant.id}, room.position, room.position + room.size) event
    ), written as (
      insert into webhook_deliveries (tenant_id, endpoint_id, event_seq, event_id, type, subject_id, position)
      select ${db.tenant.id}, endpoint.id, seq, news.id, type, subject_id, news.position from news, endpoint
      where (starts_at is null or at >= starts_at)
        and (types is null or type = any (types) or split_part(type, '.', 1) || '.*' = any (types))
      order by news.position
      on conflict (tenant_id, endpoint_id, event_seq) do update set ${ANEW}
    )
    update webhook_endpoints endpoint set position = least(room.position + room.size, room.head) from room
    where endpoint.tenant_id = ${db.tenant.id} and endpoint.id = ${endpointId}
      and endpoint.position < least(room.position + room.size, room.head)
    returning (select count(*)::int from news) as looked`.execute(db);
  return rows[0]?.looked ?? 0;
}

/** With a fresh patience. A lease stays: the try that is under way is ended first, and counts no more. */
const ANEW = sql`state = 'PENDING', attempts = 0, next_at = now(), first_tried_at = null`;

/** Answers why the endpoint is disabled by this, if it is. A try whose delivery was replayed meanwhile changes nothing. */
export async function recordSent(
  db: TenantDb,
  endpointId: string,
  one: Taken,
  sent: Sent,
): Promise<'GONE' | 'FAILING' | null> {
  // A failed test of an earlier release may be older than what waits; a replay makes that no younger.
  const { failures, failedMs } = await sqlRow<{ failures: number; failedMs: number }>(db)`
    select failures, extract(epoch from now() - greatest(coalesce(failing_since, now()), (
      select min(created_at) from webhook_deliveries
      where ${ofEndpoint(db, endpointId)} and state = 'PENDING' and event_seq is not null)))::float8 * 1000 as "failedMs"
    from webhook_endpoints where tenant_id = ${db.tenant.id} and id = ${endpointId} for update`;
  const isGone = sent.httpStatus === 410;
  // A test tells nothing of how long the endpoint has failed: it is tried once, often before there is a receiver.
  const isFailure = !sent.isDelivered && (isGone || !one.isTest);
  const disabled = !isFailure ? null : isGone ? 'GONE' : failedMs >= PATIENCE_MS ? 'FAILING' : null;
  const isGivenUp = one.isTest || (disabled === null && one.isOverdue);
  await sql`
    update webhook_deliveries set http_status = ${sent.httpStatus}, answer = ${sent.answer}, leased_until = null,
      state = ${sent.isDelivered ? 'DELIVERED' : isGivenUp ? 'FAILED' : 'PENDING'},
      next_at = now() + ${pauseMs(one.attempts) * (1 + Math.random() * 0.1)} * interval '1 ms'
    where tenant_id = ${db.tenant.id} and id = ${one.id} and attempts = ${one.attempts}
      and state = 'PENDING'`.execute(db);
  if (sent.isDelivered && failures > 0) await recover(db, endpointId, failedMs);
  if (isFailure) {
    const rest = failures + 1 < FAILS_AFTER ? null : restMs(failedMs);
    await sql`
      update webhook_endpoints set failures = failures + 1, failing_since = now() - ${failedMs} * interval '1 ms',
        resumes_at = now() + ${rest} * interval '1 ms',
        is_enabled = is_enabled and ${disabled === null},
        disabled_reason = coalesce(disabled_reason, ${disabled}), disabled_at = ${disabled === null ? sql`disabled_at` : sql`least(disabled_at, now())`}
      where tenant_id = ${db.tenant.id} and id = ${endpointId}`.execute(db);
  }
  return disabled;
}

/** Deliveries that wait for the end of a pause go at once when the endpoint answers again. */
async function recover(db: TenantDb, endpointId: string, failedMs: number): Promise<void> {
  await sql`
    update webhook_endpoints set failures = 0, failing_since = null, resumes_at = null
    where tenant_id = ${db.tenant.id} and id = ${endpointId}`.execute(db);
  const isOutage = failedMs >= OUTAGE_MS;
  const soon = sql`(last_tried_at at time zone 'utc' + ${SHORT.pauseMs} * interval '1 ms') at time zone 'utc'`;
  await sql`
    update webhook_deliveries set next_at = ${isOutage ? sql`now()` : sql`least(next_at, ${soon})`}
    where ${ofEndpoint(db, endpointId)} and state = 'PENDING' and next_at > now()
      and (${isOutage} or attempts <= ${SHORT.failures})`.execute(db);
}

export async function replayDelivery(db: TenantDb, id: string): Promise<WebhookDelivery> {
  await sql`update webhook_deliveries set ${ANEW} where tenant_id = ${db.tenant.id} and id = ${id}`.execute(db);
  return findDelivery(db, id);
}

/** Sent once, to whatever types the endpoint listens. */
export async function sendTest(db: TenantDb, endpointId: string): Promise<WebhookDelivery> {
  const { id, is_enabled } = await findEndpoint(db, endpointId);
  if (!is_enabled) throw conflict('The webhook endpoint is disabled');
  const made = await adding(db, 'webhook_deliveries', {
    endpoint_id: id,
    event_seq: null,
    event_id: sql`gen_random_uuid()`,
    type: TEST_TYPE,
    // A subject of its own, so that it waits for nothing.
    subject_id: sql`gen_random_uuid()`,
    position: 0,
  })
    .returning('id')
    .executeTakeFirstOrThrow();
  return findDelivery(db, made.id);
}

export const findDelivery = findingRow('webhook_deliveries', 'Webhook delivery');

/** Newest first; one more than `first` says that there are more. */
export async function listDeliveries(
  db: TenantDb,
  { endpointId, first, before }: { endpointId: string; first: number; before: number | undefined },
): Promise<WebhookDelivery[]> {
  const { id } = await findEndpoint(db, endpointId);
  return rowsOf(db, 'webhook_deliveries')
    .where('endpoint_id', '=', id)
    .$if(before !== undefined, (query) => query.where('seq', '<', before!))
    .orderBy('seq', 'desc')
    .limit(first + 1)
    .execute();
}
