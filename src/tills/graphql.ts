// Tills in the contract: their sessions, what is counted in them, and their Z.
import { BillingPointType, billingPointById } from '../catalog/graphql.ts';
import { FiscalDocumentTypeEnum } from '../certification/graphql.ts';
import { DENOMINATIONS, type Denomination } from '../fiscal/denominations.ts';
import type { RateTotals } from '../fiscal/money.ts';
import type { PaymentMethod } from '../fiscal/payment-methods.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull, recordOf, recordsOf } from '../graphql/columns.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageType } from '../graphql/lists.ts';
import { allByKey } from '../graphql/lookup.ts';
import { mutation, type Caller } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { GenerationModeEnum, PaymentMethodEnum } from '../invoicing/graphql.ts';
import type { Decimal } from '../platform/decimal.ts';
import { notFound } from '../platform/errors.ts';
import { hasRole, type Viewer } from '../tenancy/index.ts';
import { reportOf, sumOf, type DocumentSum, type MethodSum, type Report, type Session } from './report.ts';
import {
  closeTill,
  countTill,
  entriesOf,
  findSession,
  listSessions,
  moveTillCash,
  openTill,
  SESSION_ORDERS,
  type EntryRecord,
  type Teller,
} from './sessions.ts';
import { ENTRY_KINDS } from './tables.ts';

const entriesOfSession = allByKey(entriesOf, (entry) => entry.session_id);

const DenominationEnum = builder.enumType('CashDenomination', { values: Object.keys(DENOMINATIONS) as Denomination[] });
const EntryKind = builder.enumType('TillEntryKind', { values: ENTRY_KINDS });
const CashMove = builder.enumType('TillCashMove', { values: ['IN', 'OUT'] as const });

const PiecesType = builder
  .objectRef<{ denomination: Denomination; pieces: number }>('CashPieces')
  .implement({ fields: (t) => ({ ...columns(t, DenominationEnum, 'denomination'), ...columns(t, 'Int', 'pieces') }) });

const CountedType = builder
  .objectRef<{ method: PaymentMethod; amount: Decimal }>('CountedAmount')
  .implement({ fields: (t) => ({ ...columns(t, PaymentMethodEnum, 'method'), ...columns(t, 'Decimal', 'amount') }) });

const EntryType = objectType<EntryRecord>('TillEntry', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, EntryKind, 'kind'),
  amount: t.expose('amount', { type: 'Decimal', description: 'Cash, which of a count is the sum of its pieces.' }),
  counted: t.field({
    type: [CountedType],
    resolve: ({ counted }) =>
      Object.entries(counted ?? {}).map(([method, amount]) => ({ method: method as PaymentMethod, amount })),
  }),
  pieces: t.field({
    type: [PiecesType],
    resolve: ({ pieces }) =>
      Object.entries(pieces ?? {}).map(([name, n]) => ({ denomination: name as Denomination, pieces: n })),
  }),
  ...columnsOrNull(t, 'String', 'reason'),
  ...columnsOrNull(t, 'DateTime', 'said_at'),
  ...columns(t, 'String', 'created_by'),
  ...columns(t, 'DateTime', 'created_at'),
}));

const DocumentSumType = objectType<DocumentSum>('TillDocuments', (t) => ({
  ...columns(t, FiscalDocumentTypeEnum, 'kind'),
  ...columns(t, GenerationModeEnum, 'mode'),
  ...columns(t, 'String', 'first', 'last'),
  ...columns(t, 'Int', 'count', 'ended'),
  ...columns(t, 'Decimal', 'subtotal', 'tax', 'total'),
}));

const MethodSumType = objectType<MethodSum>('TillMethod', (t) => ({
  ...columns(t, PaymentMethodEnum, 'method'),
  ...columns(t, 'Decimal', 'received', 'returned', 'earlier', 'expected'),
  ...columnsOrNull(t, 'Decimal', 'counted', 'difference'),
}));

const TaxesType = objectType<RateTotals & Pick<DocumentSum, 'kind' | 'mode'>>('TillTaxes', (t) => ({
  ...columns(t, FiscalDocumentTypeEnum, 'kind'),
  ...columns(t, GenerationModeEnum, 'mode'),
  ...columns(t, 'Decimal', 'base', 'tax', { rate: 'In per cent.' }),
}));

const ReportType = objectType<Report>('TillReport', (t) => ({
  ...columns(t, [DocumentSumType], 'documents'),
  taxes: t.field({
    type: [TaxesType],
    description: 'ITBMS of `documents` by rate, as certified; none in a Z from before it was kept.',
    resolve: ({ documents }) =>
      documents.flatMap(({ kind, mode, taxes = [] }) => taxes.map((one) => ({ kind, mode, ...one }))),
  }),
  ...columns(t, [MethodSumType], 'methods'),
  ...columns(t, 'Decimal', 'paidIn', 'paidOut'),
}));

/** A cashier reads what is expected once the session is counted. */
async function mayRead(
  { closed_at: closed }: Session,
  { roles }: Viewer,
  entries: () => Promise<readonly EntryRecord[]>,
): Promise<boolean> {
  if (closed !== null || hasRole(roles, 'viewer')) return true;
  return (await entries()).some(({ kind }) => kind === 'COUNT');
}

const OF_Z = 'Sum over the methods of its Z; null while it is open.';
const ofZ =
  (name: 'expected' | 'counted' | 'difference') =>
  ({ report }: Session): Decimal | null =>
    report && sumOf(report, name);

const SessionType = objectType<Session>('TillSession', (t) => ({
  ...columns(t, 'UUID', 'id'),
  billingPoint: recordOf(t, BillingPointType, billingPointById, 'billing_point_id'),
  ...columns(t, 'String', 'opened_by'),
  ...columns(t, 'DateTime', 'opened_at'),
  ...columnsOrNull(t, 'DateTime', 'closed_at', { said_at: "When it was opened by the till's clock." }),
  ...columns(t, 'Decimal', 'opening_float'),
  ...columnsOrNull(t, 'String', 'closed_by', 'explanation'),
  zNumber: t.exposeInt('number', { nullable: true }),
  expected: t.field({ type: 'Decimal', nullable: true, description: OF_Z, resolve: ofZ('expected') }),
  counted: t.field({ type: 'Decimal', nullable: true, description: OF_Z, resolve: ofZ('counted') }),
  difference: t.field({ type: 'Decimal', nullable: true, description: OF_Z, resolve: ofZ('difference') }),
  entries: recordsOf(t, EntryType, entriesOfSession),
  report: t.field({
    type: ReportType,
    nullable: true,
    description: 'X of this moment, which a cashier reads once the session is counted; of a closed one its Z.',
    resolve: async (session, _, { inTenant, viewer, load }) => {
      if (!(await mayRead(session, viewer(), () => load(entriesOfSession, session.id)))) return null;
      return session.report ?? inTenant((db) => reportOf(db, session));
    },
  }),
  late: t.field({
    type: ReportType,
    nullable: true,
    description:
      'Documents, payments and refunds of the session that came after its Z, which stays as it is; null while it is open.',
    resolve: (session, _, { inTenant }) =>
      session.closed_at === null ? null : inTenant((db) => reportOf(db, session)),
  }),
}));

const SessionPage = pageType('TillSessionPage', SessionType);

const CashPiecesInput = inputType('CashPiecesInput', (t) => ({
  denomination: t.field({ type: DenominationEnum, required: true }),
  pieces: t.int({ required: true }),
}));

const CountedInput = inputType('CountedAmountInput', (t) => ({
  method: t.field({ type: PaymentMethodEnum, required: true }),
  amount: t.field({ type: 'Decimal', required: true }),
}));

const teller = ({ userName, roles }: Caller): Teller => ({ userName, isBound: !hasRole(roles, 'operator') });

/** A cashier has no sessions but their own. */
const onlyOwn = ({ roles, userName }: Viewer): string | undefined => (hasRole(roles, 'viewer') ? undefined : userName);

builder.queryFields((t) => ({
  tillSession: t.field({
    type: SessionType,
    nullable: true,
    args: { id: t.arg(ID) },
    resolve: async (_, { id }, { inTenant, viewer }) => {
      const session = await inTenant((db) => findSession(db, id));
      const own = onlyOwn(viewer());
      if (own !== undefined && session.opened_by !== own) throw notFound('Till session');
      return session;
    },
  }),
  tillSessions: t.field({
    type: SessionPage,
    description: 'Newest first.',
    args: {
      billingPointId: t.arg({ type: 'UUID' }),
      openedBy: t.arg.string(),
      isOpen: t.arg.boolean(),
      hasDifference: t.arg.boolean(),
      from: t.arg({ type: 'Date' }),
      to: t.arg({ type: 'Date' }),
      ...pageArguments(t.arg, orderInput('TillSession', SESSION_ORDERS)),
    },
    resolve: (_, args, { inTenant, viewer }) => {
      const own = onlyOwn(viewer());
      const query = { ...withinBounds(args), ...(own === undefined ? {} : { openedBy: own }) };
      return inTenant((db) => listSessions(db, query));
    },
  }),
}));

const SESSION = { type: SessionType, role: 'cashier', answer: findSession } as const;

builder.mutationFields((t) => {
  const stamp = {
    saidAt: t.arg({ type: 'DateTime', description: "By the till's clock; shown, and never reckoned with." }),
    madeBy: t.arg.string({ description: 'The person of the session, where another one hands it in.' }),
  };
  const entry = {
    id: t.arg({ ...ID, description: "The till's own; what has it is done once." }),
    sessionId: t.arg(ID),
  };
  return {
    openTill: mutation(t, {
      ...SESSION,
      description: 'Begins the session of a person at a till, who must have none open.',
      args: {
        id: t.arg({ ...ID, description: "The till's own, the same however often it is asked." }),
        billingPointId: t.arg({ type: 'UUID', description: 'Default: the first one.' }),
        openingFloat: t.arg({ type: 'Decimal', required: true }),
        ...stamp,
      },
      write: (db, opening, caller) => openTill(db, caller.app.clock, opening, teller(caller)),
    }),
    moveTillCash: mutation(t, {
      ...SESSION,
      description: 'Cash that goes into the drawer or out of it, and is neither a sale nor a payment.',
      args: {
        ...entry,
        kind: t.arg({ type: CashMove, required: true }),
        amount: t.arg({ type: 'Decimal', required: true }),
        reason: t.arg.string({ required: true }),
        ...stamp,
      },
      write: (db, move, caller) => moveTillCash(db, caller.app.clock, move, teller(caller)),
    }),
    countTill: mutation(t, {
      ...SESSION,
      description:
        'Each count is kept, and the last one holds. A method that is left out counts as nothing, and one that gave back more than it took is below 0.',
      args: {
        ...entry,
        cash: t.arg({ type: [CashPiecesInput], required: true }),
        others: t.arg({ type: [CountedInput] }),
        ...stamp,
      },
      write: (db, count, caller) => countTill(db, caller.app.clock, count, teller(caller)),
    }),
    closeTill: mutation(t, {
      ...SESSION,
      description: 'Makes the Z of the last count, which is never changed. A difference needs an explanation.',
      args: { sessionId: t.arg(ID), explanation: t.arg.string(), ...stamp },
      write: (db, closing, caller) => closeTill(db, caller.app.clock, closing, teller(caller)),
    }),
  };
});
