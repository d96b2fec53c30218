// A sale: what its lines come to, how it is paid, and the requests that file it. Pure.
import { isCash, MOST_PARTS } from '../../../src/fiscal/payment-methods.ts';
import { retentionOf } from '../../../src/fiscal/retention.ts';
import {
  amountsOfLines,
  lineAmounts,
  percentOf,
  spreadDiscount,
  totalsOf,
  type Rounding,
  type Totals,
} from '../../../src/fiscal/money.ts';
import type {
  CounterClientsAnswer,
  CounterItemsAnswer,
  CounterPricesAnswer,
  CreateClientInput,
  CreateOrderInput,
  GenerationMode,
  PaymentPartInput,
  PaymentTermsInput,
} from '../api/answers.ts';
import { serviceNow } from '../clock.ts';
import {
  add,
  compare,
  isPositive,
  multiply,
  readDecimal,
  roundMoney,
  roundPrice,
  subtract,
} from '../format/decimal.ts';

type CounterItem = CounterItemsAnswer['items']['records'][number];
type CounterClient = CounterClientsAnswer['clients']['records'][number];
export type SoldItem = Omit<CounterItem, 'inventory' | 'archivedAt'> & {
  /** Left out in the lines of an order that is changed, which do not ask so deep. */
  inventory: Partial<CounterItem['inventory']>;
};

export interface DraftLine<Item extends SoldItem = SoldItem> {
  key: number;
  item: Item;
  /** Left out: the item's own. */
  unit?: string | undefined;
  quantity: string;
  /** Left out: what the client's list or the item says. */
  price?: string | undefined;
  /** Per unit. */
  discount?: string;
}

/** Prices of a list by item and unit. */
export type Prices = Readonly<Record<string, string>>;
const priceKey = (itemId: string, unit: string): string => `${itemId} ${unit}`;

export const pricesOf = (records: CounterPricesAnswer['listPrices']['records']): Prices =>
  Object.fromEntries(records.map(({ item, unit, price }) => [priceKey(item.id, unit), price]));

export const withoutPrices = (prices: Prices = {}, itemIds: readonly string[]): Prices =>
  Object.fromEntries(Object.entries(prices).filter(([key]) => !itemIds.includes(key.split(' ')[0]!)));

/** Price of one unit of `unit`: the list goes first, then the unit's own price, else by the factor. */
export function priceOf(item: SoldItem, unit = item.unit, prices: Prices = {}): string {
  const listed = prices[priceKey(item.id, unit)];
  const found = item.units.find((one) => one.unit === unit);
  if (listed !== undefined || !found) return listed ?? item.unitPrice;
  const ofOne = prices[priceKey(item.id, item.unit)];
  if (ofOne === undefined && found.price !== null) return found.price;
  return roundPrice(multiply(ofOne ?? item.unitPrice, found.factor));
}

/** With two digits behind the point at least, as the amounts above and below it. */
export function withCents(price: string): string {
  const [whole, digits = ''] = price.split('.');
  return `${whole}.${digits.padEnd(2, '0')}`;
}

/** Typed price, else the client's price. */
export const priceTold = ({ item, unit, price }: DraftLine, prices?: Prices): string =>
  price ?? withCents(priceOf(item, unit, prices));

/** Typed numbers of a line; undefined where one of them is invalid. */
export function readLine(line: DraftLine, prices?: Prices) {
  const read = [line.quantity, priceTold(line, prices), line.discount || '0'].map(readDecimal);
  const [many, each, off] = read as [string, string, string];
  if (read.includes(undefined) || !isPositive(many) || compare(off, '0') < 0 || compare(off, each) > 0)
    return undefined;
  return { quantity: many, unitPrice: each, discount: off };
}

/** Lines that will do, each with its share of the discount of the sale. */
function soldLines(lines: readonly DraftLine[], discount: string, prices?: Prices) {
  const read = lines.flatMap((line) => {
    const terms = readLine(line, prices);
    return terms ? [{ ...terms, item: line.item, unit: line.unit }] : [];
  });
  const spread = isPositive(discount) ? spreadDiscount(read, discount) : undefined;
  return read.map((line, index) => ({ ...line, discount: spread?.[index] ?? line.discount }));
}

/** As a receipt has them before the sale is filed: they come to its subtotal. */
export const receiptLines = ({ lines, discount }: Pick<Sale, 'lines' | 'discount'>) =>
  soldLines(lines, discount).map(({ item, unit = item.unit, ...terms }, id) => ({
    ...{ ...terms, id, unit, name: item.name },
    amount: lineAmounts({ ...terms, taxRate: '0' }).net,
  }));

/** Reason for which the service refuses the sale to a cashier, who gives `most` per cent off the prices of the catalog. */
export function refusedToCashier(lines: readonly DraftLine[], discount: string, prices: Prices, most: number) {
  const sold = soldLines(lines, discount, prices);
  if (sold.some(({ item, unit, unitPrice }) => compare(unitPrice, priceOf(item, unit, prices)) !== 0)) return 'price';
  const isMore = sold.some(
    (line) => compare(multiply(line.discount, '100'), multiply(line.unitPrice, String(most))) > 0,
  );
  return isMore ? 'discount' : undefined;
}

/** By the service's own rule; a line that will not do counts nothing, and so does a discount that cannot be spread. */
export function saleTotals(
  lines: readonly DraftLine[],
  discount = '0',
  prices?: Prices,
  rounding: Rounding = 'line',
): Totals {
  const terms = soldLines(lines, discount, prices).map(({ item: { taxRate, iscRate, otherTax }, ...line }) => {
    const one = { ...line, taxRate, iscRate };
    return { ...one, otherTax: otherTax ? percentOf(lineAmounts(one).net, otherTax.rate) : '0' };
  });
  return totalsOf(amountsOfLines(terms, rounding));
}

/** Discount per unit for a percentage of a line's price. */
export const percentOff = (price: string, percent: string): string =>
  roundPrice(multiply(price, multiply(percent, '0.01')));

/** An amount, or a part of what the lines come to: `10%`. Undefined where it is neither. */
export function readDiscount(typed: string, lines: readonly DraftLine[], prices?: Prices): string | undefined {
  if (typed.trim() === '') return '0';
  const [, percent] = /^([\d.,]+)\s*%$/.exec(typed.trim()) ?? [];
  const read = readDecimal(percent ?? typed);
  const { subtotal } = saleTotals(lines, '0', prices);
  const amount = read && (percent ? percentOf(subtotal, read) : roundMoney(read));
  return amount && compare(amount, '0') >= 0 && compare(amount, subtotal) <= 0 ? amount : undefined;
}

/** Amount that the client pays: the total less its retention. */
export function dueOf({ total, tax }: Totals, client: { retentionCode: string | null } | null): string {
  const code = client?.retentionCode;
  return code ? subtract(total, retentionOf(code, tax) ?? '0') : total;
}

/** How many parts may pay it: the DGI is told of each that paid already, and of what the client withholds, as one more. */
export const mostParts = (isWithheld: boolean, paid = 0): number => MOST_PARTS - paid - (isWithheld ? 1 : 0);

/** In B/., the largest first: change of B/. 100 and more is strange whatever was handed over. */
const NOTES = ['100', '50', '20', '10', '5', '1'];

export function paidBy(parts: readonly PaymentPartInput[], due: string) {
  const sum = (some: readonly PaymentPartInput[]): string => add('0', ...some.map(({ amount }) => amount));
  // Below zero: what is given back, of cash alone.
  const rest = subtract(due, sum(parts));
  const over = compare(rest, '0') < 0 ? subtract('0', rest) : '0';
  const cash = sum(parts.filter(({ method }) => isCash(method)));
  // More than is due without cash to give back of it.
  const isTooMuch = compare(over, cash) > 0;
  // The largest note that can be among the cash: who would get it back has no reason to hand it over.
  const note = NOTES.find((one) => compare(one, cash) <= 0);
  // More is given back than one hands over too much: a key too many.
  const isStrange = !isTooMuch && note !== undefined && compare(over, note) >= 0;
  return { rest, change: isTooMuch ? '0' : over, isTooMuch, isEnough: !isTooMuch && !isPositive(rest), isStrange };
}

/** A client that the service knows, or one that is made when the sale is filed. */
export interface SaleClient extends Omit<CounterClient, 'archivedAt' | 'id' | 'dv' | 'email'> {
  id: string | null;
  dv?: string | null;
  email?: string | null;
  /** Input that creates the client, where the service does not know it. */
  made?: CreateClientInput;
}

export interface Sale {
  /** Made when it was begun; the keys of its requests come from it. */
  id: string;
  /** Null: a walk-in client, who is not named. */
  client: SaleClient | null;
  lines: DraftLine[];
  discount: string;
  place: string | null;
  point: string | null;
  /** Session of the till in which it was sold. */
  tillSession?: string | undefined;
  parts: PaymentPartInput[];
  /** Cashier of the sale; another user may send it. */
  madeBy?: string | undefined;
  /** Fiscal wherever the company has a PAC. */
  mode: GenerationMode;
}

/** One for each request of the sale, the same however often it is sent. */
export const keyOf = (sale: Pick<Sale, 'id'>, request: 'client' | 'order' | 'invoice'): string =>
  `counter-${sale.id}-${request}`;

/** The longest of the choices for taking back. */
const LONGEST_UNDO_MS = 10_000;

/** Until when a sale can be taken back, in milliseconds; one of a clock that was ahead is over. */
export const overAt = ({ heldUntil }: { heldUntil: number }, now = serviceNow()): number =>
  heldUntil > now + LONGEST_UNDO_MS ? 0 : heldUntil;

/** Prices are those that were told at the counter; taxes are those of the day on which it is filed. */
export const orderOf = (sale: Sale, clientId: string, soldAt: string): CreateOrderInput => ({
  clientId,
  externalId: `counter-${sale.id}`,
  metadata: { soldAt, ...(sale.tillSession !== undefined && { tillSession: sale.tillSession }) },
  discount: sale.discount,
  billingPointId: sale.point,
  madeBy: sale.madeBy ?? null,
  lines: linesOf(sale.lines, sale.place),
});

export const linesOf = (lines: readonly DraftLine[], locationId: string | null): CreateOrderInput['lines'] =>
  lines.map((line) => ({ ...readLine(line)!, itemId: line.item.id, unit: line.unit ?? null, locationId }));

export const paymentOf = ({ parts }: Pick<Sale, 'parts'>): PaymentTermsInput => ({ payments: parts });
