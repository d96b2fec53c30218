// Recounts a signed XML from its own lines, in integers: by no rule of rounding of ours, but to the digits in which each amount is written.
import type { CertifiedFile, CertifiedLine } from './certified-file.ts';

/** Digits behind the point of the integers that stand for amounts. */
const DIGITS = 6;
const ONE = 10n ** 6n;
const CENT = ONE / 100n;
const PERCENTS: Readonly<Record<string, bigint>> = { '00': 0n, '01': 7n, '02': 10n, '03': 15n };

/** Each sentence says what does not add up. */
export function recount({ sums, lines }: CertifiedFile): string[] {
  const sum = (tag: keyof CertifiedLine) => lines.reduce((all, line) => all + millionths(line[tag]), 0n);
  const [net, itbms, isc, total] = [sums.net, sums.itbms, sums.isc, sums.total].map(millionths) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const [ofLines, ofTaxes, ofIsc, ofTotals] = [sum('dPrItem'), sum('dValITBMS'), sum('dValISC'), sum('dValTotItem')];
  const others = inCents(ofTotals - ofLines - ofTaxes - ofIsc);
  const differs = (tag: string, is: bigint, should: bigint) =>
    is === should ? [] : [`its ${tag} is ${written(is)}, and its lines come to ${written(should)}`];
  return [
    ...lines.flatMap(lineProblems),
    ...differs('dTotNeto', net, inCents(ofLines)),
    ...differs('dTotITBMS', itbms, inCents(ofTaxes)),
    ...differs('dTotISC', isc, inCents(ofIsc)),
    // Sums that are rounded each, or rounded once.
    ...(total === inCents(ofTotals) ? [] : differs('dVTot', total, net + itbms + isc + others)),
  ];
}

function lineProblems(line: CertifiedLine, index: number): string[] {
  const net = millionths(line.dPrItem);
  const counted = millionths(line.dCantCodInt) * (millionths(line.dPrUnit) - millionths(line.dPrUnitDesc));
  const percent = PERCENTS[line.dTasaITBMS ?? '00'];
  return [
    ...(isTo(line.dPrItem, counted, ONE)
      ? []
      : [`its line ${index + 1} has a net of ${line.dPrItem}, and comes to ${written(counted / ONE)}`]),
    ...(percent !== undefined && isTo(line.dValITBMS, net * percent, 100n)
      ? []
      : [`its line ${index + 1} has an ITBMS of ${line.dValITBMS}, at the rate ${line.dTasaITBMS}`]),
  ];
}

/** Whether a text is the amount `exact / unit`, to the digits of the text; beyond cents a millionth is of its own rounding. */
function isTo(text = '0', exact: bigint, unit: bigint): boolean {
  const digits = Math.max(2, text.split('.')[1]?.length ?? 0);
  const off = millionths(text) * unit - exact;
  const slack = digits > 2 ? 2n * unit : 0n;
  return 2n * (off < 0n ? -off : off) <= 10n ** BigInt(DIGITS - digits) * unit + slack;
}

function millionths(text = '0'): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(fraction.padEnd(DIGITS, '0').slice(0, DIGITS));
}

function inCents(amount: bigint): bigint {
  return ((amount + CENT / 2n) / CENT) * CENT;
}

function written(amount: bigint): string {
  return `${amount / ONE}.${String(amount % ONE).padStart(DIGITS, '0')}`.replace(/0{1,4}$/, '');
}
