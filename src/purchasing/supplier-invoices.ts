// Invoices of suppliers as they are stored: found, listed, and their lines.
import { sql, type Selectable } from 'kysely';
import { findSupplier } from '../catalog/index.ts';
import { containing } from '../platform/sql.ts';
import {
  linesOf,
  mustFind,
  onDays,
  pageOf,
  rowsOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
} from '../tenancy/index.ts';
import { isNumber, numbersIn } from '../numbers/index.ts';
import type { SupplierInvoiceLineRow, SupplierInvoiceRow } from './tables.ts';

export type SupplierInvoice = Selectable<SupplierInvoiceRow>;
export type SupplierInvoiceLine = Selectable<SupplierInvoiceLineRow>;

export function findSupplierInvoice(db: TenantDb, id: string): Promise<SupplierInvoice> {
  return mustFind(rowsOf(db, 'supplier_invoices').where('id', '=', id), 'Supplier invoice');
}

export const SUPPLIER_INVOICES = ['CREATED_AT', 'NUMBER'] as const;

export interface SupplierInvoicesAsked extends PageAsked<(typeof SUPPLIER_INVOICES)[number]> {
  supplierId?: string | null | undefined;
  /** Days of the tenant, both of them included. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** Newest first. One whose number is searched comes before. They never change, so `updatedSince` asks when they were written. */
export async function listSupplierInvoices(
  db: TenantDb,
  query: SupplierInvoicesAsked,
): Promise<ListPage<SupplierInvoice>> {
  const search = query.search?.trim() ?? '';
  const numbers = await numbersIn(db, 'supplier_invoices', search);
  const ofSuppliers = sql`select id from suppliers where tenant_id = ${db.tenant.id} and folded like folded_pattern(${search})`;
  return pageOf(
    db,
    {
      name: 'supplierInvoices',
      columns: sql`*`,
      from: sql`supplier_invoices`,
      where: [
        sql`tenant_id = ${db.tenant.id}`,
        query.supplierId != null && sql`supplier_id = ${(await findSupplier(db, query.supplierId)).id}`,
        ...onDays(db, sql`created_at`, query),
        numbers.length > 0 && sql`number = any (${numbers})`,
        search !== '' &&
          numbers.length === 0 &&
          sql`(number ilike ${containing(search)} or supplier_id in (${ofSuppliers}))`,
      ],
      orders: { CREATED_AT: { by: sql`created_at`, type: 'timestamptz' }, NUMBER: { by: sql`number`, type: 'text' } },
      usual: ['CREATED_AT', 'DESC'],
      changed: 'CREATED_AT',
      tie: { by: sql`number`, type: 'text' },
      closeness: search !== '' && isNumber(sql`number`, search),
    },
    query,
  );
}

export function supplierInvoiceLines(db: TenantDb, invoiceIds: readonly string[]): Promise<SupplierInvoiceLine[]> {
  return linesOf(db, 'supplier_invoice_lines', 'supplier_invoice_id', invoiceIds);
}
