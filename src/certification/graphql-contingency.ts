// Contingencies in the contract: the admin declares that the PAC or the DGI is down, and that it is back.
import { CONTINGENCY, LONGEST_REASON, mustBeExplained } from '../fiscal/issue-type.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { mutation } from '../graphql/mutation.ts';
import { between } from '../platform/errors.ts';
import { contingencyById, documentsOfContingency, lastContingencies, type Contingency } from './contingency.ts';
import { endContingency, explainContingency, startContingency } from './declare-contingency.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';

const MOST = 100;

type Waiting = { documents: number; waiting: number };

const ContingencyDocumentsType = objectType<Waiting>('ContingencyDocuments', (t) => ({
  total: t.exposeInt('documents'),
  waiting: t.exposeInt('waiting', { description: 'Still to be sent.' }),
}));

const ContingencyType = objectType<Contingency>('Contingency', (t) => ({
  id: t.expose('id', { type: 'UUID' }),
  startedAt: t.expose('started_at', { type: 'DateTime' }),
  ...columns(t, 'String', 'reason', 'started_by'),
  ...columnsOrNull(t, 'String', 'ended_by', {
    explanation: `Why normal operation was not resumed within ${CONTINGENCY.hoursUnexplained} hours.`,
  }),
  mustBeExplained: t.boolean({
    description: `It lasts for more than ${CONTINGENCY.hoursUnexplained} hours and nothing says why: until then nothing is filed, and it cannot end.`,
    resolve: ({ started_at: startedAt, ended_at: endedAt, explanation }, _, { app }) =>
      endedAt === null && explanation === null && mustBeExplained(startedAt, app.clock.now()),
  }),
  endedAt: t.expose('ended_at', { type: 'DateTime', nullable: true }),
  documents: t.field({
    type: ContingencyDocumentsType,
    resolve: ({ id }, _, { inTenant }) => inTenant((db) => documentsOfContingency(db, id)),
  }),
}));

builder.queryField('contingencies', (t) =>
  t.field({
    type: [ContingencyType],
    description: 'Newest first; one that is open has no `endedAt`.',
    args: { limit: t.arg.int({ required: true, defaultValue: 10, description: `At most ${MOST}.` }) },
    resolve: (_, { limit }, { inTenant }) => inTenant((db) => lastContingencies(db, between('limit', limit, 1, MOST))),
  }),
);

const { least, most } = CONTINGENCY.reasonLength;

const CONTINGENCY_BY_ADMIN = { type: ContingencyType, role: 'admin', answer: contingencyById } as const;

builder.mutationFields((t) => ({
  startContingency: mutation(t, {
    ...CONTINGENCY_BY_ADMIN,
    description: `From now on documents are made with the type of issue 02 and are not sent. reason: ${least} to ${LONGEST_REASON} characters, ${most} with the explanation; both are sent to the PAC.`,
    args: {
      reason: t.arg.string({ required: true }),
      startedAt: t.arg({ type: 'DateTime', description: 'Since when it has been down; now, where it is left out.' }),
      explanation: t.arg.string({
        description: `Required when it has lasted for more than ${CONTINGENCY.hoursUnexplained} hours: the explanation.`,
      }),
    },
    write: (db, args, { app, userName }) => startContingency(app, db, args, userName),
  }),
  explainContingency: mutation(t, {
    ...CONTINGENCY_BY_ADMIN,
    description: `Says why normal operation was not resumed within ${CONTINGENCY.hoursUnexplained} hours; documents that have not left say it as well.`,
    args: { explanation: t.arg.string({ required: true }) },
    write: (db, { explanation }) => explainContingency(db, explanation),
  }),
  endContingency: mutation(t, {
    ...CONTINGENCY_BY_ADMIN,
    description: 'The PAC is back: what was made in the contingency is sent, and what is made from now on is normal.',
    args: { explanation: t.arg.string() },
    write: (db, { explanation }, { app, userName }) => endContingency(app, db, explanation, userName),
  }),
}));
