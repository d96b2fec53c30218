// What the service itself would find wrong with its books: the ledger, the units sold, and the kept counts.
import { verifySales } from '../../../src/invoicing/index.ts';
import { verifySumsOfMonths } from '../../../src/reports/index.ts';
import { verifyLedger, type LedgerProblem } from '../../../src/stock/index.ts';
import { verifyCounts, type TenantDb } from '../../../src/tenancy/index.ts';

export async function verifyBooks(db: TenantDb): Promise<LedgerProblem[]> {
  return [
    ...(await verifyLedger(db)).problems,
    ...(await verifySales(db)).problems,
    ...(await verifySumsOfMonths(db)),
    ...(await verifyCounts(db)),
  ];
}
