// Payments of all invoices, as a list asks for them.
import { gql } from 'urql';
import type * as A from './answers.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';

export const Payments = gql<A.PaymentsAnswer, A.PaymentsVariables>`
  query Payments(
    $search: String, $clientId: UUID, $method: PaymentMethod, $from: Date, $to: Date, $orderBy: PaymentOrderBy,
    ${PAGE}
  ) {
    payments(search: $search, clientId: $clientId, method: $method, from: $from, to: $to, ${TURNED}) {
      ${COUNTED}
      records @include(if: $rows) {
        id paidAt amount method reference createdBy
        refunds { id amount }
        invoice { id number client { id name } }
      }
    }
  }
`;

/** What a payment of the client can be moved to. */
export const OpenInvoicesOfClient = gql<A.OpenInvoicesOfClientAnswer, A.OpenInvoicesOfClientVariables>`
  query OpenInvoicesOfClient($clientId: UUID!) {
    invoices(clientId: $clientId, isOpen: true, limit: 100) { records { id number balance } }
  }
`;

export const RefundPayment = gql<A.RefundPaymentAnswer, A.RefundPaymentVariables>`
  mutation RefundPayment($paymentId: UUID!, $amount: Decimal!, $reason: String!) {
    refundPayment(paymentId: $paymentId, amount: $amount, reason: $reason) { id payments { id } }
  }
`;

export const CorrectPayment = gql<A.CorrectPaymentAnswer, A.CorrectPaymentVariables>`
  mutation CorrectPayment(
    $paymentId: UUID!, $amount: Decimal!, $method: PaymentMethod!, $paidAt: DateTime, $reference: String,
    $reason: String!
  ) {
    correctPayment(
      paymentId: $paymentId, amount: $amount, method: $method, paidAt: $paidAt, reference: $reference, reason: $reason
    ) {
      id
      payments { id }
    }
  }
`;

export const MovePayment = gql<A.MovePaymentAnswer, A.MovePaymentVariables>`
  mutation MovePayment($paymentId: UUID!, $invoiceId: UUID!, $amount: Decimal!) {
    movePayment(paymentId: $paymentId, invoiceId: $invoiceId, amount: $amount) { id payments { id } }
  }
`;
