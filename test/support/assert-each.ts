// A list is compared by what counts of each row, in order: `assertEach(inbox, ({ state }) => state, ['APPLIED'])`.
// A message is handed on only where there is one: node refuses one that is undefined.
import assert from 'node:assert/strict';

export function assertEach<Rows extends readonly unknown[]>(
  rows: Rows,
  of: (row: Rows[number], at: number) => unknown,
  expected: readonly unknown[],
  ...message: [string?]
): void {
  assert.deepEqual(rows.map(of), expected, ...(message as []));
}

/** No row is so; those that are, are shown. */
export function assertNone<Rows extends readonly unknown[]>(
  rows: Rows,
  isSo: (row: Rows[number], at: number) => unknown,
  ...message: [string?]
): void {
  assert.deepEqual(rows.filter(isSo), [], ...(message as []));
}
