// `npm run faults`: whole lives of documents, each with faults at steps that chance chose; the simulator is the oracle.
import { parseArgs } from 'node:util';
import { openCampaignDatabase } from './campaign/campaign-database.ts';
import { oneRun } from './campaign/one-run.ts';
import { addTally, emptyTally } from './campaign/tally.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    replay: { type: 'string' },
    first: { type: 'string', default: '0' },
    side: { type: 'string' },
  },
});
const started = performance.now();
const database = await openCampaignDatabase(process.env['TEST_DATABASE_URL']);
if (values.replay !== undefined) {
  const tally = await oneRun(database.pool, values.replay, (text) => console.log(text));
  console.log(tally.violations);
} else {
  const sum = emptyTally();
  let next = Number(values.first);
  const end = next + Number(values.runs);
  await Promise.all(
    Array.from({ length: Number(values.side ?? database.sideBySide) }, async () => {
      while (next < end) {
        const seed = `${values.seed}.${next++}`;
        addTally(sum, await oneRun(database.pool, seed));
      }
    }),
  );
  const kinds = new Map<string, string[]>();
  for (const { run, what } of sum.violations) {
    const kind = what.replaceAll(/[0-9a-f-]{36}|\d+/g, '#');
    kinds.set(kind, [...(kinds.get(kind) ?? []), run]);
  }
  for (const [kind, runs] of [...kinds].toSorted((a, b) => b[1].length - a[1].length).slice(0, 25)) console.log(runs.length, kind.slice(0, 400), runs.slice(0, 3));
  const { violations, steps, ...rest } = sum;
  console.log(rest, violations.length, Object.keys(steps).length);
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
}
await database.close();
