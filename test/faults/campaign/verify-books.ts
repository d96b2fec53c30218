// What the service itself would find wrong with its books: the ledger, and the units sold.
import { verifySales } from '../../../src/invoicing/index.ts';
import { verifyLedger, type LedgerProblem } from '../../../src/stock/index.ts';
import type { TenantDb } from '../../../src/tenancy/index.ts';

export async function verifyBooks(db: TenantDb): Promise<LedgerProblem[]> {
  return [...(await verifyLedger(db)).problems, ...(await verifySales(db)).problems];
}
