import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { v7 as uuid } from 'uuid';
import { importSales, verifySales, type ImportOptions, type ImportSummary } from '../../src/invoicing/index.ts';
import { fiscalMonth } from '../../src/reports/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { createTenant } from '../../src/company/index.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { adjust, invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { fileWith, manySales, SALES_HEADER, salesFile, stateOf, type ImportedState } from '../support/imported.ts';
import { world } from '../support/world.ts';

const here = await world();

function newTenant(timeZone?: string): Promise<Tenant> {
  return createTenant(here.app, { name: 'Importer', timeZone });
}

function run(tenant: Tenant, file: string, options: Partial<ImportOptions> = {}): Promise<ImportSummary> {
  return importSales(here.app, tenant, { file, openingStock: false, ...options });
}

function state(tenant: Tenant): Promise<ImportedState> {
  return stateOf(here.query, tenant.id);
}

async function problems(tenant: Tenant): Promise<unknown[]> {
  return inTenant(here.app, tenant, async (db) => [
    ...(await verifyLedger(db)).problems,
    ...(await verifySales(db)).problems,
  ]);
}

/** The named columns of each row. */
function pick(rows: readonly Record<string, unknown>[], ...columns: string[]): unknown[][] {
  return rows.map((row) => columns.map((column) => row[column]));
}

/** Interrupts an import from within, at the so many-th report of its writing. */
function throwingAt(reports: number): NonNullable<ImportOptions['onProgress']> {
  let seen = 0;
  return ({ phase }) => {
    if (phase === 'writing' && ++seen === reports) throw new Error('interrupted');
  };
}

describe('folio import sales', () => {
  test('an invoice and a credit note become documents, stock movements and units sold', async () => {
    const tenant = await newTenant();
    const file = await salesFile([
      '489434,85048,15CM GLASS BALL,12,2024-02-28 07:45:00,6.955,13085',
      '489434,79323P,PINK LIGHTS,2.5,2024-02-28 07:45:00,0,13085',
      'C489449,85048,15CM GLASS BALL,-3,2024-03-01 10:33,6.955,13085',
      'c489450,79323P,PINK LIGHTS,-1,2024-03-02 10:33,1,',
    ]);
    assert.deepEqual(await run(tenant, file), {
      invoices: 1,
      credits: 2,
      lines: 4,
      items: 2,
      clients: 2,
      skipped: [],
      alreadyPresent: 0,
      openings: 0,
    });
    const found = await state(tenant);
    assert.deepEqual(pick(found.items, 'sku', 'name', 'unit', 'unit_price', 'tax_rate', 'average_cost'), [
      ['79323P', 'PINK LIGHTS', 'und', '1', '0', null],
      ['85048', '15CM GLASS BALL', 'und', '6.955', '0', null],
    ]);
    assert.deepEqual(pick(found.clients, 'external_code', 'name', 'receiver_type'), [
      ['(none)', 'Consumidor final', 'CONSUMIDOR_FINAL'],
      ['13085', '13085', 'CONSUMIDOR_FINAL'],
    ]);
    assert.deepEqual(
      pick(found.documents, 'number', 'total', 'issue_day', 'external_code', 'original', 'is_stand_in'),
      [
        ['NC-C489449', '20.87', '2024-03-01', '13085', 'FAC-SIN-ORIGEN-13085', null],
        ['NC-c489450', '1', '2024-03-02', '(none)', 'FAC-SIN-ORIGEN-(none)', null],
        ['FAC-489434', '83.46', '2024-02-28', '13085', null, false],
        ['FAC-SIN-ORIGEN-(none)', '0', '2024-03-02', '(none)', null, true],
        ['FAC-SIN-ORIGEN-13085', '0', '2024-03-01', '13085', null, true],
      ],
    );
    for (const document of found.documents) {
      assert.deepEqual(pick([document], 'mode', 'submission_state', 'legal_status', 'created_by'), [
        ['DGI_IMPORT', 'NOT_REQUIRED', null, 'import'],
      ]);
    }
    assert.deepEqual(pick(found.lines, 'line_number', 'sku', 'quantity', 'unit_price', 'tax_rate', 'net'), [
      [1, '85048', '12', '6.955', '0', '83.46'],
      [2, '79323P', '2.5', '0', '0', '0'],
    ]);
    assert.deepEqual(pick(found.credited, 'number', 'sku', 'quantity', 'net'), [
      ['NC-C489449', '85048', '3', '20.87'],
      ['NC-c489450', '79323P', '1', '1'],
    ]);
    assert.deepEqual(
      pick(
        found.ledger,
        'sku',
        'movement_type',
        'quantity_change',
        'new_quantity',
        'reference_number',
        'external_code',
      ),
      [
        ['79323P', 'VENTA', '-2.5', '-2.5', 'FAC-489434', '13085'],
        ['79323P', 'DEVOLUCION', '1', '-1.5', 'NC-c489450', '(none)'],
        ['85048', 'VENTA', '-12', '-12', 'FAC-489434', '13085'],
        ['85048', 'DEVOLUCION', '3', '-9', 'NC-C489449', '13085'],
      ],
    );
    const sold = found.sold.filter(({ sku }) => sku === '85048');
    assert.deepEqual(pick(sold, 'grain', 'period', 'units'), [
      ['D', '2024-02-28', '12'],
      ['D', '2024-03-01', '-3'],
      ['M', '2024-02-01', '12'],
      ['M', '2024-03-01', '-3'],
    ]);
    assert.deepEqual(await problems(tenant), []);
  });

  test('a credit note that came in is in its month with a base for its rate, which adds up', async () => {
    const tenant = await newTenant();
    const file = await salesFile([
      '489434,85048,15CM GLASS BALL,12,2024-03-01 07:45:00,6.955,13085',
      'C489449,85048,15CM GLASS BALL,-3,2024-03-01 10:33,6.95,13085',
    ]);
    await run(tenant, file);
    const { documents, rates } = await inTenant(here.app, tenant, (db) => fiscalMonth(db, { year: 2024, month: 3 }));
    assertEach(documents, ({ kind, base, rates: ofThese }) => [kind, base, ofThese], [
      ['INVOICE', '83.46', [{ rate: '0', base: '83.46', itbms: '0' }]],
      ['CREDIT_NOTE', '20.85', [{ rate: '0', base: '20.85', itbms: '0' }]],
    ]);
    assert.deepEqual(rates, [{ rate: '0', base: '62.61', itbms: '0' }]);
  });

  test('every line that is skipped is named with its reason, and all lines are accounted for', async () => {
    const tenant = await newTenant();
    const good = '1,A,Good,1,2024-01-05 10:00:00,2,K1,Panama';
    const bad: [string, RegExp][] = [
      ['1,A,Zero,0,2024-01-05 10:00:00,2,K1,Panama', /^Quantity is 0$/],
      ['1,A,Words,many,2024-01-05 10:00:00,2,K1,Panama', /^Quantity "many" is no number$/],
      ['1,A,No price,1,2024-01-05 10:00:00,,K1,Panama', /^Price "" is no number$/],
      ['1,A,Exponent,1,2024-01-05 10:00:00,1e3,K1,Panama', /^Price "1e3" is no number$/],
      ['A506401,B,Adjust bad debt,1,2024-01-05 10:00:00,-53594.36,,Panama', /^Price is below 0$/],
      ['1,A,Ambiguous,1,01/05/2024 10:00,2,K1,Panama', /^InvoiceDate "01\/05\/2024 10:00" is no time/],
      ['1,A,No such day,1,2024-02-30 10:00:00,2,K1,Panama', /^InvoiceDate "2024-02-30 10:00:00" is no time/],
      [',A,No invoice,1,2024-01-05 10:00:00,2,K1,Panama', /^Invoice is missing$/],
      ['1, ,No item,1,2024-01-05 10:00:00,2,K1,Panama', /^StockCode is missing$/],
      [`1,${'x'.repeat(61)},Long,1,2024-01-05 10:00:00,2,K1,Panama`, /^StockCode is longer than 60 characters$/],
      ['2,A,damaged,-5,2024-01-05 10:00:00,0,,Panama', /write-off, not a sale$/],
      ['C3,A,Manual,5,2024-01-05 10:00:00,2,K1,Panama', /^a positive quantity on a credit note/],
      ['1,A,Short,1', /^it has 4 fields, the header 8$/],
      ['', /^it is empty$/],
    ];
    // A description with a line break stands on two lines of the file.
    const broken = '1,"A","two\nlines",1,2024-01-05 10:00:00,2,K1,Panama';
    const file = await fileWith(`\uFEFF${[SALES_HEADER, broken, good, ...bad.map(([line]) => line)].join('\r\n')}\r\n`);
    const summary = await run(tenant, file);
    assert.deepEqual([summary.invoices, summary.credits, summary.lines], [1, 0, 2]);
    assert.equal(summary.lines + summary.skipped.length, 2 + bad.length);
    assert.deepEqual(
      summary.skipped.map(({ line }) => line),
      bad.map((_, index) => index + 5),
    );
    for (const [index, [, reason]] of bad.entries()) assert.match(summary.skipped[index]!.reason, reason);
  });

  test('any text is the same afterwards', async () => {
    const tenant = await newTenant();
    const texts = ['NULL', 'a "quoted" word', 'back\\slash', '{a,b}', "it's", 'ñandú 💡', 'two\nlines'];
    const rows = texts.map((text) => `1,A,"${text.replaceAll('"', '""')}",1,2024-01-05 10:00:00,2,K1`);
    await run(tenant, await salesFile(rows));
    const lines = await inTenant(here.app, tenant, (db) =>
      db.selectFrom('invoice_lines').select('description').orderBy('line_number').execute(),
    );
    assertEach(lines, ({ description }) => description, texts);
  });

  test('the lines of an invoice need not stand together; it was issued when its first line was', async () => {
    const tenant = await newTenant();
    const file = await salesFile([
      '10,A,First,1,2024-01-05 10:00:00,2,',
      '11,A,Other,1,2024-01-05 10:01:00,2,K2',
      '10,B,Second,1,2024-01-05 10:02:00,3,K1',
    ]);
    const { invoices, lines } = await run(tenant, file);
    assert.deepEqual([invoices, lines], [2, 3]);
    const found = await state(tenant);
    assert.deepEqual(pick(found.documents, 'number', 'issued_at', 'external_code', 'total'), [
      ['FAC-10', new Date('2024-01-05T15:00:00Z'), 'K1', '5'],
      ['FAC-11', new Date('2024-01-05T15:01:00Z'), 'K2', '2'],
    ]);
    assert.deepEqual(pick(found.ledger, 'sku', 'seq', 'reference_number'), [
      ['A', 1, 'FAC-10'],
      ['A', 2, 'FAC-11'],
      ['B', 1, 'FAC-10'],
    ]);
  });

  test('an item has the description that is written most often and the last price that is one', async () => {
    const tenant = await newTenant();
    const texts = ['Rare', ' Lamp ', '', 'Lamp', 'Rarer'];
    const lines = texts.map((text, n) => `${n},A,${text},1,2024-01-0${n + 1},${4 - n},`);
    await run(tenant, await salesFile([...lines, '9,b,,1,2024-01-09,0,', '9,B,,1,2024-01-09,0,']));
    const found = await state(tenant);
    assert.deepEqual(pick(found.items, 'sku', 'name', 'unit_price'), [
      ['A', 'Lamp', '1'],
      ['B', 'B', '0'],
      ['b', 'b', '0'],
    ]);
    assert.deepEqual(pick(found.lines, 'number', 'description').slice(0, 3), [
      ['FAC-0', 'Rare'],
      ['FAC-1', 'Lamp'],
      ['FAC-2', 'Lamp'],
    ]);
  });

  test('an item that is there already is the same item, and stays as it is', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { sku: 'A', stock: '5', price: '9', taxRate: '7' });
    await run(shop.tenant, await salesFile(['1,A,Other name,2,2024-01-05 10:00:00,2,K1']));
    const getItemById = await shop.call('getItemById { name unitPrice taxRate inventory { onHand } }', { id: itemId });
    assert.deepEqual(getItemById, { name: 'Item A', unitPrice: '9', taxRate: '7', inventory: { onHand: '3' } });
  });

  test('what was sold of a service is on its document, and moves nothing', async () => {
    const shop = await here.tenant();
    const input = { sku: 'V', name: 'Visita', unitPrice: '9', kind: 'SERVICE' };
    await shop.get('mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }', { input });
    const file = await salesFile(['1,V,Visita,2,2024-01-05 10:00:00,2,K1', '1,A,Arroz,3,2024-01-05 10:00:00,1,K1']);
    const { lines } = await run(shop.tenant, file, { openingStock: true });
    const { lines: invoiceLines, ledger } = await state(shop.tenant);
    assert.deepEqual([lines, invoiceLines.length], [2, 2]);
    // Goods alone: their opening stock and their sales.
    assert.equal(ledger.length, 2);
    assert.deepEqual(await problems(shop.tenant), []);
  });

  test('--as-of moves all days by as many, by the calendar of the tenant', async () => {
    const tenant = await newTenant('Europe/Madrid');
    // Five months later clocks stand an hour otherwise; the time on the wall stays.
    const file = await salesFile(['1,A,,1,2024-01-30 23:30:00,1,', '2,A,,1,2024-02-01 00:15:00,1,']);
    await run(tenant, file, { asOf: '2024-07-02' });
    assert.deepEqual(pick((await state(tenant)).documents, 'number', 'issue_day', 'issued_at'), [
      ['FAC-1', '2024-06-30', new Date('2024-06-30T21:30:00Z')],
      ['FAC-2', '2024-07-02', new Date('2024-07-01T22:15:00Z')],
    ]);
    assert.deepEqual(await problems(tenant), []);
    await assert.rejects(run(tenant, file, { asOf: '2024-02-30' }), { code: 'BAD_USER_INPUT' });
  });

  test('--paid-until leaves open what was sold after it, and the rest is paid to the cent on its day', async () => {
    const shop = await here.tenant();
    const rows = [
      '1,A,,3,2024-01-30 23:30:00,6.955,K1',
      '2,A,,1,2024-01-31 10:00:00,2,K1',
      '3,A,,1,2024-02-01 00:15:00,4,K1',
    ];
    await run(shop.tenant, await salesFile(rows), { openingStock: true, paidUntil: '2024-01-31' });
    const { invoices, receivables } = await shop.get(`{
      invoices { records { number total paid balance invoiceStatus payments { amount method reference paidAt } } }
      receivables { clients { owed } } }`);
    // 3 × 6.955 = 20.865, which is 20.87 on its line.
    const paid = [...invoices.records].sort((one, other) => (one.number < other.number ? -1 : 1));
    assertEach(paid, ({ number, paid: amount, balance, invoiceStatus }) => [number, amount, balance, invoiceStatus], [
      ['FAC-1', '20.87', '0', 'PAID'],
      ['FAC-2', '2', '0', 'PAID'],
      ['FAC-3', '0', '4', 'UNPAID'],
    ]);
    assert.deepEqual(paid[0].payments, [
      { amount: '20.87', method: 'OTHER', reference: 'Pagada antes de Folio', paidAt: '2024-01-31T04:30:00.000Z' },
    ]);
    assert.deepEqual(receivables.clients, [{ owed: '4' }]);
    assert.deepEqual(await problems(shop.tenant), []);
    await assert.rejects(run(shop.tenant, await salesFile(rows), { paidUntil: '2024-02-31' }), {
      code: 'BAD_USER_INPUT',
    });
  });

  test('opening stock is the least that keeps every balance from going negative', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { sku: 'HAS-SOME', stock: '4' });
    const file = await salesFile([
      '1,A,,5,2024-01-05 10:00:00,1,K',
      '1,HAS-SOME,,6,2024-01-05 10:00:00,1,K',
      'C2,A,,-5,2024-01-06 10:00:00,1,K',
      '3,A,,2.5,2024-01-07 10:00:00,1,K',
      '3,A,,4,2024-01-07 10:00:00,1,K',
      'C0,BACK-FIRST,,-1,2024-01-04 10:00:00,1,K',
      '3,BACK-FIRST,,1,2024-01-07 10:00:00,1,K',
    ]);
    const summary = await run(shop.tenant, file, { openingStock: true });
    assert.equal(summary.openings, 2);
    const found = await state(shop.tenant);
    const openings = found.ledger.filter(({ description }) => description === 'Saldo inicial (importación)');
    assert.deepEqual(pick(openings, 'sku', 'movement_type', 'quantity_change', 'created_by'), [
      ['A', 'AJUSTE', '6.5', 'import'],
      ['HAS-SOME', 'AJUSTE', '2', 'import'],
    ]);
    for (const sku of ['A', 'HAS-SOME']) {
      const balances = found.ledger.filter((row) => row['sku'] === sku).map(({ new_quantity }) => Number(new_quantity));
      assert.equal(Math.min(...balances), 0, sku);
    }
    const first = found.ledger.find(({ sku }) => sku === 'A')!;
    assert.equal(first['description'], 'Saldo inicial (importación)');
    assert.ok((first['occurred_at'] as Date) < new Date('2024-01-04T15:00:00Z'));
    assert.deepEqual(await problems(shop.tenant), []);
    // Later movements need no earlier stock.
    await adjust(shop, itemId, '1');
    assert.equal((await run(shop.tenant, file, { openingStock: true })).openings, 0);
  });

  test('importing again changes nothing, from the plain or from the gzipped file', async () => {
    const tenant = await newTenant();
    const lines = manySales(60);
    const options = { openingStock: true, asOf: '2026-11-21' };
    const first = await run(tenant, await salesFile(lines), options);
    const found = await state(tenant);
    const again = await run(tenant, await salesFile(lines, 'file.csv.gz'), options);
    assert.deepEqual(await state(tenant), found);
    assert.deepEqual(again, { ...first, alreadyPresent: first.invoices + first.credits, openings: 0 });
    assert.deepEqual(await problems(tenant), []);
  });

  test('an import that was interrupted ends, when run again, where it would have ended', async () => {
    const file = await salesFile(manySales(2700));
    const options = { openingStock: true, asOf: '2026-11-21' };
    const [whole, broken] = [await newTenant(), await newTenant()];
    const expected = await run(whole, file, options);
    assert.ok(expected.lines > 8000, 'more than two transactions');

    // After the preparation, after the first transaction, after the preparation again, after the second one.
    for (const reports of [1, 2, 1, 2]) {
      await assert.rejects(run(broken, file, { ...options, onProgress: throwingAt(reports) }), /interrupted/);
    }
    const summary = await run(broken, file, options);
    assert.ok(summary.alreadyPresent > 0 && summary.alreadyPresent < expected.invoices + expected.credits);
    assert.deepEqual({ ...summary, alreadyPresent: 0, openings: expected.openings }, expected);
    assert.deepEqual(await state(broken), await state(whole));
    // As the command does in the end.
    await here.query('analyze');
    assert.deepEqual(await problems(broken), []);
  });

  test('two who import the same file at once import it once', async () => {
    const file = await salesFile(manySales(300));
    const options = { openingStock: true, asOf: '2026-11-21' };
    const [whole, twice] = [await newTenant(), await newTenant()];
    await run(whole, file, options);
    await Promise.all([run(twice, file, options), run(twice, file, options)]);
    assert.deepEqual(await state(twice), await state(whole));
    assert.deepEqual(await problems(twice), []);
  });

  test('what an interrupted import has left to write cannot be moved to other days than its first part', async () => {
    const tenant = await newTenant();
    const [early, late] = ['1,A,,1,2024-01-05 10:00:00,1,K', '2,A,,1,2024-01-09 10:00:00,1,K'];
    await run(tenant, await salesFile([early]));
    await assert.rejects(run(tenant, await salesFile([early, late]), { asOf: '2026-11-21' }), {
      code: 'CONFLICT',
      message: /FAC-1 on 2024-01-05 and not on 2026-11-17.*--as-of/,
    });
    // A file that has grown goes on where it ended.
    const summary = await run(tenant, await salesFile([early, late]));
    assert.deepEqual([summary.invoices, summary.alreadyPresent], [2, 1]);
    // Nothing is left to write, so nothing can fall on another day.
    const again = await run(tenant, await salesFile([early, late]), { asOf: '2026-11-21' });
    assert.equal(again.alreadyPresent, 2);
  });

  test('a number that belongs to another document is no document that was imported before', async () => {
    const shop = await here.tenant();
    const itemId = await newItem(shop, { stock: '10' });
    const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
    const generateInvoice = await shop.call('generateInvoice { number }', { orderId: order.id });
    const issued = generateInvoice.number.replace('FAC-', '');
    await run(shop.tenant, await salesFile(['7,A,,1,2024-01-05 10:00:00,1,K']));
    const summary = await run(
      shop.tenant,
      await salesFile([`${issued},A,,1,2024-01-05 10:00:00,1,K`, '7,A,,2,2024-01-05 10:00:00,1,K']),
    );
    assert.deepEqual([summary.invoices, summary.lines, summary.alreadyPresent], [0, 0, 0]);
    assert.deepEqual(summary.skipped, [
      { line: 2, reason: `FAC-${issued} is the number of a document that was issued here` },
      { line: 3, reason: 'FAC-7 was imported before with a total of 1, here it is 2' },
    ]);
  });

  test('a number that a series of the company would give is refused, and the series begins at 1', async () => {
    const shop = await here.tenant();
    const lines = (mark: string): Promise<string> =>
      salesFile([
        `${mark}0000000001,A,,1,2024-01-05 10:00:00,1,K`,
        `${mark}0001-002-0000000001,A,,1,2024-01-05 10:00:00,1,K`,
        `C001-002-0000000001,A,,-1,2024-01-06 10:00:00,1,K`,
        '1,A,,1,2024-01-05 10:00:00,1,K',
      ]);
    const { invoices, credits, skipped } = await run(shop.tenant, await lines(''));
    assert.deepEqual([invoices, credits], [1, 0]);
    const refusal = 'is a number of the kind that Folio gives: put a mark before such numbers in the file, such as A-';
    assert.deepEqual(skipped, [
      { line: 2, reason: `FAC-0000000001 ${refusal}` },
      { line: 3, reason: `FAC-0001-002-0000000001 ${refusal}` },
      { line: 4, reason: `NC-C001-002-0000000001 ${refusal}` },
    ]);
    const marked = await run(shop.tenant, await lines('A-'));
    assert.deepEqual([marked.invoices, marked.alreadyPresent, marked.skipped.length], [3, 1, 1]);
    assert.equal((await invoicedOrder(shop)).invoice.number, 'FAC-0000000001');
  });

  test('what an earlier release imported under such a number is there already', async () => {
    const tenant = await newTenant();
    await run(tenant, await salesFile(['7,A,,1,2024-01-05 10:00:00,1,K']));
    await here.rewrite([
      "update fiscal_documents set number = 'FAC-0000000007' where tenant_id = $1 and number = 'FAC-7'",
      [tenant.id],
    ]);
    const again = await run(tenant, await salesFile(['0000000007,A,,1,2024-01-05 10:00:00,1,K']));
    assert.deepEqual([again.invoices, again.alreadyPresent, again.skipped], [1, 1, []]);
  });

  test('progress goes from nothing to all, reading and writing', async () => {
    const tenant = await newTenant();
    const seen: string[] = [];
    await run(tenant, await salesFile(manySales(10)), {
      onProgress({ phase, done, total }) {
        seen.push(`${phase} ${done === 0 ? 'begins' : done === total ? 'ends' : 'goes on'}`);
      },
    });
    assert.deepEqual(seen, ['reading ends', 'writing begins', 'writing ends']);
  });

  test('a file that is no file of sales is refused before anything is written', async () => {
    const tenant = await newTenant();
    await assert.rejects(run(tenant, '/nowhere/sales.csv'), {
      code: 'BAD_USER_INPUT',
      message: /there is no such file/,
    });
    await assert.rejects(run(tenant, await fileWith('sku,name\nA,B\n')), {
      code: 'BAD_USER_INPUT',
      message: /no column Invoice, StockCode/,
    });
    const cut = await salesFile(['1,A,"never closed,1,2024-01-05 10:00:00,1,K']);
    await assert.rejects(run(tenant, cut), { code: 'BAD_USER_INPUT', message: /Quote Not Closed/ });
    assert.deepEqual((await state(tenant)).documents, []);
  });
});

describe('folio verify, of sales', () => {
  async function verified(tenant: Tenant): Promise<{ check: string; detail: string }[]> {
    return (await inTenant(here.app, tenant, (db) => verifySales(db))).problems;
  }

  test('what the API does leaves nothing that differs', async () => {
    const shop = await here.tenant();
    const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM', quantity: '5' });
    await shop.call('registerPayment', { invoiceId: invoice.id, amount: '12.34' });
    const credit = async (more: object): Promise<string> => {
      const lines = [{ invoiceLineId: invoice.lines[0].id, quantity: '1' }];
      return (
        await shop.call('createCredit', {
          invoiceId: invoice.id,
          mode: 'PROFORM',
          reason: 'Returned',
          lines,
          idempotencyKey: uuid(),
          ...more,
        })
      ).id;
    };
    await shop.get('mutation ($id: UUID!) { applyCredit(creditId: $id) { id } }', { id: await credit({}) });
    await credit({ restock: false });
    await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: await credit({}) });
    const gone = await invoicedOrder(shop, { mode: 'PROFORM' });
    await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: gone.invoice.id });
    assert.deepEqual(await verified(shop.tenant), []);
  });

  const TAMPERINGS: [string, string, string, RegExp][] = [
    [
      'units of a day',
      "update item_sales set units = units + 1 where grain = 'D' and",
      'item_sales',
      /3 units are recorded/,
    ],
    ['a lost row', "delete from client_sales where grain = 'D' and", 'client_sales', /0 units are recorded for client/],
    ['credited units', 'update invoice_lines set quantity_credited = 1 where', 'quantity_credited', /has 1 credited/],
    ['a payment', 'update invoices set paid = 3, invoice_status = $$OVERPAID$$ where', 'paid', /its payments say 0/],
    ['a credit', 'update invoices set credited = 1 where', 'credited', /has 1 credited, its applied credits say 0/],
    [
      'a status',
      'update invoices set invoice_status = $$PAID$$ where',
      'invoice_status',
      /is PAID and should be UNPAID/,
    ],
    [
      'a mark',
      'update clients set has_invoices = false where has_invoices and',
      'client',
      /miss invoices of K, such as/,
    ],
  ];
  for (const [what, change, check, detail] of TAMPERINGS) {
    test(`finds ${what} that no document tells of`, async () => {
      const tenant = await newTenant();
      await run(tenant, await salesFile(['1,A,,2,2024-01-05 10:00:00,1,K']));
      assert.deepEqual(await verified(tenant), []);
      await here.query(`${change} tenant_id = $1`, [tenant.id]);
      const found = (await verified(tenant)).filter((problem) => problem.check === check);
      assert.equal(found.length, 1);
      assert.match(found[0]!.detail, detail);
    });
  }
});
