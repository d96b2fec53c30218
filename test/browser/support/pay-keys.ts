// A second account of the counter's payment dialog: what keys come to, in whole cents, by a model that shares nothing with the page.

/** By the key that chooses it. */
export const METHOD_KEYS: Readonly<Record<string, string>> = {
  E: 'CASH',
  D: 'DEBIT_CARD',
  T: 'CREDIT_CARD',
  Y: 'YAPPY',
  A: 'ACH',
  B: 'BANK_TRANSFER',
  C: 'CHEQUE',
  U: 'POINT_OF_SALE',
  P: 'CREDIT',
  V: 'GIFT_VOUCHER',
  N: 'RETURN_VOUCHER',
  L: 'LOYALTY_CARD',
  O: 'OTHER',
};

type FieldName = 'amount' | 'days' | 'reference';
type Stop = FieldName | 'remove' | 'cancel' | 'submit';

interface Part extends Record<FieldName, string> {
  /** The key of its method. */
  method: string;
}

export interface Till {
  due: number;
  parts: Part[];
  at: { part: number; stop: Stop };
  /** The next key replaces the whole field. */
  isSelected: boolean;
  /** Only a client with a name can owe. */
  isNamed: boolean;
  /** The cashier was asked about the change, and has typed nothing since. */
  isAsked: boolean;
  end?: 'paid' | 'canceled';
}

const written = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
/** Without zeros that say nothing, as the page writes an amount into a field. */
const short = (cents: number): string => written(cents).replace(/\.?0+$/, '');

export const tillOf = (due: number, isNamed: boolean): Till => ({
  due,
  isNamed,
  parts: [{ method: 'E', amount: short(due), days: '30', reference: '' }],
  at: { part: 0, stop: 'amount' },
  isSelected: true,
  isAsked: false,
});

/**
 * Cents of an amount as Panama writes it: a comma before three digits parts thousands, any other single mark begins the cents.
 * Undefined where it is no amount above zero in whole cents.
 */
export function centsOf(typed: string): number | undefined {
  if (!/^[\d.,]+$/.test(typed)) return undefined;
  const marks = [...typed.matchAll(/[.,]/g)].map(([mark]) => mark);
  const pieces = typed.split(/[.,]/);
  const [first = '', second = ''] = pieces;
  const canGroup = /^[1-9]\d{0,2}$/.test(first);
  const isFraction = marks.length === 1 && !(marks[0] === ',' && second.length === 3 && canGroup);
  const hasCents = isFraction || (marks.length > 1 && marks.at(-1) !== marks[0]);
  const cents = hasCents ? pieces.pop()! : '00';
  const groups = pieces.slice(1);
  if (groups.length > 0 && !(canGroup && groups.every((group) => group.length === 3))) return undefined;
  if (new Set(marks.slice(0, groups.length)).size > 1 || !/^\d{1,2}0*$/.test(cents)) return undefined;
  const value = Number(pieces.join('')) * 100 + Number(cents.padEnd(2, '0').slice(0, 2));
  return value > 0 ? value : undefined;
}

/** Cents of each part; undefined where one of them cannot be read. */
function read({ parts }: Till): number[] | undefined {
  const cents = parts.map(({ method, amount, days }) =>
    method === 'P' && !/^\d{1,4}$/.test(days) ? undefined : centsOf(amount),
  );
  return cents.includes(undefined) ? undefined : (cents as number[]);
}

interface Count {
  missing: number;
  /** Beyond what is due, of which only cash is given back. */
  over: number;
  isTooMuch: boolean;
  isStrange: boolean;
}

export function count(till: Till): Count | undefined {
  const cents = read(till);
  if (!cents) return undefined;
  let [sum, cash] = [0, 0];
  for (const [index, amount] of cents.entries()) {
    sum += amount;
    if (till.parts[index]!.method === 'E') cash += amount;
  }
  const over = Math.max(0, sum - till.due);
  const isTooMuch = over > cash;
  // A note that comes back is not handed over: the largest that can be among the cash is more than the change.
  const note = [10_000, 5000, 2000, 1000, 500, 100].find((one) => one <= cash);
  return { missing: Math.max(0, till.due - sum), over, isTooMuch, isStrange: note !== undefined && over >= note };
}

/** The DGI's form has room for ten, and so has the dialog. */
const isFull = (till: Till): boolean => till.parts.length === 10 && (count(till)?.missing ?? 0) > 0;

const lacksDebtor = ({ parts, isNamed }: Till): boolean => !isNamed && parts.some(({ method }) => method === 'P');

/** Payment that leaves with the sale. */
export function paymentOf(till: Till): object[] {
  return till.parts.map(({ method, amount, days, reference }) => ({
    method: METHOD_KEYS[method],
    cents: centsOf(amount),
    ...(method === 'P' && { days: Number(days) }),
    reference: 'EP'.includes(method) ? null : reference || null,
  }));
}

/** As the page shows it: fields, where the keys go, the sum below and the button. */
export function shown(till: Till): string {
  const lack = [
    ...(lacksDebtor(till) ? ['crédito necesita un cliente'] : []),
    ...(isFull(till) ? ['10 formas de pago como máximo'] : []),
  ];
  const parts = till.parts.map(
    (part) =>
      `${part.method}(${fieldsOf(part)
        .map((name) => part[name])
        .join(',')})`,
  );
  const { part, stop } = till.at;
  const place = stop === 'cancel' || stop === 'submit' ? stop : `${part}.${stopsOf(till, part).indexOf(stop)}`;
  const counted = count(till);
  if (!counted)
    return [...parts, place, 'No se puede leer un monto o un plazo', 'Pagar el resto de otra forma', ...lack].join(' ');
  const { missing, over, isTooMuch } = counted;
  const sum = isTooMuch
    ? `De más; solo el efectivo da vuelto ${over}`
    : missing
      ? `Falta ${missing}`
      : `Vuelto ${over}`;
  const done = till.isAsked ? `Dar ${over} de vuelto` : 'Cobrar';
  return [...parts, place, sum, isTooMuch || missing ? 'Pagar el resto de otra forma' : done, ...lack].join(' ');
}

function fieldsOf({ method }: Part): FieldName[] {
  return method === 'E' ? ['amount'] : ['amount', method === 'P' ? 'days' : 'reference'];
}

function stopsOf({ parts }: Till, part: number): Stop[] {
  return [...fieldsOf(parts[part]!), ...(parts.length > 1 ? (['remove'] as const) : [])];
}

export function press(till: Till, key: string): void {
  const { part, stop } = till.at;
  const isField = stop === 'amount' || stop === 'days' || stop === 'reference';
  if (key === 'Escape') till.end = 'canceled';
  else if (key === 'Tab') till.at = next(till);
  else if (key === 'Enter') enter(till);
  else if (stop === 'amount' && key.toUpperCase() in METHOD_KEYS) {
    till.parts[part]!.method = key.toUpperCase();
    till.isAsked = false;
  } else if (isField && (key === 'Backspace' || key.length === 1)) {
    const before = till.parts[part]![stop];
    const kept = till.isSelected ? '' : key === 'Backspace' ? before.slice(0, -1) : before;
    const after = kept + (key === 'Backspace' ? '' : key);
    till.parts[part]![stop] = after;
    till.isSelected = false;
    if (after !== before) till.isAsked = false;
  }
  if (key === 'Tab') till.isSelected = true;
}

function next(till: Till): Till['at'] {
  const { part, stop } = till.at;
  if (stop === 'cancel') return { part, stop: 'submit' };
  const stops = stopsOf(till, part);
  const after = stops[stops.indexOf(stop) + 1];
  if (after) return { part, stop: after };
  return part + 1 < till.parts.length ? { part: part + 1, stop: 'amount' } : { part, stop: 'cancel' };
}

function enter(till: Till): void {
  const { part, stop } = till.at;
  if (stop === 'cancel') till.end = 'canceled';
  else if (stop === 'remove') {
    till.parts.splice(part, 1);
    beginLast(till);
  } else pay(till);
}

function pay(till: Till): void {
  const counted = count(till);
  if (!counted || counted.isTooMuch || lacksDebtor(till) || isFull(till)) return;
  if (counted.missing > 0) {
    till.parts.push({ method: 'D', amount: short(counted.missing), days: '30', reference: '' });
    beginLast(till);
  } else if (counted.isStrange && !till.isAsked) till.isAsked = true;
  else till.end = 'paid';
}

function beginLast(till: Till): void {
  till.at = { part: till.parts.length - 1, stop: 'amount' };
  till.isSelected = true;
  till.isAsked = false;
}

/** Keys as likely as at a till: notes and the exact sum more than anything, mistakes now and then. */
export function nextKeys(till: Till, chance: (most: number) => number): string[] {
  const oneOf = <T>(some: readonly T[]): T => some[chance(some.length)]!;
  // Behind the last button the browser's own controls begin.
  const tab = till.at.stop === 'submit' ? 'Enter' : 'Tab';
  const some = 1 + chance(till.due + 500);
  const typed = [oneOf(['1', '5', '10', '20', '20', '50', '100', '1000']), short(till.due), written(some), short(some)];
  return oneOf([
    ...typed.map((text) => text.split('')),
    typed[0]!.split(''),
    [String(chance(10))],
    [String(chance(10))],
    [oneOf([',', '.'])],
    oneOf(['1,234', '1.50', ',5', '12,5', '0,123']).split(''),
    ['Backspace'],
    ...Array.from({ length: 4 }, () => ['Enter']),
    ...Array.from({ length: 4 }, () => [oneOf(Object.keys(METHOD_KEYS)).toLowerCase()]),
    ['e'],
    [tab],
    [tab],
    [oneOf(['F2', 'F4', 'F8', 'F9', 'x', tab])],
  ]);
}
