// Who pays when: over the counter at once, on terms around the due day, some with a deposit, some late, some not at all.
import type { PastPayment } from '../invoicing/index.ts';
import type { PaymentMethod } from '../invoicing/tables.ts';
import { add, compare, isPositive, multiply, roundMoney, subtract, type Decimal } from '../platform/decimal.ts';
import { lineAmounts, totalsOf } from '../sales/index.ts';
import { daysAfter, instantOf } from './calendar.ts';
import { inUnits } from './shelf.ts';
import type { Sale, World } from './world.ts';

// How much of what is paid at the counter is paid in which way.
const AT_THE_COUNTER: readonly [method: PaymentMethod, share: number][] = [
  ['CASH', 45],
  ['DEBIT_CARD', 25],
  ['CREDIT_CARD', 20],
  ['BANK_TRANSFER', 10],
];

/** Nobody has paid later than now. */
export function paymentsOf(world: World, sale: Sale): PastPayment[] {
  const { random, now } = world;
  const { total, credited } = amountsOf(sale);
  const owed = subtract(total, credited);
  if (!isPositive(owed)) return [];
  if (sale.client.termDays === 0) {
    const [method] = random.weighted(AT_THE_COUNTER, ([, share]) => share);
    const reference = method === 'CASH' ? null : referenceOf(world, method);
    return [{ amount: owed, method, reference, paidAt: sale.at }];
  }
  const isLate = sale.client.paysLate ?? false;
  if (random.chance(isLate ? 0.12 : 0.02)) return [];
  const delay = isLate ? random.between(3, 30) : random.between(-6, 2);
  const paidAt = payTime(world, daysAfter(sale.day, sale.client.termDays + delay));
  const parts = random.chance(0.15)
    ? inTwo(owed, payTime(world, daysAfter(sale.day, random.between(1, 3))), paidAt)
    : [{ amount: random.chance(0.01) ? roundedUp(owed) : owed, paidAt }];
  return parts
    .filter(({ paidAt }) => paidAt <= now)
    .map((part) => {
      const method = random.chance(0.8) ? ('BANK_TRANSFER' as const) : ('OTHER' as const);
      return { ...part, method, reference: referenceOf(world, method) };
    });
}

function amountsOf(sale: Sale): { total: Decimal; credited: Decimal } {
  const applied = sale.refund?.isApplied ? sale.refund.lines : [];
  return {
    total: totalOf(sale.lines),
    credited: totalOf(applied.map(({ line, quantity }) => ({ ...line, quantity }))),
  };
}

function totalOf(lines: readonly Pick<Sale['lines'][number], 'item' | 'quantity'>[]): Decimal {
  return totalsOf(
    lines.map(({ item, quantity }) =>
      lineAmounts({ quantity: inUnits(quantity), unitPrice: item.price, taxRate: item.taxRate }),
    ),
  ).total;
}

function payTime(world: World, day: string): Date {
  return instantOf(day, world.random.between(9 * 60, 16 * 60));
}

/** A deposit, and the rest when all others pay. */
function inTwo(owed: Decimal, first: Date, second: Date): { amount: Decimal; paidAt: Date }[] {
  const half = roundMoney(multiply(owed, '0.5'));
  return [
    { amount: half, paidAt: first },
    { amount: subtract(owed, half), paidAt: second },
  ].filter(({ amount }) => isPositive(amount));
}

/** To the next ten: somebody pays a round sum, and more than is owed. */
function roundedUp(owed: Decimal): Decimal {
  const tens = multiply(roundMoney(multiply(owed, '0.001')), '1000');
  return compare(tens, owed) > 0 ? tens : add(tens, '10');
}

function referenceOf(world: World, method: PaymentMethod): string {
  const digits = String(world.random.between(100_000, 999_999));
  if (method === 'BANK_TRANSFER') return `ACH ${digits}`;
  return method === 'OTHER' ? `Cheque ${digits.slice(0, 4)}` : `Voucher ${digits}`;
}
