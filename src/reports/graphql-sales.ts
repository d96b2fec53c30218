// Sales by days, hours, items, clients and more, and how they compare.
import type { Fields } from '../graphql/columns.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { withinBounds, withinYears } from '../graphql/limits.ts';
import { pageByOffset } from '../graphql/lists.ts';
import { daysBetween } from '../platform/days.ts';
import { SalesDimensionEnum } from '../invoicing/graphql.ts';
import type { Period } from './compared-periods.ts';
import {
  salesBy,
  SALES_ORDERS,
  type ComparedSales,
  type SalesBy,
  type SalesFigures,
  type SalesRow,
} from './sales-by.ts';

const figureFields = <Row extends SalesFigures>(fields: Fields<Row>) => {
  const t = fields as unknown as Fields<SalesFigures>;
  return {
    sales: t.exposeInt('sales', { description: 'Number of invoices.' }),
    ...columns(t, 'Decimal', 'invoiced', 'credited', 'debited', 'cost', 'profit', 'units', 'net', 'costed'),
  };
};

const SalesTotal = objectType<SalesFigures>('SalesTotal', figureFields);

const SalesRowType = objectType<SalesRow>('SalesRow', (t) => ({
  key: t.exposeString('key'),
  ...columnsOrNull(t, 'String', 'code', 'name'),
  ...figureFields(t),
  ...columns(t, 'Decimal', 'previous', 'lastYear'),
}));

const ComparedSalesType = objectType<ComparedSales>('ComparedSales', (t) => ({
  ...columns(t, 'Date', 'from', 'to'),
  total: t.expose('total', { type: SalesTotal }),
}));

export const SalesByType = objectType<SalesBy>('SalesBy', (t) => ({
  ...columns(t, 'Date', 'from', 'to'),
  ...columnsOrNull(t, 'DateTime', 'until'),
  total: t.expose('total', { type: SalesTotal }),
  ...columns(t, ComparedSalesType, 'previous', 'lastYear'),
  rows: t.expose('rows', { type: [SalesRowType] }),
  rowCount: t.exposeInt('rowCount', { description: 'Number of rows on all pages.' }),
}));

export function withinRange<T extends Period>(period: T): T {
  for (const field of ['from', 'to'] as const) withinYears(field, period[field]);
  withinBounds({ rangeDays: daysBetween(period.from, period.to) + 1 });
  return period;
}

const SalesOrderEnum = builder.enumType('SalesOrder', { description: 'Order of rows.', values: SALES_ORDERS });

builder.queryField('salesBy', (t) =>
  t.field({
    type: SalesByType,
    description:
      'Sales of whole days: documents that are neither void, canceled nor rejected, proformas as well, on their day of issue. Costs are those of the day.',
    args: {
      from: t.arg({ type: 'Date', required: true }),
      to: t.arg({ type: 'Date', required: true }),
      by: t.arg({ type: SalesDimensionEnum, required: true }),
      key: t.arg.string({ description: 'Only the row of this key; totals are those of all.' }),
      orderBy: t.arg({ type: SalesOrderEnum, description: 'The largest first; times are in their order.' }),
      ...pageByOffset(t.arg),
    },
    resolve: (_, args, { app, inTenant }) =>
      inTenant((db) => salesBy(db, withinRange(withinBounds(args)), app.clock.now())),
  }),
);
