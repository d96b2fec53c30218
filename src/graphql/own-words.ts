// What integrators keep with our records, and the times by which they follow them: the same fields on every type that they synchronise.
import type { builder } from './builder.ts';

type Types = (typeof builder)['$inferSchemaTypes'];

/** `created_at` of a document is that of its legal row. */
interface OwnWordsRecord {
  external_id: string | null;
  metadata: unknown;
  created_at: Date;
  updated_at: Date;
}

export const ownWords = <Row extends OwnWordsRecord>(t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>) => ({
  externalId: t.string({
    nullable: true,
    description: 'What the integrator calls it; no other of its type has it.',
    resolve: ({ external_id }) => external_id,
  }),
  metadata: t.field({
    type: 'JSON',
    nullable: true,
    description: 'What the integrator keeps with it.',
    resolve: ({ metadata }, _, { answer }) => answer.addJson(metadata),
  }),
  createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
  updatedAt: t.field({
    type: 'DateTime',
    description: 'When what it shows was last changed.',
    resolve: ({ updated_at }) => updated_at,
  }),
});

const EXTERNAL_ID = {
  description:
    'What you call it: 1 to 255 printable characters, which no other of its type has. null takes it away, left out it stays.',
};
const METADATA = {
  type: 'JSON',
  description: 'What you keep with it: an object of at most 50 keys and 4 kB, in place of the one before.',
} as const;

export const ownWordsInput = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  externalId: t.string(EXTERNAL_ID),
  metadata: t.field(METADATA),
});

/** The same for a mutation without an input object. */
export const ownWordsArgs = (t: PothosSchemaTypes.MutationFieldBuilder<Types, Types['Root']>) => ({
  externalId: t.arg.string(EXTERNAL_ID),
  metadata: t.arg(METADATA),
});
