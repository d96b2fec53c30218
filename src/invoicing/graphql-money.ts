// Discounts, taxes and retentions of invoices and credits.
import { taxesByRate, type RateTotals } from '../fiscal/money.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { DISCOUNT_OF_LINE, otherTaxOf, OtherTaxType } from '../sales/graphql.ts';
import {
  CreditLineType,
  CreditType,
  InvoiceLineType,
  InvoiceType,
  linesOfCredit,
  linesOfInvoice,
} from './graphql-documents.ts';
import type { Retention } from './retention.ts';
import { columns } from '../graphql/columns.ts';

const RateTotalsType = objectType<RateTotals>('RateTotals', (t) => columns(t, 'Decimal', 'rate', 'base', 'tax'));

const RetentionType = objectType<Retention>('Retention', (t) => ({
  code: t.exposeString('code'),
  amount: t.expose('amount', { type: 'Decimal' }),
}));

const TAXES = 'Base and ITBMS by rate, the lowest first; they add up to subtotal and tax.';

builder.objectFields(InvoiceType, (t) => ({
  ...columns(t, 'Decimal', 'discount', 'isc', 'other_tax'),
  taxes: t.field({
    type: [RateTotalsType],
    description: TAXES,
    resolve: async (invoice, _, { load }) => {
      const lines = await load(linesOfInvoice, invoice.id);
      return taxesByRate(lines.map(({ tax_rate: rate, net, tax }) => ({ rate, net, tax })));
    },
  }),
}));

builder.objectFields(InvoiceType, (t) => ({
  retention: t.field({
    type: RetentionType,
    nullable: true,
    resolve: ({ retention_code: code, retention: amount }) => (code === null ? null : { code, amount }),
  }),
  change: t.expose('change', { type: 'Decimal', description: 'Change given back from the cash of the sale.' }),
}));

builder.objectFields(InvoiceLineType, (t) => ({
  ...columns(t, 'Decimal', 'net', 'isc_rate', 'isc', 'tax', { discount: DISCOUNT_OF_LINE }),
  otherTax: t.field({ type: OtherTaxType, nullable: true, resolve: otherTaxOf }),
}));

builder.objectFields(CreditType, (t) => ({
  ...columns(t, 'Decimal', 'isc', 'other_tax'),
  taxes: t.field({
    type: [RateTotalsType],
    description: TAXES,
    resolve: async (credit, _, { load }) => {
      const [lines, sold] = await Promise.all([
        load(linesOfCredit, credit.id),
        load(linesOfInvoice, credit.invoice_id),
      ]);
      const rates = new Map(sold.map((line) => [line.id, line.tax_rate]));
      return taxesByRate(lines.map(({ invoice_line_id: id, net, tax }) => ({ rate: rates.get(id) ?? '0', net, tax })));
    },
  }),
}));

builder.objectFields(CreditLineType, (t) => ({ ...columns(t, 'Decimal', 'net', 'isc', 'other_tax', 'tax') }));
