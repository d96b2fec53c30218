// All that can be proven of a tenant's rows: what differs, and table by table what is compared with acts, recomputed, or not proven.
import { verifyActs, type HeadsContext, type SignedHead } from '../acts/index.ts';
import { verifyFiles, verifySales } from '../invoicing/index.ts';
import { verifyPurchases } from '../purchasing/index.ts';
import { verifyKeptSales, verifySumsOfMonths } from '../reports/index.ts';
import { problem, verifyLedger, type LedgerProblem } from '../stock/index.ts';
import { inTenant, placeActs, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { verifyCounts } from '../numbers/index.ts';

/** By table: columns that are counted anew from others, or from the chain. */
const RECOMPUTED: Readonly<Record<string, string>> = {
  acts: 'id at actor operation entity_ids credential before after salt before_digest after_digest tenant_id',
  act_heads: 'number hash tenant_id',
  act_places: 'number before reach ids hashes tenant_id',
  certified_documents: 'document_id file_id net itbms isc total facts differs_by tenant_id',
  client_sales: 'item_id grain period client_id units tenant_id',
  credits: 'client_id',
  credit_lines: 'credit_id net tax isc other_tax tenant_id',
  inventory_logs: 'seq type_seq day opens_day tenant_id',
  inventory_lots: 'quantity_received quantity_remaining',
  invoice_lines:
    'invoice_id item_id quantity quantity_credited unit_price tax_rate net tax discount isc_rate isc tenant_id',
  item_sales: 'item_id grain period location_id units documents documents_left_out leading_documents tenant_id',
  kept_counts: 'subject class count tenant_id',
  kept_months: 'month figures',
  kept_sales: 'dimension grain period key sales units invoiced credited debited cost costed tenant_id',
  lot_movements: 'lot_id quantity_change tenant_id',
  stock_levels:
    'item_id location_id on_hand reserved last_seq last_at n_venta n_compra n_ajuste n_devolucion n_other tenant_id',
};

type Found = readonly LedgerProblem[] | { logs?: number; problems: readonly LedgerProblem[] };
const COUNTS: readonly ((db: TenantDb, context: HeadsContext) => Promise<Found>)[] = [
  verifyLedger,
  verifyPurchases,
  verifySales,
  verifySumsOfMonths,
  verifyKeptSales,
  verifyCounts,
  (db, { files }) => verifyFiles(db, files),
];

export interface TableProof {
  table: string;
  compared: readonly string[];
  recomputed: readonly string[];
  /** Columns, `*` for all; and how many rows. */
  notProven: readonly string[];
}

export async function verifyTenant(
  context: HeadsContext,
  tenant: Tenant,
  heads: readonly SignedHead[],
): Promise<{ logs: number; problems: LedgerProblem[]; proof: TableProof[] }> {
  // Acts that wait at the tenant itself get their places among the acts that came after them.
  await placeActs(context, tenant);
  let logs = 0;
  const counted: LedgerProblem[] = [];
  for (const count of COUNTS) {
    const found = await inTenant(context, tenant, (db) => count(db, context), { kind: 'snapshot' }).catch(
      (error: Error & { code?: string }): Found => {
        // A value that was rewritten need not be one that can be counted: class 22 of SQLSTATE.
        if (error.code?.startsWith('22') !== true) throw error;
        return [problem('count', `nothing can be counted: ${error.message}`)];
      },
    );
    if ('logs' in found) logs = found.logs ?? 0;
    counted.push(...('problems' in found ? found.problems : found));
  }
  const acts = await verifyActs(context, tenant, heads);
  const since = acts.sinceHead > 0 ? [`${acts.sinceHead} acts after the last head that was kept`] : [];
  return {
    logs,
    problems: [...counted, ...acts.problems],
    proof: acts.proven.map(({ table, columns, told: texts, rows }) => {
      const recomputed = (RECOMPUTED[table]?.split(' ') ?? []).filter((one) => !texts.includes(one));
      const proven = new Set([...texts, ...recomputed]);
      const not = proven.size === 0 ? ['*'] : columns.filter((column) => !proven.has(column));
      return { table, compared: texts, recomputed, notProven: [...not, ...rows, ...(table === 'acts' ? since : [])] };
    }),
  };
}
