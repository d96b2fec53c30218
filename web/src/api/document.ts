// Shared by the questions of the pages of an invoice, a credit and a debit note.

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
`;

/** The invoice that a note is about. */
export const SOLD_BY = `
  invoice { id number legalStatus invoiceStatus balance client { id name } }
`;
