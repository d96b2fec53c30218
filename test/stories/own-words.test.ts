// External ids and metadata of integrators, and the times of changes to follow.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { adjust, newClient, newItem, newSale, untilPrinted } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const TIMES = 'createdAt updatedAt';

/** The time of the last change of one record, after all that came before. */
async function updatedAt(shop: TestTenant, root: string, id: string): Promise<string> {
  const { found } = await shop.get(`query ($id: UUID!) { found: ${root}(id: $id) { ${TIMES} } }`, { id });
  assert.ok(found.updatedAt >= found.createdAt, `${root}: ${found.updatedAt} is before ${found.createdAt}`);
  return found.updatedAt;
}

/** A write changes the times of the named records, and of no others. */
async function assertTouches(
  shop: TestTenant,
  records: Record<string, string>,
  touched: readonly string[],
  act: () => Promise<unknown>,
): Promise<void> {
  const times = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(records).map(async ([root, id]) => [root, await updatedAt(shop, root, id)])),
    );
  const before = await times();
  await act();
  const after = await times();
  for (const root of Object.keys(records)) {
    if (touched.includes(root)) assert.ok(after[root]! > before[root]!, `${root} has the time of before`);
    else assert.equal(after[root], before[root], root);
  }
}

test('whatever a record shows moves its updatedAt, and nothing else does', async () => {
  const { here, shop, itemId, clientId, order, invoice: sold } = await newSale();
  await untilPrinted(here, shop);
  const all = { getItemById: itemId, client: clientId, order: order.id, invoice: sold.id };
  const ask = (text: string, variables: object) => () => shop.get(text, variables);

  await assertTouches(
    shop,
    all,
    ['client'],
    ask('mutation ($id: UUID!) { updateClient(clientId: $id, input: { telephone: "300-1234" }) { id } }', {
      id: clientId,
    }),
  );
  await assertTouches(
    shop,
    all,
    ['getItemById'],
    ask('mutation ($id: UUID!) { updateItem(itemId: $id, input: { barcodes: ["740000000001"] }) { id } }', {
      id: itemId,
    }),
  );
  // A receipt changes what the item costs on average; that is its stock's affair.
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Istmo") { id } }');
  const bought = { supplierId: createSupplier.id, lines: [{ itemId, quantity: '3', unitCost: '4' }] };
  await assertTouches(
    shop,
    all,
    [],
    ask('mutation ($input: RecordSupplierInvoiceInput!) { recordSupplierInvoice(input: $input) { id } }', {
      input: bought,
    }),
  );
  await assertTouches(
    shop,
    all,
    ['invoice'],
    ask('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1", method: CASH) { id } }', { id: sold.id }),
  );
  await assertTouches(shop, all, ['invoice'], async () => {
    await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
    await eventually(() => shop.call('invoice { legalStatus }', { id: sold.id }), { legalStatus: 'DGI_AUTHORIZED' });
  });
});

test('what is only touched, soon after, writes no index entry', async () => {
  for (const table of ['orders', 'invoices'] as const) {
    const touched = async () => {
      const { here, order, invoice: sold } = await newSale();
      return touchedThrice(here, table, table === 'orders' ? order.id : sold.id);
    };
    // A row goes to another page where its own is full, and index entries with it.
    const { soon, later } = await eventually(touched, ({ soon: { hot } }) => hot === 2);
    assert.deepEqual(soon, { updated: 2, hot: 2 }, table);
    assert.deepEqual(later, { updated: 1, hot: 0 }, `${table}, a minute later`);
  }
});

interface Updates {
  updated: number;
  hot: number;
}

/** Updates of the row within its minute, and after it, of which those that are HOT write no index entry. */
async function touchedThrice(here: World, table: string, id: string): Promise<{ soon: Updates; later: Updates }> {
  const client = await here.database.pool.connect();
  // The session's changes of before, of which the statistics are not told yet, are counted as well.
  const counts = async () => {
    const { rows } = await client.query<Updates>(
      `select pg_stat_get_xact_tuples_updated('${table}'::regclass)::int as updated,
         pg_stat_get_xact_tuples_hot_updated('${table}'::regclass)::int as hot`,
    );
    return rows[0]!;
  };
  const between = (from: Updates, to: Updates): Updates => ({
    updated: to.updated - from.updated,
    hot: to.hot - from.hot,
  });
  try {
    await client.query('begin');
    const touch = `update ${table} set updated_at = date_bin('1 minute', updated_at, 'epoch') + $1 * interval '1 s' where id = $2`;
    const before = await counts();
    for (const second of [1, 2]) await client.query(touch, [second, id]);
    const soon = await counts();
    await client.query(touch, [61, id]);
    return { soon: between(before, soon), later: between(soon, await counts()) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const CREATE_CLIENT =
  'mutation ($input: CreateClientInput!) { createClient(input: $input) { id externalId metadata } }';
const SET = `mutation ($type: ExternalType!, $id: UUID!, $externalId: String, $metadata: JSON) {
  setExternal(type: $type, id: $id, externalId: $externalId, metadata: $metadata) { id externalId metadata updatedAt } }`;

test('every record takes an id and metadata when it is made, and is found by the id', async () => {
  const { here, shop } = await newShop();
  const own = (what: string) => ({ externalId: `erp/${what}`, metadata: { what, parts: [1, { a: null }] } });
  const ask = (name: string, argument: string, type: string, variables: object) =>
    shop.get(`mutation ($given: ${type}!) { made: ${name}(${argument}: $given) { id } }`, { given: variables });
  const { made: item } = await ask('createItem', 'input', 'CreateItemInput', {
    ...{ sku: 'A-1', name: 'A', unitPrice: '10', ...own('item') },
  });
  const { made: client } = await ask('createClient', 'input', 'CreateClientInput', { name: 'Ana', ...own('client') });
  const ARGS = '$externalId: String, $metadata: JSON';
  const WORDS = 'externalId: $externalId, metadata: $metadata';
  const plain = (text: string, what: string) =>
    shop.get(`mutation (${ARGS}) { made: ${text.replace('…', WORDS)} }`, own(what));
  const { made: supplier } = await plain('createSupplier(name: "Casa", …) { id }', 'supplier');
  const { made: location } = await plain('createLocation(name: "Two", code: "B2", …) { id }', 'location');
  await adjust(shop, item.id, '10');
  const { made: order } = await ask('createOrder', 'input', 'CreateOrderInput', {
    ...{ clientId: client.id, lines: [{ itemId: item.id, quantity: '2' }], ...own('order') },
  });
  const { made: purchase } = await ask('createPurchaseOrder', 'input', 'CreatePurchaseOrderInput', {
    ...{ supplierId: supplier.id, lines: [{ itemId: item.id, quantity: '1', unitCost: '1' }], ...own('purchase') },
  });
  const sell = `generateInvoice(orderId: "${order.id}", …) { id documentId pacInput }`;
  const { made: invoice } = await plain(sell, 'invoice');
  assert.ok(!JSON.stringify(invoice.pacInput).includes('erp/'), 'the PAC is told none of it');
  // Asked again it is the same invoice; under another id it would not be what the caller means.
  assert.equal((await plain(sell, 'invoice')).made.id, invoice.id);
  const other = await shop.refusal(`mutation (${ARGS}) { ${sell.replace('…', WORDS)} }`, own('other'));
  assert.deepEqual([other.code, /whose externalId is erp\/invoice/.test(other.message)], ['CONFLICT', true]);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  const pay = `registerPayment(invoiceId: "${invoice.id}", amount: "1", …) { payments { id } }`;
  const { made: paid } = await plain(pay, 'payment');
  const { made: credit } = await ask('createCredit', 'input', 'CreateCreditInput', {
    ...{ invoiceId: invoice.id, reason: 'One came back', mode: 'PROFORM', ...own('credit') },
  });
  const { made: note } = await ask('createDebitNote', 'input', 'CreateDebitNoteInput', {
    ...{ invoiceId: invoice.id, reason: 'Paid late', mode: 'PROFORM', ...own('debit') },
    lines: [{ itemId: item.id, unitPrice: '1' }],
  });
  const RECORDS: [root: string, what: string, id: string][] = [
    ['item', 'item', item.id],
    ['client', 'client', client.id],
    ['supplier', 'supplier', supplier.id],
    ['location', 'location', location.id],
    ['order', 'order', order.id],
    ['purchaseOrder', 'purchase', purchase.id],
    ['invoice', 'invoice', invoice.id],
    ['payment', 'payment', paid.payments[0].id],
    ['credit', 'credit', credit.id],
    ['debitNote', 'debit', note.id],
  ];
  for (const [root, what, id] of RECORDS) {
    const { found } = await shop.get(
      `query ($externalId: String!) { found: ${root}ByExternalId(externalId: $externalId) { id externalId metadata } }`,
      { externalId: ` erp/${what} ` },
    );
    assert.deepEqual(found, { id, ...own(what) }, root);
    const unknown = await shop.refusal(`{ ${root}ByExternalId(externalId: "nothing") { id } }`);
    assert.equal(unknown.code, 'NOT_FOUND', root);
  }
});

test('an id belongs to one record of its type in a tenant, and the refusal names it', async () => {
  const here = await world();
  const [shop, neighbour] = await Promise.all([here.tenant(), here.tenant()]);
  const first = (await shop.get(CREATE_CLIENT, { input: { name: 'Ana', externalId: 'C-1' } })).createClient;
  const refusal = await shop.refusal(CREATE_CLIENT, { input: { name: 'Eva', externalId: 'C-1' } });
  assert.deepEqual([refusal.code, refusal.message], ['CONFLICT', `Client ${first.id} has the externalId C-1 already`]);
  const itemId = await newItem(shop);
  await shop.get(SET, { type: 'ITEM', id: itemId, externalId: 'C-1' });
  await neighbour.get(CREATE_CLIENT, { input: { name: 'Ana', externalId: 'C-1' } });
  const other = await newClient(shop, 'Eva');
  for (const [text, variables] of [
    ['mutation ($id: UUID!) { updateClient(clientId: $id, input: { externalId: "C-1" }) { id } }', { id: other }],
    [SET, { type: 'CLIENT', id: other, externalId: 'C-1' }],
  ] as const) {
    assert.equal((await shop.refusal(text, variables)).code, 'CONFLICT');
  }
  // Given back, it is free; its own record may name it again.
  await shop.get(SET, { type: 'CLIENT', id: first.id, externalId: 'C-1' });
  await shop.get(SET, { type: 'CLIENT', id: first.id, externalId: null });
  await shop.get(SET, { type: 'CLIENT', id: other, externalId: 'C-1' });
});

test('of two that take the same id at once the later one is refused, in words', async (t) => {
  const { here, shop } = await newShop();
  const other = await newClient(shop, 'Eva');
  const first = await here.database.pool.connect();
  t.after(() => first.release());
  await first.query('begin');
  await first.query("update clients set external_id = 'C-1' where id = $1", [other]);
  const second = shop.refusal(CREATE_CLIENT, { input: { name: 'Ana', externalId: 'C-1' } });
  await eventually(
    () =>
      here.query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like 'insert into "clients"%'`,
      ),
    (waiting) => waiting.length > 0,
  );
  await first.query('commit');
  assert.deepEqual(await second, { code: 'CONFLICT', message: 'Another record has the same externalId by now' });
});

test('what is said of a document that is closed can still be changed; what is left out stays', async () => {
  const { here, shop, order, invoice: sold, clientId } = await newSale();
  await untilPrinted(here, shop);
  const before = (await shop.get('query ($id: UUID!) { invoice(id: $id) { pacInput updatedAt } }', { id: sold.id }))
    .invoice;
  await shop.get(SET, { type: 'INVOICE', id: sold.id, externalId: 'F-9', metadata: { route: 'north' } });
  await shop.get(SET, { type: 'ORDER', id: order.id, metadata: { route: 'south' } });
  const { setExternal: kept } = await shop.get(SET, { type: 'INVOICE', id: sold.id, externalId: 'F-10' });
  assert.deepEqual([kept.externalId, kept.metadata], ['F-10', { route: 'north' }]);
  const after = (await shop.get('query ($id: UUID!) { invoice(id: $id) { pacInput updatedAt } }', { id: sold.id }))
    .invoice;
  assert.deepEqual(after.pacInput, before.pacInput);
  assert.ok(after.updatedAt > before.updatedAt);
  const { setExternal: bare } = await shop.get(SET, { type: 'INVOICE', id: sold.id, externalId: null, metadata: null });
  assert.deepEqual([bare.externalId, bare.metadata], [null, null]);
  assert.equal((await shop.refusal(SET, { type: 'INVOICE', id: clientId, externalId: 'x' })).code, 'NOT_FOUND');
});

test('what is no id and no metadata is refused with all else that is wrong', async () => {
  const shop = await (await world()).tenant();
  const wrong = async (input: object): Promise<string[]> => {
    const { errors } = await shop.ask(CREATE_CLIENT, { input: { name: 'Ana', ...input } });
    return (errors ?? []).map(({ message }) => message);
  };
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
  const ID = 'externalId must have between 1 and 255 printable characters';
  const SIZE = 'metadata must have at most 50 keys and 4096 bytes';
  assert.deepEqual(await wrong({ externalId: 'ñ'.repeat(255), metadata: { ...keys(49), text: 'ñ'.repeat(1750) } }), []);
  const BAD: [input: object, message: string][] = [
    [{ externalId: 'x'.repeat(256) }, ID],
    [{ externalId: ' ' }, ID],
    [{ externalId: 'a\u200bb' }, ID],
    [{ metadata: keys(51) }, SIZE],
    [{ metadata: { text: 'ñ'.repeat(2050) } }, SIZE],
    [{ metadata: [1] }, 'metadata must be a JSON object'],
    [{ metadata: 'text' }, 'metadata must be a JSON object'],
    [{ metadata: { 'a\0': 1 } }, 'A text must not contain NUL characters'],
    [{ metadata: { '\ud800': 1 } }, 'A text must be well-formed Unicode'],
  ];
  for (const [input, message] of BAD) assert.deepEqual(await wrong(input), [message], JSON.stringify(input));
  assert.deepEqual(await wrong({ metadata: { path: '\\u0000', quote: '\\' } }), []);
  const [all] = await wrong({ name: ' ', externalId: '', metadata: 1 });
  for (const part of ['name must not be empty', ID, 'metadata must be a JSON object'])
    assert.ok(all!.includes(part), all!);
});

test('the examples of docs/your-own-ids.md are answered', async () => {
  const shop = await (await world()).tenant();
  const page = await readFile(join(import.meta.dirname, '../../docs/your-own-ids.md'), 'utf8');
  const examples = [...page.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text]) => text!);
  assert.equal(examples.length, 5);
  const answers: Answer[] = [];
  for (const text of examples)
    answers.push(await shop.get(text, { externalId: 'erp-4710', id: answers[0]?.createClient.id, key: 'count-1' }));
  const [made, found, named, catalog, count] = answers;
  assert.equal(found.clientByExternalId.id, made.createClient.id);
  assert.deepEqual(named.setExternal, { externalId: 'erp-4711', metadata: { route: 'south' } });
  assert.deepEqual([catalog.upsertItems.created, catalog.upsertItems.rows[2].errors[0].field], [2, 'taxRate']);
  assert.equal(count.adjustStock.updated, 2);
});
