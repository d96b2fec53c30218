// How much is said to the database for a document, and how long its number is held: by counting, since a busy machine has no stopwatch.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newClient, newItem, newOrder, untilPrinted } from '../support/business.ts';
import { statementsOf, type Statement } from '../support/statements.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

let here: World;
let shop: TestTenant;
let items: string[];
let clientId: string;

/** A shop without a document, to which no earlier one comes back. */
async function openShop(): Promise<void> {
  shop = await here.tenant();
  items = [await newItem(shop, { stock: '1000' }), await newItem(shop, { stock: '1000' })];
  clientId = await newClient(shop);
}

before(async () => {
  here = await quietWorld();
  await openShop();
});

const LINES = () => items.map((itemId) => ({ itemId, quantity: '2' }));

async function orderId(): Promise<string> {
  return (await newOrder(shop, clientId, LINES())).id;
}

async function generate(mode: string, id?: string): Promise<Answer> {
  return shop.call('generateInvoice', { orderId: id ?? (await orderId()), mode });
}

const PAID =
  'mutation ($orderId: UUID!, $payment: PaymentTermsInput) { generateInvoice(orderId: $orderId, payment: $payment) { change } }';
const CREATE_ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const CREDIT = 'mutation ($input: CreateCreditInput!) { createCredit(input: $input) { id } }';
const BUY = 'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id lines { id } } }';
const RECEIVE = 'mutation ($input: ReceivePurchaseOrderInput!) { receivePurchaseOrder(input: $input) { status } }';
const BOUGHT = 'mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id } }';

async function purchase(): Promise<{ supplierId: string; lines: object[] }> {
  const createSupplier = await shop.call('createSupplier', { name: 'Distribuidora' });
  return { supplierId: createSupplier.id, lines: LINES().map((line) => ({ ...line, unitCost: '4' })) };
}

/** Each prepares what it needs, and answers what is to be measured. */
const VERBS: Record<string, () => Promise<() => Promise<unknown>>> = {
  'an invoice that is a proforma': async () => {
    const id = await orderId();
    return () => generate('PROFORM', id);
  },
  'an invoice that is filed': async () => {
    const id = await orderId();
    return () => generate('DGI', id);
  },
  'an invoice that is paid by several methods': async () => {
    const orderId = (await newOrder(shop, clientId, LINES())).id;
    const parts = [
      { method: 'DEBIT_CARD', amount: '40' },
      { method: 'CASH', amount: '5' },
    ];
    return () => shop.get(PAID, { orderId, payment: { payments: parts } });
  },
  'an order': async () => () => shop.get(CREATE_ORDER, { input: { clientId, lines: LINES() } }),
  'a credit': async () => {
    const { id: invoiceId } = await generate('PROFORM');
    return () => shop.get(CREDIT, { input: { invoiceId, mode: 'PROFORM', reason: 'Returned' } });
  },
  'a purchase order': async () => {
    const input = await purchase();
    return () => shop.get(BUY, { input });
  },
  'a receipt': async () => {
    const { createPurchaseOrder: order } = await shop.get(BUY, { input: await purchase() });
    const lines = order.lines.map(({ id }: { id: string }) => ({ lineId: id, quantity: '1' }));
    return () => shop.get(RECEIVE, { input: { purchaseOrderId: order.id, lines } });
  },
  "a supplier's invoice": async () => {
    const input = await purchase();
    return () => shop.get(BOUGHT, { input });
  },
  'the cancel of an order': async () => {
    const id = await orderId();
    return () => shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { status } }', { id });
  },
};

/** For what others wait: the number of a series, and a level. */
const HELD = /document_numbers|(into|update|from) stock_levels/;

/** Round trips from the first statement that locks something of the kind up to the commit, whose answer comes when it is free again. */
function tripsHeld(transactions: readonly Statement[][], held: RegExp): number {
  const trips = transactions.map((statements) => {
    const from = statements.findIndex(({ text }) => held.test(text));
    return from < 0 ? 0 : statements.slice(from, -1).filter(({ isAwaited }) => isAwaited).length;
  });
  return Math.max(...trips);
}

describe('the number of a series and a level are held', () => {
  // Goods that come with a cost: their items are locked, and what is on hand is read under the lock of their levels.
  const NUMBER_HELD = { "a supplier's invoice": 3 } as Record<string, number>;
  const LEVEL_HELD = { 'an order': 2, 'a receipt': 1, "a supplier's invoice": 1 } as Record<string, number>;
  for (const [name, prepare] of Object.entries(VERBS)) {
    test(`by ${name} no longer than its round trips need`, async () => {
      const said = await statementsOf(here, await prepare());
      assert.ok(said.flat().some(({ text }) => HELD.test(text)));
      const number = tripsHeld(said, /document_numbers/);
      const level = tripsHeld(said, /(into|update|from) stock_levels/);
      assert.ok(number <= (NUMBER_HELD[name] ?? 1), `the number is held for ${number} round trips`);
      assert.ok(level <= (LEVEL_HELD[name] ?? 0), `a level is held for ${level} round trips`);
    });
  }
});

/** Statements of the queue's role, which write duties. */
function ofQueue(statements: readonly Statement[]): number {
  let isQueue = false;
  return statements.filter(({ text }) => {
    const wasQueue = isQueue;
    if (text.includes(`set_config('role'`)) isQueue = text.includes('app_queue');
    return isQueue || wasQueue;
  }).length;
}

/** Without what is asked by the clock, not for each document: how the PAC is doing, and what became of an earlier shop's documents. */
const ofTheDocument = (said: readonly Statement[][]) =>
  said.filter(
    (statements) =>
      !statements.some(({ text }) => text.includes('pac_breakers')) &&
      (!statements[0]!.text.includes('enter_tenant') || statements[0]!.text.includes(shop.tenant.id)),
  );

/** Duties of the worker, in the order in which they are due. */
async function doDuties(): Promise<void> {
  const handlers = jobsOf(here.app);
  const due = await here.sql<{ name: string; data: object }>`select name, data from pgboss.job
    where group_id = ${shop.tenant.id} and state = 'created' order by start_after`;
  for (const { name, data } of due) {
    const { job, run } = handlers.find((one) => one.job.name === name)!;
    await run(job.payload.parse(data) as never);
  }
}

describe('the statements', () => {
  test('of a proforma are few', async () => {
    await openShop();
    const id = await orderId();
    const own = ofTheDocument(await statementsOf(here, () => generate('PROFORM', id)));
    assert.equal(own.length, 1, own.map((statements) => statements.map(({ text }) => text).join('\n')).join('\n\n'));
    assert.ok(own.flat().length <= 12, `${own.flat().length} statements`);
  });

  test('of one whose id alone is asked for read nothing back, and of one with its number read it once', async () => {
    const readBack = async (fields: string) => {
      const orderId = (await newOrder(shop, clientId, LINES())).id;
      const text = `mutation ($orderId: UUID!) { generateInvoice(orderId: $orderId, mode: PROFORM) { ${fields} } }`;
      const said = await statementsOf(here, async () => {
        const { generateInvoice } = await shop.get(text, { orderId });
        assert.match(generateInvoice.number ?? generateInvoice.id ?? generateInvoice.it, /^[0-9a-f-]{36}$|^PRO-/);
      });
      return said.flat().filter(({ text }) => text.includes('"document"."number"')).length;
    };
    const asked = ['id', '__typename it: id', 'id number', '... on Invoice { number }'];
    const read = [];
    for (const fields of asked) read.push(await readBack(fields));
    assert.deepEqual(read, [0, 0, 1, 1]);
  });

  test('of an invoice that is filed are few, with its verdict, its PDF and all duties that find nothing left to do', async () => {
    await openShop();
    const order = await orderId();
    const said = await statementsOf(here, async () => {
      const { id } = await generate('DGI', order);
      const [document] = await here.sql<{ document_id: string }>`select document_id from fiscal_documents
        where id = ${id}`;
      await here.simulator.verdict(document!.document_id, 'DGI_AUTHORIZED');
      await untilPrinted(here, shop);
      await doDuties();
    });
    const own = ofTheDocument(said);
    const queue = own.reduce((sum, one) => sum + ofQueue(one), 0);
    assert.deepEqual(
      { all: own.flat().length, queue, transactions: own.length },
      { all: 39, queue: 0, transactions: 5 },
    );
    const jobs = await here.query('select name from pgboss.job where group_id = $1', [shop.tenant.id]);
    assert.deepEqual(jobs, [], 'what was done at once was never in the queue');
  });
});
