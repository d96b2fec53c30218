// Takes a credit back: by rejection, void or cancel, its goods go out again and its units may be credited anew.
import { itemsById } from '../catalog/index.ts';
import { negate } from '../platform/decimal.ts';
import { moveGoods } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { goodsOfLines } from './goods-of-lines.ts';
import { moveQuantityCredited } from './issue-credit.ts';
import { takeBackSales } from '../rollups/index.ts';
import { linesOfCredits, readCredit } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { setCreditStatus } from './set-credit-status.ts';

export async function reverseCredit(
  db: TenantDb,
  id: string,
  number: string,
  createdBy: string,
  /** What the law has said is recorded even where the goods are gone again; who acts of free will is refused. */
  allowShortage: boolean,
): Promise<void> {
  const credit = await readCredit(db, id);
  // Taken back already: the DGI may still reject what was voided before it had spoken.
  if (credit.credit_status === 'VOID' || credit.credit_status === 'CANCELED') return;
  const invoice = await lockInvoice(db, credit.invoice_id);
  const lines = await linesOfCredits(db, [id]);
  // A credit that is taken back moves no balance any more.
  await setCreditStatus(db, id, { credit_status: 'UNAPPLIED' });
  await moveQuantityCredited(
    db,
    lines.map((line) => ({ invoiceLineId: line.invoice_line_id, quantity: negate(line.quantity) })),
  );
  if (credit.restock) {
    const items = await itemsById(
      db,
      lines.map((line) => line.item_id),
    );
    const goods = goodsOfLines(lines, items);
    await moveGoods(
      db,
      goods.map((line) => ({
        itemId: line.item_id,
        locationId: line.location_id,
        change: negate(line.units),
        source: { type: 'CREDIT', id, number },
        counterpartyId: invoice.client_id,
        lineId: line.invoice_line_id,
        isReversal: true,
      })),
      { createdBy, allowShortage, items },
    );
    await takeBackSales(
      db,
      goods.map((line) => ({
        documentId: id,
        itemId: line.item_id,
        locationId: line.location_id,
        clientId: invoice.client_id,
        day: credit.issue_day,
        units: line.units,
      })),
    );
  }
  await refreshInvoiceStatus(db, credit.invoice_id);
}
