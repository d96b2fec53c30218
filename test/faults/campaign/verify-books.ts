// What the service itself would find wrong with its books: the ledger, the units sold, the kept counts, and each row by what acts say of it.
import { compareRows } from '../../../src/acts/index.ts';
import { verifySales } from '../../../src/invoicing/index.ts';
import { verifySumsOfMonths } from '../../../src/reports/index.ts';
import { verifyLedger, type LedgerProblem } from '../../../src/stock/index.ts';
import type { TenantDb } from '../../../src/tenancy/index.ts';
import { verifyCounts } from '../../../src/numbers/index.ts';

export async function verifyBooks(db: TenantDb): Promise<LedgerProblem[]> {
  return [
    ...(await verifyLedger(db)).problems,
    ...(await verifySales(db)).problems,
    ...(await verifySumsOfMonths(db)),
    ...(await verifyCounts(db)),
    ...(await compareRows(db, new Date(0))).problems.map((detail) => ({
      ...{ check: 'acts', itemId: null, locationId: null, detail },
    })),
  ];
}
