// A request to the PAC about a document, submit or void: its row, and the job that comes back to it.
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { adding, changing, pipeline, tenantRows, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { submitDuty, voidDuty, waiting } from './duties.ts';
import { retryDelaySeconds } from './delays.ts';
import type { TenantNow } from './as-tenant-is-now.ts';
import type { FiscalDocumentRow, PacRequestRow, RequestType } from './tables.ts';
import { addEvent, type NewEvent } from './timeline.ts';
import { SERVER, type Server } from './witness.ts';

export type PacRequest = Selectable<PacRequestRow>;

const DUTIES = { SUBMIT: submitDuty, VOID: voidDuty } as const satisfies Record<RequestType, object>;

/**
 * With the database's time, what the tenant is at it, and whether the document's contingency is open. A caller that is to change it
 * holds the document locked.
 */
export async function findRequest(
  db: TenantDb,
  documentId: string,
  what: RequestType,
): Promise<(PacRequest & { now: Date; tenantNow: TenantNow; isInContingency: boolean; server: Server }) | undefined> {
  return tenantRows(db, 'pac_requests')
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .select(SERVER.as('server'))
    .select(tenantNow(db).as('tenantNow'))
    .select(
      sql<boolean>`exists (
        select from fiscal_documents d join contingencies c on c.tenant_id = d.tenant_id and c.id = d.contingency_id
        where d.tenant_id = ${db.tenant.id} and d.id = ${documentId} and c.ended_at is null)`.as('isInContingency'),
    )
    .where('document_id', '=', documentId)
    .where('what', '=', what)
    .executeTakeFirst();
}

export function tenantNow(db: TenantDb): RawBuilder<TenantNow> {
  return sql<TenantNow>`(
    select jsonb_build_object('isSuspended', suspended_at is not null, 'isLeaving', place <> 'HERE', 'ruc', ruc, 'dv', dv, 'pacCompanyId', pac_company_id,
      'pacEnvironment', pac_environment, 'pacMake', pac_make, 'hasPacKey', has_pac_key,
      'secondPacCompanyId', pac_second_company_id, 'secondPacAfterSeconds', pac_second_after_seconds)
    from tenants where id = ${db.tenant.id})`;
}

type NewRow = Pick<Insertable<PacRequestRow>, 'document_id' | 'what' | 'state' | 'reason' | 'asked_by' | 'asked_at'>;

/** A dropped request can be written again; its count of attempts goes on. */
export async function writeRequest(db: TenantDb, request: NewRow): Promise<PacRequest> {
  const { document_id: _, what: __, ...again } = request;
  return adding(db, 'pac_requests', { ...request })
    .onConflict((oc) =>
      oc
        .columns(['tenant_id', 'document_id', 'what'])
        .doUpdateSet({ ...again, started_at: null, lease_until: null, not_before: null }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Key = Pick<PacRequest, 'document_id' | 'what'>;

type Change = Omit<Updateable<PacRequestRow>, 'not_before'> & { not_before?: null | RawBuilder<Date> };

/** An event that tells of the change is written with it. */
export async function changeRequest(db: TenantDb, request: Key, set: Change, event?: NewEvent): Promise<void> {
  const change = changingRequest(db, request, set);
  await pipeline(db, event ? sql`with event as (${event}) ${change}` : change);
}

function changingRequest(db: TenantDb, { document_id: documentId, what }: Key, set: Change) {
  return changing(db, 'pac_requests').set(set).where('document_id', '=', documentId).where('what', '=', what);
}

/** By the database's clock, which all workers share. */
export function msFromNow(ms: number): RawBuilder<Date> {
  return sql<Date>`statement_timestamp() + ${ms} * interval '1 millisecond'`;
}

/** By when a try right after the commit has ended one way or the other. */
export function afterTryMs({ certification }: Pick<CertificationContext, 'certification'>): number {
  return certification.pacTimeoutMs + 5_000;
}

/** It is tried at once after the commit; the queue takes over then. */
export async function enqueueAfterTry(context: CertificationContext, db: TenantDb, key: Key): Promise<void> {
  await enqueue(context, db, key, {}, afterTryMs(context));
}

/** Whether the PAC is what it waits for: then it is done before its time when the PAC answers again. */
export async function reschedule(
  context: CertificationContext,
  db: TenantDb,
  request: PacRequest,
  afterMs: number,
  waitsForPac = false,
): Promise<void> {
  // A little after the row's own time, so that the job never finds itself early.
  await enqueue(context, db, request, waiting(waitsForPac ? request.asked_at : null), afterMs + 200);
}

async function enqueue(
  context: CertificationContext,
  db: TenantDb,
  { document_id: documentId, what }: Key,
  waits: ReturnType<typeof waiting>,
  afterMs: number,
): Promise<void> {
  await context.jobs.enqueue(db, DUTIES[what], { tenantId: db.tenant.id, documentId, ...waits }, { afterMs });
}

/** Nothing reached the PAC: the mark is taken back, and the same is tried again. */
export async function tryLater(
  context: CertificationContext,
  db: TenantDb,
  request: PacRequest,
  cause: string,
  leastSeconds = 0,
): Promise<void> {
  const delaySeconds = Math.max(leastSeconds, retryDelaySeconds(request.attempts));
  const delayMs = delaySeconds * 1000;
  const unsent = { state: 'PENDING', started_at: null, lease_until: null } as const;
  await changeRequest(db, request, { ...unsent, not_before: msFromNow(delayMs) });
  await addEvent(db, request.document_id, 'NOT_SENT', 'system', {
    ...eventSubject(request),
    cause,
    triedAgainAfterSeconds: delaySeconds,
  });
  await reschedule(context, db, request, delayMs, leastSeconds === 0);
}

/** The wish is over without a void; the document is as it was. */
export async function dropVoid(db: TenantDb, request: Key, because: string): Promise<void> {
  const dropped = { state: 'DROPPED', started_at: null, lease_until: null, not_before: null } as const;
  const { asked_by: actor } = await changingRequest(db, request, dropped)
    .returning('asked_by')
    .executeTakeFirstOrThrow();
  await addEvent(db, request.document_id, 'VOID_REFUSED', actor, { because });
}

export function nothingToVoid({ legal_status: status }: Pick<FiscalDocumentRow, 'legal_status'>): string {
  return `it is ${status}, so there is nothing to void`;
}

/** How the timeline names it; a submission is what is spoken of where nothing is named. */
export function eventSubject({ what }: Pick<PacRequest, 'what'>): { what?: 'void' } {
  return what === 'VOID' ? { what: 'void' } : {};
}

/** True while the request of a document, in the table or alias `document`, is PENDING: its bytes may be on the wire. */
export function isBeingSent(
  document: 'd' | 'document' | 'fiscal_documents',
  what: RequestType = 'SUBMIT',
): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from pac_requests r
    where r.tenant_id = ${sql.ref(`${document}.tenant_id`)} and r.document_id = ${sql.ref(`${document}.id`)}
      and r.what = ${sql.lit(what)} and r.started_at is not null)`;
}
