// What waits for something, and what an operator may say about it.
import { gql } from 'urql';
import type * as A from './answers.ts';
import { NEED } from './today.ts';

export const Operations = gql<A.OperationsAnswer, A.OperationsVariables>`
  query Operations($limit: Int!, $offset: Int!, $kinds: [DayNeedKind!], $needLimit: Int!, $needOffset: Int!) {
    today { day needs(kinds: $kinds, limit: $needLimit, offset: $needOffset) { ${NEED} } }
    openDocumentCount
    pacHealth {
      companyId breaker failuresInARow cause openSince retryAt credentialsRefusedAt waiting oldestWaitingSeconds
    }
    openDocuments(limit: 25) {
      documentId kind number legalStatus submissionState voidState ageSeconds nextAction deadline parkedReason
    }
    notices: pacNotices(limit: $limit, offset: $offset) {
      totalCount
      records { id receivedAt legalStatus state deliveries documentId documentKind documentNumber }
    }
  }
`;

export const SettleSubmission = gql<A.SettleSubmissionAnswer, A.SettleSubmissionVariables>`
  mutation SettleSubmission(
    $documentId: UUID!, $pacDocumentId: String, $notReceivedReason: String, $numberTakenBy: String
  ) {
    settleSubmission(
      documentId: $documentId, pacDocumentId: $pacDocumentId, notReceivedReason: $notReceivedReason,
      numberTakenBy: $numberTakenBy
    ) {
      id legalStatus submissionState parkedReason
    }
  }
`;

export const ResolveParked = gql<A.ResolveParkedAnswer, A.ResolveParkedVariables>`
  mutation ResolveParked($documentId: UUID!, $note: String!) {
    resolveParked(documentId: $documentId, note: $note) { id parkedReason }
  }
`;

export const CheckDocument = gql<A.CheckDocumentAnswer, A.CheckDocumentVariables>`
  mutation CheckDocument($documentId: UUID!) {
    checkDocument(documentId: $documentId) { id legalStatus submissionState documentId }
  }
`;
