// Whether something can be done with a document now.
import { objectType } from '../graphql/builder.ts';
import { columnsOrNull } from '../graphql/columns.ts';
import type { DocumentAction } from './document-actions.ts';

export const DocumentActionType = objectType<DocumentAction>('DocumentAction', (t) => ({
  name: t.exposeString('name', { description: 'The mutation.' }),
  isAllowed: t.exposeBoolean('isAllowed'),
  because: t.string({
    nullable: true,
    description: 'Why not.',
    resolve: ({ because }, _, { say }) => because && say(because),
  }),
  ...columnsOrNull(t, 'DateTime', 'until'),
}));
