// Links to documents in the contract.
import { builder, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { oneOrNullByKey } from '../graphql/lookup.ts';
import { mutation } from '../graphql/mutation.ts';
import { ID } from '../graphql/roots.ts';
import { counterOf } from './counter.ts';
import {
  findLink,
  linksOfDocuments,
  pathOf,
  revokeDocumentLink,
  shareDocument,
  type DocumentLink,
} from './share-document.ts';

export const linkOfDocument = oneOrNullByKey(linksOfDocuments, ({ id }: DocumentLink) => id);

export const DocumentLinkType = objectType<DocumentLink>('DocumentLink', (t) => ({
  id: t.expose('id', { type: 'UUID', description: 'Id of the document.' }),
  path: t.string({ nullable: true, resolve: (link) => (link.revoked_at === null ? pathOf(link) : null) }),
  ...columns(t, 'String', 'created_by'),
  ...columns(t, 'DateTime', 'created_at'),
  ...columns(t, 'Int', { views: 'Looks at the page, one a minute at most, also by programs that preview links.' }),
  ...columnsOrNull(t, 'DateTime', 'revoked_at', { viewed_at: 'Instant of the last look.' }),
}));

builder.mutationFields((t) => ({
  shareDocument: mutation(t, {
    type: DocumentLinkType,
    role: 'cashier',
    description: 'Makes the link, or answers the one that there is.',
    args: { documentId: t.arg(ID) },
    write: (db, { documentId }, caller) => shareDocument(db, documentId, counterOf(caller)),
    answer: findLink,
  }),
  revokeDocumentLink: mutation(t, {
    type: DocumentLinkType,
    role: 'operator',
    description: 'Ends the link at once; a new one has another address.',
    whileSuspended: true,
    args: { documentId: t.arg(ID) },
    write: (db, { documentId }) => revokeDocumentLink(db, documentId),
    answer: findLink,
  }),
}));
