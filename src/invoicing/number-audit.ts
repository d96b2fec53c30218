// Every number that was reserved for invoices and credit notes, each in exactly one class: what the tax inspector asks first.
import { sql } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';

/** In the order in which a number is put into the first class that fits. */
export const NUMBER_CLASSES = [
  'REJECTED',
  'VOIDED',
  'ISSUED',
  'CANCELED',
  'UNKNOWN',
  'PENDING',
  'INTERNAL',
  'UNUSED',
] as const;
export type NumberClass = (typeof NUMBER_CLASSES)[number];

export interface SeriesAudit {
  series: string;
  /** How many numbers have been reserved: 1 up to this. */
  reserved: number;
  counts: { class: NumberClass; count: number }[];
}

export interface AuditedNumber {
  number: string;
  class: NumberClass;
  documentId: string | null;
  /** Why it is in its class, where the class alone does not say. */
  reason: string | null;
}

// A number is taken in the transaction that writes its document, so one without a document means that rows are missing.
const audited = (db: TenantDb) => sql`
  select reserved.series, reserved.place, reserved.number, document.id as "documentId",
    case
      when document.id is null then 'UNUSED'
      when document.legal_status in ('PAC_REJECTED', 'DGI_REJECTED') then 'REJECTED'
      when document.void_state = 'DONE' then 'VOIDED'
      when document.legal_status in ('PAC_AUTHORIZED', 'DGI_AUTHORIZED') then 'ISSUED'
      when invoice.canceled_at is not null or credit.canceled_at is not null then 'CANCELED'
      when document.submission_state = 'UNKNOWN' then 'UNKNOWN'
      when document.submission_state = 'PENDING' then 'PENDING'
      else 'INTERNAL'
    end as class,
    case
      when document.id is null then 'no document carries it'
      when document.legal_status in ('PAC_REJECTED', 'DGI_REJECTED')
        then document.legal_status || coalesce(': ' || nullif(array_to_string(document.rejection_reasons, '; '), ''), '')
      when document.void_state = 'DONE' then document.void_reason
      when document.parked_reason is not null then document.parked_reason
      when document.mode <> 'DGI' then document.mode
    end as reason
  from (
    select series, place, series || '-' || lpad(place::text, 10, '0') as number
    from document_numbers, generate_series(1, last_number) as place
    where tenant_id = ${db.tenant.id} and series in ('FAC', 'NC')
  ) reserved
  left join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.number = reserved.number
    and document.kind = case reserved.series when 'FAC' then 'INVOICE' else 'CREDIT_NOTE' end
  left join invoices invoice on invoice.tenant_id = ${db.tenant.id} and invoice.id = document.id
  left join credits credit on credit.tenant_id = ${db.tenant.id} and credit.id = document.id`;

/** How many numbers of each series are in each class; classes without numbers are left out. */
export async function numberAudit(db: TenantDb): Promise<SeriesAudit[]> {
  const { rows } = await sql<SeriesAudit>`
    select series, sum(count)::int as reserved,
      json_agg(json_build_object('class', class, 'count', count) order by class) as counts
    from (select series, class, count(*)::int as count from (${audited(db)}) each group by series, class) classes
    group by series order by series`.execute(db);
  return rows;
}

/** The numbers of one series, and of one class where it is given, in their order. */
export async function auditedNumbers(
  db: TenantDb,
  query: { series: string; class?: NumberClass | null | undefined; limit: number; offset: number },
): Promise<AuditedNumber[]> {
  const { rows } = await sql<AuditedNumber>`
    select number, class, "documentId", reason from (${audited(db)}) each
    where series = ${query.series} and (${query.class ?? null}::text is null or class = ${query.class ?? null})
    order by place limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows;
}
