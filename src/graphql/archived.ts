// Archiving in the contract: the same field on every type that can be archived, and the same argument of every list of them.
import type { Fields } from './columns.ts';

export const archivedAt = <Row extends { archived_at: Date | null }>(t: Fields<Row>) => ({
  archivedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Since when nothing new may name it; null: it is offered.',
    resolve: ({ archived_at }) => archived_at,
  }),
});

/** Field of a change. */
export const ARCHIVED = {
  description: 'true archives it: it leaves the lists, and nothing new may name it. false restores it.',
};

/** Argument of a list. */
export const ARCHIVED_IN_LIST = {
  defaultValue: false,
  description: 'false: those that are not archived; true: archived ones alone; null: all.',
};

/** The records of a list that is read whole. */
export function listed<Row extends { archived_at: Date | null }>(
  rows: readonly Row[],
  archived: boolean | null | undefined,
): Row[] {
  return rows.filter((row) => archived === null || (row.archived_at !== null) === (archived ?? false));
}
