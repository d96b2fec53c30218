// Takes a receipt back: goods that were received by mistake leave again by a movement of their own, and the order awaits them anew.
import { itemsOfLines, MAX_LENGTH, requiredText } from '../catalog/index.ts';
import { compare, negate, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, notFound, readAll } from '../platform/errors.ts';
import { moveGoods } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertLines, statusAfterReceipt } from './purchase-order.ts';
import {
  lockPurchaseOrder,
  purchaseOrderLines,
  type PurchaseOrder,
  type PurchaseOrderLine,
} from './purchase-orders.ts';
import { movementOf, noteReceipt, received, type ReceiptLine } from './receive-purchase-order.ts';

export interface ReversedLine extends Omit<ReceiptLine, 'expirationDate'> {
  /** Received quantity of the line that the caller saw; refused with CONFLICT when it is another by now. */
  expectedReceived?: Decimal | null | undefined;
}

export interface ReceiptReversal {
  purchaseOrderId: string;
  /** A line of the order may stand here several times, once for each lot. */
  lines: readonly ReversedLine[];
  reason: string;
}

export async function reversePurchaseReceipt(
  db: TenantDb,
  input: ReceiptReversal,
  createdBy: string,
): Promise<PurchaseOrder> {
  const { reason } = readAll({
    lines: () => assertLines(input.lines),
    reason: () => requiredText('reason', input.reason, MAX_LENGTH.description),
  });
  const order = await lockPurchaseOrder(db, input.purchaseOrderId);
  if (order.status === 'CLOSED' || order.status === 'CANCELED')
    throw conflict('Purchase order {number} is {status}: what came on it stays; adjust the stock instead', {
      number: order.number,
      status: order.status,
    });
  const lines = await purchaseOrderLines(db, [order.id]);
  const reversed = input.lines.map((line) => ({ ...line, quantity: negate(line.quantity) }));
  const linesLeft = lines.map((line) => received(line, reversed));
  for (const [at, line] of input.lines.entries()) assertReceived(line, lines, linesLeft, at);
  const items = await itemsOfLines(db, lines);
  const movements = reversed.map((line) => ({
    ...movementOf(order, lines, line),
    description: reason,
    isReversal: true,
  }));
  for (const [at, { itemId, lotNumber }] of movements.entries()) {
    const { sku, tracking_mode: mode } = items.get(itemId)!;
    if (mode !== 'NONE' && !lotNumber?.trim())
      throw badInput('{sku} is tracked by {mode}: {field} is needed', { field: `lines[${at}].lotNumber`, sku, mode });
  }
  const changed = await noteReceipt(db, order.id, linesLeft, statusAfterReceipt(linesLeft));
  await moveGoods(db, movements, { createdBy, items });
  return changed;
}

/** A reversed quantity counts as not received. */
function assertReceived(
  { lineId, quantity, expectedReceived }: ReversedLine,
  lines: readonly PurchaseOrderLine[],
  linesLeft: readonly PurchaseOrderLine[],
  at: number,
): void {
  const line = lines.find(({ id }) => id === lineId);
  if (!line) throw notFound('Purchase order line', `lines[${at}].lineId`);
  const { quantity_received: is } = line;
  if (expectedReceived != null && compare(expectedReceived, is) !== 0)
    throw conflict('Of the line {received} are received, not {expected}: it was received or reversed meanwhile', {
      received: is,
      expected: expectedReceived,
      field: `lines[${at}].expectedReceived`,
    });
  if (compare(linesLeft.find(({ id }) => id === lineId)!.quantity_received, '0') < 0)
    throw conflict('Of the line {received} are received: {quantity} cannot be taken back', {
      received: is,
      quantity,
      field: `lines[${at}].quantity`,
    });
}
