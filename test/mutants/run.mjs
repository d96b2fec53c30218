// `npm run mutate -- fences | roles | few`: every condition on the tenant is left out, and every check of a role lowered; says which of them
// no story notices.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from '../support/start-test-server.ts';
import { conditionsOf, rolesOf, sources } from './labels.mjs';

const USAGE = `Usage: npm run mutate -- fences [PATTERN] | roles | few

  fences   while the stories run over twins, each statement is also sent without each of its conditions on the tenant
  roles    each check of a role asks for less; the story of who may do what must fail for its field
  few      the same with the story of isolation alone, which must notice 120 of them, and one condition in the code itself
`;
const ROOT = join(import.meta.dirname, '..', '..');
const TENANCY = ['test/stories/tenancy.test.ts'];
const STORIES = [
  'test/stories/*.test.ts',
  'test/attacks/*.test.ts',
  'test/faults/{strangers,lost-duties,webhooks-killed}.test.ts',
  '{src/cli,kits/demo,kits/groups}/*.test.ts',
];
const folder = mkdtempSync(join(tmpdir(), 'folio-mutants-'));

function stories(files, env, ...more) {
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    './test/mutants/in-passing.mjs',
    '--test',
    '--test-isolation=none',
  ];
  const options = ['--test-force-exit', '--test-timeout=300000', '--test-reporter=spec', ...more];
  const run = spawnSync(process.execPath, [...args, ...options, ...files], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return { passed: run.status === 0, said: run.stdout };
}

function tell(what, ids, killed) {
  const survived = ids.filter((id) => !killed.has(id));
  for (const id of survived) console.log(`survived: ${id}`);
  console.log(`${what}: ${ids.length} mutants, ${ids.length - survived.length} killed, ${survived.length} survived`);
  return survived.length === 0;
}

/** One file at a time: what each says comes at once, and a story that hangs takes nothing with it. */
function fences(pattern = '') {
  const results = join(folder, 'results');
  const killed = new Set();
  const ids = sources().flatMap(([path, source]) => conditionsOf(path, source).map(({ id }) => id));
  const files = STORIES.flatMap((glob) => globSync(glob, { cwd: ROOT })).filter((file) => file.includes(pattern));
  for (const file of files) {
    stories([file], { TEST_TWINS: 'on', FENCE_RESULTS: results, FENCE_KILLED: JSON.stringify([...killed]) });
    const lines = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n') : [];
    for (const line of lines.filter(Boolean).map((one) => JSON.parse(one))) if (line.killed) killed.add(line.id);
    console.log(`${file}: ${killed.size} of ${ids.length} killed so far`);
  }
  return tell('conditions', ids, killed);
}

function roles() {
  const sites = sources().flatMap(([path, source]) => rolesOf(path, source));
  const { said } = stories(TENANCY, { FENCE_ROLES: 'lowered' }, '--test-name-pattern=D47');
  const killed = sites.filter(({ field }) => new RegExp(`✖ ${field} (needs|is refused)`).test(said));
  return tell(
    'roles',
    sites.map(({ id, field }) => `${id} ${field}`),
    new Set(killed.map(({ id, field }) => `${id} ${field}`)),
  );
}

/** The story of isolation alone; and one condition, another each day, in the code itself. */
function few() {
  const results = join(folder, 'results');
  const only = '--test-name-pattern=A37.*twin';
  const { passed } = stories(TENANCY, { FENCE_RESULTS: results }, only);
  const lines = readFileSync(results, 'utf8').trim().split('\n');
  const found = lines.map((line) => JSON.parse(line)).filter((one) => one.killed);
  const killed = [...new Set(found.map(({ id }) => id))];
  console.log(`conditions: ${killed.length} killed by the story of isolation alone`);
  const one = killed[Math.floor(Date.now() / 86_400_000) % killed.length];
  const isKilled = !stories(TENANCY, { FENCE_MUTANT: one }, only).passed;
  return tell('conditions of today', [one], new Set(isKilled ? [one] : [])) && passed && killed.length >= 120;
}

const modes = { fences, roles, few };
const [mode, pattern] = process.argv.slice(2);
if (!modes[mode]) {
  console.error(USAGE);
  process.exit(2);
}
const server = process.env.TEST_DATABASE_URL === undefined ? await startTestServer() : undefined;
if (server) process.env.TEST_DATABASE_URL = server.url;
try {
  process.exitCode = modes[mode](pattern) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
  await server?.close();
}
