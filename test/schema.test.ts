// The printed contract is committed, so that every change of it is seen in a review.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  getNullableType,
  isNonNullType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
  type GraphQLArgument,
  type GraphQLNamedType,
} from 'graphql';
import { schema } from '../src/api/schema.ts';
import { assertEach, assertNone } from './support/assert-each.ts';

const FILE = join(import.meta.dirname, '..', 'schema.graphql');

test('schema.graphql is what the code says; SCHEMA=write npm test -- --only test/schema writes it anew', async () => {
  const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
  if (process.env['SCHEMA'] === 'write') await writeFile(FILE, printed);
  assert.equal(await readFile(FILE, 'utf8'), printed);
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
  const all = Object.values(schema.getMutationType()!.getFields());
  assertNone(all, ({ type }) => isNonNullType(type));
  const IDS = ['id', 'orderId', 'number', 'sku'];
  const byId = Object.values(schema.getQueryType()!.getFields()).filter(
    ({ type, args }) =>
      isObjectType(getNullableType(type)) && args.some((arg) => IDS.includes(arg.name) && isNonNullType(arg.type)),
  );
  assert.ok(byId.length >= 6);
  assertNone(byId, ({ type }) => isNonNullType(type));
});

/** These explain themselves wherever they stand. */
const PLAIN = [
  ...[
    'id',
    'name',
    'createdAt',
    'updatedAt',
    'records',
    'totalCount',
    'pageInfo',
    'hasNextPage',
    'lines',
    'emails',
    'email',
  ],
  ...['telephone', 'sku', 'ruc', 'latitude', 'longitude', 'filename', 'contentType'],
];
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const typeNames = new Set(types.map(({ name }) => name.toLowerCase()));
const fieldsOf = (type: GraphQLNamedType) => ('getFields' in type ? Object.values(type.getFields()) : []);

const argumentsOf = (field: ReturnType<typeof fieldsOf>[number]): readonly GraphQLArgument[] =>
  'args' in field ? field.args : [];

/** Called as what it answers is called, alone or in the plural, as the id of it, as the look-up by an external id, or as making or changing it. */
function isCalledAsItsType(name: string, answers: string): boolean {
  const field = name.toLowerCase();
  const type = answers.replace(/(Page|Input)$/, '').toLowerCase();
  const one = field.replace(/ies$/, 'y').replace(/s$/, '');
  return (
    [field, one].includes(type) ||
    field.endsWith('byexternalid') ||
    (field.endsWith('id') && typeNames.has(field.slice(0, -2))) ||
    typeNames.has(/^(?:create|update)(.*)/.exec(field)?.[1] ?? '')
  );
}

const mutations = schema.getMutationType()!.getFields();
const lowered = (name: string): string => name.replace(/^./, (letter) => letter.toLowerCase());
/** Pages, orders, what a mutation takes, and what GraphQL has by itself. */
const isCalledAsItsPart = (name: string): boolean =>
  /(Page|OrderBy|OrderField|OrderDirection)$|^(Query|Mutation|String|Int|Boolean|Float)$/.test(name) ||
  (name.endsWith('Input') && lowered(name.replace(/Input$/, '')) in mutations);

test('every type and field says what it is, where its name does not', () => {
  const silent: string[] = [];
  for (const type of types) {
    if (!type.description && !isCalledAsItsPart(type.name)) silent.push(type.name);
    for (const field of fieldsOf(type)) {
      const isPlain =
        PLAIN.includes(field.name) || isCalledAsItsType(field.name, String(field.type).replaceAll(/[[\]!]/g, ''));
      if (!field.description && !field.deprecationReason && !isPlain) silent.push(`${type.name}.${field.name}`);
    }
  }
  assert.equal(silent.join(' '), '', 'not described in src/api/words.txt, nor where declared');
});

/** Shares of what is described, in per cent, which may rise: then the number here rises. */
const DESCRIBED = { fields: 91, arguments: 86 };

test('as many fields and arguments as ever say what they are', () => {
  const share = (all: readonly { description?: string | null | undefined }[]): number =>
    Math.floor((100 * all.filter(({ description }) => description).length) / all.length);
  const fields = types.flatMap(fieldsOf);
  for (const [what, is] of [
    ['fields', share(fields)],
    ['arguments', share(fields.flatMap(argumentsOf))],
  ] as const) {
    assert.ok(is >= DESCRIBED[what], `${what}: ${is} per cent are described, of at least ${DESCRIBED[what]}`);
    assert.ok(is <= DESCRIBED[what] + 2, `${what}: ${is} per cent are described; DESCRIBED may rise`);
  }
});

test('a description begins with its noun, as comments do', () => {
  const described = types.flatMap((type) => [type, ...fieldsOf(type), ...fieldsOf(type).flatMap(argumentsOf)]);
  const turned = described.filter(({ description }) =>
    /^(What|Of|Who|Whom|Where|Whose|Those)\b/.test(description ?? ''),
  );
  assertEach(turned, ({ name }) => name, []);
});

test('every line of words.txt is what something says', async () => {
  const text = await readFile(join(import.meta.dirname, '../src/api/words.txt'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const said = types.flatMap((type) => [
    `${type.name}: ${type.description}`,
    ...fieldsOf(type).flatMap(({ name, description }) => [
      `${type.name}.${name}: ${description}`,
      `${name}: ${description}`,
    ]),
    ...fieldsOf(type).flatMap((field) =>
      argumentsOf(field).flatMap(({ name, description }) => [
        `${field.name}(${name}): ${description}`,
        `(${name}): ${description}`,
      ]),
    ),
  ]);
  assertNone(lines, (line) => !said.includes(line));
  const names = lines.map((line) => line.split(':')[0]);
  assert.deepEqual(names, [...new Set(names)], 'each stands there once');
});

/** From before the rule; none is added. */
const LOOSE = [
  ...[
    'createApiToken',
    'createBillingPoint',
    'createGenericCredit',
    'createGenericDebitNote',
    'createLocation',
    'createOffice',
  ],
  ...[
    'createPriceList',
    'createSupplier',
    'createWebhookEndpoint',
    'updateBillingPoint',
    'updateLocation',
    'updateSupplier',
  ],
  'updateWebhookEndpoint',
];

test('a mutation that makes a record takes one `input`, one that changes a record its id and `input`', () => {
  const loose = Object.values(mutations).filter(({ name, args }) => {
    const [verb] = /^(create|update|record|receive|reserve|transfer|reverse)(?=[A-Z])/.exec(name) ?? [];
    const taken = args.map((arg) => `${arg.name}: ${String(arg.type)}`).join(', ');
    const input = `input: ${name.replace(/^./, (letter) => letter.toUpperCase())}Input!`;
    return verb === 'update'
      ? !/^(\w*[iI]d: UUID!, )?input: \w+Input!/.test(taken)
      : verb !== undefined && taken !== input;
  });
  assert.deepEqual(loose.map(({ name }) => name).toSorted(), LOOSE);
});
