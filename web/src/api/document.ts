// Shared by the questions of the pages of an invoice, a credit and a debit note; and its link.
import { act } from './act.ts';

/** Beside the document itself. */
export const TIMELINE = `
  timeline: documentTimeline(documentId: $id) { id at kind actor detail reason }
`;

export const DOCUMENT = `
  id number documentType mode environment pacMake pacCompanyId legalStatus submissionState documentId cufe expectedCufe rejectionReasons remarks
  parkedReason total issuedAt voidedAt voidReason voidState
  actions { name isAllowed because until }
  certified { net itbms isc total differsBy unreadable }
  pdf { id filename byteSize url }
  link { path views viewedAt }
`;

/** The invoice that a note is about. */
export const SOLD_BY = `
  invoice { id number legalStatus invoiceStatus balance client { id name } }
`;

export const ShareDocument = act('shareDocument', 'documentId: UUID!', 'id path views viewedAt');
export const RevokeDocumentLink = act('revokeDocumentLink', 'documentId: UUID!', 'id path views viewedAt');
