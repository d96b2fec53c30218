// The fault campaign in small, as part of every test run; `npm run faults` is the large one.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openCampaignDatabase, type CampaignDatabase } from './campaign/campaign-database.ts';
import { oneRun } from './campaign/one-run.ts';
import { openProgress } from './campaign/progress.ts';
import { emptyTally } from './campaign/tally.ts';
import { TEST_SERVER } from '../support/test-server.ts';

let database: CampaignDatabase;
before(async () => {
  database = await openCampaignDatabase(TEST_SERVER);
});
after(() => database.close());

const RUNS = 25;

test(`P1–P6, P9: ${RUNS} runs with faults at every step double nothing and lose nothing`, async () => {
  for (let run = 0; run < RUNS; run += 1) {
    const { violations, acceptancesMax } = await oneRun(database.pool, `small.${run}`);
    assert.deepEqual(violations, []);
    assert.ok(acceptancesMax <= 1);
  }
});

test('a run is replayed exactly from its seed', async () => {
  const stories = [];
  for (let time = 0; time < 2; time += 1) {
    const lines: string[] = [];
    await oneRun(database.pool, 'again.1', { trace: (text) => lines.push(withoutNames(text)) });
    stories.push(lines);
    await database.empty();
  }
  assert.ok(stories[0]!.length > 20);
  assert.deepEqual(stories[0], stories[1]);
});

/** Ids, security codes and the time of the simulator are the only things that differ: no step depends on them. */
function withoutNames(text: string): string {
  return text
    .replaceAll(/FE[0-9A-Z-]{64}/g, '<cufe>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/[0-9A-Z]{26}/g, '<pac id>')
    .replaceAll(/"authorization":\{[^}]*\}/g, '<authorization>')
    .replaceAll(/expires=\d+&sig=[0-9a-f]+/g, '<signature>');
}

test('a campaign that is stopped goes on with what is not done, and keeps what it has found', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'folio-campaign-')), 'state.json');
  const asked = { seed: 'a', runs: 120, isTold: false, commit: 'c1' };
  const found = (runs: number, run: string) => ({ ...emptyTally(), runs, violations: [{ run, what: 'it was lost' }] });
  const first = openProgress(asked, file);
  const batches = [first.take(), first.take(), first.take()];
  assert.deepEqual(batches.map((one) => [one!.first, one!.runs]), [[0, 50], [50, 50], [100, 20]]); // prettier-ignore
  assert.equal(first.take(), undefined);
  first.ran(batches[2]!, found(20, 'a.101'));
  first.ran(batches[0]!, found(50, 'a.7'));
  // Stopped here, and asked for more the next time.
  const second = openProgress({ ...asked, runs: 160 }, file);
  assert.deepEqual([second.sum.runs, second.sum.violations.map(({ run }) => run)], [70, ['a.101', 'a.7']]);
  const rest = [second.take(), second.take(), second.take(), second.take()];
  assert.deepEqual(rest.map((one) => one && [one.first, one.runs]), [[50, 50], [120, 30], [150, 10], undefined]); // prettier-ignore
  for (const other of [{ seed: 'b' }, { commit: 'c2' }, { isTold: true }])
    assert.throws(() => openProgress({ ...asked, ...other }, file), /another/);
});
