// Documents that wait for something: what, for how long, and what happens next (promise P2).
import { sql } from 'kysely';
import type { TermsOfMakes } from '../../fiscal/deadlines.ts';
import type { DocumentKind, SubmissionState } from '../../fiscal/document.ts';
import { AUTHORIZED, REJECTED, type LegalStatus } from '../../fiscal/legal-status.ts';
import { literals, sqlRows } from '../../platform/sql.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { IS_ASKED_BY_NUMBER } from '../by-number.ts';
import { isBeingSent } from '../pac-request.ts';
import type { VoidState } from '../tables.ts';
import { voidHoursOf } from '../void-hours.ts';

export const NEXT_ACTIONS = [
  'SUBMIT',
  'AWAIT_ANSWER',
  'ASK_PAC',
  'AWAIT_NOTICE_OR_OPERATOR',
  'OPERATOR',
  'AWAIT_VERDICT',
  'VOID',
  'ASK_PAC_ABOUT_VOID',
  'ATTACH_PDF',
] as const;
export type NextAction = (typeof NEXT_ACTIONS)[number];

export interface OpenDocument {
  documentId: string;
  kind: DocumentKind;
  number: string;
  legalStatus: LegalStatus | null;
  submissionState: SubmissionState;
  voidState: VoidState | null;
  ageSeconds: number;
  nextAction: NextAction;
  /** Until when it can be voided at the PAC. */
  deadline: Date | null;
  parkedReason: string | null;
}

const IS_OPEN = sql`is_open_document(d.mode, d.submission_state, d.legal_status, d.parked_reason, d.void_state, d.awaits_pdf)`;

export async function countOpen(db: TenantDb): Promise<number> {
  const rows = await sqlRows<{ count: number }>(db)`
    select count(*)::int as count from fiscal_documents d where d.tenant_id = ${db.tenant.id} and ${IS_OPEN}`;
  return rows[0]!.count;
}

/** How many one answer has at most. */
export const OPEN_DOCUMENTS_LIMIT = 1000;

/** Oldest first, from the one that follows the document `after`. */
export async function openDocuments(
  db: TenantDb,
  { limit, after }: { limit: number; after?: string | null | undefined } = { limit: OPEN_DOCUMENTS_LIMIT },
  pac: TermsOfMakes = { profileOf: () => ({}) },
): Promise<OpenDocument[]> {
  const start =
    after === undefined || after === null
      ? sql``
      : sql`and (d.created_at, d.id) >
          (select created_at, id from fiscal_documents where tenant_id = ${db.tenant.id} and id = ${after})`;
  return sqlRows<OpenDocument>(db)`
    select d.id as "documentId", d.kind, d.number, d.legal_status as "legalStatus", d.submission_state as "submissionState",
      d.void_state as "voidState", floor(extract(epoch from clock_timestamp() - d.created_at))::int as "ageSeconds",
      case
        when d.parked_reason is not null then 'OPERATOR'
        when d.void_state = 'UNKNOWN' or d.void_state = 'ASKED' and d.legal_status in (${literals(REJECTED)}) then 'ASK_PAC_ABOUT_VOID'
        when d.void_state = 'ASKED' and d.legal_status in (${literals(AUTHORIZED)}) and d.document_id is not null
          then 'VOID'
        when d.submission_state = 'PENDING' and ${isBeingSent('d')} then 'AWAIT_ANSWER'
        when d.submission_state = 'PENDING' then 'SUBMIT'
        when d.submission_state = 'UNKNOWN' and (d.document_id is not null or ${IS_ASKED_BY_NUMBER}) then 'ASK_PAC'
        -- Also what is authorized can be neither asked for nor voided, nor its PDF be had, before the PAC's id of it is known.
        when d.submission_state = 'UNKNOWN' or d.document_id is null then 'AWAIT_NOTICE_OR_OPERATOR'
        when d.legal_status = 'PAC_AUTHORIZED' then 'AWAIT_VERDICT'
        else 'ATTACH_PDF'
      end as "nextAction",
      case when d.legal_status in (${literals(AUTHORIZED)})
        then coalesce((d.pac_input #>> '{information,issueDate}')::timestamptz, d.created_at) + ${voidHoursOf(pac, db.tenant).hours} * interval '1 hour' end as deadline,
      d.parked_reason as "parkedReason"
    from fiscal_documents d
    where d.tenant_id = ${db.tenant.id} ${start}
      and ${IS_OPEN}
    order by d.created_at, d.id
    limit ${limit}`;
}
