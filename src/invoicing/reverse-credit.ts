// Takes a credit back: by rejection, void or cancel, its goods go out again and its units may be credited anew.
import { itemsOfLines, type Item } from '../catalog/index.ts';
import { negate } from '../platform/decimal.ts';
import { takeWriteOffBack } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { goodsOfLines, moveSoldGoods } from './goods-of-lines.ts';
import { moveQuantityCredited } from './issue-credit.ts';
import { linesOfCredits, readCredit } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { setCreditStatus } from './set-credit-status.ts';

export async function reverseCredit(
  db: TenantDb,
  id: string,
  number: string,
  createdBy: string,
  /** A verdict is recorded even where the goods are gone again; a voluntary act is refused. */
  allowShortage: boolean,
): Promise<void> {
  const credit = await readCredit(db, id);
  // Taken back already: the DGI may still reject what was voided before it had spoken.
  if (credit.credit_status === 'VOID' || credit.credit_status === 'CANCELED') return;
  const invoice = await lockInvoice(db, credit.invoice_id);
  const lines = await linesOfCredits(db, [id]);
  // A credit that is taken back moves no balance any more.
  await setCreditStatus(db, id, { credit_status: 'UNAPPLIED' });
  const back = lines.map((line) => ({ id: line.invoice_line_id, quantity: negate(line.quantity) }));
  await moveQuantityCredited(db, back);
  // Goods of a sale that is taken back went out with it.
  const areOut = !credit.restock || !invoice.holds_order;
  const items = areOut ? new Map<string, Item>() : await itemsOfLines(db, lines);
  const goods = areOut ? [] : goodsOfLines(lines, items);
  if (credit.is_return) {
    const later = goods.map(({ item_id: itemId, location_id: locationId }) => ({ itemId, locationId }));
    const ids = lines.map((line) => line.id);
    await takeWriteOffBack(db, ids, { createdBy, later });
  }
  if (goods.length > 0) {
    const sold = { type: 'CREDIT', id, number, clientId: invoice.client_id, issueDay: credit.issue_day } as const;
    await moveSoldGoods(db, [{ ...sold, goods }], { isTakenBack: true, createdBy, allowShortage, items });
  }
  await refreshInvoiceStatus(db, credit.invoice_id);
}
