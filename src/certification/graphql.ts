// The legal life of documents in the contract: what waits, what happened, and the operator's word.
import { DOCUMENT_KINDS, SUBMISSION_STATES } from '../fiscal/document.ts';
import {
  DOCUMENT_TYPE_CODES,
  DOCUMENT_TYPES,
  type DocumentType,
  type DocumentTypeName,
} from '../fiscal/document-types.ts';
import { LEGAL_STATUSES } from '../fiscal/legal-status.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { ASKS_A_MINUTE, withinBounds } from '../graphql/limits.ts';
import { mutation } from '../graphql/mutation.ts';
import { between, notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { evidence } from '../texts/evidence.ts';
import type { CertificationContext } from './context.ts';
import { findDocument, type FiscalDocument } from './fiscal-document.ts';
export { PacAccountType } from './graphql-accounts.ts';
import './graphql-contingency.ts';
import { checkDocument } from './watch/check-document.ts';
import {
  countOpen,
  NEXT_ACTIONS,
  OPEN_DOCUMENTS_LIMIT,
  openDocuments,
  type OpenDocument,
} from './watch/open-documents.ts';
import { pacHealth, type PacHealth } from './watch/pac-health.ts';
import { pacNotices, type PacNotice } from './notices/pac-notices.ts';
import { resolveParked } from './watch/resolve-parked.ts';
import { askForEmail } from './requests/send-by-email.ts';
import { settleSubmission } from './requests/settle-submission.ts';
import { reasonIn, tellEvent } from './tell-event.ts';
import { remarksByCode, type RemarkOfCode, documentTimeline, type DocumentEvent } from './timeline.ts';
import { columns, columnsOrNull, evidenceColumns } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';
import { countedPage, pageByOffset } from '../graphql/lists.ts';

declare module '../graphql/context.ts' {
  interface App extends CertificationContext {}
}

export const FiscalDocumentTypeEnum = builder.enumType('FiscalDocumentType', { values: DOCUMENT_KINDS });
export const DocumentTypeEnum = builder.enumType('DocumentType', {
  values: Object.fromEntries(DOCUMENT_TYPE_CODES.map((value) => [DOCUMENT_TYPES[value].name, { value }])) as Record<
    DocumentTypeName,
    { value: DocumentType }
  >,
});
export const LegalStatusEnum = builder.enumType('LegalStatus', { values: LEGAL_STATUSES });
export const SubmissionStateEnum = builder.enumType('SubmissionState', { values: SUBMISSION_STATES });
export const VoidStateEnum = builder.enumType('VoidState', { values: ['ASKED', 'UNKNOWN', 'DONE'] as const });

const DocumentEventType = objectType<DocumentEvent>('DocumentEvent', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  at: t.expose('at', { type: 'DateTime' }),
  ...columns(t, 'String', 'kind', 'actor'),
  detail: t.expose('detail', { type: 'JSON' }),
  reason: t.string({
    nullable: true,
    description: 'Why: of the details the one that a person can use.',
    resolve: ({ detail }, _, { say }) => {
      const reason = reasonIn(detail);
      return reason && say(evidence(reason));
    },
  }),
  told: t.string({ description: 'The event as a sentence.', resolve: (event, _, { say }) => say(tellEvent(event)) }),
}));

const NextActionEnum = builder.enumType('NextAction', { values: NEXT_ACTIONS });

const OpenDocumentType = objectType<OpenDocument>('OpenDocument', (t) => ({
  documentId: t.expose('documentId', { type: 'UUID' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  number: t.exposeString('number'),
  legalStatus: t.expose('legalStatus', { type: LegalStatusEnum, nullable: true }),
  submissionState: t.expose('submissionState', { type: SubmissionStateEnum }),
  voidState: t.expose('voidState', { type: VoidStateEnum, nullable: true }),
  ageSeconds: t.exposeInt('ageSeconds'),
  nextAction: t.expose('nextAction', { type: NextActionEnum }),
  ...columnsOrNull(t, 'DateTime', 'deadline'),
  ...evidenceColumns(t, 'parkedReason'),
}));

const FiscalDocumentType = objectType<FiscalDocument>('FiscalDocument', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  number: t.exposeString('number'),
  legalStatus: t.expose('legal_status', { type: LegalStatusEnum, nullable: true }),
  submissionState: t.expose('submission_state', { type: SubmissionStateEnum }),
  voidState: t.expose('void_state', { type: VoidStateEnum, nullable: true }),
  ...columnsOrNull(t, 'String', 'document_id', 'cufe', 'expected_cufe'),
  ...evidenceColumns(t, 'parked_reason'),
}));

const BreakerStateEnum = builder.enumType('BreakerState', { values: ['CLOSED', 'OPEN'] as const });

const PacHealthType = objectType<PacHealth>('PacHealth', (t) => ({
  companyId: t.exposeString('companyId', { nullable: true }),
  ...columns(t, BreakerStateEnum, 'breaker'),
  ...columns(t, 'Int', 'failuresInARow', 'waiting'),
  ...evidenceColumns(t, 'cause'),
  ...columnsOrNull(t, 'DateTime', 'openSince', 'retryAt', 'credentialsRefusedAt'),
  oldestWaitingSeconds: t.exposeInt('oldestWaitingSeconds', { nullable: true }),
}));

const NoticeStateEnum = builder.enumType('NoticeState', {
  values: ['WAITING', 'APPLIED', 'STALE', 'PARKED', 'REFUSED', 'EXPIRED'] as const,
});

const PacNoticeType = objectType<PacNotice>('PacNotice', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  receivedAt: t.expose('receivedAt', { type: 'DateTime' }),
  ...columnsOrNull(t, 'String', 'legalStatus', 'documentNumber'),
  state: t.expose('state', { type: NoticeStateEnum }),
  ...evidenceColumns(t, 'outcome'),
  deliveries: t.exposeInt('deliveries', { description: 'How often the PAC has sent it.' }),
  ...columnsOrNull(t, 'UUID', 'documentId'),
  documentKind: t.expose('documentKind', { type: FiscalDocumentTypeEnum, nullable: true }),
}));

const PacNoticePageType = countedPage('PacNoticePage', PacNoticeType);

const RemarkType = objectType<RemarkOfCode>('Remark', (t) => ({
  code: t.exposeString('code', { nullable: true, description: 'Null where the remark names none.' }),
  text: t.exposeString('text', { description: 'As it was told last.' }),
  documents: t.exposeInt('documents', { description: 'Number of documents with it.' }),
  lastAt: t.expose('lastAt', { type: 'DateTime', description: 'When the DGI remarked it last.' }),
}));

builder.queryFields((t) => ({
  pacNotices: t.field({
    type: PacNoticePageType,
    description: 'The inbox of what the PAC has told us about documents, newest first.',
    args: {
      ...pageByOffset(t.arg),
      after: t.arg({ type: 'UUID', description: 'The last notice of the page before; offset counts from there.' }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => pacNotices(db, withinBounds(args))),
  }),
  pacHealth: t.field({
    type: PacHealthType,
    description: 'Whether the PAC answers, refuses the credentials or asks for patience, and what waits for it.',
    async resolve(_, _args, { app, viewer, inTenant }) {
      const { pacCompanyId } = viewer().tenant;
      // In which environment the company is, where this process has not called for it yet.
      if (pacCompanyId !== null) await app.accounts.of(pacCompanyId);
      await app.pac.refresh();
      return inTenant((db) => pacHealth(app, db));
    },
  }),
  documentTimeline: t.field({
    type: [DocumentEventType],
    description: 'Events of an invoice or a note, oldest first.',
    args: { documentId: t.arg(ID) },
    extensions: { listLength: 50 },
    resolve: (_, { documentId }, { inTenant }) =>
      inTenant(async (db) => {
        if (!(await findDocument(db, documentId))) throw notFound('Document');
        return documentTimeline(db, documentId);
      }),
  }),
  remarks: t.field({
    type: [RemarkType],
    args: { limit: t.arg.int({ required: true, defaultValue: 50, description: 'At most 100.' }) },
    resolve: (_, { limit }, { inTenant }) => inTenant((db) => remarksByCode(db, between('limit', limit, 1, 100))),
  }),
  openDocuments: t.field({
    type: [OpenDocumentType],
    args: {
      limit: t.arg.int({ required: true, defaultValue: OPEN_DOCUMENTS_LIMIT, description: 'At most 1000.' }),
      after: t.arg({ type: 'UUID', description: 'The documentId of the last one of the page before.' }),
    },
    resolve: (_, { limit, after }, { inTenant, app: { pac } }) =>
      inTenant((db) => openDocuments(db, { limit: between('limit', limit, 1, OPEN_DOCUMENTS_LIMIT), after }, pac)),
  }),
  openDocumentCount: t.int({ resolve: (_, _args, { inTenant }) => inTenant((db) => countOpen(db)) }),
}));

async function documentById(db: TenantDb, id: string): Promise<FiscalDocument> {
  return (await findDocument(db, id))!;
}

const FISCAL_DOCUMENT = { type: FiscalDocumentType, role: 'operator', answer: documentById } as const;

builder.mutationFields((t) => ({
  checkDocument: mutation(t, {
    ...FISCAL_DOCUMENT,
    args: { documentId: t.arg(ID) },
    run({ documentId }, { app, userName, effect, charge }) {
      charge(ASKS_A_MINUTE);
      return checkDocument(app, documentId, userName, effect);
    },
  }),
  resolveParked: mutation(t, {
    ...FISCAL_DOCUMENT,
    role: 'admin',
    description: 'An operator has looked at what a document was parked for; the note says what came of it.',
    args: { documentId: t.arg(ID), note: t.arg.string({ required: true }) },
    write: (db, { documentId, note }, { userName }) => resolveParked(db, documentId, note, userName),
  }),
  sendDocument: mutation(t, {
    ...FISCAL_DOCUMENT,
    args: { documentId: t.arg(ID), email: t.arg.string() },
    write: (db, args, { app, userName }) => askForEmail(app, db, args, userName),
  }),
  settleSubmission: mutation(t, {
    ...FISCAL_DOCUMENT,
    role: 'admin',
    args: {
      documentId: t.arg(ID),
      pacDocumentId: t.arg.string(),
      notReceivedReason: t.arg.string(),
      numberTakenBy: t.arg.string(),
    },
    run(settlement, { app, userName, effect, charge }) {
      charge(ASKS_A_MINUTE);
      return settleSubmission(app, settlement, userName, effect);
    },
  }),
}));
