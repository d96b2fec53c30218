// Applies a notice from the inbox to its document; one that came before its document is known waits for a day.
import { sql, type Selectable, type Updateable } from 'kysely';
import type { DocumentKind } from '../../fiscal/document.ts';
import { type LegalStatus, isAuthorized, isRejected, isTerminal, nextLegalStatus } from '../../fiscal/legal-status.ts';
import { announceBytes } from '../../files/index.ts';
import { tryNow, type Job } from '../../jobs/index.ts';
import type { PacDocument } from '../../pac/index.ts';
import { prepared } from '../../platform/sql.ts';
import { changing, pipeline, rowsOf, tenantRows, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { adoptFound } from '../verdict/adopt-found.ts';
import { attachAtOnce, withVerdict } from '../verdict/attach-pdf.ts';
import type { CertificationContext, TenantContext } from '../context.ts';
import { withoutStranger } from '../verdict/disown.ts';
import { comingFor, fits, type Ahead } from '../verdict/files-ahead.ts';
import { processNoticeDuty } from '../duties.ts';
import { changeDocument, findDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { heldByAnother, matchDocument, type NoticeIdentity } from '../verdict/match-document.ts';
import { isBeingSent } from '../pac-request.ts';
import { recordLegalStatus } from '../verdict/record-legal-status.ts';
import type { PacNoticeRow } from '../tables.ts';
import { addEvent } from '../timeline.ts';
import { lookAtEach, mayBeAt } from '../which-account.ts';
import { differenceTo, identityConflict, isSameId, isStrangers } from '../verdict/whose-answer.ts';
import { DAY_MS } from '../../platform/days.ts';

const ACTOR = 'pac-webhook';
/** How long the PAC is asked about a notice with an id alone; each time after twice the pause, so some ten times at most. */
const ASKED_FOR_MS = 3_600_000;

/** A notice that had to wait so long for its turn may have been found without a duty, and have one. */
const MAY_BE_FOUND_MS = 45_000;

/** `news`: the first try of one that has no duty yet. */
type NoticeCaller = 'news' | 'duty' | 'other';

/** With what becomes of it, which is written with the rest. */
type PacNotice = Selectable<PacNoticeRow> & { becomes: Updateable<PacNoticeRow> };

export type Step =
  /** `place`: announced for its files, which follow. */
  | {
      next: 'done';
      document?: FiscalDocument | undefined;
      isNewlyNamed?: boolean;
      place?: string | undefined;
      isWhole?: boolean;
    }
  /** The PAC itself is asked what it has under this id before the notice is believed. */
  | { next: 'ask'; pacDocumentId: string; at: readonly AtPac[]; ownId?: string | null };

/** Accounts at which a document of this kind may be. */
interface AtPac {
  companies: readonly string[];
  kind: DocumentKind;
}

/** Document that the PAC has under an id. */
interface Looked {
  pacDocumentId: string;
  /** Account that has it. */
  companyId?: string;
  /** Null where it did not say. */
  document: PacDocument | null;
  raw?: unknown;
  /** It says that there is no such document; its index may lag behind. */
  isDenied: boolean;
  /** Document that the PAC has under our own id, where the notice names another. */
  own?: Looked;
}

/** A notice that is to be applied, who tries it, and what the PAC has answered about it. */
interface Hearing {
  context: CertificationContext;
  notice: PacNotice;
  caller: NoticeCaller;
  looked?: Looked | undefined;
  ahead?: Ahead | undefined;
}

/** A notice without its document goes on waiting: its duty reschedules itself, any other caller relies on the duty. `first`: it was applied as it was stored. */
export async function processNotice(
  context: TenantContext,
  noticeId: string,
  caller: NoticeCaller = 'other',
  { first, ahead }: { first?: Step | undefined; ahead?: Ahead | undefined } = {},
): Promise<void> {
  const stored = { context, noticeId, caller };
  let step = first ?? (await context.inTenant((db) => applyStored(db, { ...stored, ahead })));
  if (step.next === 'ask') {
    const looked = await look(context, step);
    const { ownId, ...question } = step;
    if (ownId != null) looked.own = await look(context, { ...question, pacDocumentId: ownId });
    step = await context.inTenant((db) => applyStored(db, { ...stored, looked }));
  }
  if (step.next === 'done') await goOn(context, step, ahead);
}

/** An invoice and a credit note stand at different addresses, and a notice does not say which it means. */
async function look(
  context: CertificationContext,
  { pacDocumentId, at }: Extract<Step, { next: 'ask' }>,
): Promise<Looked> {
  let isDenied = true;
  for (const { companies, kind } of at) {
    const { looked, companyId } = await lookAtEach(context, companies, kind, pacDocumentId);
    if (looked.outcome !== 'notFound') isDenied = false;
    if (looked.outcome !== 'found') continue;
    // An answer about another document than the one asked for proves nothing.
    const { documentId } = looked.document;
    const isAnswer = documentId === null || isSameId(documentId, pacDocumentId);
    if (isAnswer) return { pacDocumentId, companyId, document: looked.document, raw: looked.raw, isDenied };
  }
  return { pacDocumentId, document: null, isDenied };
}

async function goOn(
  context: TenantContext,
  { document, isNewlyNamed, place, isWhole }: Extract<Step, { next: 'done' }>,
  ahead?: Ahead,
): Promise<void> {
  if (!document) return;
  // Earlier notices may have named it by what was not known yet.
  if (isNewlyNamed) await processWaitingNotices(context, document.id);
  // Not awaited: the response to the PAC waits for no page that is late.
  if (isAuthorized(document.legal_status) && !isWhole)
    void attachAtOnce(context, document, ACTOR, { place, coming: comingFor(ahead, document) });
}

type Stored = Omit<Hearing, 'notice'> & { noticeId: string };

async function applyStored(db: TenantDb, { noticeId, ...hearing }: Stored): Promise<Step> {
  const stored = await rowsOf(db, 'pac_notices').where('id', '=', noticeId).forUpdate().executeTakeFirst();
  if (stored?.state !== 'WAITING') return { next: 'done' };
  const notice = { ...stored, becomes: {} };
  const step = await apply(db, { ...hearing, notice });
  if (Object.keys(notice.becomes).length > 0)
    await pipeline(db, changing(db, 'pac_notices').set(notice.becomes).where('id', '=', noticeId));
  return step;
}

/** Effect of a notice whose row is locked, or still to be written. */
export async function apply(db: TenantDb, hearing: Hearing): Promise<Step> {
  const { context, notice, looked } = hearing;
  const identity = { documentId: notice.pac_document_id, cufe: notice.cufe ?? looked?.document?.cufe ?? null };
  const named = await findOurs(db, identity);
  if (!named) return waitForDocument(db, hearing, identity);
  const document = { ...named, pac_company_id: whereItIs(db.tenant, named, looked) };
  const held = await heldByAnother(db, document, identity);
  const against =
    held ?? identityConflict(document, identity) ?? (looked?.document ? shownAgainst(document, looked) : null);
  if (against !== null) {
    const ownId = held === null && isMisnamed(document, identity) ? document.document_id : null;
    const at = [{ companies: [document.pac_company_id ?? ''], kind: document.kind }];
    if (ownId !== null && !looked) return { next: 'ask', pacDocumentId: identity.documentId!, at, ownId };
    const which = ownId === null ? 'OURS' : whichIsOurs(document, looked!);
    if (which === 'UNTOLD' && ageMsOf(hearing) <= ASKED_FOR_MS) return waitLonger(db, hearing);
    const found = {
      pacDocumentId: looked?.pacDocumentId ?? '',
      document: looked?.document as PacDocument,
      raw: looked?.raw,
    };
    if (which !== 'THEIRS' || (await adoptFound(context, db, document, found, ACTOR)) !== null)
      return park(db, hearing, document, against);
    const outcome = `it names the PAC's id, which ${ownId} is not`;
    close(hearing, { state: 'APPLIED', outcome, document_id: document.id });
    return { next: 'done', document: await findDocument(db, document.id), isNewlyNamed: true };
  }
  const reported = notice.legal_status as LegalStatus;
  const proof = proofFor(hearing, document, reported);
  const pacDocumentId = document.document_id ?? notice.pac_document_id;
  if (proof !== 'NONE' && !looked && pacDocumentId !== null) {
    return { next: 'ask', pacDocumentId, at: [{ companies: mayBeAt(db.tenant, named), kind: document.kind }] };
  }
  const isProven =
    proof === 'NONE' ||
    (proof === 'STATUS' ? confirms(looked, document, reported) : identity.cufe !== null && !isInDoubt(hearing));
  if (!isProven) {
    return looked?.isDenied && ageMsOf(hearing) > ASKED_FOR_MS
      ? park(db, hearing, document, `the PAC has no document ${pacDocumentId}`)
      : waitLonger(db, hearing);
  }
  if (document.pac_company_id !== named.pac_company_id)
    await changeDocument(db, document.id, { pac_company_id: document.pac_company_id });
  return moveAsReported(db, hearing, document, identity);
}

/** The document goes where the notice says, or stays where it is for a reason. */
async function moveAsReported(
  db: TenantDb,
  hearing: Hearing,
  document: FiscalDocument,
  { documentId, cufe }: NoticeIdentity,
): Promise<Step> {
  const { context, notice, ahead } = hearing;
  const reported = notice.legal_status as LegalStatus;
  const reasons = isRejected(reported) ? context.pac.notices.reasonsOf(notice.body) : [];
  const files =
    ahead && fits(ahead, document, reported) ? withVerdict(context, db, document, ahead.brought) : undefined;
  const learned = { noticeId: notice.id };
  const facts = { ...files?.facts, legalStatus: reported, documentId, cufe, reasons, learned };
  const move = await recordLegalStatus(context, db, document, facts, ACTOR);
  const [state, outcome] =
    'to' in move ? (['APPLIED', `moved to ${move.to}`] as const) : (['STALE', `stays: ${move.stays}`] as const);
  close(hearing, { state, outcome, document_id: document.id });
  const isNewlyNamed = document.document_id === null && documentId !== null;
  const now = move.moved ?? (await findDocument(db, document.id));
  const isPrinted = 'to' in move && isAuthorized(move.to);
  const isWhole = files !== undefined && isPrinted;
  if (isWhole) await files.attach(now!, ACTOR);
  const place = isPrinted && !ahead ? await announceBytes(db) : undefined;
  return { next: 'done', document: now, isNewlyNamed, place, isWhole };
}

/** Outcome of a notice that names none of our documents. */
async function waitForDocument(db: TenantDb, hearing: Hearing, { cufe }: NoticeIdentity): Promise<Step> {
  const { notice, looked } = hearing;
  const question = looked ? null : await questionAbout(db, hearing);
  if (question) return question;
  // The CUFE that the PAC told is stored, so that it is asked once, and the document may still come.
  if (notice.cufe === null && cufe !== null) notice.becomes.cufe = cufe;
  return waitLonger(db, hearing);
}

/** Owner of the notice, after an earlier release's data of a stranger is taken back: then it may be another document's, or match none. */
async function findOurs(db: TenantDb, identity: NoticeIdentity): Promise<FiscalDocument | undefined> {
  const found = await matchDocument(db, identity);
  if (!found || !isStrangers(found)) return found;
  await withoutStranger(db, found, ACTOR);
  return matchDocument(db, identity);
}

/**
 * Facts that the PAC must confirm. STATUS: a shared secret does not cover the body, so nothing final happens on the word of a notice alone
 * (answer 48). IDENTITY: the notice brings an id that is not known yet, or nothing by which an unproven one could be compared.
 */
function proofFor(
  { context, notice }: Hearing,
  document: FiscalDocument,
  reported: LegalStatus,
): 'NONE' | 'STATUS' | 'IDENTITY' {
  const wouldMove = 'to' in nextLegalStatus(document.legal_status, reported);
  if (wouldMove && isTerminal(reported) && context.certification.signatureScheme === 'shared-secret') return 'STATUS';
  const bringsId = document.document_id === null && notice.pac_document_id !== null;
  const isUnproven = document.cufe === null && notice.cufe === null && document.cufe_key !== null;
  return bringsId || isUnproven ? 'IDENTITY' : 'NONE';
}

/** The document that the PAC shows under the id decides; null when it is ours, or when the PAC does not name its owner. */
function shownAgainst(document: FiscalDocument, { pacDocumentId, document: found }: Looked): string | null {
  if (!found) return null;
  return identityConflict(document, { ...found, documentId: found.documentId ?? pacDocumentId });
}

function confirms(looked: Looked | undefined, document: FiscalDocument, reported: LegalStatus): boolean {
  const found = looked?.document;
  return found?.legalStatus === reported && (document.document_id !== null || found.cufe !== null);
}

/** The PAC has not shown the document of an id that is new; that it cannot be asked is an answer after an hour. */
function isInDoubt(hearing: Hearing): boolean {
  const { looked } = hearing;
  if (!looked || looked.document !== null) return false;
  return looked.isDenied || ageMsOf(hearing) <= ASKED_FOR_MS;
}

/** The account that has shown it, of a document that may be at any. */
function whereItIs(tenant: Tenant, document: FiscalDocument, looked: Looked | undefined): string | null {
  const companyId = looked?.companyId;
  return companyId !== undefined && mayBeAt(tenant, document).includes(companyId) ? companyId : document.pac_company_id;
}

/** By the CUFE it is our document, and only the PAC's id is another than ours. */
function isMisnamed(document: FiscalDocument, { documentId, cufe }: NoticeIdentity): boolean {
  if (documentId === null || cufe === null || document.document_id === null) return false;
  return identityConflict({ ...document, document_id: null }, { documentId, cufe }) === null;
}

/** Under which of two ids the PAC shows our CUFE: the one that we have, or that of the notice. */
function whichIsOurs(document: FiscalDocument, theirs: Looked): 'OURS' | 'THEIRS' | 'UNTOLD' {
  const [own, named] = [theirs.own, theirs].map((one) =>
    one?.document?.cufe == null ? (one?.isDenied ? false : undefined) : differenceTo(document, one.document) === null,
  );
  if (own === undefined || named === undefined) return 'UNTOLD';
  return named && !own ? 'THEIRS' : 'OURS';
}

/** Two statements of the PAC contradict each other, or one is about another document: an operator has to look at it. */
async function park(db: TenantDb, hearing: Hearing, document: FiscalDocument, against: string): Promise<Step> {
  const { notice } = hearing;
  await addEvent(db, document.id, 'NOTICE_PARKED', ACTOR, { noticeId: notice.id, because: against });
  // One that comes again says nothing new, and an operator may have looked at it already.
  if (notice.outcome !== against) {
    await parkDocument(db, document.id, `a notice of the PAC was not believed: ${against}`, ACTOR);
  }
  close(hearing, { state: 'PARKED', outcome: against, document_id: document.id });
  return { next: 'done' };
}

/** An id alone may be that of a document whose answer was lost; as long as there is one, the PAC is asked whose it is. */
async function questionAbout(db: TenantDb, hearing: Hearing): Promise<Step | null> {
  const { notice, caller } = hearing;
  const isNamedAlone = notice.cufe === null && notice.pac_document_id !== null;
  if (!isNamedAlone || ageMsOf(hearing) > ASKED_FOR_MS) return null;
  // A notice that is delivered again and again is asked about at the pace of its duty.
  if (caller === 'other' && notice.deliveries > 1) return null;
  const nameless = await tenantRows(db, 'fiscal_documents')
    .select(['kind', 'pac_company_id', 'document_id', 'legal_status'])
    .distinct()
    .where('document_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('submission_state', '=', 'UNKNOWN'),
        eb('submission_state', '=', 'PENDING').and(isBeingSent('fiscal_documents')),
        eb('legal_status', '=', 'PAC_AUTHORIZED'),
      ]),
    )
    .execute();
  const at = nameless.map((one) => ({ kind: one.kind, companies: mayBeAt(db.tenant, one) }));
  return at.length === 0 ? null : { next: 'ask', pacDocumentId: notice.pac_document_id!, at };
}

function ageMsOf({ context, notice }: Hearing): number {
  return context.clock.now().getTime() - notice.received_at.getTime();
}

function close({ context, notice }: Hearing, as: Updateable<PacNoticeRow>): void {
  Object.assign(notice.becomes, as, { processed_at: context.clock.now() });
}

/** A notice can overtake the commit that makes its document known; it is looked at again, ever more rarely, for a day. */
async function waitLonger(db: TenantDb, hearing: Hearing): Promise<Step> {
  const { context, notice, caller } = hearing;
  const done: Step = { next: 'done' };
  if (caller === 'other') return done;
  const ageMs = ageMsOf(hearing);
  if (ageMs > DAY_MS) {
    close(hearing, { state: 'EXPIRED', outcome: 'no document of ours was found within a day' });
    return done;
  }
  if (caller === 'news' && ageMs > MAY_BE_FOUND_MS) {
    const [id] = await context.jobs.withoutJob(db, processNoticeDuty as unknown as Job<never>, 'noticeId', [notice.id]);
    if (id === undefined) return done;
  }
  const afterMs = Math.min(3_600_000, Math.max(5_000, ageMs));
  await context.jobs.enqueue(db, processNoticeDuty, { tenantId: db.tenant.id, noticeId: notice.id }, { afterMs });
  return done;
}

/** Called when a document has become known to the PAC: its notices may be waiting already. */
export async function processWaitingNotices(context: TenantContext, documentId: string): Promise<void> {
  const waiting = await context.inTenant((db) => waitingNoticesOf(db, documentId));
  for (const id of waiting) await tryNow(context.log, 'process-notice', () => processNotice(context, id));
}

/** Notices that name the document by what is known of it now, oldest first. */
export async function waitingNoticesOf(db: TenantDb, documentId: string): Promise<string[]> {
  // All notices that wait are read, of which there are few: the first name of one is its CUFE where it has one.
  const { rows } = await sql<{ id: string }>`${prepared}
    select n.id from fiscal_documents d
    cross join lateral (select array_remove(array[d.document_id, d.cufe], null) as all) names
    join pac_notices n on n.tenant_id = d.tenant_id and n.state = 'WAITING' and n.document_id is null
      and (coalesce(n.cufe, n.pac_document_id) = any(names.all) or n.pac_document_id = any(names.all))
    where d.tenant_id = ${db.tenant.id} and d.id = ${documentId}
    order by n.received_at`.execute(db);
  return rows.map(({ id }) => id);
}
