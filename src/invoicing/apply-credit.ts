// Applies a credit to its invoice's balance.
import { findDocument, isAuthorized, isRejected, lockDocument } from '../certification/index.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertNotBeingVoided } from './issue-credit.ts';
import { readCredit, type CreditRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { setCreditStatus } from './set-credit-status.ts';

/** Applying twice is applying once. A credit of mode DGI counts only when the PAC has certified it. */
export async function applyCredit(db: TenantDb, clock: Clock, id: string): Promise<CreditRecord> {
  const document = await lockDocument(db, id);
  const credit = await readCredit(db, id);
  if (credit.credit_status === 'APPLIED') return credit;
  if (credit.credit_status !== 'UNAPPLIED') throw conflict(`Credit ${credit.number} is ${credit.credit_status}`);
  if (isRejected(document.legal_status)) throw conflict(`Credit ${credit.number} is ${document.legal_status}`);
  if (document.mode === 'DGI' && !isAuthorized(document.legal_status)) {
    throw conflict(`Credit ${credit.number} is not certified yet; it can be applied once the PAC has authorized it`);
  }
  const invoice = await lockInvoice(db, credit.invoice_id);
  if (invoice.voided_at !== null || invoice.canceled_at !== null) {
    throw conflict(`The invoice is ${invoice.invoice_status} and takes no credit`);
  }
  // Read after the invoice is locked, as whoever asks for the void has it locked until that is written.
  assertNotBeingVoided((await findDocument(db, credit.invoice_id))!);
  await setCreditStatus(db, id, { credit_status: 'APPLIED' });
  await refreshInvoiceStatus(db, clock, credit.invoice_id);
  return readCredit(db, id);
}
