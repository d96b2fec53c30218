// Each mutant still fits the code; `npm run mutants` is what tries them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MUTANTS } from './mutants/list.ts';
import { mutated } from './mutants/mutant.ts';
import { openTrials } from './mutants/trials.ts';
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

test('mutants that are stopped go on with those that have no verdict, on the same commit', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'folio-mutants-')), 'verdicts.json');
  const [one, two, three] = ['one', 'two', 'three'].map((name) => ({ name, file: 'main.ts', from: 'a', to: 'b' }));
  const asked = { commit: 'c1', seed: 's', most: '400' };
  const first = openTrials(asked, [one!, two!, three!], file);
  assert.deepEqual([first.take(), first.take()], [one, two]);
  first.tried(two!, { runs: 7, objection: 'it was lost' });
  first.tried(one!, { runs: 0, objection: null });
  // Stopped here. What is asked for now is all that the result is about.
  const second = openTrials(asked, [one!, two!, three!], file);
  assert.deepEqual([second.take(), second.take(), second.take()], [one, three, undefined]);
  second.tried(three!, { runs: 400, objection: null });
  assert.deepEqual(
    [...second.results()].map(([name, found]) => `${name} ${verdictOf(found)}`),
    ['one NO VERDICT', 'two killed', 'three SURVIVES'],
  );
  assert.deepEqual([...openTrials(asked, [two!], file).results().keys()], ['two']);
  for (const other of [{ commit: 'c2' }, { seed: 't' }, { most: '10' }])
    assert.throws(() => openTrials({ ...asked, ...other }, [one!], file), /another/);
});
