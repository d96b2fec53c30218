// Two PACs and one series: either is killed, in any way and at any time; each number is taken once over both, and nothing is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import type { FaultName } from '../../simulator/faults.ts';
import { updateTenant } from '../../src/company/index.ts';
import { MAKES } from '../../src/pac/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoice, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { createWorld, eventually, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

const SALES_OF_PHASE = 14;
const WORD = 'their support says that it is not there';
const SETTLE =
  'mutation ($id: UUID!, $reason: String!) { settleSubmission(documentId: $id, notReceivedReason: $reason) { id } }';

/** Ways in which a PAC is away: before it has the document, and after. */
const WAYS: readonly FaultName[] = ['resetBeforeAccept', 'http503', 'http401', 'lostAnswer', 'silentAfterAccept'];

let other: Simulator;
let here: World;

before(async () => {
  other = await startSimulator({ apiKey: 'other-key', webhookSecret: PAC_WEBHOOK_SECRET, verdictDelayMs: null });
  here = await createWorld({
    env: { PAC_ADDRESSES: `other=${other.url}`, PAC_TIMEOUT_MS: '300', PAC_POLL_INTERVAL_MS: '200' },
    makes: { other: { ...MAKES.alanube, title: 'Other' } },
  });
});
after(() => other.close());

/** The same numbers for the same seed, so that a run that fails is run again. */
function chanceOf(seed: number): (least: number, most: number) => number {
  let state = seed;
  return (least, most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return least + (state % (most - least + 1));
  };
}

interface Taken {
  by: string;
  number: string;
}

/** Every acceptance in the journals of both. */
function journals(shop: TestTenant, second: string): Taken[] {
  return [
    ...here.simulator.documents(shop.companyId).map((one) => ({ by: 'first', number: one.submission.numeration })),
    ...other.documents(second).map((one) => ({ by: 'second', number: one.submission.numeration })),
  ];
}

for (const seed of [1, 3, 5]) {
  test(`either is killed at random (${seed})`, async (t) => {
    const chance = chanceOf(seed * 7919);
    const shop = await here.tenant();
    const second = `${shop.companyId}-second`;
    other.setCompany({ companyId: second, ruc: '155596713-2-2015', dv: '59', rucType: 2 });
    await inTenant(here.app, shop.tenant, (db) =>
      updateTenant(
        db,
        {
          ...{ secondPacCompanyId: second, secondPacMake: 'other', secondPacApiKey: 'other-key' },
          secondPacAfterSeconds: 1,
        },
        here.app.tenancy.pacEnvironments,
      ),
    );
    here.clock.offsetMs += 6_000;
    const itemId = await newItem(shop, { stock: '1000' });
    const clientId = await newClient(shop);
    const pacs = [
      { pac: here.simulator, companyId: shop.companyId },
      { pac: other, companyId: second },
    ] as const;
    const sold: Answer[] = [];
    for (const [phase, dead] of [0, 1, chance(0, 1)].entries()) {
      const { pac, companyId } = pacs[dead]!;
      const name = WAYS[phase === 0 ? (seed - 1) % WAYS.length : chance(0, WAYS.length - 1)]!;
      const alsoSilent = chance(0, 2) > 0 ? [{ name: 'http503' as const, companyId, operation: 'get' as const }] : [];
      pac.setKnobs({ standingFaults: [{ name, companyId, operation: 'submit' }, ...alsoSilent] });
      for (let nth = 0; nth < SALES_OF_PHASE; nth += 1) {
        const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
        sold.push(await invoice(shop, order.id));
        await new Promise((resolve) => setTimeout(resolve, chance(0, 150)));
      }
      // A person who says of what is in doubt that it never arrived may be wrong.
      for (const { id } of sold) {
        const { submissionState } = await readInvoice(shop, id);
        if (submissionState === 'UNKNOWN' && chance(0, 1) === 0) await shop.ask(SETTLE, { id, reason: WORD });
      }
      pac.setKnobs({ standingFaults: [] });
    }
    const isSettled = ({ submissionState: state }: Answer) => state === 'DONE' || state === 'UNKNOWN';
    for (const { id } of sold) await eventually(() => readInvoice(shop, id), isSettled);

    const taken = journals(shop, second);
    const byNumber = Map.groupBy(taken, ({ number }) => number);
    const twice = [...byNumber].filter(([, one]) => one.length > 1);
    assert.deepEqual(twice, [], 'a number is at most once over both');
    const counted = { first: 0, second: 0, UNKNOWN: 0 };
    for (const { id, number } of sold) {
      const [{ pac_company_id: companyId, submission_state: state }] = await here.query<Answer>(
        'select pac_company_id, submission_state from fiscal_documents where id = $1',
        [id],
      );
      const [at] = byNumber.get(number.slice(4)) ?? [];
      if (state === 'UNKNOWN') counted.UNKNOWN += 1;
      // One that is in doubt may be nowhere, or where it was sent.
      else assert.ok(at, `${number} is certified, and at neither`);
      if (!at) continue;
      assert.equal(companyId, at.by === 'first' ? shop.companyId : second, `${number} knows where it is`);
      counted[at.by as 'first' | 'second'] += 1;
    }
    t.diagnostic(JSON.stringify(counted));
    assert.equal(taken.length, counted.first + counted.second, 'nothing is there that was not sold');
  });
}
