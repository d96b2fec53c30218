// A thousand rows at once: items and clients that are made or changed, and stock that is adjusted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem, stockOf } from '../support/business.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const RESULT = 'created updated unchanged refused rows { index id outcome errors { code field message parameters } }';
const ADJUST = `mutation ($lines: [AdjustStockLineInput!]!, $key: String!) {
  adjustStock(lines: $lines, reason: "Counted", idempotencyKey: $key) { ${RESULT} } }`;

async function items(shop: TestTenant, rows: object[], key?: string): Promise<Answer> {
  return await shop.call(`upsertItems { ${RESULT} }`, { items: rows, idempotencyKey: key });
}

async function clients(shop: TestTenant, rows: object[]): Promise<Answer> {
  return await shop.call(`upsertClients { ${RESULT} }`, { clients: rows });
}

const outcomes = ({ rows }: Answer): string[] => rows.map(({ outcome }: Answer) => outcome);
const item = (sku: string, more: object = {}) => ({ sku, name: `Item ${sku}`, unitPrice: '10', ...more });

async function itemOf(shop: TestTenant, sku: string): Promise<Answer> {
  const shown = 'id name unitPrice taxRate cpbs externalId metadata updatedAt inventory { reorderLevel leadTime }';
  return (await shop.get(`query ($sku: String!) { itemBySku(sku: $sku) { ${shown} } }`, { sku })).itemBySku;
}

test('a thousand items are made, then left alone, then changed; the key answers the same again', async () => {
  const shop = await (await world()).tenant();
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    ...item(`A-${at}`),
    externalId: `erp-${at}`,
    metadata: { at },
  }));
  const made = await items(shop, rows, 'first');
  assert.deepEqual([made.created, made.refused, made.rows.length], [1000, 0, 1000]);
  assert.deepEqual(await items(shop, rows, 'first'), made);
  const before = await itemOf(shop, 'A-7');
  assert.deepEqual([before.id, before.externalId, before.metadata], [made.rows[7].id, 'erp-7', { at: 7 }]);
  const again = await items(shop, rows);
  assert.deepEqual([again.unchanged, again.rows[7].id], [1000, before.id]);
  assert.equal((await itemOf(shop, 'A-7')).updatedAt, before.updatedAt);
  const changed = await items(
    shop,
    rows.map((row, at) => ({ externalId: row.externalId, unitPrice: at % 2 === 0 ? '10.00' : '11' })),
  );
  assert.deepEqual([changed.unchanged, changed.updated], [500, 500]);
  const after = await itemOf(shop, 'A-7');
  assert.deepEqual([after.unitPrice, after.name, after.metadata], ['11', 'Item A-7', { at: 7 }]);
  assert.ok(after.updatedAt > before.updatedAt);
  const tooMany = await shop.refuses('upsertItems', { items: [...rows, item('A-1000')] });
  assert.equal(tooMany.code, 'BAD_USER_INPUT');
});

test('a row that is wrong is refused with all that is wrong, and the others are done', async () => {
  const shop = await (await world()).tenant();
  for (const sku of ['OLD', 'OTHER']) await newItem(shop, { sku });
  const { rows, ...counts } = await items(shop, [
    item('NEW', { inventory: { reorderLevel: '5', leadTime: 3 } }),
    { sku: 'BAD', name: ' ', unitPrice: '-1', taxRate: '8' },
    { sku: 'OTHER', kind: 'SERVICE', unit: 'box', taxRate: '9' },
    { name: 'Nameless' },
    item('NEW', { name: 'Twice' }),
    { sku: 'OLD', cpbs: '1234', metadata: { a: 1 } },
  ]);
  assert.deepEqual(counts, { created: 1, updated: 1, unchanged: 0, refused: 4 });
  assert.deepEqual(outcomes({ rows }), ['CREATED', 'REFUSED', 'REFUSED', 'REFUSED', 'REFUSED', 'UPDATED']);
  const fields = rows.map(({ errors }: Answer) => errors.map(({ field }: Answer) => field));
  assert.deepEqual(fields, [
    [],
    ['name', 'unitPrice', 'taxRate'],
    ['kind', 'unit', 'taxRate'],
    ['sku', 'unitPrice'],
    ['sku'],
    [],
  ]);
  assert.deepEqual(rows[4].errors, [
    { code: 'CONFLICT', field: 'sku', message: 'Row 0 has the same sku', parameters: { index: 0, field: 'sku' } },
  ]);
  assert.deepEqual((await itemOf(shop, 'NEW')).inventory, { reorderLevel: '5', leadTime: 3 });
  const old = await itemOf(shop, 'OLD');
  assert.deepEqual([old.cpbs, old.metadata, old.taxRate], ['1234', { a: 1 }, '7']);
  // Null takes away what may be missing.
  assert.equal((await items(shop, [{ sku: 'OLD', cpbs: null, metadata: null, externalId: null }])).updated, 1);
  const bare = await itemOf(shop, 'OLD');
  assert.deepEqual([bare.cpbs, bare.metadata], [null, null]);
});

test('an item is found by its externalId, and gets one by its SKU', async () => {
  const shop = await (await world()).tenant();
  const id = await newItem(shop, { sku: 'S-1' });
  assert.deepEqual(outcomes(await items(shop, [{ sku: 'S-1', externalId: 'E-1' }])), ['UPDATED']);
  assert.deepEqual((await items(shop, [{ externalId: 'E-1', name: 'Renamed' }])).rows[0].id, id);
  const { rows } = await items(shop, [
    { sku: 'S-1', externalId: 'E-2' },
    { sku: 'S-2', externalId: 'E-1' },
  ]);
  assertEach(rows, ({ errors }) => errors.map(({ code, message }: Answer) => [code, message]), [
    [['CONFLICT', 'Item S-1 has the externalId E-1 already']],
    [['BAD_USER_INPUT', 'sku is S-1 and cannot be changed']],
  ]);
});

test('two calls at once with the same new SKUs make each item once', async () => {
  const shop = await (await world()).tenant();
  const rows = Array.from({ length: 50 }, (_, at) => item(`B-${at}`));
  const single = (sku: string) =>
    shop.ask('mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }', { input: item(sku) });
  const [first, second, ...singles] = await Promise.all([
    items(shop, rows),
    items(shop, rows.toReversed()),
    ...['B-3', 'B-20', 'B-44'].map(single),
  ]);
  const createdAlone = singles.filter((one) => !(one as Answer).errors).length;
  assert.equal(first.created + second.created + createdAlone, 50);
  assert.equal(first.refused + second.refused, 0);
  assertEach(first.rows, ({ id }) => id, second.rows.map(({ id }: Answer) => id).toReversed());
  const { items: page } = await shop.get('{ items { totalCount } }');
  assert.equal(page.totalCount, 50);
});

test('clients are found by their externalId, else by a RUC that one of them has', async () => {
  const shop = await (await world()).tenant();
  const ruc = '155596713-2-2015';
  const id = await newClient(shop, 'Hotel Miramar', { receiverType: 'CONTRIBUYENTE', ruc });
  const first = await clients(shop, [
    { ruc: ` ${ruc} `, externalId: 'C-1', telephone: '223-4567', emails: ['a@example.com', 'b@example.com'] },
    { externalId: 'C-2', name: 'Ana', address: { line: 'Calle 50', corregimientoCode: '8-8-7' } },
    { externalId: 'C-3', name: 'Miramar, branch', receiverType: 'CONTRIBUYENTE', ruc: '8-442-445' },
    { name: 'No key' },
    { externalId: 'C-4', name: '', receiverType: 'CONTRIBUYENTE', country: 'XX' },
    { externalId: 'C-5', name: 'Eva', priceListId: id },
  ]);
  assert.deepEqual(outcomes(first), ['UPDATED', 'CREATED', 'CREATED', 'REFUSED', 'REFUSED', 'REFUSED']);
  assert.equal(first.rows[0].id, id);
  assertEach(first.rows.slice(3), ({ errors }) => errors.map(({ code, field }: Answer) => [code, field]), [
    [['BAD_USER_INPUT', 'externalId']],
    [
      ['BAD_USER_INPUT', 'name'],
      ['BAD_USER_INPUT', 'ruc'],
      ['BAD_USER_INPUT', 'country'],
    ],
    [['NOT_FOUND', 'priceListId']],
  ]);
  const client = await shop.call('client { name emails telephone dv externalId }', { id });
  assert.deepEqual(client, {
    ...{ name: 'Hotel Miramar', emails: ['a@example.com', 'b@example.com'], telephone: '223-4567' },
    ...{ dv: '59', externalId: 'C-1' },
  });
  // Another id of the same RUC is another client; then the RUC alone names none of them.
  assert.deepEqual(
    outcomes(await clients(shop, [{ externalId: 'C-9', name: 'Branch', receiverType: 'CONTRIBUYENTE', ruc }])),
    ['CREATED'],
  );
  const { rows } = await clients(shop, [{ ruc, telephone: '1' }]);
  assert.deepEqual(
    [rows[0].outcome, rows[0].errors[0].message],
    ['REFUSED', `2 clients have the RUC ${ruc}: give the externalId of one`],
  );
  assert.equal((await clients(shop, [{ externalId: 'C-2', name: 'Ana' }])).unchanged, 1);
});

test('stock is adjusted by all lines or by none, once for a key', async () => {
  const shop = await (await world()).tenant();
  const [one, two] = [await newItem(shop, { sku: 'X-1' }), await newItem(shop, { sku: 'X-2', stock: '5' })];
  await items(shop, [{ sku: 'X-2', externalId: 'erp-x2' }]);
  await shop.get('mutation { createLocation(name: "Two", code: "B2") { id } }');
  const lines = [
    { itemId: one, quantityChange: '7', unitCost: '2.50' },
    { externalId: 'erp-x2', quantityChange: '-2', expectedBalance: '5' },
    { sku: 'X-1', quantityChange: '1.5', locationCode: 'B2' },
    { sku: 'X-1', quantityChange: '3' },
  ];
  const { adjustStock: done } = await shop.get(ADJUST, { lines, key: 'count-1' });
  assert.deepEqual([done.updated, (await shop.get(ADJUST, { lines, key: 'count-1' })).adjustStock], [4, done]);
  assert.deepEqual((await stockOf(shop, one)).onHand, '11.5');
  assert.deepEqual((await stockOf(shop, two)).onHand, '3');
  const adjustment = await shop.call('adjustment { reason quantityChange item { sku averageCost } }', {
    id: done.rows[0].id,
  });
  assert.deepEqual(adjustment, { reason: 'Counted', quantityChange: '7', item: { sku: 'X-1', averageCost: '2.5' } });

  const refused = async (wrong: object[]) => {
    const { errors } = await shop.ask(ADJUST, {
      lines: [{ sku: 'X-1', quantityChange: '1' }, ...wrong],
      key: 'count-2',
    });
    return errors!.map(({ extensions, message }) => [extensions.code, message]);
  };
  assert.deepEqual(
    await refused([{ sku: 'X-2', quantityChange: '-4' }]).then(([[code]]: Answer) => code),
    'INSUFFICIENT_STOCK',
  );
  assert.deepEqual(
    await refused([{ quantityChange: '0' }, { sku: 'X-2', itemId: two, quantityChange: '-1', unitCost: '1' }]),
    [
      [
        'BAD_USER_INPUT',
        'One of itemId, sku and externalId names the item; lines[1].quantityChange must not be 0; ' +
          'One of itemId, sku and externalId names the item; lines[2].unitCost belongs to goods that come: quantityChange above 0',
      ],
    ],
  );
  assert.deepEqual(
    await refused([
      { sku: 'NONE', quantityChange: '1' },
      { sku: 'X-1', locationCode: 'NONE', quantityChange: '1' },
    ]),
    [['NOT_FOUND', 'Item not found; Location not found']],
  );
  assert.deepEqual((await stockOf(shop, one)).onHand, '11.5');
});
