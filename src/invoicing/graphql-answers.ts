// The PAC's files and data of a document in the contract: its XML, its QR link and the DGI's authorization.
import { certifiedOf, notesOn, remarksAmong, xmlAmong, type CertifiedDocument } from '../certification/index.ts';
import { filesOfSource, FileType } from '../files/graphql.ts';
import type { Finding } from '../fiscal/finding.ts';
import { CERTIFIED_FIELDS, type CertifiedFacts } from '../fiscal/certified.ts';
import { builder, objectType } from '../graphql/builder.ts';
import { columns, columnsOrNull } from '../graphql/columns.ts';
import { allByKey } from '../graphql/lookup.ts';
import type { Sentence } from '../platform/errors.ts';
import { DocumentInterface } from './graphql-document-fields.ts';
import { FindingType } from './graphql-previews.ts';

/** Texts of the file, by the name of their field. */
const TEXTS = {
  cufe: 'As the file has it.',
  number: 'Ten digits, at the billing point.',
  point: 'Code of the billing point.',
  branch: 'Code of the office.',
  issuedAt: 'With the offset of Panama.',
  receiverRuc: 'RUC of the client, without its check digits.',
  protocol: 'Protocol of the authorization by the DGI.',
  unreadable: 'Cause why the file cannot be read.',
} as const;

interface Authorization {
  protocol: string;
  at: Date | null;
}

const AuthorizationType = objectType<Authorization>('Authorization', (t) => ({
  protocol: t.exposeString('protocol'),
  at: t.expose('at', { type: 'DateTime', nullable: true, description: 'Null where the PAC does not say when.' }),
}));

export const CertifiedFieldEnum = builder.enumType('CertifiedField', { values: CERTIFIED_FIELDS });

const CertifiedRateType = objectType<CertifiedFacts['rates'][number]>('CertifiedRate', (t) =>
  columns(t, 'Decimal', 'base', 'itbms', { rate: 'Rate in per cent.' }),
);

const CertifiedType = objectType<CertifiedDocument>('Certified', (t) => ({
  ...columnsOrNull(t, 'Decimal', 'net', 'itbms', 'isc', 'total'),
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, description]) => [
      name,
      t.string({ nullable: true, description, resolve: ({ facts }) => facts[name as keyof typeof TEXTS] ?? null }),
    ]),
  ),
  rates: t.field({ type: [CertifiedRateType], resolve: ({ facts }) => facts.rates ?? [] }),
  remarks: t.stringList({ resolve: ({ facts }) => facts.remarks ?? [] }),
  ...columns(t, [CertifiedFieldEnum], 'differs_by'),
}));

const certifiedById = allByKey(certifiedOf, (row) => row.document_id);
const notesOnDocument = allByKey(notesOn, (note) => note.document_id);

builder.interfaceFields(DocumentInterface, (t) => ({
  qrUrl: t.exposeString('qr_url', { nullable: true }),
  authorization: t.field({
    type: AuthorizationType,
    nullable: true,
    resolve: ({ authorization_protocol: protocol, authorized_at: at }) => (protocol === null ? null : { protocol, at }),
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
  certified: t.field({
    type: CertifiedType,
    nullable: true,
    description: 'Null while there is no XML.',
    resolve: async ({ id }, _, { load }) => (await load(certifiedById, id))[0] ?? null,
  }),
  xml: t.field({
    type: FileType,
    nullable: true,
    description: 'The signed XML, once attached; the container with the answer of the DGI where the PAC has one.',
    resolve: async (document, _, { load }) => xmlAmong(await load(filesOfSource, document.id)) ?? null,
  }),
}));
