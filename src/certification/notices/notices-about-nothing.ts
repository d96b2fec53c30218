// Notices that concern no document of ours: how much of them is kept, and for how long. A notice that matters is never lost for it.
import { sql, type RawBuilder } from 'kysely';
import { cufeKey } from '../../fiscal/cufe.ts';
import { DomainError } from '../../platform/errors.ts';
import { jsonRows } from '../../platform/sql.ts';
import { inTenant, listTenants, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';

/** Notices of a tenant at one time that wait for their documents, or name documents that never came. */
const MOST_UNMATCHED = 5_000;
/** Notices without a meaning. */
const MOST_REFUSED = 1_000;
/** Longer than any restore looks back. */
const KEPT_DAYS = 90;
const REMOVED_AT_ONCE = 1_000;

interface KeptNotice {
  digest: string;
  notice: { documentId: string | null; cufe: string | null };
}

/**
 * Refuses what would be one too many, so that the PAC sends it again: these were not here before, when there were so many `unmatched`.
 * A notice that names our own document always has room: a sender with the secret can fill only this quota.
 */
export async function assertRoom(db: TenantDb, unmatched: number, news: readonly KeptNotice[]): Promise<void> {
  const room = MOST_UNMATCHED - unmatched;
  if (news.length <= room) return;
  const matched = await knownAmong(db, news);
  if (news.filter(({ digest }) => !matched.has(digest)).length <= room) return;
  throw new DomainError('SERVICE_UNAVAILABLE', 'Too many notices wait for documents that are not known here');
}

/** How many wait for their documents, or are about documents that never came, as an expression. */
export function unmatched(db: TenantDb): RawBuilder<number> {
  return countUpTo(db, MOST_UNMATCHED, sql`state in ('WAITING', 'EXPIRED')`);
}

/** Whether one more that made no sense is kept as evidence. */
export async function hasRoomForRefused(db: TenantDb): Promise<boolean> {
  const { rows } = await sql<{
    count: number;
  }>`select (${countUpTo(db, MOST_REFUSED, sql`state = 'REFUSED'`)}) as count`.execute(db);
  return rows[0]!.count < MOST_REFUSED;
}

function countUpTo(db: TenantDb, most: number, condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`select count(*) from (
    select from pac_notices where tenant_id = ${db.tenant.id} and document_id is null and ${condition} limit ${sql.lit(most)}) as found`;
}

async function knownAmong(db: TenantDb, notices: readonly KeptNotice[]): Promise<Set<string>> {
  const candidates = notices.map(({ digest, notice: { documentId, cufe } }) => ({
    digest,
    pac_id: documentId,
    cufe,
    key: cufe === null ? null : cufeKey(cufe),
  }));
  const { rows } = await sql<{ digest: string }>`
    select digest from jsonb_to_recordset(${jsonRows(candidates)}) as n (digest text, pac_id text, cufe text, key text)
    where exists (select from fiscal_documents d where d.tenant_id = ${db.tenant.id} and d.document_id = n.pac_id)
      or exists (select from fiscal_documents d where d.tenant_id = ${db.tenant.id} and d.cufe = n.cufe)
      or exists (select from fiscal_documents d where d.tenant_id = ${db.tenant.id} and d.expected_cufe = n.cufe)
      or exists (select from fiscal_documents d
      where d.tenant_id = ${db.tenant.id} and d.cufe_key = n.key)`.execute(db);
  return new Set(rows.map(({ digest }) => digest));
}

/** Deletes unreadable notices and notices about documents that never came; one that names our RUC stays, it may be a lost document of ours. */
export async function forgetNotices(context: CertificationContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  for (const tenant of await listTenants(context)) {
    let removed: number;
    do {
      removed = await inTenant(context, tenant, (db) => forgetSome(db, before));
    } while (removed === REMOVED_AT_ONCE);
  }
}

async function forgetSome(db: TenantDb, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from pac_notices where tenant_id = ${db.tenant.id} and id in (
      select id from pac_notices
      where tenant_id = ${db.tenant.id} and document_id is null and received_at < ${before}
        and (state = 'REFUSED' or state = 'EXPIRED' and (cufe is null or position(${db.tenant.ruc ?? ''} in cufe) = 0))
      limit ${REMOVED_AT_ONCE})
    returning id`.execute(db);
  return rows.length;
}

const MOST_BODY_BYTES = 16_384;
const MOST_TEXT = 2_000;
const FIRST = ['id', 'legalStatus', 'cufe', 'message'];

/** The body as it is stored: as it came, or of one that is larger than any PAC's its small parts, and how large it was. */
export function bodyToKeep(body: unknown, bytes: number): unknown {
  if (bytes <= MOST_BODY_BYTES || typeof body !== 'object' || body === null || Array.isArray(body)) {
    return bytes <= MOST_BODY_BYTES ? body : { leftOutBytes: bytes };
  }
  const entries = Object.entries(body).toSorted(([one], [other]) => rank(one) - rank(other));
  const kept: [string, unknown][] = [];
  let size = 0;
  for (const [name, value] of entries) {
    const cut: unknown = typeof value === 'string' ? value.slice(0, MOST_TEXT).toWellFormed() : value;
    size += name.length + (JSON.stringify(cut)?.length ?? 0);
    if (size > MOST_BODY_BYTES / 4) break;
    kept.push([name, cut]);
  }
  return { ...Object.fromEntries(kept), leftOutBytes: bytes };
}

function rank(name: string): number {
  return FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length;
}
