// Questions that the database answers as JSON text: byte for byte what the resolvers answer, whatever is asked of them and how.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, type GraphQLEnumType, type GraphQLObjectType, type OperationDefinitionNode } from 'graphql';
import { answerInJson } from '../../src/api/answer-in-json.ts';
import { schema } from '../../src/api/schema.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { recordHistory, type PastMovement } from '../../src/stock/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { dice } from '../support/dice.ts';
import { postGraphql } from '../support/serving.ts';
import { newShop, world } from '../support/world.ts';

const OPERATIONS = 150;
const SEED = 7;
const UNKNOWN = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

/** The same numbers each time. */
function chanceFrom(seed: number) {
  const below = dice(seed);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => [below(1_000_000), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  return { below, pick, shuffled };
}
type Chance = ReturnType<typeof chanceFrom>;

const FIELDS = Object.keys((schema.getType('ItemMovement') as GraphQLObjectType).getFields());

const ALL_TYPES = (schema.getType('MovementType') as GraphQLEnumType).getValues().map(({ name }) => name);

/** Some of the fields, in any order, some of them under other names. */
function someOf(chance: Chance, fields: readonly string[]): string {
  const some = chance.shuffled(['__typename', ...fields]).slice(0, 1 + chance.below(fields.length));
  return some
    .map((field) => (chance.below(4) === 0 ? `${chance.pick(['a', 'B_'])}${field}: ${field}` : field))
    .join(' ');
}

function page(chance: Chance): string {
  const parts = [
    ...(chance.below(4) === 0 ? ['__typename'] : []),
    ...(chance.below(3) === 0 ? [] : ['totalCount']),
    `records { ${someOf(chance, FIELDS)} }`,
    ...(chance.below(5) === 0 ? [`others: records { ${someOf(chance, FIELDS)} }`] : []),
  ];
  return chance.shuffled(parts).join(' ');
}

/** One or two roots, each on a line of its own, and the same operation in a form that is executed field by field. */
function operation(chance: Chance): { query: string; fieldByField: string } {
  const roots = Array.from({ length: 1 + (chance.below(4) === 0 ? 1 : 0) }, (_, index) => {
    const args = chance.shuffled([
      'itemId: $itemId',
      'types: $types',
      'limit: $limit',
      'offset: $offset',
      'locationId: $at',
    ]);
    return [`r${index}: itemMovements(${args.join(', ')})`, `{ ${page(chance)} }`];
  });
  const variables = '($itemId: UUID!, $at: UUID, $types: [MovementType!], $limit: Int! = 8, $offset: Int! = 0)';
  const written = (between: string) => `query ${variables} {\n${roots.map((root) => root.join(between)).join('\n')}\n}`;
  return { query: written(' '), fieldByField: written(' @include(if: true) ') };
}

async function shopWithGoods() {
  const { here, shop } = await newShop();
  const { createLocation } = await shop.get('mutation { createLocation(name: "Bodega", code: "B") { id } }');
  const places = (await shop.get('{ locations { id } }')).locations.map(({ id }: { id: string }) => id);
  const itemId = await newItem(shop);
  await shop.get('mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
    input: { itemId, quantityChange: '100.25', description: 'Said "so" \\ 日本 🧾', unitCost: '2.333333' },
  });
  await adjust(shop, itemId, '7', createLocation.id);
  for (const name of ['Ana "Ñandú" \\', 'Łukasz & <b>']) {
    const client = await newClient(shop, name);
    await invoice(shop, (await newOrder(shop, client, [{ itemId, quantity: '1.5' }])).id, 'PROFORM');
  }
  const old = await newItem(shop);
  const movements: PastMovement[] = Array.from({ length: 60 }, (_, n) => ({
    itemId: old,
    locationId: places[n % 2]!,
    change: n % 5 === 0 ? '-0.5' : `${n}.1230`,
    source: {
      type: (['INVOICE', 'PURCHASE_ORDER', 'CREDIT'] as const)[n % 3]!,
      id: crypto.randomUUID(),
      number: `N-${n}`,
    },
    description: 'Said "so"\n\ttab \\ 日本 🧾 \u2028\u0001\u007f',
    occurredAt: new Date(Date.parse('2020-02-28T23:59:59.000Z') + n * 86_399_877),
  }));
  await inTenant(here.app, shop.tenant, (db) => recordHistory(db, movements, 'import'));
  return { shop, items: [itemId, old, await newItem(shop)], places };
}

test('a page of movements has the same bytes from the database as field by field', async () => {
  const { url } = await world();
  const { shop, items, places } = await shopWithGoods();
  const token = await shop.token('viewer');
  const chance = chanceFrom(SEED);
  const ask = async (query: string, variables: object, isSignedIn: boolean): Promise<string> => {
    const { status, text } = await postGraphql(url, { query, variables }, isSignedIn ? { token } : {});
    // With two refused roots, the first refusal hides the other, and which one is first, is left open.
    // Each question reduces the rest of the caller's share.
    return `${status} ${text.replace(/"line":\d,"column":1|\["r\d"\]|,"left":\d+/g, '')}`;
  };
  const isPlanned = (query: string) => {
    const [definition] = parse(query).definitions;
    return answerInJson(schema, definition as OperationDefinitionNode) !== undefined;
  };
  for (let count = 0; count < OPERATIONS; count += 1) {
    const { query, fieldByField } = operation(chance);
    assert.ok(isPlanned(query), query);
    assert.ok(!isPlanned(fieldByField), fieldByField);
    const variables = {
      itemId: chance.pick([...items, ...items, ...items, UNKNOWN, 'none']),
      at: chance.pick([undefined, undefined, null, ...places, UNKNOWN]),
      types: chance.pick([undefined, null, [], ['VENTA'], ['VENTA', 'COMPRA'], ALL_TYPES, ['NONE']]),
      limit: chance.pick([undefined, 1, 3, 8, 100, 101, 0, '8']),
      offset: chance.pick([undefined, 0, 1, 12, 13, 30, 1000, -1]),
    };
    const isSignedIn = chance.below(30) > 0;
    const [fast, slow] = [await ask(query, variables, isSignedIn), await ask(fieldByField, variables, isSignedIn)];
    assert.equal(fast, slow, `${query} ${JSON.stringify(variables)}`);
  }
});

const QUESTION = 'itemMovements(itemId: "018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f")';
const FIELD_BY_FIELD = [
  `{ ${QUESTION} { totalCount } viewer { userName } }`,
  `{ ${QUESTION} { totalCount totalCount } }`,
  `{ ${QUESTION} { ...page } } fragment page on ItemMovementPage { totalCount }`,
  `{ ${QUESTION} { ... on ItemMovementPage { totalCount } } }`,
  `{ ${QUESTION} { ${'a'.repeat(64)}: totalCount } }`,
  `{ ${QUESTION} { totalCount @skip(if: false) } }`,
  '{ __typename }',
];

for (const query of FIELD_BY_FIELD) {
  test(`${query} is executed field by field`, () => {
    assert.equal(answerInJson(schema, parse(query).definitions[0] as OperationDefinitionNode), undefined);
  });
}
