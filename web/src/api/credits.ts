// Credit notes: listed, looked at, and what can be done with one.
import { gql } from 'urql';
import type * as A from './answers.ts';
import { DOCUMENT, SOLD_BY, TIMELINE } from './document.ts';
import { BY_LEGAL, COUNTED, LEGAL, PAGE, TURNED } from './listed.ts';

export const Credits = gql<A.CreditsAnswer, A.CreditsVariables>`
  query Credits(${LEGAL}, $creditStatus: CreditStatus, $isOpen: Boolean, $orderBy: DocumentOrderBy, ${PAGE}) {
    credits(${BY_LEGAL}, creditStatus: $creditStatus, isOpen: $isOpen, ${TURNED}) {
      ${COUNTED}
      sums @include(if: $foot) { subtotal tax total }
      records @include(if: $rows) {
        id number mode legalStatus creditStatus submissionState reason subtotal tax total issuedAt
        invoice { id number client { id name } }
      }
    }
  }
`;

export const CreditView = gql<A.CreditViewAnswer, A.CreditViewVariables>`
  query CreditView($id: UUID!) {
    ${TIMELINE}
    credit(id: $id) {
      ${DOCUMENT} creditStatus reason ${SOLD_BY}
      lines { id quantity unit total item { id sku name unit } }
    }
  }
`;

export const ApplyCredit = gql<A.ApplyCreditAnswer, A.ApplyCreditVariables>`
  mutation ApplyCredit($creditId: UUID!) { applyCredit(creditId: $creditId) { id creditStatus } }
`;

export const CancelCredit = gql<A.CancelCreditAnswer, A.CancelCreditVariables>`
  mutation CancelCredit($creditId: UUID!) { cancelCredit(creditId: $creditId) { id creditStatus } }
`;

export const ConvertCredit = gql<A.ConvertCreditAnswer, A.ConvertCreditVariables>`
  mutation ConvertCredit($creditId: UUID!) { convertCreditToDgi(creditId: $creditId) { id mode } }
`;

export const VoidCredit = gql<A.VoidCreditAnswer, A.VoidCreditVariables>`
  mutation VoidCredit($creditId: UUID!, $reason: String!) {
    voidCredit(creditId: $creditId, reason: $reason) { id creditStatus voidState }
  }
`;
