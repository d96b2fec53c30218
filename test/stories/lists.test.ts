// Lists: pages by cursors that stay right while rows are written, orders, filters by days, money and state, and sums of all that matches.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { writeCursor } from '../../src/platform/cursor.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, invoice, invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, quietWorld, type Answer, type TestTenant } from '../support/world.ts';

const ARGUMENTS: Record<string, string> = {
  first: 'Int',
  limit: 'Int!',
  offset: 'Int!',
  after: 'String',
  search: 'String',
  clientId: 'UUID',
  supplierId: 'UUID',
  locationId: 'UUID',
  from: 'Date',
  to: 'Date',
  due: 'Date',
  updatedSince: 'DateTime',
  minTotal: 'Decimal',
  maxTotal: 'Decimal',
  isOpen: 'Boolean',
  needsPerson: 'Boolean',
  legalStatus: 'LegalStatus',
  submissionState: 'SubmissionState',
  invoiceStatus: 'InvoiceStatus',
  creditStatus: 'CreditStatus',
  debitStatus: 'DebitStatus',
  status: 'OrderStatus',
  stock: 'StockFilter',
  kind: 'ItemKind',
  method: 'PaymentMethod',
};
const ORDERS: Record<string, string> = {
  items: 'Item',
  clients: 'Party',
  suppliers: 'Party',
  orders: 'Order',
  purchaseOrders: 'PurchaseOrder',
  supplierInvoices: 'SupplierInvoice',
  payments: 'Payment',
  adjustments: 'Adjustment',
};

function question(list: string, asked: object, fields: string): string {
  const typeOf = (name: string) => (name === 'orderBy' ? `${ORDERS[list] ?? 'Document'}OrderBy` : ARGUMENTS[name]!);
  const names = Object.keys(asked);
  const declared = names.map((name) => `$${name}: ${typeOf(name)}`).join(', ');
  const passed = names.map((name) => `${name}: $${name}`).join(', ');
  return `query ${declared && `(${declared})`} { ${list} ${passed && `(${passed})`} { ${fields} } }`;
}

async function page(shop: TestTenant, list: string, asked: object, fields = 'records { id }'): Promise<Answer> {
  return (await shop.get(question(list, asked, `${fields} pageInfo { endCursor hasNextPage }`), asked))[list];
}

/** All ids, page by page; `between` is done after each page. */
async function walk(
  shop: TestTenant,
  list: string,
  asked: object,
  between: (seen: readonly string[]) => Promise<unknown> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const { records, pageInfo } = await page(shop, list, { ...asked, after });
    ids.push(...records.map(({ id }: Answer) => id));
    assert.equal(pageInfo.endCursor === null, records.length === 0);
    if (!pageInfo.hasNextPage) return ids;
    after = pageInfo.endCursor;
    await between(ids);
  }
}

const idsOf = async (shop: TestTenant, list: string, asked: object = {}): Promise<string[]> =>
  (await page(shop, list, asked)).records.map(({ id }: Answer) => id);

test('a page by its cursor begins where the one before ended, in either direction and whatever is equal', async () => {
  const { here, shop } = await newShop(quietWorld());
  // Few names and few instants, which differ by microseconds.
  await here.sql`insert into clients (tenant_id, id, name, receiver_type)
     select ${shop.tenant.id}, gen_random_uuid(), 'client ' || n % 7, 'CONSUMIDOR_FINAL' from generate_series(1, 60) n`;
  await here.sql`update clients
    set updated_at = '2026-03-01T12:00:00.000100Z'::timestamptz + (ascii(id::text) % 5) * interval '1 microsecond'
     where tenant_id = ${shop.tenant.id}`;
  const rows = await here.query<{ id: string; name: string; updated: string }>(
    `select id, name, to_char(updated_at at time zone 'UTC', 'HH24:MI:SS.US') as updated from clients where tenant_id = $1`,
    [shop.tenant.id],
  );
  const keys = { NAME: 'name', UPDATED_AT: 'updated' } as const;
  const sorted = (field: keyof typeof keys, direction: string) => {
    const ids = rows.toSorted((a, b) => (a[keys[field]] + a.id < b[keys[field]] + b.id ? -1 : 1)).map(({ id }) => id);
    return direction === 'ASC' ? ids : ids.toReversed();
  };
  const anyAsked = fc.record({
    field: fc.constantFrom('NAME' as const, 'UPDATED_AT' as const),
    direction: fc.constantFrom('ASC', 'DESC'),
    first: fc.integer({ min: 1, max: 70 }),
    since: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(anyAsked, async ({ field, direction, first, since }) => {
      const updatedSince = since ? '2026-03-01T12:00:00Z' : null;
      const asked = { first, orderBy: { field, direction }, updatedSince };
      assert.deepEqual(await walk(shop, 'clients', asked), sorted(field, direction));
    }),
    { numRuns: 15 },
  );
  // The same pages by offset, and the order in which those who synchronise read.
  const { records, pageInfo } = await page(shop, 'clients', { limit: 10, offset: 20 });
  assertEach(records, ({ id }) => id, sorted('NAME', 'ASC').slice(20, 30));
  const next = await idsOf(shop, 'clients', { first: 5, after: pageInfo.endCursor });
  assert.deepEqual(next, sorted('NAME', 'ASC').slice(30, 35));
  const changed = await walk(shop, 'clients', { first: 25, updatedSince: '2026-03-01T12:00:00.000Z' });
  assert.deepEqual(changed, sorted('UPDATED_AT', 'ASC'));
});

test('rows that are written, changed and deleted between two pages make none come twice, and none be left out', async () => {
  const { here, shop } = await newShop(quietWorld());
  const itemId = await newItem(shop, { stock: '1000' });
  const clientId = await newClient(shop);
  const order = async () => (await newOrder(shop, clientId, [{ itemId, quantity: '1' }])).id as string;
  const cancel = (id: string) => shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id });
  const there: string[] = [];
  for (let n = 0; n < 14; n += 1) there.unshift(await order());
  // One that was seen, one that was not, and a new one each time.
  const seen = await walk(shop, 'orders', { first: 3 }, async (ids) => {
    await cancel(ids.at(-1)!);
    await cancel(there[13]!);
    await order();
  });
  assert.deepEqual(seen, there);

  const clients: string[] = [];
  for (const letter of 'acegikmoq') clients.push(await newClient(shop, `party ${letter}`));
  const deleted: string[] = [];
  const found = await walk(shop, 'clients', { first: 2, search: 'party' }, async (ids) => {
    // The very row that the cursor names is gone, and so is one to come.
    const gone = [ids.at(-1)!, clients.findLast((id) => !ids.includes(id) && !deleted.includes(id))!];
    deleted.push(...gone.filter((id) => id && !ids.includes(id)));
    await here.query('delete from clients where tenant_id = $1 and id = any($2)', [shop.tenant.id, gone]);
    await newClient(shop, 'party a, the second');
  });
  assert.deepEqual(
    found,
    clients.filter((id) => !deleted.includes(id)),
  );

  // A record that changes behind the cursor comes again at the end of a list of changes, and only that.
  const before = new Date(Date.now() - 3_600_000).toISOString();
  let isFirst = true;
  const changed = await walk(shop, 'orders', { first: 5, updatedSince: before }, async (ids) => {
    if (isFirst) await cancel(ids[2]!);
    isFirst = false;
  });
  assert.deepEqual(new Set(changed).size, changed.length - 1);
  assert.equal(changed.at(-1), changed[2]);
});

test('what changed is listed by the moment to the microsecond, also within one minute', async () => {
  const { here, shop } = await newShop();
  for (let made = 0; made < 9; made += 1) await invoicedOrder(shop, { mode: 'PROFORM' });
  const seconds = ['00:59.999999', '01:00.000000', '01:00.000001', '01:59.999998', '01:59.999998', '02:00.000000'];
  for (const [list, table] of [
    ['orders', 'orders'],
    ['invoices', 'invoices'],
  ] as const) {
    const rows = await here.query<{ id: string }>(`select id from ${table} where tenant_id = $1 order by id desc`, [
      shop.tenant.id,
    ]);
    const changed = rows.map(({ id }, at) => ({ id, at: `2026-03-01T10:${seconds[at % 6]!}Z` }));
    for (const { id, at } of changed) {
      await here.query(`update ${table} set updated_at = $2 where tenant_id = $3 and id = $1`, [
        id,
        at,
        shop.tenant.id,
      ]);
    }
    const sorted = changed.toSorted((one, other) => (`${one.at}${one.id}` < `${other.at}${other.id}` ? -1 : 1));
    const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
    for (const first of [1, 4]) {
      for (const [direction, meant] of [['ASC', sorted] as const, ['DESC', sorted.toReversed()] as const]) {
        const orderBy = { field: 'UPDATED_AT', direction };
        assert.deepEqual(await walk(shop, list, { first, orderBy }), ids(meant), `${list} ${direction}`);
      }
    }
    const updatedSince = '2026-03-01T10:01:00.000Z';
    assert.deepEqual(
      await walk(shop, list, { first: 2, updatedSince }),
      ids(sorted.filter(({ at }) => at >= '2026-03-01T10:01:00.000000Z')),
      list,
    );
  }
});

test('a cursor of another list, order or search is refused, and so is what is none', async () => {
  const shop = await (await quietWorld()).tenant();
  await newClient(shop, 'One');
  await newClient(shop, 'Two');
  const cursor = async (list: string, asked: object = {}): Promise<string> =>
    (await page(shop, list, { first: 1, ...asked })).pageInfo.endCursor;
  const byName = await cursor('clients');
  const down = { field: 'NAME', direction: 'DESC' };
  const place = (key: string, id = '00000000-0000-4000-8000-000000000000') =>
    writeCursor(['clients UPDATED_AT ASC ', key, id]);
  const byChange = { orderBy: { field: 'UPDATED_AT', direction: 'ASC' } };
  for (const [list, asked] of [
    ['suppliers', { after: byName }],
    ['clients', { after: byName, orderBy: down }],
    ['clients', { after: byName, search: 'One' }],
    ['clients', { after: await cursor('clients', { search: 'o' }) }],
    ['clients', { after: byName, offset: 1 }],
    ['clients', { after: '' }],
    ['clients', { after: 'not base64url!' }],
    ['clients', { after: writeCursor([]) }],
    ['clients', { after: writeCursor(['clients NAME ASC ', 'a\0b', '00000000-0000-4000-8000-000000000000']) }],
    ['clients', { after: place('2026-02-30T00:00:00.000000Z'), ...byChange }],
    ['clients', { after: place('yesterday'), ...byChange }],
    ['clients', { after: place('2026-02-03T00:00:00.000000Z', 'x'), ...byChange }],
  ] as const) {
    const { errors } = await shop.ask(question(list, asked, 'records { id }'), asked);
    const { code, field } = errors![0]!.extensions as { code: string; field?: string };
    assert.deepEqual([code, field], ['BAD_USER_INPUT', 'after'], JSON.stringify(asked));
  }
  const asked = { after: place('2026-02-03T00:00:00.000000Z'), ...byChange };
  assert.equal((await idsOf(shop, 'clients', asked)).length, 2);
});

test('from and to are days of the tenant’s own zone, both of them included', async () => {
  const here = await quietWorld();
  for (const [zone, first, last] of [
    ['America/Panama', '2026-03-08T05:00:00Z', '2026-03-09T04:59:59.999999Z'],
    ['Pacific/Kiritimati', '2026-03-07T10:00:00Z', '2026-03-08T09:59:59.999999Z'],
    ['Pacific/Niue', '2026-03-08T11:00:00Z', '2026-03-09T10:59:59.999999Z'],
    // A day of 23 hours.
    ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59.999999Z'],
  ] as const) {
    const shop = await here.tenant();
    await here.query('update tenants set time_zone = $2 where id = $1', [shop.tenant.id, zone]);
    const itemId = await newItem(shop, { stock: '10' });
    const clientId = await newClient(shop);
    const place = async (at: string, shift: string): Promise<string> => {
      const { id } = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
      await here.query('update orders set created_at = $1::timestamptz + $2::interval where id = $3', [at, shift, id]);
      return id;
    };
    const [before, opens, ends, after] = [
      await place(first, '-1 microsecond'),
      await place(first, '0'),
      await place(last, '0'),
      await place(last, '1 microsecond'),
    ];
    const day = '2026-03-08';
    assert.deepEqual(await idsOf(shop, 'orders', { from: day, to: day }), [ends, opens], zone);
    assert.deepEqual(await idsOf(shop, 'orders', { from: day }), [after, ends, opens], zone);
    assert.deepEqual(await idsOf(shop, 'orders', { to: day }), [ends, opens, before], zone);
  }
});

/** Exact: so many ten-thousandths. */
function exact(amount: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount)!;
  return BigInt(`${sign}${whole}${fraction.padEnd(4, '0')}`);
}

function sum(rows: readonly Answer[], column: string): bigint {
  return rows.reduce((all: bigint, row) => all + exact(row[column]), 0n);
}

const SUMS = 'totalCount sums { subtotal tax taxes { rate base tax } total paid balance }';

test('sums are those of all that matches, to the cent, whatever the page', async () => {
  const { here, shop } = await newShop(quietWorld());
  const ana = await newClient(shop, 'Ana');
  const [seven, ten, none] = [
    await newItem(shop, { stock: '1000', price: '3.33' }),
    await newItem(shop, { stock: '1000', price: '19.99', taxRate: '10' }),
    await newItem(shop, { stock: '1000', price: '0.35', taxRate: '0' }),
  ];
  const invoices: Answer[] = [];
  for (let n = 1; n <= 6; n += 1) {
    const lines = [
      { itemId: seven, quantity: `${n}.5`, discount: '0.07' },
      { itemId: n % 2 ? ten : none, quantity: `${n}`, iscRate: n === 3 ? '5' : undefined },
    ];
    const { id } = await newOrder(shop, n === 6 ? await newClient(shop, 'Luis') : ana, lines as never);
    invoices.push(await invoice(shop, id, 'PROFORM'));
  }
  const pay =
    'mutation ($id: UUID!, $amount: Decimal!) { registerPayment(invoiceId: $id, amount: $amount, method: CASH, allowOverpayment: true) { id } }';
  await shop.get(pay, { id: invoices[0].id, amount: '1.01' });
  await shop.get(pay, { id: invoices[1].id, amount: '500' });
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: invoices[2].id });
  const credit = `mutation ($id: UUID!, $line: UUID!) { createCredit(input: { invoiceId: $id, mode: PROFORM, reason: "Returned by the client",
    lines: [{ invoiceLineId: $line, quantity: "1" }] }) { id } }`;
  await shop.get(credit, { id: invoices[3].id, line: invoices[3].lines[0].id });
  await shop.call('createDebitNote', {
    invoiceId: invoices[4].id,
    mode: 'PROFORM',
    reason: 'Freight was left out',
    lines: [{ description: 'Freight', unitPrice: '12.34', taxRate: '7' }],
  });

  const recount = async (list: string, asked: object, lines: string, isPaid: boolean) => {
    const ids = await walk(shop, list, { ...asked, first: 2 });
    const { totalCount, sums } = await page(shop, list, { ...asked, first: 1 }, `records { id } ${SUMS}`);
    const all = await page(shop, list, asked, 'records { id subtotal tax total }');
    assert.equal(totalCount, ids.length);
    for (const column of ['subtotal', 'tax', 'total'])
      assert.equal(exact(sums[column]), sum(all.records, column), `${list} ${column}`);
    const sold = await here.query<{ rate: string; net: string; tax: string }>(lines, [shop.tenant.id, ids]);
    const rates = Map.groupBy(sold, ({ rate }) => String(Number(rate)));
    const expected = [...rates]
      .toSorted(([one], [other]) => Number(one) - Number(other))
      .map(([rate, rows]) => [rate, sum(rows, 'net'), sum(rows, 'tax')]);
    assertEach(sums.taxes, ({ rate, base, tax }) => [rate, exact(base), exact(tax)], expected, `${list} by rate`);
    if (isPaid) {
      const money = await page(shop, list, asked, 'records { paid balance }');
      for (const column of ['paid', 'balance']) assert.equal(exact(sums[column]), sum(money.records, column), column);
    } else assert.equal(sums.paid, null);
    return { totalCount, sums };
  };
  const linesOf = (table: string, key: string) =>
    `select tax_rate as rate, net, tax from ${table} where tenant_id = $1 and ${key} = any($2)`;
  const ofInvoices = linesOf('invoice_lines', 'invoice_id');
  assert.equal((await recount('invoices', {}, ofInvoices, true)).totalCount, 6);
  assert.equal((await recount('invoices', { clientId: ana }, ofInvoices, true)).totalCount, 5);
  assert.equal((await recount('invoices', { isOpen: true }, ofInvoices, true)).totalCount, 4);
  assert.equal((await recount('invoices', { isOpen: false }, ofInvoices, true)).totalCount, 2);
  assert.equal((await recount('invoices', { invoiceStatus: 'PAID' }, ofInvoices, true)).totalCount, 0);
  assert.equal((await recount('invoices', { search: 'ana', maxTotal: '60' }, ofInvoices, true)).totalCount, 3);
  // The lines of an order come to what those of its invoice have.
  const { sums } = await recount(
    'orders',
    {},
    `select l.tax_rate as rate, l.net, l.tax from invoice_lines l
    join invoices i on i.tenant_id = l.tenant_id and i.id = l.invoice_id where l.tenant_id = $1 and i.order_id = any($2)`,
    false,
  );
  assert.equal(sums.balance, null);
  const credits = await recount(
    'credits',
    { clientId: ana },
    `select sold.tax_rate as rate, l.net, l.tax from credit_lines l
    join invoice_lines sold on sold.tenant_id = l.tenant_id and sold.id = l.invoice_line_id
    where l.tenant_id = $1 and l.credit_id = any($2)`,
    false,
  );
  assert.equal(credits.totalCount, 1);
  const notes = await recount('debitNotes', { clientId: ana }, linesOf('debit_note_lines', 'debit_note_id'), false);
  assert.deepEqual([notes.totalCount, notes.sums.total], [1, '13.2']);
});

test('documents are found by what the PAC said, what is owed and when it is due', async () => {
  const { shop } = await newShop();
  const sold = async (clientName: string, more: object = {}) =>
    (await invoicedOrder(shop, { clientName, ...more })).invoice.id;
  const later = await sold('Ana', { dueDate: '2999-01-31' });
  const sooner = await sold('Ana', { dueDate: '2999-01-30' });
  const whenever = await sold('Ana', { quantity: '50' });
  const rejected = await sold('PAC_REJECT');
  const lost = await sold('PAC_LOST_ANSWER');
  const found = async (asked: object, list = 'invoices') => new Set(await idsOf(shop, list, asked));
  assert.deepEqual(await found({ legalStatus: 'PAC_REJECTED' }), new Set([rejected]));
  assert.deepEqual(await found({ submissionState: 'UNKNOWN' }), new Set([lost]));
  assert.deepEqual(await found({ needsPerson: true }), new Set([rejected, lost]));
  assert.deepEqual(await found({ submissionState: 'DONE' }), new Set([later, sooner, whenever, rejected]));
  assert.deepEqual(await idsOf(shop, 'invoices', { due: '2999-01-31' }), [sooner, later]);
  assert.deepEqual(await idsOf(shop, 'invoices', { due: '2999-01-31', first: 1 }), [sooner]);
  assert.deepEqual(await walk(shop, 'invoices', { due: '2999-01-31', first: 1 }), [sooner, later]);
  assert.deepEqual(await found({ due: '2999-01-30' }), new Set([sooner]));
  assert.deepEqual(await found({ due: '2999-01-31', invoiceStatus: 'PAID' }), new Set());
  assert.deepEqual(await found({ minTotal: '100' }), new Set([whenever]));
  assert.deepEqual(await found({ minTotal: '100', maxTotal: '100' }), new Set());
  const open = await found({ isOpen: true });
  for (const id of [later, sooner, whenever]) assert.ok(open.has(id));
  const pay =
    'mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "53.5", method: CASH, reference: "Caja 1") { payments { id } } }';
  const { registerPayment } = await shop.get(pay, { id: sooner });
  assert.deepEqual(await idsOf(shop, 'invoices', { due: '2999-01-31' }), [later]);
  assert.deepEqual(await found({ invoiceStatus: 'PAID' }), new Set([sooner]));
  assert.ok(!(await found({ isOpen: true })).has(sooner));
  const [payment] = registerPayment.payments;
  const { payments } = await shop.get('{ payments(search: "caja 1") { totalCount records { id invoice { id } } } }');
  assert.deepEqual(payments, { totalCount: 1, records: [{ id: payment.id, invoice: { id: sooner } }] });
  const { clientId } = await invoicedOrder(shop);
  for (const [asked, ids] of [
    [{ method: 'CASH' }, [payment.id]],
    [{ method: 'OTHER' }, []],
    [{ clientId }, []],
    [{ updatedSince: '2999-01-01T00:00:00Z' }, []],
    [{ from: '2000-01-01', to: '2000-01-31' }, []],
  ] as const)
    assert.deepEqual(await idsOf(shop, 'payments', asked), ids, JSON.stringify(asked));
});

test('orders are found while they are open and when they are due', async () => {
  const shop = await (await quietWorld()).tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const clientId = await newClient(shop);
  const order = async (dueDate?: string) =>
    (await newOrder(shop, clientId, [{ itemId, quantity: '1' }], { dueDate })).id;
  const [open, due, sold] = [await order(), await order('2026-05-05'), await order('2026-05-05')];
  await invoice(shop, sold, 'PROFORM');
  assert.deepEqual(await idsOf(shop, 'orders', { isOpen: true }), [due, open]);
  assert.deepEqual(await idsOf(shop, 'orders', { isOpen: false }), [sold]);
  assert.deepEqual(await idsOf(shop, 'orders', { due: '2026-05-05' }), [due]);
  assert.deepEqual(await idsOf(shop, 'orders', { due: '2026-05-04' }), []);
  assert.deepEqual(await idsOf(shop, 'orders', { clientId: await newClient(shop) }), []);
  assert.deepEqual(await idsOf(shop, 'orders', { clientId, status: 'INVOICED' }), [sold]);
  const orderBy = { field: 'NUMBER', direction: 'ASC' };
  assert.deepEqual(await walk(shop, 'orders', { first: 2, orderBy }), [open, due, sold]);
});

test('items are found by what is left of them, where, and whether they sell', async () => {
  const shop = await (await quietWorld()).tenant();
  const createLocation = await shop.call('createLocation', { name: 'Colón', code: 'CO' }, 'admin');
  const elsewhere = createLocation.id;
  const [sells, rests, low, never] = [
    await newItem(shop, { sku: 'A', stock: '10' }),
    await newItem(shop, { sku: 'B', stock: '10' }),
    await newItem(shop, { sku: 'C', stock: '3' }),
    await newItem(shop, { sku: 'D' }),
  ];
  await shop.call('createItem', { sku: 'S', name: 'Delivery', unitPrice: '1', kind: 'SERVICE' });
  await shop.call('updateItemInventory', { itemId: low, input: { reorderLevel: '3' } });
  await adjust(shop, sells, '5', elsewhere);
  const { id } = await newOrder(shop, await newClient(shop), [{ itemId: sells, quantity: '10' }]);
  await invoice(shop, id, 'PROFORM');
  const found = (asked: object) => idsOf(shop, 'items', asked);
  assert.deepEqual(await found({ stock: 'OUT' }), [never]);
  assert.deepEqual(await found({ stock: 'LOW' }), [low]);
  assert.deepEqual(await found({ stock: 'NO_SALES' }), [rests, low, never]);
  assert.deepEqual(await found({ locationId: elsewhere }), [sells]);
  assert.deepEqual(await found({ locationId: elsewhere, stock: 'NO_SALES' }), [sells]);
  assert.deepEqual(await found({ kind: 'GOODS' }), [sells, rests, low, never]);
  assert.deepEqual(await found({ orderBy: { field: 'NAME', direction: 'DESC' }, kind: 'GOODS' }), [
    never,
    low,
    rests,
    sells,
  ]);
  const { tenant } = await shop.get('{ locations { id isDefault } }').then(({ locations }) => ({ tenant: locations }));
  const main = tenant.find(({ isDefault }: Answer) => isDefault).id;
  assert.deepEqual(await found({ stock: 'OUT', locationId: main }), [sells]);
  assert.deepEqual(await walk(shop, 'items', { first: 1, stock: 'NO_SALES' }), [rests, low, never]);
});

test('adjustments are listed each once, a transfer as well', async () => {
  const shop = await (await quietWorld()).tenant();
  const createLocation = await shop.call('createLocation', { name: 'Colón', code: 'CO' }, 'admin');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const main = locations.find(({ isDefault }: Answer) => isDefault).id;
  const itemId = await newItem(shop, { stock: '10' });
  const transferStock = await shop.call('transferStock', {
    itemId,
    fromLocationId: main,
    toLocationId: createLocation.id,
    quantity: '4',
  });
  await adjust(shop, itemId, '-1');
  const { adjustments } = await shop.get(
    '{ adjustments { totalCount records { id quantityChange movements { quantityChange } } } }',
  );
  assert.equal(adjustments.totalCount, 3);
  assertEach(adjustments.records, ({ quantityChange }) => quantityChange, ['-1', '0', '10']);
  assert.equal(adjustments.records[1].id, transferStock.id);
  assert.equal(adjustments.records[1].movements.length, 2);
  assert.deepEqual(
    await walk(shop, 'adjustments', { first: 1 }),
    adjustments.records.map(({ id }: Answer) => id),
  );
  assert.deepEqual(await idsOf(shop, 'adjustments', { to: '2000-01-01' }), []);
});

test('the examples of docs/lists.md are answered', async () => {
  const shop = await (await quietWorld()).tenant();
  const { clientId } = await invoicedOrder(shop, { mode: 'PROFORM', dueDate: '2026-12-31' });
  const page = await readFile(join(import.meta.dirname, '../../docs/lists.md'), 'utf8');
  const examples = [...page.matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, text]) => text!);
  assert.equal(examples.length, 4);
  for (const text of examples) {
    const [list] = Object.values(await shop.get(text, { clientId, since: '2026-01-01T00:00:00Z' })) as Answer[];
    assert.equal(list.records.length, 1, text);
  }
});

test('the orders of a working day, pages deep in them, and where a letter begins', async () => {
  const { here, shop } = await newShop(quietWorld());
  await here.sql`insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
     select ${shop.tenant.id}, gen_random_uuid(), 'S-' || to_char(n, 'FM0000'), chr(65 + n % 26) || ' ' || n, 'und', (n * 37) % 100, 7, 'NONE', false
     from generate_series(1, 520) n`;
  const fields = 'records { id name unitPrice } totalCount';
  const prices = async (asked: object): Promise<number[]> =>
    (await page(shop, 'items', asked, fields)).records.map(({ unitPrice }: Answer) => Number(unitPrice));
  const down = { field: 'PRICE', direction: 'DESC' };
  const first = await prices({ limit: 100, orderBy: down });
  assert.deepEqual(
    first,
    first.toSorted((a, b) => b - a),
  );
  // The same record on a page by its offset as by walking there, however deep.
  const walked = await walk(shop, 'items', { first: 100, orderBy: down });
  for (const offset of [0, 199, 200, 201, 500]) {
    assert.deepEqual(
      await idsOf(shop, 'items', { limit: 10, offset, orderBy: down }),
      walked.slice(offset, offset + 10),
    );
  }
  assert.deepEqual(await idsOf(shop, 'items', { limit: 10, offset: 520, orderBy: down }), []);
  const before = async (direction: string, text: string): Promise<number | null> =>
    (await page(shop, 'items', { limit: 1, orderBy: { field: 'NAME', direction } }, `countBefore(text: "${text}")`))
      .countBefore;
  assert.equal(await before('ASC', 'C'), 40);
  assert.equal(await before('DESC', 'C'), 460);
  assert.equal((await page(shop, 'items', { limit: 1, orderBy: down }, 'countBefore(text: "C")')).countBefore, null);
});

test('documents by what is owed, by client and by total; movements by time and by words', async () => {
  const { shop } = await newShop(quietWorld());
  const item = await newItem(shop, { stock: '100', price: '10' });
  for (const [name, quantity] of [
    ['Bodega', '3'],
    ['Almacén', '9'],
    ['Casa', '6'],
  ] as const) {
    const order = await newOrder(shop, await newClient(shop, name), [{ itemId: item, quantity }]);
    await invoice(shop, order.id);
  }
  const names = async (field: string, direction = 'ASC'): Promise<string[]> =>
    (await page(shop, 'invoices', { orderBy: { field, direction } }, 'records { client { name } }')).records.map(
      ({ client }: Answer) => client.name,
    );
  assert.deepEqual(await names('TOTAL'), ['Bodega', 'Casa', 'Almacén']);
  assert.deepEqual(await names('BALANCE', 'DESC'), ['Almacén', 'Casa', 'Bodega']);
  assert.deepEqual(await names('CLIENT'), ['Almacén', 'Bodega', 'Casa']);
  assert.deepEqual(await names('NUMBER', 'DESC'), ['Casa', 'Almacén', 'Bodega']);
  assert.equal((await names('DUE_DATE')).length, 3);
  const moved = async (asked: string): Promise<string[]> =>
    (await shop.get(`{ movements(${asked}) { records { quantityChange } } }`)).movements.records.map(
      ({ quantityChange }: Answer) => quantityChange,
    );
  assert.deepEqual(await moved('orderBy: { field: CREATED_AT, direction: DESC }, limit: 2'), ['-6', '-9']);
  assert.deepEqual(await moved('orderBy: { field: CREATED_AT }, offset: 1, limit: 1'), ['-3']);
  const [sale] = (await shop.get('{ invoices(limit: 1) { records { number } } }')).invoices.records;
  assert.deepEqual(await moved(`search: "${sale.number}"`), ['-6']);
});
