// A process whose code is changed: runs until the oracle objects, or until there were enough.
import { openCampaignDatabase } from '../campaign/campaign-database.ts';
import { oneRun } from '../campaign/one-run.ts';

export interface Tried {
  runs: number;
  /** First objection of the oracle; null without one. */
  objection: string | null;
  /** The number of the run in which it did. */
  run?: number;
}

const SIDE_BY_SIDE = 6;
const [template, seed, first, most] = process.argv.slice(2) as [string, string, string, string];
const database = await openCampaignDatabase(process.env['TEST_DATABASE_URL']!, template);
const tried: Tried = { runs: 0, objection: null };
let next = Number(first);
const isOver = (): boolean => tried.objection !== null || next >= Number(first) + Number(most);

async function runOn(): Promise<void> {
  while (!isOver()) {
    const run = next;
    next += 1;
    const { violations } = await oneRun(database.pool, `${seed}.${run}`);
    tried.runs += 1;
    if (violations.length > 0 && tried.objection === null)
      Object.assign(tried, { objection: violations[0]!.what, run });
  }
}

await Promise.race(Array.from({ length: SIDE_BY_SIDE }, runOn).concat(untilObjection()));
process.send!(tried);
await database.close();
process.exit();

/** The other runs need not come to their end then. */
async function untilObjection(): Promise<void> {
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
  if (tried.objection === null) await new Promise(() => undefined);
}
