// Tenant settings that an admin may change: the rules of each. Pure.
import { chosenCafe, type CafeChoice } from '../fiscal/cafe.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import type { Rounding } from '../fiscal/money.ts';
import { badInput, between, readAll } from '../platform/errors.ts';
import { ofSwitches, type SETTING_COLUMNS, type Tenant } from '../tenancy/index.ts';

type Plain = Pick<Tenant, keyof typeof SETTING_COLUMNS>;

export interface TenantSettings extends Plain, Pick<Tenant, 'cafe'> {
  /** Undefined: the one that is there. With a user it is the password. */
  pacApiKey: string | null | undefined;
  pacUser: string | null | undefined;
  secondPacMake: string | null | undefined;
  secondPacApiKey: string | null | undefined;
  secondPacUser: string | null | undefined;
}

/**
 * Omitted fields stay; null removes an optional value. The check digits are those of the RUC beside them, else of the one that is
 * there, and counted where they are left out; what is left out of the printed page is as usual.
 */
export type TenantChanges = {
  [S in Exclude<keyof TenantSettings, 'cafe'>]?: TenantSettings[S] | null | undefined;
} & { cafe?: CafeChoice | null | undefined };

/** Rule of a make of PAC; null: the usual one. */
export type RoundingOf = (make: string | null) => Rounding | undefined;

const LONGEST_NAME = 200;
/** Two years: no PAC has taken a void for longer, and a typing error would promise one. */
const LONGEST_VOID_WINDOW_HOURS = 17_544;

export function changedSettings(tenant: Tenant, changes: TenantChanges, roundingOf: RoundingOf): TenantSettings {
  const { issuer, ...settings } = readAll({
    name: () => (changes.name === undefined ? tenant.name : readName(changes.name)),
    issuer: () => readIssuer(tenant, changes),
    timeZone: () => (changes.timeZone === undefined ? tenant.timeZone : readTimeZone(changes.timeZone)),
    pacCompanyId: () => readCode('pacCompanyId', changes.pacCompanyId, 100, tenant.pacCompanyId),
    voidWindowHours: () =>
      changes.voidWindowHours === undefined
        ? tenant.voidWindowHours
        : between('voidWindowHours', changes.voidWindowHours!, 1, LONGEST_VOID_WINDOW_HOURS),
    ...ofSwitches((name) => () => changes[name] ?? tenant[name]),
    roundsOnce: () => readRounding(tenant, changes, roundingOf),
    cashierDiscount: () => between('cashierDiscount', changes.cashierDiscount ?? tenant.cashierDiscount, 0, 100),
    cafe: () => (changes.cafe === undefined ? tenant.cafe : chosenCafe(changes.cafe)),
    pacEnvironment: () => (changes.pacEnvironment === undefined ? tenant.pacEnvironment : changes.pacEnvironment),
    pacApiKey: () => readCode('pacApiKey', changes.pacApiKey, 4000, undefined),
    pacUser: () => readCode('pacUser', changes.pacUser, 200, undefined),
    pacMake: () => (changes.pacMake === undefined ? tenant.pacMake : changes.pacMake),
    secondPacCompanyId: () =>
      readCode('secondPacCompanyId', changes.secondPacCompanyId, 100, tenant.secondPacCompanyId),
    secondPacMake: () => changes.secondPacMake,
    secondPacApiKey: () => readCode('secondPacApiKey', changes.secondPacApiKey, 4000, undefined),
    secondPacUser: () => readCode('secondPacUser', changes.secondPacUser, 200, undefined),
    secondPacAfterSeconds: () => readAfter(changes.secondPacAfterSeconds, tenant.secondPacAfterSeconds),
  });
  return { ...settings, ...issuer };
}

/** Another make of PAC brings its own rule, unless another one than the present is named. */
function readRounding(
  tenant: Tenant,
  { pacMake = tenant.pacMake, roundsOnce }: TenantChanges,
  roundingOf: RoundingOf,
): boolean {
  const named = roundsOnce ?? tenant.roundsOnce;
  const rule = roundingOf(pacMake);
  return pacMake === tenant.pacMake || named !== tenant.roundsOnce || !rule ? named : rule === 'document';
}

function readName(value: string | null): string {
  const name = (value ?? '').normalize('NFC').trim();
  if (name === '') throw badInput('{field} must not be empty', { field: 'name' });
  if (name.length > LONGEST_NAME || /\p{C}/u.test(name)) {
    throw badInput('{field} must have between 1 and {most} printable characters', {
      field: 'name',
      most: LONGEST_NAME,
    });
  }
  return name;
}

/** Checked where the rule of the check digits is certain; what has no known form is kept as it is, and the PAC has the last word. */
function readIssuer(tenant: Tenant, changes: TenantChanges): Pick<TenantSettings, 'ruc' | 'dv'> {
  if (changes.ruc === undefined && changes.dv === undefined) return { ruc: tenant.ruc, dv: tenant.dv };
  const ruc = readCode('ruc', changes.ruc, 20, tenant.ruc);
  if (ruc === null) {
    if (changes.dv != null) throw badInput('{field} belongs to a RUC, and there is none', { field: 'dv' });
    return { ruc: null, dv: null };
  }
  const digits = changes.dv ?? null;
  if (digits !== null && !/^\d{1,2}$/.test(digits))
    throw badInput('{field} must be one or two digits', { field: 'dv' });
  const read = parseRuc(ruc);
  const right = read && rucCheckDigits(read.normalized, rucHolder(read.normalized, digits, 'JURIDICO'));
  if (digits === null) return { ruc, dv: right };
  const dv = digits.padStart(2, '0');
  if (read?.certain && right !== null && right !== dv) {
    throw badInput('The check digit (DV) of the RUC {ruc} is {right}, not {dv}', { ruc, right, dv, field: 'dv' });
  }
  return { ruc, dv };
}

function readTimeZone(value: string | null): string {
  assertTimeZone(value ?? '');
  return value ?? '';
}

export function assertTimeZone(timeZone: string): void {
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone) && timeZone !== 'UTC') {
    throw badInput('Unknown time zone "{timeZone}"; use an IANA name such as America/Panama', {
      timeZone,
      field: 'timeZone',
    });
  }
}

function readAfter(value: number | null | undefined, present: number | null): number | null {
  return value == null ? (value === undefined ? present : null) : between('secondPacAfterSeconds', value, 1, 86_400);
}

/** Printable ASCII without spaces; an empty one is none. What was given is not repeated, since it may be a key. */
function readCode<T>(field: string, value: string | null | undefined, most: number, present: T): string | null | T {
  if (value === undefined) return present;
  const code = value?.trim() ?? '';
  if (code === '') return null;
  if (code.length > most || /[^\x21-\x7e]/.test(code)) {
    throw badInput('{field} must have at most {most} letters, digits and signs, and no spaces', { field, most });
  }
  return code;
}
