// Runs once, now, the step that is due for each open document, instead of waiting for its job; for `folio reconcile`.
import { sql } from 'kysely';
import { tryNow } from '../../jobs/index.ts';
import { type TenantDb } from '../../tenancy/index.ts';
import type { TenantContext } from '../context.ts';
import { findDocument } from '../fiscal-document.ts';
import { matchDocument, type NoticeIdentity } from '../verdict/match-document.ts';
import { openDocuments, type OpenDocument } from './open-documents.ts';
import { pollLegalStatus } from '../verdict/poll-legal-status.ts';
import { processNotice } from '../notices/process-notice.ts';
import { submit } from '../requests/submit.ts';
import { voidAtPac } from '../requests/void-at-pac.ts';

export interface Reconciliation {
  /** How many were open before. */
  checked: number;
  /** How many of them are open no longer. */
  resolved: number;
  /** Oldest first. */
  open: OpenDocument[];
}

const PAGE = 1000;

/** Safe beside workers: each step is one that they take too. */
export async function reconcile(context: TenantContext): Promise<Reconciliation> {
  const before = await undecided(context);
  await applyKnownNotices(context);
  for (const document of before) {
    await tryNow(context.log, `reconcile ${document.number}`, () => pursue(context, document));
  }
  const open = await undecided(context);
  const stillOpen = new Set(open.map(({ documentId }) => documentId));
  const resolved = before.filter(({ documentId }) => !stillOpen.has(documentId)).length;
  return { checked: before.length, resolved, open };
}

/** Documents with an open submission, verdict or void; one that only lacks its PDF is decided. */
export async function undecided(context: Pick<TenantContext, 'inTenant'>): Promise<OpenDocument[]> {
  const found: OpenDocument[] = [];
  for (let after: string | undefined, page: OpenDocument[] | undefined; page?.length !== 0;) {
    page = await context.inTenant((db) => openDocuments(db, { limit: PAGE, after }));
    found.push(...page.filter(({ nextAction }) => nextAction !== 'ATTACH_PDF'));
    after = page.at(-1)?.documentId;
  }
  return found;
}

/** Waiting notices whose document is known by now. */
async function applyKnownNotices(context: TenantContext): Promise<void> {
  for (let after: string | undefined, page: Waiting[] | undefined; page?.length !== 0; after = page.at(-1)?.id) {
    page = await context.inTenant((db) => waitingNotices(db, after));
    for (const { id, isKnown } of page) {
      if (isKnown) await tryNow(context.log, 'process-notice', () => processNotice(context, id));
    }
  }
}

interface Waiting {
  id: string;
  isKnown: boolean;
}

/** A page of them, in the order in which they came. */
export async function waitingNotices(db: TenantDb, after: string | undefined, limit = PAGE): Promise<Waiting[]> {
  const start =
    after === undefined
      ? sql``
      : sql`and (received_at, id) > (select received_at, id from pac_notices where tenant_id = ${db.tenant.id} and id = ${after})`;
  const { rows } = await sql<NoticeIdentity & { id: string }>`
    select id, pac_document_id as "documentId", cufe from pac_notices
    where tenant_id = ${db.tenant.id} and state = 'WAITING' ${start}
    order by received_at, id limit ${limit}`.execute(db);
  const waiting: Waiting[] = [];
  for (const { id, ...identity } of rows) {
    waiting.push({ id, isKnown: (await matchDocument(db, identity)) !== undefined });
  }
  return waiting;
}

async function pursue(context: TenantContext, { documentId, nextAction }: OpenDocument) {
  switch (nextAction) {
    case 'SUBMIT':
    case 'AWAIT_ANSWER':
      await submit(context, documentId);
      return poll(context, documentId);
    case 'ASK_PAC':
    case 'AWAIT_VERDICT':
      return poll(context, documentId);
    case 'VOID':
    case 'ASK_PAC_ABOUT_VOID':
      await voidAtPac(context, documentId);
      return;
    case 'AWAIT_NOTICE_OR_OPERATOR':
    case 'OPERATOR':
    case 'ATTACH_PDF':
      return;
    default:
      nextAction satisfies never;
  }
}

/** Does nothing where the PAC id is unknown or the verdict has come. */
async function poll(context: TenantContext, documentId: string): Promise<void> {
  const document = await context.inTenant((db) => findDocument(db, documentId));
  if (document) await pollLegalStatus(context, documentId, document.poll_count);
}
