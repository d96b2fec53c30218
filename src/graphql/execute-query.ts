// Runs one operation: text that was parsed, measured and validated once is not parsed, measured and validated again.
import {
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  recommendedRules,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import type { RequestContext } from './context.ts';
import { OPERATION_LIMITS, tooComplex } from './limits.ts';
import { operationCosts, type CostOf } from './operation-cost.ts';
import { measured } from './operation-metrics.ts';
import { shapeOf } from './operation-shape.ts';
import { schema } from './schema.ts';
import { storableTexts, unstorableVariable } from './storable-text.ts';

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

/** An operation that may run, or what stands against it. */
export type Prepared =
  { errors: readonly GraphQLError[] } | { cost: number; run: (context: RequestContext) => Promise<ExecutionResult> };

type Checked = { document: DocumentNode; costs: Map<string, CostOf> } | { errors: readonly GraphQLError[] };

/** Each repeats the whole of a variable in its message. */
const MOST_COERCION_ERRORS = 5;

/** Of all texts that are kept; their documents are some fifty times as large. */
const MOST_KEPT_CHARACTERS = 1_000_000;

/** Without introspection nothing tells the schema, and an error does not guess what was meant. */
export function createExecutor({ introspection }: { introspection: boolean }): (operation: Operation) => Prepared {
  const rules = [
    ...specifiedRules,
    ...recommendedRules,
    storableTexts,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];
  const hideSuggestions = !introspection;
  const kept = new Map<string, Checked>();
  let keptCharacters = 0;

  function check(query: string): Checked {
    const known = kept.get(query);
    if (known) return known;
    const checked = parseAndValidate(query);
    // The oldest go; an application asks the same few questions all day, and what is asked once need not be kept.
    keptCharacters += query.length;
    for (const oldest of kept.keys()) {
      if (keptCharacters <= MOST_KEPT_CHARACTERS) break;
      kept.delete(oldest);
      keptCharacters -= oldest.length;
    }
    kept.set(query, checked);
    return checked;
  }

  function parseAndValidate(query: string): Checked {
    const parsed = parseBounded(query);
    if (parsed instanceof GraphQLError) return { errors: [parsed] };
    const shape = shapeOf(parsed);
    for (const measure of ['depth', 'introspectionDepth', 'fields', 'aliases', 'directives', 'mutations'] as const) {
      const refused = tooComplex(measure, shape[measure]);
      if (refused) return { errors: [refused] };
    }
    const errors = validate(schema, parsed, rules, { hideSuggestions });
    return errors.length > 0 ? { errors } : { document: parsed, costs: operationCosts(schema, parsed) };
  }

  return ({ query, variables, operationName }) => {
    const tooLong = tooComplex('bytes', Buffer.byteLength(query));
    if (tooLong) return { errors: [tooLong] };
    const checked = check(query);
    if ('errors' in checked) return { errors: checked.errors };
    const unstorable = unstorableVariable(variables);
    if (unstorable) return { errors: [unstorable] };
    const { document, costs } = checked;
    // Of several, none is meant without a name; execution says so.
    const costOf =
      operationName === undefined && costs.size === 1 ? [...costs.values()][0] : costs.get(operationName ?? '');
    const cost = costOf?.(variables) ?? 0;
    const tooDear = tooComplex('cost', cost);
    if (tooDear) return { errors: [tooDear] };
    return {
      cost,
      run: (contextValue) =>
        measured(document, operationName, async () =>
          execute({
            schema,
            document,
            contextValue,
            variableValues: variables,
            operationName,
            hideSuggestions,
            options: { maxCoercionErrors: MOST_COERCION_ERRORS },
          }),
        ),
    };
  };
}

function parseBounded(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxTokens: OPERATION_LIMITS.tokens.most });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // The parser has no other word for it.
    return /more tha[nt] \d+ tokens/.test(error.message) ? tooComplex('tokens', Infinity)! : error;
  }
}
