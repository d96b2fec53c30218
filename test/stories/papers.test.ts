// Papers that people print: labels whose bars are scanned back, and the purchase order as its supplier reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { symbolOf } from '../../src/catalog/barcode.ts';
import { assertEach } from '../support/assert-each.ts';
import { newItem } from '../support/business.ts';
import { pagesOf, scanned, symbolsOf } from '../support/read-pdf.ts';
import { newShop, world, type TestTenant } from '../support/world.ts';

async function item(shop: TestTenant, more: object): Promise<string> {
  const input = {
    name: 'Café',
    unitPrice: '1',
    taxRate: '7',
    allowNegativeStock: false,
    trackingMode: 'NONE',
    ...more,
  };
  return (await shop.call('createItem', input)).id;
}

async function get(shop: TestTenant, path: string): Promise<Response> {
  const { url } = await world();
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${await shop.token('viewer')}` } });
}

async function pdf(shop: TestTenant, path: string): Promise<ReturnType<typeof pagesOf>> {
  const answer = await get(shop, path);
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  return pagesOf(Buffer.from(await answer.arrayBuffer()));
}

async function refused(shop: TestTenant, path: string): Promise<[code: string, message: string]> {
  const answer = await get(shop, path);
  const { errors } = (await answer.json()) as { errors: [{ message: string; extensions: { code: string } }] };
  return [errors[0].extensions.code, errors[0].message];
}

const MM = 72 / 25.4;

test('labels are scanned back: EAN-13 and UPC by their check digit, else Code 128, on every sheet', async () => {
  const { shop } = await newShop();
  const ids = [
    await item(shop, { sku: 'EAN', barcodes: ['X-1', '7501031311309'] }),
    await item(shop, { sku: 'UPC', barcodes: ['036000291452'] }),
    await item(shop, { sku: 'WRONG', barcodes: ['7501031311308'] }),
    await item(shop, { sku: 'CAF-0012345' }),
  ];
  const codes = ['7501031311309', '0036000291452', '7501031311308', 'CAF-0012345'];
  const kinds = ['EAN13', 'EAN13', 'CODE128', 'CODE128'];
  for (const [sheet, width, height] of [
    ['letter-30', 612, 792],
    ['a4-24', 210 * MM, 297 * MM],
    ['roll-50x25', 50 * MM, 25 * MM],
    ['roll-58x40', 58 * MM, 40 * MM],
  ] as const)
    for (const kind of ['item', 'shelf']) {
      const pages = await pdf(shop, `/labels.pdf?items=${ids.join(',')}&sheet=${sheet}&kind=${kind}`);
      assert.equal(pages.length, sheet.startsWith('roll') ? 4 : 1, `${sheet}: pages`);
      const read = pages.flatMap((page) => symbolsOf(page).map(scanned));
      assertEach(read, ({ text }) => text, codes, sheet);
      assertEach(read, (one) => one.kind, kinds);
      for (const { module } of read) assert.ok(module >= 0.17 * MM - 0.001, `${sheet}: ${module / MM} mm`);
      for (const { size, bars } of pages) {
        assert.ok(
          Math.abs(size[0] - width) < 0.01 && Math.abs(size[1] - height) < 0.01,
          `${sheet}: ${size.join(' × ')}`,
        );
        for (const bar of bars)
          assert.ok(bar.left > 0 && bar.left + bar.width < width && bar.top + bar.height < height && bar.height > 12);
      }
    }
});

test('copies go on from the place on the sheet that is free, in the places of the sheet', async () => {
  const { shop } = await newShop();
  const [one, two] = [await item(shop, { sku: 'A-1' }), await item(shop, { sku: 'B-2' })];
  const pages = await pdf(shop, `/labels.pdf?items=${one}*3,${two}*30&start=29`);
  const read = pages.map((page) => symbolsOf(page));
  assertEach(read, (symbols) => symbols.length, [2, 30, 1]);
  const texts = read.flat().map((bars) => scanned(bars).text);
  assert.deepEqual(texts, [...Array(3).fill('A-1'), ...Array(30).fill('B-2')]);
  // Centers of the labels by the measures of the sheet: 2⅝ × 1 inches, 2¾ from one to the next, from 3/16 and ½.
  for (const [at, symbols] of read.entries())
    for (const [index, bars] of symbols.entries()) {
      const place = at === 0 ? 28 + index : index;
      const left = 72 * (0.1875 + (place % 3) * 2.75);
      const top = 72 * (0.5 + Math.floor(place / 3));
      const center = (bars[0]!.left + bars.at(-1)!.left + bars.at(-1)!.width) / 2;
      assert.ok(Math.abs(center - left - 94.5) < 0.01, `${center} of the label at ${left}`);
      for (const bar of bars) assert.ok(bar.top > top && bar.top + bar.height < top + 72);
    }
});

test('every character of Code 128 is scanned back, alone and among others', () => {
  const drawn = (code: string) => {
    let left = 0;
    return symbolOf(code)!.widths.flatMap((width, at) => {
      left += width;
      return at % 2 === 0 ? [{ left: left - width, top: 0, width, height: 9 }] : [];
    });
  };
  const all = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  const codes = [
    ...all,
    all.join(''),
    ...Array.from({ length: 100 }, (_, at) => `X${String(at).padStart(2, '0')}987654`),
  ];
  for (const code of [...codes, '1', '12', '123', '1234', '12345', 'A123456', 'A1234567', '1234A', '12A34', '00', '99'])
    assert.equal(scanned(drawn(code)).text, code);
  assert.equal(symbolOf('café'), undefined);
});

test('a label tells the price to the cent with its taxes, without them, or not at all', async () => {
  const { shop } = await newShop();
  const taxed = await item(shop, { sku: 'T-1', name: 'Ron añejo', unitPrice: '12.345', taxRate: '10', iscRate: '5' });
  const exempt = await item(shop, { sku: 'T-0', name: 'Arroz', unitPrice: '1.2', taxRate: '0' });
  const texts = async (price: string) =>
    (await pdf(shop, `/labels.pdf?items=${taxed},${exempt}&kind=shelf&price=${price}`))[0]!.texts;
  // 12.345 is 12.35 in cents; 10 % are 1.24 and 5 % are 0.62.
  assert.deepEqual(await texts('with-tax'), [
    ...['Ron añejo', 'B/. 14.21', 'T-1', 'ITBMS incluido · und', 'T-1'],
    ...['Arroz', 'B/. 1.20', 'T-0', 'exento de ITBMS · und', 'T-0'],
  ]);
  assert.deepEqual((await texts('net')).slice(1, 4), ['B/. 12.35', 'T-1', 'más ITBMS · und']);
  assert.deepEqual(await texts('none'), ['Ron añejo', 'T-1', 'T-1', 'Arroz', 'T-0', 'T-0']);
});

test('labels that cannot be printed are refused with their field, and those of another company are not found', async () => {
  const { shop } = await newShop();
  const { shop: other } = await newShop();
  const id = await item(shop, { sku: 'A-1' });
  const accented = await item(shop, { sku: 'CAFÉ-1' });
  const long = await item(shop, { sku: 'AbCdEfGhIjKlMnOpQrStUvWxYz-AbCdEfGhIjKlMnOpQrStUvWxYz' });
  for (const [path, code] of [
    ['', 'BAD_USER_INPUT'],
    ['items=', 'BAD_USER_INPUT'],
    [`items=${Array(151).fill(id).join(',')}`, 'BAD_USER_INPUT'],
    ['items=x', 'NOT_FOUND'],
    [`items=${id}*0`, 'BAD_USER_INPUT'],
    [`items=${id}*-1`, 'BAD_USER_INPUT'],
    [`items=${id}*1001`, 'BAD_USER_INPUT'],
    [`items=${id}*600,${id}*401`, 'BAD_USER_INPUT'],
    [`items=${id}&start=31`, 'BAD_USER_INPUT'],
    [`items=${id}&start=2&sheet=roll-50x25`, 'BAD_USER_INPUT'],
    [`items=${id}&sheet=A5`, 'BAD_USER_INPUT'],
    [`items=${id}&kind=toString`, 'BAD_USER_INPUT'],
    [`items=${id}&price=free`, 'BAD_USER_INPUT'],
    [`items=${id}&sheet=a4-24&sheet=a4-24`, 'BAD_USER_INPUT'],
    [`items=${accented}`, 'BAD_USER_INPUT'],
    [`items=${long}`, 'BAD_USER_INPUT'],
  ] as const)
    assert.equal((await refused(shop, `/labels.pdf?${path}`))[0], code, path);
  assert.deepEqual((await refused(other, `/labels.pdf?items=${id}`))[0], 'NOT_FOUND');
  assert.equal((await fetch(`${(await world()).url}/labels.pdf?items=${id}`)).status, 401);
});

test('a purchase order is printed for its supplier in both languages, over as many pages as it needs', async () => {
  const { shop } = await newShop();
  const { createSupplier } = await shop.get(
    'mutation ($name: String!, $ruc: String) { createSupplier(name: $name, ruc: $ruc) { id } }',
    { name: 'Importadora Ñandú, S.A.', ruc: '155646463-2-2017' },
  );
  const lines = [];
  let cents = 0;
  for (let at = 1; at <= 45; at += 1) {
    const itemId = await newItem(shop, { sku: `P-${String(at).padStart(3, '0')}` });
    lines.push({ itemId, quantity: String(at), unitCost: at === 45 ? '0.0125' : `${at}.05` });
    // 45 × 0.0125 = 0.5625
    cents += at === 45 ? 56 : at * (at * 100 + 5);
  }
  const order = await shop.call('createPurchaseOrder { id number }', { supplierId: createSupplier.id, lines });
  const pages = await pdf(shop, `/purchase-orders/${order.id}.pdf`);
  assert.ok(pages.length >= 2, `${pages.length} pages`);
  const texts = pages.flatMap((page) => page.texts);
  for (const said of [
    `ORDEN DE COMPRA ${order.number}`,
    'Importadora Ñandú, S.A.',
    'RUC 155646463-2-2017',
    'Lugar de entrega',
  ])
    assert.ok(texts.includes(said), said);
  assert.ok(
    texts.includes(
      `Total sin impuestos   B/. ${new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(cents / 100)}`,
    ),
    texts.find((one) => one.startsWith('Total')) ?? '',
  );
  for (let at = 1; at <= 45; at += 1)
    assert.equal(texts.filter((one) => one === `P-${String(at).padStart(3, '0')}`).length, 1);
  assert.ok(texts.includes('0.0125') && texts.includes('0.56'));
  for (const [at, page] of pages.entries()) {
    assert.equal(page.texts.filter((one) => one === 'Código').length, 1);
    assert.ok(page.texts.includes(`${order.number} · Importadora Ñandú, S.A. · Página ${at + 1}/${pages.length}`));
  }
  await shop.get('mutation ($id: UUID!) { cancelPurchaseOrder(purchaseOrderId: $id) { id } }', { id: order.id });
  const english = (await pdf(shop, `/purchase-orders/${order.id}.pdf?language=en`)).flatMap((page) => page.texts);
  assert.ok(english.includes(`PURCHASE ORDER ${order.number}`) && english.includes('CANCELED: do not deliver'));
  const { shop: other } = await newShop();
  assert.equal((await get(other, `/purchase-orders/${order.id}.pdf`)).status, 404);
  assert.equal((await get(shop, `/purchase-orders/${order.id}.pdf?language=fr`)).status, 400);
  assert.equal((await get(shop, '/purchase-orders/x.pdf')).status, 404);
});
