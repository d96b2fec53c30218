// The legal life of documents in the contract: what waits, what happened, and the operator's word.
import { builder } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import {
  FiscalDocumentTypeEnum,
  LegalStatusEnum,
  SubmissionStateEnum,
  VoidStateEnum,
  type Page,
} from '../graphql/types.ts';
import { notFound } from '../platform/errors.ts';
import { findDocument, type FiscalDocument } from './fiscal-document.ts';
import { openDocuments, type OpenDocument } from './open-documents.ts';
import { pacHealth, type PacHealth } from './pac-health.ts';
import { pacNotices, type PacNotice } from './pac-notices.ts';
import { resolveParked } from './resolve-parked.ts';
import { settleSubmission } from './settle-submission.ts';
import { tellEvent } from './tell-event.ts';
import { documentTimeline, type DocumentEvent } from './timeline.ts';

const DocumentEventType = builder.objectRef<DocumentEvent>('DocumentEvent').implement({
  description:
    'One thing that happened to a fiscal document: intent, claim, answer or its absence, notice, poll, file, void.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.exposeString('kind'),
    actor: t.exposeString('actor'),
    detail: t.expose('detail', { type: 'JSON' }),
    told: t.string({ description: 'What happened, as a sentence.', resolve: tellEvent }),
  }),
});

const NextActionEnum = builder.enumType('NextAction', {
  values: [
    'SUBMIT',
    'AWAIT_ANSWER',
    'ASK_PAC',
    'AWAIT_NOTICE_OR_OPERATOR',
    'OPERATOR',
    'AWAIT_VERDICT',
    'VOID',
    'ASK_PAC_ABOUT_VOID',
    'ATTACH_PDF',
  ] as const,
});

const OpenDocumentType = builder.objectRef<OpenDocument>('OpenDocument').implement({
  description: 'A fiscal document that waits for something.',
  fields: (t) => ({
    documentId: t.expose('documentId', { type: 'UUID' }),
    kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
    number: t.exposeString('number'),
    legalStatus: t.expose('legalStatus', { type: LegalStatusEnum, nullable: true }),
    submissionState: t.expose('submissionState', { type: SubmissionStateEnum }),
    voidState: t.expose('voidState', { type: VoidStateEnum, nullable: true }),
    ageSeconds: t.exposeInt('ageSeconds'),
    nextAction: t.expose('nextAction', { type: NextActionEnum }),
    deadline: t.expose('deadline', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it can be voided at the PAC.',
    }),
    parkedReason: t.exposeString('parkedReason', { nullable: true }),
  }),
});

const FiscalDocumentType = builder.objectRef<FiscalDocument>('FiscalDocument').implement({
  description: 'The legal life that an invoice or a credit note has.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
    number: t.exposeString('number'),
    legalStatus: t.expose('legal_status', { type: LegalStatusEnum, nullable: true }),
    submissionState: t.expose('submission_state', { type: SubmissionStateEnum }),
    voidState: t.expose('void_state', { type: VoidStateEnum, nullable: true }),
    documentId: t.exposeString('document_id', { nullable: true }),
    cufe: t.exposeString('cufe', { nullable: true }),
    expectedCufe: t.exposeString('expected_cufe', {
      nullable: true,
      description: 'Computed before the document was sent.',
    }),
    parkedReason: t.exposeString('parked_reason', { nullable: true }),
  }),
});

const BreakerStateEnum = builder.enumType('BreakerState', { values: ['CLOSED', 'OPEN'] as const });

const PacHealthType = builder.objectRef<PacHealth>('PacHealth').implement({
  description: 'How the PAC fares for the tenant of the caller, as the process that answers finds it.',
  fields: (t) => ({
    companyId: t.exposeString('companyId', { nullable: true }),
    breaker: t.expose('breaker', {
      type: BreakerStateEnum,
      description: 'OPEN: nothing is sent until a question has been answered again.',
    }),
    failuresInARow: t.exposeInt('failuresInARow'),
    cause: t.exposeString('cause', { nullable: true }),
    openSince: t.expose('openSince', { type: 'DateTime', nullable: true }),
    retryAt: t.expose('retryAt', { type: 'DateTime', nullable: true, description: 'Not asked again before this.' }),
    credentialsRefusedAt: t.expose('credentialsRefusedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the PAC refuses the credentials.',
    }),
    waiting: t.exposeInt('waiting', { description: 'Documents whose submission is to come to an end.' }),
    oldestWaitingSeconds: t.exposeInt('oldestWaitingSeconds', { nullable: true }),
  }),
});

const NoticeStateEnum = builder.enumType('NoticeState', {
  description:
    'WAITING: its document is not known yet. APPLIED: the document moved. STALE: the document was there already. ' +
    'PARKED: it contradicts what is known. REFUSED: it makes no sense. EXPIRED: its document never came.',
  values: ['WAITING', 'APPLIED', 'STALE', 'PARKED', 'REFUSED', 'EXPIRED'] as const,
});

const PacNoticeType = builder.objectRef<PacNotice>('PacNotice').implement({
  description: 'A notice of the PAC, as it came, and what became of it.',
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
    legalStatus: t.exposeString('legalStatus', {
      nullable: true,
      description: 'As the PAC wrote it, which may be a word that nobody knows.',
    }),
    state: t.expose('state', { type: NoticeStateEnum }),
    outcome: t.exposeString('outcome', { nullable: true, description: 'What came of it, or why nothing did.' }),
    deliveries: t.exposeInt('deliveries', { description: 'How often the PAC has sent it.' }),
    documentId: t.expose('documentId', { type: 'UUID', nullable: true, description: 'What it was found to speak of.' }),
    documentKind: t.expose('documentKind', { type: FiscalDocumentTypeEnum, nullable: true }),
    documentNumber: t.exposeString('documentNumber', { nullable: true }),
  }),
});

const PacNoticePageType = builder.objectRef<Page<PacNotice>>('PacNoticePage').implement({
  fields: (t) => ({
    records: t.expose('records', { type: [PacNoticeType] }),
    totalCount: t.exposeInt('totalCount'),
  }),
});

builder.queryFields((t) => ({
  pacNotices: t.field({
    type: PacNoticePageType,
    description: 'The inbox of what the PAC has told us about documents, newest first.',
    args: {
      limit: t.arg.int({ required: true, defaultValue: 25 }),
      offset: t.arg.int({ required: true, defaultValue: 0 }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => pacNotices(db, withinBounds(args))),
  }),
  pacHealth: t.field({
    type: PacHealthType,
    description: 'Whether the PAC answers, refuses the credentials or asks for patience, and what waits for it.',
    resolve: (_, _args, { app, inTenant }) => inTenant((db) => pacHealth(app, db)),
  }),
  documentTimeline: t.field({
    type: [DocumentEventType],
    description: 'What happened to an invoice or a credit note, oldest first.',
    args: { documentId: t.arg({ type: 'UUID', required: true }) },
    resolve: (_, { documentId }, { inTenant }) =>
      inTenant(async (db) => {
        if (!(await findDocument(db, documentId))) throw notFound('Document');
        return documentTimeline(db, documentId);
      }),
  }),
  openDocuments: t.field({
    type: [OpenDocumentType],
    description: 'Every document that waits for something, oldest first: its age and what happens next.',
    resolve: (_, _args, { inTenant }) => inTenant((db) => openDocuments(db)),
  }),
}));

builder.mutationFields((t) => ({
  resolveParked: t.field({
    type: FiscalDocumentType,
    description: 'An operator has looked at what a document was parked for; the note says what came of it.',
    args: { documentId: t.arg({ type: 'UUID', required: true }), note: t.arg.string({ required: true }) },
    resolve: (_, { documentId, note }, { viewer, inTenant }) => {
      const { userName } = viewer('admin');
      return inTenant((db) => resolveParked(db, documentId, note, userName));
    },
  }),
  settleSubmission: t.field({
    type: FiscalDocumentType,
    description:
      'An operator says what became of a submission whose answer was lost: the id the PAC has it under (verified by asking), ' +
      'or why it certainly was never received (allows one new attempt under the same number), or the id of the document of ' +
      'somebody else that has its number (verified; ours is rejected, and the sale gets a new number).',
    args: {
      documentId: t.arg({ type: 'UUID', required: true }),
      pacDocumentId: t.arg.string(),
      notReceivedReason: t.arg.string(),
      numberTakenBy: t.arg.string(),
    },
    resolve: async (_, settlement, { app, viewer, inTenant }) => {
      const { tenant, userName } = viewer('admin');
      await settleSubmission(app, tenant, settlement, userName);
      return inTenant(async (db) => (await findDocument(db, settlement.documentId))!);
    },
  }),
}));
