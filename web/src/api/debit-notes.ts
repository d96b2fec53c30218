// Debit notes: made, listed, looked at, and ended.
import { gql } from 'urql';
import type * as A from './answers.ts';
import { act, query } from './act.ts';
import { DOCUMENT, SOLD_BY, TIMELINE } from './document.ts';
import { BY_LEGAL, COUNTED, LEGAL, PAGE, TURNED } from './listed.ts';

// A generic credit is asked in the words of a debit note, so that one list and one page show both.
const ENDED = 'id debitStatus voidState';
const CREDIT_ENDED = 'id debitStatus: status voidState';
const MADE = 'id number';

const listed = (own: string): string => `
  ${COUNTED}
  sums @include(if: $foot) { subtotal tax total }
  records @include(if: $rows) {
    id number mode legalStatus submissionState reason subtotal tax total issuedAt
    client { id name }
    reference { number }
    ${own}
  }
`;

const shown = (own: string): string => `
  ${DOCUMENT} reason
  client { id name }
  reference { kind number date }
  lines { id description total }
  ${own}
`;

export const DebitNotes = query('DebitNotes', `${LEGAL}, debitStatus: DebitStatus, orderBy: DocumentOrderBy, ${PAGE}`)`
  debitNotes(${BY_LEGAL}, debitStatus: $debitStatus, ${TURNED}) { ${listed('debitStatus invoice { id number }')} }
`;

export const GenericCredits = query(
  'GenericCredits',
  `${LEGAL}, status: DebitStatus, orderBy: DocumentOrderBy, ${PAGE}`,
)`
  genericCredits(${BY_LEGAL}, status: $status, ${TURNED}) { ${listed('debitStatus: status')} }
`;

export const DebitNoteView = gql<A.DebitNoteViewAnswer, A.DebitNoteViewVariables>`
  query DebitNoteView($id: UUID!) {
    ${TIMELINE}
    debitNote(id: $id) { ${shown(`debitStatus ${SOLD_BY}`)} }
  }
`;

export const GenericCreditView = query('GenericCreditView', 'id: UUID!')`
  ${TIMELINE}
  debitNote: genericCredit(id: $id) { ${shown('debitStatus: status')} }
`;

export const CreateDebitNote = act('createDebitNote', 'input: CreateDebitNoteInput!', 'id number invoice { id }');

export const CreateGenericCredit = gql<A.CreateGenericCreditAnswer, A.CreateGenericCreditVariables>`
  mutation CreateGenericCredit($input: GenericNoteInput!) { note: createGenericCredit(input: $input) { ${MADE} } }
`;

export const CreateGenericDebitNote = gql<A.CreateGenericDebitNoteAnswer, A.CreateGenericDebitNoteVariables>`
  mutation CreateGenericDebitNote($input: GenericNoteInput!) {
    note: createGenericDebitNote(input: $input) { ${MADE} }
  }
`;

export const CancelDebitNote = gql<A.CancelDebitNoteAnswer, A.CancelDebitNoteVariables>`
  mutation CancelDebitNote($debitNoteId: UUID!) { cancelDebitNote(debitNoteId: $debitNoteId) { ${ENDED} } }
`;

export const VoidDebitNote = gql<A.VoidDebitNoteAnswer, A.VoidDebitNoteVariables>`
  mutation VoidDebitNote($debitNoteId: UUID!, $reason: String!) {
    voidDebitNote(debitNoteId: $debitNoteId, reason: $reason) { ${ENDED} }
  }
`;

export const CancelGenericCredit = gql<A.CancelGenericCreditAnswer, A.CancelGenericCreditVariables>`
  mutation CancelGenericCredit($debitNoteId: UUID!) {
    cancelDebitNote: cancelGenericCredit(genericCreditId: $debitNoteId) { ${CREDIT_ENDED} }
  }
`;

export const VoidGenericCredit = gql<A.VoidGenericCreditAnswer, A.VoidGenericCreditVariables>`
  mutation VoidGenericCredit($debitNoteId: UUID!, $reason: String!) {
    voidDebitNote: voidGenericCredit(genericCreditId: $debitNoteId, reason: $reason) { ${CREDIT_ENDED} }
  }
`;
