// Page of a fiscal document.
import type { FiscalDocumentType } from '../api/answers.ts';

export const documentPath = (kind: FiscalDocumentType, id: string): string =>
  `/${{ INVOICE: 'invoices', CREDIT_NOTE: 'credits', DEBIT_NOTE: 'debit-notes' }[kind]}/${id}`;
