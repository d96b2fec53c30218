// folio verify: recomputes what is derived from the ledger and from documents, and names every difference.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeads, verifyActs, type SignedHead } from '../acts/index.ts';
import { verifySales } from '../invoicing/index.ts';
import { verifyPurchases } from '../purchasing/index.ts';
import { verifySumsOfMonths } from '../reports/index.ts';
import { verifyLedger, type LedgerProblem } from '../stock/index.ts';
import { inTenant, verifyCounts } from '../tenancy/index.ts';
import { headsContext } from '../wiring/app.ts';
import { command, CommandError } from './command.ts';
import { withDatabase } from './with-database.ts';
import { tenantsFor } from './with-tenant.ts';

type Problem = LedgerProblem & { tenantId: string };

export const verifyCommand = command('verify', (asked) =>
  withDatabase(asked, async (database) => {
    const { heads: path } = asked.options;
    const heads = path === undefined ? [] : await readHeadFiles(path);
    const context = await headsContext(asked.config, database);
    let logs = 0;
    const problems: Problem[] = [];
    const tenants = await tenantsFor(database, asked);
    for (const tenant of tenants) {
      asked.terminal.write(`Verifying ${tenant.name} …\n`);
      const ledger = await inTenant(database, tenant, verifyLedger);
      logs += ledger.logs;
      const found = [
        ...ledger.problems,
        ...(await inTenant(database, tenant, verifyPurchases)),
        ...(await inTenant(database, tenant, verifySales)).problems,
        ...(await inTenant(database, tenant, verifySumsOfMonths)),
        ...(await inTenant(database, tenant, verifyCounts)),
        ...(await verifyActs(context, tenant, heads)),
      ];
      problems.push(...found.map((problem) => ({ tenantId: tenant.id, ...problem })));
    }
    const found = problems.length === 0 ? 'nothing differs' : `${problems.length} differences`;
    const summary = `${logs} rows of the ledger of ${tenants.length} tenants: ${found}`;
    const text = [...problems.map(describe), summary].join('\n');
    return { json: { logs, problems }, text, hasFailed: problems.length > 0 };
  }),
);

function describe({ tenantId, check, itemId, locationId, detail }: Problem): string {
  const where = [`tenant ${tenantId}`, itemId && `item ${itemId}`, locationId && `location ${locationId}`];
  return `${check}: ${detail} (${where.filter(Boolean).join(', ')})`;
}

async function readHeadFiles(path: string): Promise<SignedHead[]> {
  const { isFolder, files } = await stat(path).then(
    async (found) => ({ isFolder: found.isDirectory(), files: found.isDirectory() ? await readdir(path) : [''] }),
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(`${path} cannot be read: ${error.code ?? error.message}.`);
    },
  );
  const paths = isFolder ? files.filter((name) => name.endsWith('.json')).map((name) => join(path, name)) : [path];
  const heads: SignedHead[] = [];
  for (const one of paths) {
    try {
      heads.push(...readHeads(await readFile(one, 'utf8')));
    } catch (error) {
      throw new CommandError(`${one} has no head of acts.`, { cause: error });
    }
  }
  return heads;
}
