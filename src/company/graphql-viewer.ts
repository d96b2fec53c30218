// The caller and the caller's tenant in the schema.
import { CafeType } from './graphql-cafe.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { mutation } from '../graphql/mutation.ts';
import { PAC_ENVIRONMENTS } from '../fiscal/document.ts';
import { MAKES, USUAL_MAKE, type MakeName } from '../pac/index.ts';
import { ACT_KINDS, ofSwitches, ROLES, type ActKind, type Limits, type Tenant, type Viewer } from '../tenancy/index.ts';
import {
  endSession,
  findToken,
  listSessions,
  listTokens,
  revokeToken,
  calendarKey,
  type ApiToken,
  type OpenSession,
} from '../access/index.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { ID } from '../graphql/roots.ts';

export const RoleEnum = builder.enumType('Role', { values: ROLES });

export interface ShownOnce {
  remedy?: string;
}

/** Field beside a secret that is shown once: it tells a caller that lost the answer how to get a new one. */
export const REMEDY = {
  nullable: true,
  description: 'In the answer to a repeated request: the mutation that makes a new one.',
  resolve: ({ remedy }: ShownOnce) => remedy ?? null,
} as const;

export function lostOne(mutation: string): string {
  return `Shown once, to the first request. A new one, under another idempotencyKey: \`${mutation}\``;
}

const ViewerType = objectType<Viewer>('Viewer', (t) => ({
  ...columns(t, 'String', 'userName', 'actor'),
  roles: t.exposeStringList('roles'),
  tenant: t.expose('tenant', { type: TenantType }),
}));

export const PacEnvironmentEnum = builder.enumType('PacEnvironment', { values: PAC_ENVIRONMENTS });

export const PacMakeEnum = builder.enumType('PacMake', {
  values: Object.fromEntries(Object.keys(MAKES).map((value) => [value.toUpperCase(), { value }])) as Record<
    Uppercase<MakeName>,
    { value: string }
  >,
});

export const TenantType = objectType<Tenant>('Tenant', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'name', 'timeZone'),
  ...columnsOrNull(t, 'String', 'ruc', 'dv', 'pacCompanyId', 'secondPacCompanyId'),
  ...columnsOrNull(t, 'Int', 'secondPacAfterSeconds'),
  pacMake: t.field({ type: PacMakeEnum, resolve: ({ pacMake }) => pacMake ?? USUAL_MAKE }),
  secondPacMake: t.field({
    type: PacMakeEnum,
    nullable: true,
    resolve: ({ secondPacCompanyId: id, otherMakes }) => (id === null ? null : (otherMakes[id] ?? USUAL_MAKE)),
  }),
  ...columnsOrNull(t, 'DateTime', 'pacCredentialsRefusedAt', 'suspendedAt'),
  ...columns(t, 'Int', 'voidWindowHours', 'cashierDiscount'),
  ...columns(t, CafeType, 'cafe'),
  ...columns(t, 'Boolean', 'hasPacKey'),
  ...ofSwitches((name, { description }) => t.exposeBoolean(name, { description })),
  ...columnsOrNull(t, PacEnvironmentEnum, 'pacEnvironment'),
}));

// No role is required: a caller whose token has none can see that it is missing.
builder.queryField('viewer', (t) => t.field({ type: ViewerType, resolve: (_, _args, { viewer }) => viewer(null) }));

export const ActKindEnum = builder.enumType('ActKind', { values: Object.keys(ACT_KINDS) as ActKind[] });

export const TOKEN_AMOUNTS = {
  amountPerAct: 'Largest amount of one act.',
  amountPerDay: 'Sum of a day: documents, payments and movements; an order counts once it is invoiced.',
  approvalAbove: 'Amount above which another person approves each plan.',
} as const;

const LimitsType = objectType<Limits>('TokenLimits', (t) => ({
  agent: t.exposeString('agent', { description: 'Name of the assistant.' }),
  acts: t.expose('acts', { type: [ActKindEnum], description: 'Kinds of acts that it may do; none: it reads only.' }),
  ...Object.fromEntries(
    (Object.keys(TOKEN_AMOUNTS) as (keyof typeof TOKEN_AMOUNTS)[]).map((name) => [
      name,
      t.expose(name, { type: 'Decimal', nullable: true, description: TOKEN_AMOUNTS[name] }),
    ]),
  ),
  officeIds: t.field({ type: ['UUID'], nullable: true, resolve: ({ officeIds }) => officeIds && [...officeIds] }),
}));

export const ApiTokenType = objectType<ApiToken>('ApiToken', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  ...columns(t, 'String', 'user_name', 'role'),
  ...columns(t, 'DateTime', 'created_at', 'expires_at'),
  ...columnsOrNull(t, 'DateTime', 'last_used_at', 'revoked_at'),
  ...columnsOrNull(t, LimitsType, { limits: 'Limits of an assistant; null: of a person or a program.' }),
  revokedBy: t.exposeString('revoked_by', { nullable: true }),
  calendar: t.string({ resolve: (token) => `/calendar.ics?key=${calendarKey(token)}` }),
}));

builder.queryField('apiTokens', (t) =>
  t.field({
    type: [ApiTokenType],
    description: 'Newest first. Needs the role admin.',
    resolve: (_, _args, { viewer, inTenant }) => viewer('admin') && inTenant(listTokens),
  }),
);

builder.mutationField('revokeApiToken', (t) =>
  mutation(t, {
    type: ApiTokenType,
    role: 'admin',
    whileSuspended: true,
    description:
      'Every process refuses the token within five seconds. One that was revoked already is answered as it is.',
    args: { id: t.arg(ID) },
    write: (db, { id }, { userName }) => revokeToken(db, id, userName),
    answer: findToken,
  }),
);

const SessionType = objectType<OpenSession>('DashboardSession', (t) => ({
  ...columns(t, 'UUID', 'id'),
  userName: t.exposeString('userName'),
  roles: t.exposeStringList('roles'),
  ...columns(t, 'DateTime', 'createdAt', 'usedAt', 'endsAt'),
}));

builder.queryField('sessions', (t) =>
  t.field({
    type: [SessionType],
    description: 'Browsers that are signed in, the last used first. Needs the role admin.',
    resolve: (_, _args, { app, viewer, inTenant }) =>
      viewer('admin') && inTenant((db) => listSessions(db, app.clock.now())),
  }),
);

builder.mutationField('endSession', (t) =>
  mutation(t, {
    type: SessionType,
    role: 'admin',
    whileSuspended: true,
    description: 'Signs a browser out, such as that of a till that was lost: in every process within five seconds.',
    args: { sessionId: t.arg(ID) },
    write: (db, { sessionId }) => endSession(db, sessionId),
    remember: (session) => session,
    answer: async (_, { createdAt, usedAt, endsAt, ...session }) => ({
      ...session,
      ...{ createdAt: new Date(createdAt), usedAt: new Date(usedAt), endsAt: new Date(endsAt) },
    }),
  }),
);
