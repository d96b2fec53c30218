// Value of a credit note on several lines of an invoice whose PAC rounds the sums alone: pure. The note is certified as its lines are
// counted together, so its nets are chosen together: those sums round to what is booked, and what is left can be credited to the cent too.
import {
  amountsOfLines,
  exactAmounts,
  lineAmounts,
  lineTotal,
  partOf,
  totalsOf,
  type LineAmounts,
  type LineOfDocument,
  type LineTerms,
  type Rounding,
  type Totals,
} from '../fiscal/money.ts';
import {
  add,
  compare,
  isPositive,
  lesser,
  multiply,
  negate,
  quotient,
  roundMoney,
  subtract,
  type Decimal,
} from '../platform/decimal.ts';
import { NOTHING, otherTaxOf, termsByDigits, termsOfNet, type CreditedLine } from './credit-amounts.ts';

/** How far the net of one line may lie from its share, in cents, so that the cents of all taxes add up. */
const REACH = 200;
/** The same of each of two lines. */
const REACH_OF_TWO = 20;
const TAXES = ['isc', 'tax'] as const;
const SUMS = ['net', ...TAXES] as const;
/** Parts that note and rest have to come to together; their nets do anyway. */
const PARTS = [...TAXES, 'whole'] as const;

type Sums = Record<(typeof SUMS)[number], Decimal>;

/** Units of each line and their nets in cents: in the note, or in what is left after it. */
interface Side {
  units: readonly Decimal[];
  nets: readonly Decimal[];
}

type Part = LineAmounts & { line: LineTerms & { charged: Pick<LineAmounts, 'net'> }; quantity: Decimal };

/** Prices that tell the lines of a note: their own (null), or those whose net lies so far from the one in cents. */
type Way = Decimal | null;

/** The plainest first. Beside the cent, all of it together may be rounded otherwise than its parts. */
function waysOf(lines: number): Way[] {
  const beside = quotient('0.004', String(lines), 6);
  return [null, '0', negate(beside), beside];
}

/** Terms of the lines of a note that come to its amounts. */
export function termsOfNote(parts: readonly Part[], total: Decimal): LineTerms[] {
  const termsByWay = waysOf(parts.length).map((way) => parts.map((part) => termsOfPart(part.line, part, way)));
  const sums = ({ subtotal, isc, tax, total: whole }: Totals) => [subtotal, isc, tax, whole].join();
  const booked = sums({ ...totalsOf(parts), total });
  return termsByWay.find((terms) => sums(totalsOf(amountsOfLines(terms, 'document'))) === booked) ?? termsByWay[1]!;
}

function termsOfPart(
  line: Part['line'],
  part: { quantity: Decimal; net: Decimal; otherTax: Decimal },
  way: Way,
): LineTerms {
  const isWhole = compare(part.quantity, line.quantity) === 0 && compare(part.net, line.charged.net) === 0;
  const { quantity, otherTax } = part;
  if (way !== null) {
    const net = add(part.net, way);
    return termsByDigits({ ...line, quantity, otherTax }, isPositive(net) ? net : part.net);
  }
  return isWhole ? { ...line, otherTax } : termsOfNet(line, part);
}

/** `quantities`: of each line, 0 where the note leaves it out. `left`: total of the invoice that is not credited yet. */
export function creditTogether(
  lines: readonly CreditedLine[],
  quantities: readonly Decimal[],
  left: Decimal,
): LineOfDocument[] {
  const units = lines.map(({ quantity, quantityCredited }) => subtract(quantity, quantityCredited));
  const after = units.map((count, index) => subtract(count, quantities[index]!));
  const [note, rest] = fairSplit(lines, { quantities, units, after });
  const sumLeft = (part: 'isc' | 'tax' | 'otherTax') =>
    add('0', ...lines.map((line) => subtract(line.charged[part], line.credited[part])));
  const due = { isc: sumLeft('isc'), tax: sumLeft('tax'), whole: subtract(left, sumLeft('otherTax')) };
  const exact = counter(lines);
  const sides = [note, rest].map((side) => {
    const ways = waysOf(side.units.filter(isPositive).length || 1);
    return { ...side, net: add('0', ...side.nets), ways: ways.map((way) => ({ way, fair: exact.sum(side, way) })) };
  });
  /** Sums of a side after the moves, by each way in which its net rounds to what is booked. */
  const sumsAfter = (at: 0 | 1, moves: readonly Move[]) => {
    const { units: of, nets, net, ways } = sides[at]!;
    const signed = moves.map((one) => ({ ...one, by: at === 0 ? one.by : negate(one.by) }));
    const changes = [...Map.groupBy(signed, ({ index, other }) => (at === 0 ? index : other))];
    const booked = add(net, ...signed.map(({ by }) => by));
    return ways.flatMap(({ way, fair }) => {
      const parts = changes.map(([index, group]) => {
        const after = add(nets[index]!, ...group.map(({ by }) => by));
        return [nets[index]!, after].map((one) => exact.of(index, of[index]!, one, way));
      });
      const sums = eachSum((name) => add(fair[name], ...parts.map(([was, now]) => subtract(now![name], was![name]))));
      return roundMoney(sums.net) === booked ? [{ way, sums }] : [];
    });
  };
  for (const moves of movesNear(lines, note, rest)) {
    const inRest = sumsAfter(1, moves);
    const right = sumsAfter(0, moves).find((one) =>
      inRest.some((other) =>
        PARTS.every((part) => add(rounded(one.sums, part), rounded(other.sums, part)) === due[part]),
      ),
    );
    if (!right) continue;
    const nets = note.nets.map((net, at) =>
      add(net, ...moves.filter(({ index }) => index === at).map((one) => one.by)),
    );
    return amountsOf(lines, { units: quantities, nets }, { units, exact, way: right.way });
  }
  return amountsOf(lines, note, { units, exact, way: '0' });
}

/**
 * The last note of an invoice comes to the total that is left, though documents before it followed another rule of rounding: nets are moved
 * by as many cents as it takes, the largest first. As they are where no such nets are found.
 */
export function comeTo(left: Decimal, parts: readonly (Part & LineOfDocument)[], rounding: Rounding): LineOfDocument[] {
  const counted = rounding === 'line' ? lineAmounts : exactAmounts;
  const byNet = parts.toSorted((one, other) => compare(other.net, one.net));
  for (const way of rounding === 'line' ? ['0'] : waysOf(parts.length).slice(1)) {
    const nets = new Map(parts.map((part) => [part, part.net]));
    const termsNow = (part: Part) => termsOfPart(part.line, { ...part, net: nets.get(part)! }, way);
    const whole = (part: Part) => lineTotal(counted(termsNow(part)));
    let total = add('0', ...parts.map(whole));
    for (const part of [...byNet, ...byNet]) {
      const before = whole(part);
      const short = subtract(left, roundMoney(total));
      const net = add(nets.get(part)!, quotient(short, withTaxes(part.line), 2));
      nets.set(part, isPositive(net) ? net : lesser(part.net, '0.01'));
      total = add(total, subtract(whole(part), before));
    }
    if (roundMoney(total) === left) return amountsOfLines(parts.map(termsNow), rounding);
  }
  return [...parts];
}

const withTaxes = ({ taxRate, iscRate = '0' }: LineTerms): Decimal => add('1', multiply(add(taxRate, iscRate), '0.01'));

const rounded = (sums: Sums, part: keyof Sums | 'whole'): Decimal =>
  roundMoney(part === 'whole' ? add(sums.net, sums.isc, sums.tax) : sums[part]);

/** Each line its share. Cents that lines without units have left over, or have too much, are the first open line's. */
function fairSplit(
  lines: readonly CreditedLine[],
  { quantities, units, after }: Record<'quantities' | 'units' | 'after', readonly Decimal[]>,
): [note: Side, rest: Side] {
  const nets = lines.map((line) => subtract(line.charged.net, line.credited.net));
  const open = units.findIndex(isPositive);
  for (const [index, count] of units.entries()) {
    if (isPositive(count)) continue;
    nets[open] = add(nets[open]!, nets[index]!);
    nets[index] = '0';
  }
  const inNote = nets.map((net, index) => {
    const quantity = quantities[index]!;
    if (!isPositive(quantity)) return '0';
    return isPositive(after[index]!) ? partOf(net, quantity, units[index]!) : net;
  });
  const inRest = nets.map((net, index) => subtract(net, inNote[index]!));
  return [
    { units: quantities, nets: inNote },
    { units: after, nets: inRest },
  ];
}

interface Move {
  /** Line of the note that takes the cents. */
  index: number;
  /** Line of the rest that gives them. */
  other: number;
  by: Decimal;
}

/** The nearest first: cents of one line of the note change place with what is left of it, or of the first line that has units left. */
function* movesNear(lines: readonly CreditedLine[], note: Side, rest: Side): Generator<readonly Move[]> {
  yield [];
  const first = rest.units.findIndex(isPositive);
  if (first === -1) return;
  const byNet = [...lines.keys()].toSorted((one, other) => compare(note.nets[one]!, note.nets[other]!));
  const inNote = byNet.filter((index) => isPositive(note.units[index]!));
  // Cents of lines with the same rates move the taxes alike: the line with the largest net stands for them.
  const movable = [...new Map(inNote.map((index) => [ratesOf(lines[index]!), index])).values()];
  const near = (cents: number): Move[] =>
    [String(cents), String(-cents)].flatMap((count) =>
      movable.flatMap((index) => {
        const move = {
          ...{ index, other: isPositive(rest.units[index]!) ? index : first },
          by: multiply(count, '0.01'),
        };
        const isRoom = isPositive(add(note.nets[index]!, move.by)) && compare(rest.nets[move.other]!, move.by) >= 0;
        return isRoom ? [move] : [];
      }),
    );
  for (let cents = 1; cents <= REACH; cents++) for (const move of near(cents)) yield [move];
  // Two taxes may want cents of two lines.
  const few = Array.from({ length: REACH_OF_TWO }, (_, index) => near(index + 1)).flat();
  for (const one of few)
    for (const other of few) if (one.index < other.index && hasRoom(rest, [one, other])) yield [one, other];
}

function hasRoom({ nets }: Side, moves: readonly [Move, Move]): boolean {
  const [{ other, by }, second] = moves;
  return other !== second.other || compare(nets[other]!, add(by, second.by)) >= 0;
}

const ratesOf = ({ taxRate, iscRate }: LineTerms): string => `${taxRate} ${iscRate}`;

const eachSum = (amount: (name: keyof Sums) => Decimal): Sums => ({
  net: amount('net'),
  isc: amount('isc'),
  tax: amount('tax'),
});

type Counter = ReturnType<typeof counter>;

/** Exact amounts as the PAC counts them from what is sent. */
function counter(lines: readonly CreditedLine[]) {
  const sumsByKey = new Map<string, Sums>();
  function of(index: number, quantity: Decimal, wanted: Decimal, way: Way): Sums {
    const key = `${index} ${quantity} ${wanted} ${way}`;
    return sumsByKey.getOrInsertComputed(key, () => counted(index, quantity, wanted, way));
  }
  function counted(index: number, quantity: Decimal, wanted: Decimal, way: Way): Sums {
    if (!isPositive(quantity)) return eachSum(() => '0');
    const terms = termsOfPart(lines[index]!, { quantity, net: wanted, otherTax: '0' }, way);
    return exactAmounts(terms);
  }
  function sum({ units, nets }: Side, way: Way): Sums {
    const parts = nets.map((net, index) => of(index, units[index]!, net, way));
    return eachSum((name) => add('0', ...parts.map((one) => one[name])));
  }
  return { of, sum };
}

/** Each line takes the cents by which the rounded sum of the taxes has grown. */
function amountsOf(
  lines: readonly CreditedLine[],
  { units: quantities, nets }: Side,
  { units, exact, way }: { units: readonly Decimal[]; exact: Counter; way: Way },
): LineOfDocument[] {
  let sums = eachSum(() => '0');
  return lines.map((line, index) => {
    const [quantity, net] = [quantities[index]!, nets[index]!];
    if (!isPositive(quantity)) return NOTHING;
    const counted = exact.of(index, quantity, net, way);
    const [before, after] = [sums, eachSum((name) => add(sums[name], counted[name]))];
    sums = after;
    const grown = (part: keyof Sums | 'whole') => subtract(rounded(after, part), rounded(before, part));
    const [isc, tax] = [grown('isc'), grown('tax')];
    const rounding = subtract(grown('whole'), add(net, isc, tax));
    return { net, isc, otherTax: otherTaxOf(line, quantity, units[index]!), tax, rounding };
  });
}
