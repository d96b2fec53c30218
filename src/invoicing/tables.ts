// Rows of invoicing: the business life of invoices and credits, and the units they sold.
import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { ExportData } from '../fiscal/export.ts';
import type { PaymentMethod } from '../fiscal/payment-methods.ts';
import type { DatedRow, EntityRow, GoodsLineRow, OwnWordsRow } from '../platform/database.ts';

type PaidStatus = 'UNPAID' | 'PARTIALLY_PAID' | 'PAID' | 'OVERPAID' | 'PAST_DUE';
export type InvoiceStatus = PaidStatus | 'PARTIALLY_CANCELED' | 'CANCELED' | 'VOID';
export type CreditStatus = 'UNAPPLIED' | 'APPLIED' | 'CANCELED' | 'VOID';
export type DebitStatus = 'ISSUED' | 'REJECTED' | 'CANCELED' | 'VOID';
export type { PaymentMethod } from '../fiscal/payment-methods.ts';

/** Columns of each kind of document. */
interface DocumentRow extends EntityRow, OwnWordsRow {
  subtotal: string;
  tax: string;
  total: string;
  /** Certified total less the total. */
  certified_more: Generated<string>;
  issued_at: Date;
  /** The tenant's day of the sale, on which the goods moved. */
  issue_day: string;
  /** The day under which the DGI has it; null where that is the day of issue. */
  fiscal_day: Generated<string | null>;
  voided_at: Date | null;
  void_reason: string | null;
  canceled_at: Date | null;
  created_by: string;
}

/** Taxes beside the ITBMS. */
interface OtherTaxesRow {
  isc: Generated<string>;
  other_tax: Generated<string>;
}

/** The unit of a credit's line is that of the invoice's line. */
interface SoldLineRow extends GoodsLineRow, OtherTaxesRow {
  net: string;
  tax: string;
}

export interface InvoiceRow extends DocumentRow, OtherTaxesRow {
  order_id: string | null;
  holds_order: Generated<boolean>;
  client_id: string;
  invoice_status: InvoiceStatus;
  /** Discount of the whole document, which the discounts of the lines include. */
  discount: Generated<string>;
  retention_code: string | null;
  /** Amount that the client pays to the tax authority instead of to us. */
  retention: Generated<string>;
  /** Change given back from the cash of the sale. */
  change: Generated<string>;
  paid: Generated<string>;
  credited: Generated<string>;
  debited: Generated<string>;
  /** False where its type charges nothing, as that of an import. */
  is_owed: Generated<boolean>;
  /** Export data of a document that goes abroad. */
  export_data: ColumnType<ExportData | null, RawBuilder<never> | null | undefined, never>;
  due_date: string | null;
  is_stand_in: Generated<boolean>;
  /** It was owed when the business came to Folio. */
  is_opening: Generated<boolean>;
}

export const INVOICE_COLUMNS = `tenant_id id order_id holds_order client_id invoice_status discount subtotal
  isc other_tax tax total certified_more retention_code retention change paid credited debited is_owed export_data issued_at
  issue_day fiscal_day due_date voided_at void_reason canceled_at is_stand_in is_opening created_by external_id metadata updated_at`.split(
  /\s+/,
) as (keyof InvoiceRow)[];

export interface InvoiceLineRow extends SoldLineRow {
  invoice_id: string;
  description: string;
  quantity_credited: Generated<string>;
  unit_price: string;
  /** Per unit. */
  discount: Generated<string>;
  tax_rate: string;
  isc_rate: Generated<string>;
  other_tax_code: string | null;
  lot_number: string | null;
}

export interface PaymentRow extends DatedRow, OwnWordsRow {
  invoice_id: string;
  amount: string;
  method: PaymentMethod;
  reference: string | null;
  paid_at: Date;
  created_by: string;
}

/** Part of a payment that was given back, or became a payment of another invoice. */
export interface RefundRow extends DatedRow {
  payment_id: string;
  invoice_id: string;
  amount: string;
  reason: string;
  moved_to: string | null;
  refunded_at: Date;
  created_by: string;
}

export interface CreditRow extends DocumentRow, OtherTaxesRow {
  invoice_id: string;
  /** That of the invoice; written by the database. */
  client_id: ColumnType<string, never, never>;
  credit_status: CreditStatus;
  reason: string;
  restock: boolean;
  /** Taken at the counter: applied as soon as it is certified. */
  is_return: Generated<boolean>;
  /** Null also where an earlier release applied it. */
  applied_at: Date | null;
}

export interface CreditLineRow extends SoldLineRow {
  credit_id: string;
  invoice_line_id: string;
}

/** An invoice that is not here: on paper, or of a fiscal printer. */
export interface PaperReference {
  kind: 'PAPER' | 'PRINTER';
  number: string;
  /** The day of its issue. */
  date: string;
}

/** Debit notes, and credits about invoices that are not here: notes with lines of their own. */
export interface DebitNoteRow extends DocumentRow {
  /** Null for a note about an invoice that is not here. */
  invoice_id: string | null;
  client_id: string;
  debit_status: DebitStatus;
  reason: string;
  /** Reference to an invoice that is not stored here. */
  reference: ColumnType<PaperReference | null, RawBuilder<never> | null, never>;
}

export interface DebitNoteLineRow extends EntityRow {
  debit_note_id: string;
  line_number: number;
  invoice_line_id: string | null;
  item_id: string | null;
  description: string;
  quantity: string;
  unit_price: string;
  tax_rate: string;
  net: string;
  tax: string;
}

/** Link by which people without an account see a document; its id is that of the document. */
export interface DocumentLinkRow extends EntityRow {
  code: Buffer;
  created_by: string;
  created_at: Generated<Date>;
  revoked_at: Generated<Date | null>;
  views: Generated<number>;
  viewed_at: Generated<Date | null>;
}

declare module '../platform/database.ts' {
  interface Database {
    document_links: DocumentLinkRow;
    invoices: InvoiceRow;
    invoice_lines: InvoiceLineRow;
    payments: PaymentRow;
    refunds: RefundRow;
    credits: CreditRow;
    credit_lines: CreditLineRow;
    debit_notes: DebitNoteRow;
    debit_note_lines: DebitNoteLineRow;
  }
}
