// Invoices and credits as the API shows them: the business row and the legal row of the same document side by side.
import type { Selectable } from 'kysely';
import type { FiscalDocumentRow } from '../certification/tables.ts';
import type { CreditRow, InvoiceRow } from './tables.ts';

type LegalLife = Omit<Selectable<FiscalDocumentRow>, 'tenant_id' | 'id' | 'created_by'>;

export type InvoiceRecord = Selectable<InvoiceRow> & LegalLife;
export type CreditRecord = Selectable<CreditRow> & LegalLife;
