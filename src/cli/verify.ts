// folio verify: recomputes what is derived from the ledger and from documents, and names every difference.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeads, type SignedHead } from '../acts/index.ts';
import type { LedgerProblem } from '../stock/index.ts';
import { headsContext } from '../wiring/app.ts';
import { command, CommandError } from './command.ts';
import { verifyTenant, type TableProof } from './verify-tenant.ts';
import { withDatabase } from './with-database.ts';
import { tenantsFor } from './with-tenant.ts';

type Problem = LedgerProblem & { tenantId: string };

export const verifyCommand = command('verify', (args) =>
  withDatabase(args, async (database) => {
    const { heads: path } = args.options;
    const heads = path === undefined ? [] : await readHeadFiles(path);
    const context = await headsContext(args.config, database);
    let logs = 0;
    const problems: Problem[] = [];
    const proofs: { tenantId: string; tables: TableProof[] }[] = [];
    const tenants = await tenantsFor(database, args);
    for (const tenant of tenants) {
      args.terminal.write(`Verifying ${tenant.name} …\n`);
      const { logs: read, problems: found, proof } = await verifyTenant(context, tenant, heads);
      logs += read;
      proofs.push({ tenantId: tenant.id, tables: proof });
      problems.push(...found.map((problem) => ({ tenantId: tenant.id, ...problem })));
    }
    const found = problems.length === 0 ? 'nothing differs' : `${problems.length} differences`;
    const summary = `${logs} rows of the ledger of ${tenants.length} tenants: ${found}`;
    const proof = args.options['everything'] === undefined ? [] : proofs;
    const text = [...proof.flatMap(proven), ...problems.map(describe), summary].join('\n');
    return { json: { logs, problems, ...(proof.length > 0 ? { proof } : {}) }, text, hasFailed: problems.length > 0 };
  }),
);

function describe({ tenantId, check, itemId, locationId, detail }: Problem): string {
  const where = [`tenant ${tenantId}`, itemId && `item ${itemId}`, locationId && `location ${locationId}`];
  return `${check}: ${detail} (${where.filter(Boolean).join(', ')})`;
}

function proven({ tenantId, tables }: { tenantId: string; tables: TableProof[] }): string[] {
  return tables.flatMap(({ table, ...columns }) => {
    const lines = {
      'compared with acts': columns.compared,
      recomputed: columns.recomputed,
      'not proven': columns.notProven,
    };
    return Object.entries(lines).flatMap(([how, names]) =>
      names.length === 0 ? [] : [`${how}: ${table}: ${names.join(', ')} (tenant ${tenantId})`],
    );
  });
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
