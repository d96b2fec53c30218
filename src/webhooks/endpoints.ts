// The endpoints of a tenant: made, changed, rotated and taken away. A secret is answered once, and read again only to sign.
import { sql, type Selectable, type UpdateObject } from 'kysely';
import { v7 as uuid } from 'uuid';
import { headPosition, placeEvents, positionOf, readTypes, type Place } from '../events/index.ts';
import type { Database } from '../platform/database.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import { sqlRows } from '../platform/sql.ts';
import { adding, changing, mustFind, tenantRows, type TenantDb } from '../tenancy/index.ts';
import { removeEndpointSecrets, rotateEndpointSecret } from './endpoint-secrets.ts';
import type { WebhookHosts } from './address.ts';
import type { WebhookEndpointRow } from './tables.ts';

const SHOWN = [
  'id',
  'url',
  'types',
  'description',
  'is_enabled',
  'disabled_reason',
  'disabled_at',
  'failing_since',
  'overlap_until',
  'created_at',
] as const;

export type WebhookEndpoint = Pick<Selectable<WebhookEndpointRow>, (typeof SHOWN)[number]>;

/** Null takes away; what is left out stays. */
interface Wanted {
  url?: string | null | undefined;
  types?: readonly string[] | null | undefined;
  description?: string | null | undefined;
}

const MOST_ENDPOINTS = 10;
const LONGEST_DESCRIPTION = 500;
/** Number of an endpoint's secrets that sign now, the newest first: during an overlap all, and as a bound ten. */
export const SIGNING = sql`(case when overlap_until > now() then 10 else 1 end)`;

export async function listEndpoints(db: TenantDb): Promise<WebhookEndpoint[]> {
  return endpointsOf(db).orderBy('created_at').orderBy('id').execute();
}

export async function findEndpoint(db: TenantDb, id: string, { orDeleted = false } = {}): Promise<WebhookEndpoint> {
  return mustFind(endpointsOf(db, orDeleted).where('id', '=', id), 'Webhook endpoint');
}

/** Creates an endpoint; it receives events from now on. */
export async function createEndpoint(
  db: TenantDb,
  hosts: WebhookHosts,
  wanted: Wanted & { url: string },
): Promise<{ id: string; secret: string }> {
  const { types, ...read } = readWanted(hosts, wanted);
  const id = uuid();
  await placeEvents(db);
  // Locks the row of the company, so that those which are made at once are counted one after the other.
  const secret = await rotateEndpointSecret(db, id);
  const { length } = await listEndpoints(db);
  if (length >= MOST_ENDPOINTS)
    throw conflict('There are {count} webhook endpoints, and no more can be made', { count: length });
  await adding(db, 'webhook_endpoints', {
    id,
    url: read.url!,
    types: types ?? null,
    description: read.description ?? null,
    position: await headPosition(db),
  }).execute();
  return { id, secret };
}

export async function updateEndpoint(
  db: TenantDb,
  hosts: WebhookHosts,
  id: string,
  { isEnabled, ...wanted }: Wanted & { isEnabled?: boolean | null | undefined },
): Promise<WebhookEndpoint> {
  const changes = readWanted(hosts, wanted);
  const before = await findEndpoint(db, id);
  await writeEndpoint(db, id, { ...changes, url: changes.url ?? before.url });
  if (isEnabled === true) await enableEndpoint(db, id);
  if (isEnabled === false && before.is_enabled) {
    await writeEndpoint(db, id, { is_enabled: false, disabled_reason: 'ASKED', disabled_at: sql`now()` });
  }
  return findEndpoint(db, id);
}

/** It goes on from where it stood, with a fresh patience. */
export async function enableEndpoint(db: TenantDb, id: string): Promise<void> {
  await writeEndpoint(db, id, {
    is_enabled: true,
    disabled_reason: null,
    disabled_at: null,
    failures: 0,
    failing_since: null,
    resumes_at: null,
  });
  await changing(db, 'webhook_deliveries')
    .set({ next_at: sql`now()`, attempts: 0, first_tried_at: null })
    .where('endpoint_id', '=', id)
    .where('state', '=', 'PENDING')
    .where(sql<boolean>`coalesce(leased_until <= now(), true)`)
    .execute();
}

/** Its row stays for the deliveries that were; its secrets do not. */
export async function deleteEndpoint(db: TenantDb, id: string): Promise<WebhookEndpoint> {
  await findEndpoint(db, id);
  await writeEndpoint(db, id, { is_enabled: false, deleted_at: sql`now()` });
  await removeEndpointSecrets(db, id);
  return findEndpoint(db, id, { orDeleted: true });
}

/** The receiver may have any of those that sign: none of them ends before it was to end, unless all are to end at once. */
export async function rotateSecret(db: TenantDb, id: string, keepMs: number) {
  const [before] = await sqlRows<{ signing: number }>(db)`
    select ${SIGNING} as signing from webhook_endpoints where tenant_id = ${db.tenant.id} and id = ${id} for update`;
  const overlap = sql<Date>`greatest(overlap_until, now() + ${keepMs}::float8 * interval '1 ms')`;
  await writeEndpoint(db, id, { overlap_until: keepMs > 0 ? overlap : null });
  const secret = await rotateEndpointSecret(db, id, before?.signing);
  const { overlap_until: previousUntil } = await findEndpoint(db, id);
  return { id, secret, previousUntil };
}

/** Sends the events after a place in the feed again, in order; unsent ones as well. */
export async function replayFrom(db: TenantDb, id: string, after: Place | 'now' | undefined): Promise<WebhookEndpoint> {
  await findEndpoint(db, id);
  await placeEvents(db);
  const position = await positionOf(db, after);
  await writeEndpoint(db, id, { position: sql`least(position, ${position})`, starts_at: null });
  return findEndpoint(db, id);
}

function endpointsOf(db: TenantDb, orDeleted = false) {
  return tenantRows(db, 'webhook_endpoints')
    .select(SHOWN)
    .$if(!orDeleted, (query) => query.where('deleted_at', 'is', null));
}

async function writeEndpoint(
  db: TenantDb,
  id: string,
  changes: UpdateObject<Database, 'webhook_endpoints'>,
): Promise<void> {
  await changing(db, 'webhook_endpoints').set(changes).where('id', '=', id).execute();
}

function readWanted(hosts: WebhookHosts, { url, types, description }: Wanted) {
  return readAll({
    url: () => (url == null ? undefined : hosts.read(url)),
    types: () => (readTypes(types), types && [...types]),
    description: () => {
      if ((description?.length ?? 0) <= LONGEST_DESCRIPTION) return description;
      throw badInput('{field} must have at most {most} characters', {
        field: 'description',
        most: LONGEST_DESCRIPTION,
      });
    },
  });
}
