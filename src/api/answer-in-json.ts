// Operations whose roots are questions that the database answers as JSON text: the text is written out as it comes.
import {
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  locatedError,
  OperationTypeNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { RequestContext } from '../graphql/context.ts';
import type { InJson } from '../graphql/builder.ts';
import type { Chosen } from '../platform/rows-in-json.ts';

/** `data` as JSON text. */
export interface TextResult {
  text: string;
}

export type Result = ExecutionResult | TextResult;

export type AnswerInJson = (context: RequestContext, variables: Record<string, unknown>) => Promise<Result>;

/** PostgreSQL cuts names of columns to so many bytes. */
const LONGEST_NAME = 63;

/** The name of an object's type, as a field. */
const TYPE_NAME = '__typename';

type Root = NonNullable<ReturnType<typeof rootOf>>;

/** Undefined where one root or one field is of another kind: then the operation is executed field by field. */
export function answerInJson(schema: GraphQLSchema, operation: OperationDefinitionNode): AnswerInJson | undefined {
  const query = schema.getQueryType();
  if (!query || operation.operation !== OperationTypeNode.QUERY) return undefined;
  const roots = allOrNone(operation.selectionSet, (node) => rootOf(node, query));
  if (!roots) return undefined;
  return async (context, variables) => {
    try {
      const texts = roots.map(async (root) => `"${root.name}":${await textOf(root, context, variables)}`);
      return { text: `{${(await Promise.all(texts)).join(',')}}` };
    } catch (error) {
      // A question's type is not nullable, so the first refusal takes all of the answer with it.
      return { errors: [error as Awaited<ReturnType<typeof locatedError>>], data: null };
    }
  };
}

async function textOf(
  { name, node, field, ask }: Root,
  context: RequestContext,
  variables: Record<string, unknown>,
): Promise<string> {
  try {
    return await ask(getArgumentValues(field, node, variables), context);
  } catch (error) {
    throw locatedError(error, [node], [name]);
  }
}

function rootOf(node: FieldNode, query: GraphQLObjectType) {
  const field = query.getFields()[node.name.value];
  const inJson = field?.extensions['inJson'] as InJson<Record<string, unknown>> | undefined;
  if (!field || !inJson) return undefined;
  const chosen = chosenIn(node.selectionSet, getNamedType(field.type) as GraphQLObjectType);
  return chosen && { name: nameOf(node), node, field, ask: inJson(chosen) };
}

function chosenIn(set: SelectionSetNode | undefined, type: GraphQLObjectType): Chosen[] | undefined {
  if (!set) return [];
  return allOrNone(set, (node) => {
    const name = nameOf(node);
    const field = node.name.value;
    if (node.arguments?.length || name.length > LONGEST_NAME) return undefined;
    if (field === TYPE_NAME) return { name, field, type: type.name, within: [] };
    const inner = getNamedType(type.getFields()[field]!.type);
    const within = isObjectType(inner) ? chosenIn(node.selectionSet, inner) : [];
    return within && { name, field, type: inner.name, within };
  });
}

/** Accepts only fields without directives and with distinct names: the usual form of an operation. */
function allOrNone<T>(set: SelectionSetNode, read: (node: FieldNode) => T | undefined): T[] | undefined {
  const names = new Set<string>();
  const all: T[] = [];
  for (const node of set.selections) {
    if (node.kind !== Kind.FIELD || node.directives?.length || names.has(nameOf(node))) return undefined;
    const one = read(node);
    if (one === undefined) return undefined;
    names.add(nameOf(node));
    all.push(one);
  }
  return all;
}

function nameOf(node: FieldNode): string {
  return (node.alias ?? node.name).value;
}
