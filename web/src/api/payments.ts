// Payments of all invoices, as a list asks for them.
import { gql } from 'urql';
import type { PaymentsAnswer, PaymentsVariables } from './answers.ts';
import { COUNTED, PAGE, TURNED } from './listed.ts';

export const Payments = gql<PaymentsAnswer, PaymentsVariables>`
  query Payments($search: String, $clientId: UUID, $method: PaymentMethod, $from: Date, $to: Date, $orderBy: PaymentOrderBy, ${PAGE}) {
    payments(search: $search, clientId: $clientId, method: $method, from: $from, to: $to, ${TURNED}) {
      ${COUNTED}
      records @include(if: $rows) {
        id
        paidAt
        amount
        method
        reference
        createdBy
        invoice {
          id
          number
          client {
            id
            name
          }
        }
      }
    }
  }
`;
