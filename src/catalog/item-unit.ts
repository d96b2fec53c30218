// The units of an item beside its own, and the barcodes of each: what may be said of them before they are stored.
import {
  fractionDigits,
  isTooLarge,
  MAX_FRACTION_DIGITS,
  MAX_INTEGER_DIGITS,
  notNegative,
  positive,
  type Decimal,
} from '../platform/decimal.ts';
import { badInput, readAll, readEach } from '../platform/errors.ts';
import type { Item } from './item.ts';
import { MAX_LENGTH, requiredCode, requiredText } from './text.ts';

export interface ItemUnitInput {
  unit: string;
  /** So many of the item's own unit are one of this. */
  factor: Decimal;
  /** Left out: the item's price times the factor. */
  price?: Decimal | null | undefined;
  barcodes?: readonly string[] | null | undefined;
}

/** Omitted fields stay as they are; a given list replaces the stored one. */
export interface UnitsInput {
  units?: readonly ItemUnitInput[] | null | undefined;
  /** Barcodes of the item's own unit. */
  barcodes?: readonly string[] | null | undefined;
}

export interface ReadUnits {
  units?: { unit: string; factor: Decimal; price: Decimal | null; barcodes: string[] }[];
  barcodes?: string[];
}

/**
 * The unit that a line names, as `find` knows it; null for the item's own. Refuses a unit that the item does not have.
 */
export function unitOfLine<Unit>(
  item: Pick<Item, 'sku' | 'unit'>,
  wanted: string | null | undefined,
  find: (unit: string) => Unit | undefined,
): { unit: string; found: Unit } | null {
  const unit = wanted?.normalize('NFC').trim() ?? '';
  if (unit === '' || unit === item.unit) return null;
  const found = find(unit);
  if (!found) throw badInput('{sku} has no unit {unit}', { sku: item.sku, unit, field: 'unit' });
  return { unit, found };
}

/** Stock is counted in numbers as the wire has them. */
export function assertCountable(units: Decimal): void {
  if (!isTooLarge(units) && fractionDigits(units) <= MAX_FRACTION_DIGITS) return;
  throw badInput(
    "{field} comes to {units} of the item's own unit: at most {whole} digits before the point and {most} behind it",
    { field: 'quantity', ...{ units, whole: MAX_INTEGER_DIGITS, most: MAX_FRACTION_DIGITS } },
  );
}

const MOST_UNITS = 50;
const MOST_BARCODES = 50;

/** Refuses a unit that the item has already, be it its own, and a barcode that stands there twice. */
export function readUnits({ units, barcodes }: UnitsInput, ownUnit: string): ReadUnits {
  const read: ReadUnits = readAll({
    ...(units == null ? {} : { units: () => readEach('units', notMany('units', units, MOST_UNITS), readUnit) }),
    ...(barcodes == null ? {} : { barcodes: () => readBarcodes(barcodes) }),
  });
  refuseTwice('units', [ownUnit, ...(read.units ?? []).map(({ unit }) => unit)]);
  refuseTwice('barcodes', [...(read.barcodes ?? []), ...(read.units ?? []).flatMap((unit) => unit.barcodes)]);
  return read;
}

function readUnit(input: ItemUnitInput) {
  return readAll({
    unit: () => requiredText('unit', input.unit, MAX_LENGTH.unit),
    factor: () => positive('factor', input.factor),
    price: () => (input.price == null ? null : notNegative('price', input.price)),
    barcodes: () => readBarcodes(input.barcodes ?? []),
  });
}

function readBarcodes(barcodes: readonly string[]): string[] {
  return notMany('barcodes', barcodes, MOST_BARCODES).map((one) => requiredCode('barcodes', one, MAX_LENGTH.barcode));
}

function notMany<T>(field: string, list: readonly T[], most: number): readonly T[] {
  if (list.length > most) throw badInput('{field} must be at most {most}', { field, most });
  return list;
}

function refuseTwice(field: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw badInput('{field} must not name {twice} twice', { field, twice });
}
