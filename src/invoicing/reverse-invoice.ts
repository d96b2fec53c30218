// Takes an invoice back: by rejection, void or internal cancel, its goods return and it no longer counts as sold.
import { itemsOfLines } from '../catalog/index.ts';
import { subtract } from '../platform/decimal.ts';
import { setOrderStatus } from '../sales/index.ts';
import { changing, type TenantDb } from '../tenancy/index.ts';
import { goodsOfLines, moveSoldGoods } from './goods-of-lines.ts';
import { linesOfInvoices } from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';

/**
 * The goods come back today; the sale is taken back on the day on which it was counted. What credits brought back already
 * does not come back twice. The order is open again: it may be canceled, or invoiced anew under a new number.
 */
export async function reverseInvoice(db: TenantDb, id: string, number: string, createdBy: string): Promise<void> {
  const invoice = await lockInvoice(db, id);
  if (!invoice.holds_order) return;
  await changing(db, 'invoices').set({ holds_order: false }).where('id', '=', id).execute();
  if (invoice.order_id !== null) await setOrderStatus(db, invoice.order_id, 'OPEN');
  const lines = await linesOfInvoices(db, [id]);
  const items = await itemsOfLines(db, lines);
  const left = lines.map((line) => ({
    ...{ ...line, invoice_line_id: line.id },
    quantity: subtract(line.quantity, line.quantity_credited),
  }));
  const document = { type: 'INVOICE', id, number, clientId: invoice.client_id, issueDay: invoice.issue_day } as const;
  const options = { isTakenBack: true, createdBy, allowShortage: true, items };
  await moveSoldGoods(db, document, goodsOfLines(left, items), options);
}
