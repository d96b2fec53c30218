// The documents behind the movements, for a data set that is small enough to be verified as a whole: what the ledger says was sold,
// bought and brought back, said a second time by invoices and credits.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';
import { BLOCK } from './pattern.ts';

export async function writeDocuments(db: MigrationDb): Promise<void> {
  await sql.raw('analyze inventory_logs').execute(db);
  // A return belongs to the sale so many movements before it.
  await sql`
    create table bench.document as
    select log.*, sale.source_id as invoice_id
    from inventory_logs log
    join bench.stream s using (tenant_id, item_id, location_id)
    join bench.pattern p on p.variant = bench.variant(s.no, (log.seq - 1) / ${sql.lit(BLOCK)})
      and p.place = (log.seq - 1) % ${sql.lit(BLOCK)} and p.era = bench.era(log.seq)
    left join inventory_logs sale on sale.tenant_id = log.tenant_id and sale.item_id = log.item_id
      and sale.location_id = log.location_id and sale.seq = log.seq - p.sold_before
    where log.movement_type in ('VENTA', 'DEVOLUCION', 'COMPRA')`.execute(db);
  await sql.raw('analyze bench.document').execute(db);
  await sql
    .raw(
      `insert into fiscal_documents (tenant_id, id, kind, mode, number, submission_state, created_by, created_at)
       select tenant_id, source_id, case movement_type when 'VENTA' then 'INVOICE' else 'CREDIT_NOTE' end, 'DGI_IMPORT',
         reference_number, 'NOT_REQUIRED', created_by, occurred_at
       from bench.document where movement_type <> 'COMPRA';

       insert into invoices (tenant_id, id, client_id, invoice_status, subtotal, tax, total, issued_at, issue_day, created_by)
       select tenant_id, source_id, counterparty_id, 'UNPAID', -5 * quantity_change, round(-0.35 * quantity_change, 2),
         -5 * quantity_change + round(-0.35 * quantity_change, 2), occurred_at, day, created_by
       from bench.document where movement_type = 'VENTA';
       insert into invoice_lines (tenant_id, id, invoice_id, line_number, item_id, location_id, description, quantity,
         quantity_credited, unit_price, tax_rate, net, tax)
       select sale.tenant_id, sale.source_id, sale.source_id, 1, sale.item_id, sale.location_id, 'Item', -sale.quantity_change,
         coalesce(back.quantity_change, 0), 5, 7, -5 * sale.quantity_change, round(-0.35 * sale.quantity_change, 2)
       from bench.document sale
       left join bench.document back on back.tenant_id = sale.tenant_id and back.invoice_id = sale.source_id
       where sale.movement_type = 'VENTA';

       insert into credits (tenant_id, id, invoice_id, credit_status, reason, restock, subtotal, tax, total, issued_at, issue_day,
         created_by)
       select tenant_id, source_id, invoice_id, 'UNAPPLIED', 'Returned', true, 5 * quantity_change, round(0.35 * quantity_change, 2),
         5 * quantity_change + round(0.35 * quantity_change, 2), occurred_at, day, created_by
       from bench.document where movement_type = 'DEVOLUCION';
       insert into credit_lines (tenant_id, id, credit_id, invoice_line_id, line_number, item_id, location_id, quantity, net, tax)
       select tenant_id, source_id, source_id, invoice_id, 1, item_id, location_id, quantity_change, 5 * quantity_change,
         round(0.35 * quantity_change, 2)
       from bench.document where movement_type = 'DEVOLUCION';

       insert into supplier_invoices (tenant_id, id, number, supplier_id, created_by, created_at)
       select tenant_id, source_id, reference_number, counterparty_id, created_by, occurred_at
       from bench.document where movement_type = 'COMPRA';
       insert into supplier_invoice_lines (tenant_id, id, supplier_invoice_id, line_number, item_id, location_id, quantity, unit_cost)
       select tenant_id, source_id, source_id, 1, item_id, location_id, quantity_change, unit_cost
       from bench.document where movement_type = 'COMPRA'`,
    )
    .execute(db);
}
