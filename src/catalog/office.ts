// Rules for an office and a billing point before they are stored.
import { compare, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, readWithin } from '../platform/errors.ts';
import { corregimientoCode, telephoneNumber } from './contact.ts';
import type { OfficeRow } from './tables.ts';
import { MAX_LENGTH, optionalText, requiredText } from './text.ts';

export interface Coordinates {
  latitude: Decimal;
  longitude: Decimal;
}

/** Omitted fields stay as they are; null removes a value. */
export interface OfficeInput {
  /** Four characters, as the CUFE has them. */
  code?: string | null | undefined;
  pacOfficeId?: string | null | undefined;
  name?: string | null | undefined;
  address?: string | null | undefined;
  corregimientoCode?: string | null | undefined;
  coordinates?: Coordinates | null | undefined;
  telephone?: string | null | undefined;
  isMain?: boolean | null | undefined;
}

export type OfficeColumns = Omit<OfficeRow, 'tenant_id' | 'id' | 'is_main' | 'created_at'>;

const MAX = { address: 100, pacOfficeId: 60, pointName: 60 } as const;

export function officeColumns(input: OfficeInput, present?: OfficeColumns): OfficeColumns {
  const kept = <T>(value: T | undefined, stored: T | undefined) => (value === undefined ? (stored ?? null) : value);
  const { coordinates, ...columns } = readAll({
    code: () => branchCode(kept(input.code, present?.code) ?? ''),
    pac_office_id: () => optionalText('pacOfficeId', kept(input.pacOfficeId, present?.pac_office_id), MAX.pacOfficeId),
    name: () => requiredText('name', kept(input.name, present?.name) ?? '', MAX_LENGTH.name),
    address: () => optionalText('address', kept(input.address, present?.address), MAX.address),
    corregimiento_code: () => corregimientoCode(kept(input.corregimientoCode, present?.corregimiento_code)),
    coordinates: () => coordinatesRead(input.coordinates),
    telephone: () => telephoneNumber(kept(input.telephone, present?.telephone)),
  });
  const { latitude = null, longitude = null } = (coordinates === undefined ? present : coordinates) ?? {};
  return { ...columns, latitude, longitude };
}

function branchCode(value: string): string {
  const code = value.trim();
  if (!/^[0-9A-Za-z]{4}$/.test(code)) {
    throw badInput('{field} must be the four characters of the branch code, such as 0001', { field: 'code' });
  }
  return code;
}

export function billingPointCode(value: string): string {
  const code = value.trim();
  if (!/^\d{3}$/.test(code) || code === '000') {
    throw badInput('{field} must be three digits, and not 000', { field: 'code' });
  }
  return code;
}

export function billingPointName(value: string | null | undefined): string | null {
  return optionalText('name', value, MAX.pointName);
}

function coordinatesRead(value: OfficeInput['coordinates']): OfficeInput['coordinates'] {
  if (value == null) return value;
  return readWithin('coordinates', {
    latitude: () => within('latitude', value.latitude, '90'),
    longitude: () => within('longitude', value.longitude, '180'),
  });
}

function within(field: string, value: Decimal, most: Decimal): Decimal {
  if (compare(value, most) > 0 || compare(value, `-${most}`) < 0) {
    throw badInput('{field} must be from -{most} to {most} degrees', { field, most });
  }
  return value;
}
