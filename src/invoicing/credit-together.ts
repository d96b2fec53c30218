// Value of a credit note on several lines of an invoice whose PAC rounds the sums alone: pure. The note is certified as its lines are
// counted together, so its nets are chosen together: those sums round to what is booked, and what is left can be credited to the cent too.
import { amountsOfLines, exactAmounts, partOf, type LineAmounts, type LineTerms } from '../fiscal/money.ts';
import { add, compare, isPositive, multiply, negate, roundMoney, subtract, type Decimal } from '../platform/decimal.ts';
import { otherTaxOf, termsByDigits, termsOfNet, type CreditedLine } from './credit-amounts.ts';

/** How far the net of one line may lie from its share, in cents, so that the cents of all taxes add up. */
const REACH = 200;
/** The same of each of two lines. */
const REACH_OF_TWO = 20;
const TAXES = ['isc', 'tax'] as const;
const SUMS = ['net', ...TAXES] as const;

interface Sums {
  net: Decimal;
  isc: Decimal;
  tax: Decimal;
}

/** Units of each line and their nets in cents: in the note, or in what is left after it. */
interface Side {
  units: readonly Decimal[];
  nets: readonly Decimal[];
}

type Part = LineAmounts & { line: LineTerms & { charged: Pick<LineAmounts, 'net'> }; quantity: Decimal };

/**
 * Terms of the lines of a note that come to its amounts. Lines keep their own prices, of which their cents were shared out, where the sums come
 * out so; else the exact net of each line is the one in cents.
 */
export function termsOfNote(parts: readonly Part[]): LineTerms[] {
  const [own, byNet] = [true, false].map((keepsPrices) =>
    parts.map((part) => termsOfPart(part.line, part, keepsPrices)),
  );
  const sum = (amounts: readonly Sums[]) => SUMS.map((name) => add('0', ...amounts.map((one) => one[name]))).join();
  return sum(amountsOfLines(own!, 'document')) === sum(parts) ? own! : byNet!;
}

function termsOfPart(
  line: Part['line'],
  part: { quantity: Decimal; net: Decimal; otherTax: Decimal },
  keepsPrices: boolean,
): LineTerms {
  const isWhole = compare(part.quantity, line.quantity) === 0 && compare(part.net, line.charged.net) === 0;
  const { quantity, otherTax } = part;
  if (!keepsPrices) return termsByDigits({ ...line, quantity, otherTax }, part.net);
  return isWhole ? { ...line, otherTax } : termsOfNet(line, part);
}

/** `quantities`: of each line, 0 where the note leaves it out. */
export function creditTogether(lines: readonly CreditedLine[], quantities: readonly Decimal[]): LineAmounts[] {
  const units = lines.map(({ quantity, quantityCredited }) => subtract(quantity, quantityCredited));
  const after = units.map((count, index) => subtract(count, quantities[index]!));
  const [note, rest] = fairSplit(lines, { quantities, units, after });
  const left = (part: keyof Sums) =>
    add('0', ...lines.map((line) => subtract(line.charged[part], line.credited[part])));
  const due = { isc: left('isc'), tax: left('tax') };
  const exact = counter(lines);
  const fairSums = [note, rest].map((side) => [true, false].map((own) => exact.sum(side, own)));
  const moved = (side: 0 | 1, own: boolean, moves: readonly Move[]): Sums => {
    const { units: of, nets } = [note, rest][side]!;
    const changes = Map.groupBy(moves, ({ index, other }) => (side === 0 ? index : other));
    const parts = [...changes].map(([index, group]) => {
      const by = add('0', ...group.map((one) => (side === 0 ? one.by : negate(one.by))));
      return [nets[index]!, add(nets[index]!, by)].map((net) => exact.of(index, of[index]!, net, own));
    });
    const fair = fairSums[side]![own ? 0 : 1]!;
    return eachSum((name) => add(fair[name], ...parts.map(([was, now]) => subtract(now![name], was![name]))));
  };
  const [noteNet, restNet] = [note, rest].map(({ nets }) => add('0', ...nets)) as [Decimal, Decimal];
  for (const moves of movesNear(lines, note, rest)) {
    const by = add('0', ...moves.map((one) => one.by));
    // Both ways to tell a side, where its net rounds to what is booked.
    const told = ([side, net]: readonly [0 | 1, Decimal]) =>
      [true, false]
        .map((own) => ({ own, sums: moved(side, own, moves) }))
        .filter(({ sums }) => roundMoney(sums.net) === net);
    const [inNote, inRest] = [told([0, add(noteNet, by)]), told([1, subtract(restNet, by)])];
    const right = inNote.find((one) =>
      inRest.some((other) =>
        TAXES.every((tax) => add(roundMoney(one.sums[tax]), roundMoney(other.sums[tax])) === due[tax]),
      ),
    );
    if (!right) continue;
    const nets = note.nets.map((net, at) =>
      add(net, ...moves.filter(({ index }) => index === at).map((one) => one.by)),
    );
    return amountsOf(lines, { units: quantities, nets }, { units, exact, own: right.own });
  }
  return amountsOf(lines, note, { units, exact, own: false });
}

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
  const known = new Map<string, Sums>();
  function of(index: number, quantity: Decimal, wanted: Decimal, own: boolean): Sums {
    const key = `${index} ${quantity} ${wanted} ${own}`;
    const found = known.get(key) ?? counted(index, quantity, wanted, own);
    known.set(key, found);
    return found;
  }
  function counted(index: number, quantity: Decimal, wanted: Decimal, own: boolean): Sums {
    if (!isPositive(quantity)) return eachSum(() => '0');
    const terms = termsOfPart(lines[index]!, { quantity, net: wanted, otherTax: '0' }, own);
    const { net, isc, tax } = exactAmounts({ ...terms, quantity });
    return { net, isc, tax };
  }
  function sum({ units, nets }: Side, own: boolean): Sums {
    const parts = nets.map((net, index) => of(index, units[index]!, net, own));
    return eachSum((name) => add('0', ...parts.map((one) => one[name])));
  }
  return { of, sum };
}

/** Each line takes the cents by which the rounded sum of the taxes has grown. */
function amountsOf(
  lines: readonly CreditedLine[],
  { units: quantities, nets }: Side,
  { units, exact, own }: { units: readonly Decimal[]; exact: Counter; own: boolean },
): LineAmounts[] {
  const sums = { isc: '0', tax: '0' };
  return lines.map((line, index) => {
    const [quantity, net] = [quantities[index]!, nets[index]!];
    if (!isPositive(quantity)) return { net: '0', isc: '0', otherTax: '0', tax: '0' };
    const counted = exact.of(index, quantity, net, own);
    const grown = (tax: (typeof TAXES)[number]): Decimal => {
      const before = roundMoney(sums[tax]);
      sums[tax] = add(sums[tax], counted[tax]);
      return subtract(roundMoney(sums[tax]), before);
    };
    return { net, isc: grown('isc'), otherTax: otherTaxOf(line, quantity, units[index]!), tax: grown('tax') };
  });
}
