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
import { CommandError, type Command } from './command.ts';
import { tenantId, tenantsFor } from './tenants.ts';
import { withDatabase } from './with-database.ts';

type Problem = LedgerProblem & { tenantId: string };

export const verifyCommand: Command = {
  words: 'verify',
  summary: 'compares every balance, level, roll-up and count with the ledger and the documents',
  usage: '[--tenant ID] [--heads PATH]',
  details: [
    '  --tenant ID    this tenant only, otherwise all',
    '  --heads PATH   heads of the acts that were kept elsewhere: a file, or a folder with files, of JSON; those in the store are read anyway',
    '',
    'Ends with exit code 1 when something differs.',
  ].join('\n'),
  options: ['tenant', 'heads'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const asked = options['tenant'] === undefined ? undefined : tenantId(options);
    return withDatabase(config, async (database) => {
      const heads = options['heads'] === undefined ? [] : await readHeadFiles(options['heads']);
      const context = await headsContext(config, database);
      let logs = 0;
      const problems: Problem[] = [];
      const tenants = await tenantsFor(database, asked);
      for (const tenant of tenants) {
        terminal.write(`Verifying ${tenant.name} …\n`);
        const ledger = await inTenant(database, tenant, (db) => verifyLedger(db));
        const purchases = await inTenant(database, tenant, (db) => verifyPurchases(db));
        const sales = await inTenant(database, tenant, (db) => verifySales(db));
        const months = await inTenant(database, tenant, (db) => verifySumsOfMonths(db));
        const counts = await inTenant(database, tenant, (db) => verifyCounts(db));
        const acts = await verifyActs(context, tenant, heads);
        logs += ledger.logs;
        const found = [...ledger.problems, ...purchases, ...sales.problems, ...months, ...counts, ...acts];
        problems.push(...found.map((problem) => ({ tenantId: tenant.id, ...problem })));
      }
      const found = problems.length === 0 ? 'nothing differs' : `${problems.length} differences`;
      const summary = `${logs} rows of the ledger of ${tenants.length} tenants: ${found}`;
      const text = [...problems.map(describe), summary].join('\n');
      return { json: { logs, problems }, text, hasFailed: problems.length > 0 };
    });
  },
};

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
