// The caller's tenant as an admin sets it up: settings, tokens, and the secret of its notices.
import { badInput, between, conflict, readAll } from '../platform/errors.ts';
import {
  hasRole,
  inTenant,
  isUserName,
  ofSwitches,
  ROLES,
  USER_NAME_RULE,
  type Limits,
  type Role,
  type TenantDb,
} from '../tenancy/index.ts';
import { assertLifetime, findToken, writeToken, type ApiToken } from '../access/index.ts';
import { CafeInput } from './graphql-cafe.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { builder, inputType, objectType } from '../graphql/builder.ts';
import type { App } from '../graphql/context.ts';
import { mutation, requestInput } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { decidePlan, findPlan, type Plan } from '../requests/index.ts';
import {
  accountsToTry,
  currentTenant,
  updateTenant,
  type PacEnvironments,
  type TriedAccount,
} from './update-tenant.ts';
import { rotateWebhookSecret } from './webhook-secret.ts';
import {
  ActKindEnum,
  ApiTokenType,
  lostOne,
  PacEnvironmentEnum,
  PacMakeEnum,
  REMEDY,
  RoleEnum,
  TenantType,
  TOKEN_AMOUNTS,
  type ShownOnce,
} from './graphql-viewer.ts';

import './graphql-members.ts';
import { DAY_MS } from '../platform/days.ts';
export { CafeInput } from './graphql-cafe.ts';
export { lostOne, PacEnvironmentEnum, PacMakeEnum, REMEDY, TenantType } from './graphql-viewer.ts';

declare module '../graphql/context.ts' {
  interface App {
    tenancy: {
      pacEnvironments: PacEnvironments;
      /** Secret that signs our own tokens; null where an identity provider makes them. */
      tokenSecret: string | null;
      /** How long a token may last that is made from now on. */
      mostTokenDays: number;
      /** Refuses an account that the PAC does not take. */
      tryAccount(account: TriedAccount): Promise<void>;
    };
  }
}

const USUAL_TOKEN_DAYS = 30;
const LONGEST_OVERLAP_HOURS = 720;

const UpdateTenantInput = requestInput('UpdateTenantInput', (t) => ({
  name: t.string(),
  ruc: t.string(),
  dv: t.string({ description: 'Counted from the RUC where it is left out; refused where it is certainly wrong.' }),
  timeZone: t.string({ description: 'IANA name. Fixed by the first movement or document.' }),
  pacCompanyId: t.string(),
  voidWindowHours: t.int(),
  cashierDiscount: t.int({ description: 'Per cent off a price up to which a cashier may go.' }),
  ...ofSwitches((_, { description }) => t.boolean({ description })),
  cafe: t.field({ type: CafeInput }),
  pacEnvironment: t.field({ type: PacEnvironmentEnum, description: 'Null: the one of the service.' }),
  pacMake: t.field({ type: PacMakeEnum, description: 'Null: the make of the service. Another one needs credentials.' }),
  pacApiKey: t.string(),
  pacUser: t.string({ description: 'User at a PAC that has users; it comes with the password.' }),
  secondPacCompanyId: t.string(),
  secondPacMake: t.field({ type: PacMakeEnum }),
  secondPacApiKey: t.string(),
  secondPacUser: t.string(),
  secondPacAfterSeconds: t.int(),
}));

builder.queryField('tenant', (t) =>
  t.field({
    type: TenantType,
    nullable: true,
    description: "The caller's own, as it is at this moment.",
    resolve: (_, _args, ctx) => ctx.inTenant(currentTenant),
  }),
);

interface CreatedToken extends ShownOnce {
  id: string;
  token: string | null;
  row: ApiToken;
}

const CreatedApiTokenType = objectType<CreatedToken>('CreatedApiToken', (t) => ({
  ...columnsOrNull(t, 'String', 'token'),
  remedy: t.string(REMEDY),
  apiToken: t.expose('row', { type: ApiTokenType }),
}));

interface CreatedSecret extends ShownOnce {
  id: string;
  secret: string | null;
  previousUntil: Date | null;
}

export const CreatedSecretType = objectType<CreatedSecret>('CreatedSecret', (t) => ({
  ...columnsOrNull(t, 'String', 'secret'),
  remedy: t.string(REMEDY),
  ...columnsOrNull(t, 'DateTime', 'previousUntil'),
}));

/** The request for a new secret is stored without the secret. */
export const rememberedSecret = (newOne: (id: string) => string) => ({
  remember: ({ id, previousUntil }: CreatedSecret) => ({ id, previousUntil: previousUntil?.toISOString() ?? null }),
  answer: async (_: unknown, { id, previousUntil }: { id: string; previousUntil: string | null }) => ({
    id,
    secret: null,
    remedy: lostOne(newOne(id)),
    previousUntil: previousUntil === null ? null : new Date(previousUntil),
  }),
});

const LimitsInput = inputType('TokenLimitsInput', (t) => ({
  agent: t.string({ required: true, description: 'Name of the assistant, as the log of acts has it.' }),
  acts: t.field({ type: [ActKindEnum], required: true, description: 'None: it reads only.' }),
  amountPerAct: t.field({ type: 'Decimal', description: TOKEN_AMOUNTS.amountPerAct }),
  amountPerDay: t.field({ type: 'Decimal', description: TOKEN_AMOUNTS.amountPerDay }),
  approvalAbove: t.field({ type: 'Decimal', description: TOKEN_AMOUNTS.approvalAbove }),
  officeIds: t.field({ type: ['UUID'], description: 'Left out: every office.' }),
}));

const PlanType = objectType<Plan>('Plan', (t) => ({
  ...columns(t, 'UUID', 'id'),
  ...columns(t, 'String', 'actor', 'operation'),
  ...columns(t, 'JSON', 'input', 'told'),
  amount: t.expose('amount', { type: 'Decimal' }),
  ...columns(t, 'DateTime', 'created_at', 'expires_at'),
  ...columnsOrNull(t, 'DateTime', 'used_at', 'asked_at', 'decided_at'),
  decidedBy: t.exposeString('decided_by', { nullable: true, description: 'User who approved or refused it.' }),
  isApproved: t.exposeBoolean('is_approved', { nullable: true, description: 'Decision; null while there is none.' }),
}));

builder.queryField('plan', (t) =>
  t.field({
    type: PlanType,
    nullable: true,
    args: { id: t.arg(ID) },
    resolve: (_, { id }, { inTenant: within, viewer }) => viewer('admin') && within((db) => findPlan(db, id)),
  }),
);

/** For how long the secret before is valid too. */
export function overlapMs(overlapHours: number): number {
  return between('overlapHours', overlapHours, 0, LONGEST_OVERLAP_HOURS) * 3_600_000;
}

builder.mutationFields((t) => ({
  updateTenant: mutation(t, {
    type: TenantType,
    role: 'admin',
    secrets: ['pacApiKey', 'secondPacApiKey'],
    args: { input: t.arg({ type: UpdateTenantInput, required: true }) },
    async run({ input }, { app, tenant, effect }) {
      const { pacEnvironments, tryAccount } = app.tenancy;
      const accounts = await inTenant(app, tenant, (db) => accountsToTry(db, input, pacEnvironments));
      for (const account of accounts) await tryAccount(account);
      const changed = await effect((db) => updateTenant(db, input, pacEnvironments, accounts));
      app.tenants.forget(tenant.id);
      return changed;
    },
    answer: currentTenant,
  }),
  createApiToken: mutation(t, {
    type: CreatedApiTokenType,
    role: 'admin',
    description: 'Only where Folio makes the tokens; an identity provider makes its own.',
    args: {
      userName: t.arg.string({ required: true }),
      roles: t.arg({ type: [RoleEnum], required: true }),
      expiresAt: t.arg({ type: 'DateTime', description: `In ${USUAL_TOKEN_DAYS} days where it is left out.` }),
      limits: t.arg({ type: LimitsInput, description: 'For an assistant, which acts in the name of the user.' }),
    },
    write: (db, token, { app }) => makeToken(db, token, app),
    async answer(db, id) {
      const row = await findToken(db, id);
      const same = `userName: ${JSON.stringify(row.user_name)}, roles: [${row.role}], expiresAt: "${row.expires_at.toISOString()}"${row.limits ? `, limits: ${written(row.limits)}` : ''}`;
      const remedy = `${lostOne(`createApiToken(${same})`)}; revokeApiToken(id: "${id}") ends this one`;
      return { id, token: null, remedy, row };
    },
  }),
  decidePlan: mutation(t, {
    type: PlanType,
    role: 'admin',
    description:
      'Approves or refuses the plan of an assistant, as another person than the one it acts for. Approved, the assistant may confirm it for another hour.',
    args: { planId: t.arg(ID), isApproved: t.arg.boolean({ required: true }) },
    write: (db, { planId, isApproved }, { app, userName }) =>
      decidePlan(db, { id: planId, isApproved }, userName, app.clock.now()),
    answer: findPlan,
  }),
  rotateWebhookSecret: mutation(t, {
    type: CreatedSecretType,
    role: 'admin',
    whileSuspended: true,
    description: 'A new secret for the notices of the PAC, which has to be told of it.',
    args: { overlapHours: t.arg.int({ required: true, defaultValue: 24 }) },
    async write(db, { overlapHours }) {
      return { id: db.tenant.id, ...(await rotateWebhookSecret(db, overlapMs(overlapHours))) };
    },
    ...rememberedSecret(() => 'rotateWebhookSecret'),
  }),
}));

interface TokenInput {
  userName: string;
  roles: readonly Role[];
  expiresAt?: Date | null | undefined;
  limits?: Limits | null | undefined;
}

/** As an argument of GraphQL. */
function written({ acts, ...limits }: Limits): string {
  const fields = Object.entries(limits).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `{ acts: [${acts.join(', ')}], ${fields.join(', ')} }`;
}

async function makeToken(db: TenantDb, { userName, roles, expiresAt, limits }: TokenInput, { clock, tenancy }: App) {
  const { tokenSecret, mostTokenDays } = tenancy;
  if (tokenSecret === null) throw conflict('Tokens are made by the identity provider');
  const now = clock.now();
  const usualDays = Math.min(USUAL_TOKEN_DAYS, mostTokenDays);
  const expiresIn = expiresAt ?? new Date(now.getTime() + usualDays * DAY_MS);
  const { role } = readAll({
    expiresAt: () => {
      if (expiresIn <= now) throw badInput('{field} must lie in the future', { field: 'expiresAt' });
      assertLifetime(expiresIn, now, mostTokenDays);
    },
    userName: () => {
      if (!isUserName(userName))
        throw badInput('{field} must have {rule}', { field: 'userName', rule: USER_NAME_RULE });
    },
    role: () => highestOf(roles),
  });
  const made = await writeToken(db, tokenSecret, { userName, role, expiresIn, now, limits });
  return { ...made, row: await findToken(db, made.id) };
}

/** viewer and cashier have none: a cashier does not read what a viewer reads. */
function highestOf(roles: readonly Role[]): Role {
  const highest = ROLES.find((role) => roles.includes(role) && roles.every((one) => hasRole([role], one)));
  if (!highest) throw badInput('{field} must include a role with the rights of all the others', { field: 'roles' });
  return highest;
}
