// The body of POST /graphql, read: one operation by its text or by its id, or a refusal in words.
import { hashNamed, operationHash, type KnownOperations } from './known-operations.ts';
import type { Operation } from './execute-query.ts';

export interface Refusal {
  code: 'BAD_USER_INPUT' | 'NOT_FOUND' | 'FORBIDDEN';
  message: string;
}

export interface OperationRules {
  operations: KnownOperations;
  /** Nothing runs but what is known. */
  onlyKnown: boolean;
}

/** A name that does not exist is repeated in the refusal. */
const MOST_NAME_CHARACTERS = 200;

export function readRequest(body: unknown, rules: OperationRules): Operation | { refusal: Refusal } {
  if (Array.isArray(body))
    return badInput('One operation for each request: the body must be a JSON object, not a list');
  if (!isRecord(body)) return badInput('The body must be a JSON object with a "query"');
  const { variables, operationName, extensions } = body;
  if (variables != null && !isRecord(variables)) return badInput('"variables" must be a JSON object');
  if (extensions != null && !isRecord(extensions)) return badInput('"extensions" must be a JSON object');
  if (operationName != null && typeof operationName !== 'string') return badInput('"operationName" must be a string');
  if ((operationName?.length ?? 0) > MOST_NAME_CHARACTERS) {
    return badInput(`"operationName" must have at most ${MOST_NAME_CHARACTERS} characters`);
  }
  const query = textOf(body, rules);
  if (typeof query !== 'string') return query;
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

function textOf(
  body: Record<string, unknown>,
  { operations, onlyKnown }: OperationRules,
): string | { refusal: Refusal } {
  const { query, documentId, extensions } = body;
  const persisted = isRecord(extensions) ? extensions['persistedQuery'] : undefined;
  const id = documentId ?? (isRecord(persisted) ? persisted['sha256Hash'] : undefined);
  if (id != null && typeof id !== 'string') return badInput('"documentId" must be a string');
  if (query != null && typeof query !== 'string') return badInput('"query" must be a string');
  if (id != null) {
    const text = operations.get(hashNamed(id));
    if (text !== undefined) return text;
    // In the very word that clients wait for before they send the text as well.
    if (query == null) return refuse('NOT_FOUND', 'PersistedQueryNotFound');
  }
  if (query == null) return badInput('The body must be a JSON object with a "query"');
  if (onlyKnown && !operations.has(operationHash(query))) {
    return refuse('FORBIDDEN', 'Only operations that this service was told of may be run here');
  }
  return query;
}

function refuse(code: Refusal['code'], message: string): { refusal: Refusal } {
  return { refusal: { code, message } };
}

function badInput(message: string): { refusal: Refusal } {
  return refuse('BAD_USER_INPUT', message);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
