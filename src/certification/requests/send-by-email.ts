// Has the PAC send a document to an address: asked for with its duty, and told by the timeline, try by try.
import { isAuthorized } from '../../fiscal/legal-status.ts';
import { emailAddress } from '../../catalog/index.ts';
import { badInput, conflict } from '../../platform/errors.ts';
import { sqlRow } from '../../platform/sql.ts';
import type { PacPayload } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { retryDelaySeconds } from '../delays.ts';
import { sendByEmailDuty, type EmailDuty } from '../duties.ts';
import { findDocument, lockDocument, type FiscalDocument } from '../fiscal-document.ts';
import { addEvent } from '../timeline.ts';

/** Doubling up to a minute first, then hourly: together more than a day. */
const MOST_TRIES = 36;
const QUICK_TRIES = 8;
const MOST_A_DAY = { document: 10, tenant: 500 };

/** The receiver's own address, as the PAC was told it, where none is given. */
export async function askForEmail(
  { jobs }: Pick<CertificationContext, 'jobs'>,
  db: TenantDb,
  { documentId, email: address }: { documentId: string; email?: string | null | undefined },
  actor: string,
): Promise<FiscalDocument> {
  const document = await lockDocument(db, documentId);
  assertSendable(document);
  const email = emailAddress('email', address ?? receiverEmail(document));
  await assertSentSeldom(db, document);
  await addEvent(db, documentId, 'EMAIL_ASKED', actor, { email });
  await jobs.enqueue(db, sendByEmailDuty, { tenantId: db.tenant.id, documentId, email, attempt: 1 });
  return document;
}

/** The PAC sends in its own name for all companies: what strangers get of one is soon no longer delivered for any. */
async function assertSentSeldom(db: TenantDb, { id, number }: FiscalDocument): Promise<void> {
  const { ofDocument, ofTenant } = await sqlRow<{ ofDocument: number; ofTenant: number }>(db)`
    select count(*) filter (where document_id = ${id})::int as "ofDocument", count(*)::int as "ofTenant"
    from document_events
    where tenant_id = ${db.tenant.id} and kind = 'EMAIL_ASKED' and at > now() - interval '1 day'`;
  if (ofDocument >= MOST_A_DAY.document) {
    throw conflict('{number} was sent {most} times within a day; send it again tomorrow', {
      ...{ number, most: MOST_A_DAY.document },
    });
  }
  if (ofTenant >= MOST_A_DAY.tenant) {
    throw conflict('{most} documents were sent within a day; send it again tomorrow', { most: MOST_A_DAY.tenant });
  }
}

/** Throws the refusal of `sendDocument`, if there is one. */
export function assertSendable({ number, legal_status: status, document_id: id }: FiscalDocument): void {
  if (isAuthorized(status) && id !== null) return;
  throw conflict('The PAC sends only what it has authorized, and {number} is not authorized', { number });
}

function receiverEmail({ pac_input: payload }: FiscalDocument): string {
  const [email] = (payload as PacPayload | null)?.receiver.emails ?? [];
  if (email === undefined) throw badInput('The receiver has no e-mail address: {field} is needed', { field: 'email' });
  return email;
}

/** A lost answer may have been a letter: it is sent again, since twice is better than not at all. */
export async function sendByEmail(context: TenantContext, { documentId, email, attempt }: EmailDuty): Promise<void> {
  const document = await context.inTenant((db) => findDocument(db, documentId));
  if (!document || document.document_id === null) return;
  const sent = await context.pac.sendByEmail(document.pac_company_id!, document.document_id, {
    address: email,
    documentType: document.document_type,
    message: `${context.tenant.name}: ${document.number}`,
  });
  await context.inTenant(async (db) => {
    switch (sent.outcome) {
      case 'sent':
        return addEvent(db, documentId, 'SENT_BY_EMAIL', 'system', { email });
      case 'refused':
        return addEvent(db, documentId, 'EMAIL_REFUSED', 'system', { email, reasons: sent.reasons });
      case 'notFound':
      case 'refusedCredentials':
      case 'unavailable': {
        const cause = sent.outcome === 'notFound' ? 'it has no such document' : sent.cause;
        if (attempt >= MOST_TRIES)
          return addEvent(db, documentId, 'EMAIL_REFUSED', 'system', { email, because: cause });
        const seconds = attempt < QUICK_TRIES ? retryDelaySeconds(attempt) : 3600;
        const detail = { email, cause, triedAgainAfterSeconds: seconds };
        await addEvent(db, documentId, 'EMAIL_NOT_SENT', 'system', detail);
        const duty = { tenantId: context.tenant.id, documentId, email, attempt: attempt + 1 };
        return context.jobs.enqueue(db, sendByEmailDuty, duty, { afterMs: seconds * 1000 });
      }
      default:
        return sent satisfies never;
    }
  });
}
