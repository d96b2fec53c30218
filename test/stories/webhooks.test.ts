// Webhooks: signed events of the requested types, to allowed addresses.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { expireAllEvents } from '../../src/events/expire-events.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { findDue } from '../../src/webhooks/deliveries.ts';
import { suspendTenant } from '../../src/company/index.ts';
import { newClient } from '../support/business.ts';
import { verified, type Receiver } from '../support/receiver.ts';
import { CREATE, openHooks, rename, UPDATE, type Hooks } from '../support/webhooks.ts';
import { eventually, type Answer, type World } from '../support/world.ts';

const pythonMissing = spawnSync('python3', ['--version']).status === 0 ? false : 'no python3 is installed here';

describe('webhooks', () => {
  let here: World;
  let receiver: Receiver;
  let hooks: Hooks;

  before(async () => {
    hooks = await openHooks();
    ({ here, receiver } = hooks);
  });
  after(() => receiver.close());

  describe('an endpoint', () => {
    test('is one of ten at most, however many are made at once', async () => {
      const shop = await here.tenant();
      const made = Array.from({ length: 30 }, (_, at) => shop.ask(CREATE, { url: `https://example.com/${at}` }));
      const codes = (await Promise.all(made)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'MADE');
      const count = (code: string): number => codes.filter((one) => one === code).length;
      assert.deepEqual([count('MADE'), count('CONFLICT')], [10, 20]);
      assert.equal((await shop.get('{ webhookEndpoints { id } }')).webhookEndpoints.length, 10);
    });

    test('is told what it asked for, signed; the body is the event of the feed', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop, ['client.created']);
      const clientId = await newClient(shop);
      await rename(shop, clientId, 'Ana María');
      await newClient(shop, 'Luis');
      await hooks.arrived(one, 2);
      const [first] = receiver.received(one.path);
      const { events } = await shop.get('{ events(types: ["client.created"]) { records { id type at data } } }');
      const [{ id, type, at, data }] = events.records;
      assert.deepEqual(verified(one.secret, first!), { id, type, timestamp: at, data });
      assert.equal(first!.headers['webhook-id'], id);
      assert.equal(data.id, clientId);
      assert.match(one.secret, /^whsec_[\w+/=]{44}$/);
      assert.throws(() => verified('whsec_b3RoZXI=', first!), /No matching signature/);
      assert.deepEqual(
        receiver.told(one.path).map((told) => told.type),
        ['client.created', 'client.created'],
      );
      const done = await hooks.until(shop, one, (all) => all.every(({ state }) => state === 'DELIVERED'));
      assert.deepEqual(
        done.map(({ eventType, attempts, httpStatus, nextAttemptAt }) => ({
          eventType,
          attempts,
          httpStatus,
          nextAttemptAt,
        })),
        Array(2).fill({ eventType: 'client.created', attempts: 1, httpStatus: 200, nextAttemptAt: null }),
      );
    });

    test('another language verifies it, by the lines of the documentation', { skip: pythonMissing }, async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      await newClient(shop, 'Peña “Ñandú”');
      await hooks.arrived(one, 1);
      const { headers, body } = receiver.received(one.path)[0]!;
      const page = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
      const [, verify] = /```python\n([^]*?)```/.exec(page)!;
      const program = `${verify}
import json, sys
given = json.load(sys.stdin)
verify(given["secret"], given["headers"], given["body"].encode())`;
      const python = (given: object) =>
        spawnSync('python3', ['-c', program], {
          input: JSON.stringify({ secret: one.secret, headers, body, ...given }),
          encoding: 'utf8',
        });
      assert.equal(python({}).status, 0, python({}).stderr);
      assert.match(python({ body: `${body} ` }).stderr, /not signed with this secret/);
    });

    test('its secret is shown once, kept from the tenant’s own statements, and in no act, key or list', async () => {
      const shop = await here.tenant();
      const asked = { url: receiver.at('/secret'), key: 'k-1' };
      const text =
        'mutation ($url: String!, $key: String) { createWebhookEndpoint(url: $url, idempotencyKey: $key) { secret endpoint { id } } }';
      const first = (await shop.get(text, asked)).createWebhookEndpoint;
      const again = (await shop.get(text, asked)).createWebhookEndpoint;
      assert.deepEqual(again, { secret: null, endpoint: first.endpoint });
      // A caller that lost the answer follows the repetition's advice literally, and has a secret.
      const { remedy } = (await shop.get(text.replace('{ secret', '{ remedy'), asked)).createWebhookEndpoint;
      const said = /`(.+)`/.exec(remedy)![1]!;
      const { made } = await shop.get(`mutation { made: ${said} { secret } }`);
      assert.match(made.secret, /^whsec_/);
      assert.notEqual(made.secret, first.secret);
      for (const column of ['endpoints_secret', '*']) {
        const read = inTenant(here.app, shop.tenant, (db) => sql.raw(`select ${column} from tenants`).execute(db));
        await assert.rejects(read, /permission denied/, column);
      }
      for (const table of ['acts', 'requests']) {
        const rows = await here.query(`select * from ${table} where tenant_id = $1`, [shop.tenant.id]);
        assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(first.secret), table);
      }
    });

    test('a secret that is rotated signs beside the new one for the overlap', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      const rotate =
        'mutation ($id: UUID!, $hours: Int!) { rotateWebhookEndpointSecret(endpointId: $id, overlapHours: $hours) { secret previousUntil } }';
      const { rotateWebhookEndpointSecret: made } = await shop.get(rotate, { id: one.id, hours: 24 });
      await newClient(shop);
      await hooks.arrived(one, 1);
      const both = receiver.received(one.path)[0]!;
      verified(one.secret, both);
      verified(made.secret, both);
      await hooks.pass(one, 25 * 3_600_000);
      await newClient(shop);
      await hooks.arrived(one, 2);
      const later = receiver.received(one.path)[1]!;
      verified(made.secret, later);
      assert.throws(() => verified(one.secret, later), /No matching signature/);
      const { code } = await shop.refusal(rotate, { id: one.id, hours: 721 });
      assert.equal(code, 'BAD_USER_INPUT');
    });

    test('the secret that the receiver has signs for the overlap that was promised, also where the new one was lost', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      const rotate = (more: string): string =>
        `mutation { made: rotateWebhookEndpointSecret(endpointId: "${one.id}", ${more}) { secret previousUntil remedy } }`;
      const { made: lost } = await shop.get(rotate('overlapHours: 48, idempotencyKey: "k-1"'));
      const { made: again } = await shop.get(rotate('overlapHours: 48, idempotencyKey: "k-1"'));
      const said = /`(.+)`/.exec(again.remedy)![1]!;
      const { made } = await shop.get(`mutation { made: ${said} { secret previousUntil } }`);
      assert.equal(made.previousUntil, lost.previousUntil);
      await newClient(shop);
      await hooks.arrived(one, 1);
      const during = receiver.received(one.path)[0]!;
      for (const secret of [one.secret, made.secret]) verified(secret, during);
      // Secrets from before an overlap that has ended sign in none of the next.
      await hooks.pass(one, 49 * 3_600_000);
      const { made: next } = await shop.get(rotate('overlapHours: 1'));
      await newClient(shop);
      await hooks.arrived(one, 2);
      const later = receiver.received(one.path)[1]!;
      for (const secret of [made.secret, next.secret]) verified(secret, later);
      for (const secret of [one.secret, lost.secret])
        assert.throws(() => verified(secret, later), /No matching signature/);
      // One that has leaked ends at once, with all before it.
      const { made: last } = await shop.get(rotate('overlapHours: 0'));
      await newClient(shop);
      await hooks.arrived(one, 3);
      const fresh = receiver.received(one.path)[2]!;
      verified(last.secret, fresh);
      for (const secret of [made.secret, next.secret])
        assert.throws(() => verified(secret, fresh), /No matching signature/);
    });

    test('only public addresses, and those that the operator has listed', async () => {
      const shop = await here.tenant();
      const refused = [
        'http://shop.example/hook',
        'https://127.0.0.1/hook',
        'https://10.0.0.7/hook',
        'https://169.254.169.254/latest',
        'https://[::1]/hook',
        'https://[fe80::1]/hook',
        'https://2130706433/',
        'https://localhost/hook',
        'https://metadata.internal/',
        'https://user:word@shop.example/',
        'ftp://shop.example/',
        `http://127.0.0.1:${receiver.port + 1}/hook`,
        'shop',
      ];
      for (const url of refused) assert.equal((await shop.refusal(CREATE, { url })).code, 'BAD_USER_INPUT', url);
      const { createWebhookEndpoint } = await shop.get(CREATE, { url: 'https://shop.example/hook#top' });
      assert.equal(createWebhookEndpoint.endpoint.url, 'https://shop.example/hook');
      const moved = await shop.refusal(UPDATE, { id: createWebhookEndpoint.endpoint.id, url: 'https://10.0.0.7/' });
      assert.equal(moved.code, 'BAD_USER_INPUT');
      assert.match(
        (await shop.refusal(CREATE, { url: 'http://10.0.0.7/', types: ['invoice.gone'] })).message,
        /url.*;.*invoice\.gone/,
      );
    });

    test('can be tried with an event of its own, which is tried once', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      const text = 'mutation ($id: UUID!) { sendTestWebhook(endpointId: $id) { state eventType } }';
      assert.deepEqual((await shop.get(text, { id: one.id })).sendTestWebhook, {
        state: 'PENDING',
        eventType: 'webhook.test',
      });
      await hooks.arrived(one, 1);
      const told = verified(one.secret, receiver.received(one.path)[0]!) as Answer;
      assert.deepEqual(told, { ...told, type: 'webhook.test', data: { endpointId: one.id } });
      receiver.behave(one.path, (response) => response.writeHead(302, { location: receiver.at('/elsewhere') }).end());
      await shop.get(text, { id: one.id });
      const [last] = await hooks.until(shop, one, (all) => all.length === 2 && all[0].state !== 'PENDING');
      assert.deepEqual([last.state, last.httpStatus], ['FAILED', 302]);
      assert.deepEqual(receiver.received('/elsewhere'), [], 'a redirect is not followed');
    });

    test('that is deleted is told nothing more', async () => {
      const shop = await here.tenant();
      const [one, other] = [await hooks.endpoint(shop), await hooks.endpoint(shop)];
      const text = 'mutation ($id: UUID!) { deleteWebhookEndpoint(endpointId: $id, idempotencyKey: "gone") { id } }';
      assert.deepEqual((await shop.get(text, { id: one.id })).deleteWebhookEndpoint, { id: one.id });
      assert.deepEqual((await shop.get(text, { id: one.id })).deleteWebhookEndpoint, { id: one.id }, 'asked again');
      await newClient(shop);
      await hooks.arrived(other, 1);
      assert.deepEqual(receiver.received(one.path), []);
      assert.equal(await hooks.shown(shop, one), undefined);
      assert.equal((await shop.refusal(UPDATE, { id: one.id, isEnabled: true })).code, 'NOT_FOUND');
    });

    test('its deliveries end with their events', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      await newClient(shop);
      await hooks.until(shop, one, ([first]) => first?.state === 'DELIVERED');
      await here.query("update events set at = at - interval '91 days' where tenant_id = $1", [shop.tenant.id]);
      await expireAllEvents(here.app);
      assert.deepEqual(await hooks.deliveries(shop, one), []);
    });

    test('that was disabled longer than events are kept goes on with the first that is kept', async () => {
      const [shop, quiet] = [await here.tenant(), await here.tenant()];
      const [one, other] = [await hooks.endpoint(shop), await hooks.endpoint(quiet)];
      for (const [tenant, { id }] of [
        [shop, one],
        [quiet, other],
      ] as const) {
        await tenant.get(UPDATE, { id, isEnabled: false });
        // More than wait for an endpoint at a time.
        await here.sql`insert into events (tenant_id, type, entity_id, subject_id, data)
          select ${tenant.tenant.id}, 'client.updated', gen_random_uuid(), gen_random_uuid(), '{}'
          from generate_series(1, 1100)`;
        await here.query("update events set at = at - interval '91 days' where tenant_id = $1", [tenant.tenant.id]);
      }
      await expireAllEvents(here.app);
      const clientId = await newClient(shop);
      await shop.get(UPDATE, { id: one.id, isEnabled: true });
      await hooks.arrived(one, 1);
      assert.deepEqual(
        receiver.told(one.path).map(({ data }) => data.id),
        [clientId],
      );
      // Nothing is left of the other's events: it has nothing to do, and is told what comes.
      await quiet.get(UPDATE, { id: other.id, isEnabled: true });
      await eventually(
        () => findDue(here.app),
        (due) => !due.some(({ id }) => id === other.id),
      );
      const nextId = await newClient(quiet);
      await hooks.arrived(other, 1);
      assert.deepEqual(hooks.toldOf(other, nextId), ['client.created']);
    });
  });

  describe('replay', () => {
    test('a span is sent again in its order, also what is older than the endpoint', async () => {
      const shop = await here.tenant();
      const names = ['Ana', 'Luis', 'Marta', 'Eva'];
      for (const name of names.slice(0, 3)) await newClient(shop, name);
      const { events } = await shop.get('{ events(types: ["client.*"]) { records { id cursor } } }');
      const one = await hooks.endpoint(shop);
      await newClient(shop, names[3]);
      await hooks.arrived(one, 1);
      assert.notEqual(receiver.told(one.path)[0]!.id, events.records[2].id, 'only what is new');
      const text =
        'mutation ($id: UUID!, $after: String!) { replayWebhookEvents(endpointId: $id, after: $after) { id } }';
      await shop.get(text, { id: one.id, after: events.records[0].cursor });
      await hooks.arrived(one, 4);
      const told = receiver.told(one.path).map(({ id }) => id);
      assert.deepEqual(new Set(told.slice(1)), new Set([events.records[1].id, events.records[2].id, told[0]]));
      assert.equal((await shop.refusal(text, { id: one.id, after: 'nonsense' })).code, 'BAD_USER_INPUT');
    });
  });

  describe('a tenant', () => {
    test('that is suspended is told on, as it may read on; one that is closed waits', async () => {
      const shop = await here.tenant();
      const one = await hooks.endpoint(shop);
      await newClient(shop);
      await hooks.arrived(one, 1);
      await inTenant(here.app, shop.tenant, suspendTenant);
      // Facts come also then, such as a verdict.
      const happens = () =>
        here.query(
          `insert into events (tenant_id, type, entity_id, subject_id, data) values ($1, 'client.updated', $1, $1, '{}')`,
          [shop.tenant.id],
        );
      await happens();
      await hooks.arrived(one, 2);
      await here.query('update tenants set closed_at = now() where id = $1', [shop.tenant.id]);
      const other = await here.tenant();
      const witness = await hooks.endpoint(other);
      // The process holds a tenant for some seconds.
      here.clock.offsetMs += 60_000;
      await happens();
      // By then the one that waits has been looked at, too.
      for (const count of [1, 2, 3]) {
        await newClient(other);
        await hooks.arrived(witness, count);
      }
      assert.equal(receiver.received(one.path).length, 2);
      await here.query('update tenants set closed_at = null where id = $1', [shop.tenant.id]);
      here.clock.offsetMs += 60_000;
      await hooks.arrived(one, 3);
      here.clock.offsetMs = 0;
    });
  });
});
