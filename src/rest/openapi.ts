// OpenAPI 3.1 of the routes, printed from the verbs and the types of the schema.
import manifest from '../../package.json' with { type: 'json' };
import problem from './problem.json' with { type: 'json' };
import {
  answerSchema,
  argumentSchema,
  bodySchema,
  eventsSchema,
  fieldsOfInput,
  isRequired,
  VERBS,
  type Argument,
  type JsonSchema,
  type Named,
  type Verb,
} from '../verbs/index.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: unknown;
  schema: JsonSchema;
}

export interface RestOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, unknown>;
}

export interface OpenApi {
  paths: Record<string, Record<string, RestOperation>>;
  webhooks: Record<string, JsonSchema>;
  components: { schemas: Record<string, JsonSchema> } & JsonSchema;
}

const HEADERS = {
  RateLimit: 'Requests that are left, and seconds until the share is whole again.',
  'RateLimit-Policy': 'Requests of a minute.',
  ETag: 'Name of this answer, for If-None-Match.',
  Location: 'Address of the record that was made, where it has one.',
  'Idempotent-Replayed': 'true: this is the answer of an earlier request under the same key.',
  'Retry-After': 'Seconds, with 429 and 503.',
};
const KEY = 'The same key with the same content is done once, and answered again with Idempotent-Replayed.';
const LIMITS = ['RateLimit', 'RateLimit-Policy'] as const;

function headersOf(...names: (keyof typeof HEADERS)[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((one) => [one, { $ref: `#/components/headers/${one}` }]));
}

export function openApi(): OpenApi & JsonSchema {
  const named: Named = new Map();
  const paths: OpenApi['paths'] = {};
  for (const verb of VERBS) (paths[verb.address] ??= {})[verb.method.toLowerCase()] = operationOf(verb, named);
  const schemas = Object.fromEntries(Array.from(named, ([name, { made }]) => [name, made]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Folio',
      version: manifest.version,
      description:
        'Inventory and fiscal documents of a business in Panama. Decimals are texts; a day is the business’s own.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ token: [] }],
    paths,
    webhooks: Object.fromEntries(Object.entries(eventsSchema().$defs).map(webhookOf)),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
      ),
      schemas: { ...schemas, Problem: problem },
      responses: {
        Problem: {
          description: 'Refused; nothing was done.',
          headers: headersOf('Retry-After'),
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function operationOf(verb: Verb, named: Named): RestOperation {
  const { name, method, field, role, address, path, makes } = verb;
  const body = bodySchema(verb, named);
  const own = method === 'GET' ? (['ETag'] as const) : (['Idempotent-Replayed'] as const);
  const headers = headersOf(...LIMITS, ...own, ...(makes ? (['Location'] as const) : []));
  const notModified = { description: 'As the caller has it by its ETag.', headers: headersOf(...LIMITS, 'ETag') };
  return {
    operationId: name,
    summary: field.description ?? wordsOf(name),
    tags: [address.split('/')[1]!],
    parameters: [
      ...Array.from(path, ([part, argument]) => ({
        ...parameterOf(part, argument, named),
        in: 'path' as const,
        required: true,
      })),
      ...verb.query.flatMap((argument) => inQuery(argument, named)),
      method === 'GET'
        ? header('If-None-Match', 'ETag of an answer that the caller has.')
        : header('Idempotency-Key', KEY),
    ],
    ...(body && {
      requestBody: {
        required: 'required' in body || '$ref' in body,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      [makes ? '201' : '200']: {
        description: `Needs the role ${role}.`,
        headers,
        content: { 'application/json': { schema: answerSchema(verb, named) } },
      },
      ...(method === 'GET' ? { '304': notModified } : {}),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** The request that an endpoint of the caller's is sent, once it is registered. */
function webhookOf([type, schema]: [string, JsonSchema]): [string, JsonSchema] {
  const body = { required: true, content: { 'application/json': { schema } } };
  const answers = { '2XX': { description: 'Received; another answer has it sent again.' } };
  const made = { operationId: type, summary: schema['description'], requestBody: body, responses: answers };
  return [type, { post: { ...made, security: [] } }];
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } };
}

function parameterOf(name: string, argument: Argument, named: Named): Parameter {
  const { description, ...schema } = argumentSchema(argument, named);
  return { name, in: 'query', ...(description === undefined ? {} : { description }), schema };
}

/** A list is written with commas, and an object by its fields: `orderBy.field`. */
function inQuery(argument: Argument, named: Named): Parameter[] {
  const fields = fieldsOfInput(argument);
  if (fields.length > 0) return fields.map((one) => parameterOf(`${argument.name}.${one.name}`, one, named));
  const parameter = parameterOf(argument.name, argument, named);
  return [{ ...parameter, ...(isRequired(argument) ? { required: true } : {}), ...{ style: 'form', explode: false } }];
}

/** getItemById → Get item by id */
function wordsOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[0]!.toUpperCase() + words.slice(1);
}
