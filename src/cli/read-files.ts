// folio read-files: reads the signed XMLs of documents from before they were read, and says which differ.
import { readFiles } from '../certification/index.ts';
import { afterCertified } from '../invoicing/index.ts';
import { headsContext } from '../wiring/app.ts';
import { command } from './command.ts';
import { cliActor, recordBeginning } from './record-command.ts';
import { withDatabase } from './with-database.ts';
import { tenantsFor } from './with-tenant.ts';

export const readFilesCommand = command('read-files', (args) =>
  withDatabase(args, async (database) => {
    const context = await headsContext(args.config, database);
    const tenants = [];
    for (const tenant of await tenantsFor(database, args)) {
      await recordBeginning(database, tenant, args.words);
      tenants.push({ tenantId: tenant.id, ...(await readFiles({ ...context, afterCertified }, tenant, cliActor())) });
    }
    const text = tenants.map(({ tenantId, read, differing, missing }) =>
      [
        `tenant ${tenantId}: ${read} read, ${differing.length} differ`,
        ...differing.map((id) => `  differs: document ${id}`),
        ...missing.map((id) => `  its file is not in the store: document ${id}`),
      ].join('\n'),
    );
    const hasFailed = tenants.some(({ missing }) => missing.length > 0);
    return { json: { tenants }, text: text.join('\n'), hasFailed };
  }),
);
