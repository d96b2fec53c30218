// The list of verbs: each is one valid operation, and what a request says becomes its variables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, validate } from 'graphql';
import { schema } from '../src/api/schema.ts';
import { answerSchema, bodySchema, jsonSchemaOf, variablesOf, VERBS, type Verb } from '../src/verbs/index.ts';

const named = (name: string): Verb => VERBS.find((verb) => verb.name === name)!;
const ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

test('each verb is one operation of the schema, at one address', () => {
  for (const { name, text } of VERBS) assert.deepEqual(validate(schema, parse(text)), [], name);
  for (const key of ['name', 'route'] as const) {
    const all = VERBS.map((verb) => (key === 'name' ? verb.name : `${verb.method} ${verb.address}`));
    assert.deepEqual(all.length, new Set(all).size, key);
  }
  for (const { method, field, role, path } of VERBS) {
    assert.equal(method === 'GET', field.name in schema.getQueryType()!.getFields());
    // A change is never open to one who may only look.
    assert.ok(method === 'GET' || role !== 'viewer', field.name);
    for (const argument of path.values()) assert.ok(argument !== undefined, field.name);
  }
});

test('path, query string and body become the variables of the operation', () => {
  const given = { path: {}, query: {}, body: undefined };
  assert.deepEqual(variablesOf(named('getItemById'), { ...given, path: { id: ID } }), { id: ID });
  assert.deepEqual(
    variablesOf(named('items'), { ...given, query: { first: '5', archived: 'true', 'orderBy.field': 'NAME' } }),
    { first: 5, archived: true, orderBy: { field: 'NAME' } },
  );
  assert.deepEqual(variablesOf(named('updateItem'), { ...given, path: { id: ID }, body: { name: 'Pan' } }), {
    itemId: ID,
    input: { name: 'Pan' },
  });
  assert.deepEqual(
    variablesOf(named('adjustInventory'), { ...given, path: { id: ID }, body: { quantityChange: '1' } }),
    { input: { itemId: ID, quantityChange: '1' } },
  );
  assert.deepEqual(variablesOf(named('voidInvoice'), { ...given, path: { id: ID }, body: { reason: 'Error' } }), {
    invoiceId: ID,
    reason: 'Error',
  });
  assert.deepEqual(variablesOf(named('cancelOrder'), { ...given, path: { id: ID } }), { orderId: ID });
});

test('what a verb does not know is refused by its name', () => {
  const given = { path: { id: ID }, query: {}, body: undefined };
  for (const [name, more, field] of [
    ['voidInvoice', { body: { reason: 'x', invoiceId: ID } }, 'invoiceId'],
    ['voidInvoice', { body: { idempotencyKey: 'x' } }, 'idempotencyKey'],
    ['adjustInventory', { body: { itemId: ID } }, 'itemId'],
    ['getItemById', { query: { limit: '1' } }, 'limit'],
    ['items', { query: { offset: '1' } }, 'offset'],
    ['cancelOrder', { body: [] }, undefined],
    ['cancelOrder', { body: 'x' }, undefined],
  ] as const) {
    assert.throws(
      () => variablesOf(named(name), { ...given, ...more }),
      (error: { code?: string; sentence?: { params: Record<string, unknown> } }) => {
        assert.deepEqual([error.code, error.sentence?.params['field']], ['BAD_USER_INPUT', field], name);
        return true;
      },
    );
  }
});

test('JSON Schema says of a type what the schema says', () => {
  assert.deepEqual(jsonSchemaOf('[UUID!]!'), { type: 'array', items: { type: 'string', format: 'uuid' } });
  assert.deepEqual(jsonSchemaOf('Int'), { type: ['integer', 'null'], format: 'int32' });
  const adjusted = bodySchema(named('adjustInventory'))! as { properties: object; required: string[] };
  assert.deepEqual(adjusted.required, ['description', 'quantityChange']);
  assert.ok(!('itemId' in adjusted.properties) && !('idempotencyKey' in adjusted.properties));
  const item = answerSchema(named('itemStock')) as { type: string; properties: Record<string, { properties: object }> };
  assert.equal(item.type, 'object');
  assert.deepEqual(Object.keys(item.properties['inventory']!.properties), ['onHand', 'available', 'levels']);
  assert.equal(bodySchema(named('items')), undefined);
});
