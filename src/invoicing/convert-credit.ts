// Has the PAC certify a credit that was internal so far.
import { findClient, itemsOfLines } from '../catalog/index.ts';
import { lockDocument, type FiscalDocument } from '../certification/index.ts';
import { USUAL_TYPE } from '../fiscal/document-types.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import { conflict } from '../platform/errors.ts';
import { changing } from '../tenancy/index.ts';
import { assertNotCertified, fileProforma, issuing, type Writes } from './certify.ts';
import { dayOfPayload } from './fiscal-day.ts';
import { assertCertified, assertNotBeingVoided, creditFacts } from './issue-credit.ts';
import { linesOfCredits, linesOfInvoices, readCredit, type CreditRecord } from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';

const file: Writes<string> = async (context, db, id, actor) => {
  // The invoice's legal row first: a verdict on it, which ends its internal credits, takes the locks in this order.
  const original = await lockDocument(db, (await readCredit(db, id)).invoice_id);
  const document = await lockDocument(db, id);
  const credit = await readCredit(db, id);
  if (document.mode === 'DGI' && !isRejected(document.legal_status)) return { id, isNew: false };
  assertConvertible(document, credit, original);
  const invoice = await lockInvoice(db, credit.invoice_id);
  const type = USUAL_TYPE.CREDIT_NOTE;
  const filing = { mode: 'DGI', type, name: document.number, begun: original.created_at } as const;
  const contingency = await assertNotCertified(context, db, filing);
  const client = await findClient(db, invoice.client_id);
  const invoiceLines = await linesOfInvoices(db, [invoice.id]);
  const credited = (await linesOfCredits(db, [id])).map((creditLine) => ({
    ...creditLine,
    otherTax: creditLine.other_tax,
    line: invoiceLines.find((line) => line.id === creditLine.invoice_line_id)!,
  }));
  const issuedAt = context.clock.now();
  const sold = credited.map(({ line }) => line);
  const items = await itemsOfLines(db, sold);
  const { total } = credit;
  const facts = creditFacts(context, db.tenant, original, { issuedAt, invoice, client, items, credited, total });
  const choice = { billingPointId: original.billing_point_id };
  await fileProforma(context, db, document, { type, createdBy: actor, choice }, { ...facts, contingency });
  // As of an invoice that is filed later: the PAC's clock for voiding it begins now.
  await changing(db, 'credits')
    .set({ issued_at: issuedAt, fiscal_day: dayOfPayload(issuedAt) })
    .where('id', '=', id)
    .execute();
  return id;
};

/** Gets a fiscal number; converting twice is converting once. */
export const convertCreditToDgi = issuing(() => ({ mode: 'DGI' }), file, readCredit);

/** Throws the refusal of `convertCreditToDgi`, if there is one. */
export function assertConvertible(
  document: FiscalDocument,
  credit: Pick<CreditRecord, 'credit_status' | 'number'>,
  original: FiscalDocument,
): void {
  if (document.mode !== 'PROFORM')
    throw conflict('Credit {number} is {mode} and cannot be converted', { number: credit.number, mode: document.mode });
  if (credit.credit_status === 'CANCELED' || credit.credit_status === 'VOID') {
    throw conflict('Credit {number} is {creditStatus}', { number: credit.number, creditStatus: credit.credit_status });
  }
  assertNotBeingVoided(original);
  assertCertified(original);
}
