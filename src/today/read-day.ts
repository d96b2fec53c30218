// Reads what a day has: its documents beside those of the same weekday before, the money that came in, and what the PAC answered.
import { sql } from 'kysely';
import { BOUGHT } from '../fiscal/document-types.ts';
import { REJECTED } from '../fiscal/legal-status.ts';
import { fiscalDay, PANAMA } from '../invoicing/index.ts';
import type { PaymentMethod } from '../invoicing/tables.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import { literals, sqlRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { HourOfVerdict } from './day-figures.ts';

const VERDICT = sql`case
  when document.legal_status in (${literals(REJECTED)}) then 'REJECTED'
  when business.voided_at is not null then 'VOIDED'
  when business.canceled_at is not null then 'CANCELED'
  when document.mode = 'DGI_IMPORT' then 'IMPORTED'
  when document.mode = 'PROFORM' then 'INTERNAL'
  when document.legal_status = 'DGI_AUTHORIZED' then 'AUTHORIZED'
  when document.legal_status = 'PAC_AUTHORIZED' then 'WITH_PAC'
  when document.submission_state = 'UNKNOWN' then 'UNKNOWN'
  else 'PENDING' end`;

/** An index leads to instants, in Panama or with the tenant; which day an instant was on is written beside it. `until`: null when the whole day is over. */
export async function hoursOfDays(db: TenantDb, days: readonly string[], until: Date | null): Promise<HourOfVerdict[]> {
  const zone = db.tenant.timeZone;
  const midnight = (days: number, at: string) => sql`((asked.day + ${sql.lit(days)})::timestamp at time zone ${at})`;
  const columns = 'tenant_id, id, issue_day, fiscal_day, issued_at, subtotal, total, voided_at, canceled_at';
  const rows = ['invoices', 'credits', 'debit_notes'].map(
    (table) => sql`
      select ${sql.raw(columns)}, ${sql.raw(table === 'invoices' ? 'null::uuid' : 'invoice_id')} as original from ${sql.table(table)}
      where tenant_id = ${db.tenant.id} and ${fiscalDay(table)} = asked.day
        and issued_at >= least(${midnight(0, zone)}, ${midnight(0, PANAMA)})
        and issued_at < greatest(${midnight(1, zone)}, ${midnight(1, PANAMA)})
        ${table === 'invoices' ? sql`and not is_opening and not is_stand_in` : sql``}`,
  );
  return sqlRows<HourOfVerdict>(db)`
    select ${fiscalDay('business')}::text as day, extract(hour from local.at)::int as hour, ${VERDICT} as verdict,
      ${until === null ? sql`true` : sql`local.at::time <= (${until}::timestamptz at time zone ${zone})::time`} as "isSoFar",
      count(*) filter (where document.kind = 'INVOICE')::int as sales, count(*)::int as count,
      sum(sign * business.subtotal) as base, sum(sign * business.total) as total
    from unnest(${days}::date[]) asked (day)
    cross join lateral (${sql.join(rows, sql` union all `)}) business
    join fiscal_documents document on document.tenant_id = business.tenant_id and document.id = business.id
    left join fiscal_documents original on original.tenant_id = business.tenant_id and original.id = business.original
    cross join lateral (select business.issued_at at time zone
        case when business.fiscal_day <> business.issue_day then ${PANAMA} else ${zone} end as at,
      case when document.kind = 'CREDIT_NOTE' then -1 else 1 end as sign) local
    where coalesce(original.document_type, document.document_type) not in (${literals(BOUGHT)})
    group by 1, 2, 3, 4`;
}

export interface DayMoney {
  method: PaymentMethod;
  /** Payments, less refunds. */
  amount: Decimal;
}

/** By the day on which it was paid; what was moved to another invoice is no money. The largest first. */
export async function moneyOfDay(db: TenantDb, day: string): Promise<DayMoney[]> {
  const midnight = (days: number) =>
    sql`((${day}::date + ${sql.lit(days)})::timestamp at time zone ${db.tenant.timeZone})`;
  const onDay = (at: string) => sql`${sql.ref(at)} >= ${midnight(0)} and ${sql.ref(at)} < ${midnight(1)}`;
  const { rows } = await sql<DayMoney>`
    select method, sum(amount) as amount
    from (
      select method, amount from payments where tenant_id = ${db.tenant.id} and ${onDay('paid_at')}
      union all
      select payment.method, -refund.amount
      from refunds refund
      join payments payment on payment.tenant_id = refund.tenant_id and payment.id = refund.payment_id
      where refund.tenant_id = ${db.tenant.id} and ${onDay('refund.refunded_at')}
    ) moved
    group by method order by sum(amount) desc, method`.execute(db);
  return rows.map((row) => ({ ...row, amount: add(row.amount) }));
}
