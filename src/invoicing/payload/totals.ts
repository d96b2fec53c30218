// How a document is paid, as the PAC is told; what it comes to is the PAC's to compute.
import { isPositive, subtract, type Decimal } from '../../platform/decimal.ts';
import { paidAtOnce, termsProblems, type PaymentTerms } from '../payment-terms.ts';
import type { PaymentMethod } from '../tables.ts';
import type { Refuse } from './refuse.ts';

const PAYMENT_CODES = {
  CREDIT: '01',
  CASH: '02',
  CREDIT_CARD: '03',
  DEBIT_CARD: '04',
  LOYALTY_CARD: '05',
  RETURN_VOUCHER: '06',
  GIFT_VOUCHER: '07',
  BANK_TRANSFER: '08',
  OTHER: '99',
} as const satisfies Record<PaymentMethod, string>;

interface Sums {
  total: Decimal;
  terms: PaymentTerms;
}

export function payloadTotals({ total, terms }: Sums, refuse: Refuse) {
  const problems = termsProblems(total, terms);
  for (const problem of problems) refuse(problem, 'payment');
  const { instalments } = terms;
  const atOnce = problems.length === 0 ? paidAtOnce(total, terms) : total;
  const isInTerms = instalments.length > 0;
  const isMixed = isInTerms && isPositive(atOnce);
  const onCredit = { type: PAYMENT_CODES.CREDIT, amount: Number(subtract(total, atOnce)) };
  const code = PAYMENT_CODES[terms.method];
  const now = { type: code, amount: Number(atOnce), ...(code === PAYMENT_CODES.OTHER ? { description: 'Otro' } : {}) };
  return {
    paymentTime: isMixed ? 3 : isInTerms ? 2 : 1,
    paymentMethods: isMixed ? [now, onCredit] : [isInTerms ? onCredit : now],
    ...(isInTerms
      ? {
          installmentPayment: instalments.map(({ dueDate, amount }, index) => ({
            sequence: index + 1,
            dueDate: `${dueDate}T23:59:59-05:00`,
            amount: Number(amount),
          })),
        }
      : {}),
  };
}
