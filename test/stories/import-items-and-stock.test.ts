import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { itemImport } from '../../src/catalog/index.ts';
import { countOutcomes, importLines, skippedLines } from '../../src/requests/index.ts';
import { stockImport, verifyLedger } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { newItem } from '../support/business.ts';
import { fileWith } from '../support/imported.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const here = await world();

function file(...lines: string[]): Promise<string> {
  return fileWith(`${lines.join('\n')}\n`);
}

async function importItems({ tenant }: TestTenant, source: string) {
  const lines = await importLines(here.app, tenant, itemImport({ updates: false }), { source });
  return { items: countOutcomes(lines).created, skipped: skippedLines(lines) };
}

async function importStock({ tenant }: TestTenant, source: string) {
  const lines = await importLines(here.app, tenant, stockImport, { source });
  const { created, unchanged: alreadyPresent } = countOutcomes(lines);
  return { lines: created + alreadyPresent, alreadyPresent, skipped: skippedLines(lines) };
}

describe('folio import items', () => {
  async function itemsOf(shop: TestTenant): Promise<Answer[]> {
    const { items } = await shop.get(
      `{ items(limit: 100) { records { sku name unit unitPrice taxRate cpbs trackingMode averageCost
         inventory { reorderLevel reorderQuantity leadTime } } } }`,
    );
    return items.records;
  }

  test('creates what is new; what is left empty is as the API has it', async () => {
    const shop = await here.tenant();
    const summary = await importItems(
      shop,
      await file(
        'name,sku,unitPrice,unit,taxRate,cpbs,trackingMode,reorderLevel,reorderQuantity,leadTime,note',
        'Jabón,SOAP,2.505,,,,,,,,ignored',
        '"Arroz, 1 kg",RICE,0,kg,0,5010,lot,10,25.5,14,',
      ),
    );
    assert.deepEqual(summary, { items: 2, skipped: [] });
    assert.deepEqual(await itemsOf(shop), [
      {
        sku: 'RICE',
        name: 'Arroz, 1 kg',
        unit: 'kg',
        unitPrice: '0',
        taxRate: '0',
        cpbs: '5010',
        trackingMode: 'LOT',
        averageCost: '0',
        inventory: { reorderLevel: '10', reorderQuantity: '25.5', leadTime: 14 },
      },
      {
        sku: 'SOAP',
        name: 'Jabón',
        unit: 'und',
        unitPrice: '2.505',
        taxRate: '7',
        cpbs: null,
        trackingMode: 'NONE',
        averageCost: '0',
        inventory: { reorderLevel: '0', reorderQuantity: '0', leadTime: 0 },
      },
    ]);
  });

  test('an item that exists stays as it is, and importing again creates nothing', async () => {
    const shop = await here.tenant();
    const items = await file('sku,name,unitPrice', 'A,First,1', 'B,Second,2');
    await importItems(shop, items);
    const found = await itemsOf(shop);
    const more = await importItems(shop, await file('sku,name,unitPrice', 'B,Other,9', 'C,Third,3'));
    assert.deepEqual(more, { items: 1, skipped: [{ line: 2, reason: 'an item with the SKU B exists already' }] });
    const again = await importItems(shop, items);
    assert.deepEqual([again.items, again.skipped.length], [0, 2]);
    const [first, second, third] = await itemsOf(shop);
    assert.deepEqual([first, second], found);
    assert.equal(third.name, 'Third');
  });

  test('a service and a barcode come with their item; a barcode has one item', async () => {
    const shop = await here.tenant();
    const lines = ['sku,name,unitPrice,kind,barcode', 'A,Arroz,1,,750', 'B,Visita,9,service,', 'C,Other,1,goods,750'];
    const first = await importItems(shop, await file(...lines, 'D,Odd,1,tool,'));
    assert.deepEqual(first.skipped, [
      { line: 4, reason: 'line 2 has the same barcode' },
      { line: 5, reason: 'kind must be GOODS or SERVICE, not "tool"' },
    ]);
    const again = await importItems(shop, await file(lines[0]!, lines[3]!));
    assert.deepEqual(again, {
      items: 0,
      skipped: [{ line: 2, reason: 'an item with the SKU C or the barcode 750 exists already' }],
    });
    const { items } = await shop.get('{ items { records { sku kind barcodes { barcode } } } }');
    assert.deepEqual(items.records, [
      { sku: 'A', kind: 'GOODS', barcodes: [{ barcode: '750' }] },
      { sku: 'B', kind: 'SERVICE', barcodes: [] },
    ]);
    const stock = await importStock(shop, await file('sku,quantity', 'A,1', 'B,1'));
    assert.deepEqual(stock.skipped, [{ line: 3, reason: 'B is a service: it has no stock' }]);
  });

  test('names every line that it skips, with the reason', async () => {
    const shop = await here.tenant();
    const summary = await importItems(
      shop,
      await file(
        'sku,name,unitPrice,taxRate,trackingMode,leadTime',
        'A,First,1,7,NONE,3',
        ',No SKU,1,7,NONE,3',
        'B,,1,7,NONE,3',
        'C,No price,,7,NONE,3',
        'D,Odd tax,1,8,NONE,3',
        'E,Odd tracking,1,7,BATCH,3',
        'F,Odd days,1,7,NONE,soon',
        'A,Again,1,7,NONE,3',
        'G,Negative,-1,7,NONE,3',
        'H,short',
      ),
    );
    assert.equal(summary.items, 1);
    assert.deepEqual(summary.skipped, [
      { line: 3, reason: 'sku must not be empty' },
      { line: 4, reason: 'name must not be empty' },
      { line: 5, reason: 'unitPrice must be a number such as 12.5, not ""' },
      { line: 6, reason: 'taxRate must be one of 0, 7, 10, 15, not 8' },
      { line: 7, reason: 'trackingMode must be NONE, LOT or SERIAL, not "BATCH"' },
      { line: 8, reason: 'leadTime must be a whole number of days, not "soon"' },
      { line: 9, reason: 'line 2 has the same SKU' },
      { line: 10, reason: 'unitPrice must not be below 0' },
      { line: 11, reason: 'it has 2 fields, the header 6' },
    ]);
  });
});

describe('folio import stock', () => {
  function levels(shop: TestTenant): Promise<object[]> {
    return here.sql`select item.sku, place.code, level.on_hand, item.average_cost from stock_levels level
       join items item on item.tenant_id = level.tenant_id and item.id = level.item_id
       join locations place on place.tenant_id = level.tenant_id and place.id = level.location_id
       where level.tenant_id = ${shop.tenant.id} order by item.sku collate "C", place.code`;
  }

  test('books each line as an adjustment, with its cost and its lot, once however often it is imported', async () => {
    const shop = await here.tenant();
    await newItem(shop, { sku: 'A' });
    await newItem(shop, { sku: 'LOTS', tracking: 'LOT' });
    await shop.get('mutation { createLocation(name: "Colón", code: "COL") { id } }');
    const lines = [
      'sku,location,quantity,unitCost,lotNumber',
      'A,,10,2,',
      'A,COL,2.5,,',
      'A,,10,4,',
      'LOTS,MAIN,3,1,L-1',
    ];
    const summary = await importStock(shop, await file(...lines));
    assert.deepEqual(summary, { lines: 4, alreadyPresent: 0, skipped: [] });
    const found = await levels(shop);
    // (12.5 × 2 + 10 × 4) ÷ 22.5
    assert.deepEqual(found, [
      { sku: 'A', code: 'COL', on_hand: '2.5', average_cost: '2.888889' },
      { sku: 'A', code: 'MAIN', on_hand: '20', average_cost: '2.888889' },
      { sku: 'LOTS', code: 'MAIN', on_hand: '3', average_cost: '1' },
    ]);
    const again = await importStock(shop, await fileWith(`${lines.join('\n')}\n`, 'stock.csv.gz'));
    assert.deepEqual(again, { lines: 4, alreadyPresent: 4, skipped: [] });
    assert.deepEqual(await levels(shop), found);
    assert.deepEqual((await inTenant(here.app, shop.tenant, (db) => verifyLedger(db))).problems, []);
    const logs = await here.sql`select distinct description, source_type, created_by from inventory_logs
      where tenant_id = ${shop.tenant.id}`;
    assert.deepEqual(logs, [{ description: 'Existencias importadas', source_type: 5, created_by: 'import' }]);
  });

  test('a line that is refused keeps no other line from being booked', async () => {
    const shop = await here.tenant();
    await newItem(shop, { sku: 'A', stock: '1' });
    await newItem(shop, { sku: 'LOTS', tracking: 'LOT' });
    const stock = await file(
      'sku,location,quantity,unitCost,lotNumber',
      'A,,5,,',
      'A,,-100,,',
      'LOTS,,5,,',
      'A,,1,,L-1',
      'NONE,,5,,',
      'A,NOWHERE,5,,',
      'A,,0,,',
      'A,,few,,',
      'A,,-1,3,',
      ',,5,,',
      'A,,2,,',
    );
    const summary = await importStock(shop, stock);
    assert.equal(summary.lines, 2);
    assertEach(summary.skipped, ({ line, reason }) => `${line}: ${reason}`, [
      '3: Not enough stock of A: -100 asked for, which would leave -94 on hand with 0 reserved',
      '4: LOTS is tracked by LOT: lotNumber is needed',
      '5: A is tracked neither by lot nor by serial: it takes no lotNumber and no expirationDate',
      '6: there is no item with the SKU NONE',
      '7: there is no location with the code NOWHERE',
      '8: quantity is 0',
      '9: quantity must be a number such as 12.5, not "few"',
      '10: unitCost belongs to goods that come: quantity above 0',
      '11: sku is missing',
    ]);
    assert.deepEqual(await levels(shop), [{ sku: 'A', code: 'MAIN', on_hand: '8', average_cost: null }]);
    const again = await importStock(shop, stock);
    assert.deepEqual([again.lines, again.alreadyPresent, again.skipped.length], [2, 2, 9]);
  });

  test('finds its items and locations by their codes, in whatever bytes a spreadsheet writes their letters', async () => {
    const shop = await here.tenant();
    const [sku, code] = ['CAFE\u0301-1', 'BODEGA-N\u0303'];
    await shop.call('createLocation { id }', { code, name: 'Bodega' });
    await importItems(shop, await file('sku,name,unitPrice', `${sku},Café,2`));
    const summary = await importStock(shop, await file('sku,quantity,location', `${sku},5,${code}`));
    assert.deepEqual([summary.lines, summary.skipped], [1, []]);
    assert.deepEqual(await levels(shop), [
      { sku: 'CAF\u00c9-1', code: 'BODEGA-\u00d1', on_hand: '5', average_cost: null },
    ]);
  });

  test('another file with the same lines is another count', async () => {
    const shop = await here.tenant();
    await newItem(shop, { sku: 'A' });
    await importStock(shop, await file('sku,quantity', 'A,5'));
    await importStock(shop, await file('sku,quantity,location', 'A,5,'));
    assert.deepEqual(await levels(shop), [{ sku: 'A', code: 'MAIN', on_hand: '10', average_cost: null }]);
  });
});
