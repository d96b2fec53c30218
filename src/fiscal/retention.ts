// ITBMS that a client withholds and pays to the tax authority itself, by the code of fiscal documents.
// Documented: The Factory HKA, method Enviar, Retencion (felwiki.thefactoryhka.com.pa). Percentages change by law.
import { percentOf } from './money.ts';
import type { Decimal } from '../platform/decimal.ts';

interface Retention {
  code: string;
  name: string;
  /** Percentage of the document's ITBMS; undefined: the amount is given. */
  percent?: string;
}

export const RETENTIONS: readonly Retention[] = [
  { code: '1', name: 'Pago por servicio profesional al Estado', percent: '100' },
  { code: '2', name: 'Pago por venta de bienes o servicios al Estado', percent: '50' },
  { code: '3', name: 'Pago o acreditación a no domiciliado', percent: '100' },
  { code: '4', name: 'Pago o acreditación por compra de bienes o servicios', percent: '50' },
  { code: '7', name: 'Pago a comercio afiliado a sistema de tarjetas', percent: '50' },
  { code: '8', name: 'Otros (disminución de la retención)' },
];

export const RETENTION_CODES: readonly string[] = RETENTIONS.map(({ code }) => code);

/** Codes by which a client may withhold on each invoice, without a given amount. */
export const USUAL_RETENTION_CODES: readonly string[] = RETENTIONS.filter(({ percent }) => percent !== undefined).map(
  ({ code }) => code,
);

/** Undefined for a code that has no percentage. */
export function retentionOf(code: string, tax: Decimal): Decimal | undefined {
  const percent = RETENTIONS.find((retention) => retention.code === code)?.percent;
  return percent === undefined ? undefined : percentOf(tax, percent);
}
