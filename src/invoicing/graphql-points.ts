// Point of issue of a document, and the input that chooses one.
import { billingPointById, BillingPointType } from '../catalog/graphql.ts';
import { recordOrNull } from '../graphql/columns.ts';
import { builder } from '../graphql/builder.ts';
import { DebitNoteType } from './graphql-debit-notes.ts';
import { CreditType, InvoiceType } from './graphql-documents.ts';

export const billingPointArg = {
  type: 'UUID',
  description:
    "Point of issue; default: the order's point, else the first point of the office that its goods leave, else the tenant's first.",
} as const;

for (const type of [InvoiceType, CreditType, DebitNoteType]) {
  builder.objectField(type, 'billingPoint', (t) =>
    recordOrNull(t, BillingPointType, billingPointById, 'billing_point_id'),
  );
}
