// External id and metadata of integrators, and the times of changes: the same fields on every synchronised type.
import type { Fields } from './columns.ts';
import type { MutationFields, InputFields } from './builder.ts';

/** `created_at` of a document is that of its legal row. */
interface OwnWordsRecord {
  external_id: string | null;
  metadata: unknown;
  created_at: Date;
  updated_at: Date;
}

export const ownWords = <Row extends OwnWordsRecord>(t: Fields<Row>) => ({
  externalId: t.string({
    nullable: true,
    description: "The integrator's id; unique within its type.",
    resolve: ({ external_id }) => external_id,
  }),
  metadata: t.field({
    type: 'JSON',
    nullable: true,
    description: "The integrator's own data.",
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
    'Your own id: 1 to 255 printable characters, unique within its type. null removes it; omitted, it stays.',
};
const METADATA = {
  type: 'JSON',
  description: 'Your own data: an object of at most 50 keys and 4 kB, which replaces the stored one.',
} as const;

export const ownWordsInput = (t: InputFields) => ({ externalId: t.string(EXTERNAL_ID), metadata: t.field(METADATA) });

/** The same for a mutation without an input object. */
export const ownWordsArgs = (t: MutationFields) => ({
  externalId: t.arg.string(EXTERNAL_ID),
  metadata: t.arg(METADATA),
});
