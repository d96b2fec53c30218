// A tenant, its days, and who acts for it.
import type { Cafe } from '../fiscal/cafe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import { DomainError } from '../platform/errors.ts';
import type { Limits } from './limits.ts';
import type { PacQuota, TenantRow } from './tables.ts';

/** Settings of a tenant that are on or off: the column of each, the option of `folio tenant update`, its words in the table and in the schema. */
export const SWITCHES = {
  isRetentionAgent: {
    column: 'is_retention_agent',
    option: 'retention-agent',
    words: ['retention agent', 'yes', 'no'],
    description: 'It withholds ITBMS when it buys. Nothing follows from it yet: purchases are not filed.',
  },
  sellsWithoutStock: {
    column: 'sells_without_stock',
    option: 'sell-without-stock',
    words: ['short sales', 'yes', 'no'],
    description: 'Orders and sales may take more than is available, of goods without lots and serials.',
  },
  refusesDocumented: {
    column: 'refuses_documented',
    option: 'refuse-documented',
    words: ['documented', 'refused', 'warned of'],
    description: 'Findings with the mark DOCUMENTED are REFUSED, not only WARNED. On for new companies.',
  },
  roundsOnce: {
    column: 'rounds_once',
    option: 'rounds-once',
    words: ['rounding', 'sums once', 'each line'],
    description:
      'Its PAC keeps lines exact and rounds their sums once, as a sample of The Factory HKA has it; else each line is rounded to the cent, as is assumed of Alanube.',
  },
  requiresOpenTill: {
    column: 'requires_open_till',
    option: 'require-open-till',
    words: ['sales of tills', 'need an open till', 'need no open till'],
    description:
      'A sale of a till, whose externalId begins with `counter-`, is filed only for a person whose till is or was open for it.',
  },
  cashierReturns: {
    column: 'cashier_returns',
    option: 'cashier-returns',
    words: ['returns', 'by cashiers too', 'by operators'],
    description: 'A cashier takes back what the office of their open till has sold.',
  },
} as const;

export type Switch = keyof typeof SWITCHES;

/** One value for each of them. */
export function ofSwitches<Value>(valueOf: (name: Switch, row: (typeof SWITCHES)[Switch]) => Value) {
  const names = Object.keys(SWITCHES) as Switch[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name, SWITCHES[name])])) as Record<Switch, Value>;
}

export interface Tenant extends Record<Switch, boolean> {
  id: string;
  name: string;
  /** IANA name; what a calendar day means to this tenant. */
  timeZone: string;
  ruc: string | null;
  dv: string | null;
  pacCompanyId: string | null;
  /** Make of its PAC, by its name in the registry; null: the one of the service. */
  pacMake: string | null;
  /** Second account; it is sent to while the first does not answer. */
  secondPacCompanyId: string | null;
  /** After so long; null: not by itself. */
  secondPacAfterSeconds: number | null;
  /** Makes of the PACs of other companies than the present one. */
  otherMakes: Record<string, string | null>;
  /** By company; of PACs that tell it. */
  pacQuotas: Record<string, PacQuota>;
  voidWindowHours: number;
  /** In per cent: up to which discount a cashier may go. */
  cashierDiscount: number;
  /** Since when the PAC refuses this tenant's calls; null while it takes them. */
  pacCredentialsRefusedAt: Date | null;
  /** Since when nothing is changed and nothing is filed; null while it works. */
  suspendedAt: Date | null;
  closedAt: Date | null;
  /** The printed page of its documents, where a document does not say otherwise. */
  cafe: Cafe;
  /** Environment of its documents, where it differs from the service's own. */
  pacEnvironment: PacEnvironment | null;
  hasPacKey: boolean;
}

/** Each setting of a tenant that a column of its row holds as it is; the printed page has two, the key is secret. */
export const SETTING_COLUMNS = {
  name: 'name',
  ruc: 'ruc',
  dv: 'dv',
  timeZone: 'time_zone',
  pacCompanyId: 'pac_company_id',
  pacMake: 'pac_make',
  secondPacCompanyId: 'pac_second_company_id',
  secondPacAfterSeconds: 'pac_second_after_seconds',
  voidWindowHours: 'void_window_hours',
  pacEnvironment: 'pac_environment',
  cashierDiscount: 'cashier_discount',
  ...(ofSwitches((_, { column }) => column) as { [S in Switch]: (typeof SWITCHES)[S]['column'] }),
} as const satisfies Partial<Record<keyof Tenant, keyof TenantRow>>;

/** Companies at a PAC that it has now: the first, and the second one. */
export function pacAccountsOf({
  pacCompanyId: first,
  secondPacCompanyId: second,
}: Pick<Tenant, 'pacCompanyId' | 'secondPacCompanyId'>): string[] {
  return [first, second].filter((one) => one !== null);
}

/** Make of the PAC of a company that it has or had; null: that of the service. */
export function makeOfCompany({ pacCompanyId, pacMake, otherMakes }: Tenant, companyId: string | null): string | null {
  return companyId === pacCompanyId ? pacMake : (otherMakes[companyId ?? ''] ?? null);
}

export const ROLES = ['viewer', 'cashier', 'operator', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The signed-in caller. */
export interface Viewer {
  userName: string;
  /** `user:` and the name: who acts, as the evidence has it. */
  actor: string;
  /** The row of the token, where it is one of ours that has a row. */
  tokenId: string | null;
  /** A session that a member's own way in opened. */
  isMember?: boolean;
  /** Credential of the caller: `token:` and its id, or the beginning of its digest where it has none; or `session:` and the same. */
  credential?: string;
  roles: Role[];
  /** Limits of an assistant's token, and its roles within them; `roles` are those of a reader. */
  limited?: { limits: Limits; roles: Role[] };
  tenant: Tenant;
  /** When the token ends that was shown, where it does. */
  until?: Date;
}

/** Each role may do what the ones before it may (answer 47); only a cashier does not read what a viewer reads. */
export function hasRole(roles: readonly Role[], wanted: Role): boolean {
  return roles.some((role) => role === wanted || (role !== 'cashier' && ROLES.indexOf(role) >= ROLES.indexOf(wanted)));
}

/** A cashier and no viewer: reads what a till needs and no more. */
export function isOnlyCashier({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.includes('cashier') && !hasRole(roles, 'viewer');
}

/** Reads go on where a tenant is suspended. */
export function assertActive({ suspendedAt, closedAt }: Pick<Tenant, 'suspendedAt' | 'closedAt'>): void {
  if (suspendedAt === null && closedAt === null) return;
  throw new DomainError('TENANT_SUSPENDED', 'The business is suspended: nothing is changed and nothing is filed');
}

/** The tenant's calendar day at an instant, as YYYY-MM-DD. */
export function localDay(timeZone: string, at: Date): string {
  // The Swedish locale writes ISO days.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}
