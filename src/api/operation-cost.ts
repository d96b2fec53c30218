// Query cost: how many objects an operation may return. Compiled once per document; each request then costs a few multiplications. Pure.
import {
  getNamedType,
  getNullableType,
  isListType,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { BOUNDS } from '../graphql/limits.ts';
import { fragmentsOf, type Fragments } from './fragments.ts';

export type Variables = Record<string, unknown>;
export type CostOf = (variables: Variables) => number;

/** The assumed length of a list without a limit, such as the lines of an invoice. */
const USUAL_LENGTH = 10;

/** Arguments that set the length of the list that a field returns, or of the list directly within its page; the first that is given. */
const LENGTH_ARGUMENTS = ['first', 'limit', 'rangeDays'] as const;

/** Default for lists without `limit`: a page of events may be longer than those of the lists. */
const MOST_FIRST = 1000;

/**
 * The cost of each operation of a document, by its name; '' for one without a name. Each object counts 1, a list as many as its limit
 * allows. The document must be valid and small: fragments are expanded at each spread.
 */
export function operationCosts(schema: GraphQLSchema, document: DocumentNode): Map<string, CostOf> {
  const fragments = fragmentsOf(document);
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  return new Map(operations.map((one) => [one.name?.value ?? '', costOf(schema, one, fragments)]));
}

function costOf(schema: GraphQLSchema, operation: OperationDefinitionNode, fragments: Fragments): CostOf {
  function ofSelection(set: SelectionSetNode, type: GraphQLNamedType | undefined, length?: CostOf): CostOf {
    const parts = objectsIn(set, type, length);
    return (variables) => parts.reduce((total, part) => total + part(variables), 0);
  }

  function objectsIn(set: SelectionSetNode, type: GraphQLNamedType | undefined, length?: CostOf): CostOf[] {
    return set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return ofField(selection, type, length) ?? [];
      const { selectionSet, typeCondition } =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)!;
      return objectsIn(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type, length);
    });
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType | undefined, outer?: CostOf): CostOf | undefined {
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[node.name.value] : undefined;
    // Introspection has limits of its own.
    if (!field || !node.selectionSet) return undefined;
    const wantedLength = lengthAsked(operation, node, field);
    const inner = ofSelection(node.selectionSet, getNamedType(field.type), wantedLength);
    if (!isListType(getNullableType(field.type))) return (variables) => 1 + inner(variables);
    const length = lengthSaid(field) ?? wantedLength ?? outer ?? (() => USUAL_LENGTH);
    return (variables) => length(variables) * (1 + inner(variables));
  }

  return ofSelection(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}

/** The length that a field declares in its `extensions`, for a list without a limit that may be longer than usual. */
function lengthSaid({ extensions: { listLength: length } }: GraphQLField<unknown, unknown>): CostOf | undefined {
  return typeof length === 'number' ? () => length : undefined;
}

/** The length by the arguments; undefined when the field has no such argument. */
function lengthAsked(
  operation: OperationDefinitionNode,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): CostOf | undefined {
  const lengths = LENGTH_ARGUMENTS.flatMap((name) => {
    const arg = field.args.find((one) => one.name === name);
    if (!arg) return [];
    const [least, most] = BOUNDS[name];
    const hasLimit = field.args.some((one) => one.name === 'limit');
    return [lengthBy(operation, node, arg, [least, name === 'first' && !hasLimit ? MOST_FIRST : most])];
  });
  if (lengths.length === 0) return undefined;
  return (variables) =>
    lengths.map((length) => length(variables)).find((length) => length !== undefined) ?? USUAL_LENGTH;
}

/** Undefined where the argument is left out and has no default. */
function lengthBy(
  operation: OperationDefinitionNode,
  node: FieldNode,
  { name, defaultValue }: GraphQLArgument,
  [least, most]: [number, number],
): (variables: Variables) => number | undefined {
  // A value out of bounds is refused when the field resolves; here it counts as the upper bound.
  const bounded = (value: unknown) => (typeof value === 'number' && value >= least && value <= most ? value : most);
  const usual = defaultValue === undefined ? undefined : bounded(defaultValue);
  const argument = node.arguments?.find((one) => one.name.value === name)?.value;
  if (!argument || argument.kind === Kind.NULL) return () => usual;
  if (argument.kind !== Kind.VARIABLE) {
    const length = argument.kind === Kind.INT ? bounded(Number(argument.value)) : most;
    return () => length;
  }
  const variable = argument.name.value;
  const standing = operation.variableDefinitions?.find((one) => one.variable.name.value === variable)?.defaultValue;
  const otherwise = standing?.kind === Kind.INT ? bounded(Number(standing.value)) : usual;
  return (variables) => {
    const value = variables[variable];
    // Null says of an argument without a default that it is left out.
    if (value === null && usual === undefined) return undefined;
    return value === undefined ? otherwise : bounded(value);
  };
}
