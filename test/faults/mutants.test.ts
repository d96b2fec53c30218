// Each mutant still fits the code; `npm run mutants` is what tries them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { MUTANTS } from './mutants/list.ts';
import { mutated } from './mutants/mutant.ts';
import { exitCodeOf, verdictOf, type Verdict } from './mutants/verdict.ts';

test('there are at least 60 mutants, each with a name of its own', () => {
  assert.ok(MUTANTS.length >= 60);
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
});

test('each mutant changes one place of the code, and what comes of it can be read', () => {
  for (const mutant of MUTANTS) {
    assert.notEqual(mutant.from, mutant.to, mutant.name);
    assert.doesNotThrow(() => stripTypeScriptTypes(mutated(mutant)), mutant.name);
  }
});

test('each story that kills a mutant is there', () => {
  for (const { name, story } of MUTANTS)
    assert.ok(story === undefined || existsSync(join(import.meta.dirname, '..', story)), name);
});

test('what fits twice, or no more, is refused', () => {
  const mutant = { name: 'one', file: 'main.ts', from: 'a', to: 'b' };
  assert.equal(mutated(mutant, 'xax'), 'xbx');
  assert.throws(() => mutated(mutant, 'aa'), /more than once/);
  assert.throws(() => mutated(mutant, 'x'), /nowhere/);
});

test('a mutant that came to no verdict neither survives nor is killed, and the exit code says so', () => {
  assert.equal(verdictOf({ runs: 0, objection: null }), 'NO VERDICT');
  assert.equal(verdictOf({ runs: 3, objection: null }), 'SURVIVES');
  assert.equal(verdictOf({ runs: 3, objection: 'one was filed twice' }), 'killed');
  const codes: [Verdict[], number][] = [
    [[], 0],
    [['killed'], 0],
    [['killed', 'NO VERDICT'], 3],
    [['SURVIVES', 'killed'], 1],
    [['NO VERDICT', 'SURVIVES'], 1],
  ];
  for (const [verdicts, code] of codes) assert.equal(exitCodeOf(verdicts), code, verdicts.join());
});
