// Records goods bought without a purchase order: they are here already.
import { multiply } from '../platform/decimal.ts';
import { costInOwnUnit, moveGoods } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { takeNumber } from '../numbers/index.ts';
import { readPurchase, type PurchaseInput } from './create-purchase-order.ts';
import { assertLines } from './purchase-order.ts';
import type { SupplierInvoice } from './supplier-invoices.ts';

export async function recordSupplierInvoice(
  db: TenantDb,
  input: PurchaseInput,
  createdBy: string,
): Promise<SupplierInvoice> {
  assertLines(input.lines);
  const { rows, items, bought } = await readPurchase(db, input, createdBy);
  const { id } = bought;
  const lines = rows.map((row) => ({ ...row, supplier_invoice_id: id }));
  const invoice = await db
    .with('taken', () => takeNumber(db, 'FP'))
    .with('lines', (one) => one.insertInto('supplier_invoice_lines').values(lines))
    .insertInto('supplier_invoices')
    .values(bought)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Services have a recorded cost and no stock.
  const goods = rows.filter((line) => items.get(line.item_id)!.kind === 'GOODS');
  const movements = goods.map((line) => ({
    itemId: line.item_id,
    locationId: line.location_id,
    change: multiply(line.quantity, line.unit_factor),
    source: { type: 'SUPPLIER_INVOICE' as const, id, number: invoice.number },
    counterpartyId: bought.supplier_id,
    unitCost: costInOwnUnit(line.unit_cost, line.unit_factor),
    lineId: line.id,
    occurredAt: input.occurredAt,
    lotNumber: input.lines[line.line_number - 1]!.lotNumber,
    expirationDate: input.lines[line.line_number - 1]!.expirationDate,
  }));
  await moveGoods(db, movements, { createdBy, items });
  return invoice;
}
