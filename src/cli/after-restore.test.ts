// Effects of after-restore on rows: nothing that may have been sent is sent again by itself, and no possibly used number is given out.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { assertEach } from '../../test/support/assert-each.ts';
import { invoice, invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../../test/support/business.ts';
import { createWorld, PAC_API_KEY, type Answer, type TestTenant, type World } from '../../test/support/world.ts';
import { askSince, doubtAfterRestore, reconcile } from '../certification/index.ts';
import { inTenant, ofTenant } from '../tenancy/index.ts';
import { readConfig } from '../wiring/config.ts';
import { skipNumbers } from '../numbers/index.ts';
import { UsageError } from './command.ts';
import { afterRestoreCommand, passOver, restoreOf, seriesOfTenant } from './after-restore.ts';

describe('after a restore', () => {
  let world: World;
  let shop: TestTenant;

  before(async () => {
    world = await createWorld({ works: false });
    shop = await world.tenant();
  });
  after(() => world.close());

  async function passOverAll({ tenant }: TestTenant, margin: number): Promise<string> {
    const config = readConfig({ DATABASE_URL: world.database.pool.options.connectionString, DATA_DIR: world.dataDir });
    const { text } = await afterRestoreCommand.run({
      ...{ config, options: { 'skip-numbers': String(margin), tenant: tenant.id }, positionals: [] },
      terminal: { isInteractive: false, write: () => undefined },
    });
    return text;
  }

  const submissions = (): number => world.callsOf(shop, 'submit').length;

  /** As a restore to the moment before it was sent leaves it. */
  async function forgetSubmission(id: string): Promise<void> {
    await world.sql`update pac_requests set state = 'PENDING', started_at = null, lease_until = null
      where what = 'SUBMIT' and document_id = ${id}`;
  }

  test('a document that was to be sent is asked for instead, as often as the command is run', async () => {
    world.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
    const { invoice: lost } = await invoicedOrder(shop);
    await forgetSubmission(lost.id);
    const doubted = await doubtAfterRestore(world.app, shop.tenant, 'test');
    assert.deepEqual(doubted, [{ number: lost.number, kind: 'INVOICE', what: 'SUBMISSION' }]);
    assert.deepEqual(await doubtAfterRestore(world.app, shop.tenant, 'test'), []);
    const sent = submissions();
    const { open } = await reconcile(ofTenant(world.app, shop.tenant));
    assert.equal(submissions(), sent, 'it was not sent again');
    assertEach(open, ({ number, nextAction }) => [number, nextAction], [[lost.number, 'AWAIT_NOTICE_OR_OPERATOR']]);
    const documentTimeline = await shop.call('documentTimeline { kind detail }', { documentId: lost.id });
    assert.match(documentTimeline.at(-1).detail.cause, /restored/);
  });

  test('a void that was asked for is asked about before it is sent', async () => {
    const { invoice: sold } = await invoicedOrder(shop);
    await world.sql`insert into pac_requests (tenant_id, document_id, what, state, reason, asked_by)
       select tenant_id, id, 'VOID', 'PENDING', 'The client gave the order twice', 'ana' from fiscal_documents where id = ${sold.id}`;
    const doubted = await doubtAfterRestore(world.app, shop.tenant, 'test');
    assert.deepEqual(doubted, [{ number: sold.number, kind: 'INVOICE', what: 'VOID' }]);
    await reconcile(ofTenant(world.app, shop.tenant));
    const voids = world.simulator.calls().filter(({ operation }) => operation === 'void');
    assert.deepEqual(voids, []);
  });

  test('numbers are passed over, never taken back, and never by a typing error', async () => {
    const stand = (to: number): Promise<{ from: number; to: number }> =>
      inTenant(world.app, shop.tenant, (db) => skipNumbers(db, 'FAC', to));
    const { to: now } = await stand(0);
    assert.deepEqual(await stand(now + 10), { from: now, to: now + 10 });
    assert.deepEqual(await stand(now + 3), { from: now + 10, to: now + 10 });
    await assert.rejects(stand(now + 10_000_000), /at most 100000/);
    const itemId = await newItem(shop, { stock: '10' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    const next: Answer = await invoice(shop, order.id);
    assert.equal(Number(next.number.slice(4)), now + 11);
    const { numberAudit } = await shop.get('{ numberAudit { series counts { class count } } }');
    const [series] = numberAudit.filter((one: Answer) => one.series === 'FAC');
    assert.equal(series.counts.find((one: Answer) => one.class === 'UNUSED').count, 10);
  });

  test('a document that was voided, or decided, in the time that is lost is so again after a question to the PAC', async () => {
    const [{ invoice: voided }, { invoice: decided }] = [await invoicedOrder(shop), await invoicedOrder(shop)];
    await world.simulator.verdict(decided.documentId, 'DGI_AUTHORIZED', { webhook: false });
    const address = `${world.simulator.url}/pan/v1/invoices/${voided.documentId}?idCompany=${shop.companyId}`;
    const answer = await fetch(address, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Voided in the time that is lost' }),
    });
    assert.equal(answer.status, 200);
    const learned = await askSince(ofTenant(world.app, shop.tenant), new Date(), 'cli:test');
    assert.deepEqual(learned, [
      { number: voided.number, what: 'VOID' },
      { number: decided.number, what: 'LEGAL_STATUS' },
    ]);
    assert.equal((await readInvoice(shop, voided.id)).invoiceStatus, 'VOID');
    assert.equal((await readInvoice(shop, decided.id)).legalStatus, 'DGI_AUTHORIZED');
    assert.deepEqual(await askSince(ofTenant(world.app, shop.tenant), new Date(), 'cli:test'), []);
  });

  test('the margin is passed over once for each restore, however often the command is run', async () => {
    const restore = await restoreOf(world.app);
    assert.match(restore, /^\d+\/\d+$/);
    const run = (margin: number, of = restore) =>
      inTenant(world.app, shop.tenant, async (db) => {
        const all = await seriesOfTenant(db, []);
        return passOver(
          db,
          all.find(({ series }) => series === 'NC')!,
          { margin, restore: of },
        );
      });
    const { from } = await run(5);
    assert.deepEqual([(await run(5)).to, (await run(0)).to, (await run(7)).to], [from + 5, from + 5, from + 7]);
    assert.equal((await run(5, 'another restore')).to, from + 12);
  });

  test('a number of an order, a purchase order or an invoice of a supplier is not given again', async () => {
    const itemId = await newItem(shop, { stock: '10' });
    const [clientId, { id: supplierId }] = [
      await newClient(shop),
      await shop.call('createSupplier', { name: 'Mayorista' }),
    ];
    const lines = [{ itemId, quantity: '1', unitCost: '1' }];
    const written = async (): Promise<string[]> => [
      (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).number,
      (await shop.call('createPurchaseOrder { number }', { supplierId, lines })).number,
      (await shop.call('recordSupplierInvoice { number }', { supplierId, lines })).number,
    ];
    const numberOf = (text: string): number => Number(text.split('-')[1]);
    const lost = await written();
    // As a restore to the moment before they were written leaves the counters.
    for (const text of lost)
      await world.query(`update document_numbers set last_number = $1 where series = $2 and tenant_id = $3`, [
        numberOf(text) - 1,
        text.split('-')[0],
        shop.tenant.id,
      ]);
    await world.query(`delete from document_numbers where last_number = 0 and tenant_id = $1`, [shop.tenant.id]);
    await passOverAll(shop, 500);
    assert.deepEqual(
      (await written()).map(numberOf),
      lost.map((text) => numberOf(text) + 500),
    );
  });

  test('a number of a Z is not given again, at each till', async () => {
    const shop = await world.tenant();
    const { offices } = await shop.get('{ offices { id code billingPoints { id code } } }');
    const [{ id: officeId, code: office, billingPoints }] = offices;
    const second = await shop.call('createBillingPoint', { officeId, code: '002' }, 'admin');
    const closed = async (billingPointId: string): Promise<number> => {
      const sessionId = randomUUID();
      await shop.call('openTill', { id: sessionId, billingPointId, openingFloat: '0' });
      await shop.call('countTill', { id: randomUUID(), sessionId, cash: [] });
      return (await shop.call('closeTill { zNumber }', { sessionId })).zNumber;
    };
    const first = billingPoints[0].id;
    assert.deepEqual([await closed(first), await closed(first), await closed(second.id)], [1, 2, 1]);
    // As a restore to the moment after the first Z leaves it.
    const lost = `number = 2 and billing_point_id = $1 or billing_point_id = $2`;
    await world.rewrite(
      [`delete from till_entries where session_id in (select id from till_closings where ${lost})`, [first, second.id]],
      [`delete from till_closings where ${lost}`, [first, second.id]],
      [
        `delete from till_sessions s where not exists (select from till_closings where id = s.id) and tenant_id = $1`,
        [shop.tenant.id],
      ],
    );
    await inTenant(world.app, shop.tenant, async (db) => {
      for (const { skip } of await seriesOfTenant(db, [])) await skip(0);
    });
    const counters = `select from document_numbers where series like 'Z-%' and tenant_id = $1`;
    assert.deepEqual(await world.query(counters, [shop.tenant.id]), [], 'a look writes nothing');
    const lines = (await passOverAll(shop, 500)).split('\n').map((line) => line.split(': ')[1]);
    assert.ok(lines.includes(`Z-${office}-${billingPoints[0].code} goes on after 501 instead of 1`), lines.join('\n'));
    assert.ok(lines.includes(`Z-${office}-002 goes on after 500 instead of 0`));
    await passOverAll(shop, 500);
    assert.deepEqual([await closed(first), await closed(first), await closed(second.id)], [502, 503, 501]);
    const { numberAudit } = await shop.get('{ numberAudit { series } }');
    assert.deepEqual(
      numberAudit.filter(({ series }: Answer) => series.startsWith('Z')),
      [],
    );
  });

  test('how many numbers may be used already is known to the operator alone', async () => {
    const run = (given: string | undefined) =>
      afterRestoreCommand.run({
        config: undefined as never,
        options: { 'skip-numbers': given },
        positionals: [],
        terminal: { isInteractive: false, write: () => undefined },
      });
    for (const given of [undefined, '', 'many', '-1', '1.5', '1000000']) {
      await assert.rejects(run(given), (error) => error instanceof UsageError);
    }
  });
});
