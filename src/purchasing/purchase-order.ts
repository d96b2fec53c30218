// A purchase order: what was ordered, what has come, and what status follows from that.
import { compare, isPositive, notNegative, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, readEach } from '../platform/errors.ts';
import type { PurchaseOrderStatus } from './tables.ts';

export interface ReceivedLine {
  quantity: Decimal;
  quantity_received: Decimal;
}

/** Goods may still come on an order in these statuses, and what is outstanding counts as incoming (answer 9). */
export function awaitsGoods(status: PurchaseOrderStatus): boolean {
  return status === 'OPEN' || status === 'PARTIALLY_RECEIVED';
}

/** More than was ordered may come; then nothing is outstanding. */
export function isOutstanding(line: ReceivedLine): boolean {
  return compare(line.quantity_received, line.quantity) < 0;
}

/** Allowed: what stands at the door is received, with a reason where one is told. */
export function isTooMuch(line: ReceivedLine): boolean {
  return compare(line.quantity_received, line.quantity) > 0;
}

/** Status of an order that is neither closed nor canceled. */
export function statusAfterReceipt(lines: readonly ReceivedLine[]): PurchaseOrderStatus {
  if (!lines.some(isOutstanding)) return 'RECEIVED';
  return lines.some((line) => isPositive(line.quantity_received)) ? 'PARTIALLY_RECEIVED' : 'OPEN';
}

const MOST_LINES = 1000;

/** Refuses what no document of purchasing may hold: no line at all, too many, a quantity or a cost that is none. */
export function assertLines(lines: readonly { quantity: Decimal; unitCost?: Decimal }[]): void {
  if (lines.length === 0) throw badInput('{field} must not be empty', { field: 'lines' });
  if (lines.length > MOST_LINES)
    throw badInput('{field} must be at most {most}, not {length}', {
      field: 'lines',
      most: MOST_LINES,
      length: lines.length,
    });
  readEach('lines', lines, ({ quantity, unitCost }) =>
    readAll({
      quantity: () => positive('quantity', quantity),
      unitCost: () => unitCost === undefined || notNegative('unitCost', unitCost),
    }),
  );
}
