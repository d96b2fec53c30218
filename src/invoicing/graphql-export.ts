// The data of an export in the contract.
import { foreignAmount, INCOTERMS, type ExportData } from '../fiscal/export.ts';
import { columnsOrNull } from '../graphql/columns.ts';
import { builder } from '../graphql/builder.ts';
import type { Decimal } from '../platform/decimal.ts';
import { InvoiceType } from './graphql-documents.ts';

const IncotermEnum = builder.enumType('Incoterm', { values: INCOTERMS });
const RATE = 'Units of the currency for one balboa; only for a currency other than USD.';

/** Descriptions of the arguments of the same names. */
export const TYPE_ASKED = 'A type of invoice; left out: INTERNAL.';
export const EXPORT_ASKED =
  'EXPORT needs it, and FREE_ZONE where its receiver is abroad; some PACs want it of OPERATION_ABROAD too.';

export const ExportInput = builder.inputType('ExportInput', {
  description: 'Export data of a document that goes abroad. Its amounts stay in balboas.',
  fields: (t) => ({
    incoterm: t.field({ type: IncotermEnum, required: true }),
    currency: t.string({ required: true, defaultValue: 'USD', description: 'ISO 4217.' }),
    exchangeRate: t.field({ type: 'Decimal', description: RATE }),
    port: t.string({ description: 'Port of shipment.' }),
  }),
});

const ExportType = builder.objectRef<ExportData & { amount: Decimal | null }>('Export').implement({
  fields: (t) => ({
    incoterm: t.expose('incoterm', { type: IncotermEnum }),
    currency: t.exposeString('currency'),
    exchangeRate: t.expose('exchangeRate', { type: 'Decimal', nullable: true, description: RATE }),
    ...columnsOrNull(t, 'Decimal', 'amount'),
    port: t.exposeString('port', { nullable: true }),
  }),
});

builder.objectField(InvoiceType, 'export', (t) =>
  t.field({
    type: ExportType,
    nullable: true,
    resolve: ({ export_data: data, total }) => (data === null ? null : { ...data, amount: foreignAmount(data, total) }),
  }),
);
