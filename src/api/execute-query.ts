// Runs one operation. Documents that were parsed, measured and validated are cached by their text.
import {
  execute,
  getVariableValues,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  print,
  recommendedRules,
  specifiedRules,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { badInput, forbidden } from '../platform/errors.ts';
import { answerInJson, type AnswerInJson, type Result } from './answer-in-json.ts';
import type { RequestContext } from '../graphql/context.ts';
import { MOST_ERRORS, MOST_ANONYMOUS_ERRORS } from './errors.ts';
import { closedToCashiers } from './cashier-view.ts';
import { introspectionSizes } from './introspection-size.ts';
import { INTROSPECTION_CHARACTERS, mostOf, refusedAsTooComplex, tooComplex, type Measure } from '../graphql/limits.ts';
import { operationCosts, type CostOf } from './operation-cost.ts';
import { measured } from './operation-metrics.ts';
import { mutationsIn, shapeOf } from './operation-shape.ts';
import { schema } from './schema.ts';
import { storableTexts, unstorableVariable } from './storable-text.ts';

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
  /** The header Idempotency-Key, valid for a single mutation. */
  idempotencyKey?: string | undefined;
}

/** An operation that may run, or the errors that refuse it. */
export type Prepared =
  | { errors: readonly GraphQLError[] }
  | { cost: number; isQuery: boolean; run: (context: RequestContext) => Promise<Result> };

interface Kept {
  node: OperationDefinitionNode;
  cost: CostOf;
  /** Undefined: graphql-js executes it. */
  answer: AnswerInJson | undefined;
}

/** The operations of a document by their names. */
type Checked =
  | { document: DocumentNode; operations: Map<string | undefined, Kept>; closed: string | undefined }
  | { errors: readonly GraphQLError[] };

/** Each error quotes a whole variable in its message. */
const MOST_COERCION_ERRORS = 5;

/** Total length of cached texts; a document is up to 250 times as large: 60 MB. Anonymous requests have a cache of their own. */
const MOST_CACHED_CHARACTERS = { caller: 250_000, anonymous: 50_000 };

/** The time to compute "did you mean" suggestions grows with the length of a name. */
const LONG_NAME = /\w{100}/;

/**
 * Operations that are answered by a statement of their own, whose plan each connection keeps. Applications have few; a caller who makes
 * up more of them gets the same answers slower.
 */
const MOST_IN_JSON = 250;
/** Their texts: one that has left the cache and comes again is the same operation. */
const answeredInJson = new Set<string>();

const introspectionSize = introspectionSizes(schema);

export interface ExecutorSettings {
  introspection: boolean;
  /** Requests without a token have lower limits. */
  audience: 'caller' | 'anonymous';
}

/** Without introspection, and without a token, errors carry no "did you mean" suggestions: they reveal the schema and take time. */
function maySuggest({ introspection, audience }: ExecutorSettings, input: string | Operation['variables']): boolean {
  if (!introspection || audience === 'anonymous') return false;
  return !LONG_NAME.test(typeof input === 'string' ? input : JSON.stringify(input));
}

/** Parses, measures and validates a text, once while it is cached. */
function createChecks(settings: ExecutorSettings): (query: string) => Checked {
  const { introspection, audience } = settings;
  const rules = [
    ...specifiedRules,
    ...recommendedRules,
    storableTexts,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const isAnonymous = audience === 'anonymous';
  const cache = new Map<string, Checked>();
  let cachedCharacters = 0;

  function check(query: string): Checked {
    const parsed = parseBounded(query, isAnonymous);
    if (parsed instanceof GraphQLError) return { errors: [parsed] };
    const shape = shapeOf(parsed);
    for (const [measure, count] of Object.entries(shape) as [Measure, number][]) {
      const refused = tooComplex(measure, count, isAnonymous);
      if (refused) return { errors: [refused] };
    }
    const errors = validate(schema, parsed, rules, {
      hideSuggestions: !maySuggest(settings, query),
      maxErrors: isAnonymous ? MOST_ANONYMOUS_ERRORS : MOST_ERRORS,
    });
    if (errors.length > 0) return { errors };
    const refused = shape.introspectionDepth > 0 ? introspectionRefusal(parsed, audience) : undefined;
    return refused
      ? { errors: [refused] }
      : { document: parsed, operations: operationsOf(parsed, isAnonymous), closed: closedToCashiers(schema, parsed) };
  }

  return (query) => {
    const cached = cache.get(query);
    if (cached) return cached;
    const checked = check(query);
    // The error of a text of ten characters takes 60 kB, with all that its stack refers to.
    if ('errors' in checked) return checked;
    // Evict the oldest first: an application repeats the same few operations, so they are soon cached again.
    cachedCharacters += query.length;
    for (const oldest of cache.keys()) {
      if (cachedCharacters <= MOST_CACHED_CHARACTERS[audience]) break;
      cache.delete(oldest);
      cachedCharacters -= oldest.length;
    }
    cache.set(query, checked);
    return checked;
  };
}

export function createExecutor(settings: ExecutorSettings): (operation: Operation) => Prepared {
  const check = createChecks(settings);
  return ({ query, variables, operationName, idempotencyKey }) => {
    const tooLong = tooComplex('bytes', Buffer.byteLength(query));
    if (tooLong) return { errors: [tooLong] };
    const checked = check(query);
    if ('errors' in checked) return { errors: checked.errors };
    const unstorable = unstorableVariable(variables);
    if (unstorable) return { errors: [unstorable] };
    const { document, operations, closed } = checked;
    if (idempotencyKey !== undefined && mutationsIn(document, operationName) > 1) {
      const refused = badInput(
        'The header Idempotency-Key holds for one mutation; give each of several its own idempotencyKey',
      );
      return { errors: [new GraphQLError(refused.message, { originalError: refused })] };
    }
    // Several operations and no operationName: execution refuses that.
    const kept =
      operationName === undefined && operations.size === 1
        ? operations.values().next().value
        : operations.get(operationName);
    const cost = kept?.cost(variables) ?? 0;
    const tooDear = tooComplex('cost', cost);
    if (tooDear) return { errors: [tooDear] };
    const hideSuggestions = !maySuggest(settings, variables);
    async function run(contextValue: RequestContext): Promise<Result> {
      if (contextValue.isCashier && closed !== undefined) {
        const refused = forbidden('{field} is not for a cashier', { field: closed });
        return { errors: [new GraphQLError(refused.message, { originalError: refused })] };
      }
      if (!kept?.answer) {
        const options = { maxCoercionErrors: MOST_COERCION_ERRORS };
        return execute({
          schema,
          document,
          contextValue,
          variableValues: variables,
          operationName,
          hideSuggestions,
          options,
        });
      }
      const { coerced, errors } = getVariableValues(schema, kept.node.variableDefinitions ?? [], variables, {
        maxErrors: MOST_COERCION_ERRORS,
        hideSuggestions,
      });
      return coerced ? kept.answer(contextValue, coerced) : { errors };
    }
    const kind = kept?.node.operation;
    return {
      cost,
      isQuery: kind === OperationTypeNode.QUERY,
      run: (context) => measured(kind ?? 'none', () => run(context)),
    };
  };
}

function operationsOf(document: DocumentNode, isAnonymous: boolean): Map<string | undefined, Kept> {
  const costs = operationCosts(schema, document);
  const nodes = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return new Map(
    nodes.map((node) => {
      const name = node.name?.value;
      return [name, { node, cost: costs.get(name ?? '')!, answer: isAnonymous ? undefined : inJson(node) }];
    }),
  );
}

function inJson(node: OperationDefinitionNode): AnswerInJson | undefined {
  const text = print(node);
  const hasPlace = answeredInJson.has(text) || answeredInJson.size < MOST_IN_JSON;
  const answer = hasPlace ? answerInJson(schema, node) : undefined;
  if (answer) answeredInJson.add(text);
  return answer;
}

function introspectionRefusal(
  document: DocumentNode,
  audience: ExecutorSettings['audience'],
): GraphQLError | undefined {
  const { twice, characters } = introspectionSize(document);
  if (twice !== undefined) {
    return refusedAsTooComplex(
      'The operation asks the schema for {twice} again where it is asked for already, or too often; getIntrospectionQuery of graphql-js asks for everything once',
      { twice },
    );
  }
  const most = INTROSPECTION_CHARACTERS[audience];
  if (characters <= most) return undefined;
  const sizes = { characters: Math.round(characters).toLocaleString('en-US'), most: most.toLocaleString('en-US') };
  return audience === 'anonymous'
    ? refusedAsTooComplex(
        'The answer about the schema has some {characters} characters; the most is {most} without a token, unless it is asked as getIntrospectionQuery of graphql-js does',
        sizes,
      )
    : refusedAsTooComplex('The answer about the schema has some {characters} characters; the most is {most}', sizes);
}

function parseBounded(query: string, isAnonymous: boolean): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: mostOf('tokens', isAnonymous) });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // The parser has no error code for it.
    return /more tha[nt] \d+ tokens/.test(error.message) ? tooComplex('tokens', Infinity, isAnonymous)! : error;
  }
}
