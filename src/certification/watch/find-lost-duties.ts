// Derives from the rows which jobs must be in the queue, and enqueues those that are missing, whatever happened to them.
import { sql } from 'kysely';
import { sqlRows, type Sql } from '../../platform/sql.ts';
import { z } from 'zod';
import { defineJob, tryNow, type Job } from '../../jobs/index.ts';
import { inTenant, listTenants, type DatabaseContext, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { asksByNumber, learnAccount } from '../by-number.ts';
import type { CertificationContext } from '../context.ts';
import { firstLookMs } from '../delays.ts';
import { attachPdfDuty, pollDuty, processNoticeDuty, submitDuty, voidDuty } from '../duties.ts';
import { isBeingSent } from '../pac-request.ts';
import type { RequestType } from '../tables.ts';

export const findLostDutiesDuty = defineJob({
  name: 'find-lost-duties',
  payload: z.object({}),
  patience: { retries: 0, firstDelaySeconds: 1, longestDelaySeconds: 1, timeLimitSeconds: 600 },
});

/** A recent duty may be between two jobs, so it is not yet missing. */
const SETTLED = `interval '1 minute'`;
/** Per tenant and run; the next run continues after them. */
const BATCH = 1000;

interface Demand {
  duty: Job<never>;
  key: 'documentId' | 'noticeId';
  id: string;
  payload: object;
  afterMs?: number;
}

interface Open {
  id: string;
  submits: boolean;
  polls: boolean;
  /** No id is known to ask for. */
  isNameless: boolean;
  pac_company_id: string | null;
  expected_cufe: string | null;
  voids: boolean;
  attaches: boolean;
  poll_count: number;
}

/** The last document, and notice, that was looked at, by tenant. */
export type Looked = Map<string, string>;

export async function findLostDuties(context: CertificationContext, looked: Looked): Promise<void> {
  for (const tenant of await listTenants(context))
    await tryNow(context.log, findLostDutiesDuty.name, () => findLostOf(context, tenant, looked), {
      tenantId: tenant.id,
    });
}

/** Without a PAC none is demanded that depends on which it is: the service itself finds those. */
export type FindingContext = DatabaseContext &
  Pick<CertificationContext, 'jobs' | 'log'> &
  Partial<Pick<CertificationContext, 'pac' | 'accounts'>>;
export type LookingContext = FindingContext & {
  certification: Pick<CertificationContext['certification'], 'pollIntervalMs'>;
};

/** Returns how many jobs were enqueued. */
export async function findLostOf(context: FindingContext, tenant: Tenant, looked: Looked = new Map()) {
  const written = await enqueueLost(context, tenant, async (db) => [
    ...(await demandedByAll(context, db, looked)),
    ...(await demandedByNotices(db, looked)),
  ]);
  if (written > 0)
    context.log.warn({ tenantId: tenant.id, written }, 'duties that had no job in the queue have one again');
  return written;
}

/** Duties of documents that were tried at once, as far as they are not done by now. */
export async function findLostAmong(context: LookingContext, tenant: Tenant, ids: readonly string[]): Promise<void> {
  const { certification } = context;
  const pollAfterMs = certification.pollIntervalMs - firstLookMs(certification);
  await enqueueLost(context, tenant, async (db) => {
    const demands = await demandsOf(context, db, await openOf(db, sql`d.id = any(${ids}::uuid[])`));
    if (pollAfterMs > 0)
      return demands.map((one) => (one.duty.name === pollDuty.name ? { ...one, afterMs: pollAfterMs } : one));
    const polled = new Set(demands.filter(({ duty }) => duty.name === pollDuty.name).map(({ id }) => id));
    return demands.filter(({ duty, id }) => duty.name !== attachPdfDuty.name || !polled.has(id));
  });
}

function enqueueLost(
  { jobs, ...context }: FindingContext,
  tenant: Tenant,
  demanded: (db: TenantDb) => Promise<readonly Demand[]>,
): Promise<number> {
  return inTenant(context, tenant, async (db) => {
    const demands = await demanded(db);
    let written = 0;
    for (const duty of new Set(demands.map((one) => one.duty))) {
      const ofDuty = demands.filter((one) => one.duty === duty);
      const { key, afterMs = 0 } = ofDuty[0]!;
      const ids = ofDuty.map(({ id }) => id);
      const lost = new Set(await jobs.withoutJob(db, duty, key, ids));
      const payloads = ofDuty.flatMap(({ id, payload }) => (lost.has(id) ? [payload as never] : []));
      if (payloads.length > 0) await jobs.enqueueAll(db, duty, payloads, { afterMs });
      written += payloads.length;
    }
    return written;
  });
}

async function demandedByAll(context: FindingContext, db: TenantDb, looked: Looked): Promise<Demand[]> {
  const after = looked.get(db.tenant.id) ?? null;
  const rows = await openOf(
    db,
    sql`d.created_at < clock_timestamp() - ${sql.raw(SETTLED)} and (${after}::uuid is null or (d.created_at, d.id) >
      (select created_at, id from fiscal_documents where tenant_id = ${db.tenant.id} and id = ${after}::uuid))`,
  );
  if (rows.length === BATCH) looked.set(db.tenant.id, rows.at(-1)!.id);
  else looked.delete(db.tenant.id);
  return demandsOf(context, db, rows);
}

async function openOf(db: TenantDb, where: Sql): Promise<Open[]> {
  // A suspended tenant begins nothing; what a process had begun is asked about all the same.
  const mayGoOn = (what: RequestType) => (db.tenant.suspendedAt === null ? sql`true` : isBeingSent('d', what));
  return sqlRows<Open>(db)`
    select d.id, d.poll_count, d.pac_company_id, d.expected_cufe, d.submission_state = 'PENDING' and ${mayGoOn('SUBMIT')} and not exists (
        select from contingencies c where c.tenant_id = d.tenant_id and c.id = d.contingency_id and c.ended_at is null) as submits,
      d.document_id is not null and (d.legal_status = 'PAC_AUTHORIZED' or d.legal_status is null and d.submission_state = 'UNKNOWN') as polls,
      d.document_id is null and d.legal_status is null and d.submission_state = 'UNKNOWN' as "isNameless",
      d.document_id is not null and (coalesce(d.void_state, '') = 'UNKNOWN'
        or coalesce(d.void_state, '') = 'ASKED' and d.legal_status is not null and ${mayGoOn('VOID')}) as voids,
      d.document_id is not null and d.awaits_pdf as attaches
    from fiscal_documents d
    where d.tenant_id = ${db.tenant.id} and ${where}
      and is_open_document(d.mode, d.submission_state, d.legal_status, d.parked_reason, d.void_state, d.awaits_pdf)
    order by d.created_at, d.id
    limit ${BATCH}`;
}

async function demandsOf({ pac, accounts }: FindingContext, db: TenantDb, rows: readonly Open[]): Promise<Demand[]> {
  for (const row of rows) if (row.isNameless && accounts) await learnAccount({ accounts }, row);
  return rows.flatMap((row) => {
    const { id, poll_count: attempt, submits, voids, attaches } = row;
    const polls = row.polls || (row.isNameless && pac !== undefined && asksByNumber({ pac }, row));
    const document = { tenantId: db.tenant.id, documentId: id };
    const demand = (duty: Job<never>, payload: object = document): Demand => ({ duty, key: 'documentId', id, payload });
    return [
      ...(submits ? [demand(submitDuty as Job<never>)] : []),
      ...(polls ? [demand(pollDuty as Job<never>, { ...document, attempt })] : []),
      ...(voids ? [demand(voidDuty as Job<never>)] : []),
      ...(attaches ? [demand(attachPdfDuty as Job<never>)] : []),
    ];
  });
}

async function demandedByNotices(db: TenantDb, looked: Looked): Promise<Demand[]> {
  const place = `notices of ${db.tenant.id}`;
  const after = looked.get(place) ?? null;
  const { rows } = await sql<{ id: string }>`
    select id from pac_notices
    where tenant_id = ${db.tenant.id} and state = 'WAITING' and received_at < clock_timestamp() - ${sql.raw(SETTLED)}
      and (${after}::uuid is null or (received_at, id) >
        (select received_at, id from pac_notices where tenant_id = ${db.tenant.id} and id = ${after}::uuid))
    order by received_at, id limit ${BATCH}`.execute(db);
  if (rows.length === BATCH) looked.set(place, rows.at(-1)!.id);
  else looked.delete(place);
  return rows.map(({ id }) => ({
    duty: processNoticeDuty as unknown as Job<never>,
    key: 'noticeId',
    id,
    payload: { tenantId: db.tenant.id, noticeId: id },
  }));
}
