// Changes what a tenant is: its settings, and its credentials at the PAC. What was sent keeps the company that it was sent for.
import { isDeepStrictEqual } from 'node:util';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { PacEnvironment } from '../fiscal/document.ts';
import { MAKES, placeOf, USUAL_MAKE, type Make } from '../pac/index.ts';
import { badInput, conflict, DomainError } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import {
  asRole,
  hasOrHad,
  SETTING_COLUMNS,
  toTenant,
  type SystemDb,
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import type { FormerAccount, TenantRow } from '../tenancy/tables.ts';
import { changedSettings, type RoundingOf, type TenantChanges, type TenantSettings } from './tenant-settings.ts';

/** The environments of the PAC that the service can reach; the first is its own. */
export type PacEnvironments = readonly [PacEnvironment, ...PacEnvironment[]];

/** A company at the PAC with the tenant's own key for it, which is tried there before a caller of the API may set it. */
export interface TriedAccount {
  companyId: string;
  make: string;
  environment: PacEnvironment;
  apiKey: string;
  /** Field of the input that has the key. */
  keyField: 'pacApiKey' | 'secondPacApiKey';
  ruc: string | null;
}

const KEY_KEPT = '1 day';

/** Accounts that must be tried at their PACs before these changes of an admin. */
export async function accountsToTry(
  db: TenantDb,
  changes: TenantChanges,
  environments: PacEnvironments,
): Promise<TriedAccount[]> {
  return accountsOf(changed(await lockTenant(db), changes, environments), environments);
}

/** `tried` is what has been; undefined: the operator needs to try nothing, since the key of the service is the operator's. */
export async function updateTenant(
  db: TenantDb,
  changes: TenantChanges,
  environments: PacEnvironments,
  tried?: readonly TriedAccount[],
): Promise<Tenant> {
  const change = changed(await lockTenant(db), changes, environments);
  const { row, tenant, settings, key, second } = change;
  if (tried !== undefined && !isDeepStrictEqual(accountsOf(change, environments), tried)) {
    throw conflict('The settings were changed meanwhile; try again');
  }
  if (settings.timeZone !== tenant.timeZone) await assertNoDays(db);
  const usual = environments[0];
  const here = placeIn({ make: tenant.pacMake, environment: tenant.pacEnvironment }, usual);
  const isElsewhere = here !== placeIn({ make: settings.pacMake, environment: settings.pacEnvironment }, usual);
  if (isElsewhere && settings.pacCompanyId === tenant.pacCompanyId)
    await assertNothingSent(db, tenant.pacCompanyId, 'pacEnvironment');
  if (second && second.before && placeIn(second.before, usual) !== placeIn(second.account, usual))
    await assertNothingSent(db, second.account.companyId, 'secondPacCompanyId');
  const isElsewhereAtPac = isElsewhere || settings.pacCompanyId !== tenant.pacCompanyId;
  const hasOtherCredentials = key !== row.pac_key_secret || settings.pacCompanyId !== tenant.pacCompanyId;
  const keepsKey = key !== null && !isElsewhereAtPac;
  return asRole(db, 'app_system', async (system) => {
    if (settings.pacCompanyId !== null) await assertFree(system, tenant.id, settings.pacCompanyId, 'pacCompanyId');
    if (second) await assertFree(system, tenant.id, second.account.companyId, 'secondPacCompanyId');
    const changed = await system
      .updateTable('tenants')
      .set({
        ...columnsOf(settings),
        pac_key_secret: key,
        // The PAC may not know the new one yet. An account elsewhere has nothing to do with the key of this one.
        ...(key === row.pac_key_secret && !isElsewhereAtPac
          ? {}
          : {
              pac_key_before_secret: keepsKey ? row.pac_key_secret : null,
              pac_key_before_until: keepsKey ? sql<Date>`now() + ${KEY_KEPT}::interval` : null,
            }),
        former_accounts_secret: json(otherAccounts(row, settings, second?.account)),
        // A refusal of the old credentials says nothing about the new ones.
        ...(hasOtherCredentials ? { pac_credentials_refused_at: null } : {}),
      })
      .where('id', '=', tenant.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return toTenant(changed);
  });
}

function columnsOf({ cafe, ...settings }: TenantSettings): Updateable<TenantRow> {
  const plain = Object.entries(SETTING_COLUMNS).map(([setting, column]) => [
    column,
    settings[setting as keyof typeof SETTING_COLUMNS],
  ]);
  return { ...Object.fromEntries(plain), cafe_format: cafe.format, cafe_delivery: cafe.delivery };
}

type Change = ReturnType<typeof changed>;

const roundingOf: RoundingOf = (make) => (MAKES as Record<string, Make>)[make ?? USUAL_MAKE]?.rounding.rule;

function changed(row: Selectable<TenantRow>, changes: TenantChanges, environments: PacEnvironments) {
  const tenant = toTenant(row);
  const settings = changedSettings(tenant, changes, roundingOf);
  const { pacMake, pacUser, pacApiKey } = settings;
  const secret = credentialsOf('pac', pacMake, pacUser, pacApiKey);
  const isOtherMake = (pacMake ?? USUAL_MAKE) !== (tenant.pacMake ?? USUAL_MAKE);
  const key = secret === undefined ? (isOtherMake ? null : row.pac_key_secret) : secret;
  assertReachable(settings.pacEnvironment, key !== null, environments);
  if (key === null && (pacMake ?? USUAL_MAKE) !== USUAL_MAKE)
    throw badInput('{field} is needed: the key of the service is for {usual} alone', {
      ...{ field: 'pacApiKey', usual: USUAL_MAKE.toUpperCase() },
    });
  return { row, tenant, settings, key, second: secondOf(row, settings) };
}

/** A user and a password are kept as one secret text. */
function credentialsOf(
  prefix: 'pac' | 'secondPac',
  make: string | null,
  user: string | null | undefined,
  key: string | null | undefined,
): string | null | undefined {
  const { hasUser = false } = (MAKES as Record<string, Make>)[make ?? USUAL_MAKE] ?? {};
  const field = `${prefix}User`;
  if (user == null && !(hasUser && key != null)) return key;
  if (user == null || !hasUser || key == null || user.includes(':'))
    throw badInput('{field} belongs to a PAC with users; it has no colon, and comes with a password', { field });
  return `${user}:${key}`;
}

/** Second account after the change, and the account of its company before. */
function secondOf(row: Selectable<TenantRow>, settings: TenantSettings) {
  const { secondPacCompanyId: companyId, pacEnvironment: environment } = settings;
  if (companyId === null) return null;
  const field = 'secondPacCompanyId';
  if (companyId === settings.pacCompanyId)
    throw badInput('{field} must be another than {other}', { field, other: 'pacCompanyId' });
  const before = [presentAccount(row), ...row.former_accounts_secret].find((one) => one.companyId === companyId);
  const make = settings.secondPacMake === undefined ? (before?.make ?? null) : settings.secondPacMake;
  const secret = credentialsOf('secondPac', make, settings.secondPacUser, settings.secondPacApiKey);
  const key = secret === undefined && make === (before?.make ?? null) ? (before?.key ?? null) : (secret ?? null);
  if (key === null)
    throw badInput('{field} is needed: the second account has credentials of its own', { field: 'secondPacApiKey' });
  return { before, account: { companyId, environment, make, key } satisfies FormerAccount };
}

const presentAccount = (row: Selectable<TenantRow>): FormerAccount => ({
  companyId: row.pac_company_id ?? '',
  ...{ environment: row.pac_environment, make: row.pac_make, key: row.pac_key_secret },
});

function placeIn(account: { make?: string | null; environment: PacEnvironment | null }, usual: PacEnvironment): string {
  return placeOf({ make: account.make ?? USUAL_MAKE, environment: account.environment ?? usual });
}

/** With the key of the service a company is the operator's to set; a key alone may be one that the PAC learns of later. */
function accountsOf({ row, tenant, settings, key, second }: Change, [usual]: PacEnvironments): TriedAccount[] {
  const { pacCompanyId, pacMake, pacEnvironment, ruc } = settings;
  const tried = (
    companyId: string,
    make: string | null,
    apiKey: string,
    keyField: TriedAccount['keyField'] = 'pacApiKey',
  ): TriedAccount => ({
    ...{ companyId, make: make ?? USUAL_MAKE, environment: pacEnvironment ?? usual, apiKey, keyField, ruc },
  });
  const isSame = (one: FormerAccount | undefined, other: Omit<FormerAccount, 'key'>) =>
    one !== undefined && one.companyId === other.companyId && placeIn(one, usual) === placeIn(other, usual);
  const isNew =
    second !== null &&
    !(row.pac_second_company_id === second.account.companyId && isSame(second.before, second.account));
  const more = isNew
    ? [tried(second.account.companyId, second.account.make, second.account.key, 'secondPacApiKey')]
    : [];
  const account = { companyId: pacCompanyId ?? '', make: pacMake, environment: pacEnvironment };
  const stays = tenant.pacCompanyId === pacCompanyId && isSame(presentAccount(row), account);
  if (pacCompanyId === null || (stays && (key !== null || row.pac_key_secret === null))) return more;
  if (key !== null) return [tried(pacCompanyId, pacMake, key), ...more];
  throw new DomainError(
    'FORBIDDEN',
    'With the key of the service the company at the PAC is set by the operator of the service; give a key of your own',
    { field: 'pacCompanyId' },
  );
}

/** The tenant of a request may be some seconds old. */
export async function currentTenant(db: TenantDb): Promise<Tenant> {
  const read = await asRole(db, 'app_system', (system) =>
    system.selectFrom('tenants').selectAll().where('id', '=', db.tenant.id).executeTakeFirstOrThrow(),
  );
  return toTenant(read);
}

/** Row lock: concurrent changes of a tenant are serialized. */
async function lockTenant(db: TenantDb): Promise<Selectable<TenantRow>> {
  const { rows } = await asRole(db, 'app_system', (system) =>
    sql<Selectable<TenantRow>>`select * from tenants where id = ${db.tenant.id} for update`.execute(system),
  );
  return rows[0]!;
}

/** The company that is left keeps its make, environment and key: what was sent for it is asked about there. */
function otherAccounts(
  row: Selectable<TenantRow>,
  { pacCompanyId }: TenantSettings,
  second: FormerAccount | undefined,
): FormerAccount[] {
  const left = row.pac_company_id !== null && row.pac_company_id !== pacCompanyId ? [presentAccount(row)] : [];
  const last = [...left, ...(second ? [second] : [])];
  const others = row.former_accounts_secret.filter(({ companyId }) => !last.some((one) => one.companyId === companyId));
  // The last one that has its name: the second account may be the one that is left.
  const byCompany = new Map([...others, ...last].map((one) => [one.companyId, one]));
  return [...byCompany.values()].filter(({ companyId }) => companyId !== pacCompanyId);
}

function assertReachable(
  environment: PacEnvironment | null,
  hasKey: boolean,
  [usual, ...others]: PacEnvironments,
): void {
  if (environment === null || environment === usual) return;
  if (!others.includes(environment)) {
    throw badInput('This service reaches no PAC in the environment {environment}', {
      environment,
      field: 'pacEnvironment',
    });
  }
  if (!hasKey) {
    throw badInput('{field} is needed: the key of the service is for {usual} alone', { field: 'pacApiKey', usual });
  }
}

async function assertFree(system: SystemDb, tenantId: string, companyId: string, field: string): Promise<void> {
  const { rows } = await sql`
    select from tenants where id <> ${tenantId} and ${hasOrHad(companyId)}`.execute(system);
  if (rows.length === 0) return;
  throw conflict('PAC company ID {pacCompanyId} cannot be set here', { pacCompanyId: companyId, field });
}

/** A company is at one PAC in one environment, and what was sent for it is asked about there. */
async function assertNothingSent(db: TenantDb, pacCompanyId: string | null, field: string): Promise<void> {
  const { rows } = await sql`
    select from fiscal_documents where tenant_id = ${db.tenant.id} and pac_company_id = ${pacCompanyId}
    limit 1`.execute(db);
  if (rows.length === 0) return;
  throw conflict('The company {pacCompanyId} has documents; another PAC or environment has another company ID', {
    pacCompanyId,
    field,
  });
}

/** Days that are written down are those of the time zone in which they were counted. */
async function assertNoDays(db: TenantDb): Promise<void> {
  const { rows } = await sql`
    select where exists (select from inventory_logs where tenant_id = ${db.tenant.id})
      or exists (select from fiscal_documents where tenant_id = ${db.tenant.id})`.execute(db);
  if (rows.length > 0) {
    throw conflict('{field} cannot change any more: there are movements or documents, whose days it has counted', {
      field: 'timeZone',
    });
  }
}
