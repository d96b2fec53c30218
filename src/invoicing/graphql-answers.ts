// The PAC's files and data of a document in the contract: its XML, its QR link and the DGI's authorization.
import { notesOn, remarksAmong, xmlAmong } from '../certification/index.ts';
import { filesOfSource, FileType } from '../files/graphql.ts';
import type { Finding } from '../fiscal/finding.ts';
import { builder } from '../graphql/builder.ts';
import { allByKey } from '../graphql/lookup.ts';
import type { Sentence } from '../platform/errors.ts';
import { DebitNoteType } from './graphql-debit-notes.ts';
import { CreditType, InvoiceType } from './graphql-documents.ts';
import { GenericCreditType } from './graphql-generic-notes.ts';
import { FindingType } from './graphql-previews.ts';

interface Authorization {
  protocol: string;
  at: Date | null;
}

const AuthorizationType = builder.objectRef<Authorization>('Authorization').implement({
  description: 'The authorization of a document by the DGI, as the PAC tells it.',
  fields: (t) => ({
    protocol: t.exposeString('protocol'),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'Null where the PAC does not say when.' }),
  }),
});

const notesOnDocument = allByKey(notesOn, (note) => note.document_id);

for (const type of [InvoiceType, CreditType, DebitNoteType, GenericCreditType]) {
  builder.objectFields(type, (t) => ({
    qrUrl: t.string({
      nullable: true,
      description: "Link in the QR code of the printed page: the DGI's check of the document.",
      resolve: (document) => document.qr_url,
    }),
    authorization: t.field({
      type: AuthorizationType,
      nullable: true,
      resolve: ({ authorization_protocol: protocol, authorized_at: at }) =>
        protocol === null ? null : { protocol, at },
    }),
    findings: t.field({
      type: [FindingType],
      description: 'Findings at its filing: the warnings of its preview.',
      resolve: async ({ id }, _, { load }) => {
        const intent = (await load(notesOnDocument, id)).findLast(({ kind }) => kind === 'INTENT');
        return (intent?.detail as { findings?: Finding<Sentence>[] } | undefined)?.findings ?? [];
      },
    }),
    remarks: t.stringList({
      description: 'Remarks of the DGI on a document that it authorizes. They are no rejection.',
      resolve: async ({ id }, _, { load }) => remarksAmong(await load(notesOnDocument, id)),
    }),
    xml: t.field({
      type: FileType,
      nullable: true,
      description: 'The signed XML, once attached; the container with the answer of the DGI where the PAC has one.',
      resolve: async (document, _, { load }) => xmlAmong(await load(filesOfSource, document.id)) ?? null,
    }),
  }));
}
