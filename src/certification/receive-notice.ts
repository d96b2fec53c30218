// Takes a notice of the PAC in: stored first, from then on nothing is lost; then processed at once.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { tryNow } from '../jobs/index.ts';
import type { Notice } from '../pac/index.ts';
import { json } from '../platform/sql.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { processNoticeDuty } from './duties.ts';
import { processNotice } from './process-notice.ts';
import type { NoticeState } from './tables.ts';

interface Incoming {
  rawBody: Buffer;
  /** As it may be stored. */
  body: unknown;
  notice: Extract<Notice, { outcome: 'ok' }>;
}

/** Resolves when the notice is safe; what it brought about may come later. */
export async function receiveNotice(context: CertificationContext, tenant: Tenant, incoming: Incoming): Promise<void> {
  const stored = await inTenant(context, tenant, async (db) => {
    const row = await store(db, incoming, 'WAITING');
    const isRevived = row.processed_at !== null;
    if (row.state === 'WAITING' && (row.deliveries === 1 || isRevived)) {
      const payload = { tenantId: tenant.id, noticeId: row.id };
      await context.jobs.enqueue(db, processNoticeDuty, payload, { afterMs: 2_000 });
    }
    return row;
  });
  if (stored.state !== 'WAITING') return;
  await tryNow(context.log, 'process-notice', () => processNotice(context, tenant, stored.id));
}

/** Keeps, as evidence, a notice that was signed and makes no sense; nothing follows from it. */
export async function keepRefusedNotice(
  context: CertificationContext,
  tenant: Tenant,
  rawBody: Buffer,
  body: unknown,
  reason: string,
): Promise<void> {
  context.log.warn({ tenantId: tenant.id, reason }, 'a signed notice of the PAC was refused');
  const notice = { documentId: null, cufe: null, legalStatus: null };
  await inTenant(context, tenant, (db) => store(db, { rawBody, body, notice }, 'REFUSED', reason));
}

async function store(
  db: TenantDb,
  incoming: {
    rawBody: Buffer;
    body: unknown;
    notice: { documentId: string | null; cufe: string | null; legalStatus: string | null };
  },
  state: NoticeState,
  outcome: string | null = null,
): Promise<{ id: string; state: NoticeState; deliveries: number; processed_at: Date | null }> {
  const { notice } = incoming;
  return db
    .insertInto('pac_notices')
    .values({
      tenant_id: db.tenant.id,
      id: uuid(),
      digest: createHash('sha256').update(incoming.rawBody).digest('hex'),
      body: json(incoming.body),
      pac_document_id: notice.documentId,
      cufe: notice.cufe,
      legal_status: notice.legalStatus,
      state,
      outcome,
    })
    .onConflict((on) =>
      on.columns(['tenant_id', 'digest']).doUpdateSet({
        deliveries: sql`pac_notices.deliveries + 1`,
        // One that nobody waits for any more is news again when the PAC repeats it.
        received_at: sql`case pac_notices.state when 'EXPIRED' then excluded.received_at else pac_notices.received_at end`,
        state: sql`case pac_notices.state when 'EXPIRED' then excluded.state else pac_notices.state end`,
      }),
    )
    .returning(['id', 'state', 'deliveries', 'processed_at'])
    .executeTakeFirstOrThrow();
}
