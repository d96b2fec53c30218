// Links to certified documents for people without an account: one of each document, counted, and ended whenever one wants.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { findDocument, pdfAmong } from '../certification/index.ts';
import { filesOf, type StoredFile } from '../files/index.ts';
import type { DocumentKind } from '../fiscal/document.ts';
import { isAuthorized } from '../fiscal/legal-status.ts';
import type { Decimal } from '../platform/decimal.ts';
import { conflict, notFound } from '../platform/errors.ts';
import { adding, findingRow, readingRows, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { assertSeenBy, type Counter } from './counter.ts';
import type { DocumentLinkRow } from './tables.ts';

export type DocumentLink = Selectable<DocumentLinkRow>;

const CODE_BYTES = 16;

/** Answers the link that there is; one that was revoked gets another address. */
export async function shareDocument(db: TenantDb, id: string, counter: Counter): Promise<DocumentLink> {
  const document = await findDocument(db, id);
  if (!document) throw notFound('Document', 'documentId');
  await assertSeenBy(db, document, counter, 'Document');
  const { number, legal_status: status } = document;
  if (!isAuthorized(status))
    throw conflict('Only what the PAC has authorized is shown to others, and {number} is not authorized', { number });
  const made = { code: randomBytes(CODE_BYTES), created_by: counter.person };
  await adding(db, 'document_links', { id, ...made })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ ...made, created_at: sql`now()`, revoked_at: null, views: 0, viewed_at: null })
        .where('document_links.revoked_at', 'is not', null),
    )
    .execute();
  return findLink(db, id);
}

/** Revoked already: as it is. */
export async function revokeDocumentLink(db: TenantDb, id: string): Promise<DocumentLink> {
  await sql`
    update document_links set revoked_at = now()
    where tenant_id = ${db.tenant.id} and id = ${id} and revoked_at is null`.execute(db);
  return findLink(db, id);
}

export const findLink = findingRow('document_links', 'Document link', 'documentId');

export const linksOfDocuments = readingRows('document_links', 'id');

/** Address below the service: tenant, document and code, without which there is nothing to be seen. */
export function pathOf({ tenant_id: tenantId, id, code }: DocumentLink): string {
  const ids = Buffer.from(`${tenantId}${id}`.replaceAll('-', ''), 'hex');
  return `/d/${Buffer.concat([ids, code]).toString('base64url')}`;
}

export type LinkKey = NonNullable<ReturnType<typeof linkKeyIn>>;

/** In its one spelling: a decoder passes over what is no letter of it, and the page has its own address. */
export function linkKeyIn(text: string) {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32 + CODE_BYTES || bytes.toString('base64url') !== text) return undefined;
  const uuid = (at: number): string =>
    bytes.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { tenantId: uuid(0), id: uuid(16), code: bytes.subarray(32) };
}

/** A document as it is shown to others. */
export interface SharedDocument {
  kind: DocumentKind;
  number: string;
  issuedAt: Date;
  total: Decimal;
  cufe: string | null;
  qrUrl: string | null;
  /** Voided at the DGI, or rejected by it after the PAC had authorized it. */
  isVoid: boolean;
  pdf: StoredFile | undefined;
}

/** Undefined where it was revoked, or never was. A look is counted, once a minute at most. */
export async function openLink(
  db: TenantDb,
  { id, code }: LinkKey,
  isLook: boolean,
): Promise<SharedDocument | undefined> {
  const link = await rowsOf(db, 'document_links').where('id', '=', id).executeTakeFirst();
  if (!link || link.revoked_at !== null || !timingSafeEqual(link.code, code)) return undefined;
  const { rows } = await sql<Omit<SharedDocument, 'pdf'>>`
    select kind, document.number, cufe, qr_url as "qrUrl", issued_at as "issuedAt", total,
      legal_status = 'DGI_REJECTED' or voided_at is not null as "isVoid"
    from fiscal_documents document join lateral (
      select issued_at, voided_at, total + certified_more as total from invoices where tenant_id = ${db.tenant.id} and id = ${id}
      union all select issued_at, voided_at, total + certified_more as total from credits where tenant_id = ${db.tenant.id} and id = ${id}
      union all select issued_at, voided_at, total + certified_more as total from debit_notes where tenant_id = ${db.tenant.id} and id = ${id}) record on true
    where document.tenant_id = ${db.tenant.id} and document.id = ${id}`.execute(db);
  if (isLook)
    await sql`
      update document_links set views = views + 1, viewed_at = now()
      where tenant_id = ${db.tenant.id} and id = ${id}
        and (viewed_at is null or viewed_at < now() - interval '1 minute')`.execute(db);
  return rows[0] && { ...rows[0], pdf: pdfAmong(await filesOf(db, [id])) };
}
