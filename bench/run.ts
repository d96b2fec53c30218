// npm run bench: measures questions, writes and HTTP on data sets of its own, and reports what misses its goal.
import { describeMachine, dropOwnDatabases, findServer, type Server } from './database.ts';
import { closeDataSets, openDataSets } from './data/sets.ts';
import { measureFacts } from './facts/measure.ts';
import { measureHttp } from './http/measure.ts';
import { measureImport } from './import/measure.ts';
import { measureInvoices } from './invoices/measure.ts';
import { readOptions, USAGE, WrongUsage, type Options } from './options.ts';
import { measureQuestions } from './questions/measure.ts';
import { smallRunFailures } from './questions/tables.ts';
import { writeDocument } from './report/document.ts';
import type { Figures } from './report/figures.ts';
import { inColumns } from './report/table.ts';
import { tablesOf } from './report/tables.ts';
import { measureTraffic } from './traffic/measure.ts';
import { measureSoak } from './soak/measure.ts';
import { measureWrites } from './writes/measure.ts';

const PLACES = new Map([
  ['--lines', 'FILE'],
  ['--restart', 'CMD'],
]);

/** Parts that need none of the data sets. */
const OWN_DATABASE: ReadonlySet<string> = new Set(['import', 'traffic', 'facts']);

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  let options: Options | undefined;
  try {
    options = readOptions(args);
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return 2;
  }
  if (!options) {
    process.stdout.write(USAGE);
    return 0;
  }
  const server = await findServer(options);
  if (!server) {
    process.stderr.write(
      'There is no PostgreSQL to measure: set DATABASE_URL to one that may create databases, or install one.\n',
    );
    return 1;
  }
  endInGoodOrder(server);
  try {
    // Paths of this machine are replaced by their names.
    const words = args.map((word, at) => PLACES.get(args[at - 1] ?? '') ?? word);
    const figures = await measure(server, options, ['npm run bench --', ...words].join(' '));
    report(figures, options);
    return judge(figures, options);
  } finally {
    await server.stop();
  }
}

async function measure(server: Server, options: Options, command: string): Promise<Figures> {
  const { parts, small, keep, soakMinutes, hot, lines, seed } = options;
  const figures: Figures = {
    machine: await describeMachine(server),
    command,
    date: new Date().toISOString().slice(0, 10),
  };
  if (parts.includes('import')) figures.import = await measureImport(server, { file: lines, seed, tell });
  if (parts.includes('traffic')) figures.traffic = await measureTraffic(server, tell);
  if (parts.includes('facts')) {
    const facts = await measureFacts(server, { timed: !small, tell });
    if (facts) figures.facts = facts;
  }
  if (parts.every((part) => OWN_DATABASE.has(part))) return figures;
  const sets = await openDataSets(server, { ...options, tell });
  try {
    // The questions first: what is written afterwards is more than the data sets are meant to have.
    if (parts.includes('questions')) figures.questions = await measureQuestions(server, sets, { timed: !small, tell });
    const largest = sets.at(-1)!;
    if (parts.includes('writes')) figures.writes = await measureWrites(largest, tell);
    if (parts.includes('invoices')) figures.invoices = await measureInvoices(largest, tell);
    if (parts.includes('http')) figures.http = await measureHttp(largest, tell);
    if (parts.includes('soak')) figures.soak = await measureSoak(largest, { minutes: soakMinutes, isHot: hot, tell });
    return figures;
  } finally {
    await closeDataSets(server, sets, keep);
  }
}

function report(figures: Figures, { json, write }: Options): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(figures)}\n`);
  } else {
    const tables = [...tablesOf(figures).values()].flat();
    process.stdout.write(`${tables.map(inColumns).join('\n\n\n')}\n`);
  }
  if (write) writeDocument(figures);
}

/** Counts can be judged on any machine, times cannot. */
function judge({ questions, facts }: Figures, { small }: Options): number {
  const failures = [...(small ? smallRunFailures(questions ?? []) : []), ...(facts?.failures ?? [])];
  for (const failure of failures) process.stderr.write(`✖ ${failure}\n`);
  if (failures.length === 0) process.stderr.write('✔ nothing that is counted is more than it may be\n');
  return failures.length === 0 ? 0 : 1;
}

/** Interrupted, it leaves nothing behind: no database, no server, no process. */
function endInGoodOrder(server: Server): void {
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void dropOwnDatabases(server)
      .then(() => server.stop())
      .catch((error: unknown) => tell(String(error)))
      .finally(() => process.exit(130));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
