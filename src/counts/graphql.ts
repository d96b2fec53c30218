// Counts in the contract: sheets, what was counted, how it compares, and the posting.
import { itemById, ItemType, locationById, LocationType } from '../catalog/graphql.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull, recordOf } from '../graphql/columns.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageByOffset, pageType } from '../graphql/lists.ts';
import { mutation, type Caller } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { multiply, roundMoney } from '../platform/decimal.ts';
import { hasRole } from '../tenancy/index.ts';
import { COUNTED_STATES, listCountedItems, sumsOfCount, type CountedItem, type CountSums } from './compare.ts';
import { addLines, linesOfItem, type CountLine } from './count-lines.ts';
import { COUNT_ORDERS, discardCount, endCount, findCount, listCounts, openCount, type StockCount } from './counts.ts';
import { lineCountOf, postCount } from './post-count.ts';
import { COUNT_STATUSES } from './tables.ts';

const StatusEnum = builder.enumType('StockCountStatus', { values: COUNT_STATUSES });
const StateEnum = builder.enumType('CountedState', { values: COUNTED_STATES });

const LineType = objectType<CountLine>('StockCountLine', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, 'String', 'place', 'counted_by'),
  ...columnsOrNull(t, 'Decimal', 'quantity'),
  ...columns(t, 'DateTime', 'counted_at', 'created_at'),
}));

const ItemOfCount = objectType<CountedItem>('StockCountItem', (t) => ({
  item: recordOf(t, ItemType, itemById, 'item_id'),
  ...columnsOrNull(t, 'Decimal', 'counted', 'expected', 'difference', 'moved_between'),
  ...columnsOrNull(t, 'DateTime', 'counted_at'),
  value: t.field({
    type: 'Decimal',
    nullable: true,
    description: 'Difference at average cost; null while none is known.',
    resolve: ({ difference, cost }) =>
      difference === null || cost === null ? null : roundMoney(multiply(difference, cost)),
  }),
  lines: t.field({
    type: [LineType],
    description: 'All that were counted, as they came.',
    resolve: ({ count, item_id }, _, { inTenant }) => inTenant((db) => linesOfItem(db, count.id, [item_id])),
  }),
}));
const ItemPage = pageType('StockCountItemPage', ItemOfCount);

/** A blind count hides what it expects until it has ended. */
const isHidden = (count: StockCount): boolean => count.is_blind && count.status === 'OPEN';

const SumsType = objectType<CountSums>('StockCountSums', (t) => ({
  ...columns(t, 'Int', 'toCount', 'counted', 'different', 'waitingSales'),
  ...columns(t, 'Decimal', 'surplus', 'missing'),
}));

const CountType = objectType<StockCount>('StockCount', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, 'String', 'name', 'opened_by', 'status_by'),
  ...columnsOrNull(t, 'String', 'category', 'reason'),
  ...columnsOrNull(t, 'Int', 'not_counted_days'),
  ...columns(t, 'Boolean', 'is_blind', 'is_for_cashiers'),
  ...columns(t, 'DateTime', 'opened_at', 'status_at'),
  ...columns(t, StatusEnum, 'status'),
  location: recordOf(t, LocationType, locationById, 'location_id'),
  lineCount: t.int({ resolve: ({ id }, _, { inTenant }) => inTenant((db) => lineCountOf(db, id)) }),
  sums: t.field({
    type: SumsType,
    nullable: true,
    description: 'Null of a blind count that is open.',
    resolve: (count, _, { inTenant }) => (isHidden(count) ? null : inTenant((db) => sumsOfCount(db, count))),
  }),
}));
const CountPage = pageType('StockCountPage', CountType);

const LineInput = inputType('StockCountLineInput', (t) => ({
  id: t.field({ ...ID, description: "The device's own; what has it is done once." }),
  itemId: t.field(ID),
  quantity: t.field({ type: 'Decimal', description: 'Null takes back what was counted at the place.' }),
  place: t.string({ description: 'Shelf; the last line of each holds, and they are summed up.' }),
  countedAt: t.field({ type: 'DateTime', description: "By the device's clock; left out: now." }),
}));

const counter = ({ userName, roles }: Caller) => ({ userName, isCashier: !hasRole(roles, 'operator') });

builder.queryFields((t) => ({
  stockCount: t.field({
    type: CountType,
    nullable: true,
    args: { id: t.arg(ID) },
    resolve: (_, { id }, { inTenant, isCashier }) => inTenant((db) => findCount(db, id, isCashier)),
  }),
  stockCountItems: t.field({
    type: ItemPage,
    description: 'By SKU.',
    args: {
      countId: t.arg(ID),
      state: t.arg({ type: StateEnum, required: true, defaultValue: 'COUNTED' }),
      search: t.arg.string(),
      ...pageByOffset(t.arg),
    },
    resolve: (_, { countId, state, ...args }, { inTenant, isCashier }) =>
      inTenant(async (db) => {
        const page = withinBounds(args);
        const count = await findCount(db, countId, isCashier);
        if (!isHidden(count)) return listCountedItems(db, count, { ...page, state });
        const counted = await listCountedItems(db, count, {
          ...page,
          state: state === 'DIFFERENT' ? 'COUNTED' : state,
        });
        const hidden = { expected: null, difference: null, moved_between: null };
        return { ...counted, records: counted.records.map((one) => ({ ...one, ...hidden })) };
      }),
  }),
  stockCounts: t.field({
    type: CountPage,
    description: 'Newest first.',
    args: { status: t.arg({ type: StatusEnum }), ...pageArguments(t.arg, orderInput('StockCount', COUNT_ORDERS)) },
    resolve: (_, args, { inTenant, isCashier }) =>
      inTenant((db) => listCounts(db, { ...withinBounds(args), isCashier })),
  }),
}));

const COUNT = { type: CountType, role: 'operator', answer: findCount } as const;

builder.mutationFields((t) => ({
  openStockCount: mutation(t, {
    ...COUNT,
    description: 'Begins a count of a location.',
    args: {
      id: t.arg({ ...ID, description: "The caller's own; what has it is done once." }),
      name: t.arg.string({ required: true }),
      locationId: t.arg(ID),
      category: t.arg.string({ description: 'Only items of it are asked for.' }),
      notCountedDays: t.arg.int({ description: 'Only items are asked for that were in no posted count for so long.' }),
      isBlind: t.arg.boolean({ description: 'Hides what is expected until counting has ended.' }),
      isForCashiers: t.arg.boolean({ description: 'Cashiers may count too.' }),
    },
    write: (db, count, { userName }) => openCount(db, count, userName),
  }),
  countStock: mutation(t, {
    ...COUNT,
    role: 'cashier',
    description: 'At most 500 lines, also of items that the count does not ask for.',
    args: {
      countId: t.arg(ID),
      lines: t.arg({ type: [LineInput], required: true }),
      clock: t.arg({ type: 'DateTime' }),
      madeBy: t.arg.string({ description: 'The person who counted, where another one hands it in.' }),
    },
    write: (db, batch, caller) => addLines(db, batch, counter(caller)),
  }),
  endStockCount: mutation(t, {
    ...COUNT,
    description: 'Ends counting for the review; lines that were counted and recounts still come in.',
    args: { id: t.arg(ID) },
    write: (db, { id }, { userName }) => endCount(db, id, userName),
  }),
  postStockCount: mutation(t, {
    ...COUNT,
    description: 'Adjusts every item that differs, all or none, once. Items without a line stay as they are.',
    args: {
      id: t.arg(ID),
      lineCount: t.arg.int({ required: true, description: 'As reviewed: lines that came since make it a CONFLICT.' }),
    },
    write: (db, review, { userName }) => postCount(db, review, userName),
  }),
  discardStockCount: mutation(t, {
    ...COUNT,
    description: 'Nothing of it is ever posted.',
    args: { id: t.arg(ID), reason: t.arg.string({ required: true }) },
    write: (db, { id, reason }, { userName }) => discardCount(db, id, reason, userName),
  }),
}));
