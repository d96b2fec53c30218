// Parts of several lines, credited in any order to a PAC that rounds the sums alone: counted here in integers from what is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '../../test/support/dice.ts';
import { amountsOfLines, totalsOf, type LineAmounts, type LineTerms, type Rounding } from '../fiscal/money.ts';
import { add, subtract } from '../platform/decimal.ts';
import { NOTHING, creditAmounts, termsOfNet } from './credit-amounts.ts';
import { comeTo, creditTogether, termsOfNote } from './credit-together.ts';

const PARTS = ['net', 'isc', 'tax'] as const;

const millionths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(6, '0'));
};
const cents = (amount: string): bigint => BigInt(Math.round(Number(amount) * 100));
const half = (amount: bigint, unit: bigint): bigint => (2n * amount + unit) / (2n * unit);

/** Cents of net, ISC, ITBMS and all of it, which is rounded once too. */
function certified(lines: readonly LineTerms[]): bigint[] {
  let [net, isc, tax] = [0n, 0n, 0n];
  for (const { quantity, unitPrice, discount = '0', iscRate = '0', taxRate } of lines) {
    // A line has six digits.
    const exact = half(millionths(quantity) * (millionths(unitPrice) - millionths(discount)), 10n ** 6n);
    net += exact;
    isc += half(exact * millionths(iscRate), 10n ** 8n);
    tax += half(exact * millionths(taxRate), 10n ** 8n);
  }
  return [net, isc, tax, net + isc + tax].map((sum) => half(sum, 10n ** 4n));
}

type Any = ReturnType<typeof dice>;
const decimal = (units: number, digits: number): string => String(units / 10 ** digits);
const pick = <T>(any: Any, all: readonly T[]): T => all[any(all.length)]!;

function invoiceOf(any: Any, iscRates: readonly string[]): LineTerms[] {
  return Array.from({ length: 1 + any(any(4) === 0 ? 30 : 5) }, () => {
    const price = 100_000 + any(20_000_000);
    return {
      quantity: any(4) === 0 ? decimal(1 + any(9000), 3) : String(1 + any(12)),
      unitPrice: any(2) === 0 ? decimal(Math.ceil(price / 10_000), 2) : decimal(price, 6),
      discount: any(4) === 0 ? decimal(any(90_000), 6) : '0',
      taxRate: pick(any, ['7', '7', '7', '0', '10', '15']),
      iscRate: pick(any, iscRates),
    };
  });
}

/** Pieces of the lines in any order, several in a note; 0: the line is not in it. */
function notesOf(any: Any, lines: readonly LineTerms[]): string[][] {
  const left = lines.map(({ quantity }) => quantity);
  const notes = [];
  while (left.some((one) => one !== '0')) {
    const note = left.map((one) => {
      if (one === '0' || any(3) === 0) return '0';
      if (any(3) === 0 || !Number.isInteger(Number(one)) || one === '1') return one;
      return String(1 + any(Number(one)));
    });
    if (note.every((one) => one === '0')) continue;
    for (const [index, one] of note.entries()) left[index] = subtract(left[index]!, one);
    notes.push(note);
  }
  return notes;
}

/** Notes that differ from what the PAC counts, and by how many cents all of them differ from the whole. */
function credit(lines: readonly LineTerms[], notes: readonly string[][]): { apart: number; left: bigint[] } {
  const charged = amountsOfLines(lines, 'document');
  const credited: LineAmounts[] = lines.map(() => NOTHING);
  const before = lines.map(() => '0');
  let apart = 0;
  let total = totalsOf(charged).total;
  for (const note of notes) {
    const facts = lines.map((line, index) => ({
      ...line,
      ...{ quantityCredited: before[index]!, charged: charged[index]!, credited: credited[index]! },
    }));
    const amounts = creditTogether(facts, note, total);
    const parts = facts.map((line, index) => ({ line, quantity: note[index]!, ...amounts[index]! }));
    const of = totalsOf(amounts).total;
    const sent = termsOfNote(
      parts.filter(({ quantity }) => quantity !== '0'),
      of,
    );
    total = subtract(total, of);
    const booked = [...PARTS.map((part) => amounts.reduce((sum, one) => sum + cents(one[part]), 0n)), cents(of)];
    if (booked.join() !== certified(sent).join()) apart += 1;
    for (const [index, one] of amounts.entries()) {
      for (const { unitPrice, discount = '0' } of sent)
        assert.match(`${unitPrice} ${discount}`, /^\d+(\.\d{1,6})? \d+(\.\d{1,6})?$/);
      credited[index] = Object.fromEntries(
        Object.keys(NOTHING).map((part) => [part, add(credited[index]![part as 'net'], one[part as 'net'])]),
      ) as unknown as LineAmounts;
      before[index] = add(before[index]!, note[index]!);
    }
  }
  const whole = certified(lines);
  const left = PARTS.map((part, at) => whole[at]! - credited.reduce((sum, one) => sum + cents(one[part]), 0n));
  return { apart, left: [...left, cents(total)] };
}

for (const [name, iscRates, splits] of [
  ['without ISC', ['0'], 500],
  ['with ISC', ['0', '5', '10', '0'], 300],
  ['with ISC of six decimals', ['0', '5.123457', '0.000001', '32.5'], 200],
] as const)
  test(`of ${splits} random splits ${name} each note is certified as it is booked, and all of them are the whole`, () => {
    const any = dice(20_261_126);
    const wrong = [];
    for (let at = 0; at < splits; at++) {
      const lines = invoiceOf(any, iscRates);
      const notes = notesOf(any, lines);
      const { apart, left } = credit(lines, notes);
      if (apart > 0 || left.some((one) => one !== 0n)) wrong.push({ at, apart, left: left.map(String), lines, notes });
    }
    const [first] = wrong.toSorted((one, other) => one.notes.length - other.notes.length);
    assert.equal(wrong.length, 0, `${wrong.length}: ${JSON.stringify(first)}`);
  });

/** Cents of all of it, as a PAC counts it that rounds each line. */
function certifiedByLine(lines: readonly LineTerms[]): bigint {
  return lines.reduce((sum, { quantity, unitPrice, discount = '0', iscRate = '0', taxRate }) => {
    const net = half(millionths(quantity) * (millionths(unitPrice) - millionths(discount)), 10n ** 10n);
    return sum + net + half(net * millionths(iscRate), 10n ** 8n) + half(net * millionths(taxRate), 10n ** 8n);
  }, 0n);
}

/** The whole in one note, by another rule than it was sold by. */
function lastNote(lines: readonly LineTerms[], [before, now]: readonly [Rounding, Rounding]) {
  const charged = amountsOfLines(lines, before);
  const { total } = totalsOf(charged);
  const facts = lines.map((line, index) => ({
    ...line,
    ...{ quantityCredited: '0', charged: charged[index]!, credited: NOTHING },
  }));
  const units = lines.map(({ quantity }) => quantity);
  const own =
    now === 'document'
      ? creditTogether(facts, units, total)
      : facts.map((line, index) => creditAmounts(line, units[index]!));
  const parts = facts.map((line, index) => ({ line, quantity: units[index]!, ...own[index]! }));
  const note = totalsOf(own).total === total ? own : comeTo(total, parts, now);
  const booked = parts.map((part, index) => ({ ...part, rounding: '0', ...note[index]! }));
  const of = totalsOf(booked).total;
  const sent = now === 'document' ? termsOfNote(booked, of) : booked.map((part) => termsOfNet(part.line, part));
  return { total, note, booked: of, certified: now === 'document' ? certified(sent)[3]! : certifiedByLine(sent) };
}

for (const [before, now] of [
  ['line', 'document'],
  ['document', 'line'],
] as const) {
  test(`of 100 random sales by ${before} all are credited to the cent by ${now}`, () => {
    const any = dice(20_261_129);
    const wrong = [];
    for (let at = 0; at < 100; at++) {
      const lines = [...invoiceOf(any, ['0', '5']), ...invoiceOf(any, ['0'])];
      const { total, booked, certified: counted } = lastNote(lines, [before, now]);
      if (booked !== total || counted !== cents(total)) wrong.push({ lines, total, booked, counted });
    }
    assert.deepEqual(wrong, []);
  });

  test(`more cents than one line has are taken of several, none of a gift: by ${before}, then by ${now}`, () => {
    const lines = Array.from({ length: 1000 }, (_, at) => ({
      ...{ quantity: '1', unitPrice: at % 10 === 0 ? '0' : at % 2 === 0 ? '0.06' : '0.08', taxRate: '7' },
    }));
    const { total, note, booked, certified: counted } = lastNote(lines, [before, now]);
    assert.deepEqual([booked, counted], [total, cents(total)]);
    for (const [index, { net }] of note.entries()) assert.equal(cents(net) > 0n, lines[index]!.unitPrice !== '0');
  });
}
