// Refusals: to a person the sentence in the reader's language, to a program code, field and values, and all problems at once.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { postGraphql } from '../support/serving.ts';
import { type Answer, type TestTenant, world, type World } from '../support/world.ts';

const CREATE_ITEM = 'mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }';

describe('refusals', () => {
  let here: World;
  let shop: TestTenant;
  before(async () => {
    here = await world();
    shop = await here.tenant();
  });

  async function answerOf(query: string, variables: object, language?: string): Promise<Answer> {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
    return (await postGraphql(here.url, { query, variables }, { token: await shop.token('admin'), headers })).json;
  }

  async function errorOf(query: string, variables: object, language?: string): Promise<Answer> {
    const { errors } = await answerOf(query, variables, language);
    assert.equal(errors.length, 1);
    const { message, extensions } = errors[0];
    return { message, ...extensions };
  }

  test('all problems of an input are told at once, each with its field', async () => {
    const input = {
      sku: '',
      name: ' ',
      unitPrice: '-1',
      taxRate: '8',
      inventory: { leadTime: -1, reorderLevel: '-2' },
    };
    const { code, message, problems, field } = await errorOf(CREATE_ITEM, { input });
    assert.equal(code, 'BAD_USER_INPUT');
    assert.deepEqual(
      problems.map((one: Answer) => one.field),
      ['sku', 'name', 'unitPrice', 'taxRate', 'inventory.reorderLevel', 'inventory.leadTime'],
    );
    assert.equal(field, 'sku');
    for (const one of problems) assert.ok(message.includes(one.message), one.message);
    assert.deepEqual(problems[3].params, { field: 'taxRate', rates: '0, 7, 10, 15', rate: '8' });
  });

  test('a single problem is told as it is', async () => {
    const input = { sku: 'ONE-PROBLEM', name: 'One', unitPrice: '-1' };
    assert.deepEqual(await errorOf(CREATE_ITEM, { input }), {
      message: 'unitPrice must not be below 0',
      code: 'BAD_USER_INPUT',
      field: 'unitPrice',
      params: { field: 'unitPrice' },
    });
  });

  test('the sentence is Spanish for who reads Spanish', async () => {
    const input = { sku: '', name: 'One', unitPrice: '-1' };
    const { message, problems } = await errorOf(CREATE_ITEM, { input }, 'es-PA,es;q=0.9,en;q=0.5');
    assert.equal(message, 'el SKU no debe estar vacío; el precio unitario no debe ser menor que 0');
    assert.equal(problems[1].field, 'unitPrice');
    const unknown = '019f97a4-fc80-7522-9c4a-000000000000';
    const missing = await errorOf('query ($id: UUID!) { invoice(id: $id) { id } }', { id: unknown }, 'es');
    assert.equal(missing.message, 'La factura no existe');
    const malformed = await errorOf('query ($id: UUID!) { invoice(id: $id) { id } }', { id: 'nothing' }, 'es');
    assert.equal(malformed.message, 'UUID debe escribirse como 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f');
    assert.equal(malformed.code, 'BAD_USER_INPUT');
  });

  test('each line of an order is named by its place, and every item that is short is told', async () => {
    const { createClient } = await shop.get('mutation { createClient(input: { name: "Ana" }) { id } }');
    const items: string[] = [];
    for (const sku of ['SHORT-1', 'SHORT-2']) {
      const { createItem } = await shop.get(CREATE_ITEM, { input: { sku, name: sku, unitPrice: '1' } });
      items.push(createItem.id);
    }
    const order = (lines: object[]): Promise<Answer> =>
      errorOf('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
        input: { clientId: createClient.id, lines },
      });
    const wrong = await order([
      { itemId: items[0], quantity: '1' },
      { itemId: items[1], quantity: '0', unitPrice: '-1', taxRate: '9' },
    ]);
    assert.deepEqual(
      wrong.problems.map((one: Answer) => one.field),
      ['lines[1].quantity', 'lines[1].unitPrice', 'lines[1].taxRate'],
    );
    const short = await order(items.map((itemId) => ({ itemId, quantity: '3' })));
    assert.equal(short.code, 'INSUFFICIENT_STOCK');
    assert.deepEqual(short.problems.map((one: Answer) => one.params.sku).toSorted(), ['SHORT-1', 'SHORT-2']);
    const unknown = await order([{ itemId: createClient.id, quantity: '1' }]);
    assert.deepEqual([unknown.code, unknown.field], ['NOT_FOUND', 'lines[0].itemId']);
  });

  test('what the PAC would refuse is said in the language of the reader', async () => {
    const clientId = await newClient(shop, 'Ministerio', { receiverType: 'GOBIERNO', ruc: '8-NT-1-12345' });
    const order = await newOrder(shop, clientId, [{ itemId: await newItem(shop, { stock: '1' }), quantity: '1' }]);
    const preview = 'query ($id: UUID!) { previewInvoice(orderId: $id) { problems } }';
    const { data } = await answerOf(preview, { id: order.id }, 'es');
    assert.match(data.previewInvoice.problems.join(), /no tiene código CPBS/);
  });
});
