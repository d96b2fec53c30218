// Invoices of suppliers as they are stored: found, listed, and their lines.
import type { Selectable } from 'kysely';
import { findingRow, readingRows, type ListPage, type TenantDb } from '../tenancy/index.ts';
import { CREATED_AT, listOfSuppliers, NUMBER, type OfSuppliersAsked } from './list-of-suppliers.ts';
import type { SupplierInvoiceLineRow, SupplierInvoiceRow } from './tables.ts';

export type SupplierInvoice = Selectable<SupplierInvoiceRow>;
export type SupplierInvoiceLine = Selectable<SupplierInvoiceLineRow>;

export const findSupplierInvoice = findingRow('supplier_invoices', 'Supplier invoice');

export const SUPPLIER_INVOICES = ['CREATED_AT', 'NUMBER'] as const;

export type SupplierInvoicesAsked = OfSuppliersAsked<(typeof SUPPLIER_INVOICES)[number]>;

/** They never change, so `updatedSince` asks when they were written. */
export function listSupplierInvoices(db: TenantDb, query: SupplierInvoicesAsked): Promise<ListPage<SupplierInvoice>> {
  return listOfSuppliers(db, 'supplier_invoices', query, {
    name: 'supplierInvoices',
    orders: { CREATED_AT, NUMBER },
    usual: ['CREATED_AT', 'DESC'],
    changed: 'CREATED_AT',
  });
}

export const supplierInvoiceLines = readingRows(
  'supplier_invoice_lines',
  'supplier_invoice_id',
  'supplier_invoice_id',
  'line_number',
);
