// folio after-restore: makes a restored database safe to serve from, before the service starts on it.
import { doubtAfterRestore, strangers, type Doubted, type Stranger } from '../certification/index.ts';
import { inTenant, skipNumbers, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { UsageError, type Command } from './command.ts';
import { describeStranger } from './reconcile.ts';
import { tenantId, tenantsFor } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const ACTOR = 'after-restore';
const SERIES = ['FAC', 'NC'] as const;

interface Skipped {
  tenantId: string;
  series: string;
  from: number;
  to: number;
}

export const afterRestoreCommand: Command = {
  words: 'after-restore',
  summary: 'makes a restored database safe to serve from: nothing is sent twice, no number used twice',
  usage: '--skip-numbers N [--tenant ID]',
  details: [
    '  --skip-numbers N   how many invoices, and how many credit notes, a tenant may have issued in the time that is lost;',
    '                     so many numbers are passed over, and 0 passes over those alone that the PAC has told of',
    '  --tenant ID        this tenant only, otherwise all',
    '',
    'Run it before the service starts. What was to be sent becomes UNKNOWN, and waits for a notice or an operator.',
  ].join('\n'),
  options: ['skip-numbers', 'tenant'],
  positionals: 0,
  async run({ config, options }) {
    const margin = numbersToSkip(options['skip-numbers']);
    const asked = options['tenant'] === undefined ? undefined : tenantId(options);
    return withDatabase(config, async (database) => {
      const doubted: (Doubted & { tenantId: string })[] = [];
      const unknownHere: (Stranger & { tenantId: string })[] = [];
      const skipped: Skipped[] = [];
      for (const tenant of await tenantsFor(database, asked)) {
        const ofTenant = <T extends object>(one: T) => ({ tenantId: tenant.id, ...one });
        doubted.push(...(await doubtAfterRestore(database, tenant, ACTOR)).map(ofTenant));
        await inTenant(database, tenant, async (db) => {
          const found = await strangers(db);
          unknownHere.push(...found.map(ofTenant));
          for (const series of SERIES) skipped.push(await skip(db, tenant, series, margin, found));
        });
      }
      const json = { doubted, skipped, strangers: unknownHere };
      return { json, text: describe(json) };
    });
  },
};

function numbersToSkip(text: string | undefined): number {
  if (text === undefined || !/^\d{1,5}$/.test(text)) {
    throw new UsageError('--skip-numbers is missing, or no whole number up to 99999.');
  }
  return Number(text);
}

async function skip(
  db: TenantDb,
  tenant: Tenant,
  series: (typeof SERIES)[number],
  margin: number,
  found: readonly Stranger[],
): Promise<Skipped> {
  const { from } = await skipNumbers(db, series, 0);
  const told = found.filter((one) => one.series === series).map(({ number }) => number ?? 0);
  const { to } = await skipNumbers(db, series, Math.max(from + margin, ...told));
  return { tenantId: tenant.id, series, from, to };
}

function describe(found: {
  doubted: readonly Doubted[];
  skipped: readonly Skipped[];
  strangers: readonly Stranger[];
}): string {
  return [
    ...found.doubted.map(({ number, kind, what }) => `${number}  ${kind}  ${what.toLowerCase()} is in doubt`),
    ...found.strangers.map(describeStranger),
    ...found.skipped.map(
      ({ tenantId, series, from, to }) => `tenant ${tenantId}: ${series} goes on after ${to} instead of ${from}`,
    ),
  ].join('\n');
}
