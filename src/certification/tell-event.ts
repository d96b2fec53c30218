// What one event of a document's timeline says, as a sentence for somebody who has to explain it to a tax inspector: pure.
import type { DocumentEvent, EventKind } from './timeline.ts';

type Detail = Record<string, unknown>;

/** A kind that is not known here (a newer process wrote it) is told by its name. */
export function tellEvent({ kind, actor, detail }: Pick<DocumentEvent, 'kind' | 'actor' | 'detail'>): string {
  const tell = Object.hasOwn(TELLERS, kind) ? TELLERS[kind as EventKind] : undefined;
  return tell ? tell((detail ?? {}) as Detail, actor) : `${kind}.`;
}

const TELLERS: Record<EventKind, (detail: Detail, actor: string) => string> = {
  INTENT: ({ number, mode, expectedCufe, pacCompanyId }) =>
    mode === 'DGI'
      ? `${text(number)} was written here, with the duty to submit it to the PAC${given(' for the company ', pacCompanyId)}. ` +
        `Nothing has been sent yet.${given(' The CUFE that it will have: ', expectedCufe)}`
      : `${text(number)} was recorded here as ${text(mode)}; it is not sent to the PAC.`,
  CLAIMED: ({ what, attempt, payloadSha256 }) =>
    what === 'void'
      ? 'The request to void it is being sent to the PAC; from here on it may have arrived.'
      : `Attempt ${text(attempt)} to send it to the PAC began; from here on it may have arrived.` +
        given(' SHA-256 of what is sent (pacInput): ', payloadSha256),
  NOT_SENT: ({ what, cause, triedAgainAfterSeconds }) =>
    `${what === 'void' ? 'The request to void it' : 'It'} did not reach the PAC, or was not processed there: ${text(cause)}. ` +
    (triedAgainAfterSeconds === undefined
      ? 'It is sent, under the same number, once the PAC answers again.'
      : `It is tried again under the same number after ${text(triedAgainAfterSeconds)} s.`),
  ANSWERED: ({ outcome, httpStatus, pacDocumentId, cufe, reasons }) =>
    `The PAC answered${given(' HTTP ', httpStatus)}: ` +
    (outcome === 'rejected'
      ? `refused${given(', because ', list(reasons))}.`
      : `accepted${given(' as its document ', pacDocumentId)}${given(', CUFE ', cufe)}.`),
  UNKNOWN: ({ cause }) =>
    `No usable answer came: ${text(cause)}. The PAC may have it, so it is not sent again by itself; a notice of the PAC, ` +
    'a question to it, or an operator will tell.',
  LATE_ANSWER: ({ outcome }) =>
    `An answer (${text(outcome)}) came after its time was over. It is kept as evidence and overwrites nothing.`,
  LEGAL_STATUS: ({ from, to, poll }, actor) =>
    `Legal status: ${from === null || from === undefined ? 'none' : text(from)} → ${text(to)}, told by ${witness(actor, poll)}.`,
  SAID_AGAIN: ({ said, stays }, actor) =>
    `${capital(witness(actor))} said ${text(said)}, which ` +
    (stays === 'same' ? 'is what was known already.' : 'is older than what is known. Nothing changed.'),
  CONTRADICTED: ({ said }, actor) =>
    `${capital(witness(actor))} said ${text(said)}, which denies what is known. Nothing changed; an operator has to look at it.`,
  NOTICE_PARKED: ({ because }) => `A notice of the PAC was not believed: ${text(because)}. Nothing changed.`,
  POLLED: ({ poll, found }) => `The PAC was asked (question ${text(poll)}) and said: ${text(found)}.`,
  PDF_ATTACHED: ({ filename, byteSize, sha256 }, actor) =>
    `The certified PDF was attached by ${witness(actor)}${given(': ', filename)}${given(', ', byteSize, ' bytes')}, ` +
    `SHA-256 ${text(sha256)}.`,
  PARKED: ({ because }) => `It waits for an operator: ${text(because)}.`,
  VOID_ASKED: ({ reason }, actor) => `${actor} asked for it to be voided: “${text(reason)}”.`,
  VOIDED: () => 'The PAC has voided it. Its legal status stays what it was; here it is VOID.',
  VOID_REFUSED: ({ because }) => `It is not voided: ${text(because)}.`,
  VOID_UNKNOWN: ({ cause }) =>
    `No usable answer to the request to void it came: ${text(cause)}. The PAC is asked whether it is void; the request is ` +
    'not sent again by itself.',
  SETTLED: ({ pacDocumentId, notReceived, numberTakenBy, parked, note }, actor) => {
    if (notReceived !== undefined) {
      return `${actor} declared that the PAC never received it: “${text(notReceived)}”. One new attempt under the same number is allowed.`;
    }
    if (numberTakenBy !== undefined) {
      return `${actor} found that the PAC's document ${text(numberTakenBy)}, which is not ours, has its number; the PAC was asked and confirms it.`;
    }
    if (note !== undefined)
      return `${actor} looked at what it waited for (${text(parked)}) and noted: “${text(note)}”.`;
    return (
      `It was found at the PAC as document ${text(pacDocumentId)} by ${witness(actor)}; the PAC was asked, and what it showed ` +
      'is what was sent.'
    );
  },
};

/** Who says so, in words. */
function witness(actor: string, poll?: unknown): string {
  if (actor === 'pac-webhook') return 'a notice of the PAC';
  if (actor === 'pac-poll') return `the PAC when it was asked${given(' (question ', poll, ')')}`;
  if (actor === 'system') return 'the answer of the PAC';
  return actor;
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.replace(/[.\s]+$/, '');
  return value === undefined || value === null ? 'not known' : JSON.stringify(value);
}

function list(values: unknown): string | undefined {
  return Array.isArray(values) && values.length > 0 ? values.map(text).join('; ') : undefined;
}

/** The value between what stands before and after it; nothing at all where there is none. */
function given(before: string, value: unknown, after = ''): string {
  return value === undefined || value === null ? '' : `${before}${text(value)}${after}`;
}
