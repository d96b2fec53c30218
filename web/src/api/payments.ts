// Payments of all invoices, as a list asks for them.
import { act, query } from './act.ts';
import { list } from './listed.ts';

export const Payments = list(
  'Payments',
  'search: String, clientId: UUID, method: PaymentMethod, createdBy: String, billingPointId: UUID, tillSessionId: UUID, from: Date, to: Date',
  'PaymentOrderBy',
  `id paidAt amount method reference createdBy
  refunds { id amount }
  invoice { id number client { id name } }`,
  'amount refunded',
);

/** Invoices that a payment of the client can be moved to. */
export const OpenInvoicesOfClient = query('OpenInvoicesOfClient', 'clientId: UUID!')`
  invoices(clientId: $clientId, isOpen: true, limit: 100) { records { id number balance } }
`;

const onPayment = <Name extends 'refundPayment' | 'correctPayment' | 'movePayment'>(name: Name, takes: string) =>
  act(name, `paymentId: UUID!, ${takes}`, 'id payments { id }');

export const RefundPayment = onPayment('refundPayment', 'amount: Decimal!, reason: String!');
export const CorrectPayment = onPayment(
  'correctPayment',
  'amount: Decimal!, method: PaymentMethod!, paidAt: DateTime, reference: String, reason: String!',
);
export const MovePayment = onPayment('movePayment', 'invoiceId: UUID!, amount: Decimal!');
