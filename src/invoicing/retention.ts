// Retention of an invoice's ITBMS by its client: as requested, else the client's usual one. Pure.
import { isInCents } from '../fiscal/money.ts';
import { RETENTION_CODES, retentionOf } from '../fiscal/retention.ts';
import type { ReceiverType } from '../fiscal/receiver.ts';
import { compare, notNegative, plain, type Decimal } from '../platform/decimal.ts';
import { badInput, oneOf, readAll } from '../platform/errors.ts';

export interface AskedRetention {
  code?: string | null | undefined;
  /** Left out: by the percentage of the code. 0: nothing is withheld. */
  amount?: Decimal | null | undefined;
}

export interface Retention {
  code: string;
  amount: Decimal;
}

// The State withholds under this code, where it does.
const CODE_OF_THE_STATE = '2';

/** Null where nothing is withheld. */
export function retentionOn(
  tax: Decimal,
  client: { retention_code: string | null; receiver_type: ReceiverType },
  retention: AskedRetention | null | undefined,
): Retention | null {
  const usual = client.retention_code ?? (retention && client.receiver_type === 'GOBIERNO' ? CODE_OF_THE_STATE : null);
  const retentionCode = retention?.code ?? usual;
  if (retention?.amount === '0' || (retentionCode === null && retention?.amount == null)) return null;
  const { code, amount } = readAll({
    code: () => oneOf('retention.code', RETENTION_CODES, retentionCode ?? ''),
    amount: () => retention?.amount == null || inCentsUpTo(tax, retention.amount),
  });
  const withheld = amount === true ? retentionOf(code, tax) : amount;
  if (withheld === undefined)
    throw badInput('{field} is needed: code {code} has no percentage', { field: 'retention.amount', code });
  return withheld === '0' ? null : { code, amount: withheld };
}

function inCentsUpTo(tax: Decimal, amount: Decimal): Decimal {
  notNegative('retention.amount', amount);
  if (compare(amount, tax) > 0 || !isInCents(amount))
    throw badInput('{field} must be at most the ITBMS of {tax}, with at most 2 decimals', {
      field: 'retention.amount',
      tax,
    });
  return plain(amount);
}
