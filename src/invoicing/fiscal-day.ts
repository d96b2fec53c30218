// The day on which a document is, for the DGI and so for the month: Panama's day of its payload, or of its issue where nothing is filed.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { localDay, type TenantDb, type DaysAsked } from '../tenancy/index.ts';
import { instantInPanama } from './pac-payload.ts';

export const PANAMA = 'America/Panama';

export interface Issuance {
  issuedAt: Date;
  /** Issue day in the tenant's zone. */
  issueDay: string;
  /** Null where it is the day of issue, as for nearly all. */
  fiscalDay: string | null;
}

export interface Issued extends Issuance {
  id: string;
  number: string;
  createdBy: string;
}

export function issuance(db: TenantDb, mode: GenerationMode, issuedAt: Date): Issuance {
  const issueDay = localDay(db.tenant.timeZone, issuedAt);
  const filed = dayOfPayload(issuedAt);
  return { issuedAt, issueDay, fiscalDay: mode === 'DGI' && filed !== issueDay ? filed : null };
}

/** The day that the payload and the CUFE say. */
export function dayOfPayload(issuedAt: Date): string {
  return instantInPanama(issuedAt).slice(0, 10);
}

/** Fiscal day of a row of invoices, credits or debit notes. */
export function fiscalDay(business: string): Sql {
  return sql`coalesce(${sql.ref(`${business}.fiscal_day`)}, ${sql.ref(`${business}.issue_day`)})`;
}

/**
 * Both days included. An index leads to instants: from where the first day begins to where the last one ends, in Panama or with the tenant, whichever
 * is wider. Which day an instant was on is written beside it; that of a tenant in Panama follows from the instant where no other is written.
 */
export function onFiscalDays({ tenant: { timeZone } }: TenantDb, business: string, { from, to }: DaysAsked): Sql[] {
  const [at, filed, issued] = ['issued_at', 'fiscal_day', 'issue_day'].map((column) =>
    sql.ref(`${business}.${column}`),
  );
  const midnight = (day: string, days: number, zone: string) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${zone})`;
  const both = (day: string, days: number) => sql`${midnight(day, days, timeZone)}, ${midnight(day, days, PANAMA)}`;
  // Not the day of both columns in one expression: the planner would take a day for a few documents, and sort them all for a page.
  const within = (bound: Sql) =>
    sql`(${filed} is null ${timeZone === PANAMA ? sql`` : sql`and ${issued} ${bound}`} or ${filed} ${bound})`;
  return [
    ...(from ? [sql`${at} >= least(${both(from, 0)}) and ${within(sql`>= ${from}`)}`] : []),
    ...(to ? [sql`${at} < greatest(${both(to, 1)}) and ${within(sql`<= ${to}`)}`] : []),
  ];
}
