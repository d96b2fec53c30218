// The day on which a document is, for the DGI and so for the month: Panama's day of its payload, or of its issue where nothing is filed.
import { sql, type RawBuilder } from 'kysely';
import type { GenerationMode } from '../fiscal/document.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { instantInPanama } from './pac-payload.ts';

export const PANAMA = 'America/Panama';

export interface Issuance {
  issuedAt: Date;
  /** Of the tenant. */
  issueDay: string;
  /** Null where it is the day of issue, as for nearly all. */
  fiscalDay: string | null;
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

/** Of a row of invoices, credits or debit notes. */
export function fiscalDay(business: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(`${business}.fiscal_day`)}, ${sql.ref(`${business}.issue_day`)})`;
}

/** Both days included. An index leads to instants, which lie within a day of it; which day an instant was on is written beside it. */
export function onFiscalDays(
  business: string,
  { from, to }: { from?: string | null | undefined; to?: string | null | undefined },
): RawBuilder<unknown>[] {
  const at = sql.ref(`${business}.issued_at`);
  return [
    ...(from ? [sql`${at} >= ${from}::date - interval '2 days' and ${fiscalDay(business)} >= ${from}`] : []),
    ...(to ? [sql`${at} < ${to}::date + interval '3 days' and ${fiscalDay(business)} <= ${to}`] : []),
  ];
}
