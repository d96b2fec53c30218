// A process whose code is changed: runs until the oracle objects, or until there were enough.
import { openCampaignDatabase } from '../campaign/campaign-database.ts';
import { oneRun } from '../campaign/one-run.ts';

export interface Tried {
  runs: number;
  /** What the oracle objected to first; null where it had nothing to say. */
  objection: string | null;
}

const SIDE_BY_SIDE = 6;
const [template, seed, most] = process.argv.slice(2) as [string, string, string];
const database = await openCampaignDatabase(process.env['TEST_DATABASE_URL']!, template);
const tried: Tried = { runs: 0, objection: null };
let next = 0;

async function runOn(): Promise<void> {
  while (next < Number(most) && tried.objection === null) {
    const run = `${seed}.${next}`;
    next += 1;
    const { violations } = await oneRun(database.pool, run);
    tried.runs += 1;
    tried.objection ??= violations[0]?.what ?? null;
  }
}

await Promise.race(Array.from({ length: SIDE_BY_SIDE }, runOn).concat(untilObjection()));
process.send!(tried);
await database.close();
process.exit();

/** The other runs need not come to their end then. */
async function untilObjection(): Promise<void> {
  while (tried.objection === null && next < Number(most)) await new Promise((resolve) => setTimeout(resolve, 50));
  if (tried.objection === null) await new Promise(() => undefined);
}
