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
  type TenantContext,
} from '../certification/index.ts';
import { numberAudit, type SeriesAudit } from '../invoicing/index.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { ofTenant, type Tenant } from '../tenancy/index.ts';
import { command, UsageError, type Call } from './command.ts';
import { cliActor, recordBeginning } from './record-command.ts';
import { withPac } from './with-app.ts';
import { withDatabase } from './with-database.ts';
import { tenantsFor } from './with-tenant.ts';

type Found = Reconciliation & { tenant: Tenant; numbers: SeriesAudit[]; strangers: Stranger[] };

export const reconcileCommand = command('reconcile', async (args) => {
  const since = args.options['since'] === undefined ? null : instantOf(args.options['since']);
  const found = await withDatabase(args, async (database) => {
    const tenants = await tenantsFor(database, args);
    return args.config.pac ? ask(args, database, tenants, since) : list(args, database, tenants);
  });
  const checked = found.reduce((sum, one) => sum + one.checked, 0);
  const resolved = found.reduce((sum, one) => sum + one.resolved, 0);
  const ofAll = <Row extends object>(rowsOf: (one: Found) => readonly Row[]) =>
    found.flatMap((one) => rowsOf(one).map((row) => ({ tenantId: one.tenant.id, ...row })));
  const open = ofAll((one) => one.open);
  const unknownHere = ofAll((one) => one.strangers);
  const summary = `${checked} documents checked, ${resolved} resolved, ${open.length} open`;
  return {
    json: { checked, resolved, open, numbers: ofAll((one) => one.numbers), strangers: unknownHere },
    text: [
      ...open.map(describe),
      ...unknownHere.map(describeStranger),
      summary,
      ...found.flatMap(describeNumbers),
    ].join('\n'),
  };
});

function instantOf(text: string): Date {
  const instant = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(instant.getTime())) {
    throw new UsageError('--since is no instant such as 2026-03-01T12:00:00Z.');
  }
  return instant;
}

type Tenants = readonly Tenant[];

async function ask(args: Call, database: OpenDatabase, tenants: Tenants, since: Date | null): Promise<Found[]> {
  const { terminal } = args;
  return withPac(args, database, async (app) => {
    const found: Found[] = [];
    for (const tenant of tenants) {
      terminal.write(`Reconciling ${tenant.name} …\n`);
      await recordBeginning(database, tenant, args.words);
      const context = ofTenant(app, tenant);
      for (const { number, what } of since === null ? [] : await askSince(context, since, cliActor())) {
        terminal.write(`${number}: ${what === 'VOID' ? 'was voided' : 'has another legal status'} at the PAC\n`);
      }
      if (since !== null) await askAboutStrangers(context, since);
      found.push({ tenant, ...(await reconcile(context)), ...(await overview(context)) });
    }
    return found;
  });
}

/** The simulator's address is known to the service that started it alone. */
async function list({ terminal }: Call, database: OpenDatabase, tenants: Tenants): Promise<Found[]> {
  terminal.write(
    'The PAC is not asked, because PAC_BASE_URL is not set; a running service goes on asking by itself.\n',
  );
  const found: Found[] = [];
  for (const tenant of tenants) {
    const context = ofTenant(database, tenant);
    const open = await undecided(context);
    found.push({ tenant, checked: open.length, resolved: 0, open, ...(await overview(context)) });
  }
  return found;
}

/** Fate of every number, and the PAC's unknown documents. */
function overview({ inTenant }: Pick<TenantContext, 'inTenant'>): Promise<Pick<Found, 'numbers' | 'strangers'>> {
  return inTenant(async (db) => ({ numbers: await numberAudit(db), strangers: await strangers(db) }));
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
