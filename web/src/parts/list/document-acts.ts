// Actions on many documents at once.
import type { AnyVariables, TypedDocumentNode } from 'urql';
import type { FiscalDocumentType } from '../../api/answers.ts';
import { SendDocument } from '../../api/counter.ts';
import { AttachPdf } from '../../api/invoices.ts';
import { CheckDocument } from '../../api/operations.ts';
import type { Act } from './list-kind.ts';

type Document = { id: string; number: string };

/** The same with each of them; what will be done is said before it is begun. */
export const actOnEach = <Variables extends AnyVariables>(
  name: 'pdf' | 'send' | 'check' | 'apply' | 'invoice',
  icon: Act<Document>['icon'],
  mutation: TypedDocumentNode<unknown, Variables>,
  variablesOf: (id: string) => Variables,
): Act<Document> => ({
  name: `bulk.${name}`,
  icon,
  about: `bulk.${name}About`,
  mutation,
  variablesOf: ({ id }) => variablesOf(id) ?? {},
  nameOf: ({ number }) => number,
});

export const documentActs = (sourceType: FiscalDocumentType): readonly Act<Document>[] => [
  actOnEach('pdf', 'file', AttachPdf, (sourceId) => ({ sourceId, sourceType })),
  actOnEach('send', 'mail', SendDocument, (documentId) => ({ documentId })),
  actOnEach('check', 'operations', CheckDocument, (documentId) => ({ documentId })),
];
