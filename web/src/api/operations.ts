// Waiting work, and an operator's word about it.
import { act, query } from './act.ts';
import { NEED } from './today.ts';

/** Documents of all kinds that the DGI has authorized with remarks. */
export const RemarkedDocuments = query('RemarkedDocuments', 'remarkCode: String, after: String')`
  documents(hasRemarks: true, remarkCode: $remarkCode, after: $after) {
    records { id number documentType issuedAt total remarks client { name } }
    pageInfo { endCursor hasNextPage }
  }
`;

export const Operations = query(
  'Operations',
  'limit: Int!, offset: Int!, kinds: [DayNeedKind!], needLimit: Int!, needOffset: Int!',
)`
  today { day needs(kinds: $kinds, limit: $needLimit, offset: $needOffset) { ${NEED} } }
  openDocumentCount
  pacHealth {
    companyId breaker failuresInARow cause openSince retryAt credentialsRefusedAt waiting oldestWaitingSeconds
  }
  remarks(limit: 20) { code text documents lastAt }
  openDocuments(limit: 25) {
    documentId kind number legalStatus submissionState voidState ageSeconds nextAction deadline parkedReason
  }
  notices: pacNotices(limit: $limit, offset: $offset) {
    totalCount
    records { id receivedAt legalStatus state deliveries documentId documentKind documentNumber }
  }
`;

export const SettleSubmission = act(
  'settleSubmission',
  'documentId: UUID!, pacDocumentId: String, notReceivedReason: String, numberTakenBy: String',
  'id legalStatus submissionState parkedReason',
);
export const ResolveParked = act('resolveParked', 'documentId: UUID!, note: String!', 'id parkedReason');
export const CheckDocument = act('checkDocument', 'documentId: UUID!', 'id legalStatus submissionState documentId');
