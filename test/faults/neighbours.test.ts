// A tenant whose PAC does not answer, and the other tenants: which of them waits, and what the metrics show.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inTenant, rowsOf } from '../../src/tenancy/index.ts';
import { newAssistant } from '../support/assistant.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { createWorld, eventually, type Answer, type TestTenant } from '../support/world.ts';

const CALL_LASTS_MS = 2_000;
const POLL_MS = 300;

const env = { PAC_TIMEOUT_MS: String(CALL_LASTS_MS), PAC_POLL_INTERVAL_MS: String(POLL_MS) };

const world = await createWorld({ env });
after(() => world.close());

/** Waits until the poll has brought a verdict of which no webhook told. */
async function verdictByPoll(shop: TestTenant): Promise<void> {
  const { invoice } = await invoicedOrder(shop);
  await world.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await eventually(() => readInvoice(shop, invoice.id), { legalStatus: 'DGI_AUTHORIZED' });
}

async function healthOf(shop: TestTenant): Promise<Answer> {
  const query =
    '{ pacHealth { companyId breaker failuresInARow cause openSince retryAt credentialsRefusedAt waiting } }';
  return (await shop.get(query)).pacHealth;
}

test('P8: a tenant whose work holds all the connections that it may have leaves some to the others', async () => {
  const [many, few] = [await world.tenant(), await world.tenant()];
  const held = Promise.withResolvers<void>();
  const works = Array.from({ length: 3 * world.database.pool.options.max }, () =>
    inTenant(world.app, many.tenant, () => held.promise),
  );
  try {
    const itemId = await newItem(few, { stock: '1' });
    assert.equal((await few.get('{ items { records { id } } }')).items.records[0].id, itemId);
  } finally {
    held.resolve();
    await Promise.all(works);
  }
});

test('P8: plans of an assistant, which wait for goods of its tenant, leave connections to the others', async () => {
  const [many, few] = [await world.tenant(), await world.tenant()];
  const itemId = await newItem(many, { stock: '1000' });
  await newItem(few, { stock: '1' });
  const assistant = await newAssistant(world, many);
  const input = { itemId, quantityChange: '-1', description: 'Counted' };
  const { max } = world.database.pool.options;
  const plans = await inTenant(world.app, many.tenant, async (db) => {
    const [level] = await rowsOf(db, 'stock_levels').where('item_id', '=', itemId).forUpdate().execute();
    assert.equal(level?.on_hand, '1000');
    const asked = Array.from({ length: 3 * max }, () => assistant.plan('adjustInventory', { input }));
    await eventually(
      () => world.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      (waiting) => waiting.length > 0,
    );
    assert.equal((await few.get('{ items { records { id } } }')).items.records.length, 1);
    // Connections of the test before are open still, but idle; the works of the service take one for a moment.
    const { pool } = world.database;
    await eventually(
      async () => pool.totalCount - pool.idleCount,
      (held) => held < max,
    );
    return { asked };
  });
  assert.equal((await Promise.all(plans.asked)).length, 3 * max);
});

test('P8, F26: a tenant whose PAC is silent does not delay the verdicts of another', async () => {
  const noisy = await world.tenant();
  const quiet = await world.tenant();
  const itemId = await newItem(noisy, { stock: '100' });
  const clientId = await newClient(noisy);
  for (let nth = 0; nth < 16; nth += 1) {
    const order = await newOrder(noisy, clientId, [{ itemId, quantity: '1' }]);
    await invoice(noisy, order.id);
  }
  world.simulator.setKnobs({
    standingFaults: [{ name: 'timeoutBeforeAccept', operation: 'get', companyId: noisy.companyId }],
  });
  // Its sixteen polls are under way, or wait for a place.
  const silent = () => world.simulator.calls().filter((one) => one.faults.includes('timeoutBeforeAccept')).length;
  await eventually(async () => silent() >= 2, Boolean);
  await verdictByPoll(quiet);
  // In one line all would have had their turn before: 13, until the breaker opens.
  assert.ok(silent() < 10, `${silent()} calls of the silent neighbour before the verdict`);
  world.simulator.setKnobs({ standingFaults: [] });
});

test('F26: a PAC that is silent is not sent to any more, is asked first, and then gets each document once', async () => {
  // A world of its own: the PAC's answers about the neighbours of the other tests would speak for this one as well.
  const here = await createWorld({ env });
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop);
  const orders: string[] = [];
  for (let nth = 0; nth < 14; nth += 1) orders.push((await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id);
  const fault = { companyId: shop.companyId };
  here.simulator.setKnobs({
    standingFaults: [
      { name: 'http503', ...fault, operation: 'submit' },
      { name: 'http503', ...fault, operation: 'get' },
    ],
  });
  const before = [];
  for (const id of orders.slice(0, 10)) before.push(await invoice(shop, id));
  assert.ok(before.every(({ submissionState }) => submissionState === 'UNKNOWN'));
  const open = await healthOf(shop);
  assert.deepEqual([open.companyId, open.breaker, open.waiting], [shop.companyId, 'OPEN', 10]);
  // The first question may have come already.
  assert.ok(open.failuresInARow >= 10);
  assert.match(open.cause, /503/);

  const calls = (operation: string) => here.callsOf(shop, operation).length;
  const held = [];
  for (const id of orders.slice(10)) held.push(await invoice(shop, id));
  // The state of these is certain: nothing has left.
  assert.ok(held.every(({ submissionState }) => submissionState === 'PENDING'));
  assert.equal(calls('submit'), 10);
  await eventually(
    async () => calls('get'),
    (questions) => questions >= 2,
  );
  assert.equal(calls('submit'), 10, 'half open by questions, never by submissions');

  here.simulator.setKnobs({ standingFaults: [] });
  for (const { id } of held) {
    await eventually(() => readInvoice(shop, id), { legalStatus: 'PAC_AUTHORIZED' });
  }
  assert.equal(calls('submit'), 14);
  assert.equal((await healthOf(shop)).breaker, 'CLOSED');
});

test('F26: what has waited for the PAC is drained fairly: each document once, and few behind many before the many end', async () => {
  const many = await world.tenant();
  const few = await world.tenant();
  const down = [many, few].flatMap(({ companyId }) =>
    (['submit', 'get'] as const).map((operation) => ({ name: 'http401' as const, companyId, operation })),
  );
  world.simulator.setKnobs({ standingFaults: down });
  const waiting: { shop: TestTenant; sold: Answer }[] = [];
  for (const [shop, count] of [
    [many, 24],
    [few, 2],
  ] as const) {
    const itemId = await newItem(shop, { stock: '100' });
    const clientId = await newClient(shop);
    for (let nth = 0; nth < count; nth += 1) {
      const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
      waiting.push({ shop, sold: await invoice(shop, order.id) });
    }
  }
  assert.ok(waiting.every(({ sold }) => sold.submissionState === 'PENDING'));
  const since = world.simulator.calls().length;
  // It answers again, and takes its time for the many: they are not through before the few have been asked about.
  const slow = { name: 'slowAnswer' as const, ms: CALL_LASTS_MS / 2, companyId: many.companyId };
  world.simulator.setKnobs({ standingFaults: [{ ...slow, operation: 'submit' }] });
  for (const { shop, sold } of waiting) {
    const sent = await eventually(() => readInvoice(shop, sold.id), { submissionState: 'DONE' });
    assert.equal(sent.legalStatus, 'PAC_AUTHORIZED');
    assert.equal(world.simulator.acceptances(shop.companyId, 'INVOICE', sold.number.slice(4)).acceptances, 1);
  }
  const submissions = world.simulator
    .calls()
    .slice(since)
    .filter(({ operation }) => operation === 'submit')
    .map(({ companyId }) => companyId);
  assert.equal(submissions.length, waiting.length, 'none is sent twice');
  assert.ok(submissions.lastIndexOf(few.companyId) < submissions.lastIndexOf(many.companyId));
  world.simulator.setKnobs({ standingFaults: [] });
  // However often the queue looked, that the PAC is not asked is said once.
  const [{ most } = { most: 0 }] = await world.query<{ most: number }>(
    `select max(count)::int as most from (
       select count(*) from document_events where kind = 'NOT_SENT' and detail->>'cause' like 'not asked%' group by document_id) each`,
  );
  assert.ok(most <= 2, `${most} times`);
});

test('F9: refused credentials stop the sending until a question is answered; the tenant sees since when', async () => {
  const shop = await world.tenant();
  world.simulator.setKnobs({
    standingFaults: [
      { name: 'http401', companyId: shop.companyId, operation: 'submit' },
      { name: 'http401', companyId: shop.companyId, operation: 'get' },
    ],
  });
  const { invoice: waiting } = await invoicedOrder(shop);
  assert.equal(waiting.submissionState, 'PENDING');
  const refused = await healthOf(shop);
  assert.equal(refused.breaker, 'OPEN');
  assert.ok(refused.credentialsRefusedAt);
  world.simulator.setKnobs({ standingFaults: [] });
  await eventually(() => readInvoice(shop, waiting.id), { legalStatus: 'PAC_AUTHORIZED' });
  const well = await eventually(() => healthOf(shop), { credentialsRefusedAt: null });
  assert.equal(well.breaker, 'CLOSED');
});

test('F10: after 429 the whole tenant waits as long as it was told to', async () => {
  const shop = await world.tenant();
  const lines = [{ itemId: await newItem(shop, { stock: '2' }), quantity: '1' }];
  const clientId = await newClient(shop);
  const orders = [await newOrder(shop, clientId, lines), await newOrder(shop, clientId, lines)] as const;
  const limited = { name: 'http429', companyId: shop.companyId, operation: 'submit' } as const;
  world.simulator.nextFault({ ...limited, retryAfterSeconds: 10 });
  const first = await invoice(shop, orders[0].id);
  const second = await invoice(shop, orders[1].id);
  assert.deepEqual([first.submissionState, second.submissionState], ['PENDING', 'PENDING']);
  const submissions = () => world.callsOf(shop, 'submit');
  assert.equal(submissions().length, 1);
  for (const { id } of [first, second]) {
    await eventually(() => readInvoice(shop, id), { legalStatus: 'PAC_AUTHORIZED' });
  }
  const [refused, ...taken] = submissions().map(({ at }) => Date.parse(at));
  assert.ok(
    taken.every((at) => at - refused! >= 9_900),
    'not before the time that the PAC named',
  );
});
