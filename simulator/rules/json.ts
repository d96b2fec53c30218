/** Reading a body of which nothing is known: what is not what it should be reads as missing. */
import { Big } from 'big.js';

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isString = (value: unknown): value is string => typeof value === 'string';

export const objectAt = (value: unknown): Json => (isObject(value) ? value : {});
export const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textAt = (value: unknown): string => (isString(value) ? value : '');

/** A decimal as a JSON number or as text, in plain notation; null for anything else. */
export function decimal(value: unknown): Big | null {
  const text = typeof value === 'number' ? String(value) : value;
  return isString(text) && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? new Big(text) : null;
}

export const sumOf = (values: readonly unknown[]): Big =>
  values.reduce<Big>((sum, value) => sum.plus(decimal(value) ?? 0), new Big(0));

// The test of a rule.
export const matches = (pattern: RegExp) => (value: unknown) => isString(value) && pattern.test(value);
export const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
export const isText = (longest: number) => (value: unknown) =>
  isString(value) && value.trim() !== '' && value.length <= longest;
export const isMissing = (value: unknown) => value === undefined;
export const isGiven = (value: unknown) => value !== undefined;
export const isAmount = (value: unknown) => decimal(value)?.gte(0) ?? false;
export const isPositive = (value: unknown) => decimal(value)?.gt(0) ?? false;
/** So many digits, not all of them zero. */
export const isNumber = (digits: number) => (value: unknown) =>
  isString(value) && new RegExp(`^\\d{${digits}}$`).test(value) && /[1-9]/.test(value);

export const isInstantInPanama = (value: unknown) =>
  matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?-05:00$/)(value) && !Number.isNaN(Date.parse(value as string));
export const isDay = (value: unknown) =>
  matches(/^\d{4}-\d{2}-\d{2}(T.*)?$/)(value) && !Number.isNaN(Date.parse(value as string));

/** A country of ISO 3166-1; ZZ is how a receiver is sent of whom it is not known. */
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
export const isCountry = (value: unknown) => matches(/^[A-Z]{2}$/)(value) && regions.of(value as string) !== undefined;
