// What waits for something, and what an operator may say about it.
import { gql } from 'urql';
import type {
  OperationsAnswer,
  OperationsVariables,
  SettleSubmissionAnswer,
  SettleSubmissionVariables,
} from './answers.ts';

export const Operations = gql<OperationsAnswer, OperationsVariables>`
  query Operations {
    openDocuments {
      documentId
      kind
      number
      legalStatus
      submissionState
      voidState
      ageSeconds
      nextAction
      deadline
      parkedReason
    }
  }
`;

export const SettleSubmission = gql<SettleSubmissionAnswer, SettleSubmissionVariables>`
  mutation SettleSubmission($documentId: UUID!, $pacDocumentId: String, $notReceivedReason: String) {
    settleSubmission(documentId: $documentId, pacDocumentId: $pacDocumentId, notReceivedReason: $notReceivedReason) {
      id
      legalStatus
      submissionState
      parkedReason
    }
  }
`;
