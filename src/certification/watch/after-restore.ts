// After a restore: a request that the restored rows show as unsent may have been sent in the lost interval. So none of them is sent again
// automatically; each becomes UNKNOWN, and a notice, a look-up or an operator settles it.
import { sql } from 'kysely';
import { sqlRows } from '../../platform/sql.ts';
import type { DocumentKind } from '../../fiscal/document.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { RESTORED } from '../by-number.ts';
import type { RequestType } from '../tables.ts';
import { addEvent } from '../timeline.ts';

export interface Doubted {
  number: string;
  kind: DocumentKind;
  what: 'SUBMISSION' | 'VOID';
}

/** Run before the service starts on a restored database. A second run finds nothing more. */
export async function doubtAfterRestore(context: DatabaseContext, tenant: Tenant, actor: string): Promise<Doubted[]> {
  return inTenant(context, tenant, async (db) => {
    // An attempt that is lost may be later than the last one that is known: what is not there proves something only so long from now.
    await sql`
      update pac_requests r set not_before = statement_timestamp()
      from fiscal_documents d
      where d.tenant_id = ${db.tenant.id} and d.submission_state = 'UNKNOWN' and d.legal_status is null
        and r.tenant_id = d.tenant_id and r.document_id = d.id and r.what = 'SUBMIT'`.execute(db);
    const submissions = await doubtRequests(db, 'SUBMIT');
    for (const { id } of submissions) await addEvent(db, id, 'UNKNOWN', actor, { cause: RESTORED });
    const voids = await doubtRequests(db, 'VOID');
    for (const { id } of voids) await addEvent(db, id, 'VOID_UNKNOWN', actor, { cause: RESTORED });
    const named = (what: Doubted['what']) => (row: Row) => ({ number: row.number, kind: row.kind, what });
    return [...submissions.map(named('SUBMISSION')), ...voids.map(named('VOID'))];
  });
}

interface Row {
  id: string;
  number: string;
  kind: DocumentKind;
}

/** The job that would send one of them asks the PAC instead. */
async function doubtRequests(db: TenantDb, what: RequestType): Promise<Row[]> {
  const isOpen =
    what === 'SUBMIT' ? sql`submission_state = 'PENDING'` : sql`void_state = 'ASKED' and legal_status is not null`;
  return sqlRows<Row>(db)`
    with open as (
      select id, number, kind from fiscal_documents where tenant_id = ${db.tenant.id} and ${isOpen} for update
    )
    update pac_requests r
    set state = 'UNKNOWN', attempts = greatest(attempts, 1), started_at = least(started_at, now()), lease_until = null
    from open
    where r.tenant_id = ${db.tenant.id} and r.document_id = open.id and r.what = ${what}
    returning open.id, open.number, open.kind`;
}
