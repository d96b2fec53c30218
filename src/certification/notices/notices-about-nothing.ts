// Notices that concern no document of ours: how much of them is kept, and for how long. A notice that matters is never lost for it.
import { sql } from 'kysely';
import { cufeKey } from '../../fiscal/cufe.ts';
import { DomainError } from '../../platform/errors.ts';
import { sqlRows, type Sql } from '../../platform/sql.ts';
import { batchByBatch, inEachTenant, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';

/** Notices of a tenant at one time that wait for their documents, or name documents that never came. */
const MOST_UNMATCHED = 5_000;
/** Notices without a meaning. */
const MOST_REFUSED = 1_000;
/** Longer than any restore looks back. */
const KEPT_DAYS = 90;
const REMOVED_AT_ONCE = 1_000;

interface KeptNotice {
  notice: { documentId: string | null; cufe: string | null };
}

/** How many more of each tenant come before they are counted again. */
export type Room = Map<string, number>;

/** Processes that may fill their parts of what was free at one moment and not go beyond the bound together. */
const SHARES = 8;

/**
 * Refuses what would be one too many, so that the PAC sends it again: these have just been written, and were not here before. A notice that
 * names our own document always has room: a sender with the secret can fill only this quota.
 */
export async function assertRoom(db: TenantDb, news: readonly KeptNotice[], room: Room = new Map()): Promise<void> {
  const { id } = db.tenant;
  const left = (room.get(id) ?? 0) - news.length;
  room.set(id, left);
  // One that comes alone is counted each time.
  if (left >= 0 && news.length !== 1) return;
  const ours = await countKnown(db, news);
  if (ours === news.length) return;
  const kept = await countUpTo(db, MOST_UNMATCHED + news.length, sql`state in ('WAITING', 'EXPIRED')`);
  const free = MOST_UNMATCHED - (kept - ours);
  room.set(id, Math.floor(free / SHARES));
  if (free < 0)
    throw new DomainError('SERVICE_UNAVAILABLE', 'Too many notices wait for documents that are not known here');
}

/** Whether one more that made no sense is kept as evidence. */
export async function hasRoomForRefused(db: TenantDb): Promise<boolean> {
  return (await countUpTo(db, MOST_REFUSED, sql`state = 'REFUSED'`)) < MOST_REFUSED;
}

async function countUpTo(db: TenantDb, most: number, condition: Sql): Promise<number> {
  const [found] = await sqlRows<{ count: number }>(db)`select count(*) from (
    select from pac_notices where tenant_id = ${db.tenant.id} and document_id is null and ${condition} limit ${most}) as found`;
  return found!.count;
}

/** How many of them name a document of ours: each name along its own index. */
async function countKnown(db: TenantDb, notices: readonly KeptNotice[]): Promise<number> {
  const named = notices.map(({ notice: { documentId, cufe } }) => ({
    document_id: documentId,
    cufe,
    expected_cufe: cufe,
    cufe_key: cufe === null ? null : cufeKey(cufe),
  }));
  const questions = (['document_id', 'cufe', 'expected_cufe', 'cufe_key'] as const).map((column) => {
    const names = named.flatMap((one) => one[column] ?? []);
    return sql`select name from unnest(${names}::text[]) name
      where (select true from fiscal_documents where tenant_id = ${db.tenant.id} and ${sql.ref(column)} = name limit 1)`;
  });
  const { rows } = await sql<{ name: string }>`${sql.join(questions, sql` union all `)}`.execute(db);
  const ownNames = new Set<string | null>(rows.map(({ name }) => name));
  return named.filter((one) => Object.values(one).some((name) => ownNames.has(name))).length;
}

/** Deletes unreadable notices and notices about documents that never came; one that names our RUC stays, it may be a lost document of ours. */
export async function forgetNotices(context: CertificationContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - KEPT_DAYS * 86_400_000);
  await inEachTenant(context, ({ inTenant }) => batchByBatch(inTenant, (db) => forgetSome(db, before)));
}

async function forgetSome(db: TenantDb, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from pac_notices where tenant_id = ${db.tenant.id} and id in (
      select id from pac_notices
      where tenant_id = ${db.tenant.id} and document_id is null and received_at < ${before}
        and (state = 'REFUSED' or state = 'EXPIRED' and (cufe is null or position(${db.tenant.ruc ?? ''} in cufe) = 0))
      limit ${REMOVED_AT_ONCE})
    returning id`.execute(db);
  return rows.length === REMOVED_AT_ONCE;
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
