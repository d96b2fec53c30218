// Business effects of a legal refusal: goods come back, sales are taken back, the order is free again.
import type { FiscalDocument } from '../certification/index.ts';
import { isAuthorized, isRejected } from '../fiscal/legal-status.ts';
import type { Clock } from '../platform/clock.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { applyReturn } from './apply-credit.ts';
import { cancelInternalCredits } from './cancel-document.ts';
import { cancelInternalDebitNotes, endDebitNote, hasOwnLines } from './end-debit-note.ts';
import { reverseCredit } from './reverse-credit.ts';
import { reverseInvoice } from './reverse-invoice.ts';

/** Called in the transaction in which the legal status moved. */
export async function afterVerdict(db: TenantDb, clock: Clock, document: FiscalDocument, actor: string): Promise<void> {
  if (document.kind === 'CREDIT_NOTE' && !hasOwnLines(document) && isAuthorized(document.legal_status))
    await applyReturn(db, clock, document.id);
  if (!isRejected(document.legal_status)) return;
  if (document.kind === 'INVOICE') {
    await cancelInternalCredits(db, clock, document.id, actor);
    await cancelInternalDebitNotes(db, clock, document.id);
    await reverseInvoice(db, document.id, document.number, actor);
  } else if (hasOwnLines(document)) {
    await endDebitNote(db, document.id, { debit_status: 'REJECTED' });
  } else {
    await reverseCredit(db, document.id, document.number, actor, true);
  }
}
