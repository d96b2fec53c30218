// What other modules may ask of certification.
export type { CertificationContext, CertificationSettings } from './context.ts';
export type { FiscalDocument } from './fiscal-document.ts';
export { lockDocument } from './fiscal-document.ts';
export { isAuthorized, isRejected } from './legal-status.ts';
export { openCertification, submitLater, withdraw } from './open-certification.ts';
export type { Issuer, Submission } from './open-certification.ts';
export { submit } from './submit.ts';
export { attachPdf, pdfAmong } from './attach-pdf.ts';
export { addEvent, documentTimeline } from './timeline.ts';
export { settleSubmission } from './settle-submission.ts';
export { openDocuments } from './open-documents.ts';
export { reconcile, undecided } from './reconcile.ts';
export type { Reconciliation } from './reconcile.ts';
export { voidAtPac } from './void-at-pac.ts';
export type { VoidResult } from './void-at-pac.ts';
export { askForVoid, voidReason } from './void-request.ts';
