// folio tenant list, show, update: which tenants there are, and what each of them is set to.
import { pacEnvironmentsOf } from '../wiring/app.ts';
import { PAC_ENVIRONMENTS, type PacEnvironment } from '../fiscal/document.ts';
import { documentsUnderWay, updateTenant, type TenantChanges } from '../company/index.ts';
import { inTenant, listTenants, ofSwitches, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { MAKES, USUAL_MAKE } from '../pac/index.ts';
import { command, UsageError, type Call } from './command.ts';
import { readInput } from './secret-input.ts';
import { withDatabase } from './with-database.ts';
import { changeTenant, withTenant } from './with-tenant.ts';

export const tenantListCommand = command('tenant list', async (args) => {
  const tenants = await withDatabase(args, listTenants);
  const lines = tenants.map((tenant) => `${tenant.id}  ${stateOf(tenant).padEnd(9)}  ${tenant.name}`);
  return { json: { tenants: tenants.map(settingsOf) }, text: lines.join('\n') || 'No tenants.' };
});

export const tenantShowCommand = command('tenant show', (args) =>
  withTenant(args, async (database, tenant) => {
    const underWay = await inTenant(database, tenant, documentsUnderWay);
    return { json: { ...settingsOf(tenant), documentsUnderWay: underWay }, text: table(tenant, underWay) };
  }),
);

export const tenantUpdateCommand = command('tenant update', async (args) => {
  const changes = await changesOf(args);
  const change = async (db: TenantDb) => {
    const tenant = await updateTenant(db, changes, pacEnvironmentsOf(args.config));
    return { tenant, underWay: await documentsUnderWay(db) };
  };
  const { tenant, underWay } = await changeTenant(args, change, (changed) => [changed.tenant.id]);
  return { json: settingsOf(tenant), text: table(tenant, underWay) };
});

async function changesOf(args: Call): Promise<TenantChanges> {
  const { options } = args;
  const keyOf = async (file: string | undefined) =>
    file === undefined ? undefined : (await readInput(args, file)).trim();
  const after = options['second-pac-after-seconds'];
  if (after !== undefined && after !== 'off' && !/^\d{1,9}$/.test(after))
    throw new UsageError('--second-pac-after-seconds is neither a whole number nor off.');
  const hours = options['void-window-hours'];
  if (hours !== undefined && !/^\d{1,9}$/.test(hours)) throw new UsageError('--void-window-hours is no whole number.');
  const changes: TenantChanges = {
    name: options['name'],
    ruc: options['ruc'],
    dv: options['dv'],
    pacCompanyId: options['pac-company-id'],
    pacEnvironment: environmentOf(options['pac-environment']),
    pacMake: makeOf('pac', options['pac']),
    pacUser: options['pac-user'],
    pacApiKey: await keyOf(options['pac-key-file']),
    secondPacCompanyId: options['second-pac-company-id'],
    secondPacMake: makeOf('second-pac', options['second-pac']),
    secondPacUser: options['second-pac-user'],
    secondPacApiKey: await keyOf(options['second-pac-key-file']),
    secondPacAfterSeconds: after === undefined ? undefined : after === 'off' ? null : Number(after),
    voidWindowHours: hours === undefined ? undefined : Number(hours),
    ...ofSwitches((_, { option }) => yesOrNo(args, option)),
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

function makeOf(option: string, text: string | undefined): string | undefined {
  if (text === undefined || Object.hasOwn(MAKES, text)) return text;
  throw new UsageError(`--${option} must be one of ${Object.keys(MAKES).join(', ')}, not ${JSON.stringify(text)}.`);
}

function yesOrNo({ options }: Call, name: string): boolean | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new UsageError(`--${name} must be yes or no.`);
  return text === 'yes';
}

function stateOf({ suspendedAt, closedAt }: Tenant): 'closed' | 'suspended' | 'active' {
  return closedAt ? 'closed' : suspendedAt ? 'suspended' : 'active';
}

/** Everything but what is secret. */
export function settingsOf(tenant: Tenant) {
  return { ...tenant, state: stateOf(tenant) };
}

function secondOf({ secondPacCompanyId: id, secondPacAfterSeconds: after, otherMakes }: Tenant): string {
  if (id === null) return '-';
  return `${otherMakes[id] ?? USUAL_MAKE}, company ${id}, ${after === null ? 'not by itself' : `after ${after} seconds`}`;
}

function table(tenant: Tenant, underWay: number): string {
  const since = tenant.closedAt ?? tenant.suspendedAt;
  const rows: (readonly [string, string])[] = [
    ['id', tenant.id],
    ['name', tenant.name],
    ['state', `${stateOf(tenant)}${since ? ` since ${since.toISOString()}` : ''}`],
    ['RUC', tenant.ruc === null ? '-' : `${tenant.ruc} DV ${tenant.dv ?? '?'}`],
    ['PAC', tenant.pacMake ?? 'that of the service'],
    ['PAC company', tenant.pacCompanyId ?? '-'],
    ['PAC environment', tenant.pacEnvironment ?? 'that of the service'],
    ['PAC key', tenant.hasPacKey ? 'its own' : 'that of the service'],
    ['second PAC', secondOf(tenant)],
    ['void window', `${tenant.voidWindowHours} hours`],
    ...Object.values(ofSwitches((name, { words: [label, on, off] }) => [label, tenant[name] ? on : off] as const)),
    ['time zone', tenant.timeZone],
    ['under way', `${underWay} documents`],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)}${value}`).join('\n');
}
