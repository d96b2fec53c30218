// Runs one operation: text that was parsed and validated once is not parsed and validated again.
import {
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from 'graphql';
import type { RequestContext } from './context.ts';
import { schema } from './schema.ts';
import { storableTexts, unstorableVariable } from './storable-text.ts';

export interface Operation {
  query: string;
  variables: Record<string, unknown>;
  operationName: string | undefined;
}

type Checked = { document: DocumentNode } | { errors: readonly GraphQLError[] };

const RULES = [...specifiedRules, storableTexts];
const MOST_KEPT = 1000;
const kept = new Map<string, Checked>();

export async function executeQuery(operation: Operation, context: RequestContext): Promise<ExecutionResult> {
  const checked = check(operation.query);
  if ('errors' in checked) return { errors: checked.errors };
  const unstorable = unstorableVariable(operation.variables);
  if (unstorable) return { errors: [unstorable] };
  return execute({
    schema,
    document: checked.document,
    contextValue: context,
    variableValues: operation.variables,
    operationName: operation.operationName,
  });
}

function check(query: string): Checked {
  const known = kept.get(query);
  if (known) return known;
  const checked = parseAndValidate(query);
  // The oldest goes; an application asks the same few questions all day, and what is asked once need not be kept.
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(query, checked);
  return checked;
}

function parseAndValidate(query: string): Checked {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: 5_000 });
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
  const errors = validate(schema, document, RULES);
  return errors.length > 0 ? { errors } : { document };
}
