// Writes src/api.ts, the types of the whole API, from schema.graphql: before the package is packed or checked.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isInterfaceType,
  isObjectType,
  parseType,
  typeFromAST,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  type NamedTypeNode,
} from 'graphql';
import { openApi, type RestOperation } from '../../src/rest/openapi.ts';
import { EVENT_TYPES, type EventFacts } from '../../src/events/catalogue.ts';
import type { JsonSchema } from '../../src/verbs/index.ts';
import { NULL_SAYS_SOMETHING } from '../../web/print-answers.ts';

const ROOT = join(import.meta.dirname, '../..');
// Decimals, instants, days and ids travel as text.
const SCALARS: Record<string, string> = { Int: 'number', Float: 'number', Boolean: 'boolean', JSON: 'unknown' };

const schema = buildSchema(await readFile(join(ROOT, 'schema.graphql'), 'utf8'));
const roots = { Queries: schema.getQueryType()!, Mutations: schema.getMutationType()! };
const named = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !Object.values(roots).some((root) => root.name === type.name),
);
const page = [
  '// The types of the API, written from schema.graphql by print-types.ts; not by hand.',
  ...named.map(declared).filter((text) => text !== ''),
  ...Object.entries(roots).map(
    ([name, root]) => `export interface ${name} {\n${Object.values(root.getFields()).map(rootField).join('\n')}\n}`,
  ),
  `/** As which types the arguments of a root field are declared. */\nexport const ARGUMENTS: Record<string, Record<string, string>> = {\n${Object.values(
    roots,
  )
    .flatMap((root) => Object.values(root.getFields()))
    .map(({ name, args }) => `  ${name}: { ${args.map((one) => `${one.name}: '${String(one.type)}'`).join(', ')} },`)
    .join('\n')}\n};`,
  routesText(),
  `/** What each type of event says, by its type. */\nexport interface EventData {\n${Object.entries<EventFacts>(EVENT_TYPES).map(eventData).join('\n')}\n}`,
].join('\n\n');
await writeFile(join(import.meta.dirname, 'src/api.ts'), `${page}\n`);

/** The type of a JSON Schema of the routes. */
function ofSchema(one: JsonSchema): string {
  const { $ref, enum: words, anyOf, type, items, properties, required = [] } = one as Shape;
  if ($ref !== undefined) return `Schemas['${$ref.split('/').at(-1)!}']`;
  if (words) return words.map((word) => `'${word}'`).join(' | ');
  if (anyOf) return anyOf.map(ofSchema).join(' | ');
  if (Array.isArray(type)) return type.map((each) => ofSchema({ ...one, type: each })).join(' | ');
  if (items) return `readonly (${ofSchema(items)})[]`;
  if (type === 'object') {
    const fields = Object.entries(properties ?? {});
    return properties
      ? members(fields.map(([name, each]) => [name, ofSchema(each), required.includes(name)]))
      : 'Record<string, unknown>';
  }
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

interface Shape {
  $ref?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function members(all: readonly (readonly [name: string, type: string, isRequired: boolean])[]): string {
  const one = ([name, type, isNeeded]: (typeof all)[number]) =>
    `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${isNeeded ? '' : '?'}: ${type}${isNeeded ? '' : ' | undefined'}`;
  return `{ ${all.map(one).join('; ')} }`;
}

function routeText(route: string, { parameters, requestBody, responses }: RestOperation): string {
  const parts = ['path', 'query'].flatMap((place) => {
    const all = parameters.filter((one) => one.in === place);
    const fields = all.map((one) => [one.name, ofSchema(one.schema), one.required === true] as const);
    return all.length === 0 ? [] : [[place, members(fields), all.some((one) => one.required)] as const];
  });
  const body = requestBody?.content['application/json'].schema;
  if (body) parts.push(['body', ofSchema(body), requestBody.required]);
  const answer = (responses['200'] ?? responses['201']) as { content: { 'application/json': { schema: JsonSchema } } };
  return `  '${route}': { asked: ${members(parts)}; answer: ${ofSchema(answer.content['application/json'].schema)} };`;
}

function routesText(): string {
  const { paths, components } = openApi();
  const routes = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => routeText(`${method.toUpperCase()} ${address}`, operation)),
  );
  const schemas = Object.entries(components.schemas).map(([name, one]) => `  ${name}: ${ofSchema(one)};`);
  return `/** Objects of the routes of REST. */\nexport interface Schemas {\n${schemas.join('\n')}\n}\n\n/** Routes of REST below /v1. */\nexport interface Routes {\n${routes.join('\n')}\n}`;
}

function eventData([type, { when, fields }]: [string, EventFacts]): string {
  const typeOf = (name: string): string => typeText(parseTypeName(`${name}!`));
  const lines = Object.entries(fields).map(([name, of]) => {
    const types = of.replace(/!$/, '').split('|').map(typeOf).join(' | ');
    return `    ${name}${of.endsWith('!') ? `: ${types}` : `?: ${types} | undefined`};`;
  });
  return `  /** ${when[0]} */\n  '${type}': {\n${lines.join('\n')}\n  };`;
}

function parseTypeName(name: string): GraphQLType {
  return typeFromAST(schema, parseType(name) as NamedTypeNode)!;
}

function declared(type: GraphQLNamedType): string {
  if (isEnumType(type)) {
    const words = type.getValues().map(({ name }) => `'${name}'`);
    return `${described(type)}export type ${type.name} = ${words.join(' | ')};`;
  }
  if (isInputObjectType(type)) {
    return `${described(type)}export interface ${type.name} ${fieldsText(Object.values(type.getFields()))}`;
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return '';
  // A field with a required argument needs a document of its own.
  const fields = Object.values(type.getFields()).filter(({ args }) => !args.some(isRequired));
  const lines = fields.map((field) => `${described(field, '  ')}  ${field.name}: ${typeText(field.type)};`);
  return `${described(type)}export interface ${type.name} {\n${lines.join('\n')}\n}`;
}

function rootField(field: GraphQLField<unknown, unknown>): string {
  // Any other root is null beside an error alone, which is thrown.
  const isNull = NULL_SAYS_SOMETHING.includes(field.name);
  const type = isNonNullType(field.type) || isNull ? typeText(field.type) : bare(field.type);
  return `${described(field, '  ')}  ${field.name}: { args: ${fieldsText(field.args)}; answer: ${type} };`;
}

function fieldsText(fields: readonly (GraphQLArgument | GraphQLInputField)[]): string {
  if (fields.length === 0) return '{}';
  const lines = fields.map((one) => {
    const optional = isRequired(one) ? ['', ''] : ['?', ' | undefined'];
    return `${described(one, '  ')}  ${one.name}${optional[0]}: ${typeText(one.type)}${optional[1]};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

function isRequired({ type, defaultValue }: GraphQLArgument | GraphQLInputField): boolean {
  return isNonNullType(type) && defaultValue === undefined;
}

function typeText(type: GraphQLType): string {
  return isNonNullType(type) ? bare(type.ofType) : `${bare(type)} | null`;
}

function bare(type: GraphQLType): string {
  if (isListType(type)) return `readonly (${typeText(type.ofType)})[]`;
  const leaf = getNamedType(type);
  return isEnumType(leaf) || isInputObjectType(leaf) || isObjectType(leaf) || isInterfaceType(leaf)
    ? leaf.name
    : (SCALARS[leaf.name] ?? 'string');
}

function described(
  {
    description,
    deprecationReason,
  }: { description?: string | null | undefined; deprecationReason?: string | null | undefined },
  indent = '',
): string {
  const lines = [description ?? [], deprecationReason ? `@deprecated ${deprecationReason}` : []].flat();
  return lines.length === 0
    ? ''
    : `${indent}/** ${lines.join(' ').replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n`;
}
