// The caller and the caller's tenant in the contract.
import { builder } from '../graphql/builder.ts';
import { TenantType, ViewerType } from '../graphql/types.ts';

ViewerType.implement({
  fields: (t) => ({
    userName: t.exposeString('userName'),
    roles: t.exposeStringList('roles'),
    tenant: t.expose('tenant', { type: TenantType }),
  }),
});

TenantType.implement({
  fields: (t) => ({
    id: t.expose('id', { type: 'UUID' }),
    name: t.exposeString('name'),
    timeZone: t.exposeString('timeZone'),
    ruc: t.exposeString('ruc', { nullable: true }),
    dv: t.exposeString('dv', { nullable: true }),
    pacCompanyId: t.exposeString('pacCompanyId', { nullable: true }),
    pacCredentialsRefusedAt: t.expose('pacCredentialsRefusedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        "Since when the PAC refuses our key or its right to this company; null while it takes the tenant's calls.",
    }),
  }),
});

builder.queryField('viewer', (t) => t.field({ type: ViewerType, resolve: (_, _args, { viewer }) => viewer() }));
