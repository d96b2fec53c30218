// The fault campaign in small, as part of every test run; `npm run faults` is the large one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCampaignDatabase, type CampaignDatabase } from './campaign/campaign-database.ts';
import { oneRun } from './campaign/one-run.ts';
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
    await oneRun(database.pool, 'again.1', (text) => lines.push(withoutNames(text)));
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
