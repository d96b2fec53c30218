// Debit notes: made, listed, looked at, and ended.
import { gql } from 'urql';
import type {
  CancelDebitNoteAnswer,
  CancelDebitNoteVariables,
  CreateDebitNoteAnswer,
  CreateDebitNoteVariables,
  DebitNotesAnswer,
  DebitNotesVariables,
  DebitNoteViewAnswer,
  DebitNoteViewVariables,
  VoidDebitNoteAnswer,
  VoidDebitNoteVariables,
} from './answers.ts';
import { BY_LEGAL, COUNTED, LEGAL, PAGE, TURNED } from './listed.ts';

export const DebitNotes = gql<DebitNotesAnswer, DebitNotesVariables>`
  query DebitNotes(${LEGAL}, $debitStatus: DebitStatus, $orderBy: DocumentOrderBy, ${PAGE}) {
    debitNotes(${BY_LEGAL}, debitStatus: $debitStatus, ${TURNED}) {
      ${COUNTED}
      sums @include(if: $foot) {
        subtotal
        tax
        total
      }
      records @include(if: $rows) {
        id
        number
        mode
        legalStatus
        debitStatus
        submissionState
        reason
        subtotal
        tax
        total
        issuedAt
        client {
          id
          name
        }
        invoice {
          id
          number
        }
      }
    }
  }
`;

export const DebitNoteView = gql<DebitNoteViewAnswer, DebitNoteViewVariables>`
  query DebitNoteView($id: UUID!) {
    timeline: documentTimeline(documentId: $id) {
      id
      at
      kind
      actor
      detail
      reason
    }
    debitNote(id: $id) {
      id
      number
      mode
      environment
      legalStatus
      debitStatus
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
      client {
        id
        name
      }
      lines {
        id
        description
        total
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

export const CreateDebitNote = gql<CreateDebitNoteAnswer, CreateDebitNoteVariables>`
  mutation CreateDebitNote($input: CreateDebitNoteInput!) {
    createDebitNote(input: $input) {
      id
      number
      invoice {
        id
      }
    }
  }
`;

export const CancelDebitNote = gql<CancelDebitNoteAnswer, CancelDebitNoteVariables>`
  mutation CancelDebitNote($debitNoteId: UUID!) {
    cancelDebitNote(debitNoteId: $debitNoteId) {
      id
      debitStatus
    }
  }
`;

export const VoidDebitNote = gql<VoidDebitNoteAnswer, VoidDebitNoteVariables>`
  mutation VoidDebitNote($debitNoteId: UUID!, $reason: String!) {
    voidDebitNote(debitNoteId: $debitNoteId, reason: $reason) {
      id
      debitStatus
      voidState
    }
  }
`;
