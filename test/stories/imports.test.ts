import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { zipOf, zipStream } from '../../src/platform/zip.ts';
import { inSystem, inTenant, type Role } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { eventually, world, type Answer, type TestTenant } from '../support/world.ts';

const here = await world();

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function send(
  shop: TestTenant,
  what: string,
  body: string | Uint8Array<ArrayBuffer>,
  {
    type = 'text/csv',
    role = 'operator',
    ...headers
  }: { type?: string; role?: Role; [header: string]: string | undefined } = {},
  url = here.url,
): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${url}/import/${what}`, {
    method: 'POST',
    headers: { ...(headers as object), authorization: `Bearer ${await shop.token(role)}`, 'content-type': type },
    body,
  });
  return { status: answer.status, body: await answer.json() };
}

async function report(...asked: Parameters<typeof send>): Promise<Answer> {
  const { status, body } = await send(...asked);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

function csv(...lines: string[]): string {
  return `${lines.join('\n')}\n`;
}

const counts = ({ created, updated, unchanged, refused }: Answer) => [created, updated, unchanged, refused];

/** A workbook by hand, as spreadsheets write it: shared texts, styles by number, gaps between cells. */
function workbook(sheet: string, { shared = [] as string[], date1904 = false } = {}): Uint8Array<ArrayBuffer> {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    'xl/workbook.xml': `<?xml version="1.0"?><workbook ${main} xmlns:r="${relation}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets><sheet name="Hoja1" sheetId="1" r:id="rId7"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId7" Type="${relation}/worksheet" Target="/xl/worksheets/hoja.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="&quot;d&quot;#,##0.00"/><numFmt numFmtId="171" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/hoja.xml': `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return new Uint8Array(zipOf(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }))));
}

describe('POST /import', () => {
  test('a dry run of items names every line and changes nothing; the real run says the same, and again it changes nothing', async () => {
    const shop = await here.tenant();
    await newItem(shop, { sku: 'OLD', price: '5' });
    await newItem(shop, { sku: 'SAME', price: '3' });
    const file = csv(
      'sku,name,unitPrice,taxRate,barcode',
      'NEW,"Café, 250 g",2.50,0,750',
      'OLD,Item OLD,7.25,,',
      'SAME,Item SAME,3.00,7,',
      'BAD,,x,8,',
      'NEW,Again,1,,',
    );
    const outcomes = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED', 'REFUSED'];
    const dry = await report(shop, 'items?dryRun=true', file, { 'accept-language': 'es' });
    assert.equal(dry.dryRun, true);
    assert.deepEqual(
      dry.lines.map((one: Answer) => [one.line, one.outcome]),
      outcomes.map((one, at) => [at + 2, one]),
    );
    const [, , , bad, again] = dry.lines;
    assert.equal(bad.error.code, 'BAD_USER_INPUT');
    assertEach(bad.error.problems, ({ field, message }) => [field, message], [
      ['name', 'el nombre no debe estar vacío'],
      ['taxRate', 'la tasa de ITBMS debe ser una de 0, 7, 10, 15, no 8'],
      ['unitPrice', 'el precio unitario debe ser un número como 12.5, no "x"'],
    ]);
    assert.equal(again.error.message, 'la línea 2 tiene el mismo SKU');
    const items = '{ items { records { sku name unitPrice taxRate barcodes { barcode } } } }';
    assert.equal((await shop.get(items)).items.records.length, 2);

    const done = await report(shop, 'items', file);
    assertEach(done.lines, (one) => one.outcome, outcomes);
    assert.deepEqual((await shop.get(items)).items.records.map(Object.values), [
      ['NEW', 'Café, 250 g', '2.5', '0', [{ barcode: '750' }]],
      ['OLD', 'Item OLD', '7.25', '7', []],
      ['SAME', 'Item SAME', '3', '7', []],
    ]);
    assert.deepEqual(
      counts(await report(shop, 'items', new Uint8Array(gzipSync(file)), { type: 'application/gzip' })),
      [0, 0, 3, 2],
    );
  });

  test('what cannot change of an item is refused, and so is a barcode that another item has', async () => {
    const shop = await here.tenant();
    await report(shop, 'items', csv('sku,name,unitPrice,kind,barcode', 'A,Arroz,1,,1', 'V,Visita,9,SERVICE,'));
    const { lines } = await report(
      shop,
      'items',
      csv('sku,name,unitPrice,kind,barcode,reorderLevel', 'A,Arroz,1,SERVICE,,', 'V,Visita,9,,,1', 'B,Otro,1,,1,'),
    );
    assertEach(lines, ({ outcome, error }) => [outcome, error?.code, error?.field], [
      ['REFUSED', 'BAD_USER_INPUT', 'kind'],
      ['REFUSED', 'BAD_USER_INPUT', 'reorderLevel'],
      ['REFUSED', 'CONFLICT', 'barcode'],
    ]);
  });

  test('a workbook: numbers as they are shown, days as days, codes as they are written', async () => {
    const shop = await here.tenant();
    const clientId = await newClient(shop, 'Ana');
    await here.query(`update clients set external_code = '007' where id = $1`, [clientId]);
    const shared = ['number', 'client', 'day', 'dueDay', 'total', 'balance', '007', 'B&amp;1'];
    const head = shared
      .slice(0, 6)
      .map((_, at) => `<c r="${'ABCDEF'[at]}1" t="s"><v>${at}</v></c>`)
      .join('');
    const sheet =
      `<row r="1">${head}</row>` +
      `<row r="3"><c r="A3" t="s"><v>7</v></c><c r="B3" t="s"><v>6</v></c><c r="C3" s="1"><v>45658</v></c><c r="D3" s="3"><v>45688</v></c><c r="E3" s="2"><v>100.30000000000001</v></c><c r="F3"><v>40.1</v></c></row>` +
      `<row r="4"><c r="A4" t="inlineStr"><is><t>B-2</t></is></c><c r="B4" t="s"><v>6</v></c><c r="C4" t="str"><v>2025-02-01</v></c><c r="E4"><v>12</v></c></row>`;
    const done = await report(shop, 'receivables', workbook(sheet, { shared }), { type: XLSX, role: 'admin' });
    assertEach(done.lines, (one) => [one.line, one.outcome], [
      [3, 'CREATED'],
      [4, 'CREATED'],
    ]);
    const invoices = await shop.call('invoices { records { number mode dueDate total paid balance invoiceStatus } }');
    assert.deepEqual(invoices.records.map(Object.values), [
      ['B-2', 'DGI_IMPORT', null, '12', '0', '12', 'UNPAID'],
      ['B&1', 'DGI_IMPORT', '2025-01-31', '100.3', '60.2', '40.1', 'PAST_DUE'],
    ]);
  });

  test('a unit that another form of its letters would change is the same when the file comes again', async () => {
    const shop = await here.tenant();
    const file = csv('sku,name,unitPrice,unit', 'A,Piso,1,m²', 'B,Grano,1,½ lb');
    await report(shop, 'items', file);
    const { lines } = await report(shop, 'items', file);
    assertEach(lines, ({ outcome }) => outcome, ['UNCHANGED', 'UNCHANGED']);
  });

  test('what is owed and was canceled is not imported again as unchanged', async () => {
    const shop = await here.tenant();
    const clientId = await newClient(shop, 'Ana');
    await here.query(`update clients set external_code = 'K1' where id = $1`, [clientId]);
    const owed = (total: string) =>
      csv('number,client,day,dueDay,total,balance', `A-1,K1,2025-02-01,,${total},${total}`);
    const { lines } = await report(shop, 'receivables', owed('20'), { role: 'admin' });
    await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: lines[0].id });
    for (const total of ['20', '25']) {
      const again = await report(shop, 'receivables', owed(total), { role: 'admin' });
      assertEach(again.lines, ({ outcome, error }) => [outcome, error?.code, error?.field], [
        ['REFUSED', 'CONFLICT', 'number'],
      ]);
      assert.match(again.lines[0].error.message, /was canceled/);
    }
  });

  test('a small file that unpacks to a large one is refused, as is one of too many lines', async () => {
    const shop = await here.tenant();
    const parts = async function* () {
      const chunks = async function* () {
        for (let megabytes = 0; megabytes < 70; megabytes += 1) yield Buffer.alloc(1024 * 1024, ' ');
      };
      yield { name: 'xl/workbook.xml', chunks: chunks() };
    };
    const archive = new Uint8Array(await buffer(zipStream(parts())));
    assert.ok(archive.length < 1_000_000);
    const packed = await send(shop, 'items', archive, { type: XLSX });
    assert.equal(packed.status, 400);
    assert.match(packed.body.errors[0].message, /too large/);
    const far = await send(shop, 'items', workbook('<row><c r="XFD1"><v>1</v></c></row>'), { type: XLSX });
    assert.deepEqual([far.status, far.body.errors[0].extensions.code], [400, 'BAD_USER_INPUT']);
    const gzip = new Uint8Array(gzipSync(Buffer.alloc(68_000_000, 'sku,name,unitPrice\n')));
    for (const [file, type] of [
      [gzip, 'application/gzip'],
      [new Uint8Array(gzipSync(`sku,name,unitPrice\n${'A,B,1\n'.repeat(50_001)}`)), 'application/gzip'],
    ] as const) {
      const { status, body } = await send(shop, 'items', file, { type });
      assert.deepEqual([status, body.errors[0].extensions.code], [400, 'BAD_USER_INPUT']);
    }
    const { items } = await shop.get('{ items { totalCount } }');
    assert.equal(items.totalCount, 0);
  });

  test('stock is booked once, also under a key; the key of another file is a conflict', async () => {
    const shop = await here.tenant();
    const item = await newItem(shop, { sku: 'A' });
    const file = csv('sku,quantity,unitCost', 'A,10,2', 'NONE,1,1', 'A,-100,');
    const dry = await report(shop, 'stock?dryRun=true', file);
    assertEach(dry.lines, (one) => [one.outcome, one.error?.code], [
      ['CREATED', undefined],
      ['REFUSED', 'BAD_USER_INPUT'],
      ['REFUSED', 'INSUFFICIENT_STOCK'],
    ]);
    const first = await report(shop, 'stock', file, { 'idempotency-key': 'k' });
    assertEach(first.lines, (one) => one.outcome, ['CREATED', 'REFUSED', 'REFUSED']);
    assert.deepEqual(await report(shop, 'stock', file, { 'idempotency-key': 'k' }), first);
    assert.deepEqual(counts(await report(shop, 'stock', file)), [0, 0, 1, 2]);
    const other = await send(shop, 'stock', `${file}A,1,\n`, { 'idempotency-key': 'k' });
    assert.deepEqual([other.status, other.body.errors[0].extensions.code], [409, 'CONFLICT']);
    const { availableQuantity } = await shop.get('query ($id: UUID!) { availableQuantity(itemId: $id) }', { id: item });
    assert.equal(availableQuantity, '10');
  });

  test('a key stands for its file from the beginning, in every process, until the file is refused', async (t) => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { sku: 'A', stock: '1' });
    const [other, third] = [await serving(t, here, {}), await serving(t, here, {})];
    const key = { 'idempotency-key': 'k' };
    const files = [csv('sku,quantity', 'A,10'), csv('sku,quantity', 'A,100')] as const;
    const refused = await send(shop, 'stock', csv('sku', 'A'), key);
    assert.equal(refused.body.errors[0].extensions.code, 'BAD_USER_INPUT');
    const waits = async (): Promise<number> => {
      const waiting = `datname = current_database() and wait_event_type = 'Lock'`;
      return (
        await here.query(`select from pg_stat_activity where ${waiting} and query ~ 'stock_levels|into requests'`)
      ).length;
    };
    const started = await inTenant(here.app, shop.tenant, async (db) => {
      await sql`select from stock_levels where tenant_id = ${shop.tenant.id} and item_id = ${itemId} for update`.execute(
        db,
      );
      const sent = [send(shop, 'stock', files[0], key)];
      await eventually(waits, (count) => count >= 1);
      let isAnswered = false;
      sent.push(send(shop, 'stock', files[1], key, other));
      void sent[1]!.then(() => (isAnswered = true));
      await eventually(async () => isAnswered || (await waits()) >= 2, true);
      sent.push(send(shop, 'stock', files[0], key, third));
      await eventually(waits, (count) => count >= 2);
      return { sent };
    });
    const [first, wrong, again] = await Promise.all(started.sent);
    const { availableQuantity } = await shop.get('query ($id: UUID!) { availableQuantity(itemId: $id) }', {
      id: itemId,
    });
    assert.equal(availableQuantity, '11');
    assert.deepEqual([wrong!.status, wrong!.body.errors?.[0].extensions.code], [409, 'CONFLICT']);
    // Either may be the first to keep its report, which both answer.
    const [created, updated, unchanged, refusals] = counts(first!.body);
    assert.deepEqual([first!.status, created + unchanged, updated, refusals], [200, 1, 0, 0]);
    assert.deepEqual(again, first, 'the same answer');
  });

  test('clients and suppliers are found again by their code', async () => {
    const shop = await here.tenant();
    for (const [what, file, changed] of [
      [
        'clients',
        csv('code,name,telephone', 'K1,Ana,6000-0000', 'K2,Luis,'),
        csv('code,name', 'K1,Ana María', 'K2,Luis'),
      ],
      [
        'suppliers',
        csv('code,name,ruc', 'S1,Molinos,155-1-1', 'S2,Granos,'),
        csv('code,name,ruc', 'S1,Molinos,155-1-2', 'S2,Granos,'),
      ],
    ] as const) {
      assert.deepEqual(counts(await report(shop, what, file)), [2, 0, 0, 0]);
      assert.deepEqual(counts(await report(shop, what, file)), [0, 0, 2, 0]);
      assert.deepEqual(counts(await report(shop, what, changed)), [0, 1, 1, 0]);
    }
    const { suppliers, clients } = await shop.get(
      '{ suppliers { records { name ruc externalId } } clients { records { name } } }',
    );
    assert.deepEqual(suppliers.records.map(Object.values), [
      ['Granos', null, 'S2'],
      ['Molinos', '155-1-2', 'S1'],
    ]);
    assertEach(clients.records, ({ name }) => name, ['Ana María', 'Luis']);
  });

  test('what was owed counts as owed, is paid like any other, and is declared in no month', async () => {
    const shop = await here.tenant();
    await report(shop, 'clients', csv('code,name', 'K1,Ana'));
    const lines = ['F-1,K1,2026-01-10,2026-02-09,107.00,50.00', 'F-2,K1,2026-01-11,,20,'];
    const file = csv(
      'number,client,day,dueDay,total,balance',
      ...lines,
      'F-3,K9,2026-01-11,,20,',
      'FAC-0000000001,K1,2026-01-11,,20,',
      'F-4,K1,2026-02-30,2025-01-01,0,5',
    );
    assert.equal((await send(shop, 'receivables', file)).status, 403);
    const done = await report(shop, 'receivables', file, { role: 'admin' });
    assertEach(done.lines, (one) => [one.outcome, one.error?.field ?? one.error?.problems?.length], [
      ['CREATED', undefined],
      ['CREATED', undefined],
      ['REFUSED', 'client'],
      ['REFUSED', 'number'],
      ['REFUSED', 'day'],
    ]);
    const twice = await report(
      shop,
      'receivables',
      csv('number,client,day,total', 'F-1,K1,2026-01-10,107', 'F-2,K1,2026-01-11,21'),
      { role: 'admin' },
    );
    assertEach(twice.lines, (one) => one.outcome, ['UNCHANGED', 'REFUSED']);
    const { receivables, fiscalMonth } = await shop.get(
      '{ receivables { clientCount clients { owed } } fiscalMonth(year: 2026, month: 1) { net { total } documents { count } } }',
    );
    assert.deepEqual(receivables, { clientCount: 1, clients: [{ owed: '70' }] });
    assert.deepEqual(fiscalMonth, { net: { total: '0' }, documents: [] });
    const [{ id }] = done.lines;
    const { registerPayment } = await shop.get(
      `mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "50", method: CASH) { invoiceStatus balance cufe documentId } }`,
      { id },
    );
    assert.deepEqual(registerPayment, { invoiceStatus: 'PAID', balance: '0', cufe: null, documentId: null });
  });

  test('the sample files of the documentation', async () => {
    const shop = await here.tenant();
    for (const what of ['items', 'clients', 'suppliers', 'receivables', 'stock']) {
      const file = await readFile(join(import.meta.dirname, `../../examples/import/${what}.csv`), 'utf8');
      const dry = await report(shop, `${what}?dryRun=true`, file, { role: 'admin' });
      const done = await report(shop, what, file, { role: 'admin' });
      assert.deepEqual(counts(done), counts(dry));
      assert.deepEqual(counts(done), [done.lines.length, 0, 0, 0]);
      assert.deepEqual(counts(await report(shop, what, file, { role: 'admin' })), [0, 0, done.lines.length, 0]);
    }
  });

  test('a file that is still on its way has the place of its company; the next one has it after it', async () => {
    const shop = await here.tenant();
    const { url } = here;
    const headers = { authorization: `Bearer ${await shop.token('operator')}`, 'content-type': 'text/csv' };
    const text = 'sku,name,unitPrice\nA,B,1\n';
    /** On its way once the service has asked for the rest of it. */
    const begin = async () => {
      const more = { 'content-length': text.length, expect: '100-continue' };
      const sent = request(`${url}/import/items?dryRun=true`, { method: 'POST', headers: { ...headers, ...more } });
      const one = { sent, isRefused: false };
      sent.on('error', () => {}).on('response', () => (one.isRefused = true));
      sent.flushHeaders();
      await once(sent, 'continue');
      sent.write(text.slice(0, 5));
      return one;
    };
    const next = () =>
      fetch(`${url}/import/items?dryRun=true`, { method: 'POST', headers, body: text }).then(({ status }) => status);
    let first = await begin();
    await eventually(async () => {
      // A next one that overtook it had the place; it begins again.
      if (first.isRefused) first = await begin();
      return next();
    }, 429);
    first.sent.destroy();
    await eventually(next, 200);
  });

  test('a template is no import: it is given beside one that is under way', async () => {
    const shop = await here.tenant();
    let isOver = false;
    const bringingIn = await inSystem(here.app, async (db) => {
      await sql`select from tenants where id = ${shop.tenant.id} for update`.execute(db);
      const began = report(shop, 'items', csv('sku,name,unitPrice', 'A,Arroz,1')).finally(() => (isOver = true));
      await eventually(
        () =>
          here.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
        (waiting) => isOver || waiting.length > 0,
      );
      assert.equal(isOver, false, 'it waits for its company');
      const headers = { authorization: `Bearer ${await shop.token('operator')}` };
      const template = await fetch(`${here.url}/import/items/template.xlsx`, { headers });
      await template.arrayBuffer();
      assert.equal(template.status, 200);
      return { began };
    });
    assert.deepEqual(counts(await bringingIn.began), [1, 0, 0, 0]);
  });

  test('who may import what, and what is no import', async () => {
    const shop = await here.tenant();
    const file = csv('sku,name,unitPrice', 'A,Arroz,1');
    for (const [what, body, options, status] of [
      ['items', file, { role: 'viewer' }, 403],
      ['secrets', file, {}, 404],
      ['items?dryRun=yes', file, {}, 400],
      ['items', '', {}, 400],
      ['items', '{}', { type: 'application/json' }, 400],
      ['items', 'a', { type: 'text/html' }, 415],
      ['items', 'PK\u0003\u0004 and no more', { type: XLSX }, 400],
      ['items', csv('sku,name', 'A,B'), {}, 400],
    ] as const) {
      assert.equal((await send(shop, what, body, options)).status, status, `${what} ${body.slice(0, 20)}`);
    }
  });

  test('an argument that is misspelt or given twice brings nothing in', async () => {
    const shop = await here.tenant();
    const file = csv('sku,name,unitPrice', 'A,Arroz,1');
    for (const [query, field] of [
      ['dryrun=true', 'dryrun'],
      ['dry_run=true', 'dry_run'],
      ['dryRun=true&seperator=comma', 'seperator'],
      ['separator=comma&separator=tab', 'separator'],
      ['dryRun=true&dryRun=true', 'dryRun'],
    ] as const)
      for (const what of ['items', 'items/layout']) {
        const { status, body } = await send(shop, `${what}?${query}`, file);
        assert.deepEqual([status, body.errors[0].extensions.field], [400, field], `${what} ${query}`);
      }
    assert.equal((await shop.get('{ items { totalCount } }')).items.totalCount, 0);
    const { status } = await send(shop, `items?dryRun=true&cells=false&language=es&tenant=${shop.tenant.id}`, file);
    assert.equal(status, 200);
  });

  /** As a shop's Excel saves it in Panama: Windows-1252, semicolons, decimal commas, headings of its own, and mistakes. */
  const MESSY = new Uint8Array(
    Buffer.from(
      [
        'Código;Descripción;Precio venta;Existencia',
        'CAF-1;Café molido ñ;B/. 4,75;1.200',
        'ARR-5;"Arroz; 5 lb";3,95;300,5',
        'MAL-1;Sin precio;cinco;7',
        ';Sin código;1,00;2',
        'CARO;Nevera;1.250,00;2',
      ].join('\r\n'),
      'latin1',
    ),
  );
  const told = (more: Record<string, string>): string => String(new URLSearchParams(more));

  test('a shop’s own file: it is looked at, read as was told, and what was refused comes back to be mended', async () => {
    const shop = await here.tenant();
    const found = await report(shop, 'items/layout', MESSY, { 'accept-language': 'es' });
    const { isText, separator, encoding, decimal, headings, columns } = found;
    assert.deepEqual([isText, separator, encoding, decimal], [true, 'semicolon', 'windows-1252', 'comma']);
    assert.deepEqual(headings, ['Código', 'Descripción', 'Precio venta', 'Existencia']);
    const from = Object.fromEntries(columns.map((one: Answer) => [one.name, one.from]));
    assert.deepEqual(
      [from.sku, from.name, from.unitPrice, from.taxRate],
      ['Código', 'Descripción', 'Precio venta', null],
    );
    assert.deepEqual(found.rows[0], ['CAF-1', 'Café molido ñ', 'B/. 4,75', '1.200']);

    const layout = { separator, encoding, decimal };
    const items = told({
      ...layout,
      columns: JSON.stringify({ sku: 'Código', name: 'Descripción', unitPrice: 'Precio venta' }),
    });
    const dry = await report(shop, `items?dryRun=true&cells=true&${items}`, MESSY);
    assert.deepEqual(counts(dry), [3, 0, 0, 2]);
    const refused = dry.lines.filter(({ outcome }: Answer) => outcome === 'REFUSED');
    assertEach(refused, ({ line, error, cells }) => [line, error.field, cells], [
      [4, 'unitPrice', ['MAL-1', 'Sin precio', 'cinco', '7']],
      [5, 'sku', ['', 'Sin código', '1,00', '2']],
    ]);
    const key = { 'idempotency-key': 'first file' };
    const done = await report(shop, `items?${items}`, MESSY, key);
    assert.deepEqual(counts(done), [3, 0, 0, 2]);
    assert.equal(done.lines[2].cells, undefined);
    assert.deepEqual(await report(shop, `items?${items}`, MESSY, key), done);
    const other = await send(shop, 'items', MESSY, key);
    assert.equal(other.status, 409, 'the same key, read another way');

    const stock = told({ ...layout, columns: JSON.stringify({ sku: 'Código', quantity: 'Existencia' }) });
    assert.deepEqual(counts(await report(shop, `stock?${stock}`, MESSY)), [3, 0, 0, 2]);
    assert.deepEqual(counts(await report(shop, `stock?${stock}`, MESSY)), [0, 0, 3, 2]);
    const { records } = (await shop.get('{ items { records { sku name unitPrice inventory { onHand } } } }')).items;
    assertEach(records, ({ sku, name, unitPrice, inventory }) => [sku, name, unitPrice, inventory.onHand], [
      ['ARR-5', 'Arroz; 5 lb', '3.95', '300.5'],
      ['CAF-1', 'Café molido ñ', '4.75', '1200'],
      ['CARO', 'Nevera', '1250', '2'],
    ]);
  });

  test('the same file as UTF-16 with tabs; and what is told wrongly is refused at its name', async () => {
    const shop = await here.tenant();
    const text = '\uFEFFCódigo\tNombre\tPrecio\r\nÑ-1\tPiña\t2,50\r\n';
    const file = new Uint8Array(Buffer.from(text, 'utf16le'));
    const { separator, encoding, decimal, columns } = await report(shop, 'items/layout', file);
    const bigEndian = new Uint8Array(Buffer.from(text, 'utf16le').swap16());
    const layout = await report(shop, 'items/layout', bigEndian);
    assert.deepEqual([layout.separator, layout.encoding, layout.columns], ['tab', 'utf-16be', columns]);
    assert.deepEqual([separator, encoding, decimal], ['tab', 'utf-16le', 'comma']);
    const guessed = columns.flatMap(({ name, from }: Answer) => (from === null ? [] : [[name, from]]));
    const query = { separator, encoding, decimal, columns: JSON.stringify(Object.fromEntries(guessed)) };
    assert.deepEqual(counts(await report(shop, `items?${told(query)}`, file)), [1, 0, 0, 0]);
    const again = await report(shop, `items?${told({ ...query, encoding: layout.encoding })}`, bigEndian);
    assert.deepEqual(counts(again), [0, 0, 1, 0], 'the very same item');
    for (const [wrong, field] of [
      [{ separator: 'pipe' }, 'separator'],
      [{ encoding: 'ebcdic' }, 'encoding'],
      [{ columns: '[1]' }, 'columns'],
      [{ columns: '{"color":"Color"}' }, 'columns'],
      [{ cells: 'maybe' }, 'cells'],
    ] as const) {
      const { status, body } = await send(shop, `items?${told(wrong)}`, file);
      assert.deepEqual([status, body.errors[0].extensions.field], [400, field]);
    }
    const columns1 = JSON.stringify({ sku: 'Código', name: 'Nombre' });
    const none = await send(shop, `items?${told({ ...query, columns: columns1 })}`, file);
    assert.match(none.body.errors[0].message, /no column unitPrice/);
    assert.equal((await send(shop, 'items/layout', file, { role: 'viewer' })).status, 403);
  });

  test('the template of each kind is understood as it is, and its example is not brought in', async () => {
    const shop = await here.tenant();
    for (const what of ['items', 'clients', 'suppliers', 'stock', 'receivables']) {
      const answer = await fetch(`${here.url}/import/${what}/template.xlsx`, {
        headers: { authorization: `Bearer ${await shop.token('admin')}`, 'accept-language': 'es' },
      });
      assert.equal(answer.headers.get('content-type'), XLSX);
      const file = new Uint8Array(await answer.arrayBuffer());
      const asAdmin = { type: XLSX, role: 'admin' } as const;
      const { isText, columns } = await report(shop, `${what}/layout`, file, { ...asAdmin, 'accept-language': 'es' });
      assert.equal(isText, false);
      const from = columns.map(({ name, heading, from: said }: Answer) => {
        assert.equal(said, heading);
        return [name, said];
      });
      const query = told({ columns: JSON.stringify(Object.fromEntries(from)) });
      const { lines } = await report(shop, `${what}?${query}`, file, asAdmin);
      assertEach(lines, ({ outcome, error }) => [outcome, error.message], [
        ['REFUSED', 'It is the example of the template'],
      ]);
    }
  });
});
