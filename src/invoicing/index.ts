// What other modules may ask of invoicing.
export type { InvoicingContext } from './context.ts';
export type { CreditRecord, InvoiceRecord } from './records.ts';
