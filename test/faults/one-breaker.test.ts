// One circuit breaker for the PAC, shared by all processes and companies; and what happens when it answers again.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { App } from '../../src/graphql/context.ts';
import { generateInvoice } from '../../src/invoicing/index.ts';
import { voidAtPac } from '../../src/certification/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newItem, newOrder, readInvoice, untilPrinted } from '../support/business.ts';
import { createWorld, eventually, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

let world: World;
/** Two processes' worth of service. */
let processes: App[];
before(async () => {
  world = await createWorld({ env: { PAC_TIMEOUT_MS: '1500', PAC_POLL_INTERVAL_MS: '3600000' } });
  processes = [world.app, await world.anotherApp()];
});
beforeEach(() => world.simulator.setKnobs({ standingFaults: [] }));
after(() => world.close());

interface Sale {
  shop: TestTenant;
  orderId: string;
}

async function ordersOf(shop: TestTenant, count: number): Promise<Sale[]> {
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop);
  const sales: Sale[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
    sales.push({ shop, orderId: id });
  }
  return sales;
}

/** So many clients for each process, each with one sale after the other. */
async function sellAll(sales: readonly Sale[], clientsOfEach: number): Promise<{ shop: TestTenant; id: string }[]> {
  const left = [...sales];
  const sold: { shop: TestTenant; id: string }[] = [];
  const clients = processes.flatMap((app) => Array.from({ length: clientsOfEach }, () => app));
  await Promise.all(
    clients.map(async (app) => {
      for (let sale = left.shift(); sale; sale = left.shift()) {
        const { id } = await generateInvoice(
          ofTenant(app, sale.shop.tenant),
          { orderId: sale.orderId, mode: 'DGI' },
          'clerk',
        );
        sold.push({ shop: sale.shop, id });
      }
    }),
  );
  return sold;
}

/** How often each was claimed, and how often it was said that nothing of a claim has left. */
function claimsOf(sold: readonly { id: string }[]): Promise<{ claimed: number; calledOff: number }[]> {
  return world.query(
    `select count(*) filter (where kind = 'CLAIMED' or detail ? 'claimed')::int as claimed,
       count(*) filter (where kind = 'NOT_SENT' and not detail ? 'isHeld')::int as "calledOff"
     from document_events where document_id = any($1) group by document_id`,
    [sold.map(({ id }) => id)],
  );
}

const silent = (['submit', 'get', 'void'] as const).map((operation) => ({
  name: 'timeoutBeforeAccept' as const,
  operation,
}));

// With ten clients each, some of every process are under way when the first of them gives up.
for (const [companies, clients, most] of [
  [1, 2, 13],
  [5, 10, 20],
] as const) {
  test(`F81: of 40 sales of ${companies} companies by ${2 * clients} clients over two processes about ten meet a silent PAC`, async (t) => {
    const sales: Sale[] = [];
    for (let nth = 0; nth < companies; nth += 1) sales.push(...(await ordersOf(await world.tenant(), 40 / companies)));
    // By turns, as companies sell.
    sales.sort((one, other) => (sales.indexOf(one) % (40 / companies)) - (sales.indexOf(other) % (40 / companies)));
    const since = world.simulator.calls().length;
    const calls = (operation: string) =>
      world.simulator
        .calls()
        .slice(since)
        .filter((call) => call.operation === operation);
    world.simulator.setKnobs({ standingFaults: silent });
    const sold = await sellAll(sales, clients);
    t.diagnostic(`${calls('submit').length} reached it`);
    assert.ok(calls('submit').length >= 10 && calls('submit').length <= most, `${calls('submit').length} reached it`);
    const states = await Promise.all(sold.map(async ({ shop, id }) => (await readInvoice(shop, id)).submissionState));
    assert.equal(states.filter((state) => state === 'UNKNOWN').length, calls('submit').length);
    assert.equal(states.filter((state) => state === 'PENDING').length, 40 - calls('submit').length);

    // Once it is open there is one question at a time, of all processes and companies; before that, polls pass.
    const openFrom = Date.parse(calls('submit').at(-1)!.at) + 1500;
    const questions = () =>
      calls('get')
        .map(({ at }) => Date.parse(at))
        .filter((at) => at >= openFrom);
    const asked = await eventually(
      async () => questions(),
      (times) => times.length >= 2,
    );
    const gaps = asked.slice(1).map((at, nth) => at - asked[nth]!);
    assert.ok(
      gaps.every((gap) => gap >= 1400),
      `questions ${gaps.join(', ')} ms apart`,
    );

    // The breaker may open between a claim and its call: of a call that was let through, nothing leaves then.
    const claimed = (await claimsOf(sold)).reduce((sum, one) => sum + one.claimed, 0);
    assert.ok(claimed >= calls('submit').length && claimed <= most, `what is held is not claimed: ${claimed} are`);

    world.simulator.setKnobs({ standingFaults: [] });
    for (const [nth, { shop, id }] of sold.entries()) {
      if (states[nth] !== 'PENDING') continue;
      await eventually(() => readInvoice(shop, id), { legalStatus: 'PAC_AUTHORIZED' });
    }
    const reached = calls('submit').map(({ companyId, numeration }) => `${companyId} ${numeration}`);
    assert.equal(new Set(reached).size, reached.length, 'none is sent twice');
    const called = await claimsOf(sold);
    const left = called.map(({ claimed, calledOff }) => claimed - calledOff);
    assert.deepEqual(new Set(left), new Set([1]), 'none is claimed again but one of which nothing has left');
  });
}

test('F82: a void waits for a silent PAC as a submission does, and its timeline says so once', async () => {
  const shop = await world.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  const sales = await ordersOf(shop, 12);
  world.simulator.setKnobs({ standingFaults: silent });
  await sellAll(sales, 6);
  await shop.call('voidInvoice', { invoiceId: sold.id, reason: 'The wrong goods were sold' });
  for (let nth = 0; nth < 5; nth += 1) {
    await world.sql`update pac_requests set not_before = now()
      where what = 'VOID' and document_id = ${sold.id} and not_before is not null`;
    await voidAtPac(ofTenant(processes[nth % 2]!, shop.tenant), sold.id, 'duty');
  }
  const events = await world.sql<{ kind: string }>`select kind from document_events
    where document_id = ${sold.id} and detail->>'what' = 'void' order by at`;
  assertEach(events, ({ kind }) => kind, ['NOT_SENT']);
  world.simulator.setKnobs({ standingFaults: [] });
  await eventually(() => readInvoice(shop, sold.id), { invoiceStatus: 'VOID' });
});

test('F83: PDFs and questions that failed are tried within seconds after calls of their kind succeed again', async () => {
  const shop = await world.tenant();
  const sold = [];
  for (let nth = 0; nth < 4; nth += 1) sold.push((await invoicedOrder(shop)).invoice);
  await untilPrinted(world, shop);
  world.simulator.setKnobs({
    standingFaults: [{ name: 'http503' as const, operation: 'pdf' as const, companyId: shop.companyId }],
  });
  for (const { documentId } of sold) await world.simulator.verdict(documentId, 'DGI_AUTHORIZED');
  // Each has failed, and would come back in an hour.
  await eventually(
    () =>
      world.sql<{ id: string }>`update pgboss.job set start_after = now() + interval '1 hour'
         where name = 'attach-pdf' and state = 'retry' and group_id = ${shop.tenant.id} returning id`,
    (rows) => rows.length === sold.length,
  );
  world.simulator.setKnobs({ standingFaults: [] });
  for (const { id } of sold) {
    await eventually(
      () => readInvoice(shop, id),
      ({ pdf }) => pdf !== null,
    );
  }
});
