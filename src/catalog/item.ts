// An item: what may be said of one before it is stored.
import type { Selectable } from 'kysely';
import { ITBMS_PERCENTS } from '../fiscal/itbms.ts';
import { OTHER_TAX_CODES, usualPercent } from '../fiscal/other-taxes.ts';
import { compare, fractionDigits, notNegative, plain, type Decimal } from '../platform/decimal.ts';
import { badInput, oneOf, readAll } from '../platform/errors.ts';
import type { Archiving } from './archive.ts';
import { readOwnWords, type OwnWords } from './own-words.ts';
import type { ItemKind, ItemRow, TrackingMode } from './tables.ts';
import { MAX_LENGTH, optionalText, requiredCode, requiredText } from './text.ts';

export type Item = Selectable<ItemRow>;

/** Fields left out stay as they are; 0 for a new item. */
export interface InventoryInput {
  reorderLevel?: Decimal | null | undefined;
  reorderQuantity?: Decimal | null | undefined;
  /** Days. */
  leadTime?: number | null | undefined;
}

/** Another tax on a sale, by its code; its rate in per cent of the net where it differs from the law's usual one. */
export interface OtherTaxRate {
  code: string;
  rate?: Decimal | null | undefined;
}

export interface ItemInput extends OwnWords {
  sku: string;
  name: string;
  kind?: ItemKind | null | undefined;
  unit: string;
  unitPrice: Decimal;
  taxRate: Decimal;
  iscRate?: Decimal | null | undefined;
  otherTax?: OtherTaxRate | null | undefined;
  cpbs?: string | null | undefined;
  /** The shop's own word for what kind of thing it is. */
  category?: string | null | undefined;
  trackingMode: TrackingMode;
  allowNegativeStock: boolean;
  inventory?: InventoryInput | null | undefined;
}

/** Fields left out stay as they are; null removes the CPBS code, the category or the other tax. */
export type ItemChanges = OwnWords &
  Archiving &
  Optional<'name' | 'unitPrice' | 'taxRate' | 'iscRate' | 'otherTax' | 'cpbs' | 'category'>;

/** Movements and lines of documents are written in these. */
export type ItemBasics = Optional<'kind' | 'unit' | 'trackingMode'>;

type Optional<Field extends keyof ItemInput> = { [F in Field]?: ItemInput[F] | null | undefined };

const MAX_LEAD_TIME_DAYS = 3650;

/** Answers the rate in plain notation; refuses a rate that the ITBMS does not have. */
export function taxRate(value: Decimal): Decimal {
  const rate = plain(value);
  if (!ITBMS_PERCENTS.includes(rate))
    throw badInput('{field} must be one of {rates}, not {rate}', {
      field: 'taxRate',
      rates: ITBMS_PERCENTS.join(', '),
      rate,
    });
  return rate;
}

const MOST_RATE_DIGITS = 4;

/** Any other tax or ISC, in per cent of the net. */
export function percentage(field: string, value: Decimal): Decimal {
  if (compare(notNegative(field, value), '100') > 0 || fractionDigits(value) > MOST_RATE_DIGITS)
    throw badInput('{field} must be between 0 and 100, with at most {digits} decimals', {
      field,
      digits: MOST_RATE_DIGITS,
    });
  return plain(value);
}

export function otherTaxCode(code: string): string {
  return oneOf('otherTax.code', OTHER_TAX_CODES, code);
}

function missingRate(): never {
  throw badInput('{field} is needed: the law names no rate for this tax', { field: 'otherTax.rate' });
}

function otherTaxColumns(tax: OtherTaxRate | null | undefined) {
  if (!tax) return { other_tax_code: null, other_tax_rate: null };
  return readAll({
    other_tax_code: () => otherTaxCode(tax.code),
    other_tax_rate: () => percentage('otherTax.rate', tax.rate ?? usualPercent(tax.code) ?? missingRate()),
  });
}

/** The columns that the input decides; refuses with BAD_USER_INPUT what breaks a rule, naming the field. */
export function itemColumns(input: ItemInput) {
  const kind = input.kind ?? 'GOODS';
  const { inventory, other, trackingMode, words, ...columns } = readAll({
    sku: () => requiredCode('sku', input.sku, MAX_LENGTH.sku),
    name: () => requiredText('name', input.name, MAX_LENGTH.name),
    unit: () => requiredText('unit', input.unit, MAX_LENGTH.unit),
    unit_price: () => notNegative('unitPrice', input.unitPrice),
    tax_rate: () => taxRate(input.taxRate),
    isc_rate: () => percentage('iscRate', input.iscRate ?? '0'),
    other: () => otherTaxColumns(input.otherTax),
    cpbs: () => optionalText('cpbs', input.cpbs, MAX_LENGTH.unit),
    category: () => optionalText('category', input.category, MAX_LENGTH.code),
    trackingMode: () => trackingOf(kind, input.trackingMode),
    inventory: () => inventoryOf(kind, input.inventory ?? {}),
    words: () => readOwnWords(input),
  });
  return {
    ...columns,
    ...other,
    ...inventory,
    ...words,
    kind,
    tracking_mode: trackingMode,
    allow_negative_stock: input.allowNegativeStock,
  };
}

function trackingOf(kind: ItemKind, mode: TrackingMode): TrackingMode {
  if (kind === 'SERVICE' && mode !== 'NONE')
    throw badInput('{field} must be NONE: a service has no stock', { field: 'trackingMode' });
  return mode;
}

function inventoryOf(kind: ItemKind, input: InventoryInput) {
  if (kind === 'SERVICE' && Object.values(input).some((value) => value != null && Number(value) !== 0))
    throw badInput('{field} must be left out: a service has no stock', { field: 'inventory' });
  return inventoryColumns(input, 'inventory');
}

/** Refuses a service where stock is meant. */
export function assertGoods({ kind, sku }: Pick<Item, 'kind' | 'sku'>, field = 'itemId'): void {
  if (kind === 'SERVICE') throw badInput('{sku} is a service: it has no stock', { sku, field });
}

/** Only the columns that were given. */
export function changedColumns(changes: ItemChanges) {
  const { name, unitPrice, taxRate: rate, iscRate, otherTax, cpbs, category } = changes;
  const { other, words, ...columns } = readAll({
    ...(name == null ? {} : { name: () => requiredText('name', name, MAX_LENGTH.name) }),
    ...(unitPrice == null ? {} : { unit_price: () => notNegative('unitPrice', unitPrice) }),
    ...(rate == null ? {} : { tax_rate: () => taxRate(rate) }),
    ...(iscRate == null ? {} : { isc_rate: () => percentage('iscRate', iscRate) }),
    ...(cpbs === undefined ? {} : { cpbs: () => optionalText('cpbs', cpbs, MAX_LENGTH.unit) }),
    ...(category === undefined ? {} : { category: () => optionalText('category', category, MAX_LENGTH.code) }),
    other: () => (otherTax === undefined ? {} : otherTaxColumns(otherTax)),
    words: () => readOwnWords(changes),
  });
  return { ...columns, ...other, ...words };
}

export type ChangedBasics = Partial<
  Pick<Item, 'kind' | 'unit' | 'tracking_mode' | 'reorder_level' | 'reorder_quantity' | 'lead_time_days'>
>;

const BASICS = { kind: 'kind', unit: 'unit', trackingMode: 'tracking_mode' } as const;

/** Only the columns that differ from those of the item; a service keeps no reorder level. */
export function changedBasics(item: Item, changes: ItemBasics): ChangedBasics {
  const wanted = readAll({
    kind: () => changes.kind ?? item.kind,
    unit: () => (changes.unit == null ? item.unit : requiredText('unit', changes.unit, MAX_LENGTH.unit)),
    tracking_mode: () => trackingOf(changes.kind ?? item.kind, changes.trackingMode ?? item.tracking_mode),
  });
  const differing = Object.values(BASICS).filter((column) => wanted[column] !== item[column]);
  if (differing.length === 0) return {};
  return {
    ...wanted,
    ...(wanted.kind === 'SERVICE' ? { reorder_level: '0', reorder_quantity: '0', lead_time_days: 0 } : {}),
  };
}

/** Refuses what the ledger or a line of a document is written in already. */
export function assertBasicsStay(item: Item, changes: ItemBasics): void {
  readAll(
    Object.fromEntries(
      Object.entries(BASICS).map(([field, column]) => [
        field,
        () => stays(field, item[column], changes[field as keyof ItemBasics]),
      ]),
    ),
  );
}

export function stays(field: string, before: string, now: string | null | undefined): void {
  // As a name is stored, or as a code is.
  if (now == null || ['NFC', 'NFKC'].some((form) => now.normalize(form).trim() === before)) return;
  throw badInput('{field} is {before} and cannot be changed', { field, before });
}

/** Only the columns that were given. */
export function inventoryColumns({ reorderLevel, reorderQuantity, leadTime }: InventoryInput, within?: string) {
  return readAll(
    {
      ...(reorderLevel == null ? {} : { reorder_level: () => notNegative('reorderLevel', reorderLevel) }),
      ...(reorderQuantity == null ? {} : { reorder_quantity: () => notNegative('reorderQuantity', reorderQuantity) }),
      ...(leadTime == null ? {} : { lead_time_days: () => leadTimeDays(leadTime) }),
    },
    within,
  );
}

function leadTimeDays(leadTime: number): number {
  if (leadTime >= 0 && leadTime <= MAX_LEAD_TIME_DAYS) return leadTime;
  throw badInput('{field} must be between 0 and {most} days, not {leadTime}', {
    field: 'leadTime',
    most: MAX_LEAD_TIME_DAYS,
    leadTime,
  });
}
