// One line of a file of sales: what it says, or why it is no line of an invoice or a credit note. Pure.
import { MAX_LENGTH } from '../../catalog/index.ts';
import type { PastDocument } from '../write-past-documents.ts';
import { compare, negate, type Decimal } from '../../platform/decimal.ts';
import { parseWallTime, type WallTime } from './calendar.ts';

export const SALES_COLUMNS = {
  required: ['Invoice', 'StockCode', 'Description', 'Quantity', 'InvoiceDate', 'Price', 'CustomerID'],
} as const;

export type SalesCells = Record<(typeof SALES_COLUMNS.required)[number], string>;

export interface SalesEntry {
  kind: PastDocument['kind'];
  /** With our prefix: FAC- or NC-. */
  number: string;
  sku: string;
  description: string;
  /** Above 0, for a credit note too. */
  quantity: Decimal;
  price: Decimal;
  time: WallTime;
  /** As the file calls the client; empty when it does not. */
  client: string;
}

/** `decimal` reads a number in plain notation, or answers undefined. */
export function readSalesLine(
  cells: SalesCells,
  decimal: (text: string) => Decimal | undefined,
): SalesEntry | { reason: string } {
  const reason =
    unusable('Invoice', cells.Invoice, MAX_LENGTH.code) ??
    unusable('StockCode', cells.StockCode, MAX_LENGTH.sku) ??
    (cells.CustomerID === '' ? undefined : unusable('CustomerID', cells.CustomerID, MAX_LENGTH.name));
  if (reason !== undefined) return { reason };
  const quantity = decimal(cells.Quantity);
  if (quantity === undefined) return { reason: `Quantity ${quoted(cells.Quantity)} is no number` };
  if (quantity === '0') return { reason: 'Quantity is 0' };
  const price = decimal(cells.Price);
  if (price === undefined) return { reason: `Price ${quoted(cells.Price)} is no number` };
  if (compare(price, '0') < 0) return { reason: 'Price is below 0' };
  const time = parseWallTime(cells.InvoiceDate);
  if (time === undefined)
    return { reason: `InvoiceDate ${quoted(cells.InvoiceDate)} is no time like 2026-03-01 17:04:05` };

  const isCredit = /^c/i.test(cells.Invoice);
  const isNegative = quantity.startsWith('-');
  if (isNegative && !isCredit) return { reason: 'a negative quantity on an invoice is a write-off, not a sale' };
  if (!isNegative && isCredit) return { reason: 'a positive quantity on a credit note brings nothing back' };
  return {
    kind: isCredit ? 'CREDIT_NOTE' : 'INVOICE',
    number: `${isCredit ? 'NC' : 'FAC'}-${cells.Invoice}`,
    sku: cells.StockCode,
    description: storable(cells.Description),
    quantity: isCredit ? negate(quantity) : quantity,
    price,
    time,
    client: cells.CustomerID,
  };
}

function unusable(field: string, value: string, maxLength: number): string | undefined {
  if (value === '') return `${field} is missing`;
  return value.length > maxLength ? `${field} is longer than ${maxLength} characters` : undefined;
}

/** A description decides nothing, so one that is too long is kept in part. */
function storable(description: string): string {
  if (description.length <= MAX_LENGTH.description) return description;
  // The cut may go through a character of two halves.
  return description.slice(0, MAX_LENGTH.description).toWellFormed();
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
}
