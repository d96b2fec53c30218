// folio rebuild: counts anew whatever is derived from the ledger and from documents, then compares as `verify` does.
import { verifySales } from '../invoicing/index.ts';
import { rebuildSales } from '../rollups/index.ts';
import { itemRanges, rebuildLedger, verifyLedger, type ItemRange } from '../stock/index.ts';
import { inTenant, inTenantToRebuild, rebuildCounts, verifyCounts, type TenantDb } from '../tenancy/index.ts';
import type { Command } from './command.ts';
import { progressOn } from './progress.ts';
import { recordBeginning } from './record-command.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const rebuildCommand: Command = {
  words: 'rebuild',
  summary: 'counts levels, positions, day openings and roll-ups anew from the ledger and the documents',
  usage: '--tenant ID',
  details:
    'It may run while others work: those who move an item wait until it is counted. What the movements themselves say stays.\n' +
    'Ends with exit code 1 when something differs afterwards.',
  options: ['tenant'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const id = tenantId(options);
    return withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      await recordBeginning(database, tenant, rebuildCommand.words);
      const ranges = await inTenant(database, tenant, rangesOf);
      const changed = { movements: 0, levels: 0, sales: 0, counts: 0 };
      const progress = progressOn(terminal);
      for (const [at, range] of ranges.entries()) {
        progress.show('rebuilding', at, ranges.length);
        await inTenantToRebuild(database, tenant, async (db) => {
          const { movements, levels } = await rebuildLedger(db, range);
          changed.movements += movements;
          changed.levels += levels;
          changed.sales += await rebuildSales(db, range);
        });
      }
      changed.counts = await inTenant(database, tenant, (db) => rebuildCounts(db));
      progress.end();
      const ledger = await inTenant(database, tenant, (db) => verifyLedger(db));
      const sales = await inTenant(database, tenant, (db) => verifySales(db));
      const counts = await inTenant(database, tenant, (db) => verifyCounts(db));
      const problems = [...ledger.problems, ...sales.problems, ...counts];
      const { movements, levels } = changed;
      const found =
        problems.length === 0 ? 'nothing differs' : `${problems.length} differences are left; see folio verify`;
      const text = `${movements} movements, ${levels} levels, ${changed.sales} rows of sales and ${changed.counts} counts were wrong; now ${found}`;
      return { json: { changed, problems }, text, hasFailed: problems.length > 0 };
    });
  },
};

async function rangesOf(db: TenantDb): Promise<ItemRange[]> {
  const ranges: ItemRange[] = [];
  for await (const range of itemRanges(db)) ranges.push(range);
  return ranges;
}
