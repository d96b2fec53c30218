// Runs one operation: text that was parsed, measured and validated once is not parsed, measured and validated again.
import {
  execute,
  getOperationAST,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  recommendedRules,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import { badInput } from '../platform/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { MOST_ERRORS, MOST_STRANGER_ERRORS } from './errors.ts';
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
  /** The header Idempotency-Key, which holds for one mutation. */
  idempotencyKey?: string | undefined;
}

/** An operation that may run, or what stands against it. */
export type Prepared =
  | { errors: readonly GraphQLError[] }
  | { cost: number; isQuery: boolean; run: (context: RequestContext) => Promise<ExecutionResult> };

type Checked = { document: DocumentNode; costs: Map<string, CostOf> } | { errors: readonly GraphQLError[] };

/** Each repeats the whole of a variable in its message. */
const MOST_COERCION_ERRORS = 5;

/** Of all texts that are kept; their documents are some fifty times as large. What strangers ask displaces nothing of callers. */
const MOST_KEPT_CHARACTERS = { caller: 1_000_000, stranger: 50_000 };

/** The longer a name, the longer it takes to guess what was meant by it. */
const LONG_NAME = /\w{100}/;

const introspectionSize = introspectionSizes(schema);

export interface ExecutorSettings {
  introspection: boolean;
  /** For whom: the signed-in, or who has no token and may ask less. */
  audience: 'caller' | 'stranger';
}

/** Without introspection nothing tells the schema, and an error does not guess what was meant; nor does it for strangers, since that takes time. */
export function createExecutor({ introspection, audience }: ExecutorSettings): (operation: Operation) => Prepared {
  const rules = [
    ...specifiedRules,
    ...recommendedRules,
    storableTexts,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const isStranger = audience === 'stranger';
  const mayGuess = introspection && !isStranger;
  const kept = new Map<string, Checked>();
  let keptCharacters = 0;

  function check(query: string): Checked {
    const known = kept.get(query);
    if (known) return known;
    const checked = parseAndValidate(query);
    // The oldest go; an application asks the same few questions all day, and what is asked once need not be kept.
    keptCharacters += query.length;
    for (const oldest of kept.keys()) {
      if (keptCharacters <= MOST_KEPT_CHARACTERS[audience]) break;
      kept.delete(oldest);
      keptCharacters -= oldest.length;
    }
    kept.set(query, checked);
    return checked;
  }

  function parseAndValidate(query: string): Checked {
    const parsed = parseBounded(query, isStranger);
    if (parsed instanceof GraphQLError) return { errors: [parsed] };
    const shape = shapeOf(parsed);
    for (const measure of SHAPE) {
      const refused = tooComplex(measure, shape[measure], isStranger);
      if (refused) return { errors: [refused] };
    }
    const hideSuggestions = !mayGuess || LONG_NAME.test(query);
    const errors = validate(schema, parsed, rules, {
      hideSuggestions,
      maxErrors: isStranger ? MOST_STRANGER_ERRORS : MOST_ERRORS,
    });
    if (errors.length > 0) return { errors };
    const dishonest = shape.introspectionDepth > 0 ? askedInBadFaith(parsed, audience) : undefined;
    return dishonest ? { errors: [dishonest] } : { document: parsed, costs: operationCosts(schema, parsed) };
  }

  return ({ query, variables, operationName, idempotencyKey }) => {
    const tooLong = tooComplex('bytes', Buffer.byteLength(query));
    if (tooLong) return { errors: [tooLong] };
    const checked = check(query);
    if ('errors' in checked) return { errors: checked.errors };
    const unstorable = unstorableVariable(variables);
    if (unstorable) return { errors: [unstorable] };
    const { document, costs } = checked;
    if (idempotencyKey !== undefined && mutationsIn(document, operationName) > 1) {
      const refused = badInput(
        'The header Idempotency-Key holds for one mutation; give each of several its own idempotencyKey',
      );
      return { errors: [new GraphQLError(refused.message, { originalError: refused })] };
    }
    // Of several, none is meant without a name; execution says so.
    const costOf =
      operationName === undefined && costs.size === 1 ? [...costs.values()][0] : costs.get(operationName ?? '');
    const cost = costOf?.(variables) ?? 0;
    const tooDear = tooComplex('cost', cost);
    if (tooDear) return { errors: [tooDear] };
    return {
      cost,
      isQuery: getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY,
      run: (contextValue) =>
        measured(document, operationName, async () =>
          execute({
            schema,
            document,
            contextValue,
            variableValues: variables,
            operationName,
            hideSuggestions: !mayGuess || LONG_NAME.test(JSON.stringify(variables)),
            options: { maxCoercionErrors: MOST_COERCION_ERRORS },
          }),
        ),
    };
  };
}

const SHAPE = [
  'depth',
  'introspectionDepth',
  'fields',
  'aliases',
  'directives',
  'mutations',
  'fragments',
] as const satisfies Measure[];

function askedInBadFaith(document: DocumentNode, audience: ExecutorSettings['audience']): GraphQLError | undefined {
  const { twice, characters } = introspectionSize(document);
  if (twice !== undefined) {
    return refusedAsTooComplex(
      `The operation asks the schema for ${twice} again where it is asked for already, or too often; getIntrospectionQuery of graphql-js asks for everything once`,
    );
  }
  const most = INTROSPECTION_CHARACTERS[audience];
  if (characters <= most) return undefined;
  return refusedAsTooComplex(
    `What is asked of the schema has some ${Math.round(characters).toLocaleString('en-US')} characters; the most is ${most.toLocaleString('en-US')}` +
      (audience === 'stranger'
        ? ' without a token, unless it is asked as getIntrospectionQuery of graphql-js does'
        : ''),
  );
}

function parseBounded(query: string, isStranger: boolean): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: mostOf('tokens', isStranger) });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // The parser has no other word for it.
    return /more tha[nt] \d+ tokens/.test(error.message) ? tooComplex('tokens', Infinity, isStranger)! : error;
  }
}
