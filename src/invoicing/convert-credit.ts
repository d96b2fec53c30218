// Has the PAC certify a credit that was internal so far.
import { findClient } from '../catalog/index.ts';
import { isRejected, lockDocument, submit, submitLater } from '../certification/index.ts';
import { tryNow } from '../jobs/index.ts';
import { conflict } from '../platform/errors.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { payloadForDgi, pacCompanyOf } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { assertNotBeingVoided, creditFacts } from './issue-credit.ts';
import { linesOfCredits, linesOfInvoices, readCredit, type CreditRecord } from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';

/** Keeps its number; converting twice is converting once. */
export async function convertCreditToDgi(context: InvoicingContext, tenant: Tenant, id: string): Promise<CreditRecord> {
  pacCompanyOf(tenant);
  const isNew = await inTenant(context, tenant, (db) => prepare(context, db, id));
  if (isNew) await tryNow(context.log, 'submit', () => submit(context, tenant, id), { documentId: id });
  return inTenant(context, tenant, (db) => readCredit(db, id));
}

async function prepare(context: InvoicingContext, db: TenantDb, id: string): Promise<boolean> {
  // The invoice's legal row first: a verdict on it, which ends its internal credits, takes the locks in this order.
  const original = await lockDocument(db, (await readCredit(db, id)).invoice_id);
  const document = await lockDocument(db, id);
  const credit = await readCredit(db, id);
  if (document.mode === 'DGI' && !isRejected(document.legal_status)) return false;
  if (document.mode !== 'PROFORM')
    throw conflict(`Credit ${credit.number} is ${document.mode} and cannot be converted`);
  if (credit.credit_status === 'CANCELED' || credit.credit_status === 'VOID') {
    throw conflict(`Credit ${credit.number} is ${credit.credit_status}`);
  }
  assertNotBeingVoided(original);
  const invoice = await lockInvoice(db, credit.invoice_id);
  const client = await findClient(db, invoice.client_id);
  const invoiceLines = await linesOfInvoices(db, [invoice.id]);
  const credited = (await linesOfCredits(db, [id])).map((creditLine) => ({
    ...creditLine,
    line: invoiceLines.find((line) => line.id === creditLine.invoice_line_id)!,
  }));
  const facts = await creditFacts(db, original, invoice, client, credited, context.clock.now());
  const intent = {
    kind: 'CREDIT_NOTE' as const,
    number: { number: document.number, digits: document.number.replace('NC-', '') },
    createdBy: document.created_by,
  };
  await submitLater(context, db, id, payloadForDgi(context, db, intent, facts));
  return true;
}
