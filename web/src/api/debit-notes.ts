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
import { DOCUMENT, SOLD_BY, TIMELINE } from './document.ts';
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
    ${TIMELINE}
    debitNote(id: $id) {
      ${DOCUMENT}
      debitStatus
      reason
      ${SOLD_BY}
      client {
        id
        name
      }
      lines {
        id
        description
        total
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
