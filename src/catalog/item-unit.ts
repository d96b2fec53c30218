// The units of an item beside its own, and the barcodes of each: what may be said of them before they are stored.
import { notNegative, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, readEach } from '../platform/errors.ts';
import { MAX_LENGTH, requiredCode, requiredText } from './text.ts';

export interface ItemUnitInput {
  unit: string;
  /** So many of the item's own unit are one of this. */
  factor: Decimal;
  /** Left out: the item's price times the factor. */
  price?: Decimal | null | undefined;
  barcodes?: readonly string[] | null | undefined;
}

/** What is left out stays as it is; a list that is given replaces the one that is there. */
export interface UnitsInput {
  units?: readonly ItemUnitInput[] | null | undefined;
  /** Of the item's own unit. */
  barcodes?: readonly string[] | null | undefined;
}

export interface ReadUnits {
  units?: { unit: string; factor: Decimal; price: Decimal | null; barcodes: string[] }[];
  barcodes?: string[];
}

const MOST_UNITS = 50;
const MOST_BARCODES = 50;

/** Refuses a unit that the item has already, be it its own, and a barcode that stands there twice. */
export function readUnits({ units, barcodes }: UnitsInput, ownUnit: string): ReadUnits {
  const read = readAll({
    ...(units == null ? {} : { units: () => readEach('units', notMany('units', units, MOST_UNITS), readUnit) }),
    ...(barcodes == null ? {} : { barcodes: () => readBarcodes(barcodes) }),
  }) as ReadUnits;
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
