// `npm test`: the static check and every test, in groups that run in lanes; ends with the totals of all of them.
import { spawn } from 'node:child_process';
import { closeSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './check.ts';
import type { OwnDatabase } from './support/databases.ts';
import type { GroupCounts } from './support/report.ts';
import { startTestServer } from './support/start-test-server.ts';

const USAGE = `Usage: npm test -- [--fast] [--stories] [--browser] [--drills] [--nightly] [--short] [--only PATTERN]

  --fast          only types and pure rules, in seconds
  --stories       only what has a database: stories and faults (TEST_DATABASE_URL chooses a PostgreSQL)
  --browser       only the dashboard, driven in Chromium; skipped with a message where there is none
  --drills        only backup, restore, replicas, pgbouncer, upgrade, and the runbook's commands; each is skipped with a message
                  where the programs that it needs are not installed
  --nightly       only the drills that take longest: a lost machine, many instances, a full disk, lost calls, groups, the image, a release
  --short         with --browser or --drills: without the files that take longest, as .ci/run does; .ci/nightly runs them
  --only PATTERN  only files whose path contains the pattern, else tests whose name matches it; no static check
`;

const ROOT = join(import.meta.dirname, '..');
/** For a test that hangs; a busy machine makes tests slow, and not wrong. */
const ONE_TEST_MS = 1_200_000;

interface Group {
  name: string;
  files: string[];
  exclude?: string[];
  /** Left out by --short. */
  long?: string[];
  /** Tests that share a process share what is dear to start; tests that kill things, or move their clock, are better kept apart. */
  isolation: 'none' | 'process';
  hasDatabase: boolean;
  /** Leaves out, or takes alone, the files that start programs, servers or databases. */
  starts?: boolean;
  /** Files at once, where each has a process; one less than there are cores unless told otherwise. */
  atOnce?: number;
  /** Run by its own option: it needs what not every machine has, a browser or servers of its own, and takes its time. */
  option?: 'browser' | 'drills' | 'nightly';
  /** More files are run in parts: one lane would take too long, and what a file has opened stays open until its part ends. */
  atMost?: number;
}

const BESIDE_THE_CODE = ['{src,kits,simulator,web}/**/*.test.ts'];
/** Imports of a test that starts a process; the command line's open databases, and sent tables are read by processes. */
const STARTS =
  /'node:(child_process|net|http)'|local-server|test-server|support\/world|simulator\/server|server\.ts'|s3-stand-in|test-support|worst-files/;

/** Drills that build a release, an image or a cluster of machines, or fill a disk. */
const LONG_DRILLS = [
  'test/drills/{database-hosts,failover,first-look,full-disk,groups,image,log-sink,lost-calls,many-instances,overlapping,release}.test.ts',
];

/** Files of the browser that leave the demo as others take it: they share a service and a browser, whose start is most of what a short one costs. */
const ON_ONE_DEMO =
  'test/browser/{assistants,camera,first-hour,generic-notes,links,log,papers,receiving,sales,stock-day,transfers,turnover,way-back}.test.ts';

/** Lanes run beside each other, three for two cores: a lane often waits. Each takes the next group; the first begins with the static check. */
const LANES = 3;

// The longest first, so that all lanes end at about the same time.
const GROUPS: readonly Group[] = [
  {
    name: 'project',
    files: ['{test,packages}/**/*.test.ts'],
    exclude: ['test/{stories,faults,browser,drills,tools}/**'],
    isolation: 'none',
    hasDatabase: true,
  },
  { name: 'faults', files: ['test/faults/**/*.test.ts'], isolation: 'process', hasDatabase: true },
  { name: 'stories', files: ['test/stories/*.test.ts'], isolation: 'none', hasDatabase: true, atMost: 18 },
  { name: 'programs', files: BESIDE_THE_CODE, isolation: 'none', hasDatabase: false, starts: true },
  { name: 'rules', files: BESIDE_THE_CODE, isolation: 'none', hasDatabase: false, starts: false, atMost: 70 },
  { name: 'browser, on one demo', files: [ON_ONE_DEMO], isolation: 'none', hasDatabase: true, option: 'browser' },
  {
    name: 'browser',
    files: ['test/browser/**/*.test.ts'],
    exclude: [ON_ONE_DEMO],
    long: ['test/browser/{counter,documents,every-page,lost-answers}.test.ts'],
    isolation: 'process',
    // A page waits for the browser, the service and the network's answers more than it works.
    atOnce: 2,
    hasDatabase: true,
    option: 'browser',
  },
  {
    name: 'drills',
    files: ['test/drills/**/*.test.ts'],
    exclude: LONG_DRILLS,
    long: ['test/drills/{compose,operations,pgbouncer,rotation}.test.ts'],
    isolation: 'process',
    hasDatabase: true,
    option: 'drills',
  },
  { name: 'long drills', files: LONG_DRILLS, isolation: 'process', hasDatabase: true, option: 'nightly' },
];

interface Outcome {
  group: string;
  counts: GroupCounts;
  passed: boolean;
}

const options = readOptions();
const started = performance.now();
const isWhole = !options.stories && options.chosen === undefined && options.only === undefined;
const groups = chosenGroups();
const outcomes: Outcome[] = [];
let passed = true;
// One server for all of them, where the environment names none.
const server =
  process.env['TEST_DATABASE_URL'] === undefined && groups.some(({ hasDatabase }) => hasDatabase)
    ? await startTestServer()
    : undefined;
if (server) process.env['TEST_DATABASE_URL'] = server.url;
const template = groups.some(({ hasDatabase }) => hasDatabase) ? await ownTemplate() : undefined;
const browsed = groups.filter(({ option }) => option === 'browser').flatMap(({ files }) => files);
const demo = browsed.length > 0 ? await prepareBrowser(browsed) : undefined;
try {
  const waiting = [...groups];
  const later = Array.from({ length: isWhole ? LANES - 1 : 0 }, () => runLane(waiting));
  if (isWhole) passed = await check(options.fast ? 'types' : 'all');
  await Promise.all([runLane(waiting), ...later]);
} finally {
  if (demo !== undefined) rmSync(demo, { recursive: true, force: true });
  await template?.drop();
  await server?.close();
}
process.exitCode = sumUp() ? 0 : 1;

/** The migrated database whose copies the tests take. */
async function ownTemplate(): Promise<OwnDatabase> {
  const { makeTemplate } = await import('./support/databases.ts');
  const made = await makeTemplate(process.env['TEST_DATABASE_URL']!);
  process.env['TEST_TEMPLATE'] = made.name;
  return made;
}

/** Says which browser it is; answers the folder of a demo whose copies the files take, where they are several. */
async function prepareBrowser(files: readonly string[]): Promise<string | undefined> {
  const { browserPath, noBrowser, shellPath } = await import('./browser/support/browser.ts');
  if (noBrowser) return undefined;
  console.log(
    `pages are driven in ${shellPath}, ${shellPath === browserPath ? 'the whole browser' : "Chromium's shell"}`,
  );
  if (files.length === 1) return undefined;
  const { makeDemo } = await import('./browser/support/start-demo.ts');
  return (process.env['TEST_DEMO'] = await makeDemo());
}

async function runLane(waiting: Group[]): Promise<void> {
  for (let group = waiting.shift(); group; group = waiting.shift()) outcomes.push(await runGroup(group));
}

interface Options {
  fast: boolean;
  stories: boolean;
  short: boolean;
  chosen: Group['option'];
  only: string | undefined;
}

function readOptions(): Options {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: {
        ...{ fast: flag, stories: flag, browser: flag, drills: flag, nightly: flag, short: flag },
        only: { type: 'string' },
      },
    });
    const chosen = (['browser', 'drills', 'nightly'] as const).find((name) => values[name]);
    return { ...values, chosen, only: values.only };
  } catch (error) {
    console.error(`${String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

/** With the files that the globs stand for, and without those that were not asked for. */
function chosenGroups(): Group[] {
  const { fast, stories, short, chosen, only } = options;
  const asked = GROUPS.filter(({ option }) => option === chosen || (chosen === undefined && only !== undefined));
  const groups = asked
    .filter((group) => (group.hasDatabase || !stories) && (!fast || group.starts === false))
    .map((group) => ({
      ...group,
      files: globSync(group.files, {
        cwd: ROOT,
        exclude: [...(group.exclude ?? []), ...(short ? (group.long ?? []) : [])],
      })
        .filter((file) => group.starts === undefined || group.starts === startsSomething(file))
        .toSorted(),
    }));
  const named = groups.map((group) => ({
    ...group,
    files: group.files.filter((file) => only === undefined || file.includes(only)),
  }));
  return (named.some((group) => group.files.length > 0) ? named : groups)
    .filter((group) => group.files.length > 0)
    .flatMap((group) => partsOf(group));
}

/** The files dealt out in turn: neighbours by name are often of a kind, and take as long. */
function partsOf(group: Group): Group[] {
  const count = Math.ceil(group.files.length / (group.atMost ?? group.files.length));
  if (count === 1) return [group];
  return Array.from({ length: count }, (_, part) => ({
    ...group,
    name: `${group.name} ${part + 1}/${count}`,
    files: group.files.filter((_, at) => at % count === part),
  }));
}

function startsSomething(file: string): boolean {
  return STARTS.test(readFileSync(join(ROOT, file), 'utf8'));
}

/** Says at once what it has to say, or when it has ended where others run beside it. */
async function runGroup(group: Group): Promise<Outcome> {
  const title = `\n── ${group.name}: ${group.files.length} files\n`;
  if (!isWhole) {
    process.stdout.write(title);
    return startGroup(group, 'inherit');
  }
  const folder = mkdtempSync(join(tmpdir(), 'folio-tests-'));
  const log = join(folder, 'said.txt');
  const output = openSync(log, 'w');
  const outcome = await startGroup(group, output);
  closeSync(output);
  process.stdout.write(title + readFileSync(log, 'utf8'));
  rmSync(folder, { recursive: true });
  return outcome;
}

function startGroup(group: Group, output: number | 'inherit'): Promise<Outcome> {
  const { only } = options;
  const byName = only !== undefined && group.files.some((file) => !file.includes(only));
  const args = [
    '--test',
    `--test-isolation=${group.isolation}`,
    `--test-timeout=${ONE_TEST_MS}`,
    ...(group.atOnce === undefined ? [] : [`--test-concurrency=${group.atOnce}`]),
    `--test-reporter=${join(import.meta.dirname, 'support/report.ts')}`,
    '--test-reporter-destination=stdout',
    ...(byName ? [`--test-name-pattern=${only}`] : []),
    ...group.files,
  ];
  const runner = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', output, output, 'ipc'] });
  let counts: GroupCounts | undefined;
  return new Promise((resolve, reject) => {
    runner.once('error', reject);
    runner.once('message', (message) => {
      counts = message as GroupCounts;
    });
    runner.once('exit', (code, signal) => {
      if (!counts) console.error(`✖ ${group.name}: ended without a result (${signal ?? `exit code ${code}`})`);
      const nothing = { tests: 0, suites: 0, passed: 0, failed: 0, cancelled: 0, skipped: 0, todo: 0 };
      resolve({ group: group.name, counts: counts ?? nothing, passed: code === 0 && counts !== undefined });
    });
  });
}

/** The closing lines as node's own reporter writes them, for people and for CI. */
function sumUp(): boolean {
  const sum = (name: keyof GroupCounts): number => outcomes.reduce((total, { counts }) => total + counts[name], 0);
  const failedGroups = outcomes.filter((outcome) => !outcome.passed).map((outcome) => outcome.group);
  const all = passed && failedGroups.length === 0 && sum('tests') > 0;
  console.log('');
  if (!passed) console.log('✖ the static check has found something; see above');
  if (failedGroups.length > 0) console.log(`✖ failed: ${failedGroups.join(', ')}`);
  if (sum('tests') === 0) console.log('✖ no test was found');
  const names = { pass: 'passed', fail: 'failed', cancelled: 'cancelled', skipped: 'skipped', todo: 'todo' } as const;
  console.log(`ℹ tests ${sum('tests')}`);
  console.log(`ℹ suites ${sum('suites')}`);
  for (const [label, name] of Object.entries(names)) console.log(`ℹ ${label} ${sum(name)}`);
  console.log(`ℹ duration_ms ${Math.round(performance.now() - started)}`);
  return all;
}
