// A verb: a route of REST, and the kept operation of the schema that it runs, which has the rules, the role, the limits and the key.
import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type OperationDefinitionNode,
} from 'graphql';
import { argumentsIn, type Query } from '../api/exports/read-list.ts';
import { schema } from '../api/schema.ts';
import { badInput } from '../platform/errors.ts';
import type { Role } from '../tenancy/index.ts';
import { argumentsSchema, jsonSchemaOf, KEY, type JsonSchema, type Named } from './json-schema.ts';
import type { Operation } from './run-operation.ts';

/** `{id:itemId}` in a route is the argument itemId, or that field of the input. */
export type Row = readonly [route: string, field: string, selection: string, name?: string];

export type Argument = GraphQLArgument | GraphQLInputField;

export interface Verb extends Operation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With `{id}` for what a caller puts there. */
  readonly address: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** The least role of a caller. */
  readonly role: Role;
  /** Arguments by their names in the address. */
  readonly path: ReadonlyMap<string, Argument>;
  /** Arguments of a question in the query string. */
  readonly query: readonly Argument[];
  /** Arguments in the body, within the argument `input` where the operation has one. */
  readonly body: readonly Argument[];
  readonly input: GraphQLArgument | undefined;
  /** Whether the answer is a record of its own that was made. */
  readonly makes: boolean;
  /** Name in the answer of a text or a list, which is wrapped so that it can grow. */
  readonly alias: string | undefined;
}

export interface VerbRequest {
  path: Readonly<Record<string, string>>;
  query: Query;
  body: unknown;
}

/** A list with a cursor is paged by it alone. */
const OLD_PAGING = ['limit', 'offset'];

export function verbOf([route, fieldName, selection, name = fieldName]: Row): Verb {
  const [method, written] = route.split(' ') as [Verb['method'], string];
  const isQuestion = method === 'GET';
  const field = (isQuestion ? schema.getQueryType()! : schema.getMutationType()!).getFields()[fieldName]!;
  const answered = getNamedType(field.type);
  const fields = isObjectType(answered) ? Object.keys(answered.getFields()) : [];
  const isPage = fields.includes('records') && fields.includes('pageInfo');
  const args = field.args.filter((one) => one.name !== KEY && !(isPage && OLD_PAGING.includes(one.name)));
  const input = args.find((one) => one.name === 'input');
  const inputs = input ? fieldsOfInput(input) : args;
  const path = new Map<string, Argument>();
  const address = written.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (_, part: string, argument = part) => {
    path.set(
      part,
      [...args, ...inputs].find((one) => one.name === argument)!,
    );
    return `{${part}}`;
  });
  const left = (all: readonly Argument[]) => all.filter((one) => ![...path.values()].includes(one));
  const alias = isListType(getNullableType(field.type)) ? 'records' : isLeafType(answered) ? 'value' : undefined;
  const rest = isPage ? 'pageInfo { endCursor hasNextPage }' : 'totalCount';
  const chosen = fields.includes('records') ? `records { ${selection} } ${rest}` : selection;
  const root = `${alias ? `${alias}: ` : ''}${fieldName}${listed(args.map((one) => `${one.name}: $${one.name}`))}`;
  return {
    name,
    text: `${isQuestion ? 'query' : 'mutation'} ${name}${listed(args.map(declared))} { ${root}${chosen && ` { ${chosen} }`} }`,
    method,
    address,
    field,
    role: (field.extensions['role'] as Role | undefined) ?? 'viewer',
    path,
    query: isQuestion ? left(args) : [],
    body: isQuestion ? [] : left(inputs),
    input,
    makes: method === 'POST' && path.size === 0,
    alias,
  };
}

/** Fields of an argument that is an object; of another one none. */
export function fieldsOfInput({ type }: Argument): GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()).filter((one) => one.name !== KEY) : [];
}

/** A variable that is left out leaves the argument its default. */
export function declared({ name, type, defaultValue }: GraphQLArgument): string {
  return `$${name}: ${String(defaultValue === undefined ? type : getNullableType(type))}`;
}

function listed(all: readonly string[]): string {
  return all.length > 0 ? `(${all.join(', ')})` : '';
}

/** Variables of the operation for a request. */
export function variablesOf(verb: Verb, request: VerbRequest): Record<string, unknown> {
  const inQuery = argumentsIn({ args: verb.query }, request.query);
  const sent = objectIn(request.body, verb.body);
  const inPath = Array.from(verb.path, ([part, { name }]) => [name, request.path[part]]);
  return placed(verb, { ...inQuery, ...sent, ...Object.fromEntries(inPath) });
}

/** The same for a caller that names all arguments in one object. */
export function variablesNamed(verb: Verb, sent: unknown): Record<string, unknown> {
  return placed(verb, objectIn(sent, [...verb.path.values(), ...verb.query, ...verb.body]));
}

/** Refuses what is not known, for GraphQL passes over variables that it does not declare. */
function objectIn(sent: unknown, inputs: readonly Argument[]): object {
  const object = sent ?? {};
  if (typeof object !== 'object' || Array.isArray(object)) throw badInput('The body must be a JSON object');
  if (KEY in object) throw badInput('The key of a request stands in the header Idempotency-Key', { field: KEY });
  const unknown = Object.keys(object).find((name) => !inputs.some((one) => one.name === name));
  if (unknown !== undefined) throw badInput('No argument has the name {field}', { field: unknown });
  return object;
}

function placed({ field, input }: Verb, named: object): Record<string, unknown> {
  if (!input) return { ...named };
  const { own = [], ofInput = [] } = Object.groupBy(Object.entries(named), ([name]) =>
    field.args.some((one) => one.name === name) ? 'own' : 'ofInput',
  );
  return { ...Object.fromEntries(own), input: Object.fromEntries(ofInput) };
}

/** JSON Schema of the body; undefined for a question. */
export function bodySchema({ method, body, input }: Verb, named?: Named): JsonSchema | undefined {
  if (method === 'GET') return undefined;
  const isWhole = input && body.length === fieldsOfInput(input).length;
  return isWhole ? jsonSchemaOf(input.type, { named }) : argumentsSchema(body, named);
}

/** JSON Schema of the answer. */
export function answerSchema({ text, field, alias }: Verb, named?: Named): JsonSchema {
  const operation = parse(text).definitions[0] as OperationDefinitionNode;
  const { selectionSet } = operation.selectionSet.selections[0] as FieldNode;
  const made = jsonSchemaOf(new GraphQLNonNull(getNullableType(field.type)), { chosen: selectionSet, named });
  return alias ? { type: 'object', properties: { [alias]: made }, required: [alias] } : made;
}

/** The answer in the text of `data`; undefined where nothing was found. */
export function answerIn({ field, alias }: Verb, data: string): string | undefined {
  if (alias) return data;
  // {"root":…}
  const text = data.slice(field.name.length + 4, -1);
  return text === 'null' ? undefined : text;
}
