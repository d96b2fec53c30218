// Export data of a document: terms of delivery, currency, total in it, and port.
import { multiply, roundMoney, type Decimal } from '../platform/decimal.ts';

/** Incoterms 2020, and DAT of 2010. */
export const INCOTERMS = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'DAT'] as const;
export type Incoterm = (typeof INCOTERMS)[number];

export interface ExportData {
  incoterm: Incoterm;
  /** ISO 4217. */
  currency: string;
  /** Units of the currency for one balboa; null where that is the dollar. */
  exchangeRate: Decimal | null;
  port: string | null;
}

/** True for a currency at par with the balboa; a PAC refuses a rate beside it (The Factory HKA, code 201). */
export function isDollar(currency: string): boolean {
  return currency === 'USD';
}

export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code);
}

/** The document's total in the currency, to the cent: rate × total, as The Factory HKA counts montoMonedaExtranjera. Null for dollars. */
export function foreignAmount({ exchangeRate }: Pick<ExportData, 'exchangeRate'>, total: Decimal): Decimal | null {
  return exchangeRate === null ? null : roundMoney(multiply(total, exchangeRate));
}
