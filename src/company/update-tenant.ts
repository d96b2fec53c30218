// Changes what a tenant is: its settings, and its credentials at the PAC. What was sent keeps the company that it was sent for.
import { isDeepStrictEqual } from 'node:util';
import { sql, type Selectable, type Updateable } from 'kysely';
import type { PacEnvironment } from '../fiscal/document.ts';
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
import { changedSettings, type TenantChanges, type TenantSettings } from './tenant-settings.ts';

/** The environments of the PAC that the service can reach; the first is its own. */
export type PacEnvironments = readonly [PacEnvironment, ...PacEnvironment[]];

/** A company at the PAC with the tenant's own key for it, which is tried there before a caller of the API may set it. */
export interface TriedAccount {
  companyId: string;
  environment: PacEnvironment;
  apiKey: string;
  ruc: string | null;
}

const KEY_KEPT = '1 day';

/** Account that must be tried at the PAC before these changes of an admin; null: none. */
export async function accountToTry(
  db: TenantDb,
  changes: TenantChanges,
  environments: PacEnvironments,
): Promise<TriedAccount | null> {
  return accountOf(changed(await lockTenant(db), changes, environments), environments);
}

/** `tried` is what has been; undefined: the operator needs to try nothing, since the key of the service is the operator's. */
export async function updateTenant(
  db: TenantDb,
  changes: TenantChanges,
  environments: PacEnvironments,
  tried?: TriedAccount | null,
): Promise<Tenant> {
  const change = changed(await lockTenant(db), changes, environments);
  const { row, tenant, settings, key } = change;
  if (tried !== undefined && !isDeepStrictEqual(accountOf(change, environments), tried)) {
    throw conflict('The settings were changed meanwhile; try again');
  }
  if (settings.timeZone !== tenant.timeZone) await assertNoDays(db);
  const usual = environments[0];
  const isElsewhere = (settings.pacEnvironment ?? usual) !== (tenant.pacEnvironment ?? usual);
  if (isElsewhere && settings.pacCompanyId === tenant.pacCompanyId) await assertNothingSent(db, tenant);
  const isElsewhereAtPac = isElsewhere || settings.pacCompanyId !== tenant.pacCompanyId;
  const hasOtherCredentials = key !== row.pac_key_secret || settings.pacCompanyId !== tenant.pacCompanyId;
  const keepsKey = key !== null && !isElsewhereAtPac;
  return asRole(db, 'app_system', async (system) => {
    if (settings.pacCompanyId !== null) await assertFree(system, tenant.id, settings.pacCompanyId);
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
        former_accounts_secret: json(formerAccounts(row, settings)),
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

function changed(row: Selectable<TenantRow>, changes: TenantChanges, environments: PacEnvironments) {
  const tenant = toTenant(row);
  const settings = changedSettings(tenant, changes);
  const key = settings.pacApiKey === undefined ? row.pac_key_secret : settings.pacApiKey;
  assertReachable(settings.pacEnvironment, key !== null, environments);
  return { row, tenant, settings, key };
}

/** With the key of the service a company is the operator's to set; a key alone may be one that the PAC learns of later. */
function accountOf({ row, tenant, settings, key }: Change, [usual]: PacEnvironments): TriedAccount | null {
  const { pacCompanyId: companyId, ruc } = settings;
  const environment = settings.pacEnvironment ?? usual;
  const stays = companyId === tenant.pacCompanyId && environment === (tenant.pacEnvironment ?? usual);
  if (companyId === null || (stays && (key !== null || row.pac_key_secret === null))) return null;
  if (key !== null) return { companyId, environment, apiKey: key, ruc };
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

/** The company that is left keeps its environment and key: what was sent for it is asked about there. */
function formerAccounts(row: Selectable<TenantRow>, { pacCompanyId }: TenantSettings): FormerAccount[] {
  const left = { companyId: row.pac_company_id ?? '', environment: row.pac_environment, key: row.pac_key_secret };
  const isLeft = row.pac_company_id !== null && row.pac_company_id !== pacCompanyId;
  const others = row.former_accounts_secret.filter(({ companyId }) => companyId !== left.companyId);
  return [...others, ...(isLeft ? [left] : [])].filter(({ companyId }) => companyId !== pacCompanyId);
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

async function assertFree(system: SystemDb, tenantId: string, companyId: string): Promise<void> {
  const { rows } = await sql`
    select from tenants where id <> ${tenantId} and ${hasOrHad(companyId)}`.execute(system);
  if (rows.length === 0) return;
  throw conflict('PAC company ID {pacCompanyId} cannot be set here', {
    pacCompanyId: companyId,
    field: 'pacCompanyId',
  });
}

/** A company at the PAC is in one environment, and what was sent for it is asked about there. */
async function assertNothingSent(db: TenantDb, { pacCompanyId }: Tenant): Promise<void> {
  const { rows } = await sql`
    select from fiscal_documents where tenant_id = ${db.tenant.id} and pac_company_id = ${pacCompanyId}
    limit 1`.execute(db);
  if (rows.length === 0) return;
  throw conflict('The company {pacCompanyId} has documents; the other environment has another company ID', {
    pacCompanyId,
    field: 'pacEnvironment',
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
