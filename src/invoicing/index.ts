// What other modules may ask of invoicing.
export { generateInvoice } from './generate-invoice.ts';
export { createCredit } from './issue-credit.ts';
export { registerPayment } from './register-payment.ts';
export { afterVerdict } from './after-verdict.ts';
export { afterVoid } from './void-document.ts';
export { linesOfInvoices, readInvoices } from './records.ts';
export { numberAudit, unissuedNumbers } from './number-audit.ts';
export type { AuditedNumber, SeriesAudit } from './number-audit.ts';
export { writePastDocuments } from './write-past-documents.ts';
export type { PastDocument, PastInvoice, PastPayment } from './write-past-documents.ts';
export { receivablesImport } from './import/import-receivables.ts';
export { importSales } from './import/import-sales.ts';
export type { ImportOptions, ImportProgress, ImportSummary } from './import/import-sales.ts';
export { verifySales } from './verify-sales.ts';
export { evidenceBundle } from './evidence/bundle.ts';
export { checkBundle } from './evidence/check-bundle.ts';
export { rebuildInvoice } from './rebuild-invoice.ts';
