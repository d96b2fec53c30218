// A line of a document, as the PAC is told.
import { ITBMS_RATES } from '../../fiscal/itbms.ts';
import { toldIsc, type LineTerms, type Rounding } from '../../fiscal/money.ts';
import type { ReceiverType } from '../../fiscal/receiver.ts';
import { sentence } from '../../platform/errors.ts';
import { cut } from '../../platform/printable.ts';
import type { Refuse } from './refuse.ts';

export interface PayloadLine extends LineTerms {
  description: string;
  /** Null for what is no item. */
  sku: string | null;
  unit: string;
  cpbs: string | null;
  otherTaxCode?: string | null | undefined;
}

export function payloadItem(
  line: PayloadLine,
  index: number,
  { receiverType, rounding }: { receiverType: ReceiverType; rounding: Rounding },
  refuse: Refuse,
) {
  const rate = ITBMS_RATES.find(({ percent }) => percent === line.taxRate)?.code;
  if (rate === undefined)
    refuse(sentence('ITBMS has no rate of {rate} %', { rate: line.taxRate }), `lines[${index}].taxRate`);
  if (receiverType === 'GOBIERNO' && line.cpbs === null) {
    refuse(
      sentence('{sku} has no CPBS code, which each line for a government receiver needs', {
        sku: line.sku ?? line.description,
      }),
      `lines[${index}].cpbs`,
    );
  }
  return {
    number: String(index + 1).padStart(4, '0'),
    description: cut(line.description, 500),
    ...(line.sku === null ? {} : { code: cut(line.sku, 20) }),
    unit: line.unit,
    quantity: Number(line.quantity),
    prices: { transfer: Number(line.unitPrice), ...(isSome(line.discount) ? { discount: Number(line.discount) } : {}) },
    itbms: { rate },
    ...(isSome(line.iscRate) ? { isc: { rate: Number(line.iscRate), amount: Number(toldIsc(line, rounding)) } } : {}),
    ...(isSome(line.otherTax) ? { oti: [{ code: line.otherTaxCode, amount: Number(line.otherTax) }] } : {}),
    ...(line.cpbs === null ? {} : { cpbs: { code: line.cpbs, unit: line.unit } }),
  };
}

function isSome(amount: string | undefined): boolean {
  return amount !== undefined && amount !== '0';
}
