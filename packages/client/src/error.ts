// A refusal, or an answer that did not come, as a program can use it.

/** One of several problems of an input. */
export interface Problem {
  message: string;
  field?: string;
  params?: Record<string, string | number | null>;
}

interface ErrorFacts {
  code: string;
  message: string;
  field?: string | undefined;
  params?: Problem['params'] | undefined;
  problems?: readonly Problem[] | undefined;
  requestId?: string | undefined;
  /** Partial data that the operation returned beside its errors. */
  data?: unknown;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

export class FolioError extends Error {
  /** Such as CONFLICT or INSUFFICIENT_STOCK: what a program branches on; the message is for people. NO_ANSWER: none came. */
  readonly code: string;
  /** The field of the input that is wrong. */
  readonly field: string | undefined;
  /** The values of the message. */
  readonly parameters: Record<string, string | number | null>;
  /** All problems of the input, where it has several. */
  readonly problems: readonly Problem[];
  /** Under which the service's log has it. */
  readonly requestId: string | undefined;
  readonly data: unknown;
  readonly retryAfterMs: number | undefined;

  constructor(answer: ErrorFacts) {
    super(answer.message, { cause: answer.cause });
    this.name = 'FolioError';
    this.code = answer.code;
    this.field = answer.field;
    this.parameters = answer.params ?? {};
    this.problems = answer.problems ?? [];
    this.requestId = answer.requestId;
    this.data = answer.data;
    this.retryAfterMs = answer.retryAfterMs;
  }
}

const NOT_NOW = ['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'PAC_UNAVAILABLE', 'NO_ANSWER'];

/** Nothing is wrong with what was asked. */
export function isPassing({ code }: FolioError): boolean {
  return NOT_NOW.includes(code);
}
