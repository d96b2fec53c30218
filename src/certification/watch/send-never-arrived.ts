// Sends again, under its number, what left and never arrived: a rule that an operator switches on for a PAC that refuses a number it has
// (record 47).
import { tryNow } from '../../jobs/index.ts';
import { sqlRows } from '../../platform/sql.ts';
import { listTenants, ofTenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { allowAnotherAttempt } from '../another-attempt.ts';

/** So often a document is sent in all; one that is lost each time is a person's. */
const MOST_ATTEMPTS = 3;
const AT_ONCE = 100;

export async function sendNeverArrived(context: CertificationContext): Promise<void> {
  if (context.certification.resendAfterMinutes === 0) return;
  for (const tenant of await listTenants(context))
    await tryNow(context.log, 'send-never-arrived', () => sendNeverArrivedOf(ofTenant(context, tenant)));
}

/** Answers how many are sent again. */
export async function sendNeverArrivedOf(context: TenantContext): Promise<number> {
  const { resendAfterMinutes: minutes } = context.certification;
  if (minutes === 0) return 0;
  return context.inTenant(async (db) => {
    const rows = await neverArrived(db, minutes);
    for (const { id, later } of rows)
      await allowAnotherAttempt(context, db, id, { neverArrived: minutes, later }, 'system');
    return rows.length;
  });
}

/**
 * Locked: nothing tells of it, by whatever name, for so long; and the PAC has sent a notice of a later number of the same series, which
 * was sent after it. A notice that waits and names nothing but an id may be about any of them.
 */
async function neverArrived(db: TenantDb, minutes: number): Promise<{ id: string; later: string }[]> {
  return sqlRows<{ id: string; later: string }>(db)`
    select d.id, later.number as later
    from fiscal_documents d
    join pac_requests r on r.tenant_id = d.tenant_id and r.document_id = d.id and r.what = 'SUBMIT'
    cross join lateral (
      select other.number from fiscal_documents other
      join pac_requests sent on sent.tenant_id = other.tenant_id and sent.document_id = other.id and sent.what = 'SUBMIT'
      where other.tenant_id = d.tenant_id and other.kind = d.kind and number_series(other.kind, other.number) = number_series(d.kind, d.number)
        and other.number > d.number and other.pac_company_id = d.pac_company_id and sent.started_at > r.started_at
        and exists (
          select from pac_notices n
          where n.tenant_id = d.tenant_id and n.document_id = other.id and n.state in ('APPLIED', 'STALE'))
      order by other.number limit 1
    ) later
    where d.tenant_id = ${db.tenant.id} and d.submission_state = 'UNKNOWN' and d.legal_status is null and d.document_id is null and d.cufe is null
      and d.parked_reason is null and r.attempts < ${MOST_ATTEMPTS}
      and is_open_document(d.mode, d.submission_state, d.legal_status, d.parked_reason, d.void_state, d.awaits_pdf)
      and r.started_at < clock_timestamp() - ${minutes} * interval '1 minute'
      and not exists (
        select from pac_notices n where n.tenant_id = d.tenant_id and n.state = 'WAITING' and n.document_id is null and n.cufe is null)
      and not exists (select from pac_notices n where n.tenant_id = d.tenant_id and n.document_id = d.id)
    order by d.created_at, d.id limit ${AT_ONCE}
    for no key update of d`;
}
