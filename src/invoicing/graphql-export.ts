// The data of an export in the contract.
import { DOCUMENT_TYPE_CODES, rulesOf, type DocumentType } from '../fiscal/document-types.ts';
import { foreignAmount, INCOTERMS, type ExportData } from '../fiscal/export.ts';
import { DocumentTypeEnum } from '../certification/graphql.ts';
import { TenantType } from '../company/graphql.ts';
import { columnsOrNull, columns } from '../graphql/columns.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import type { Decimal } from '../platform/decimal.ts';
import { InvoiceType } from './graphql-documents.ts';

const IncotermEnum = builder.enumType('Incoterm', { values: INCOTERMS });
const RATE = 'Units of the currency for one balboa; only for a currency other than USD.';

/** Descriptions of the arguments of the same names. */
export const TYPE_ASKED = 'A type of invoice; left out: INTERNAL.';
export const EXPORT_ASKED =
  'EXPORT needs it, and FREE_ZONE where its receiver is abroad; some PACs want it of OPERATION_ABROAD too.';

export const ExportInput = inputType('ExportInput', (t) => ({
  incoterm: t.field({ type: IncotermEnum, required: true }),
  currency: t.string({ required: true, defaultValue: 'USD', description: 'ISO 4217.' }),
  exchangeRate: t.field({ type: 'Decimal', description: RATE }),
  port: t.string({ description: 'Port of shipment.' }),
}));

const ExportType = objectType<ExportData & { amount: Decimal | null }>('Export', (t) => ({
  incoterm: t.expose('incoterm', { type: IncotermEnum }),
  currency: t.exposeString('currency'),
  ...columnsOrNull(t, 'Decimal', 'amount', { exchangeRate: RATE }),
  port: t.exposeString('port', { nullable: true }),
}));

builder.objectField(InvoiceType, 'export', (t) =>
  t.field({
    type: ExportType,
    nullable: true,
    resolve: ({ export_data: data, total }) => (data === null ? null : { ...data, amount: foreignAmount(data, total) }),
  }),
);

const ExportDataEnum = builder.enumType('ExportDataRule', { values: ['REQUIRED', 'WHERE_ABROAD', 'NEVER'] as const });

interface InvoiceTypeTaken {
  type: DocumentType;
  exportData: 'REQUIRED' | 'WHERE_ABROAD' | 'NEVER';
}

const InvoiceTypeTakenType = objectType<InvoiceTypeTaken>('InvoiceTypeTaken', (t) => ({
  type: t.expose('type', { type: DocumentTypeEnum }),
  ...columns(t, ExportDataEnum, { exportData: 'Whether it bears the data of an export.' }),
  movesGoods: t.boolean({ resolve: ({ type }) => rulesOf(type).stock === 'LEAVES' }),
}));

builder.objectField(TenantType, 'invoiceTypes', (t) =>
  t.field({
    type: [InvoiceTypeTakenType],
    description: 'Types of invoice that its PAC takes.',
    resolve({ pacMake }, _, { app }) {
      const { takes, needs } = app.pac.profileOf(pacMake);
      return DOCUMENT_TYPE_CODES.filter((type) => rulesOf(type).kind === 'INVOICE' && takes(type)).map((type) => {
        const { exportData, destination } = rulesOf(type);
        return { type, exportData: needs?.exportData && destination.is === 2 ? 'REQUIRED' : exportData.is };
      });
    },
  }),
);
