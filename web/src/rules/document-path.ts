// Where a fiscal document can be seen.
import type { FiscalDocumentType } from '../api/answers.ts';

export function documentPath(kind: FiscalDocumentType, id: string): string {
  return `/${kind === 'INVOICE' ? 'invoices' : 'credits'}/${id}`;
}
