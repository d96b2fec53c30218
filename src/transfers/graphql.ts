// Transfers of many items in the contract: sending, receiving, closing, and what is in transit.
import { itemById, ItemType, locationById, LocationType } from '../catalog/graphql.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull, recordOf, recordsOf } from '../graphql/columns.ts';
import { withinBounds } from '../graphql/limits.ts';
import { orderInput, pageArguments, pageType } from '../graphql/lists.ts';
import { allByKey } from '../graphql/lookup.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { byId, ID } from '../graphql/roots.ts';
import { closeTransfer, receiveTransfer } from './receive-transfer.ts';
import { sendTransfer } from './send-transfer.ts';
import { TRANSFER_STATUSES } from './tables.ts';
import {
  findTransfer,
  inTransit,
  linesOfTransfers,
  listTransfers,
  TRANSFER_ORDERS,
  valueOf,
  type Transfer,
  type TransferLine,
} from './transfers.ts';

const StatusEnum = builder.enumType('TransferStatus', { values: TRANSFER_STATUSES });
const linesOfTransfer = allByKey(linesOfTransfers, (line) => line.transfer_id);

const LineType = objectType<TransferLine>('TransferLine', (t) => ({
  id: t.expose('id', { type: 'UUID', description: '`sourceId` of its movements: `adjustment(id:)` shows them.' }),
  item: recordOf(t, ItemType, itemById, 'item_id'),
  ...columns(t, 'Decimal', 'quantity', 'received', 'lost'),
  ...columnsOrNull(t, 'Decimal', 'unit_cost'),
  inTransit: t.field({ type: 'Decimal', resolve: inTransit }),
}));

const TransferType = objectType<Transfer>('Transfer', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, 'String', 'sent_by', 'status_by'),
  ...columnsOrNull(t, 'String', 'note', 'reason'),
  ...columns(t, 'DateTime', 'sent_at', 'status_at'),
  ...columns(t, StatusEnum, 'status'),
  from: recordOf(t, LocationType, locationById, 'from_location_id'),
  to: recordOf(t, LocationType, locationById, 'to_location_id'),
  lines: recordsOf(t, LineType, linesOfTransfer),
  valueInTransit: t.field({
    type: 'Decimal',
    resolve: async ({ id }, _, { load }) => {
      const lines = await load(linesOfTransfer, id);
      const items = await Promise.all(lines.map(({ item_id }) => load(itemById, item_id)));
      return valueOf(lines.map((line, n) => ({ quantity: inTransit(line), cost: items[n]!.average_cost })));
    },
  }),
  valueLost: t.field({
    type: 'Decimal',
    resolve: async ({ id }, _, { load }) =>
      valueOf((await load(linesOfTransfer, id)).map((line) => ({ quantity: line.lost, cost: line.unit_cost }))),
  }),
}));
const TransferPage = pageType('TransferPage', TransferType);

const SentInput = inputType('TransferLineInput', (t) => ({
  itemId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
}));
const ReceivedInput = inputType('TransferReceiptInput', (t) => ({
  lineId: t.field(ID),
  quantity: t.field({ type: 'Decimal', required: true }),
}));
const SendInput = requestInput('SendTransferInput', (t) => ({
  id: t.field({ ...ID, description: "The caller's own; what has it is done once." }),
  fromLocationId: t.field(ID),
  toLocationId: t.field(ID),
  lines: t.field({ type: [SentInput], required: true }),
  note: t.string(),
}));
const ReceiveInput = requestInput('ReceiveTransferInput', (t) => ({
  id: t.field(ID),
  lines: t.field({ type: [ReceivedInput], description: 'Left out: all that is in transit.' }),
}));

builder.queryFields((t) => ({
  transfer: byId(t, TransferType, findTransfer),
  transfers: t.field({
    type: TransferPage,
    description: 'Newest first.',
    args: {
      status: t.arg({ type: StatusEnum }),
      toLocationId: t.arg({ type: 'UUID', description: 'Location at which they are received.' }),
      ...pageArguments(t.arg, orderInput('Transfer', TRANSFER_ORDERS)),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => listTransfers(db, withinBounds(args))),
  }),
}));

const TRANSFER = { type: TransferType, role: 'operator', answer: findTransfer } as const;

builder.mutationFields((t) => ({
  sendTransfer: mutation(t, {
    ...TRANSFER,
    description: 'Sends at most 500 lines, all or none; lots and serials go by `transferStock`.',
    args: { input: t.arg({ type: SendInput, required: true }) },
    write: (db, { input }, { userName }) => sendTransfer(db, input, userName),
  }),
  receiveTransfer: mutation(t, {
    ...TRANSFER,
    description: 'Takes in what has come, whole or in part, as often as goods come.',
    args: { input: t.arg({ type: ReceiveInput, required: true }) },
    write: (db, { input }, { userName }) => receiveTransfer(db, input, userName),
  }),
  closeTransfer: mutation(t, {
    ...TRANSFER,
    description: 'Closes it: the quantity in transit is lost.',
    args: { id: t.arg(ID), reason: t.arg.string({ required: true }) },
    write: (db, { id, reason }, { userName }) => closeTransfer(db, id, reason, userName),
  }),
}));
