// Takes an invoice back: by rejection, void or internal cancel, its goods return and it no longer counts as sold.
import { itemsOfLines } from '../catalog/index.ts';
import { setOrderStatus } from '../sales/index.ts';
import { changing, type TenantDb } from '../tenancy/index.ts';
import { goodsOfLines, moveSoldGoods, type SoldDocument } from './goods-of-lines.ts';
import { creditsOfInvoices, isLiving, linesOfCredits, linesOfInvoices } from './records.ts';
import { lockInvoice } from './refresh-invoice-status.ts';

/**
 * All goods of the sale come back today, and what its living credits brought back goes out again, as if those had been taken back before;
 * each sale is taken back on the day on which it was counted. The order is open again: it may be canceled, or invoiced anew under a new number.
 */
export async function reverseInvoice(db: TenantDb, id: string, number: string, createdBy: string): Promise<void> {
  const invoice = await lockInvoice(db, id);
  if (!invoice.holds_order) return;
  await changing(db, 'invoices').set({ holds_order: false }).where('id', '=', id).execute();
  if (invoice.order_id !== null) await setOrderStatus(db, invoice.order_id, 'OPEN');
  const lines = await linesOfInvoices(db, [id]);
  const items = await itemsOfLines(db, lines);
  const documents: SoldDocument[] = [];
  for (const credit of await creditsOfInvoices(db, [id])) {
    if (!credit.restock || !isLiving(credit)) continue;
    const goods = goodsOfLines(await linesOfCredits(db, [credit.id]), items);
    documents.push({ ...credit, type: 'CREDIT', clientId: invoice.client_id, issueDay: credit.issue_day, goods });
  }
  const goods = goodsOfLines(lines, items).map((line) => ({ ...line, invoice_line_id: line.id }));
  documents.push({ type: 'INVOICE', id, number, clientId: invoice.client_id, issueDay: invoice.issue_day, goods });
  await moveSoldGoods(db, documents, { isTakenBack: true, createdBy, allowShortage: true, items });
}
