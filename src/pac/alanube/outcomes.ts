// Meaning of a PAC answer for its question: verdict, no verdict, or unknown.
import { isAuthorized, isRejected } from '../../fiscal/legal-status.ts';
import { isRecord } from '../../platform/is-record.ts';
import {
  credentials,
  failure,
  inDoubt,
  isClientError,
  isPage,
  isRefused,
  isSuccess,
  saysAlreadyVoided,
  unanswered,
  unavailable,
  unreadable,
  withoutVerdict,
  type Answer,
  type Answered,
} from '../answer.ts';
import type { Json } from '../json.ts';
import type {
  CheckDigitOutcome,
  EmailOutcome,
  LookupOutcome,
  PacDocument,
  SubmissionOutcome,
  VoidOutcome,
} from '../face.ts';
import { parseDocument, parseReasons } from './wire.ts';

export function submissionOutcome(answer: Answer): SubmissionOutcome {
  if (answer.kind === 'failed') return failure(answer);
  const { httpStatus, json, raw } = answer;
  const refusal = isRefused(answer) ? refused(answer) : withoutVerdict(answer);
  if (refusal) return refusal;
  if (isSuccess(httpStatus)) {
    if (!isRecord(json)) return inDoubt(answer, unreadable(answer));
    const document = documentOf(answer);
    const { documentId, cufe, legalStatus, reasons } = document;
    if (isRejected(legalStatus)) {
      return { outcome: 'rejected', reasons, raw, httpStatus, document };
    }
    if (!isNamed(document) && legalStatus === null)
      return inDoubt(answer, `HTTP ${httpStatus} without a document in it`);
    const isComplete = documentId !== null && cufe !== null && legalStatus !== null;
    return { outcome: isComplete ? 'accepted' : 'incomplete', document, raw, httpStatus };
  }
  if (!isClientError(httpStatus)) return inDoubt(answer, `HTTP ${httpStatus} is no verdict`);
  const reasons = verdictReasons(answer);
  if (reasons.length === 0) return inDoubt(answer, `HTTP ${httpStatus} without an error that we can read`);
  const document = documentOf(answer);
  const rest = { reasons, raw, httpStatus, ...(isNamed(document) ? { document } : {}) };
  // Neither a conflict nor an error that brings an authorized document is a plain rejection: a new number after it could
  // certify the same sale twice.
  const isTaken = isAuthorized(document.legalStatus);
  return httpStatus === 409 || isTaken || reasons.some(saysDuplicate)
    ? { outcome: 'duplicate', ...rest }
    : { outcome: 'rejected', ...rest };
}

export function lookupOutcome(answer: Answer): LookupOutcome {
  if (answer.kind === 'failed') return { ...unanswered(answer), raw: null };
  const { httpStatus, json, raw } = answer;
  if (isSuccess(httpStatus) && isRecord(json)) {
    const document = documentOf(answer);
    if (isNamed(document) || document.legalStatus !== null) return { outcome: 'found', document, raw };
  }
  if (httpStatus === 404) return { outcome: 'notFound', raw };
  if (isRefused(answer)) return refused(answer);
  return { ...unavailable(answer), raw };
}

export function voidOutcome(answer: Answer): VoidOutcome {
  if (answer.kind === 'failed') return failure(answer);
  const { httpStatus, raw } = answer;
  const refusal = isRefused(answer) ? refused(answer) : withoutVerdict(answer);
  if (refusal) return refusal;
  if (isSuccess(httpStatus)) {
    if (isPage(answer)) return inDoubt(answer, unreadable(answer));
    // Neither yes nor no; the document itself will tell.
    const errors = parseReasons(isRecord(raw) ? { errors: raw['errors'] ?? null } : null);
    if (errors.length > 0) return inDoubt(answer, `HTTP ${httpStatus} with errors: ${errors.join('; ')}`);
    return { outcome: 'voided', document: documentOf(answer), raw };
  }
  if (!isClientError(httpStatus) || isPage(answer)) return inDoubt(answer, `HTTP ${httpStatus} is no verdict`);
  if (httpStatus === 404) return { outcome: 'notFound', raw };
  const reasons = verdictReasons(answer);
  if (reasons.length === 0) return inDoubt(answer, `HTTP ${httpStatus} without an error that we can read`);
  const alreadyVoided = reasons.some(saysAlreadyVoided);
  return { outcome: 'refused', reasons, alreadyVoided, document: documentOf(answer), raw, httpStatus };
}

export function checkDigitOutcome(answer: Answer): CheckDigitOutcome {
  if (answer.kind === 'failed') return unanswered(answer);
  const { httpStatus, json } = answer;
  if (isRefused(answer)) return refused(answer);
  if (isSuccess(httpStatus) && isRecord(json)) {
    const { checkDigit, receiver, type } = json;
    const digits = typeof checkDigit === 'number' ? String(checkDigit) : checkDigit;
    if (typeof digits === 'string' && /^\d{1,2}$/.test(digits)) {
      const word = (value: Json | undefined) => (typeof value === 'string' ? value : null);
      return { outcome: 'found', checkDigit: digits.padStart(2, '0'), receiver: word(receiver), type: word(type) };
    }
  }
  const reasons = parseReasons(answer.raw);
  if ((httpStatus === 400 || httpStatus === 404 || httpStatus === 422) && !isPage(answer)) {
    return { outcome: 'notFound', reasons };
  }
  return unavailable(answer);
}

export function emailOutcome(answer: Answer): EmailOutcome {
  if (answer.kind === 'failed') return { ...unanswered(answer), raw: null };
  const { httpStatus, raw } = answer;
  if (isRefused(answer)) return refused(answer);
  if (isSuccess(httpStatus) && !isPage(answer)) return { outcome: 'sent', raw };
  if (httpStatus === 404) return { outcome: 'notFound', raw };
  const reasons = verdictReasons(answer);
  if ((httpStatus === 400 || httpStatus === 422) && reasons.length > 0) {
    return { outcome: 'refused', reasons, raw, httpStatus };
  }
  return { ...unavailable(answer), raw };
}

const refused = (answer: Answered) => credentials(answer, `HTTP ${answer.httpStatus}`, parseReasons(answer.raw)[0]);

/**
 * The reasons of a 4xx that the PAC itself has written: lists of errors, `code` with `message`, or `error`. A bare `message`, or an
 * `error` that only names the status, is what gateways and web servers say of a request that the PAC may never have seen; taken for a
 * verdict, it would reject documents for good. Of a wrong address and of sizes only the more certain shapes count.
 */
function verdictReasons({ httpStatus, json, raw }: Answered): string[] {
  if (typeof json !== 'object' || json === null) return [];
  const listed = parseDocument(raw).reasons;
  if (httpStatus === 404 || httpStatus === 405) return listed;
  const isPacs = Array.isArray(json) || listed.length > 0 || hasCode(json) || namesError(json, httpStatus);
  return isPacs ? parseReasons(raw) : [];
}

function hasCode({ code }: { [key: string]: Json }): boolean {
  return typeof code === 'number' || (typeof code === 'string' && code !== '');
}

const OF_SIZES = [413, 414, 431];

function namesError({ error }: { [key: string]: Json }, httpStatus: number): boolean {
  if (error === undefined || error === null || OF_SIZES.includes(httpStatus)) return false;
  return typeof error !== 'string' || !NAME_OF_STATUS.test(error.trim());
}

const NAME_OF_STATUS =
  /^(bad request|invalid request|payment required|not acceptable|proxy authentication required|conflict|gone|length required|precondition (failed|required)|(payload|content|request entity) too large|(request-)?uri too long|unsupported media type|expectation failed|misdirected request|unprocessable (entity|content)|locked|failed dependency|upgrade required)$/i;

// "Ya fue anulada" or "already credited" is another matter, so what has happened to the number must be said.
const USED = '(registrad|utilizad|usad|emitid|enviad|recibid|procesad|autorizad|certificad)[oa]';
const DUPLICATE = new RegExp(
  [
    'duplicad',
    'duplicat',
    '\\bya existe',
    `\\bya (fue|ha sido|se encuentra|est[aá]) ${USED}`,
    '\\bya est[aá] en uso',
    `previamente ${USED}`,
    'already[\\s_-]*(been[\\s_-]*)?(exist|in[\\s_-]use|used|registered|issued|sent|submitted|received|processed|authori[sz]ed)',
  ].join('|'),
  'i',
);
const ABOUT_DOCUMENT =
  /n[uú]mer|invoice|factura|documento|document\b|credit[\s_-]?note|nota de cr[eé]dito|cufe|fiscal|folio|secuencia/i;
const ABOUT_ANOTHER_THING =
  /\bitems?\b|[ií]tem|\bline\b|l[ií]nea|rengl[oó]n|product|payment|pago|e-?mail|correo|phone|tel[eé]fono|cpbs/i;

/** Whether a reason says that the number, not some part of the document, exists already. */
export function saysDuplicate(reason: string): boolean {
  return (
    DUPLICATE.test(reason) &&
    !/\bitems?[[.]/.test(reason) &&
    (ABOUT_DOCUMENT.test(reason) || !ABOUT_ANOTHER_THING.test(reason))
  );
}

// Fields that name the document are read as they came; prose is read without our key.
function documentOf({ json, raw }: Answered): PacDocument {
  const { reasons, remarks } = parseDocument(raw);
  return { ...parseDocument(json), reasons, ...(remarks ? { remarks } : {}) };
}

function isNamed(document: PacDocument): boolean {
  return document.documentId !== null || document.cufe !== null;
}
