// Workers that are killed while they deliver: each event arrives all the same, and those of one thing in their order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newClient } from '../support/business.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { rename } from '../support/webhooks.ts';
import { createWorld, eventually, JWT_SECRET, PAC_API_KEY, PAC_WEBHOOK_SECRET, type World } from '../support/world.ts';
import { serviceAt, type Service } from './kill-loop/killable-process.ts';
import { freePort } from '../support/free-port.ts';

const KILLS = 3;
const CLIENTS = 6;
const CHANGES = 4;

let here: World;
let receiver: Receiver;
let workers: Service[];

before(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_HOSTS: `127.0.0.1:${receiver.port}`, WEBHOOK_TIMEOUT_MS: '2000' };
  here = await createWorld({ env, works: false });
  const ofProcess = {
    ...env,
    DATABASE_URL: here.database.pool.options.connectionString!,
    DATA_DIR: here.dataDir,
    PAC_BASE_URL: here.simulator.url,
    PAC_API_KEY,
    PAC_WEBHOOK_SECRET,
    AUTH_JWT_SECRET: JWT_SECRET,
    ROLE: 'worker',
    LOG_LEVEL: 'fatal',
  };
  workers = [serviceAt(await freePort(), ofProcess), serviceAt(await freePort(), ofProcess)];
  await Promise.all(workers.map((worker) => worker.start()));
});
after(async () => {
  for (const worker of workers) await worker.kill();
  await receiver.close();
});

test('0 events are lost, and each thing keeps its order', async () => {
  const shop = await here.tenant();
  await shop.call('createWebhookEndpoint { endpoint { id } }', { url: receiver.at('/hook'), types: ['client.*'] });
  // Some requests are not answered: the process that has sent one dies over it, and others too.
  let kills = 0;
  const restarts: Promise<void>[] = [];
  // As if the time of those that are no more were over.
  const leasesEnd = () =>
    here.query("update webhook_deliveries set leased_until = now() where state = 'PENDING' and leased_until > now()");
  receiver.behave('/hook', (response) => {
    if (receiver.received('/hook').length < 7 * (kills + 1) || kills === KILLS) return response.writeHead(204).end();
    const worker = workers[kills % 2]!;
    kills += 1;
    restarts.push(
      worker
        .kill()
        .then(leasesEnd)
        .then(() => worker.start()),
    );
    return response;
  });
  const ids = await Promise.all(Array.from({ length: CLIENTS }, (_, nth) => newClient(shop, `Client ${nth}`)));
  for (let change = 0; change < CHANGES; change += 1) {
    await Promise.all(ids.map((id) => rename(shop, id, `Changed ${change} times`)));
  }
  await eventually(async () => kills, KILLS);
  await Promise.all(restarts);
  const { events } = await shop.get('{ events(types: ["client.*"]) { records { id data } } }');
  assert.equal(events.records.length, CLIENTS * (CHANGES + 1));
  await eventually(
    () => here.query<{ state: string }>('select state from webhook_deliveries'),
    (rows) => rows.length === events.records.length && rows.every(({ state }) => state === 'DELIVERED'),
  );
  for (const id of ids) {
    const told = receiver.told('/hook').filter(({ data }) => data.id === id);
    const wanted = events.records.filter(({ data }: { data: { id: string } }) => data.id === id);
    assert.deepEqual(
      [...new Set(told.map((event) => event.id))],
      wanted.map((event: { id: string }) => event.id),
    );
  }
});
