// After a restore: writes an invoice again that only the PAC knows, for the order that it was made from. Nothing is sent.
import { pointsOfIssue } from '../catalog/index.ts';
import { assignStranger, showInvoiceAtPac, type TenantContext } from '../certification/index.ts';
import { findOrderByNumber } from '../sales/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { skipNumbers } from '../numbers/index.ts';
import { pacCompanyOf } from './certify.ts';
import { writeInvoice } from './generate-invoice.ts';
import { readInvoice, type InvoiceRecord } from './records.ts';

/** With the number, the id, the CUFE and the verdict that the PAC shows; `record` writes down who asked, in the same transaction. */
export async function rebuildInvoice(
  context: TenantContext,
  { pacDocumentId, orderNumber }: { pacDocumentId: string; orderNumber: string },
  actor: string,
  record: (db: TenantDb, invoiceId: string) => Promise<void> = async () => {},
): Promise<InvoiceRecord> {
  const points = await context.inTenant(pointsOfIssue);
  pacCompanyOf(context.tenant);
  const answer = await showInvoiceAtPac(context, { pacDocumentId, points });
  return context.inTenant(async (db) => {
    const { id: orderId } = await findOrderByNumber(db, orderNumber);
    await skipNumbers(db, 'FAC', Number(answer.number.digits), answer.number.point);
    const { id } = await writeInvoice(context, db, { orderId, mode: 'DGI' }, actor, answer);
    await assignStranger(context, db, id, answer, actor);
    await record(db, id);
    return readInvoice(db, id);
  });
}
