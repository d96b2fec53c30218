// An asynchronous standby is promoted without the last commits: Folio notices by itself, and sends nothing until an operator has looked.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { probeIsolation } from '../support/isolation-probe.ts';
import { createWitness } from '../../src/certification/index.ts';
import { afterRestoreCommand } from '../../src/cli/after-restore.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { createWorld, eventually, openTestDatabase, PAC_API_KEY, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

describe('a database that went back', { skip: installedPostgres() ? false : 'no PostgreSQL is installed here' }, () => {
  const programs = installedPostgres()!;
  const settings = { wal_level: 'replica', max_wal_senders: '4' };
  let server: PostgresServer;
  let promoted: PostgresServer | undefined;
  let copies: string;
  let world: World;
  let shop: TestTenant;
  /** To be sent when the standby stopped following, and sent since. */
  let pending: Answer;

  before(async () => {
    copies = programs.folder();
    server = (await startPostgres({ settings }))!;
    world = await createWorld({ works: false, database: await openTestDatabase(server.url) });
    shop = await world.tenant();
    await invoicedOrder(shop);
    // The PAC takes nothing from anyone for a second, so it is still to be sent.
    world.simulator.nextFault({ name: 'http429', companyId: shop.companyId });
    pending = (await invoicedOrder(shop)).invoice;
    assert.equal(pending.submissionState, 'PENDING');
    await beat();
    copy('lagging');
    await eventually(
      async () => {
        await submitPending();
        return readInvoice(shop, pending.id);
      },
      { legalStatus: 'PAC_AUTHORIZED' },
    );
    await invoicedOrder(shop);
  });
  after(async () => {
    await world?.close();
    await promoted?.stop();
    await server?.stop();
    rmSync(copies, { recursive: true });
  });

  function copy(name: string): void {
    const to = ['--pgdata', `${copies}/${name}`, '--checkpoint=fast', '--no-sync'];
    programs.run('pg_basebackup', ['--dbname', server.url, ...to]);
  }

  async function beat(): Promise<void> {
    await world.query("update database_witness set beaten_at = '-infinity'");
    await world.app.witness.look();
  }

  /** The standby takes the place of the server. */
  async function promote(name: string): Promise<void> {
    await (promoted ?? server).kill();
    await promoted?.stop();
    promoted = await startPostgres({
      port: server.port,
      settings,
      fill(data) {
        programs.run('/bin/cp', ['-a', `${copies}/${name}`, data]);
        programs.run('/usr/bin/touch', [`${data}/standby.signal`]);
      },
    });
    await eventually(
      () => world.query<{ is_done: boolean }>('select pg_promote() as is_done').catch(() => []),
      ([row]) => row?.is_done === true,
    );
  }

  async function submitPending(): Promise<void> {
    const submit = jobsOf(world.app).find(({ job }) => job.name === 'submit')!;
    await submit.run({ tenantId: shop.tenant.id, documentId: pending.id } as never);
  }

  const arrivals = (): number[] => world.simulator.counts().map(({ attempts }) => attempts);

  /** As a process that starts now, and has seen nothing itself. */
  async function newcomer(): Promise<ReturnType<typeof createWitness>> {
    const { db, files, log } = world.app;
    const witness = createWitness({ db, files, log });
    await witness.look();
    return witness;
  }

  test('one that lacks the last commits is noticed by a process that has sent meanwhile, before anything is sent', async () => {
    await promote('lagging');
    const before = arrivals();
    await submitPending();
    await world.app.witness.look();
    assert.match(world.app.witness.wentBack()!, /does not know that \d requests were sent/);
    await submitPending();
    assert.deepEqual(arrivals(), before);
    assert.equal((await readInvoice(shop, pending.id)).submissionState, 'PENDING');
  });

  test('and by a process that starts then, from the count that is kept outside', async () => {
    await world.query('update database_witness set went_back_at = null, went_back_because = null, beats = beats - 1');
    assert.match((await newcomer()).wentBack()!, /it counts \d+ beats, and \d+ were witnessed/);
  });

  test('orders are taken, documents are not made, and every process, /readyz and a metric say so', async () => {
    await world.app.witness.look();
    const itemId = await newItem(shop, { stock: '5' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    assert.equal((await shop.refuses('generateInvoice', { orderId: order.id })).code, 'SERVICE_UNAVAILABLE');
    const ready = await fetch(`${world.url}/readyz`);
    assert.equal(ready.status, 200);
    const { wentBack } = (await ready.json()) as { wentBack: string };
    assert.match(wentBack, /witnessed|sent/);
    assert.match(await (await fetch(`${world.url}/metrics`)).text(), /^folio_database_went_back 1$/m);
  });

  test('after-restore ends it: what was to be sent is in doubt, and the next sale has a number that the PAC has not seen', async () => {
    const [{ name }] = (await world.query<{ name: string }>('select current_database() as name')) as [{ name: string }];
    const config = readConfig({
      DATABASE_URL: server.url.replace(/[^/]*$/, name),
      DATA_DIR: world.dataDir,
      PAC_BASE_URL: world.simulator.url,
      PAC_API_KEY,
      PAC_WEBHOOK_SECRET,
    });
    const command = { positionals: [], terminal: { isInteractive: false, write: () => undefined } };
    await afterRestoreCommand.run({ ...command, config, options: { 'skip-numbers': '10' } });
    await world.app.witness.look();
    assert.equal(world.app.witness.wentBack(), undefined);
    assert.equal((await readInvoice(shop, pending.id)).submissionState, 'UNKNOWN');
    const itemId = await newItem(shop, { stock: '5' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED');
    const counts = world.simulator.counts();
    assert.ok(counts.every(({ acceptances }) => acceptances === 1));
    // And the one that the PAC did not take.
    assert.equal(
      counts.reduce((sum, { attempts }) => sum + attempts, 0),
      counts.length + 1,
    );
    assert.equal((await newcomer()).wentBack(), undefined);
  });

  test('a standby that has everything is trusted, by a running process and by a new one', async () => {
    // The canary's mark as sent is rolled back; the standby can lack none of it.
    await probeIsolation(world.app);
    copy('current');
    await promote('current');
    await eventually(
      async () => {
        await world.app.witness.look();
        return (await invoicedOrder(shop)).invoice;
      },
      ({ legalStatus }) => legalStatus === 'PAC_AUTHORIZED',
    );
    assert.equal(world.app.witness.wentBack(), undefined);
    assert.equal((await newcomer()).wentBack(), undefined);
  });
});
