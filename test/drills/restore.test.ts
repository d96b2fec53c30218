// A restore to a point in time, with documents that the PAC accepted in the time that is lost: found again, none of them sent twice.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { afterRestoreCommand } from '../../src/cli/after-restore.ts';
import { rebuildDocumentCommand } from '../../src/cli/rebuild-document.ts';
import { reconcileCommand } from '../../src/cli/reconcile.ts';
import { verifyCommand } from '../../src/cli/verify.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice, stockOf } from '../support/business.ts';
import { createWorld, eventually, openTestDatabase, PAC_API_KEY, PAC_WEBHOOK_SECRET } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

describe('F61: a restore', { skip: installedPostgres() ? false : 'no PostgreSQL is installed here' }, () => {
  let server: PostgresServer;
  let restored: PostgresServer | undefined;
  let world: World;
  let shop: TestTenant;
  let databaseName: string;
  const folders: string[] = [];
  let certified: Answer;
  let pending: Answer;
  let noon: Date;
  /** Open at noon, invoiced in the time that is lost. */
  let held: Answer;
  /** Sales in the time that is lost. */
  const forgotten: Answer[] = [];

  const numerations = (): string[] => world.simulator.counts().map(({ numeration }) => numeration);
  const command = { positionals: [], terminal: { isInteractive: false, write: () => undefined } };
  const config = () =>
    readConfig({
      DATABASE_URL: server.url.replace(/[^/]*$/, databaseName),
      PAC_BASE_URL: world.simulator.url,
      PAC_API_KEY,
      PAC_WEBHOOK_SECRET,
    });

  before(async () => {
    const programs = installedPostgres()!;
    const archive = programs.folder();
    const copy = programs.folder();
    folders.push(archive, copy);
    server = (await startPostgres({
      settings: { archive_mode: 'on', archive_command: `cp %p ${archive}/%f`, archive_timeout: '60' },
    }))!;
    world = await createWorld({ works: false, database: await openTestDatabase(server.url) });
    [{ name: databaseName }] = (await world.query<{ name: string }>('select current_database() as name')) as [
      { name: string },
    ];
    shop = await world.tenant();

    programs.run('pg_basebackup', [
      '--dbname',
      server.url,
      '--pgdata',
      `${copy}/base`,
      '--checkpoint=fast',
      '--no-sync',
    ]);
    certified = (await invoicedOrder(shop)).invoice;
    // The PAC takes nothing from anyone for a second, so it is still to be sent.
    world.simulator.nextFault({ name: 'http429', companyId: shop.companyId });
    pending = (await invoicedOrder(shop)).invoice;
    assert.equal(pending.submissionState, 'PENDING');
    const itemId = await newItem(shop, { stock: '10' });
    held = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '2' }]);
    noon = new Date();
    await world.query("select pg_create_restore_point('noon')");

    // From here on nothing will be remembered but at the PAC.
    await eventually(
      async () => {
        for (const job of jobsOf(world.app)) {
          if (job.job.name === 'submit') await job.run({ tenantId: shop.tenant.id, documentId: pending.id } as never);
        }
        return readInvoice(shop, pending.id);
      },
      ({ legalStatus }) => legalStatus === 'PAC_AUTHORIZED',
    );
    forgotten.push(await invoice(shop, held.id), (await invoicedOrder(shop)).invoice);
    const address = `${world.simulator.url}/pan/v1/invoices/${certified.documentId}?idCompany=${shop.companyId}`;
    const answer = await fetch(address, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Voided in the time that is lost' }),
    });
    assert.equal(answer.status, 200);
    const [last] = await world.query<{ wal: string }>('select pg_walfile_name(pg_current_wal_lsn()) as wal');
    await world.query('select pg_switch_wal()');
    await eventually(
      () => world.query<{ wal: string | null }>('select last_archived_wal as wal from pg_stat_archiver'),
      ([row]) => (row?.wal ?? '') >= last!.wal,
    );
    await server.kill();

    restored = await startPostgres({
      port: server.port,
      settings: {
        restore_command: `cp ${archive}/%f %p`,
        recovery_target_name: 'noon',
        recovery_target_action: 'promote',
      },
      fill(data) {
        programs.run('/bin/cp', ['-a', `${copy}/base`, data]);
        programs.run('/usr/bin/touch', [`${data}/recovery.signal`]);
      },
    });
    await eventually(
      () => world.query<{ replaying: boolean }>('select pg_is_in_recovery() as replaying').catch(() => []),
      ([row]) => row?.replaying === false,
    );
  });
  after(async () => {
    await world?.close();
    await restored?.stop();
    await server?.stop();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  test('the restored database knows nothing of what came after', async () => {
    assert.equal((await readInvoice(shop, certified.id)).legalStatus, 'PAC_AUTHORIZED');
    assert.equal((await readInvoice(shop, pending.id)).submissionState, 'PENDING');
    for (const { id } of forgotten) {
      assert.equal((await shop.refusal('query ($id: UUID!) { invoice(id: $id) { id } }', { id })).code, 'NOT_FOUND');
    }
  });

  test('after-restore: what was to be sent is in doubt, and numbers are passed over', async () => {
    // The PAC has gone on meanwhile, and tells of one that is unknown here.
    await world.simulator.verdict(forgotten[0].documentId, 'DGI_AUTHORIZED');
    const { json } = await afterRestoreCommand.run({ ...command, config: config(), options: { 'skip-numbers': '5' } });
    const { doubted, skipped, strangers } = json as Record<string, Answer[]>;
    assertEach(doubted!, ({ number, what }) => [number, what], [[pending.number, 'SUBMISSION']]);
    assertEach(skipped!, ({ series, from, to }) => [series.split('-')[0], from, to], [
      ['FAC', 2, 7],
      ['NC', 0, 5],
      ['PRO', 0, 5],
      ['PNC', 0, 5],
      ['PED', 3, 8],
      ['OC', 0, 5],
      ['FP', 0, 5],
      ['Z', 0, 5],
    ]);
    assertEach(strangers!, ({ pacDocumentId, series, number }) => [pacDocumentId, series, number], [
      [forgotten[0].documentId, 'FAC', 3],
    ]);
  });

  test('the workers start: nothing is sent again, and a notice finds the one that was in doubt', async () => {
    const before = numerations();
    await world.app.jobs.work(jobsOf(world.app));
    await world.simulator.verdict(pending.documentId ?? documentIdOf(pending), 'DGI_AUTHORIZED');
    await eventually(
      () => readInvoice(shop, pending.id),
      ({ legalStatus, pdf }) => legalStatus === 'DGI_AUTHORIZED' && pdf !== null,
    );
    await eventually(
      () =>
        world.query<{ state: string }>(
          "select state from pgboss.job where name = 'submit' and state in ('created', 'retry', 'active')",
        ),
      (jobs) => jobs.length === 0,
    );
    assert.deepEqual(numerations(), before);
    const counts = world.simulator.counts();
    assert.ok(counts.every(({ acceptances }) => acceptances === 1));
    // And the one that the PAC did not take.
    assert.equal(
      counts.reduce((sum, { attempts }) => sum + attempts, 0),
      counts.length + 1,
    );
  });

  test('the next sale has a number that the PAC has not seen, and is accepted at once', async () => {
    const { invoice: next } = await invoicedOrder(shop);
    assert.equal(next.number, 'FAC-0000000008');
    assert.equal(next.legalStatus, 'PAC_AUTHORIZED');
  });

  test('its order is held, until the invoice is written again from what the PAC shows', async () => {
    const [{ documentId, number }] = forgotten as [Answer];
    assert.match((await shop.refuses('generateInvoice', { orderId: held.id })).message, new RegExp(number));
    const before = numerations();
    const since = { since: noon.toISOString() };
    const { json } = await reconcileCommand.run({ ...command, config: config(), options: since });
    assertEach((json as Answer).strangers, ({ pacDocumentId }) => pacDocumentId, [documentId]);
    assert.equal((await readInvoice(shop, certified.id)).invoiceStatus, 'VOID');
    const options = { tenant: shop.tenant.id, 'pac-document': documentId, order: held.number };
    await rebuildDocumentCommand.run({ ...command, config: config(), options });
    const again = await invoice(shop, held.id);
    assert.deepEqual([again.number, again.documentId, again.legalStatus], [number, documentId, 'DGI_AUTHORIZED']);
    assert.deepEqual(numerations(), before);
  });

  test('a forgotten sale is entered again without being certified again', async () => {
    const itemId = await newItem(shop, { stock: '10' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '3' }]);
    const calls = world.simulator.calls().filter(({ operation }) => operation === 'submit').length;
    const entered = await invoice(shop, order.id, 'PROFORM');
    assert.equal(entered.submissionState, 'NOT_REQUIRED');
    assert.equal((await stockOf(shop, itemId)).onHand, '7');
    assert.equal(world.simulator.calls().filter(({ operation }) => operation === 'submit').length, calls);
  });

  test('the books agree', async () => {
    const { json } = await verifyCommand.run({ ...command, config: config(), options: {} });
    assert.deepEqual((json as Answer).problems, []);
  });

  function documentIdOf({ number }: Answer): string {
    return world.simulator.documents(shop.companyId).find(({ numeration }) => number.endsWith(numeration))!.id;
  }
});
