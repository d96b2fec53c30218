// Asks the PAC for a verdict that no notice has brought; goes on until there is one.
import { tryNow } from '../jobs/index.ts';
import type { LookupOutcome, PacDocument } from '../pac/index.ts';
import { json } from '../platform/sql.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { attachPdf } from './attach-pdf.ts';
import type { CertificationContext } from './context.ts';
import { pollDuty } from './duties.ts';
import { findDocument, lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { isAuthorized, isTerminal } from './legal-status.ts';
import { heldByAnother, identityConflict } from './match-notice.ts';
import { pollDelayMs } from './poll-delay.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { addEvent } from './timeline.ts';

const ACTOR = 'pac-poll';

export async function pollLegalStatus(
  context: CertificationContext,
  tenant: Tenant,
  documentId: string,
  attempt: number,
): Promise<void> {
  const document = await inTenant(context, tenant, (db) => findDocument(db, documentId));
  // A poll that was made already (its process ended before the queue knew) has its successor; it must not get a second one.
  if (!document || document.poll_count !== attempt) return;
  if (isTerminal(document.legal_status) || document.document_id === null) return;

  const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, document.document_id);

  const hasPdf = await inTenant(context, tenant, async (db) => {
    const current = await lockDocument(db, documentId);
    if (current.poll_count !== attempt) return false;
    await db
      .updateTable('fiscal_documents')
      .set({ poll_count: attempt + 1 })
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', documentId)
      .execute();
    const locked = { ...current, poll_count: attempt + 1 };
    let status = current.legal_status;
    await noteAnswer(db, documentId, attempt + 1, looked);
    if (looked.outcome === 'found' && looked.document.legalStatus !== null) {
      const against = identityConflict(locked, looked.document) ?? (await heldByAnother(db, locked, looked.document));
      if (against !== null) {
        await addEvent(db, documentId, 'PARKED', ACTOR, { because: against });
        await db
          .updateTable('fiscal_documents')
          .set({ parked_reason: `the PAC shows another document: ${against}`, pac_response: json(looked.raw) })
          .where('tenant_id', '=', tenant.id)
          .where('id', '=', documentId)
          .execute();
      } else if (isNews(current, looked.document)) {
        const said = {
          ...looked.document,
          legalStatus: looked.document.legalStatus,
          response: looked.raw,
          learned: { poll: attempt + 1 },
        };
        const move = await recordLegalStatus(context, db, locked, said, ACTOR);
        if ('to' in move) status = move.to;
        // The move to PAC_AUTHORIZED has written the next poll itself.
        if (status === 'PAC_AUTHORIZED' && 'to' in move) return false;
      }
    }
    if (!isTerminal(status)) {
      const afterMs = pollDelayMs(context.certification, attempt + 1);
      await context.jobs.enqueue(db, pollDuty, { tenantId: tenant.id, documentId, attempt: attempt + 1 }, { afterMs });
    }
    return status === 'DGI_AUTHORIZED';
  });
  if (hasPdf)
    await tryNow(context.log, 'attach-pdf', () => attachPdf(context, tenant, documentId, ACTOR), { documentId });
}

/** Of many answers that say the same only the first is noted; the next one that says something else tells how many there were. */
async function noteAnswer(db: TenantDb, documentId: string, poll: number, looked: LookupOutcome): Promise<void> {
  const found = told(looked);
  const before = await db
    .selectFrom('document_events')
    .select('detail')
    .where('tenant_id', '=', db.tenant.id)
    .where('document_id', '=', documentId)
    .where('kind', '=', 'POLLED')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const same = (before?.detail as { found?: string } | undefined)?.found === found;
  if (!same) await addEvent(db, documentId, 'POLLED', ACTOR, { poll, found });
}

function told(looked: LookupOutcome): string {
  switch (looked.outcome) {
    case 'found':
      return looked.document.legalStatus ?? 'a document without a legal status';
    case 'notFound':
      return 'it has no such document';
    case 'refusedCredentials':
    case 'unavailable':
      return `nothing (${looked.cause})`;
    default:
      return looked satisfies never;
  }
}

/** Whether something is said that we do not know. A document without its CUFE is not authorized yet: it is asked for again. */
function isNews(current: FiscalDocument, found: PacDocument): boolean {
  if (isAuthorized(found.legalStatus) && current.legal_status === null && (current.cufe ?? found.cufe) === null)
    return false;
  return found.legalStatus !== current.legal_status || (current.cufe === null && found.cufe !== null);
}
