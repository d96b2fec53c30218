// All that can be proven of a tenant's rows: what differs, and table by table what is compared with acts, recomputed, or not proven.
import { verifyActs, type HeadsContext, type SignedHead } from '../acts/index.ts';
import { verifyFiles, verifySales } from '../invoicing/index.ts';
import { textRows } from '../platform/text-rows.ts';
import { verifyPurchases } from '../purchasing/index.ts';
import { verifyKeptSales, verifySumsOfMonths } from '../reports/index.ts';
import { problem, verifyLedger, type LedgerProblem } from '../stock/index.ts';
import { inSnapshot, placeActs, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { verifyCounts } from '../numbers/index.ts';

/** By table: columns that are counted anew from others, or from the chain. */
const RECOMPUTED = textRows(import.meta.dirname, 'recomputed.txt');

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
    const found = await inSnapshot(context, tenant, (db) => count(db, context)).catch(
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
    proof: acts.proven.map(({ table, columns, inActs: texts, rows }) => {
      const recomputed = (RECOMPUTED.get(table)?.split(' ') ?? []).filter((one) => !texts.includes(one));
      const proven = new Set([...texts, ...recomputed]);
      const not = proven.size === 0 ? ['*'] : columns.filter((column) => !proven.has(column));
      return { table, compared: texts, recomputed, notProven: [...not, ...rows, ...(table === 'acts' ? since : [])] };
    }),
  };
}
