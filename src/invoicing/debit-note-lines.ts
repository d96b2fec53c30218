// Lines of a debit note as requested, completed from the invoice's line or the item that they name.
import { itemsById, requiredText, taxRate, type Item } from '../catalog/index.ts';
import { amountsOfLines, roundingOf, totalsOf, type LineAmounts } from '../fiscal/money.ts';
import {
  isPositive,
  isTooLarge,
  MAX_INTEGER_DIGITS,
  notNegative,
  positive,
  type Decimal,
} from '../platform/decimal.ts';
import { badInput, notFound, readAll, readEach } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { PayloadLine } from './payload/item.ts';
import { linesOfInvoices } from './records.ts';

export interface NewDebitLine {
  /** The line of the invoice for which more is charged. */
  invoiceLineId?: string | null | undefined;
  itemId?: string | null | undefined;
  /** Left out: what the invoice's line or the item is called. */
  description?: string | null | undefined;
  quantity: Decimal;
  unitPrice: Decimal;
  /** Left out: that of the invoice's line, or of the item. */
  taxRate?: Decimal | null | undefined;
}

interface DebitLine extends LineAmounts {
  invoiceLineId: string | null;
  item: Item | null;
  description: string;
  quantity: Decimal;
  unitPrice: Decimal;
  taxRate: Decimal;
}

export type PricedLines = Awaited<ReturnType<typeof priceDebitLines>>;

const MAX_LINES = 1000;
const MAX_DESCRIPTION = 500;

/** Refuses what no note may hold, before anything is read. */
export function assertDebitLines(lines: readonly NewDebitLine[]): void {
  if (lines.length === 0) throw badInput('{field} must name at least one line', { field: 'lines' });
  if (lines.length > MAX_LINES) throw badInput('{field} must be at most {most}', { field: 'lines', most: MAX_LINES });
  readEach('lines', lines, assertLine);
}

/** Lines that hold what they may; `invoiceId` null: of an invoice that is not here, whose lines cannot be named. */
export async function priceDebitLines(db: TenantDb, invoiceId: string | null, lines: readonly NewDebitLine[]) {
  const ofInvoice = new Map(
    (invoiceId === null ? [] : await linesOfInvoices(db, [invoiceId])).map((line) => [line.id, line]),
  );
  const named = lines.map(({ invoiceLineId }, index) => {
    const line = invoiceLineId == null ? undefined : ofInvoice.get(invoiceLineId);
    if (invoiceLineId != null && !line) throw notFound('Invoice line', `lines[${index}].invoiceLineId`);
    return line;
  });
  const itemIds = lines.map(({ itemId }, index) => named[index]?.item_id ?? itemId ?? null);
  const namedIds = itemIds.filter((id) => id !== null);
  const items = await itemsById(db, namedIds);
  const terms = readEach('lines', lines, (line, index) => {
    const item = itemIds[index] === null ? null : items.get(itemIds[index]!);
    if (item === undefined) throw notFound('Item', `lines[${index}].itemId`);
    const { description, rate } = readAll({
      description: () =>
        requiredText('description', line.description ?? named[index]?.description ?? item?.name ?? '', MAX_DESCRIPTION),
      rate: () => rateOf(line.taxRate ?? named[index]?.tax_rate ?? item?.tax_rate),
    });
    const { quantity, unitPrice } = line;
    return { ...{ invoiceLineId: line.invoiceLineId ?? null, item, description, quantity, unitPrice, taxRate: rate } };
  });
  const amounts = amountsOfLines(terms, roundingOf(db.tenant));
  const priced = terms.map((line, index): DebitLine => ({ ...line, ...amounts[index]! }));
  const totals = totalsOf(priced);
  if (!isPositive(totals.total)) throw badInput('{field} must come to more than 0', { field: 'lines' });
  if (isTooLarge(totals.total))
    throw badInput('The total of the note must have at most {most} digits before the point', {
      most: MAX_INTEGER_DIGITS,
    });
  return { lines: priced, totals };
}

function assertLine({ description, quantity, unitPrice, taxRate: rate }: NewDebitLine): void {
  readAll({
    description: () => description == null || requiredText('description', description, MAX_DESCRIPTION),
    quantity: () => positive('quantity', quantity),
    unitPrice: () => notNegative('unitPrice', unitPrice),
    taxRate: () => rate == null || taxRate(rate),
  });
}

function rateOf(rate: Decimal | undefined): Decimal {
  if (rate === undefined)
    throw badInput('{field} is needed for a line that names no item and no line of the invoice', { field: 'taxRate' });
  return rate;
}

export function payloadLines(lines: readonly DebitLine[]): PayloadLine[] {
  return lines.map(({ item, description, quantity, unitPrice, taxRate: rate }) => ({
    description,
    sku: item?.sku ?? null,
    unit: item?.unit ?? 'und',
    cpbs: item?.cpbs ?? null,
    quantity,
    unitPrice,
    taxRate: rate,
  }));
}
