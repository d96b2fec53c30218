// `npm run faults`: whole lives of documents with faults at steps that chance chooses; the simulator is the oracle.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCampaignDatabase } from './campaign/campaign-database.ts';
import { oneRun } from './campaign/one-run.ts';
import { reportOf, stepsOf } from './campaign/report.ts';
import { openProgress, RUNS_PER_BATCH } from './campaign/progress.ts';
import type { Tally } from './campaign/tally.ts';
import type { Batch, Report } from './campaign/worker.ts';
import { commitHere } from './kept-state.ts';
import { onServer } from '../support/on-server.ts';

const USAGE = `Usage: npm run faults -- [--runs N] [--seed S] [--pac NAME] [--processes P] [--steps] [--json]
       npm run faults -- --runs N --continue FILE
       npm run faults -- --replay RUN [--told]
       npm run faults -- --kill N
       npm run faults -- --restart N
       npm run faults -- --outage N
       npm run faults -- --failover N
       npm run faults -- --moves N

  --runs N       how many runs (1000), each with a tenant, a PAC and a time of its own
  --seed S       where chance begins (1); the same seed gives the same runs. One that begins with "direct" is about a PAC of another make:
                 the verdict is in the answer, nothing is notified, and a document is named by its CUFE alone
  --pac NAME     number: a PAC that is asked by a document's number; hka, ebi: the adapter of that make and its stand-in; two: a first and
                 a second account of different makes, either of which is away or slow. The seed begins with it, and no doubt may be left to
                 a person where the PAC is asked by number
  --processes P  how many processes share the work (one per core)
  --continue FILE  goes on where FILE says that the campaign was stopped, and keeps there what is done; on one commit and seed
  --told         all notices arrive in the end, and what never arrived is sent again: how many documents need a person?
  --steps        also lists every named step with the faults that struck there
  --json         prints the figures as JSON
  --replay RUN   tells one run, step by step
  --kill N       kills the real service N times while it works, and compares its books with the simulator's
  --restart N    the same with a PostgreSQL that is restarted N times
  --moves N      a tenant moves N times between two groups while it sells, and moves and services are killed
  --outage N     N documents of one tenant wait for a PAC that is down, and are drained when it is back
  --failover N   loses the machine of the leader N times, of three under Patroni (Debian: patroni etcd-server haproxy postgresql)

TEST_DATABASE_URL chooses a PostgreSQL server; otherwise a temporary one is started. --kill then tries the embedded database.
`;

const options = readOptions();
if (options.moves !== undefined) {
  const { moveLoop, movesOf } = await import('./move-loop.ts');
  process.exitCode = await moveLoop(movesOf(options.moves));
} else if (options.outage !== undefined) {
  const { outage } = await import('./outage.ts');
  process.exitCode = await outage(options.outage, options.seed);
} else if (options.failover !== undefined) {
  const { failover } = await import('./failover.ts');
  process.exitCode = await failover(options.failover, options.seed);
} else if (options.kill !== undefined || options.restart !== undefined) {
  const { killLoop } = await import('./kill-loop.ts');
  process.exitCode = await killLoop({ kills: options.kill ?? 0, restarts: options.restart ?? 0, seed: options.seed });
} else if (options.replay === undefined) {
  process.exitCode = await onServer(campaign);
} else {
  const { replay: run } = options;
  process.exitCode = await onServer((server) => replay(run, server));
}

interface Options {
  runs: number;
  seed: string;
  processes: number;
  steps: boolean;
  json: boolean;
  told: boolean;
  continue: string | undefined;
  replay: string | undefined;
  kill: number | undefined;
  restart: number | undefined;
  outage: number | undefined;
  failover: number | undefined;
  moves: number | undefined;
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        processes: { type: 'string', default: String(availableParallelism()) },
        steps: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        told: { type: 'boolean', default: false },
        pac: { type: 'string', default: '' },
        continue: { type: 'string' },
        replay: { type: 'string' },
        kill: { type: 'string' },
        restart: { type: 'string' },
        outage: { type: 'string' },
        failover: { type: 'string' },
        moves: { type: 'string' },
      },
    });
    const whole = (text: string): number => {
      if (!/^[1-9]\d*$/.test(text)) throw new Error(`"${text}" is not a whole number from 1`);
      return Number(text);
    };
    if (!['', 'number', 'hka', 'ebi', 'two'].includes(values.pac))
      throw new Error(`there is no make of PAC "${values.pac}"`);
    return {
      ...values,
      // A run has its make of PAC in its name.
      seed: values.pac === '' ? values.seed : `${values.pac}-${values.seed}`,
      runs: whole(values.runs),
      processes: whole(values.processes),
      replay: values.replay,
      continue: values.continue,
      kill: values.kill === undefined ? undefined : whole(values.kill),
      restart: values.restart === undefined ? undefined : whole(values.restart),
      outage: values.outage === undefined ? undefined : whole(values.outage),
      failover: values.failover === undefined ? undefined : whole(values.failover),
      moves: values.moves === undefined ? undefined : whole(values.moves),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

async function campaign(server: string): Promise<number> {
  const { seed, runs, json, steps } = options;
  const started = performance.now();
  const progress = openProgress({ seed, runs, isTold: options.told, commit: commitHere() }, options.continue);
  const { sum } = progress;
  const processes = Math.min(options.processes, Math.ceil(runs / RUNS_PER_BATCH));
  const takeBatch = (): Batch | undefined => progress.take();
  const ranOne = (batch: Batch, tally: Tally): void => {
    progress.ran(batch, tally);
    tellProgress(sum, runs);
  };
  await Promise.all(Array.from({ length: processes }, () => workThrough(server, takeBatch, ranOne)));
  if (process.stderr.isTTY) process.stderr.write('\n');
  const seconds = (performance.now() - started) / 1000;
  const database = 'PostgreSQL';
  if (json) console.log(JSON.stringify({ seed, processes, database, seconds, ...sum }));
  else console.log(reportOf(sum, { seed, processes, database, seconds }));
  if (steps && !json) console.log(stepsOf(sum));
  return sum.violations.length === 0 && sum.runs === runs ? 0 : 1;
}

/** On a terminal one line that counts; elsewhere a line now and then. */
function tellProgress({ runs, violations }: Tally, all: number): void {
  const line = `${runs} of ${all} runs, ${violations.length} violations`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}`);
  else if (runs % 1000 === 0) process.stderr.write(`${line}\n`);
}

async function workThrough(
  server: string,
  takeBatch: () => Batch | undefined,
  ran: (batch: Batch, tally: Tally) => void,
): Promise<void> {
  const env = { ...process.env, TEST_DATABASE_URL: server };
  const worker = fork(join(import.meta.dirname, 'campaign/worker.ts'), { env });
  const ended = once(worker, 'exit');
  let batch: Batch | undefined;
  for (let report = await nextReport(worker); ; report = await nextReport(worker)) {
    if (report.is === 'ran') ran(batch!, report.tally);
    batch = takeBatch();
    if (!batch) break;
    worker.send(batch);
  }
  worker.send('end');
  await ended;
}

function nextReport(worker: ChildProcess): Promise<Report> {
  return new Promise((resolve, reject) => {
    const hear = (report: Report): void => {
      worker.off('exit', die);
      resolve(report);
    };
    const die = (code: number | null): void => {
      worker.off('message', hear);
      reject(new Error(`a process of the campaign ended with ${code}`));
    };
    worker.once('message', hear);
    worker.once('exit', die);
  });
}

async function replay(run: string, server: string): Promise<number> {
  const database = await openCampaignDatabase(server);
  const tally = await oneRun(database.pool, run, { trace: (text) => console.log(text), isTold: options.told });
  await database.close();
  for (const { what } of tally.violations) console.log(`✖ ${what}`);
  if (tally.violations.length === 0) console.log('nothing doubled, nothing lost');
  return tally.violations.length === 0 ? 0 : 1;
}
