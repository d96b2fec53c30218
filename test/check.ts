// The static check: types, lint and format, all at once; a tool that has nothing to say says one line.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAnswers } from '../web/print-answers.ts';

const ROOT = join(import.meta.dirname, '..');

interface Tool {
  title: string;
  packageName: string;
  command: string;
  args: string[];
}

/** The parts of the project that have settings of their own for the type checker. */
const PROJECTS = ['tsconfig.json', 'web/tsconfig.json'].filter((path) => existsSync(join(ROOT, path)));

const TOOLS: readonly Tool[] = [
  ...PROJECTS.map((path) => ({
    title: `types (${path})`,
    packageName: 'typescript',
    command: 'tsc',
    args: [
      ...['--project', path, '--pretty', process.stdout.isTTY ? 'true' : 'false'],
      // Four checkers, as it has by itself, find out most types four times; the tools run beside each other anyway.
      ...['--checkers', '1'],
      // Unchanged files are not checked again.
      ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/folio/${path.replaceAll('/', '-')}.buildinfo`],
    ],
  })),
  { title: 'lint', packageName: 'oxlint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { title: 'format', packageName: 'oxfmt', command: 'oxfmt', args: ['--check', '.'] },
];

/** Whether nothing was found; what was found is printed, tool by tool. */
export async function check(what: 'all' | 'types' = 'all'): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'folio-check-'));
  const tools = TOOLS.filter(({ command }) => what === 'all' || command === 'tsc');
  // Printed types of the client and of the dashboard are not in the repository.
  await import('../packages/client/print-types.ts');
  await writeAnswers();
  try {
    const results = await Promise.all(tools.map((tool) => run(tool, folder)));
    return results.every(Boolean);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run({ title, packageName, command, args }: Tool, folder: string): Promise<boolean> {
  const started = performance.now();
  const output = join(folder, `${title.replaceAll(/\W/g, '-')}.txt`);
  // A file, not a pipe: a tool that writes faster than we read gives up on a pipe.
  const fd = openSync(output, 'w');
  // By its file and with our own Node: the names in .bin are something else on each platform.
  const tool = spawn(process.execPath, [executable(packageName, command), ...args], {
    cwd: ROOT,
    stdio: ['ignore', fd, fd],
    // The tools are programs in Go, which otherwise spend a quarter of their time on memory that goes with them anyway.
    env: { GOGC: '400', ...process.env },
  });
  return new Promise((resolve, reject) => {
    tool.once('error', reject);
    tool.once('exit', (code) => {
      closeSync(fd);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✔' : '✖'} ${title} (${seconds} s)`);
      if (code !== 0) console.log(readFileSync(output, 'utf8').trimEnd());
      resolve(code === 0);
    });
  });
}

function executable(packageName: string, command: string): string {
  const folder = join(ROOT, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin[command];
  if (file === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(folder, file);
}

if (process.argv[1] === import.meta.filename) process.exitCode = (await check()) ? 0 : 1;
