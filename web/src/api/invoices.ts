// Invoices: listed, looked at, and what can be done with one.
import { act, query } from './act.ts';
import { DOCUMENT, TIMELINE } from './document.ts';
import { LEGAL, list } from './listed.ts';

export const Invoices = list(
  'Invoices',
  `${LEGAL}, invoiceStatus: InvoiceStatus, isOpen: Boolean, due: Date`,
  'DocumentOrderBy',
  `id number mode legalStatus invoiceStatus submissionState subtotal tax total paid balance issuedAt dueDate
  client { id name ruc }`,
  'subtotal tax total paid balance',
);

export const InvoiceView = query('InvoiceView', 'id: UUID!')`
  ${TIMELINE}
  invoice(id: $id) {
    ${DOCUMENT} invoiceStatus orderId subtotal isc otherTax tax paid credited debited certifiedMore balance
    retention { amount }
    dueDate
    client { id name receiverType ruc dv email }
    lines { id description quantity unit quantityCredited unitPrice discount taxRate total item { id sku unit } }
    payments {
      id amount method reference paidAt createdBy
      refunds { id amount reason movedTo refundedAt createdBy }
    }
    credits { id number mode legalStatus creditStatus submissionState total issuedAt }
  }
`;

export const RegisterPayment = act(
  'registerPayment',
  'invoiceId: UUID!, amount: Decimal!, method: PaymentMethod!, reference: String, paidAt: DateTime, allowOverpayment: Boolean',
  'id invoiceStatus',
);
export const AttachPdf = act('attachPacPdf', 'sourceId: UUID!, sourceType: FiscalDocumentType!');
export const CreateCredit = act('createCredit', 'input: CreateCreditInput!', 'id number invoice { id }');
export const CancelInvoice = act('cancelInvoice', 'invoiceId: UUID!', 'id invoiceStatus');
export const ConvertInvoice = act(
  'convertInvoiceToDgi',
  'invoiceId: UUID!, payment: PaymentTermsInput',
  'id number mode legalStatus submissionState',
);
export const VoidInvoice = act('voidInvoice', 'invoiceId: UUID!, reason: String!', 'id invoiceStatus voidState');

export const PreviewCredit = query('PreviewCredit', 'invoiceId: UUID!, lines: [CreditLineInput!]')`
  previewCredit(invoiceId: $invoiceId, lines: $lines) { subtotal tax total balance findings { message } }
`;
