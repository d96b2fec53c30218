// The day's board: what was sold and paid, what the PAC and the DGI made of it, what needs a person, and what was done without one.
import { builder, objectType } from '../graphql/builder.ts';
import { withinBounds, withinYears } from '../graphql/limits.ts';
import { FiscalDocumentTypeEnum } from '../certification/graphql.ts';
import { PaymentMethodEnum } from '../invoicing/graphql.ts';
import { DEADLINES } from '../fiscal/deadlines.ts';
import { salesBy, type SalesBy } from '../reports/index.ts';
import { SalesByType } from '../reports/graphql.ts';
import { addDays } from '../platform/days.ts';
import { inBatches } from '../platform/in-batches.ts';
import { inTenant, localDay, type TenantDb } from '../tenancy/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import {
  DAY_VERDICTS,
  documentsOfDay,
  salesOfDay,
  type DayDocuments,
  type DaySales,
  type HourOfVerdict,
} from './day-figures.ts';
import { NEED_KINDS, needs, type Need, type Needs } from './needs.ts';
import { DEEDS, nightWork, spansOf, type DeedCount, type NightWork, type NotableDeed } from './night-work.ts';
import { hoursOfDays, moneyOfDay, type DayMoney } from './read-day.ts';
import { columns, columnsOrNull, evidenceColumns } from '../graphql/columns.ts';
import { pageByOffset } from '../graphql/lists.ts';

interface DayBoard {
  day: string;
  dayBefore: string;
  isToday: boolean;
  now: Date;
  /** Read once, and only where it is asked for. */
  hours: () => Promise<HourOfVerdict[]>;
}

interface Reading<T = unknown> {
  /** Equal for readings that answer the same. */
  of: string;
  read: (db: TenantDb) => Promise<T>;
  context: RequestContext;
}

/** Boards of a tenant ask within so much of each other when something has happened. */
const GATHER_MS = 200;
const MONDAY = 1;

/** The first board that asks is answered at once; those that come while it is, and shortly after, share the next reading. */
const shared = inBatches<Reading, unknown>(
  {
    most: Number.POSITIVE_INFINITY,
    pauseMs: GATHER_MS,
    groupOf: ({ of, context }) => `${context.viewer().tenant.id} ${of}`,
  },
  async (readings) => {
    // By the clock of the one that asked last.
    const { read, context } = readings.at(-1)!;
    const answer = await inTenant(context.app, context.viewer().tenant, read);
    return readings.map(() => answer);
  },
);

const share = <T>(reading: Reading<T>): Promise<T> => shared(reading) as Promise<T>;

const DaySalesType = objectType<DaySales>('DaySales', (t) => ({
  day: t.expose('day', { type: 'Date' }),
  ...columns(t, 'Decimal', 'base', 'total', 'totalSoFar'),
  count: t.exposeInt('count', { description: 'Invoices.' }),
  hours: t.expose('hours', { type: ['Decimal'], extensions: { listLength: 24 } }),
}));

const DayVerdictEnum = builder.enumType('DayVerdict', { values: DAY_VERDICTS });

const DayDocumentsType = objectType<DayDocuments>('DayDocuments', (t) => ({
  verdict: t.expose('verdict', { type: DayVerdictEnum }),
  count: t.exposeInt('count'),
  total: t.expose('total', { type: 'Decimal' }),
}));

const DayMoneyType = objectType<DayMoney>('DayMoney', (t) => ({
  method: t.expose('method', { type: PaymentMethodEnum }),
  amount: t.expose('amount', { type: 'Decimal', description: 'Payments, less refunds.' }),
}));

const DayNeedKind = builder.enumType('DayNeedKind', {
  description:
    'REJECTED, UNKNOWN, PARKED, CONTINGENCY: documents that only a person can move on. ' +
    'CERTIFIED_OTHERWISE: what was certified differs from what is here. VOID_WINDOW: can be voided for less than ' +
    `${DEADLINES.void.leadHours} hours, and nothing was paid when it was due. CREDIT_WINDOW: soon no credit note of it is taken, and ` +
    'nothing was paid or an internal one is not filed. CONTINGENCY_ENDS: must soon be explained. DECLARATION: the ITBMS ' +
    'of the month `name` is to be declared until `day`. TILL_SALES: sold, and waiting at a till or refused there, with the reason; ' +
    'PLANS: acts of assistants that a second person approves or refuses; name is the kind of act, about who asks. ' +
    'BELOW_ZERO: sold below zero at a location, to be counted; ' +
    'quantity is the sum of what is missing. EXPIRES: lots that expire within 30 days, or have, by item; amount at their cost. STOCK: ends before goods can come, and none are on order. OVERDUE: due in the ' +
    'last 30 days, by client. OVERDUE_BEFORE: due earlier. PURCHASE_LATE: not received within the lead time of its items. ' +
    'PAC_QUOTA: the documents that the company may issue at a PAC end within 14 days.',
  values: NEED_KINDS,
});

const DayNeedType = objectType<Need>('DayNeed', (t) => ({
  ...columns(t, 'UUID', 'id'),
  name: t.exposeString('name'),
  ...columnsOrNull(t, 'String', 'about'),
  documentKind: t.expose('documentKind', { type: FiscalDocumentTypeEnum, nullable: true }),
  ...columnsOrNull(t, 'UUID', 'orderId'),
  ...columnsOrNull(t, 'Decimal', 'amount', 'quantity'),
  ...columnsOrNull(t, 'DateTime', 'since', 'deadline'),
  ...columnsOrNull(t, 'Date', 'day'),
  ...evidenceColumns(t, 'reason'),
}));

const DayNeedsType = objectType<Needs>('DayNeeds', (t) => ({
  kind: t.expose('kind', { type: DayNeedKind }),
  count: t.exposeInt('count'),
  amount: t.expose('amount', { type: 'Decimal', nullable: true, description: 'Amount of all records.' }),
  records: t.expose('records', { type: [DayNeedType], description: 'The most urgent first.' }),
}));

const DeedEnum = builder.enumType('SystemDeed', { values: DEEDS });

const DeedCountType = objectType<DeedCount>('SystemDeedCount', (t) => ({
  deed: t.expose('deed', { type: DeedEnum }),
  actor: t.exposeString('actor', { description: '`service:pac-webhook`, `service:pac-poll` or `service:system`.' }),
  count: t.exposeInt('count', { description: 'Documents, or deliveries.' }),
}));

const NotableDeedType = objectType<NotableDeed>('SystemDeedNotable', (t) => ({
  deed: t.expose('deed', { type: DeedEnum }),
  documentId: t.expose('documentId', { type: 'UUID' }),
  kind: t.expose('kind', { type: FiscalDocumentTypeEnum }),
  number: t.exposeString('number'),
  at: t.expose('at', { type: 'DateTime' }),
}));

const NightWorkType = objectType<NightWork>('SystemWork', (t) => ({
  ...columns(t, 'DateTime', 'from', 'to'),
  deeds: t.expose('deeds', { type: [DeedCountType] }),
  notable: t.expose('notable', { type: [NotableDeedType], description: 'The newest first.' }),
}));

const work = (span: 'day' | 'night', day: string, context: RequestContext): Promise<NightWork> =>
  share({ of: `${span} ${day}`, read: async (db) => nightWork(db, (await spansOf(db, day))[span]), context });

const DayBoardType = objectType<DayBoard>('DayBoard', (t) => ({
  day: t.expose('day', { type: 'Date' }),
  isToday: t.exposeBoolean('isToday'),
  sales: t.field({ type: DaySalesType, resolve: async ({ day, hours }) => salesOfDay(day, await hours()) }),
  before: t.field({
    type: DaySalesType,
    description: 'The same weekday of the week before.',
    resolve: async ({ dayBefore, hours }) => salesOfDay(dayBefore, await hours()),
  }),
  documents: t.field({
    type: [DayDocumentsType],
    resolve: async ({ day, hours }) => documentsOfDay(day, await hours()),
  }),
  money: t.field({
    type: [DayMoneyType],
    description: 'Payments of the day by method.',
    resolve: ({ day }, _, context) => share({ of: `money ${day}`, read: (db) => moneyOfDay(db, day), context }),
  }),
  week: t.field({
    type: SalesByType,
    nullable: true,
    description: 'On a Monday the week before, by item, as `salesBy` tells it; null on other days.',
    args: { limit: t.arg.int({ required: true, defaultValue: 5 }) },
    resolve({ day, now }, args, context): Promise<SalesBy> | null {
      if (new Date(day).getUTCDay() !== MONDAY) return null;
      const { limit } = withinBounds(args);
      const week = { from: addDays(day, -7), to: addDays(day, -1), by: 'ITEM', limit, offset: 0 } as const;
      return share({ of: `week ${day} ${limit}`, read: (db) => salesBy(db, week, now), context });
    },
  }),
  needs: t.field({
    type: [DayNeedsType],
    description: 'Work that waits for a person, by kind; a page of records of each kind.',
    args: { kinds: t.arg({ type: [DayNeedKind] }), ...pageByOffset(t.arg, 10) },
    resolve: ({ now }, args, context) => {
      const query = withinBounds(args);
      return share({ of: `needs ${JSON.stringify(query)}`, read: (db) => needs(db, query, now, context.app), context });
    },
  }),
  night: t.field({ type: NightWorkType, resolve: ({ day }, _, context) => work('night', day, context) }),
  byItself: t.field({ type: NightWorkType, resolve: ({ day }, _, context) => work('day', day, context) }),
}));

builder.queryField('today', (t) =>
  t.field({
    type: DayBoardType,
    description: 'How a day was or is going, and what needs a person now.',
    args: { day: t.arg({ type: 'Date' }) },
    resolve: (_, { day: wantedDay }, context) => {
      const now = context.app.clock.now();
      const today = localDay(context.viewer().tenant.timeZone, now);
      const day = withinYears('day', wantedDay ?? today);
      const dayBefore = addDays(day, -7);
      const until = day === today ? now : null;
      const read = (db: TenantDb) => hoursOfDays(db, [day, dayBefore], until);
      let hours: Promise<HourOfVerdict[]> | undefined;
      return {
        ...{ day, dayBefore, now, isToday: day === today },
        hours: () => (hours ??= share({ of: `hours ${day} ${until === null}`, read, context })),
      };
    },
  }),
);
