// The walls of the architecture, held against the project; and each of them against a small tree in which it must fall.
import assert from 'node:assert/strict';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { assertEach } from './support/assert-each.ts';
import { definingFiles, importsOf, projectFiles, readSources, withoutComments } from './support/sources.ts';
import type { Source } from './support/sources.ts';
import { holdsLogic, linesOfLogic } from './support/logic.ts';
import { PROOFS, type Tree } from './support/wall-proofs.ts';
import { NAMED_FILES, WALLS } from './support/walls.ts';

const ROOT = join(import.meta.dirname, '..');
// The trees in which the walls must fall contain everything that is forbidden.
const project = readSources(ROOT, projectFiles(ROOT)).filter(({ path }) => path !== 'test/support/wall-proofs.ts');

for (const wall of WALLS) {
  test(`wall: ${wall.name}`, () => {
    const breaches = wall.breaches(project);
    assert.ok(breaches.length === 0, `${wall.because}, but\n  ${breaches.join('\n  ')}`);
  });
}

/** Lines of logic in src, web and kits. Lower it when there are fewer; a change that raises it names its feature in the changelog. */
const MOST_LINES = 69_495;

test('lines of logic may fall, and do not rise by themselves', () => {
  const counted = project.filter(({ path }) => holdsLogic(path));
  const lines = counted.reduce((sum, { text }) => sum + linesOfLogic(text), 0);
  assert.ok(lines <= MOST_LINES, `${lines} lines of logic, of at most ${MOST_LINES}`);
  assert.ok(lines > MOST_LINES - 300, `${lines} lines of logic: MOST_LINES can be lowered`);
});

const COUNTED: readonly (readonly [text: string, lines: number])[] = [
  ["import a from 'a';\nimport {\n  b,\n} from 'b';\nexport { c } from 'c';\n\nconst d = 1;\n", 1],
  ['/** Of\n * two lines. */\nfunction a() {\n  // why\n  return 1;\n}\n', 3],
  ["const late = await import('a');\n{/* said */}\n", 1],
];

for (const [text, lines] of COUNTED)
  test(`${JSON.stringify(text)} has ${lines} of them`, () => assert.equal(linesOfLogic(text), lines));

test('the walls speak of files that exist', () => {
  const missing = NAMED_FILES.filter((glob) => !project.some(({ path }) => matchesGlob(path, glob)));
  assert.deepEqual(missing, []);
});

test('the project is read, not an empty folder', () => {
  assert.ok(project.length > 100, `${project.length} files`);
  assert.ok(project.flatMap(importsOf).length > 500);
});

function tree(files: Tree): Source[] {
  return Object.entries(files).map(([path, text]) => ({ path, text, bytes: text.length }));
}

for (const wall of WALLS) {
  test(`it can fall: ${wall.name}`, () => {
    const proof = PROOFS[wall.name];
    assert.ok(proof, 'a wall that was never seen to fall may be no wall');
    assert.deepEqual(wall.breaches(tree(proof.stands)), []);
    for (const change of proof.falls) {
      const breaches = wall.breaches(tree({ ...proof.stands, ...change }));
      assert.equal(breaches.length, 1, `${JSON.stringify(change)}: ${JSON.stringify(breaches)}`);
    }
  });
}

const IMPORTS = [
  [`import { a, type B, c as d } from './x.ts';`, [['src/m/x.ts', 'value', ['a', 'B', 'c']]]],
  [`import type { A } from '../x.ts';`, [['src/x.ts', 'type', ['A']]]],
  [`import x, * as y from 'pkg/sub';`, [['pkg/sub', 'value', ['default', '*']]]],
  [`import {\n  a,\n  b,\n} from './x.ts';`, [['src/m/x.ts', 'value', ['a', 'b']]]],
  [`import './x.ts';`, [['src/m/x.ts', 'value', ['*']]]],
  [
    `export * from './x.ts';\nexport { a } from "./y.ts";`,
    [
      ['src/m/x.ts', 'value', ['*']],
      ['src/m/y.ts', 'value', ['a']],
    ],
  ],
  [`const late = await import('./x.ts');`, [['src/m/x.ts', 'value', ['*']]]],
  [`new Worker(new URL('x.ts', import.meta.url));`, [['src/m/x.ts', 'file', ['*']]]],
  [`// import { a } from './x.ts';\n/* import b from './y.ts' */`, []],
  [`const text = "it's"; // from './x.ts'\nexport const a = 1;\nconst b = { from: 'y' };`, []],
  [`export const at = 'import';\nselect(1).from('tables');`, []],
] as const;

for (const [text, expected] of IMPORTS) {
  test(`imports of ${JSON.stringify(text)}`, () => {
    const found = importsOf({ path: 'src/m/file.ts', text, bytes: text.length });
    assertEach(found, ({ to, kind, names }) => [to, kind, names], expected);
  });
}

const COMMENTS = [
  [`a // b`, `a     `],
  [`a /* b\nc */ d`, `a     \n     d`],
  [`'http://x' // y`, `'http://x'     `],
  ['`select 1 -- a // b`', '`select 1 -- a // b`'],
  [`x = /["'\`]\\/\\//; // y`, `x = /["'\`]\\/\\//;     `],
  [`a / b // c`, `a / b     `],
] as const;

for (const [text, expected] of COMMENTS) {
  test(`${JSON.stringify(text)} without its comments`, () => assert.equal(withoutComments(text), expected));
}

test('a name is followed through index.ts to the file that defines it', () => {
  const sources = new Map(
    tree({
      'src/a/index.ts': `export { x } from './x.ts'; export * from './b/index.ts';`,
      'src/a/b/index.ts': `export { y } from './y.ts';`,
    }).map((source) => [source.path, source]),
  );
  const [taken] = importsOf({ path: 'src/c.ts', text: `import { x } from './a/index.ts';`, bytes: 0 });
  assert.deepEqual(definingFiles(taken!, sources), ['src/a/x.ts']);
});
