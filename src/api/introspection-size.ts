// Estimates the size of the answer to an introspection query from the query alone. Tools ask for each list once. Pure.
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  isWrappingType,
  Kind,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';
import { fieldsOf, fragmentsOf, type Fragments } from './fragments.ts';

export interface IntrospectionSize {
  /** A list that is selected within itself, or twice under different aliases, as no tool does; undefined for none. */
  twice: string | undefined;
  /** Estimated size of the answer. */
  characters: number;
}

/** Characters of one value besides its name. */
const CHARACTERS_OF_A_VALUE = 40;

/** gql.tada, for example, asks for three types to detect what the server supports. */
const MOST_TYPES_BY_NAME = 10;

/** The mean length of a list over all types, and its longest. */
interface Lengths {
  lists: Record<string, { perType: number; most: number }>;
  /** By depth: of the types that are wrapped so often, the share that is wrapped once more. */
  wrapped: readonly number[];
}

/** `[T!]!` nests three types; ofType is null below. */
const DEEPEST_TYPE = 3;

/** The document must be valid and small: fragments are expanded at each spread. */
export function introspectionSizes(schema: GraphQLSchema): (document: DocumentNode) => IntrospectionSize {
  const lengths = lengthsIn(schema);
  return (document) => {
    const sizes = document.definitions
      .filter((one) => one.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => sizeOf(operation.selectionSet, fragmentsOf(document), lengths));
    return {
      twice: sizes.find(({ twice }) => twice !== undefined)?.twice,
      characters: Math.max(0, ...sizes.map(({ characters }) => characters)),
    };
  };
}

function sizeOf(root: SelectionSetNode, fragments: Fragments, lengths: Lengths): IntrospectionSize {
  let twice: string | undefined;
  let characters = 0;

  /** `isMean`: `times` is a mean over all types, and no longest list. */
  function walk(
    set: SelectionSetNode,
    times: number,
    above: readonly string[],
    { isOfAll, isMean, depth }: { isOfAll: boolean; isMean: boolean; depth: number },
  ): void {
    const beside = new Map<string, string>();
    for (const field of fieldsOf(set, fragments)) {
      const name = field.name.value;
      const shownAs = (field.alias ?? field.name).value;
      characters += times * (shownAs.length + CHARACTERS_OF_A_VALUE);
      const isList = Object.hasOwn(lengths.lists, name) && field.selectionSet !== undefined;
      if (isList && (above.includes(name) || (beside.get(name) ?? shownAs) !== shownAs)) twice ??= name;
      beside.set(name, shownAs);
      const deeper = name === 'ofType' ? depth + 1 : 0;
      if (!field.selectionSet || deeper > DEEPEST_TYPE) continue;
      const { perType, most } = lengths.lists[name] ?? { perType: 1, most: 1 };
      const isOfTypes = name === 'types';
      const length = isList ? (isOfAll || isOfTypes ? perType : most) : isMean ? (lengths.wrapped[deeper] ?? 1) : 1;
      walk(field.selectionSet, times * length, isList ? [...above, name] : above, {
        isOfAll: isOfTypes || (isOfAll && isList),
        isMean: isOfTypes || (isMean && (isOfAll || !isList)),
        depth: deeper,
      });
    }
  }

  const roots = fieldsOf(root, fragments).filter(({ name: { value } }) => value === '__schema' || value === '__type');
  const schemas = roots.filter(({ name }) => name.value === '__schema').length;
  if (schemas > 1) twice = '__schema';
  else if (roots.length - schemas > MOST_TYPES_BY_NAME) twice = '__type';
  for (const { selectionSet, alias, name } of roots) {
    characters += (alias ?? name).value.length;
    if (selectionSet && twice === undefined) walk(selectionSet, 1, [], { isOfAll: false, isMean: false, depth: 0 });
  }
  return { twice, characters };
}

function lengthsIn(schema: GraphQLSchema): Lengths {
  const types = Object.values(schema.getTypeMap());
  const directives = schema.getDirectives();
  const fields = types.flatMap(fieldsOfType);
  const args = [...fields, ...directives].map((one) => one.args.length);
  const ofTypes = (count: (type: GraphQLNamedType) => number) => lengthOf(types.map(count));
  const inputs = types.flatMap((type) => (isInputObjectType(type) ? Object.values(type.getFields()) : []));
  const lists = {
    types: { perType: types.length, most: types.length },
    directives: { perType: directives.length, most: directives.length },
    fields: ofTypes((type) => fieldsOfType(type).length),
    args: lengthOf(args),
    inputFields: ofTypes((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    interfaces: ofTypes((type) => (isObjectType(type) || isInterfaceType(type) ? type.getInterfaces().length : 0)),
    enumValues: ofTypes((type) => (isEnumType(type) ? type.getValues().length : 0)),
    possibleTypes: ofTypes((type) =>
      isUnionType(type) || isInterfaceType(type) ? schema.getPossibleTypes(type).length : 0,
    ),
  };
  return { lists, wrapped: wrappedIn([...fields, ...fields.flatMap(({ args }) => args), ...inputs]) };
}

function wrappedIn(all: readonly { type: GraphQLType }[]): number[] {
  const wrappersOf = (type: GraphQLType): number => (isWrappingType(type) ? 1 + wrappersOf(type.ofType) : 0);
  const depths = all.map(({ type }) => wrappersOf(type));
  const atLeast = (depth: number): number => depths.filter((one) => one >= depth).length;
  return Array.from({ length: DEEPEST_TYPE + 1 }, (_, depth) =>
    depth === 0 ? 1 : atLeast(depth) / Math.max(1, atLeast(depth - 1)),
  );
}

function fieldsOfType(type: GraphQLNamedType) {
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
}

function lengthOf(counts: readonly number[]): { perType: number; most: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return { perType: total / Math.max(1, counts.length), most: Math.max(1, ...counts) };
}
