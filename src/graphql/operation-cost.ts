// How many objects an operation may be answered with: read off a document once, then a few multiplications for each request. Pure.
import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { BOUNDS } from './limits.ts';

export type Variables = Record<string, unknown>;
export type CostOf = (variables: Variables) => number;

/** What a list without a limit counts as, such as the lines of an invoice. */
const USUAL_LENGTH = 10;

/** Lists without a limit that are longer. */
const LENGTHS: Record<string, number> = {
  'ItemStockHistory.events': 2000,
  'Query.documentTimeline': 50,
  'Query.getInventoryLotsByItemId': 500,
  'Query.getItemStockOverTime': 31,
  'Query.stockReservationsByItem': 500,
};

/** Arguments that say how long the list is that a field answers with, or the one right inside its answer. */
const LENGTH_ARGUMENTS = ['limit', 'rangeDays'] as const;

type Length = (variables: Variables) => number;

/** What counts once, and what counts for each entry of a list. */
interface Cost {
  fixed: number;
  lists: { length: Length; entry: Cost }[];
}

/**
 * The cost of each operation of a document, by its name; one without a name has the empty one. Each object counts 1, a list
 * as many as its limit allows. Only for a document that is valid and small: fragments are followed wherever they are spread.
 */
export function operationCosts(schema: GraphQLSchema, document: DocumentNode): Map<string, CostOf> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  return new Map(
    operations.map((operation) => {
      const cost = costOf(schema, operation, fragments);
      return [operation.name?.value ?? '', (variables) => sum(cost, variables)];
    }),
  );
}

function sum({ fixed, lists }: Cost, variables: Variables): number {
  let total = fixed;
  for (const { length, entry } of lists) total += length(variables) * sum(entry, variables);
  return total;
}

function costOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Cost {
  function ofSelection(set: SelectionSetNode, type: GraphQLNamedType | undefined, length?: Length): Cost {
    const parts = set.selections.map((selection) => {
      if (selection.kind === Kind.FIELD) return ofField(selection, type, length);
      if (selection.kind === Kind.INLINE_FRAGMENT) return ofSelection(selection.selectionSet, type, length);
      return ofSelection(fragments.get(selection.name.value)!.selectionSet, type, length);
    });
    return {
      fixed: parts.reduce((total, part) => total + part.fixed, 0),
      lists: parts.flatMap((part) => part.lists),
    };
  }

  function ofField(node: FieldNode, parent: GraphQLNamedType | undefined, outer: Length | undefined): Cost {
    const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
    // What the schema says about itself is as long as the schema.
    if (!field || !node.selectionSet) return { fixed: 0, lists: [] };
    const type = getNamedType(field.type);
    const asked = lengthAsked(operation, node, field);
    const inner = ofSelection(node.selectionSet, type, asked);
    const entry = { fixed: inner.fixed + (isCompositeType(type) ? 1 : 0), lists: inner.lists };
    if (!isListType(getNullableType(field.type))) return entry;
    const known = LENGTHS[`${parent!.name}.${field.name}`];
    const length = known === undefined ? (asked ?? outer ?? (() => USUAL_LENGTH)) : () => known;
    return { fixed: 0, lists: [{ length, entry }] };
  }

  return ofSelection(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}

/** How long the list is that the arguments speak of; undefined where they speak of none. */
function lengthAsked(
  operation: OperationDefinitionNode,
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
): Length | undefined {
  const name = LENGTH_ARGUMENTS.find((one) => field.args.some((arg) => arg.name === one));
  if (name === undefined) return undefined;
  const [least, most] = BOUNDS[name];
  // Out of bounds, or no number: refused by name when it is read, and until then the worst that it may mean.
  const bounded = (value: unknown) => (typeof value === 'number' && value >= least && value <= most ? value : most);
  const usual = bounded(field.args.find((arg) => arg.name === name)!.defaultValue);
  const given = node.arguments?.find((one) => one.name.value === name)?.value;
  if (given?.kind !== Kind.VARIABLE) {
    const length = given?.kind === Kind.INT ? bounded(Number(given.value)) : given ? most : usual;
    return () => length;
  }
  const variable = given.name.value;
  const standing = operation.variableDefinitions?.find((one) => one.variable.name.value === variable)?.defaultValue;
  const otherwise = standing?.kind === Kind.INT ? bounded(Number(standing.value)) : usual;
  return (variables) => (variables[variable] === undefined ? otherwise : bounded(variables[variable]));
}
