// What the system did by itself between two instants: each document's timeline tells who did what.
import { sql } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

export const DEEDS = [
  'AUTHORIZED',
  'REJECTED',
  'UNKNOWN',
  'NOT_SENT',
  'ANSWERED',
  'SETTLED',
  'PARKED',
  'VOIDED',
  'PDF_ATTACHED',
  'SENT_BY_EMAIL',
  'WEBHOOK_RETRIED',
] as const;
export type Deed = (typeof DEEDS)[number];

/** What an owner wants to know one by one. */
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

export interface NightWork {
  from: Date;
  to: Date;
  deeds: DeedCount[];
  notable: NotableDeed[];
}

export async function nightWork(db: TenantDb, from: Date, to: Date): Promise<NightWork> {
  const { rows } = await sql<DeedCount & { notable: (Omit<NotableDeed, 'deed' | 'at'> & { at: string })[] | null }>`
    with done as materialized (
      select document_id, at, case actor when 'system' then 'service:system' when 'pac-poll' then 'service:pac-poll'
          when 'pac-webhook' then 'service:pac-webhook' else actor end as actor,
        case
          when kind = 'LEGAL_STATUS' then case when detail ->> 'to' in (${literals(AUTHORIZED)}) then 'AUTHORIZED' else 'REJECTED' end
          when kind in ('SETTLED', 'LATE_ANSWER') then 'SETTLED'
          when kind in ('PARKED', 'NOTICE_PARKED') then 'PARKED'
          else kind end as deed
      from document_events
      -- Ids are made in the order of time, and no other index leads to a time.
      where tenant_id = ${db.tenant.id} and id >= ${firstIdOf(from.getTime() - SKEW_MS)} and id < ${firstIdOf(to.getTime() + SKEW_MS)}
        and at >= ${from} and at < ${to} and (actor in ('system', 'pac-poll', 'pac-webhook') or actor like 'service:%')
        and kind in ('LEGAL_STATUS', 'LATE_ANSWER', 'NOTICE_PARKED', ${literals(DEEDS)})
    ), notable as (
      select deed, actor, jsonb_agg(jsonb_build_object('documentId', d.id, 'kind', d.kind, 'number', d.number, 'at', at) order by at desc) as notable
      from (
        select distinct on (deed, document_id) * from done where deed in (${literals(NOTABLE)}) order by deed, document_id, at desc
      ) latest
      join fiscal_documents d on d.tenant_id = ${db.tenant.id} and d.id = latest.document_id
      group by deed, actor
    )
    select counted.*, notable.notable
    from (select deed, actor, count(distinct document_id)::int as count from done group by deed, actor) counted
    left join notable using (deed, actor)
    union all
    select 'WEBHOOK_RETRIED', 'service:system', count(*)::int, null from webhook_deliveries
    where tenant_id = ${db.tenant.id} and attempts > 1 and last_tried_at >= ${from} and last_tried_at < ${to}
    having count(*) > 0`.execute(db);
  const deeds = rows.map(({ deed, actor, count }) => ({ deed, actor, count }));
  const notable = rows
    .flatMap(({ deed, notable: some }) => (some ?? []).map((one) => ({ ...one, deed, at: new Date(one.at) })))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return {
    ...{ from, to },
    deeds: deeds.toSorted((one, other) => DEEDS.indexOf(one.deed) - DEEDS.indexOf(other.deed)),
    notable: notable.slice(0, MOST_NOTABLE),
  };
}

/** No id of version 7 that was made at the instant or later is below it. */
function firstIdOf(ms: number): string {
  const time = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}

/** From the last sale before the day, of the week before, to its first one, or its end while there is none. */
export async function nightBefore(db: TenantDb, day: string): Promise<{ from: Date; to: Date }> {
  const midnight = sql`(${day}::date::timestamp at time zone ${db.tenant.timeZone})`;
  const end = sql`((${day}::date + 1)::timestamp at time zone ${db.tenant.timeZone})`;
  const ofTenant = sql`from invoices where tenant_id = ${db.tenant.id}`;
  const { rows } = await sql<{ from: Date; to: Date }>`
    select coalesce(
        (select max(issued_at) ${ofTenant} and issued_at < ${midnight} and issued_at >= ${midnight} - interval '7 days'),
        ${midnight} - interval '1 day') as from,
      coalesce((select min(issued_at) ${ofTenant} and issued_at >= ${midnight} and issued_at < ${end}), ${end}) as to`.execute(
    db,
  );
  return rows[0]!;
}

export async function workOfDay(db: TenantDb, day: string): Promise<NightWork> {
  const midnight = (days: number) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${db.tenant.timeZone})`;
  const { rows } = await sql<{ from: Date; to: Date }>`select ${midnight(0)} as from, ${midnight(1)} as to`.execute(db);
  return nightWork(db, rows[0]!.from, rows[0]!.to);
}
