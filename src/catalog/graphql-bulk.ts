// Answers of mutations that take a thousand rows.
import { builder, objectType } from '../graphql/builder.ts';
import { DomainError, type ErrorCode, type Sentence } from '../platform/errors.ts';
import type { LineOutcome, Written } from '../requests/index.ts';

export const MOST_ROWS = 1000;

const OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const satisfies LineOutcome[];

interface BulkProblem {
  code: ErrorCode;
  sentence: Sentence;
}

interface BulkRow {
  index: number;
  id: string | null;
  outcome: LineOutcome;
  problems: BulkProblem[];
}

const BulkOutcomeEnum = builder.enumType('BulkOutcome', { values: OUTCOMES });

const BulkErrorType = objectType<BulkProblem>('BulkError', (t) => ({
  code: t.exposeString('code'),
  field: t.string({
    nullable: true,
    resolve: ({ sentence }) => {
      const { field } = sentence.params;
      return typeof field === 'string' ? field : null;
    },
  }),
  message: t.string({ resolve: ({ sentence }, _, { say }) => say(sentence) }),
  parameters: t.field({ type: 'JSON', resolve: ({ sentence }) => sentence.params }),
}));

const BulkRowType = objectType<BulkRow>('BulkRow', (t) => ({
  index: t.exposeInt('index', { description: 'In what was asked for, from 0.' }),
  id: t.expose('id', { type: 'UUID', nullable: true, description: 'Null where it was refused.' }),
  outcome: t.expose('outcome', { type: BulkOutcomeEnum }),
  errors: t.expose('problems', { type: [BulkErrorType], extensions: { listLength: 1 } }),
}));

/** Stored with an idempotency key as well, with the ids of the changed rows. */
export type BulkResult = ReturnType<typeof bulkResult>;

export function bulkResult(written: readonly Written[]) {
  const rows = written.map((one, index): BulkRow => {
    if (!(one instanceof DomainError)) return { index, id: one.id ?? null, outcome: one.outcome, problems: [] };
    const problems = one.problems.length > 0 ? one.problems : [one];
    return {
      ...{ index, id: null, outcome: 'REFUSED' },
      problems: problems.map(({ code, sentence }) => ({ code, sentence })),
    };
  });
  const changed = rows.filter(({ outcome }) => outcome === 'CREATED' || outcome === 'UPDATED').map(({ id }) => id!);
  return { rows, changed };
}

const BulkResultType = objectType<BulkResult>('BulkResult', (t) => ({
  rows: t.expose('rows', { type: [BulkRowType], extensions: { listLength: MOST_ROWS } }),
  ...Object.fromEntries(
    OUTCOMES.map((outcome) => [
      outcome.toLowerCase(),
      t.int({ resolve: ({ rows }) => rows.filter((row) => row.outcome === outcome).length }),
    ]),
  ),
}));

/** A mutation that answers one, and the same again when its request comes again. */
export const BULK = {
  type: BulkResultType,
  remember: (result: BulkResult) => result,
  answer: async (_: unknown, result: BulkResult) => result,
};
