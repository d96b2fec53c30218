// After a restore: writes an invoice again that only the PAC knows, for the order that it was made from. Nothing is sent.
import { pointsOfIssue } from '../catalog/index.ts';
import { assignStranger, showInvoiceAtPac } from '../certification/index.ts';
import { findOrderByNumber } from '../sales/index.ts';
import { inTenant, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { skipNumbers } from '../numbers/index.ts';
import { pacCompanyOf } from './certify.ts';
import type { InvoicingContext } from './context.ts';
import { writeInvoice } from './generate-invoice.ts';
import { readInvoice, type InvoiceRecord } from './records.ts';

/** With the number, the id, the CUFE and the verdict that the PAC shows; `record` writes down who asked, in the same transaction. */
export async function rebuildInvoice(
  context: InvoicingContext,
  tenant: Tenant,
  { pacDocumentId, orderNumber }: { pacDocumentId: string; orderNumber: string },
  actor: string,
  record: (db: TenantDb, invoiceId: string) => Promise<void> = async () => {},
): Promise<InvoiceRecord> {
  const points = await inTenant(context, tenant, pointsOfIssue);
  pacCompanyOf(tenant);
  const answer = await showInvoiceAtPac(context, tenant, { pacDocumentId, points });
  return inTenant(context, tenant, async (db) => {
    const { id: orderId } = await findOrderByNumber(db, orderNumber);
    await skipNumbers(db, 'FAC', Number(answer.number.digits), answer.number.point);
    const { id } = await writeInvoice(context, db, { orderId, mode: 'DGI' }, actor, answer);
    await assignStranger(context, db, id, answer, actor);
    await record(db, id);
    return readInvoice(db, id);
  });
}
