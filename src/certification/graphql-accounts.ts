// Accounts of a company at its PACs in the contract, and whether each answers.
import { PacMakeEnum } from '../company/graphql.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { columns, evidenceColumns } from '../graphql/columns.ts';
import { askAccount, USUAL_MAKE } from '../pac/index.ts';
import { makeOfCompany, pacAccountsOf, type Tenant } from '../tenancy/index.ts';

interface PacAccount {
  tenant: Tenant;
  companyId: string;
}

const PacConnectionType = objectType<{ isAccepted: boolean; cause: string | null }>('PacConnection', (t) => ({
  ...columns(t, 'Boolean', 'isAccepted'),
  ...evidenceColumns(t, 'cause'),
}));

export const PacAccountType = objectType<PacAccount>('PacAccount', (t) => ({
  ...columns(t, 'String', 'companyId'),
  make: t.field({
    type: PacMakeEnum,
    resolve: ({ tenant, companyId }) => makeOfCompany(tenant, companyId) ?? USUAL_MAKE,
  }),
  isSecond: t.boolean({ resolve: ({ tenant, companyId }) => companyId !== tenant.pacCompanyId }),
  connection: t.field({
    type: PacConnectionType,
    description: 'The PAC is asked each time. Needs the role admin.',
    async resolve({ tenant: { ruc }, companyId }, _, { app, viewer }) {
      viewer('admin');
      if (ruc === null) return { isAccepted: false, cause: 'the company has no RUC, about which the PAC is asked' };
      const answer = await askAccount(app.pac, { companyId, ruc });
      return { isAccepted: answer.outcome === 'found', cause: causeOf(answer) };
    },
  }),
}));

function causeOf(answer: Awaited<ReturnType<typeof askAccount>>): string | null {
  if ('cause' in answer) return answer.cause;
  return answer.outcome === 'found' ? null : answer.reasons.join('; ');
}

builder.queryField('pacAccounts', (t) =>
  t.field({
    type: [PacAccountType],
    description: 'The first account, and the second one where there is one.',
    extensions: { listLength: 2 },
    resolve: (_, _args, { viewer }) => {
      const { tenant } = viewer();
      return pacAccountsOf(tenant).map((companyId) => ({ tenant, companyId }));
    },
  }),
);
