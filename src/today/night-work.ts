// Deeds of the system between two instants: each document's timeline tells who did what.
import { sql } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals, sqlRow } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

export const DEEDS = [
  ...(['AUTHORIZED', 'REJECTED', 'UNKNOWN', 'NOT_SENT', 'ANSWERED', 'SETTLED'] as const),
  ...(['PARKED', 'VOIDED', 'PDF_ATTACHED', 'SENT_BY_EMAIL', 'WEBHOOK_RETRIED'] as const),
] as const;
export type Deed = (typeof DEEDS)[number];

/** Deeds that an owner wants to know one by one. */
const NOTABLE: readonly Deed[] = ['REJECTED', 'UNKNOWN', 'SETTLED', 'PARKED', 'VOIDED'];
const MOST_NOTABLE = 20;
/** The clocks of processes and database may differ by that much. */
const SKEW_MS = 600_000;

export interface DeedCount {
  deed: Deed;
  /** `service:pac-webhook`, `service:pac-poll` or `service:system`. */
  actor: string;
  /** Documents, or deliveries. */
  count: number;
}

export interface NotableDeed {
  deed: Deed;
  documentId: string;
  kind: DocumentKind;
  number: string;
  at: Date;
}

interface Span {
  from: Date;
  to: Date;
}

export interface NightWork extends Span {
  deeds: DeedCount[];
  notable: NotableDeed[];
}

export async function nightWork(db: TenantDb, { from, to }: Span): Promise<NightWork> {
  const done = sql`done as (
      select document_id, at, case when actor like 'service:%' then actor else 'service:' || actor end as actor, deed
      from document_events
      cross join lateral unnest(array[case
          when kind = 'LEGAL_STATUS' then case when detail ->> 'to' in (${literals(AUTHORIZED)}) then 'AUTHORIZED' else 'REJECTED' end
          when kind = 'LATE_ANSWER' then 'SETTLED'
          when kind = 'NOTICE_PARKED' then 'PARKED'
          else kind end, case when detail ? 'answered' then 'ANSWERED' end,
          case when detail ? 'attached' then 'PDF_ATTACHED' end]) deed
      -- Ids are made in the order of time, and no other index leads to a time.
      where tenant_id = ${db.tenant.id} and id >= ${firstIdOf(from.getTime() - SKEW_MS)} and id < ${firstIdOf(to.getTime() + SKEW_MS)}
        and at >= ${from} and at < ${to} and (actor in ('system', 'pac-poll', 'pac-webhook') or actor like 'service:%')
        and kind in ('LEGAL_STATUS', 'LATE_ANSWER', 'NOTICE_PARKED', ${literals(DEEDS)}) and deed is not null)`;
  const { rows: deeds } = await sql<DeedCount>`
    with ${done}
    select deed, actor, count(distinct document_id)::int as count from done group by deed, actor
    union all
    select 'WEBHOOK_RETRIED', 'service:system', count(*)::int from webhook_deliveries
    where tenant_id = ${db.tenant.id} and attempts > 1 and last_tried_at >= ${from} and last_tried_at < ${to}
    having count(*) > 0`.execute(db);
  const { rows: notable } = await sql<NotableDeed>`
    with ${done}
    select done.deed, d.id as "documentId", d.kind, d.number, max(done.at) as at
    from done join fiscal_documents d on d.tenant_id = ${db.tenant.id} and d.id = done.document_id
    where done.deed in (${literals(NOTABLE)})
    group by 1, 2, 3, 4 order by at desc limit ${MOST_NOTABLE}`.execute(db);
  deeds.sort((one, other) => DEEDS.indexOf(one.deed) - DEEDS.indexOf(other.deed));
  return { from, to, deeds, notable };
}

/** No id of version 7 that was made at the instant or later is below it. */
function firstIdOf(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** All day; and the night before it: from the last sale, of the week before, to the first one, or to its end while there is none. */
export async function spansOf(db: TenantDb, day: string): Promise<{ day: Span; night: Span }> {
  const midnight = (days: number) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${db.tenant.timeZone})`;
  const sale = (which: 'min' | 'max', from: number, to: number) => sql`
    (select ${sql.raw(which)}(issued_at) from invoices
      where tenant_id = ${db.tenant.id} and issued_at >= ${midnight(from)} and issued_at < ${midnight(to)})`;
  const { begin, end, closing, opening } = await sqlRow<Record<'begin' | 'end' | 'closing' | 'opening', Date>>(db)`
    select ${midnight(0)} as begin, ${midnight(1)} as end, coalesce(${sale('max', -7, 0)}, ${midnight(-1)}) as closing,
      coalesce(${sale('min', 0, 1)}, ${midnight(1)}) as opening`;
  return { day: { from: begin, to: end }, night: { from: closing, to: opening } };
}
