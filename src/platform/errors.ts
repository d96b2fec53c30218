// Refusals: expected answers of "no", each with a code that callers can branch on; everything else is a surprise and is masked.

/** The one table of codes: what the GraphQL error carries, and the HTTP status where a plain route answers with it. */
export const ERROR_CODES = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  INSUFFICIENT_STOCK: 409,
  PAC_COMPANY_NOT_CONFIGURED: 409,
  PAC_UNAVAILABLE: 503,
  VOID_WINDOW_EXPIRED: 409,
  QUERY_TOO_COMPLEX: 400,
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export class DomainError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
  }
}

export function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

export function conflict(message: string): DomainError {
  return new DomainError('CONFLICT', message);
}

/** The same words for what does not exist and for what belongs to another tenant. */
export function notFound(what: string): DomainError {
  return new DomainError('NOT_FOUND', `${what} not found`);
}
