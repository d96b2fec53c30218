// Credit notes: listed, looked at, and what can be done with one.
import { gql } from 'urql';
import type {
  ApplyCreditAnswer,
  ApplyCreditVariables,
  CancelCreditAnswer,
  CancelCreditVariables,
  ConvertCreditAnswer,
  ConvertCreditVariables,
  CreditsAnswer,
  CreditsVariables,
  CreditViewAnswer,
  CreditViewVariables,
  VoidCreditAnswer,
  VoidCreditVariables,
} from './answers.ts';

export const Credits = gql<CreditsAnswer, CreditsVariables>`
  query Credits(
    $search: String
    $legalStatus: LegalStatus
    $submissionState: SubmissionState
    $needsPerson: Boolean
    $creditStatus: CreditStatus
    $isOpen: Boolean
    $clientId: UUID
    $from: Date
    $to: Date
    $minTotal: Decimal
    $maxTotal: Decimal
    $monthState: FiscalMonthState
    $documentType: String
    $taxRate: Decimal
    $orderBy: DocumentOrderBy
    $limit: Int!
    $offset: Int!
    $rows: Boolean!
    $foot: Boolean!
    $begins: String = ""
  ) {
    credits(
      search: $search
      legalStatus: $legalStatus
      submissionState: $submissionState
      needsPerson: $needsPerson
      creditStatus: $creditStatus
      isOpen: $isOpen
      clientId: $clientId
      from: $from
      to: $to
      minTotal: $minTotal
      maxTotal: $maxTotal
      monthState: $monthState
      documentType: $documentType
      taxRate: $taxRate
      orderBy: $orderBy
      limit: $limit
      offset: $offset
    ) {
      totalCount @include(if: $foot)
      countBefore(text: $begins) @include(if: $foot)
      sums @include(if: $foot) {
        subtotal
        tax
        total
      }
      pageInfo @include(if: $rows) {
        hasNextPage
      }
      records @include(if: $rows) {
        id
        number
        mode
        legalStatus
        creditStatus
        submissionState
        reason
        subtotal
        tax
        total
        issuedAt
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

export const CreditView = gql<CreditViewAnswer, CreditViewVariables>`
  query CreditView($id: UUID!) {
    timeline: documentTimeline(documentId: $id) {
      id
      at
      kind
      actor
      detail
      reason
    }
    credit(id: $id) {
      id
      number
      mode
      environment
      legalStatus
      creditStatus
      submissionState
      documentId
      cufe
      expectedCufe
      rejectionReasons
      parkedReason
      reason
      total
      issuedAt
      voidedAt
      voidReason
      voidState
      actions {
        name
        isAllowed
        because
        until
      }
      invoice {
        id
        number
        legalStatus
        invoiceStatus
        balance
        client {
          id
          name
        }
      }
      lines {
        id
        quantity
        unit
        total
        item {
          id
          sku
          name
          unit
        }
      }
      pdf {
        id
        filename
        byteSize
        url
      }
    }
  }
`;

export const ApplyCredit = gql<ApplyCreditAnswer, ApplyCreditVariables>`
  mutation ApplyCredit($creditId: UUID!) {
    applyCredit(creditId: $creditId) {
      id
      creditStatus
    }
  }
`;

export const CancelCredit = gql<CancelCreditAnswer, CancelCreditVariables>`
  mutation CancelCredit($creditId: UUID!) {
    cancelCredit(creditId: $creditId) {
      id
      creditStatus
    }
  }
`;

export const ConvertCredit = gql<ConvertCreditAnswer, ConvertCreditVariables>`
  mutation ConvertCredit($creditId: UUID!) {
    convertCreditToDgi(creditId: $creditId) {
      id
      mode
    }
  }
`;

export const VoidCredit = gql<VoidCreditAnswer, VoidCreditVariables>`
  mutation VoidCredit($creditId: UUID!, $reason: String!) {
    voidCredit(creditId: $creditId, reason: $reason) {
      id
      creditStatus
      voidState
    }
  }
`;
