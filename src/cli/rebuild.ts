// folio rebuild: counts anew whatever is derived from the ledger and from documents, then compares as `verify` does.
import { verifySales } from '../invoicing/index.ts';
import { forgetMonths, forgetSales } from '../reports/index.ts';
import { rebuildSales } from '../rollups/index.ts';
import { itemRanges, rebuildLedger, verifyLedger } from '../stock/index.ts';
import { inSnapshot, inTenant, type TenantDb } from '../tenancy/index.ts';
import { rebuildCounts, verifyCounts } from '../numbers/index.ts';
import { command } from './command.ts';
import { progressOn } from './progress.ts';
import { beginInTenant } from './with-tenant.ts';

export const rebuildCommand = command('rebuild', (args) =>
  beginInTenant(args, async (database, tenant) => {
    const ranges = await inTenant(database, tenant, (db) => Array.fromAsync(itemRanges(db)));
    const changed = { movements: 0, levels: 0, sales: 0, counts: 0 };
    const progress = progressOn(args.terminal);
    for (const [at, range] of ranges.entries()) {
      progress.show('rebuilding', at, ranges.length);
      const rebuild = async (db: TenantDb) => {
        const { movements, levels } = await rebuildLedger(db, range);
        changed.movements += movements;
        changed.levels += levels;
        changed.sales += await rebuildSales(db, range);
      };
      await inTenant(database, tenant, rebuild, { role: 'app_rebuild' });
    }
    await inTenant(database, tenant, forgetMonths);
    await inTenant(database, tenant, forgetSales);
    changed.counts = await inTenant(database, tenant, (db) => rebuildCounts(db));
    progress.end();
    const problems = [
      ...(await inSnapshot(database, tenant, verifyLedger)).problems,
      ...(await inSnapshot(database, tenant, verifySales)).problems,
      ...(await inSnapshot(database, tenant, verifyCounts)),
    ];
    const found =
      problems.length === 0 ? 'nothing differs' : `${problems.length} differences are left; see folio verify`;
    const { movements, levels, sales, counts } = changed;
    const text = `${movements} movements, ${levels} levels, ${sales} rows of sales and ${counts} counts were wrong; now ${found}`;
    return { json: { changed, problems }, text, hasFailed: problems.length > 0 };
  }),
);
