// Requests made from the printed OpenAPI, right and wrong: no answer is a fault of the service, and each is as its schema says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { openApi, type Parameter, type RestOperation } from '../../src/rest/openapi.ts';
import type { JsonSchema } from '../../src/verbs/index.ts';
import { newSale } from '../support/business.ts';

const RUNS_OF_A_ROUTE = 12;
const api = openApi();
const routes = Object.entries(api.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ address, method: method.toUpperCase(), operation })),
);

interface Readable extends JsonSchema {
  $ref?: string;
  anyOf?: Readable[];
  type?: string | string[];
  enum?: string[];
  items?: Readable;
  properties?: Record<string, Readable>;
  required?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
}

const TEXTS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  date: fc.constantFrom('2026-03-01', '2024-02-29', '0001-01-01', '9999-12-31'),
  'date-time': fc.constantFrom('2026-03-01T17:04:05.123Z', '2026-03-01T17:04:05-05:00', '0001-01-01T00:00:00Z'),
};
/** Values that no schema names. */
const JUNK = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '\0',
    '\uD800',
    -1,
    1e21,
    0.1,
    true,
    [],
    {},
    '__proto__',
    "'; drop",
    'x'.repeat(10_001),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

function valuesOf(schema: Readable, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valuesOf(api.components.schemas[schema.$ref.split('/').at(-1)!]!, ids, depth);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, ids, depth)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const right = [schema.type ?? 'any'].flat().map((type) => {
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    if (type === 'integer') return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 2 ** 31 - 1 });
    if (type === 'array') return fc.array(valuesOf(schema.items!, ids, depth + 1), { maxLength: 3 });
    if (type === 'object') return objectsOf(schema, ids, depth);
    if (type !== 'string') return fc.jsonValue({ maxDepth: 1 });
    if (schema.format === 'uuid')
      return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: TEXTS['uuid']! });
    if (schema['pattern'] !== undefined)
      return fc.constantFrom('0', '1', '-1', '0.005', '2.50', '99999999999999', '7', '100');
    return (
      TEXTS[schema.format ?? ''] ??
      fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constant('Pan de molde'))
    );
  });
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...right) }, { weight: 1, arbitrary: JUNK });
}

/** A few of what may be left out: of many one is nearly always wrong. */
function membersOf(members: Record<string, fc.Arbitrary<unknown>>, required: readonly string[]) {
  const optional = Object.keys(members).filter((name) => !required.includes(name));
  return fc
    .subarray(optional, { maxLength: Math.min(3, optional.length) })
    .chain((some) => fc.record(Object.fromEntries([...required, ...some].map((name) => [name, members[name]!]))));
}

function objectsOf({ properties = {}, required = [] }: Readable, ids: readonly string[], depth: number) {
  const members = Object.entries(properties).map(([name, one]) => [name, valuesOf(one, ids, depth + 1)] as const);
  return membersOf(Object.fromEntries(members), required);
}

function requestsOf({ parameters, requestBody }: RestOperation, ids: readonly string[]) {
  const given = (place: Parameter['in']) => {
    const here = parameters.filter((one) => one.in === place);
    const members = Object.fromEntries(here.map((one) => [one.name, valuesOf(one.schema, ids)]));
    return membersOf(members, place === 'path' ? Object.keys(members) : []);
  };
  const body = requestBody ? valuesOf(requestBody.content['application/json'].schema, ids) : fc.constant(undefined);
  return fc.record({ path: given('path'), query: given('query'), body });
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

test('a request made from the OpenAPI is answered as it says, or refused', async () => {
  const { here, shop, itemId, clientId, order, invoice } = await newSale();
  const ids = [itemId, clientId, order.id as string, invoice.id as string];
  const token = await shop.token('admin');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'api', components: api.components });
  // References of OpenAPI begin at its document.
  const inDocument = (schema: unknown) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object;
  const problem = ajv.compile(inDocument({ $ref: '#/components/schemas/Problem' }));
  const answers = new Map<string, number>();
  for (const { address, method, operation } of routes) {
    const [good, answered] = Object.entries(operation.responses)[0] as [
      string,
      { content: { 'application/json': { schema: object } } },
    ];
    const right = ajv.compile(inDocument(answered.content['application/json'].schema));
    await fc.assert(
      fc.asyncProperty(requestsOf(operation, ids), async ({ path, query, body }) => {
        const place = address.replaceAll(
          /\{(\w+)\}/g,
          (_, name: string) => encodeURIComponent(written(path[name])) || '%00',
        );
        const search = new URLSearchParams(
          Object.entries(query).map(([name, value]) => [name, [value].flat().map(written).join(',')]),
        );
        const url = `${here.url}/v1${place}?${search.toString()}`;
        const answer = await fetch(url, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        const said = JSON.parse(text) as { status?: number; code?: string };
        const told = `${method} ${url} ${JSON.stringify(body)}: ${answer.status} ${text.slice(0, 500)}`;
        assert.ok(answer.status < 500, told);
        answers.set(
          operation.operationId,
          (answers.get(operation.operationId) ?? 0) + Number(answer.status === Number(good)),
        );
        if (answer.status < 300) assert.ok(right(said), `${told} ${JSON.stringify(right.errors)}`);
        else assert.ok(problem(said) && said.status === answer.status, `${told} ${JSON.stringify(problem.errors)}`);
        if (answer.status < 300) assert.equal(String(answer.status), good, told);
      }),
      { numRuns: RUNS_OF_A_ROUTE },
    );
  }
  // A generator of refusals alone would find nothing.
  const fruitful = [...answers.values()].filter((count) => count > 0).length;
  assert.ok(fruitful >= 28, `${fruitful} of ${routes.length} routes were ever answered`);
});
