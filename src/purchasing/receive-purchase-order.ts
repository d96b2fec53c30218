// Receives goods on a purchase order, a part at a time if need be: stock, lots, average cost and the order move together.
import { assertCountable } from '../catalog/index.ts';
import { add, multiply, type Decimal } from '../platform/decimal.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { costInOwnUnit, moveGoods, type GoodsMovement } from '../stock/index.ts';
import { inPipeline, type TenantDb } from '../tenancy/index.ts';
import { assertLines, awaitsGoods, isOutstanding, isTooMuch, statusAfterReceipt } from './purchase-order.ts';
import {
  lockPurchaseOrder,
  purchaseOrderLines,
  setStatus,
  type PurchaseOrder,
  type PurchaseOrderLine,
} from './purchase-orders.ts';
import type { PurchaseOrderStatus } from './tables.ts';

export interface ReceiptLine {
  lineId: string;
  /** Quantity in the line's unit. */
  quantity: Decimal;
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
}

export interface Receipt {
  purchaseOrderId: string;
  /** A line of the order may stand here several times, once for each lot. */
  lines: readonly ReceiptLine[];
  /** Why more comes than was ordered. */
  overReceiptReason?: string | null | undefined;
  /** For history that is brought in; otherwise now. */
  occurredAt?: Date | undefined;
}

export async function receivePurchaseOrder(db: TenantDb, input: Receipt, createdBy: string): Promise<PurchaseOrder> {
  assertLines(input.lines);
  const order = await lockPurchaseOrder(db, input.purchaseOrderId);
  const { number, status } = order;
  if (!awaitsGoods(status))
    throw conflict('Purchase order {number} is {status}: no more goods can come', { number, status });
  const lines = await purchaseOrderLines(db, [order.id]);
  const receivedLines = lines.map((line) => received(line, input.lines));
  const tooMany = new Set(receivedLines.filter(isTooMuch).map(({ id }) => id));
  const movements = input.lines.map((receipt) => ({
    ...movementOf(order, lines, receipt),
    occurredAt: input.occurredAt,
    description: tooMany.has(receipt.lineId) ? input.overReceiptReason?.trim() || undefined : undefined,
  }));
  // Before levels are locked, for which other receipts wait.
  const changed = await noteReceipt(db, order.id, receivedLines, statusAfterReceipt(receivedLines));
  await moveGoods(db, movements, { createdBy });
  return changed;
}

export function movementOf(
  order: PurchaseOrder,
  lines: readonly PurchaseOrderLine[],
  receipt: ReceiptLine,
): GoodsMovement {
  const line = lines.find(({ id }) => id === receipt.lineId);
  if (!line) throw notFound('Purchase order line');
  return {
    itemId: line.item_id,
    locationId: line.location_id,
    change: unitsOf(receipt, line),
    source: { type: 'PURCHASE_ORDER', id: order.id, number: order.number },
    counterpartyId: order.supplier_id,
    unitCost: costInOwnUnit(line.unit_cost, line.unit_factor),
    lineId: line.id,
    lotNumber: receipt.lotNumber,
    expirationDate: receipt.expirationDate,
  };
}

/** Units in the item's own unit. */
function unitsOf({ quantity }: ReceiptLine, { unit_factor: factor }: PurchaseOrderLine): Decimal {
  const units = multiply(quantity, factor);
  assertCountable(units);
  return units;
}

export function received(
  line: PurchaseOrderLine,
  receipts: readonly Pick<ReceiptLine, 'lineId' | 'quantity'>[],
): PurchaseOrderLine {
  const quantities = receipts.filter(({ lineId }) => lineId === line.id).map(({ quantity }) => quantity);
  return { ...line, quantity_received: add(line.quantity_received, ...quantities) };
}

export async function noteReceipt(
  db: TenantDb,
  orderId: string,
  lines: readonly PurchaseOrderLine[],
  status: PurchaseOrderStatus,
): Promise<PurchaseOrder> {
  const rows = lines.map((line) => ({
    id: line.id,
    quantity_received: line.quantity_received,
    is_open: isOutstanding(line),
  }));
  await inPipeline(db)`
    update purchase_order_lines line set quantity_received = now.quantity_received, is_open = now.is_open
    from jsonb_to_recordset(${jsonRows(rows)}) as now (id uuid, quantity_received numeric, is_open boolean)
    where line.tenant_id = ${db.tenant.id} and line.purchase_order_id = ${orderId} and line.id = now.id
      and line.quantity_received <> now.quantity_received`;
  return setStatus(db, orderId, status);
}
