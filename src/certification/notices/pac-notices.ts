// The inbox of the PAC's notices as a person reads it: what came, and what became of it.
import { sql } from 'kysely';
import { sqlRows } from '../../platform/sql.ts';
import type { DocumentKind } from '../../fiscal/document.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { keptNotices } from '../../numbers/index.ts';
import type { NoticeState } from '../tables.ts';

export interface PacNotice {
  id: string;
  receivedAt: Date;
  /** As the PAC wrote it, which may be an unknown word. */
  legalStatus: string | null;
  state: NoticeState;
  outcome: string | null;
  deliveries: number;
  /** Document that the notice was matched to. */
  documentId: string | null;
  documentKind: DocumentKind | null;
  documentNumber: string | null;
}

/** Newest first: ids are given in order of time, so the key itself is the order. `after` is the last one of the page before. */
export async function pacNotices(
  db: TenantDb,
  { limit, offset, after }: { limit: number; offset: number; after?: string | null | undefined },
): Promise<{ records: PacNotice[]; totalCount: number }> {
  const { rows } = await sql<PacNotice>`
    select n.id, n.received_at as "receivedAt", n.legal_status as "legalStatus", n.state, n.outcome, n.deliveries,
      n.document_id as "documentId", d.kind as "documentKind", d.number as "documentNumber"
    from pac_notices n
    left join fiscal_documents d on d.tenant_id = n.tenant_id and d.id = n.document_id
    where n.tenant_id = ${db.tenant.id} ${after ? sql`and n.id < ${after}` : sql``}
    order by n.id desc
    limit ${limit} offset ${offset}`.execute(db);
  return { records: rows, totalCount: await keptNotices(db) };
}

/** As it came. */
export interface KeptNotice extends Omit<PacNotice, 'documentId' | 'documentKind' | 'documentNumber'> {
  digest: string;
  body: unknown;
  pacDocumentId: string | null;
  cufe: string | null;
}

/** Notices that a timeline names, oldest first. */
export async function noticesOf(db: TenantDb, timeline: readonly { detail: unknown }[]): Promise<KeptNotice[]> {
  const ids = timeline.map(({ detail }) => (detail as { noticeId?: unknown } | null)?.noticeId);
  const named = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (named.length === 0) return [];
  return sqlRows<KeptNotice>(db)`
    select id, received_at as "receivedAt", digest, body, pac_document_id as "pacDocumentId", cufe, legal_status as "legalStatus",
      state, outcome, deliveries
    from pac_notices where tenant_id = ${db.tenant.id} and id = any(${named})
    order by id`;
}
