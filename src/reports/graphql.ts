// The accountant's questions: the account of a client, and debts by age.
import type { Fields } from '../graphql/columns.ts';
import { clientById, ClientType } from '../catalog/graphql.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { withinBounds } from '../graphql/limits.ts';
import { paymentById, PaymentType } from '../invoicing/graphql.ts';
import './graphql-month.ts';
import { ClientAccountType } from './graphql-parties.ts';
import { clientStatement, ENTRY_KINDS, type ClientStatement, type StatementEntry } from './client-statement.ts';
import { receivables, type Ages, type ClientAges, type Receivables } from './receivables.ts';
import { columns, columnsOrNull, recordOf, recordOrNull } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';
import { pageByOffset } from '../graphql/lists.ts';

export { SalesByType } from './graphql-sales.ts';

const StatementEntryKindEnum = builder.enumType('StatementEntryKind', { values: ENTRY_KINDS });

const StatementEntryType = objectType<StatementEntry>('StatementEntry', (t) => ({
  day: t.expose('day', { type: 'Date' }),
  kind: t.expose('kind', { type: StatementEntryKindEnum }),
  ...columns(t, 'String', 'number'),
  documentId: t.expose('documentId', { type: 'UUID' }),
  ...columnsOrNull(t, 'UUID', 'paymentId'),
  payment: recordOrNull(t, PaymentType, paymentById, 'paymentId'),
  ...columns(t, 'Decimal', 'amount', 'balance'),
}));

const ClientStatementType = objectType<ClientStatement>('ClientStatement', (t) => ({
  client: recordOf(t, ClientType, clientById, 'clientId'),
  ...columns(t, 'Date', 'from', 'to'),
  ...columns(t, 'Decimal', 'opening', 'closing'),
  entries: t.expose('entries', { type: [StatementEntryType] }),
}));

const agingFields = <Row extends Ages>(fields: Fields<Row>) => {
  const t = fields as unknown as Fields<Ages>;
  return { ...columns(t, 'Decimal', 'days1To30', 'days31To60', 'days61To90', 'over90', 'current', 'owed', 'inHand') };
};

const ClientAgingType = objectType<ClientAges>('ClientAging', (t) => ({
  ...agingFields(t),
  client: recordOf(t, ClientType, clientById, 'clientId'),
}));

const ReceivablesAgingType = objectType<Receivables>('ReceivablesAging', (t) => ({
  ...agingFields(t),
  asOf: t.expose('asOf', { type: 'Date' }),
  ...columns(t, [ClientAgingType], { clients: 'Clients with a debt or with funds in hand, the largest debt first.' }),
  clientCount: t.exposeInt('clientCount'),
}));

builder.objectField(ClientAccountType, 'aging', (t) =>
  t.field({
    type: ClientAgingType,
    description: 'Debt now, by age.',
    resolve: async ({ clientId }, _, { inTenant }) => {
      const ages = await inTenant((db) => receivables(db, { clientId, limit: 1, offset: 0 }));
      return { ...ages, clientId };
    },
  }),
);

builder.queryFields((t) => ({
  clientStatement: t.field({
    type: ClientStatementType,
    description: 'Charges and payments of a client, day by day. Both days belong to the period.',
    args: {
      clientId: t.arg(ID),
      from: t.arg({ type: 'Date', required: true }),
      to: t.arg({ type: 'Date', required: true }),
    },
    resolve: (_, args, { inTenant }) => inTenant((db) => clientStatement(db, args)),
  }),
  receivables: t.field({
    type: ReceivablesAgingType,
    description: 'Debts of clients by age: now, or as of the end of a day.',
    args: { asOf: t.arg({ type: 'Date' }), ...pageByOffset(t.arg) },
    resolve: (_, args, { inTenant }) => inTenant((db) => receivables(db, withinBounds(args))),
  }),
}));
