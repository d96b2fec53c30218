// What other modules may ask of certification.
export type { CertificationContext, CertificationSettings } from './context.ts';
export type { FiscalDocument } from './fiscal-document.ts';
