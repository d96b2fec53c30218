// Cost of a purchase order's line, and its quantity still to come.
import { aboveZero, add, multiply, roundMoney, subtract } from '../format/decimal.ts';

export const costOf = (lines: readonly { quantity: string; unitCost: string }[]): string =>
  lines.reduce((sum, line) => add(sum, roundMoney(multiply(line.quantity, line.unitCost))), '0');

/** More may come than was ordered; then nothing is missing. */
export const missingOf = (line: { quantity: string; quantityReceived: string }): string =>
  aboveZero(subtract(line.quantity, line.quantityReceived));
