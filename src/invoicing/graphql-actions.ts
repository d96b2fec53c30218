// Whether something can be done with a document now.
import { builder } from '../graphql/builder.ts';
import { columnsOrNull } from '../graphql/columns.ts';
import type { DocumentAction } from './document-actions.ts';

export const DocumentActionType = builder.objectRef<DocumentAction>('DocumentAction').implement({
  description: 'Whether the caller may do something with a document now, by the checks of the mutation itself.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The mutation.' }),
    isAllowed: t.exposeBoolean('isAllowed'),
    because: t.string({
      nullable: true,
      description: 'Why not.',
      resolve: ({ because }, _, { say }) => because && say(because),
    }),
    ...columnsOrNull(t, 'DateTime', 'until'),
  }),
});
