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
