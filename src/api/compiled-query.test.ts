// A compiled query against graphql-js: the same answers, errors and order of both, on schemas of values, nulls and failures by chance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  buildSchema,
  execute,
  isListType,
  isAbstractType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compiledQuery } from './compiled-query.ts';
import { schema as ours } from './schema.ts';

const SCHEMA = `
  enum Color { RED BLUE }
  type Leaf { int: Int  text: String!  color: Color  texts: [String]  strict: [Int!]! }
  type Node { int: Int!  text(of: String = "a", times: Int): String  leaf: Leaf  sure: Leaf!  leaves: [Leaf]  strict: [Leaf!]!  grid: [[Int!]]  next: Node }
  type Query { node(id: Int): Node  sure: Node!  nodes: [Node!]  text: String }
  type Mutation { text: String }`;

function chanceFrom(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)]! };
}
type Chance = ReturnType<typeof chanceFrom>;

const OPERATIONS = 200;
const VALID = buildSchema(SCHEMA);

const LEAVES: Record<string, readonly unknown[]> = {
  Int: [0, 7, 2 ** 40, 'seven'],
  String: ['', 'é', 5, {}],
  Color: ['RED', 'BLUE', 'GREEN'],
};

/** What is in a list of what may not be null either fails or comes late: of both at once graphql-js leaves a rejection unhandled. */
type Mood = 'any' | 'prompt' | 'sound';

async function afterTurns(turns: number, value: unknown): Promise<unknown> {
  for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
  if (value instanceof Error) throw value;
  return value;
}

/** Usually what the type asks for; sometimes null, an error, something else, and any of it perhaps later. */
function valueOf(type: GraphQLOutputType, chance: Chance, mood: Mood): unknown {
  const inner = isNonNullType(type) ? type.ofType : type;
  const kind = mood === 'sound' ? 99 : chance.below(24);
  const value = (): unknown => {
    if (kind === 0) return null;
    if (kind === 1) return new Error('an error as a value');
    if (isListType(inner)) {
      const inside = mood === 'any' && isNonNullType(inner.ofType) ? chance.pick(['prompt', 'sound'] as const) : mood;
      return kind === 2 ? 5 : Array.from({ length: chance.below(4) }, () => valueOf(inner.ofType, chance, inside));
    }
    if (isObjectType(inner)) return { mood };
    const [first, second, ...others] = LEAVES[inner.name]!;
    return kind < 4 ? chance.pick(others) : chance.pick([first, second]);
  };
  if (mood === 'prompt' || chance.below(3) > 0) return value();
  const late = kind === 3 ? new Error('too late') : value();
  return afterTurns(chance.below(8), late);
}

/** Resolvers that answer by chance, the same for the same seed as long as they are called in the same order. */
function schemaBy(chance: Chance): GraphQLSchema {
  const schema = buildSchema(SCHEMA);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = (source: { mood: Mood } | undefined, args: object, context) => {
        const mood = source?.mood ?? 'any';
        (context as string[]).push(`${field.name} ${JSON.stringify(args)}`);
        if (mood !== 'sound' && chance.below(40) === 0) throw new Error(`${field.name} failed`);
        return valueOf(field.type, chance, mood);
      };
    }
  }
  return schema;
}

const LEAF = ['int', 'text', 'color', 'c: color', 'texts', 'strict', '__typename', '... on Leaf { int }'] as const;

function selection(type: 'Leaf' | 'Node', chance: Chance, depth: number): string {
  const one = (): string => {
    if (type === 'Leaf') return chance.pick(LEAF);
    const below = depth > 0 ? selection('Node', chance, depth - 1) : '{ int }';
    const leaf = selection('Leaf', chance, 0);
    return chance.pick([
      ...['int', 'text', 't: text(of: $text, times: 3)', 'u: text(times: null)', '__typename', 'grid', '...part'],
      ...[`leaf ${leaf}`, `sure ${leaf}`, `leaves ${leaf}`, `strict ${leaf}`, `s: strict ${leaf}`],
      ...[`next ${below}`, `next ${below}`, `... { next ${below} }`],
    ]);
  };
  return `{ ${Array.from({ length: 1 + chance.below(4) }, one).join(' ')} }`;
}

function operation(chance: Chance): string {
  const roots = Array.from({ length: 1 + chance.below(3) }, () => {
    const set = selection('Node', chance, 2);
    return chance.pick([
      `node(id: 1) ${set}`,
      `n: node(id: $id) ${set}`,
      `sure ${set}`,
      `nodes ${set}`,
      'text',
      '__typename',
    ]);
  });
  return `query ($text: String, $id: Int = 5) { ...other ${roots.join(' ')} }
    fragment part on Node { leaf { color } leaves { text } } fragment other on Query { o: node(id: $id) { ...part v: text(of: $text) } }`;
}

test('a compiled query answers what graphql-js answers, and calls what it calls in that order', async () => {
  let failures = 0;
  for (let seed = 1; seed <= OPERATIONS; seed += 1) {
    const text = operation(chanceFrom(seed));
    const document = parse(text);
    assert.deepEqual(validate(VALID, document), []);
    const variables = seed % 2 === 0 ? { id: 5, text: 'x' } : { id: 5 };
    const run = async (ask: (schema: GraphQLSchema, calls: string[]) => unknown) => {
      const calls: string[] = [];
      const result = (await ask(schemaBy(chanceFrom(seed)), calls)) as ExecutionResult;
      return { calls, data: JSON.stringify(result.data), errors: result.errors?.map((error) => JSON.stringify(error)) };
    };
    const expected = await run((schema, contextValue) =>
      execute({ schema, document, contextValue, variableValues: variables }),
    );
    const actual = await run((schema, context) => {
      const query = compiledQuery(schema, document, document.definitions[0] as OperationDefinitionNode);
      assert.ok(query, text);
      return query(context, variables);
    });
    assert.deepEqual(actual, expected, text);
    failures += expected.errors ? 1 : 0;
  }
  assert.ok(failures > 50 && failures < 190, `${failures} of ${OPERATIONS} had errors`);
});

const NOT_COMPILED = [
  'mutation { text }',
  '{ text @include(if: true) }',
  '{ ... @skip(if: false) { text } }',
  '{ __schema { queryType { name } } }',
  '{ node { __typename ...part } } fragment part on Node { int @skip(if: true) }',
];

for (const text of NOT_COMPILED) {
  test(`graphql-js executes ${text}`, () => {
    const document = parse(text);
    const schema = schemaBy(chanceFrom(1));
    assert.equal(compiledQuery(schema, document, document.definitions[0] as OperationDefinitionNode), undefined);
  });
}

test('graphql-js calls a resolver that asks for a fourth parameter', () => {
  const document = parse('{ text }');
  const schema = buildSchema('type Query { text: String }');
  schema.getQueryType()!.getFields()['text']!.resolve = (_source, _args, _context, { fieldName }) => fieldName;
  assert.equal(compiledQuery(schema, document, document.definitions[0] as OperationDefinitionNode), undefined);
});

test('a field without a resolver is a property, or what a method answers', async () => {
  const document = parse('{ one { text own other } }');
  const schema = buildSchema('type Query { one: One } type One { text: String own(of: Int = 3): Int other: Int }');
  const one = { text: 'a', own: ({ of }: { of: number }) => of };
  schema.getQueryType()!.getFields()['one']!.resolve = () => one;
  const query = compiledQuery(schema, document, document.definitions[0] as OperationDefinitionNode)!;
  assert.deepEqual(JSON.stringify(await query({}, {})), JSON.stringify(await execute({ schema, document })));
});

test('every query of ours can be compiled', () => {
  for (const type of Object.values(ours.getTypeMap())) {
    assert.ok(!isAbstractType(type), type.name);
    if (!isObjectType(type) || type.name.startsWith('__') || type === ours.getMutationType()) continue;
    assert.equal(type.isTypeOf, undefined);
    for (const { name, resolve } of Object.values(type.getFields())) {
      assert.ok((resolve?.length ?? 0) <= 3, `${type.name}.${name}`);
    }
  }
});
