// One event of a document's timeline as sentences that explain it to a tax inspector: pure.
import { sentence, type Param, type Sentence } from '../platform/errors.ts';
import { printableLine } from '../platform/printable.ts';
import { actorOf, nameOf } from '../tenancy/index.ts';
import { evidence } from '../texts/evidence.ts';
import type { DocumentEvent, EventKind } from './timeline.ts';

type Detail = Record<string, unknown>;

/** A kind that is not known here (a newer process wrote it) is told by its name. */
export function tellEvent({ kind, actor, detail }: Pick<DocumentEvent, 'kind' | 'actor' | 'detail'>): Sentence {
  const tell = Object.hasOwn(TELLERS, kind) ? TELLERS[kind as EventKind] : undefined;
  return tell ? tell((detail ?? {}) as Detail, actorOf(actor)) : sentence('{kind}.', { kind });
}

/** The one text among the details that a person can use. */
export function reasonIn(detail: unknown): string | null {
  const facts = (detail ?? {}) as Record<string, unknown>;
  for (const name of ['reasons', 'cause', 'because', 'reason', 'notReceived', 'note', 'pacDocumentId']) {
    const value = facts[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value.map(String).join('; ');
  }
  return null;
}

const TELLERS: Record<EventKind, (detail: Detail, actor: string) => Sentence> = {
  INTENT: ({ number, mode, expectedCufe, pacCompanyId }) =>
    mode === 'DGI'
      ? sentence(
          '{number} was written here, with the duty to submit it to the PAC{company}. Nothing has been sent yet.{expected}',
          {
            number: text(number),
            company: given(pacCompanyId, (value) => sentence(' for the company {value}', { value })),
            expected: given(expectedCufe, (value) => sentence(' The CUFE that it will have: {value}', { value })),
          },
        )
      : sentence('{number} was recorded here as {mode}; it is not sent to the PAC.', {
          number: text(number),
          mode: text(mode),
        }),
  CLAIMED: ({ what, attempt, payloadSha256, pac, pacCompanyId }) =>
    what === 'void'
      ? sentence('The request to void it is being sent to the PAC; from here on it may have arrived.')
      : sentence('Attempt {attempt} to send it to the PAC began; from here on it may have arrived.{company}{digest}', {
          attempt: text(attempt),
          company: given(pac, (value) =>
            sentence(' It goes to {pac}, company {company}.', {
              pac: value.toUpperCase(),
              company: text(pacCompanyId),
            }),
          ),
          digest: given(payloadSha256, (value) => sentence(' SHA-256 of what is sent (pacInput): {value}', { value })),
        }),
  NOT_SENT: ({ what, cause, isContingency, triedAgainAfterSeconds: seconds }) =>
    sentence('{what} did not reach the PAC, or was not processed there: {cause}. {next}', {
      what: what === 'void' ? sentence('The request to void it') : sentence('It'),
      cause: text(cause),
      next:
        isContingency === true
          ? sentence('It is sent, under the same number, when the contingency ends.')
          : seconds === undefined
            ? sentence('It is sent, under the same number, once the PAC answers again.')
            : sentence('It is tried again under the same number after {seconds} s.', { seconds: text(seconds) }),
    }),
  ANSWERED: ({ outcome, httpStatus, pacDocumentId, cufe, reasons }) => {
    const http = given(httpStatus, (value) => sentence(' HTTP {value}', { value }));
    return outcome === 'rejected'
      ? sentence('The PAC answered{http}: refused{reasons}.', {
          http,
          reasons: given(list(reasons), (value) => sentence(', because {value}', { value })),
        })
      : sentence('The PAC answered{http}: accepted{id}{cufe}.', {
          http,
          id: given(pacDocumentId, (value) => sentence(' as its document {value}', { value })),
          cufe: given(cufe, (value) => sentence(', CUFE {value}', { value })),
        });
  },
  UNKNOWN: ({ cause, byNumber }) =>
    sentence(
      byNumber === true
        ? 'No usable answer came: {cause}. The PAC may have it, and is asked for its number; only if it has none in the end it is sent again, under the same number.'
        : 'No usable answer came: {cause}. The PAC may have it, so it is not sent again by itself; a notice of the PAC, a question to it, or an operator will tell.',
      { cause: text(cause) },
    ),
  LATE_ANSWER: ({ outcome }) =>
    sentence('An answer ({outcome}) came after its time was over. It is kept as evidence and overwrites nothing.', {
      outcome: text(outcome),
    }),
  LEGAL_STATUS: ({ from, to, poll }, actor) =>
    sentence('Legal status: {fromStatus} → {toStatus}, told by {witness}.', {
      fromStatus: isMissing(from) ? sentence('none') : text(from),
      toStatus: text(to),
      witness: witness(actor, poll),
    }),
  SAID_AGAIN: ({ said: reported, stays }, actor) =>
    stays === 'same'
      ? sentence('Said by {witness}: {saidStatus}, which is what was known already.', {
          witness: witness(actor),
          saidStatus: text(reported),
        })
      : sentence('Said by {witness}: {saidStatus}, which is older than what is known. Nothing changed.', {
          witness: witness(actor),
          saidStatus: text(reported),
        }),
  CONTRADICTED: ({ said: reported }, actor) =>
    sentence(
      'Said by {witness}: {saidStatus}, which denies what is known. Nothing changed; an operator has to look at it.',
      { witness: witness(actor), saidStatus: text(reported) },
    ),
  NOTICE_PARKED: ({ because }) =>
    sentence('A notice of the PAC was not believed: {because}. Nothing changed.', { because: text(because) }),
  POLLED: ({ poll, found }) =>
    sentence('The PAC was asked (question {poll}) and said: {foundStatus}.', {
      poll: text(poll),
      foundStatus: text(found),
    }),
  REMARKED: ({ reasons }) =>
    sentence('The DGI has authorized it and remarks: {reasons}.', { reasons: list(reasons) ?? text(null) }),
  CERTIFIED_TOTAL: ({ certified, ours }) =>
    sentence('A total of {certified} was certified, ours is {ours}: what is owed is the certified one.', {
      certified: text(certified),
      ours: text(ours),
    }),
  PDF_ATTACHED: ({ filename, byteSize, sha256 }, actor) =>
    sentence('The certified PDF was attached by {witness}{filename}{size}, SHA-256 {sha256}.', {
      witness: witness(actor),
      filename: given(filename, (value) => sentence(': {value}', { value })),
      size: given(byteSize, (value) => sentence(', {value} bytes', { value })),
      sha256: text(sha256),
    }),
  XML_ATTACHED: ({ filename, byteSize, sha256 }, actor) =>
    sentence('The signed XML was attached by {witness}{filename}{size}, SHA-256 {sha256}.', {
      witness: witness(actor),
      filename: given(filename, (value) => sentence(': {value}', { value })),
      size: given(byteSize, (value) => sentence(', {value} bytes', { value })),
      sha256: text(sha256),
    }),
  PARKED: ({ because }) => sentence('It waits for an operator: {because}.', { because: text(because) }),
  DISOWNED: ({ pacDocumentId, cufe, because }) =>
    sentence("The PAC's id {pacDocumentId} and CUFE {cufe} were taken back from it: {because}.", {
      pacDocumentId: text(pacDocumentId),
      cufe: text(cufe),
      because: text(because),
    }),
  VOID_ASKED: ({ reason }, actor) =>
    sentence('{witness} asked for it to be voided: “{reason}”.', { witness: witness(actor), reason: quoted(reason) }),
  VOIDED: ({ status }) =>
    isMissing(status)
      ? sentence('The PAC has voided it. Its legal status stays what it was; here it is VOID.')
      : sentence('The PAC has voided it as well. It is {status}, so nothing follows from it.', {
          status: text(status),
        }),
  VOID_REFUSED: ({ because }) => sentence('It is not voided: {because}.', { because: text(because) }),
  VOID_UNKNOWN: ({ cause }) =>
    sentence(
      'No usable answer to the request to void it came: {cause}. The PAC is asked whether it is void; the request is not sent again by itself.',
      { cause: text(cause) },
    ),
  EMAIL_ASKED: ({ email }, actor) =>
    sentence('{witness} asked for it to be sent to {email} by e-mail.', {
      witness: witness(actor),
      email: quoted(email),
    }),
  SENT_BY_EMAIL: ({ email }) => sentence('The PAC has sent it to {email} by e-mail.', { email: quoted(email) }),
  EMAIL_NOT_SENT: ({ email, cause, triedAgainAfterSeconds: seconds }) =>
    sentence('It was not sent to {email}: {cause}. It is tried again after {seconds} s.', {
      email: quoted(email),
      cause: text(cause),
      seconds: text(seconds),
    }),
  EMAIL_REFUSED: ({ email, reasons, because }) =>
    sentence('It is not sent to {email}: {because}.', {
      email: quoted(email),
      because: reasons === undefined ? text(because) : (list(reasons) ?? text(null)),
    }),
  SETTLED: ({ pacDocumentId, notReceived, notThere, neverArrived, later, numberTakenBy, parked, note }, actor) => {
    const by = { witness: witness(actor) };
    if (notThere !== undefined) {
      return sentence(
        'The PAC, asked for its number more than {seconds} s after the last attempt, has no such document. One new attempt under the same number is allowed.',
        { seconds: text(notThere) },
      );
    }
    if (neverArrived !== undefined) {
      return sentence(
        'It never arrived: no notice has told of it for {minutes} minutes, and the PAC has told of {later}, which was sent after it. It is sent again under the same number.',
        { minutes: text(neverArrived), later: text(later) },
      );
    }
    if (notReceived !== undefined) {
      return sentence(
        '{witness} declared that the PAC never received it: “{reason}”. One new attempt under the same number is allowed.',
        { ...by, reason: quoted(notReceived) },
      );
    }
    if (numberTakenBy !== undefined) {
      return sentence(
        "{witness} found that the PAC's document {pacDocumentId}, which is not ours, has its number; the PAC was asked and confirms it.",
        { ...by, pacDocumentId: text(numberTakenBy) },
      );
    }
    if (note !== undefined) {
      return sentence('{witness} looked at what it waited for ({because}) and noted: “{note}”.', {
        ...by,
        because: text(parked),
        note: quoted(note),
      });
    }
    return sentence(
      'It was found at the PAC as document {pacDocumentId} by {witness}; the PAC was asked, and what it showed is what was sent.',
      { ...by, pacDocumentId: text(pacDocumentId) },
    );
  },
};

/** The source of a statement, in words. */
function witness(actor: string, poll?: unknown): Param {
  if (actor === 'service:pac-webhook') return sentence('a notice of the PAC');
  if (actor === 'service:pac-poll') {
    return sentence('the PAC when it was asked{question}', {
      question: given(poll, (value) => sentence(' (question {value})', { value })),
    });
  }
  if (actor === 'service:system') return sentence('the answer of the PAC');
  if (actor.startsWith('cli:')) return sentence('{name} at the command line', { name: actor.slice('cli:'.length) });
  return nameOf(actor);
}

/** Text that the service wrote in English, to be said in any language; without the full stop. */
function text(value: unknown): Param {
  return isMissing(value) ? sentence('not known') : evidence(words(value));
}

/** Text that people wrote, in their own words. */
function quoted(value: unknown): Param {
  return isMissing(value) ? sentence('not known') : words(value);
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function words(value: unknown): string {
  return printableLine(typeof value === 'string' ? value : JSON.stringify(value)).replace(/[.\s]+$/, '');
}

function list(values: unknown): string | undefined {
  return Array.isArray(values) && values.length > 0 ? values.map(words).join('; ') : undefined;
}

/** The sentence about a value; nothing at all where there is none. */
function given(value: unknown, say: (value: string) => Sentence): Param {
  return isMissing(value) ? '' : say(words(value));
}
