// Where a document was issued, and where one is to be.
import { billingPointById, BillingPointType } from '../catalog/graphql.ts';
import { builder } from '../graphql/builder.ts';
import { DebitNoteType } from './graphql-debit-notes.ts';
import { CreditType, InvoiceType } from './graphql-documents.ts';

export const billingPointArg = {
  type: 'UUID',
  description:
    "Where it is issued; left out: where the order says, else at the first one of the office that its goods leave, else at the tenant's first.",
} as const;

for (const type of [InvoiceType, CreditType, DebitNoteType]) {
  builder.objectField(type, 'billingPoint', (t) =>
    t.field({
      type: BillingPointType,
      nullable: true,
      description: 'Where it was issued; null for an imported one.',
      resolve: ({ billing_point_id: id }, _, { load }) => (id === null ? null : load(billingPointById, id)),
    }),
  );
}
