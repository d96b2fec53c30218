// After a restore: what the restored rows say has not left may have left in the time that is lost. So nothing of it is sent again by
// itself; the witnesses of a lost answer decide.
import { sql } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals } from '../platform/sql.ts';
import { inTenant, type DatabaseContext, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { addEvent } from './timeline.ts';

export interface Doubted {
  number: string;
  kind: DocumentKind;
  what: 'SUBMISSION' | 'VOID';
}

const CAUSE = 'the database was restored; whether it was sent in the time that is lost, nobody here knows';

/** Run before the service starts on a restored database. A second run finds nothing more. */
export async function doubtAfterRestore(context: DatabaseContext, tenant: Tenant, actor: string): Promise<Doubted[]> {
  return inTenant(context, tenant, async (db) => {
    const submissions = await doubtSubmissions(db);
    for (const { id } of submissions) await addEvent(db, id, 'UNKNOWN', actor, { cause: CAUSE });
    const voids = await doubtVoids(db);
    for (const { id } of voids) await addEvent(db, id, 'VOID_UNKNOWN', actor, { cause: CAUSE });
    const named = (what: Doubted['what']) => (row: Row) => ({ number: row.number, kind: row.kind, what });
    return [...submissions.map(named('SUBMISSION')), ...voids.map(named('VOID'))];
  });
}

interface Row {
  id: string;
  number: string;
  kind: DocumentKind;
}

async function doubtSubmissions(db: TenantDb): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update fiscal_documents
    set submission_state = 'UNKNOWN', send_started_at = coalesce(send_started_at, clock_timestamp()), lease_until = null
    where tenant_id = ${db.tenant.id} and submission_state = 'PENDING'
    returning id, number, kind`.execute(db);
  return rows;
}

/** The duty that would send it finds that it is to ask instead. */
async function doubtVoids(db: TenantDb): Promise<Row[]> {
  const { rows } = await sql<Row>`
    update fiscal_documents
    set void_state = 'UNKNOWN', void_started_at = coalesce(void_started_at, clock_timestamp()), void_lease_until = null
    where tenant_id = ${db.tenant.id} and void_state = 'ASKED' and legal_status in (${literals(AUTHORIZED)})
    returning id, number, kind`.execute(db);
  return rows;
}
