// Receives a notice of the PAC: stored first, so that nothing is lost; then processed at once.
import { hash } from 'node:crypto';
import { sql, type Selectable, type Updateable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { tryNow } from '../../jobs/index.ts';
import type { Notice } from '../../pac/index.ts';
import { jsonRows, prepared } from '../../platform/sql.ts';
import { rowsOf, type TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { processNoticeDuty } from '../duties.ts';
import type { Ahead } from '../verdict/files-ahead.ts';
import { assertRoom, bodyToKeep, hasRoomForRefused, type Room } from './notices-about-nothing.ts';
import { apply, processNotice, type Step } from './process-notice.ts';
import type { NoticeState, PacNoticeRow } from '../tables.ts';

export interface Incoming {
  rawBody: Buffer;
  /** As it may be stored. */
  body: unknown;
  notice: Extract<Notice, { outcome: 'ok' }>;
  ahead?: Ahead | undefined;
}

type Stores<Some, Answer> = (context: TenantContext, some: Some, room?: Room) => Promise<Answer>;

/** With what it brings about, in one transaction, where it is new; stored alone where that fails. */
export const storeNotice: Stores<Incoming, Stored> = async (context, incoming, room) => {
  const applied = await tryNow(context.log, processNoticeDuty.name, () =>
    context.inTenant((db) => storeApplied(context, db, kept(incoming), room)),
  );
  return applied ?? (await storeNotices(context, [incoming], room))[0]!;
};

async function storeApplied(
  context: CertificationContext,
  db: TenantDb,
  one: KeptNotice,
  room: Room | undefined,
): Promise<Stored | undefined> {
  const { digest, body, notice, ahead } = one;
  if (await rowsOf(db, 'pac_notices').where('digest', '=', digest).executeTakeFirst()) return undefined;
  const row = {
    ...{ tenant_id: db.tenant.id, id: uuid(), digest, body, deliveries: 1, received_at: context.clock.now() },
    ...{ pac_document_id: notice.documentId, cufe: notice.cufe, legal_status: notice.legalStatus },
    ...{ state: 'WAITING' as const, outcome: null, document_id: null, processed_at: null, becomes: {} },
  };
  const step = await apply(db, { context, notice: row, caller: 'news', ahead });
  const written = await store(db, [one], 'WAITING', null, { id: row.id, ...row.becomes });
  const stored = written.get(digest)!;
  // Another delivery of it was stored meanwhile, and may have been applied.
  if (!stored.isNew) throw new Error('the notice was stored meanwhile');
  if (stored.state === 'WAITING') await assertRoom(db, [one], room);
  return { ...stored, step, ahead };
}

function kept({ body, rawBody, notice, ahead }: Incoming): KeptNotice {
  return { body: bodyToKeep(body, rawBody.length), digest: hash('sha256', rawBody), notice, ahead };
}

/** In one transaction: all of them are safe then. One that no process applies has a duty within minutes. Answers in their order. */
export const storeNotices: Stores<readonly Incoming[], Stored[]> = async (context, incoming, room) => {
  const notices = incoming.map(kept);
  return context.inTenant(async (db) => {
    const stored = await store(db, notices, 'WAITING');
    // The first of several copies is the news.
    const isFirst = notices.map(({ digest }, at) => notices.findIndex((other) => other.digest === digest) === at);
    const news = notices.filter(({ digest }, at) => isFirst[at] && stored.get(digest)!.isNew);
    await assertRoom(db, news, room);
    return notices.map(({ digest, ahead }, at) => {
      const { isNews, ...one } = stored.get(digest)!;
      return { ...one, isNews: isNews && isFirst[at]!, ahead };
    });
  });
};

/** News gets a duty where it cannot be applied yet; what is told again has its own. */
export async function applyNotice(
  context: TenantContext,
  { id, isNews, step, ahead }: Pick<Stored, 'id' | 'isNews' | 'step' | 'ahead'>,
): Promise<void> {
  const work = async () => {
    await processNotice(context, id, isNews ? 'news' : 'other', { first: step, ahead });
    return true;
  };
  const isDone = await tryNow(context.log, processNoticeDuty.name, work);
  if (!isDone && isNews) await leaveToQueue(context, [id]);
}

export async function leaveToQueue(context: TenantContext, noticeIds: readonly string[]): Promise<void> {
  const payloads = noticeIds.map((noticeId) => ({ tenantId: context.tenant.id, noticeId }));
  await tryNow(context.log, processNoticeDuty.name, () =>
    context.inTenant((db) => context.jobs.enqueueAll(db, processNoticeDuty, payloads)),
  );
}

/** Keeps, as evidence, a notice that was signed and makes no sense; nothing follows from it. */
export async function keepRefusedNotice(
  context: TenantContext,
  rawBody: Buffer,
  body: unknown,
  reason: string,
): Promise<void> {
  context.log.warn({ tenantId: context.tenant.id, reason }, 'a signed notice of the PAC was refused');
  const notice = { documentId: null, cufe: null, legalStatus: null };
  const kept = { digest: hash('sha256', rawBody), body: bodyToKeep(body, rawBody.length), notice };
  await context.inTenant(async (db) => {
    if (await hasRoomForRefused(db)) await store(db, [kept], 'REFUSED', reason);
  });
}

interface KeptNotice {
  digest: string;
  body: unknown;
  notice: { documentId: string | null; cufe: string | null; legalStatus: string | null };
  ahead?: Ahead | undefined;
}

export interface Stored {
  id: string;
  state: NoticeState;
  /** Not seen before. */
  isNew: boolean;
  /** The same, or given up before and told anew. */
  isNews: boolean;
  /** It was applied with that, and this comes next. */
  step?: Step;
  ahead?: Ahead | undefined;
}

type StoredRow = Pick<Selectable<PacNoticeRow>, 'id' | 'digest' | 'state' | 'deliveries'> & { isNews: boolean };

// One that was given up, not understood or not believed is processed again when it is repeated and makes sense; it says anew what an
// earlier release may not have read.
const RETOLD = sql.join(
  ['received_at', 'processed_at', 'state', 'legal_status', 'pac_document_id', 'cufe'].map((name) => {
    const column = sql.ref(name);
    return sql`${column} = case when kept.state in ('EXPIRED', 'REFUSED', 'PARKED') and excluded.state = 'WAITING'
      then excluded.${column} else kept.${column} end`;
  }),
);

/** By digest: what comes several times is one row that counts how often. `own`: of one that is alone. */
async function store(
  db: TenantDb,
  notices: readonly KeptNotice[],
  state: NoticeState,
  outcome: string | null = null,
  own: Updateable<PacNoticeRow> = {},
): Promise<Map<string, Stored>> {
  const copies = new Map<string, KeptNotice[]>();
  for (const kept of notices) copies.set(kept.digest, [...(copies.get(kept.digest) ?? []), kept]);
  // In the same order everywhere, so that two transactions that store the same notices cannot deadlock.
  const different = [...copies.values()].toSorted(([one], [other]) => (one!.digest < other!.digest ? -1 : 1));
  const candidates = different.map(([first, ...more]) => ({
    id: uuid(),
    digest: first!.digest,
    body: first!.body,
    pac_document_id: first!.notice.documentId,
    cufe: first!.notice.cufe,
    legal_status: first!.notice.legalStatus,
    deliveries: 1 + more.length,
    ...{ state, outcome, document_id: null, processed_at: null, ...own },
  }));
  const { rows } = await sql<StoredRow>`${prepared}
    insert into pac_notices as kept
      (tenant_id, id, digest, body, pac_document_id, cufe, legal_status, state, outcome, document_id, processed_at, deliveries)
    select ${db.tenant.id}::uuid, id, digest, coalesce(body, 'null'), pac_document_id, cufe, legal_status, state, outcome, document_id, processed_at, deliveries
    from jsonb_to_recordset(${jsonRows(candidates)}) as n (id uuid, digest text, body jsonb, pac_document_id text, cufe text,
      legal_status text, state text, outcome text, document_id uuid, processed_at timestamptz, deliveries int)
    on conflict (tenant_id, digest) do update set deliveries = kept.deliveries + excluded.deliveries, ${RETOLD}
    returning id, digest, state, deliveries, received_at = now() as "isNews"`.execute(db);
  return new Map(
    rows.map(({ digest, deliveries, ...row }) => [
      digest,
      { ...row, isNew: deliveries === copies.get(digest)!.length },
    ]),
  );
}
