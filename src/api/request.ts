// Reads the body of POST /graphql: one operation by text or by id.
import { hashNamed, operationHash, type KnownOperations } from './known-operations.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { isRecord } from '../platform/is-record.ts';
import type { Operation } from './execute-query.ts';

export interface OperationRules {
  operations: KnownOperations;
  /** Only persisted operations may run. */
  onlyKnown: boolean;
}

/** An unknown name is quoted in the error. */
const MOST_NAME_CHARACTERS = 200;

/** Throws a refusal when the body is no operation, or none that may run here. */
export function readRequest(body: unknown, rules: OperationRules): Operation {
  if (Array.isArray(body)) throw badInput('One operation for each request: the body must be a JSON object, not a list');
  if (!isRecord(body)) throw badInput('The body must be a JSON object with a "query"');
  const { variables, operationName, extensions } = body;
  if (variables != null && !isRecord(variables)) throw badInput('"variables" must be a JSON object');
  if (extensions != null && !isRecord(extensions)) throw badInput('"extensions" must be a JSON object');
  if (operationName != null && typeof operationName !== 'string') throw badInput('"operationName" must be a string');
  if ((operationName?.length ?? 0) > MOST_NAME_CHARACTERS) {
    throw badInput('"operationName" must have at most {most} characters', { most: MOST_NAME_CHARACTERS });
  }
  const query = textOf(body, rules);
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

function textOf(body: Record<string, unknown>, { operations, onlyKnown }: OperationRules): string {
  const { query, documentId, extensions } = body;
  const persisted = isRecord(extensions) ? extensions['persistedQuery'] : undefined;
  const id = documentId ?? (isRecord(persisted) ? persisted['sha256Hash'] : undefined);
  if (id != null && typeof id !== 'string') throw badInput('"documentId" must be a string');
  if (query != null && typeof query !== 'string') throw badInput('"query" must be a string');
  if (id != null) {
    const text = operations.get(hashNamed(id));
    if (text !== undefined) return text;
    // Clients recognise this message and send the request again with the text.
    if (query == null) throw new DomainError('NOT_FOUND', 'PersistedQueryNotFound');
  }
  if (query == null) throw badInput('The body must be a JSON object with a "query"');
  if (onlyKnown && !operations.has(operationHash(query))) {
    throw new DomainError('FORBIDDEN', 'Only persisted operations may run here');
  }
  return query;
}
