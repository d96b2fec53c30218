// Each event comes at least once, in the order of its subject, whatever the receivers do; a dead receiver hurts no other.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { jobsOf } from '../../src/wiring/app.ts';
import { PATIENCE_MS } from '../../src/webhooks/pauses.ts';
import { newClient } from '../support/business.ts';
import { answers, closesAtOnce, closesHalfWay, hangs, type Receiver } from '../support/receiver.ts';
import { openHooks, rename, UPDATE, type Hooks } from '../support/webhooks.ts';
import { eventually, type Answer, type World } from '../support/world.ts';

describe('webhooks that fail', () => {
  let here: World;
  let receiver: Receiver;
  let hooks: Hooks;

  before(async () => {
    hooks = await openHooks();
    ({ here, receiver } = hooks);
  });
  after(() => receiver.close());

  describe('a receiver that fails', () => {
    const faults = { answers500: answers(500, 'down\u0000'), hangs, closesAtOnce, tooMany: answers(429) };
    for (const [name, behaviour] of Object.entries(faults)) {
      test(`is tried again until it takes the event: ${name}`, async () => {
        const shop = await here.tenant();
        const one = await hooks.endpoint(shop);
        receiver.behave(one.path, behaviour);
        await newClient(shop);
        const [failed] = await hooks.until(shop, one, ([first]) => first !== undefined && first.answer !== null);
        assert.equal(failed.state, 'PENDING');
        assert.ok(failed.nextAttemptAt !== null && !failed.answer.includes('\u0000'));
        assert.notEqual((await hooks.shown(shop, one)).failingSince, null);
        receiver.behave(one.path, answers(204));
        await hooks.pass(one, 10_000);
        await hooks.until(shop, one, ([first]) => first.state === 'DELIVERED' && first.attempts === 2);
        const ids = receiver.received(one.path).map(({ headers }) => headers['webhook-id']);
        assert.deepEqual([ids.length, new Set(ids).size], [2, 1], 'the same id in both tries');
        assert.equal((await hooks.shown(shop, one)).failingSince, null);
      });
    }

    test('has taken the event once it has said so, even if its answer breaks off', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, closesHalfWay);
      await newClient(shop);
      const [done] = await hooks.until(shop, one, ([first]) => first !== undefined && first.state !== 'PENDING');
      assert.deepEqual([done.state, done.attempts], ['DELIVERED', 1]);
    });

    /** Failures of one client cost it nothing, failures of others everything. */
    for (const { failures, isSoon } of [
      { failures: 4, isSoon: true },
      { failures: 7, isSoon: false },
    ]) {
      test(`that takes something again is told what failed ${failures} times ${isSoon ? 'within half a minute' : 'when its own pause is over'}`, async () => {
        const shop = await here.tenant();
        const one = await hooks.endpoint(shop);
        receiver.behave(one.path, answers(500));
        const clientId = await newClient(shop, 'Eva');
        for (let tries = 1; ; tries += 1) {
          await hooks.until(shop, one, ([first]) => first?.attempts === tries && first.httpStatus === 500);
          // It has taken others in between, so the endpoint itself does not fail.
          const well =
            'update webhook_endpoints set failures = 0, failing_since = null, resumes_at = null where id = $1';
          await here.query(well, [one.id]);
          if (tries === failures) break;
          const due = `update webhook_deliveries set next_at = now(), http_status = null where endpoint_id = $1 and state = 'PENDING'`;
          await here.query(due, [one.id]);
        }
        await here.query('update webhook_endpoints set failures = 1, failing_since = now() where id = $1', [one.id]);
        receiver.behave(one.path, (response, _, { body }) =>
          response.writeHead(body.includes(clientId) ? 500 : 204).end(),
        );
        await newClient(shop, 'Luz');
        await hooks.until(shop, one, (all) => all.some(({ state }) => state === 'DELIVERED'));
        const [left] = await here.query<{ ms: number; tried: number }>(
          `select extract(epoch from next_at - last_tried_at)::float8 * 1000 as ms, attempts as tried from webhook_deliveries
           where endpoint_id = $1 and state = 'PENDING'`,
          [one.id],
        );
        assert.equal(left!.tried, failures);
        assert.equal(left!.ms <= 30_000, isSoon, `${left!.ms} ms`);
      });
    }

    test('keeps the order of each thing, and holds up nothing else', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      let isDown = true;
      const clientId = await newClient(shop, 'Eva');
      await hooks.arrived(one, 1);
      receiver.behave(one.path, (response, _, { body }) =>
        response.writeHead(isDown && body.includes(clientId) ? 500 : 200).end(),
      );
      await rename(shop, clientId, 'Eva Luna');
      await eventually(async () => hooks.toldOf(one, clientId).length, 2);
      await rename(shop, clientId, 'Eva Luna P.');
      await newClient(shop, 'Luis');
      await newClient(shop, 'Marta');
      const all = await hooks.until(
        shop,
        one,
        ([marta, luis]) =>
          marta.eventType === 'client.created' && marta.state === 'DELIVERED' && luis.state === 'DELIVERED',
      );
      assert.deepEqual(
        all.map(({ state, attempts }) => [state, attempts > 0]),
        [
          ['DELIVERED', true],
          ['DELIVERED', true],
          ['PENDING', false],
          ['PENDING', true],
          ['DELIVERED', true],
        ],
        'the second change waits for the first',
      );
      isDown = false;
      await hooks.pass(one, 10_000);
      await hooks.until(shop, one, (rows) => rows.every(({ state }) => state === 'DELIVERED'));
      const ids = receiver
        .received(one.path)
        .filter(({ body }) => body.includes(clientId))
        .map(({ headers }) => headers['webhook-id']);
      const inOrder = all
        .toReversed()
        .filter((row) => ids.includes(row.eventId))
        .map(({ eventId }) => eventId);
      assert.deepEqual([...new Set(ids)], inOrder);
    });

    test('is disabled at once when it is gone, and goes on where it stood once it is enabled', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, answers(410, 'moved away'));
      const first = await newClient(shop, 'Ana');
      const gone = await eventually(
        () => hooks.shown(shop, one),
        ({ isEnabled }) => !isEnabled,
      );
      assert.equal(gone.disabledReason, 'GONE');
      const second = await newClient(shop, 'Luis');
      const metrics = await (await fetch(`${here.url}/metrics`)).text();
      assert.match(metrics, /^folio_webhook_deliveries_total\{outcome="refused"\} [1-9]/m);
      receiver.behave(one.path, answers(200));
      await shop.get(UPDATE, { id: one.id, isEnabled: true });
      await eventually(
        async () => [hooks.toldOf(one, first).length, hooks.toldOf(one, second).length],
        ([before, later]) => before === 2 && later === 1,
      );
      assert.deepEqual(await hooks.shown(shop, one), {
        ...(await hooks.shown(shop, one)),
        isEnabled: true,
        disabledReason: null,
        disabledAt: null,
      });
    });

    test('is disabled after days of failures; an event alone is given up, and can be replayed', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, answers(500));
      const clientId = await newClient(shop, 'Ana');
      await hooks.until(shop, one, ([first]) => first?.httpStatus === 500);
      await hooks.pass(one, PATIENCE_MS);
      assert.equal(
        (
          await eventually(
            () => hooks.shown(shop, one),
            ({ isEnabled }) => !isEnabled,
          )
        ).disabledReason,
        'FAILING',
      );
      const [waiting] = await hooks.deliveries(shop, one);
      assert.equal(waiting.state, 'PENDING', 'nothing is lost by it');

      // Others are taken: then it is the event, not the endpoint.
      receiver.behave(one.path, (response, _, { body }) =>
        response.writeHead(body.includes(clientId) ? 500 : 200).end(),
      );
      await shop.get(UPDATE, { id: one.id, isEnabled: true });
      await hooks.until(shop, one, ([first]) => first?.attempts === 1);
      await newClient(shop, 'Luis');
      await eventually(() => hooks.shown(shop, one), { failingSince: null });
      await hooks.pass(one, PATIENCE_MS);
      const [, given] = await hooks.until(shop, one, ([, first]) => first !== undefined && first.state !== 'PENDING');
      assert.equal(given.state, 'FAILED');
      assert.equal((await hooks.shown(shop, one)).isEnabled, true);

      receiver.behave(one.path, answers(200));
      await shop.call('replayWebhookDelivery { state attempts }', { deliveryId: given.id });
      await hooks.until(shop, one, ([, first]) => first.state === 'DELIVERED');
      assert.equal(receiver.received(one.path).at(-1)!.headers['webhook-id'], given.eventId);
    });

    test('is disabled after days of failures, also where what fails is replayed meanwhile', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      const failures = async (): Promise<number> =>
        (await here.query<{ failures: number }>('select failures from webhook_endpoints where id = $1', [one.id]))[0]!
          .failures;
      // Also by itself it is tried again, seconds later.
      const failsAfter = async (act: () => Promise<unknown>): Promise<void> => {
        const before = await failures();
        await act();
        await eventually(failures, (times) => times > before);
      };
      receiver.behave(one.path, answers(500));
      await failsAfter(() => newClient(shop));
      await failsAfter(() => hooks.pass(one, PATIENCE_MS / 2));
      const { failingSince } = await hooks.shown(shop, one);
      const [waiting] = await hooks.deliveries(shop, one);
      await failsAfter(async () => {
        await shop.call('replayWebhookDelivery { state }', { deliveryId: waiting.id });
        // After a third failure it would rest for an hour.
        await here.query('update webhook_endpoints set resumes_at = null where id = $1', [one.id]);
      });
      assert.equal((await hooks.shown(shop, one)).failingSince, failingSince);
      await hooks.pass(one, PATIENCE_MS / 2);
      await eventually(() => hooks.shown(shop, one), { isEnabled: false, disabledReason: 'FAILING' });
    });

    test('is not disabled for a test that failed before it was up', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, answers(500));
      await shop.call('sendTestWebhook { state }', { endpointId: one.id });
      await hooks.until(shop, one, ([first]) => first?.state === 'FAILED');
      assert.equal((await hooks.shown(shop, one)).failingSince, null);
      await hooks.pass(one, PATIENCE_MS);
      await newClient(shop);
      await hooks.until(shop, one, ([first]) => first?.httpStatus === 500 && first.state === 'PENDING');
      const { isEnabled, failingSince } = await hooks.shown(shop, one);
      assert.deepEqual([isEnabled, failingSince === null], [true, false]);
    });

    test('is not disabled for a test that failed before it was up, when a test still counted', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, answers(500));
      await here.sql`update webhook_endpoints set failures = 1, failing_since = now() where id = ${one.id}`;
      await hooks.pass(one, PATIENCE_MS);
      const before = (await hooks.shown(shop, one)).failingSince;
      await newClient(shop);
      await hooks.until(shop, one, ([first]) => first?.httpStatus === 500);
      const { isEnabled, failingSince } = await hooks.shown(shop, one);
      assert.equal(isEnabled, true);
      assert.ok(Date.parse(failingSince) - Date.parse(before) >= PATIENCE_MS, failingSince);
      await hooks.pass(one, PATIENCE_MS);
      await eventually(() => hooks.shown(shop, one), { isEnabled: false, disabledReason: 'FAILING' });
    });

    test('hurts no one else: one that hangs has a few places, of its tenant and of all', async () => {
      const [shop, neighbour] = [await here.tenant(), await here.tenant()];
      const [dead, alive, next] = [
        await hooks.endpoint(shop),
        await hooks.endpoint(shop),
        await hooks.endpoint(neighbour),
      ];
      receiver.behave(dead.path, hangs);
      const created = Array.from({ length: 40 }, (_, nth) =>
        Promise.all([newClient(shop, `Client ${nth}`), newClient(neighbour, `Client ${nth}`)]),
      );
      await Promise.all(created);
      await hooks.arrived(alive, 40);
      await hooks.arrived(next, 40);
      assert.ok(receiver.mostOpen(dead.path) <= 8, `${receiver.mostOpen(dead.path)} at once were sent to it`);
      // It rests.
      await eventually(
        () =>
          here.query<{ resumes_at: Date | null }>('select resumes_at from webhook_endpoints where id = $1', [dead.id]),
        ([row]) => row!.resumes_at !== null,
      );
    });
  });

  describe('several workers', () => {
    test('share the work: nothing is sent twice at once, and each thing stays in its order', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      const under = new Set<string>();
      const atOnce: string[] = [];
      receiver.behave(one.path, (response, _, { body }) => {
        const { data } = JSON.parse(body);
        if (under.has(data.id)) atOnce.push(data.id);
        under.add(data.id);
        setImmediate(() => {
          under.delete(data.id);
          response.writeHead(200).end();
        });
      });
      const another = await here.anotherApp();
      await another.jobs.work(jobsOf(another).filter(({ job }) => job.name === 'deliver-webhooks'));
      const ids = await Promise.all(Array.from({ length: 8 }, (_, nth) => newClient(shop, `Client ${nth}`)));
      for (let change = 0; change < 5; change += 1) {
        await Promise.all(ids.map((id) => rename(shop, id, `Changed ${change} times`)));
      }
      await eventually(
        async () => ids.map((id) => hooks.toldOf(one, id).length),
        (counts) => counts.every((count) => count === 6),
      );
      await hooks.until(shop, one, (all) => all.every(({ state }) => state === 'DELIVERED'));
      const { events } = await shop.get('{ events(types: ["client.*"]) { records { id data } } }');
      const orders = (id: string) =>
        events.records.filter((event: Answer) => event.data.id === id).map((event: Answer) => event.id);
      for (const id of ids) {
        const told = receiver.told(one.path).filter(({ data }) => data.id === id);
        assert.deepEqual(
          told.map((event) => event.id),
          orders(id),
        );
      }
      assert.deepEqual(atOnce, []);
      await another.jobs.stop();
    });

    test('go on with what a process has left that was killed', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      receiver.behave(one.path, hangs);
      const clientId = await newClient(shop);
      await hooks.arrived(one, 1);
      // The row as a process leaves it that ends between the claim and the record.
      await hooks.until(shop, one, ([first]) => first.answer !== null);
      receiver.behave(one.path, answers(200));
      await here.sql`update webhook_deliveries
        set answer = null, next_at = now(), leased_until = now() + interval '1 hour' where endpoint_id = ${one.id}`;
      await rename(shop, clientId, 'Ana María');
      await hooks.until(shop, one, { length: 2 });
      await here.sql`update webhook_deliveries set leased_until = now()
        where endpoint_id = ${one.id} and leased_until is not null`;
      await hooks.until(shop, one, (all) => all.every(({ state }) => state === 'DELIVERED'));
      assert.deepEqual(hooks.toldOf(one, clientId), ['client.created', 'client.created', 'client.updated']);
    });
  });
});
