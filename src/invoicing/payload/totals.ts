// How a document is paid, as the PAC is told; what it comes to is the PAC's to compute.
import { paymentType, type PaymentMethod } from '../../fiscal/payment-methods.ts';
import { isPositive, subtract, type Decimal } from '../../platform/decimal.ts';
import { paidAtOnce, termsProblems, type PaymentTerms } from '../payment-terms.ts';
import type { Retention } from '../retention.ts';
import type { Refuse } from './refuse.ts';

interface Sums {
  total: Decimal;
  retention?: Retention | null;
  terms: PaymentTerms;
}

export function payloadTotals({ total, retention = null, terms }: Sums, refuse: Refuse) {
  const due = retention === null ? total : subtract(total, retention.amount);
  const problems = termsProblems(due, terms);
  for (const problem of problems) refuse(problem, 'payment');
  const { instalments } = terms;
  const atOnce = problems.length === 0 ? paidAtOnce(due, terms) : due;
  const isInTerms = instalments.length > 0;
  const isMixed = isInTerms && isPositive(atOnce);
  const onCredit = { ...paymentType('CREDIT'), amount: Number(subtract(due, atOnce)) };
  const now = terms.parts?.map(methodOf) ?? [methodOf({ method: terms.method, amount: atOnce })];
  return {
    paymentTime: isMixed ? 3 : isInTerms ? 2 : 1,
    paymentMethods: [
      ...(isMixed || !isInTerms ? now : []),
      ...(isInTerms ? [onCredit] : []),
      ...(retention === null ? [] : [withheld(retention)]),
    ],
    ...(isInTerms
      ? {
          installmentPayment: instalments.map(({ dueDate, amount }, index) => ({
            sequence: index + 1,
            dueDate: `${dueDate}T23:59:59-05:00`,
            amount: Number(amount),
          })),
        }
      : {}),
    ...(retention === null ? {} : { retention: { code: Number(retention.code), amount: Number(retention.amount) } }),
  };
}

function methodOf({ method, amount }: { method: PaymentMethod; amount: Decimal }) {
  return { ...paymentType(method), amount: Number(amount) };
}

/** The methods come to the total of the document, of which this is not paid to the issuer. */
function withheld({ amount }: Retention) {
  return { ...paymentType('OTHER'), amount: Number(amount), description: 'Retención de ITBMS' };
}
