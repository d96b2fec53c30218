// JSON Schema (2020-12) of the schema's types, with their descriptions: what a caller may send, and what an operation answers.
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parseType,
  print,
  typeFromAST,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import { schema } from '../api/schema.ts';
import { BOUNDS } from '../graphql/limits.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Schemas of named types, which others point at by `#/components/schemas/`. */
export type Named = Map<string, { made: JsonSchema; of: string }>;

interface Wanted {
  /** Fields of an object; without them all that are no objects themselves. */
  chosen?: SelectionSetNode | undefined;
  /** Collects named types; without it each stands where it is used. */
  named?: Named | undefined;
}

/** The key of a request is no part of what it says. */
export const KEY = 'idempotencyKey';

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  UUID: { type: 'string', format: 'uuid' },
  Decimal: { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  JSON: {},
};

/** Schema of a type, or of its name as SDL writes it: `CreateItemInput`, `[UUID!]`. One that may be null says so. */
export function jsonSchemaOf(type: GraphQLType | string, wanted: Wanted = {}): JsonSchema {
  if (typeof type === 'string') return jsonSchemaOf(typeFromAST(schema, parseType(type) as never)!, wanted);
  const made = present(getNullableType(type), wanted);
  if (isNonNullType(type) || Object.keys(made).length === 0) return made;
  return typeof made['type'] === 'string' && !('enum' in made)
    ? { ...made, type: [made['type'], 'null'] }
    : { anyOf: [made, { type: 'null' }] };
}

/** Schema of an object with these arguments. */
export function argumentsSchema(args: readonly (GraphQLArgument | GraphQLInputField)[], named?: Named): JsonSchema {
  const inputs = args.filter(({ name }) => name !== KEY);
  const required = inputs.filter(isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(inputs.map((one) => [one.name, argumentSchema(one, named)])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

export function argumentSchema(one: GraphQLArgument | GraphQLInputField, named?: Named): JsonSchema {
  const { name, type, description, defaultValue } = one;
  const [minimum, maximum] = BOUNDS[name as keyof typeof BOUNDS] ?? [];
  return {
    ...jsonSchemaOf(type, { named }),
    ...(description ? { description } : {}),
    ...(minimum === undefined ? {} : { minimum, maximum }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}

export function isRequired(one: GraphQLArgument | GraphQLInputField): boolean {
  return isRequiredArgument(one) || isRequiredInputField(one);
}

function present(type: GraphQLType, wanted: Wanted): JsonSchema {
  if (isListType(type)) return { type: 'array', items: jsonSchemaOf(type.ofType, wanted) };
  if (isEnumType(type)) {
    const { name, description } = type;
    const values = type.getValues();
    const meanings = values.flatMap((one) => (one.description ? [`${one.name}: ${one.description}`] : []));
    const words = [description, ...meanings].filter((text) => text).join('\n');
    return keep(name, '', wanted, () => ({
      type: 'string',
      enum: values.map((one) => one.name),
      ...(words ? { description: words } : {}),
    }));
  }
  if (isInputObjectType(type)) {
    return keep(type.name, '', wanted, () =>
      described(type, argumentsSchema(Object.values(type.getFields()), wanted.named)),
    );
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    const { chosen } = wanted;
    return keep(type.name, chosen ? print(chosen) : '', wanted, () => described(type, answerSchema(type, wanted)));
  }
  return 'name' in type ? SCALARS[type.name]! : {};
}

function answerSchema(type: GraphQLObjectType | GraphQLInterfaceType, { chosen, named }: Wanted): JsonSchema {
  const fields = type.getFields();
  const nodes = chosen
    ? chosen.selections.flatMap((node) => (node.kind === Kind.FIELD ? [node] : []))
    : Object.values(fields)
        .filter((one) => isLeafType(getNullableType(one.type)) && one.args.length === 0)
        .map(({ name }) => ({ name: { value: name }, alias: undefined, selectionSet: undefined }));
  const properties = nodes.map((node) => {
    if (node.name.value === '__typename') return [node.alias!.value, { type: 'string', enum: kindsOf(type) }] as const;
    const { type: inner, description } = fields[node.name.value]!;
    const made = jsonSchemaOf(inner, { chosen: node.selectionSet, named });
    return [(node.alias ?? node.name).value, description ? { ...made, description } : made] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), required: properties.map(([name]) => name) };
}

/** Names of the types that an answer of this one may be. */
function kindsOf(type: GraphQLObjectType | GraphQLInterfaceType): string[] {
  return (isInterfaceType(type) ? schema.getPossibleTypes(type) : [type]).map(({ name }) => name);
}

function described({ description }: { description?: string | null | undefined }, made: JsonSchema): JsonSchema {
  return description ? { ...made, description } : made;
}

/** A name stands for the first selection that is met; another one of the same type stands where it is used. */
function keep(name: string, of: string, { named }: Wanted, make: () => JsonSchema): JsonSchema {
  if (!named) return make();
  const kept = named.get(name);
  if (kept && kept.of !== of) return make();
  if (!kept) named.set(name, { made: make(), of });
  return { $ref: `#/components/schemas/${name}` };
}
