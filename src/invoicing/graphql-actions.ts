// Whether something can be done with a document now.
import { pdfAmong } from '../certification/index.ts';
import { filesOfSource } from '../files/graphql.ts';
import { objectType } from '../graphql/builder.ts';
import { columnsOrNull, type Fields } from '../graphql/columns.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Load } from '../graphql/lookup.ts';
import type { Asking, DocumentAction } from './document-actions.ts';

export const DocumentActionType = objectType<DocumentAction>('DocumentAction', (t) => ({
  name: t.exposeString('name', { description: 'The mutation.' }),
  isAllowed: t.exposeBoolean('isAllowed'),
  because: t.string({ nullable: true, resolve: ({ because }, _, { say }) => because && say(because) }),
  ...columnsOrNull(t, 'DateTime', 'until'),
}));

/** Actions on a document, by what is read for them beside its files. */
export function actionsField<Row extends { id: string }, Facts>(
  t: Fields<Row>,
  read: (load: Load, row: Row) => Promise<Facts>,
  actionsOf: (row: Row, facts: Facts, asking: Asking) => DocumentAction[],
) {
  const resolve = async (row: Row, _: unknown, { app: { clock, pac }, viewer, load }: RequestContext) => {
    const [facts, files] = await Promise.all([read(load, row), load(filesOfSource, row.id)]);
    return actionsOf(row, facts, { viewer: viewer(), clock, hasPdf: pdfAmong(files) !== undefined, pac });
  };
  return t.field({ type: [DocumentActionType], resolve } as never);
}
