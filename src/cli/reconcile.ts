// folio reconcile: asks the PAC once about every document whose submission or verdict is open, lists what stays open, and
// says what became of every number.
import {
  askAboutStrangers,
  askSince,
  reconcile,
  strangers,
  undecided,
  type Reconciliation,
  type Stranger,
} from '../certification/index.ts';
import type { Config } from '../wiring/config.ts';
import { numberAudit, type SeriesAudit } from '../invoicing/index.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { inTenant, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { UsageError, type Command, type Terminal } from './command.ts';
import { cliActor, recordBeginning } from './record-command.ts';
import { tenantId, tenantsFor } from './tenants.ts';
import { withDatabase } from './with-database.ts';
import { withPac } from './with-pac.ts';

type Found = Reconciliation & { tenant: Tenant; numbers: SeriesAudit[]; strangers: Stranger[] };

export const reconcileCommand: Command = {
  words: 'reconcile',
  summary: 'asks the PAC about documents that are open, and lists those that stay so',
  usage: '[--since INSTANT] [--tenant ID]',
  details:
    '  --since INSTANT   also each document that may have changed since then, as after a restore: verdicts, and voids of documents\n' +
    '                    as old as the void window; such as 2026-03-01T12:00:00Z\n' +
    '  --tenant ID       this tenant only, otherwise all\n\nWithout PAC_BASE_URL the PAC is not asked, only listed.',
  options: ['since', 'tenant'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const asked = options['tenant'] === undefined ? undefined : tenantId(options);
    const since = options['since'] === undefined ? null : instantOf(options['since']);
    const found = await withDatabase(config, async (database) => {
      const tenants = await tenantsFor(database, asked);
      return config.pac ? ask(config, database, tenants, terminal, since) : list(database, tenants, terminal);
    });
    const checked = found.reduce((sum, one) => sum + one.checked, 0);
    const resolved = found.reduce((sum, one) => sum + one.resolved, 0);
    const open = found.flatMap(({ tenant, open }) => open.map((document) => ({ tenantId: tenant.id, ...document })));
    const numbers = found.flatMap(({ tenant, numbers }) =>
      numbers.map((series) => ({ tenantId: tenant.id, ...series })),
    );
    const unknownHere = found.flatMap(({ tenant, strangers }) =>
      strangers.map((stranger) => ({ tenantId: tenant.id, ...stranger })),
    );
    const summary = `${checked} documents checked, ${resolved} resolved, ${open.length} open`;
    return {
      json: { checked, resolved, open, numbers, strangers: unknownHere },
      text: [
        ...open.map(describe),
        ...unknownHere.map(describeStranger),
        summary,
        ...found.flatMap(describeNumbers),
      ].join('\n'),
    };
  },
};

function instantOf(text: string): Date {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(instant.getTime())) {
    throw new UsageError('--since is no instant such as 2026-03-01T12:00:00Z.');
  }
  return instant;
}

async function ask(
  config: Config,
  database: OpenDatabase,
  tenants: readonly Tenant[],
  terminal: Terminal,
  since: Date | null,
): Promise<Found[]> {
  return withPac(config, database, terminal, async (app) => {
    const found: Found[] = [];
    for (const tenant of tenants) {
      terminal.write(`Reconciling ${tenant.name} …\n`);
      await recordBeginning(database, tenant, reconcileCommand.words);
      for (const { number, what } of since === null ? [] : await askSince(app, tenant, since, cliActor())) {
        terminal.write(`${number}: ${what === 'VOID' ? 'was voided' : 'has another legal status'} at the PAC\n`);
      }
      if (since !== null) await askAboutStrangers(app, tenant, since);
      found.push({ tenant, ...(await reconcile(app, tenant)), ...(await overview(app, tenant)) });
    }
    return found;
  });
}

/** The simulator's address is known to the service that started it alone. */
async function list(database: OpenDatabase, tenants: readonly Tenant[], terminal: Terminal): Promise<Found[]> {
  terminal.write(
    'The PAC is not asked, because PAC_BASE_URL is not set; a running service goes on asking by itself.\n',
  );
  const found: Found[] = [];
  for (const tenant of tenants) {
    const open = await undecided(database, tenant);
    found.push({ tenant, checked: open.length, resolved: 0, open, ...(await overview(database, tenant)) });
  }
  return found;
}

/** What became of every number, and what the PAC tells of unknown documents. */
function overview(context: DatabaseContext, tenant: Tenant): Promise<Pick<Found, 'numbers' | 'strangers'>> {
  return inTenant(context, tenant, async (db) => ({ numbers: await numberAudit(db), strangers: await strangers(db) }));
}

export function describeStranger({ pacDocumentId, cufe, legalStatus, receivedAt }: Stranger): string {
  return `${pacDocumentId ?? cufe}  ${legalStatus}  at the PAC, unknown here, told of at ${receivedAt.toISOString()}`;
}

function describeNumbers({ tenant, numbers }: Found): string[] {
  return numbers.map(({ series, reserved, counts }) => {
    const classes = counts.map(({ class: name, count }) => `${count} ${name.toLowerCase()}`).join(', ');
    return `${tenant.name}: ${reserved} numbers of ${series}: ${classes}`;
  });
}

function describe(document: Reconciliation['open'][number]): string {
  const { number, kind, submissionState, legalStatus, ageSeconds, nextAction, parkedReason } = document;
  const minutes = Math.round(ageSeconds / 60);
  const state = legalStatus ?? submissionState;
  return `${number}  ${kind}  ${state}  open for ${minutes} min  next: ${nextAction}${parkedReason ? ` (${parkedReason})` : ''}`;
}
