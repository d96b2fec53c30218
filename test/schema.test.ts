// The printed contract is committed, so that every change of it is seen in a review.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { getNullableType, isNonNullType, isObjectType } from 'graphql';
import { printedSchema, schema } from '../src/api/schema.ts';

const FILE = join(import.meta.dirname, '..', 'schema.graphql');

test('schema.graphql is what the code says; SCHEMA=write npm test -- --only test/schema writes it anew', async () => {
  if (process.env['SCHEMA'] === 'write') await writeFile(FILE, printedSchema());
  assert.equal(await readFile(FILE, 'utf8'), printedSchema());
});

const ALIASES = {
  generate_invoice: 'generateInvoice',
  void_invoice: 'voidInvoice',
  void_credit: 'voidCredit',
  register_payment: 'registerPayment',
  attach_pac_pdf: 'attachPacPdf',
};

test('the specification’s own spellings are deprecated aliases with the same arguments', () => {
  const fields = schema.getMutationType()!.getFields();
  for (const [alias, name] of Object.entries(ALIASES)) {
    const shape = (field: string) => ({
      type: String(fields[field]!.type),
      args: fields[field]!.args.map((arg) => `${arg.name}: ${String(arg.type)} = ${JSON.stringify(arg.defaultValue)}`),
    });
    assert.deepEqual(shape(alias), shape(name));
    assert.ok(fields[alias]!.deprecationReason);
    assert.equal(fields[name]!.deprecationReason, undefined);
  }
});

test('a root that is refused leaves the others their answers: mutations, and queries for one object by its id or number', () => {
  const mutations = Object.values(schema.getMutationType()!.getFields());
  assert.deepEqual(
    mutations.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
    [],
  );
  const IDS = ['id', 'orderId', 'number', 'sku'];
  const byId = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ type, args }) =>
      isObjectType(getNullableType(type)) && args.some((arg) => IDS.includes(arg.name) && isNonNullType(arg.type)),
  );
  assert.ok(byId.length >= 6);
  assert.deepEqual(
    byId.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
    [],
  );
});
