import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { describe, test } from 'node:test';
import { createToken } from '../../src/access/index.ts';
import { unzip } from '../../src/platform/zip.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, JWT_SECRET, world, type TestTenant } from '../support/world.ts';

const here = await world();

async function download(shop: TestTenant, file: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${here.url}/export/${file}`, {
    headers: { authorization: `Bearer ${await shop.token('viewer')}`, ...headers },
  });
}

/** The rows of a CSV without line breaks within cells. */
async function csv(answer: Response): Promise<string[]> {
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  const lines = bytes.subarray(3).toString().split('\r\n');
  assert.equal(lines.pop(), '');
  return lines;
}

async function sheet(answer: Response): Promise<string> {
  assert.equal(answer.status, 200);
  const parts = unzip(Buffer.from(await answer.arrayBuffer()));
  for (const part of [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
  ])
    assert.ok(parts.has(part), part);
  return parts.get('xl/worksheets/sheet1.xml')!.toString();
}

/** The cells of each row; a number as it stands, a text in quotes. */
function rowsOf(xml: string): string[][] {
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row]) =>
    [...row!.matchAll(/<v>(.*?)<\/v>|<t xml:space="preserve">(.*?)<\/t>/gs)].map(
      ([, value, text]) => value ?? `"${text}"`,
    ),
  );
}

/** More items than are worth a request each, written by the owner of the database. */
async function manyItems(shop: TestTenant, count: number, name = 'Item'): Promise<void> {
  await here.sql`insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
     select ${shop.tenant.id}, gen_random_uuid(), 'S-' || to_char(n, 'FM000000'), ${name}::text || ' ' || n, 'und', n, 7, 'NONE', false from generate_series(1, ${count}::int) n`;
}

describe('GET /export', () => {
  test('the columns that are chosen, in their order, and no others', async () => {
    const shop = await here.tenant();
    const item = await newItem(shop, { stock: '10', price: '2.50' });
    const order = await newOrder(shop, await newClient(shop, '=Panadería'), [{ itemId: item, quantity: '2' }]);
    const { number } = await invoice(shop, order.id, 'PROFORM');
    const chosen = 'columns=total,client.name,number&orderBy.field=TOTAL&orderBy.direction=DESC';
    assert.deepEqual(await csv(await download(shop, `invoices.csv?${chosen}`)), [
      'Total,Client,Number',
      `5.35,'=Panadería,${number}`,
    ]);
    const [headings] = rowsOf(await sheet(await download(shop, `invoices.xlsx?${chosen}`)));
    assert.deepEqual(headings, ['"Total"', '"Client"', '"Number"']);
    const refused = await download(shop, 'invoices.csv?columns=total,client.metadata');
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /no column client\.metadata/);
  });

  test('invoices as CSV, exactly those that the arguments ask for, headed in the language of the caller', async () => {
    const shop = await here.tenant();
    const item = await newItem(shop, { stock: '10', price: '2.50' });
    const clientId = await newClient(shop, 'Panadería "El Sol", S.A.');
    const orders = [];
    for (const quantity of ['1', '3']) orders.push(await newOrder(shop, clientId, [{ itemId: item, quantity }]));
    const proforma = await invoice(shop, orders[0].id, 'PROFORM');
    const filed = await invoice(shop, orders[1].id);
    assert.equal((await csv(await download(shop, 'invoices.csv'))).length, 3);
    const answer = await download(shop, 'invoices.csv?legalStatus=PAC_AUTHORIZED', { 'accept-language': 'es-PA' });
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="invoices.csv"');
    const [head, row, ...more] = await csv(answer);
    assert.deepEqual(more, []);
    assert.match(
      head!,
      /^Número,Tipo,Modo,Emitido,Estado fiscal,Estado,Vence,Cliente,RUC,DV,Subtotal,ITBMS,ISC,Otros impuestos,Total,/,
    );
    const cells = row!.replace('"Panadería ""El Sol"", S.A."', 'Panadería').split(',');
    assert.equal(cells[0], filed.number);
    const issued = new Date(`${cells[3]!.replace(' ', 'T')}-05:00`);
    assert.ok(Math.abs(issued.getTime() - Date.now()) < 3_600_000, cells[3]!);
    assert.deepEqual(cells.slice(7, 15), ['Panadería', '', '', '7.5', '0.53', '0', '0', '8.03']);
    assert.ok(row!.includes(filed.cufe));
    const searched = await csv(await download(shop, `invoices.csv?search=${proforma.number}`));
    assertEach(searched.slice(1), (line) => line.split(',')[0], [proforma.number]);
  });

  test('no text is a formula, in CSV or in XLSX, and numbers stay numbers', async () => {
    const shop = await here.tenant();
    const names = ['=HYPERLINK("http://x","y")', '+507 6000', '-1', '@SUM(A1)', '<b>&'];
    for (const name of names) await newClient(shop, name);
    const lines = (await csv(await download(shop, 'clients.csv'))).slice(1).map((line) => line.split(',CONSUMIDOR')[0]);
    assert.deepEqual(
      new Set(lines),
      new Set([`"'=HYPERLINK(""http://x"",""y"")"`, "'+507 6000", "'-1", "'@SUM(A1)", '<b>&']),
    );
    const text = await sheet(await download(shop, 'clients.xlsx'));
    assert.ok(!text.includes('<f>'));
    assert.match(text, /<c r="A\d" s="4" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK/);
    assert.ok(rowsOf(text).some(([name]) => name === '"&lt;b&gt;&amp;"'));
    await newItem(shop, { sku: 'A', price: '1234567890.1234', stock: '-0' }).catch(() => undefined);
    const [head, row] = rowsOf(await sheet(await download(shop, 'items.xlsx?search=A')));
    assert.equal(row![head!.indexOf('"Unit price"')], '1234567890.1234');
    assert.equal(row![0], '"A"');
  });

  test('movements, payments and documents in an order of the list', async () => {
    const shop = await here.tenant();
    const [a, b] = [await newItem(shop, { sku: 'A', stock: '10' }), await newItem(shop, { sku: 'B', stock: '5' })];
    const clientId = await newClient(shop);
    for (const [itemId, quantity] of [
      [a, '1'],
      [b, '2'],
    ] as const) {
      const order = await newOrder(shop, clientId, [{ itemId, quantity }]);
      const { id, total } = await invoice(shop, order.id, 'PROFORM');
      await shop.call('registerPayment', { invoiceId: id, amount: total, method: 'CASH' });
    }
    const cells = async (file: string, ...columns: string[]) => {
      const [head, ...rows] = (await csv(await download(shop, file))).map((line) => line.split(','));
      return rows.map((row) => columns.map((column) => row[head!.indexOf(column)]));
    };
    assert.deepEqual(await cells('movements.csv?types=VENTA', 'SKU', 'Location', 'Quantity', 'On hand'), [
      ['A', 'MAIN', '-1', '9'],
      ['B', 'MAIN', '-2', '3'],
    ]);
    assert.deepEqual(await cells(`movements.csv?itemId=${b}&types=VENTA,AJUSTE`, 'Type', 'Quantity'), [
      ['AJUSTE', '5'],
      ['VENTA', '-2'],
    ]);
    assert.deepEqual(await cells('invoices.csv?orderBy.field=ISSUED_AT&orderBy.direction=ASC&isOpen=false', 'Total'), [
      ['10.7'],
      ['21.4'],
    ]);
    assert.deepEqual(await cells('invoices.csv?minTotal=20&from=2020-01-01', 'Total', 'Paid'), [['21.4', '21.4']]);
    assert.deepEqual(await cells('payments.csv?method=CASH&orderBy.field=PAID_AT', 'Amount'), [['10.7'], ['21.4']]);
    for (const list of [
      'credits',
      'debit_notes',
      'generic_credits',
      'orders',
      'suppliers',
      'purchase_orders',
      'supplier_invoices',
    ])
      assert.equal((await download(shop, `${list}.xlsx`)).status, 200, list);
  });

  test('a list of many pages comes whole, each row once', async () => {
    const shop = await here.tenant();
    await manyItems(shop, 1234);
    const skus = (await csv(await download(shop, 'items.csv'))).slice(1).map((line) => line.split(',')[0]);
    assert.equal(skus.length, 1234);
    assert.equal(new Set(skus).size, 1234);
    assert.equal(rowsOf(await sheet(await download(shop, 'items.xlsx'))).length, 1235);
  });

  test('what the list refuses is refused before anything is written, and a word that it does not know as well', async () => {
    const shop = await here.tenant();
    for (const [file, status, words] of [
      ['invoices.csv?legalStatus=NONSENSE', 400, /NONSENSE/],
      ['invoices.csv?legalstatus=PAC_AUTHORIZED', 400, /No argument has the name legalstatus/],
      ['invoices.csv?search=a&search=b', 400, /more than once/],
      ['invoices.csv?limit=3', 400, /No argument has the name limit/],
      ['secrets.csv', 404, /not found/],
      ['invoices.pdf', 404, /not found/],
      ['constructor.csv', 404, /not found/],
    ] as const) {
      const answer = await download(shop, file);
      assert.equal(answer.status, status, file);
      assert.match(((await answer.json()) as { errors: { message: string }[] }).errors[0]!.message, words);
    }
    assert.equal((await fetch(`${here.url}/export/invoices.csv`)).status, 401);
  });

  test('a statement is a file of its entries, each with the balance after it', async () => {
    const shop = await here.tenant();
    const clientId = await newClient(shop);
    const itemId = await newItem(shop, { stock: '10', taxRate: '0', price: '25' });
    const { id, number } = await invoice(
      shop,
      (await newOrder(shop, clientId, [{ itemId, quantity: '2' }])).id,
      'PROFORM',
    );
    await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "20") { id } }', { id });
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: shop.tenant.timeZone });
    const file = `statement.csv?clientId=${clientId}&from=2026-01-01&to=${today}`;
    assert.deepEqual(await csv(await download(shop, file, { 'accept-language': 'es' })), [
      'Día,Clase,Número,Monto,Saldo',
      `${today},INVOICE,${number},50,50`,
      `${today},PAYMENT,${number},-20,30`,
    ]);
    const ofSession = await download(shop, `${file}&tenant=${shop.tenant.id}`);
    assert.equal((await csv(ofSession)).length, 3);
    const refused = await download(shop, file.replace(clientId, itemId));
    assert.equal(refused.status, 404);
    await refused.text();
  });

  /** Reads so slowly that `then` happens in the middle; answers whether the file came whole, and how long it is. */
  const readSlowly = async (token: string, then: () => Promise<unknown>) => {
    const headers = { authorization: `Bearer ${token}` };
    const [answer] = (await once(httpGet(`${here.url}/export/items.csv`, { headers }), 'response')) as [
      IncomingMessage,
    ];
    await then();
    let size = 0;
    answer.on('data', (chunk: Buffer) => (size += chunk.length));
    answer.on('error', () => undefined);
    await new Promise((resolve) => answer.once('close', resolve));
    return { isWhole: answer.complete, size };
  };

  test('ends with the revocation of the token that asked for it, not with its expiry, however slowly it is read', async () => {
    const shop = await here.tenant();
    const rows = 20_000;
    await manyItems(shop, rows, 'x'.repeat(400));
    const wanted = { userName: 'ana', role: 'viewer' as const, expiresIn: '5m', now: here.clock.now() };
    const { token } = await createToken(here.app, shop.tenant, JWT_SECRET, wanted);
    const expired = await readSlowly(token, async () => (here.clock.offsetMs += 6 * 60_000));
    assert.ok(expired.isWhole && expired.size > rows * 400, `${expired.size} bytes`);
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${here.url}/export/items.csv`, { headers })).status, 401, 'none begins any more');
    const next = await createToken(here.app, shop.tenant, JWT_SECRET, { ...wanted, now: here.clock.now() });
    const revoked = await readSlowly(next.token, async () => {
      await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id: next.id });
      here.clock.offsetMs += 6 * 60_000;
    });
    assert.ok(
      !revoked.isWhole && revoked.size < rows * 400,
      `${revoked.size} bytes, the whole file: ${revoked.isWhole}`,
    );
  });

  test('a client that hangs up stops the reading, and a tenant has so many exports at once', async () => {
    const shop = await here.tenant();
    await manyItems(shop, 40_000, 'x'.repeat(400));
    const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
    const slow = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise<IncomingMessage>((resolve) =>
            httpGet(`${here.url}/export/items.csv`, { headers, agent: false }, resolve),
          ),
      ),
    );
    assertEach(slow, ({ statusCode }) => statusCode, [200, 200, 200, 200]);
    const fifth = await download(shop, 'items.csv');
    assert.equal(fifth.status, 429);
    assert.equal(fifth.headers.get('retry-after'), '30');
    await fifth.text();
    for (const one of slow) one.destroy();
    await eventually(
      async () => {
        const answer = await download(shop, 'items.csv?search=S-000001');
        await answer.text();
        return answer.status;
      },
      (status) => status === 200,
    );
  });
});
