// One process of a campaign: a database of its own, and the runs that it is given.
import { openCampaignDatabase } from './campaign-database.ts';
import { oneRun } from './one-run.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';

export interface Batch {
  seed: string;
  first: number;
  runs: number;
  isTold: boolean;
}

export type Report = { is: 'ready' } | { is: 'ran'; tally: Tally };

// Between two batches; a database that grows gets slower, and its history is not what is tried here.
const RUNS_PER_DATABASE = 500;
const SIDE_BY_SIDE = 6;

const database = await openCampaignDatabase(process.env['TEST_DATABASE_URL']!);
let ran = 0;

process.on('message', (batch: Batch | 'end') => {
  if (batch === 'end') void database.close().then(() => process.exit());
  else void run(batch).then((tally) => report({ is: 'ran', tally }));
});
// The parent process has ended: no work is left, and no result is wanted.
process.on('disconnect', () => process.exit());
report({ is: 'ready' });

async function run({ seed, first, runs, isTold }: Batch): Promise<Tally> {
  if (ran >= RUNS_PER_DATABASE) {
    await database.empty();
    ran = 0;
  }
  const sum = emptyTally();
  let next = first;
  const oneAfterTheOther = async (): Promise<void> => {
    while (next < first + runs) {
      const run = `${seed}.${next}`;
      next += 1;
      addTally(sum, await oneRun(database.pool, run, { isTold }));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, oneAfterTheOther));
  ran += runs;
  return sum;
}

function report(message: Report): void {
  process.send!(message);
}
