// The data of an export as callers give it, as it is stored, and as the PAC is told.
import { optionalText } from '../../catalog/index.ts';
import { foreignAmount, isCurrency, isDollar, type ExportData } from '../../fiscal/export.ts';
import { fractionDigits, positive, type Decimal } from '../../platform/decimal.ts';
import { badInput, readAll } from '../../platform/errors.ts';

export type ExportAsked = Pick<ExportData, 'incoterm' | 'currency'> & {
  exchangeRate?: Decimal | null | undefined;
  port?: string | null | undefined;
};

const MAX_PORT = 50;
const RATE_DIGITS = 6;

export function readExportData(input: ExportAsked | null | undefined): ExportData | null {
  if (!input) return null;
  const { incoterm, currency } = input;
  return {
    incoterm,
    ...readAll(
      {
        currency: () => readCurrency(currency),
        exchangeRate: () => readRate(currency, input.exchangeRate ?? null),
        port: () => optionalText('port', input.port, MAX_PORT),
      },
      'export',
    ),
  };
}

function readCurrency(currency: string): string {
  if (!isCurrency(currency)) throw badInput('{field} must be a code of ISO 4217, such as EUR', { field: 'currency' });
  return currency;
}

function readRate(currency: string, rate: Decimal | null): Decimal | null {
  const field = 'exchangeRate';
  if (isDollar(currency)) {
    if (rate !== null) throw badInput('{field} is for a currency other than the dollar', { field });
    return null;
  }
  if (rate === null) throw badInput('{field} is needed for the currency {currency}', { field, currency });
  if (fractionDigits(rate) > RATE_DIGITS)
    throw badInput('{field} must have at most {most} decimals', { field, most: RATE_DIGITS });
  return positive(field, rate);
}

export function payloadExportation(data: ExportData, total: Decimal) {
  const amount = foreignAmount(data, total);
  return {
    incoterm: data.incoterm,
    currency: data.currency,
    ...(amount === null ? {} : { exchangeRate: Number(data.exchangeRate), amount: Number(amount) }),
    ...(data.port === null ? {} : { port: data.port }),
  };
}

interface SentBefore {
  receiver?: unknown;
  information?: { destination?: 1 | 2 };
  exportation?: { incoterm: ExportData['incoterm']; currency: string; exchangeRate?: number; port?: string };
}

/** Data that a note takes over from the payload of its original document. */
export function originalOf(document: { cufe: string | null; pac_input: unknown }, issuedAt: Date) {
  const sent = (document.pac_input ?? {}) as SentBefore;
  return {
    cufe: document.cufe!,
    issuedAt,
    receiver: sent.receiver,
    destination: sent.information?.destination,
    exportData: sent.exportation ? exportDataOf(sent.exportation) : null,
  };
}

function exportDataOf({ incoterm, currency, exchangeRate, port }: NonNullable<SentBefore['exportation']>): ExportData {
  return {
    incoterm,
    currency,
    exchangeRate: exchangeRate === undefined ? null : String(exchangeRate),
    port: port ?? null,
  };
}
