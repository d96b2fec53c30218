// Caches the answers to the standard introspection queries of tools, one for each variant.
import { gzipSync } from 'node:zlib';
import {
  executeSync,
  getIntrospectionQuery,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql';

export interface KeptAnswer {
  text: Buffer;
  gzip: Buffer;
}

/** Longer than the introspection query of any known tool. */
const MOST_CHARACTERS = 8_192;
const MOST_KNOWN_TEXTS = 100;
/** Fields and spreads with fragments expanded: three times those of the longest known query. */
const MOST_STEPS = 700;

/** `[T!]!` is the deepest nesting of a type. */
const DEEPEST_TYPE = 4;

/**
 * The cached answer when the document equals `getIntrospectionQuery` of graphql-js with any of its options, in any field order and with
 * any fragment names; undefined for any other. There are 256 variants, so the cache is bounded.
 */
export function keptIntrospection(schema: GraphQLSchema): (query: string) => KeptAnswer | undefined {
  const answers = new Map<string, KeptAnswer>();
  const cache = new Map<string, KeptAnswer | undefined>();

  function answerTo(query: string): KeptAnswer | undefined {
    const canonical = canonicalFor(query);
    if (canonical === undefined) return undefined;
    const kept = answers.get(canonical);
    if (kept) return kept;
    const text = Buffer.from(JSON.stringify({ data: executeSync({ schema, document: parse(canonical) }).data }));
    const answer = { text, gzip: gzipSync(text, { level: 9 }) };
    answers.set(canonical, answer);
    return answer;
  }

  return (query) => {
    if (query.length > MOST_CHARACTERS || !query.includes('__schema') || !query.includes('ofType')) return undefined;
    if (cache.has(query)) return cache.get(query);
    const answer = answerTo(query);
    cache.set(query, answer);
    if (cache.size > MOST_KNOWN_TEXTS) cache.delete(cache.keys().next().value!);
    return answer;
  };
}

/** The equivalent text as graphql-js writes it; undefined for none. */
function canonicalFor(query: string): string | undefined {
  const canonical = normalized(query);
  if (canonical === undefined) return undefined;
  const options = {
    descriptions: /\bdescription\b/.test(canonical),
    schemaDescription: /^__schema\{description,/.test(canonical),
    specifiedByUrl: canonical.includes('specifiedByURL'),
    directiveIsRepeatable: canonical.includes('isRepeatable'),
    oneOf: canonical.includes('isOneOf'),
    inputValueDeprecation: canonical.includes('args(includeDeprecated: true)'),
    experimentalDirectiveDeprecation: canonical.includes('directives(includeDeprecated: true)'),
    typeDepth: DEEPEST_TYPE,
  };
  const ours = getIntrospectionQuery(options);
  // Until 16.9 graphql-js asked for the root types by name alone.
  const older = ours.replaceAll('{ name kind }', '{ name }');
  return [ours, older].find((text) => normalized(text) === canonical);
}

/** Canonical text: fields sorted, fragments expanded, ofType cut at the deepest nesting; undefined for anything but one plain query. */
function normalized(query: string): string | undefined {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: 500, noLocation: true });
  } catch {
    return undefined;
  }
  const operations = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  const [operation] = operations;
  if (operations.length !== 1 || operation!.operation !== OperationTypeNode.QUERY || fragments.length > 5)
    return undefined;
  if (operation!.variableDefinitions?.length || operation!.directives?.length) return undefined;
  const sets = new Map(fragments.map((one) => [one.name.value, one]));
  let steps = 0;

  function partsOf(set: SelectionSetNode, types: number, spread: readonly string[]): string[] {
    return set.selections.flatMap((one) => {
      steps += 1;
      if (steps > MOST_STEPS || one.directives?.length) throw new NotPlain();
      if (one.kind === Kind.FIELD) return partOf(one, types, spread);
      if (one.kind === Kind.INLINE_FRAGMENT) return partsOf(one.selectionSet, types, spread);
      const name = one.name.value;
      const fragment = sets.get(name);
      if (!fragment || spread.includes(name)) throw new NotPlain();
      return partsOf(fragment.selectionSet, types, [...spread, name]);
    });
  }

  function partOf(field: FieldNode, types: number, spread: readonly string[]): string[] {
    if (field.alias) throw new NotPlain();
    const depth = field.name.value === 'ofType' ? types + 1 : 0;
    if (depth > DEEPEST_TYPE) return [];
    const args = field.arguments?.length ? `(${field.arguments.map((arg) => print(arg)).join(',')})` : '';
    const inner = field.selectionSet ? written(partsOf(field.selectionSet, depth, spread)) : '';
    return [`${field.name.value}${args}${inner}`];
  }

  try {
    return partsOf(operation!.selectionSet, 0, []).join();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function written(parts: readonly string[]): string {
  return `{${[...new Set(parts)].toSorted().join(',')}}`;
}

class NotPlain extends Error {}
