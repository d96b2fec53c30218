// The fault campaign in small, as part of every test run; `npm run faults` is the large one.
import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inTenant } from '../../src/tenancy/index.ts';
import { beginLife } from './campaign/life.ts';
import { oneRun } from './campaign/one-run.ts';
import { openProgress } from './campaign/progress.ts';
import { campaign } from './campaign/scripted-lives.ts';
import { emptyTally } from './campaign/tally.ts';

const RUNS = 30;
/** Names of runs, which say what make of PAC they are about. */
const MAKES = ['small', 'ebi', 'number', 'hka', 'direct', 'two'];

test(`P1–P6, P9: ${RUNS} runs with faults at every step, with five makes of PAC and with two at once, double nothing and lose nothing`, async () => {
  for (let run = 0; run < RUNS; run += 1) {
    const { violations, acceptancesMax } = await oneRun(campaign.pool, `${MAKES[run % MAKES.length]}.${run}`);
    assert.deepEqual(violations, []);
    assert.ok(acceptancesMax <= 1);
  }
});

test('verify finds in a run what was rewritten past the service: a row, an act, the end of the chain', async () => {
  const life = await beginLife({ pool: campaign.pool, seed: 'rewritten', script: {} });
  for (let step = 0; step < 16; step += 1)
    await life.act('rename', (app) =>
      inTenant(app, life.tenant, (db) =>
        sql`update clients set name = ${`Ana ${step}`} where tenant_id = ${life.tenant.id}`.execute(db),
      ),
    );
  const said = async (): Promise<string[]> => (await life.verify()).map(({ detail }) => detail);
  assert.deepEqual(await said(), []);
  const { rows } = await campaign.pool.query<{ number: string }>('select number from act_heads where tenant_id = $1', [
    life.tenant.id,
  ]);
  const last = Number(rows[0]!.number);
  const changes: [string, RegExp][] = [
    [`update clients set name = 'Eva' where tenant_id = $1`, /^clients .* is not as the acts say: name$/],
    [
      `update acts set actor = 'user:eva' where tenant_id = $1 and id = (select id from placed_acts($1) where number = ${last - 1})`,
      /^act \d+ or one before it is not as/,
    ],
    [
      `with gone as (delete from acts where tenant_id = $1 and id = (select id from placed_acts($1) where number = ${last}))
       update act_heads set (number, hash) = (select number, hash from placed_acts($1) where number = ${last - 1}) where tenant_id = $1`,
      /^the chain ends with act \d+; a head of act \d+ was kept$/,
    ],
  ];
  for (const [text, wanted] of changes) {
    const setBack = await life.remember();
    await pastTriggers(text, life.tenant.id);
    assert.ok(
      (await said()).some((detail) => wanted.test(detail)),
      text,
    );
    await setBack();
    assert.deepEqual(await said(), [], text);
  }
});

async function pastTriggers(text: string, tenantId: string): Promise<void> {
  const client = await campaign.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(text, [tenantId]);
  } finally {
    await client.query('commit');
    client.release();
  }
}

test('a run is replayed exactly from its seed', async () => {
  const stories = [];
  for (let time = 0; time < 2; time += 1) {
    const lines: string[] = [];
    await oneRun(campaign.pool, 'again.1', { trace: (text) => lines.push(withoutNames(text)) });
    stories.push(lines);
    await campaign.empty();
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
