// Voids what the PAC has authorized: asked of the PAC first, reversed here when the PAC has said yes.
import {
  askForVoid,
  isRejected,
  lockDocument,
  voidAtPac,
  voidReason,
  type FiscalDocument,
  type VoidResult,
} from '../certification/index.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { cancelInternalCredits, isLiving } from './cancel-document.ts';
import type { InvoicingContext } from './context.ts';
import { creditsOfInvoices, readCredit, readInvoice, type CreditRecord, type InvoiceRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { reverseCredit } from './reverse-credit.ts';
import { reverseInvoice } from './reverse-invoice.ts';
import { setCreditStatus } from './set-credit-status.ts';

const HOUR_MS = 3_600_000;

/** Answers the invoice: VOID, or as it was with a void under way when the PAC has not answered yet. */
export async function voidInvoice(
  context: InvoicingContext,
  tenant: Tenant,
  id: string,
  reason: string,
  actor: string,
): Promise<InvoiceRecord> {
  const checked = voidReason(reason);
  await inTenant(context, tenant, async (db) => {
    const document = await lockDocument(db, id);
    const invoice = await lockInvoice(db, id);
    if (invoice.voided_at !== null) throw conflict(`Invoice ${document.number} is VOID already`);
    const credit = (await creditsOfInvoices(db, [id])).find(outlivesInvoice);
    if (credit) throw conflict(`Invoice ${document.number} has the credit ${credit.number}; void or cancel that first`);
    assertWithinWindow(tenant, context.clock, document, invoice.issued_at);
    await askForVoid(context, db, document, checked, actor);
  });
  assertNotRefused(await voidAtPac(context, tenant, id));
  return inTenant(context, tenant, (db) => readInvoice(db, id));
}

export async function voidCredit(
  context: InvoicingContext,
  tenant: Tenant,
  id: string,
  reason: string,
  actor: string,
): Promise<CreditRecord> {
  const checked = voidReason(reason);
  await inTenant(context, tenant, async (db) => {
    const document = await lockDocument(db, id);
    const credit = await readCredit(db, id);
    if (credit.credit_status === 'VOID') throw conflict(`Credit ${document.number} is VOID already`);
    assertWithinWindow(tenant, context.clock, document, credit.issued_at);
    await askForVoid(context, db, document, checked, actor);
  });
  assertNotRefused(await voidAtPac(context, tenant, id));
  return inTenant(context, tenant, (db) => readCredit(db, id));
}

/** Money that has been set off, or a credit note that the PAC has or may have, would correct an invoice that is no more. */
function outlivesInvoice(credit: CreditRecord): boolean {
  return isLiving(credit) && (credit.credit_status === 'APPLIED' || credit.mode !== 'PROFORM');
}

/** Called in the transaction in which the PAC's void became known. */
export async function afterVoid(db: TenantDb, clock: Clock, document: FiscalDocument, actor: string): Promise<void> {
  if (isRejected(document.legal_status)) return;
  if (document.kind === 'INVOICE') {
    await cancelInternalCredits(db, clock, document.id, actor);
    await reverseInvoice(db, document.id, document.number, actor);
    await db
      .updateTable('invoices')
      .set({ voided_at: clock.now(), void_reason: document.void_reason })
      .where('tenant_id', '=', db.tenant.id)
      .where('id', '=', document.id)
      .execute();
    await refreshInvoiceStatus(db, clock, document.id);
    return;
  }
  await reverseCredit(db, clock, document.id, document.number, actor, true);
  await setCreditStatus(db, document.id, {
    credit_status: 'VOID',
    voided_at: clock.now(),
    void_reason: document.void_reason,
  });
}

function assertWithinWindow(tenant: Tenant, clock: Clock, document: FiscalDocument, issuedAt: Date): void {
  const hours = tenant.voidWindowHours;
  if (clock.now().getTime() - issuedAt.getTime() <= hours * HOUR_MS) return;
  const wayOut = document.kind === 'INVOICE' ? '; issue a credit note instead' : '';
  throw new DomainError('VOID_WINDOW_EXPIRED', `${document.number} was issued more than ${hours} hours ago${wayOut}`);
}

function assertNotRefused(result: VoidResult): void {
  if (result.result === 'refused') throw conflict(`The PAC refused to void it: ${result.reasons.join('; ')}`);
  if (result.result === 'notFound') throw conflict('The PAC does not know this document; an operator must look at it');
}
