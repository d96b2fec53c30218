import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { contradicts, isTerminal, nextLegalStatus } from './legal-status.ts';
import type { LegalStatus } from './legal-status.ts';

const P = 'PAC_AUTHORIZED';
const A = 'DGI_AUTHORIZED';
const R = 'PAC_REJECTED';
const D = 'DGI_REJECTED';
const terminal = { stays: 'terminal' } as const;
const same = { stays: 'same' } as const;

const ROWS: [LegalStatus | null, LegalStatus, ReturnType<typeof nextLegalStatus>][] = [
  [null, P, { to: P }],
  [null, A, { to: A }],
  [null, R, { to: R }],
  [null, D, { to: D }],
  [P, P, same],
  [P, A, { to: A }],
  [P, D, { to: D }],
  [P, R, { stays: 'backwards' }],
  [A, P, terminal],
  [A, A, same],
  [A, R, terminal],
  [A, D, terminal],
  [D, P, terminal],
  [D, A, terminal],
  [D, R, terminal],
  [D, D, same],
  [R, P, terminal],
  [R, A, terminal],
  [R, D, terminal],
  [R, R, same],
];

for (const [current, said, expected] of ROWS) {
  test(`${current ?? 'nothing yet'} and ${said} is said: ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(nextLegalStatus(current, said), expected);
  });
}

const CONTRADICTIONS: [LegalStatus, LegalStatus][] = [
  [P, R],
  [A, R],
  [A, D],
  [D, A],
  [R, P],
  [R, A],
];

test('what is said contradicts what is known only where one is a rejection and the other did not lead to it', () => {
  for (const [current, said] of ROWS) {
    const expected = CONTRADICTIONS.some(([known, word]) => known === current && word === said);
    assert.equal(contradicts(current, said), expected, `${current} and ${said}`);
  }
});

test('whatever is said in whatever order, a terminal status never changes and at most two moves happen', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<LegalStatus>(P, A, R, D), { maxLength: 20 }), (said) => {
      let status: LegalStatus | null = null;
      let moves = 0;
      for (const word of said) {
        const before: LegalStatus | null = status;
        const move = nextLegalStatus(before, word);
        if ('to' in move) {
          assert.ok(!isTerminal(before));
          status = move.to;
          moves += 1;
        }
      }
      assert.ok(moves <= 2);
    }),
  );
});
