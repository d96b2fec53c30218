// Meaning of an HTTP answer, whichever PAC gave it: verdict, no verdict, or nothing that can be read.
import type { IncomingHttpHeaders } from 'node:http';
import type { Json } from './json.ts';

/** Result of one call. */
export type Answer = Answered | Failed;

export interface Answered {
  kind: 'answered';
  httpStatus: number;
  headers: IncomingHttpHeaders;
  /** Undefined when the body is not of the PAC's format, or was cut off or too large to be believed. */
  json: Json | undefined;
  /** Part of the body that may be kept, without our key: its JSON, else the beginning of its text. */
  raw: Json;
  isEmpty: boolean;
  /** Body as it came; of a file. */
  bytes?: Buffer;
  /** Why the body is not whole, null when it is. */
  broken: string | null;
}

export interface Failed {
  kind: 'failed';
  cause: string;
  /** False only where it is proven that not one byte of the request left this machine. */
  mayHaveArrived: boolean;
}

export function failure(answer: Failed) {
  return answer.mayHaveArrived
    ? ({ outcome: 'unknown', cause: answer.cause, raw: null } as const)
    : ({ outcome: 'notSent', cause: answer.cause } as const);
}

/** Failure of a question, which acts on nothing. */
export function unanswered({ cause }: Failed) {
  return { outcome: 'unavailable', cause, retryAfterSeconds: null } as const;
}

/** Answer in the place of one: no document of the PAC has such an id, so it is not asked. */
export function impossible(documentId: string) {
  const text = `not asked: "${documentId.slice(0, 200).toWellFormed()}" cannot be a document's id`;
  return { outcome: 'notFound', raw: { text, httpStatus: null } } as const;
}

/** Refusal of the credentials; `reasons`: by the PAC's own words, as far as it gives any. */
export function credentials({ raw, httpStatus }: Answered, ...reasons: (string | undefined)[]) {
  const cause = reasons.filter((text) => text !== undefined).join(': ');
  return { outcome: 'refusedCredentials', cause, raw, httpStatus } as const;
}

/** Answer that says nothing of what was asked. */
export function unavailable(answer: Answered) {
  const { httpStatus } = answer;
  const cause = isSuccess(httpStatus) ? unreadable(answer) : `HTTP ${httpStatus}`;
  return { outcome: 'unavailable', cause, httpStatus, retryAfterSeconds: retryAfterSeconds(answer) } as const;
}

/** Answer that leaves open what became of the request. */
export function inDoubt({ httpStatus, raw }: Answered, cause: string) {
  return { outcome: 'unknown', cause, httpStatus, raw } as const;
}

// Statuses that never speak about the document itself, whatever their bodies say.
export function withoutVerdict(answer: Answered) {
  const { httpStatus } = answer;
  if (httpStatus === 429 && !isPage(answer) && !answer.isEmpty) {
    return { outcome: 'throttled', retryAfterSeconds: retryAfterSeconds(answer), raw: answer.raw } as const;
  }
  if (httpStatus === 408 || httpStatus === 425 || httpStatus === 429 || httpStatus === 499 || httpStatus >= 500) {
    const patience = httpStatus === 429 ? { retryAfterSeconds: retryAfterSeconds(answer) } : {};
    return { ...inDoubt(answer, `HTTP ${httpStatus} is no verdict`), ...patience };
  }
  return null;
}

/** Whether a reason says that the document has been voided before. */
export function saysAlreadyVoided(reason: string): boolean {
  return /\bya (se encuentra |est[aá] |fue |ha sido )?(anulad|cancelad)|already[\s_-]*(been[\s_-]*)?(void|cancel|annul)/i.test(
    reason,
  );
}

const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Seconds to wait, from `Retry-After`. A date is measured against the answer's own `Date`, so our clock has no say. */
export function retryAfterSeconds({ headers }: Pick<Answered, 'headers'>): number | null {
  // Undici gives both of two, whatever its type says; the first counts, as in Node.
  const value = [headers['retry-after'] ?? ''].flat()[0]!.trim();
  if (value === '') return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.parse(headers.date ?? '')) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 0), MAX_RETRY_AFTER_SECONDS) : null;
}

export function unreadable(answer: Answered): string {
  if (answer.broken !== null) return `HTTP ${answer.httpStatus}, then ${answer.broken}`;
  return answer.isEmpty
    ? `HTTP ${answer.httpStatus} with an empty body`
    : `HTTP ${answer.httpStatus} with a body that we cannot read`;
}

// A body that is neither JSON nor empty was written by something in between, or did not arrive whole.
export function isPage(answer: Answered): boolean {
  return answer.broken !== null || (answer.json === undefined && !answer.isEmpty);
}

export function isSuccess(httpStatus: number): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

export function isClientError(httpStatus: number): boolean {
  return httpStatus >= 400 && httpStatus < 500;
}

/** The credentials are; the PAC's word that it has done nothing. */
export function isRefused({ httpStatus }: Answered): boolean {
  return httpStatus === 401 || httpStatus === 403;
}
