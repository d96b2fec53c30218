// folio tenant list, show, update: which tenants there are, and what each of them is set to.
import { pacEnvironmentsOf } from '../wiring/app.ts';
import { PAC_ENVIRONMENTS, type PacEnvironment } from '../fiscal/document.ts';
import {
  documentsUnderWay,
  inTenant,
  listTenants,
  updateTenant,
  type Tenant,
  type TenantChanges,
} from '../tenancy/index.ts';
import { UsageError, type Command, type Input } from './command.ts';
import { recordCommand } from './record-command.ts';
import { readInput } from './secret-input.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

export const tenantListCommand: Command = {
  words: 'tenant list',
  summary: 'shows all tenants, oldest first',
  usage: '',
  options: [],
  positionals: 0,
  async run({ config }) {
    const tenants = await withDatabase(config, listTenants);
    const lines = tenants.map((tenant) => `${tenant.id}  ${stateOf(tenant).padEnd(9)}  ${tenant.name}`);
    return { json: { tenants: tenants.map(shown) }, text: lines.join('\n') || 'No tenants.' };
  },
};

export const tenantShowCommand: Command = {
  words: 'tenant show',
  summary: 'shows the settings of a tenant, and what of it is under way',
  usage: '--tenant ID',
  options: ['tenant'],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    return withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      const underWay = await inTenant(database, tenant, documentsUnderWay);
      return { json: { ...shown(tenant), documentsUnderWay: underWay }, text: table(tenant, underWay) };
    });
  },
};

export const tenantUpdateCommand: Command = {
  words: 'tenant update',
  summary: 'changes the settings of a tenant; what is left out stays as it is',
  usage:
    '--tenant ID [--name NAME] [--ruc RUC] [--dv DV] [--pac-company-id ID] [--pac-environment test|production|default]\n' +
    '         [--pac-key-file FILE|-] [--void-window-hours N] [--retention-agent yes|no]\n' +
    '         [--sell-without-stock yes|no] [--refuse-documented yes|no] [--time-zone ZONE]',
  details: [
    '  --dv DV                 counted from the RUC where it is left out',
    '  --pac-company-id ID     what has not left yet goes out for this one; what was sent keeps the company that it was sent for',
    '  --pac-environment E     where its documents are certified; default: the environment of the service',
    '  --pac-key-file FILE     where a key of its own for the PAC stands; - is standard input. Never an argument: those are',
    '                          seen by others. An empty file takes the key away',
    '  --void-window-hours N   for so long after its issue the PAC voids a document',
    '  --retention-agent       whether it withholds ITBMS when it buys',
    '  --sell-without-stock    whether sales and orders may take more than is available; stock goes below zero',
    '  --refuse-documented     whether what one good source documents of a PAC is refused too, before it is filed; on for new tenants',
    '  --time-zone ZONE        IANA name; fixed by the first movement or document',
    '',
    "An empty --ruc '' or --pac-company-id '' takes the value away. Every process knows of the change within five seconds.",
  ].join('\n'),
  options: [
    'tenant',
    'name',
    'ruc',
    'dv',
    'pac-company-id',
    'pac-environment',
    'pac-key-file',
    'void-window-hours',
    'retention-agent',
    'sell-without-stock',
    'refuse-documented',
    'time-zone',
  ],
  positionals: 0,
  async run({ config, options }) {
    const id = tenantId(options);
    const changes = await changesOf(options);
    const updated = await withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      return inTenant(database, tenant, async (db) => {
        const after = await updateTenant(db, changes, pacEnvironmentsOf(config));
        await recordCommand(db, tenantUpdateCommand.words, [id]);
        return { after, underWay: await documentsUnderWay(db) };
      });
    });
    return { json: shown(updated.after), text: table(updated.after, updated.underWay) };
  },
};

async function changesOf(options: Input['options']): Promise<TenantChanges> {
  const file = options['pac-key-file'];
  const changes: TenantChanges = {
    name: options['name'],
    ruc: options['ruc'],
    dv: options['dv'],
    pacCompanyId: options['pac-company-id'],
    pacEnvironment: environmentOf(options['pac-environment']),
    pacApiKey: file === undefined ? undefined : (await readInput(file)).trim(),
    voidWindowHours: wholeNumber(options['void-window-hours']),
    isRetentionAgent: yesOrNo(options, 'retention-agent'),
    sellsWithoutStock: yesOrNo(options, 'sell-without-stock'),
    refusesDocumented: yesOrNo(options, 'refuse-documented'),
    timeZone: options['time-zone'],
  };
  if (Object.values(changes).every((value) => value === undefined)) throw new UsageError('Nothing is to be changed.');
  return changes;
}

function environmentOf(text: string | undefined): PacEnvironment | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'default') return null;
  const environment = PAC_ENVIRONMENTS.find((one) => one === text.toUpperCase());
  if (!environment) {
    throw new UsageError(`--pac-environment must be test, production or default, not ${JSON.stringify(text)}.`);
  }
  return environment;
}

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError('--void-window-hours is no whole number.');
  return Number(text);
}

function yesOrNo(options: Input['options'], name: string): boolean | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`--${name} must be yes or no.`);
  return text === 'yes';
}

export function stateOf({ suspendedAt, closedAt }: Tenant): 'closed' | 'suspended' | 'active' {
  return closedAt ? 'closed' : suspendedAt ? 'suspended' : 'active';
}

/** Everything but what is secret. */
export function shown(tenant: Tenant) {
  return { ...tenant, state: stateOf(tenant) };
}

function table(tenant: Tenant, underWay: number): string {
  const since = tenant.closedAt ?? tenant.suspendedAt;
  const rows: [string, string][] = [
    ['id', tenant.id],
    ['name', tenant.name],
    ['state', `${stateOf(tenant)}${since ? ` since ${since.toISOString()}` : ''}`],
    ['RUC', tenant.ruc === null ? '-' : `${tenant.ruc} DV ${tenant.dv ?? '?'}`],
    ['PAC company', tenant.pacCompanyId ?? '-'],
    ['PAC environment', tenant.pacEnvironment ?? 'that of the service'],
    ['PAC key', tenant.hasPacKey ? 'its own' : 'that of the service'],
    ['void window', `${tenant.voidWindowHours} hours`],
    ['retention agent', tenant.isRetentionAgent ? 'yes' : 'no'],
    ['short sales', tenant.sellsWithoutStock ? 'yes' : 'no'],
    ['documented', tenant.refusesDocumented ? 'refused' : 'warned of'],
    ['time zone', tenant.timeZone],
    ['under way', `${underWay} documents`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}`).join('\n');
}
