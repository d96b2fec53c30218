// One event of a document's timeline as sentences that explain it to a tax inspector: pure.
import { sentence, type Param, type PlaceholdersOf, type Sentence } from '../platform/errors.ts';
import { printableLine } from '../platform/printable.ts';
import { actorOf, nameOf } from '../tenancy/index.ts';
import { evidence } from '../texts/evidence.ts';

type Detail = Record<string, unknown>;

/** A kind that is not known here (a newer process wrote it) is told by its name. */
export function tellEvent({ kind, actor, detail }: { kind: string; actor: string; detail: unknown }): Sentence {
  const teller: Teller | undefined = Object.hasOwn(TELLERS, kind) ? TELLERS[kind as EventKind] : undefined;
  const details = (detail ?? {}) as Detail;
  return teller ? teller(tellerOf(details, actorOf(actor)), details, actorOf(actor)) : sentence('{kind}.', { kind });
}

/** Details that people wrote. */
const OF_PEOPLE = ['email', 'note', 'reason'];

/** A placeholder is the detail of its name, or `witness`, who says it; `own` has the values of the others. */
type Tell = <T extends string>(template: T, own?: { [name in PlaceholdersOf<T>]?: Param }) => Sentence;

function tellerOf(detail: Detail, actor: string): Tell {
  const valueOf = (name: string): Param => {
    if (name === 'witness') return witness(actor);
    return OF_PEOPLE.includes(name) ? quoted(detail[name]) : text(detail[name]);
  };
  return (template, own = {}) => {
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    return { template, params: { ...Object.fromEntries(names.map((name) => [name, valueOf(name)])), ...own } };
  };
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

type Teller = (tell: Tell, detail: Detail, actor: string) => Sentence;

/** By the kind of an event. */
const TELLERS = {
  INTENT: (tell, { mode, expectedCufe, pacCompanyId }) =>
    mode === 'DGI'
      ? tell(
          '{number} was written here, with the duty to submit it to the PAC{company}. Nothing has been sent yet.{expected}',
          {
            company: clause(pacCompanyId, (value) => sentence(' for the company {value}', { value })),
            expected: clause(expectedCufe, (value) => sentence(' The CUFE that it will have: {value}', { value })),
          },
        )
      : tell('{number} was recorded here as {mode}; it is not sent to the PAC.'),
  /** Marked as being sent; with `what: 'void'` the request to void it, as NOT_SENT too. */
  CLAIMED: (tell, { what, payloadSha256, pac, pacCompanyId }) =>
    what === 'void'
      ? tell('The request to void it is being sent to the PAC; from here on it may have arrived.')
      : tell('Attempt {attempt} to send it to the PAC began; from here on it may have arrived.{company}{digest}', {
          company: clause(pac, (value) =>
            tell(' It goes to {pac}, company {company}.', { pac: value.toUpperCase(), company: text(pacCompanyId) }),
          ),
          digest: clause(payloadSha256, (value) => sentence(' SHA-256 of what is sent (pacInput): {value}', { value })),
        }),
  NOT_SENT: (tell, { what, isContingency, triedAgainAfterSeconds: seconds }) =>
    tell('{what} did not reach the PAC, or was not processed there: {cause}. {next}', {
      what: what === 'void' ? sentence('The request to void it') : sentence('It'),
      next:
        isContingency === true
          ? sentence('It is sent, under the same number, when the contingency ends.')
          : seconds === undefined
            ? sentence('It is sent, under the same number, once the PAC answers again.')
            : sentence('It is tried again under the same number after {seconds} s.', { seconds: text(seconds) }),
    }),
  ANSWERED: (tell, { outcome, httpStatus, pacDocumentId, cufe, reasons }) => {
    const http = clause(httpStatus, (value) => sentence(' HTTP {value}', { value }));
    return outcome === 'rejected'
      ? tell('The PAC answered{http}: refused{reasons}.', {
          http,
          reasons: clause(list(reasons), (value) => sentence(', because {value}', { value })),
        })
      : tell('The PAC answered{http}: accepted{id}{cufe}.', {
          http,
          id: clause(pacDocumentId, (value) => sentence(' as its document {value}', { value })),
          cufe: clause(cufe, (value) => sentence(', CUFE {value}', { value })),
        });
  },
  UNKNOWN: (tell, { byNumber }) =>
    byNumber === true
      ? tell(
          'No usable answer came: {cause}. The PAC may have it, and is asked for its number; only if it has none in the end it is sent again, under the same number.',
        )
      : tell(
          'No usable answer came: {cause}. The PAC may have it, so it is not sent again by itself; a notice of the PAC, a question to it, or an operator will tell.',
        ),
  LATE_ANSWER: (tell) =>
    tell('An answer ({outcome}) came after its time was over. It is kept as evidence and overwrites nothing.'),
  LEGAL_STATUS: (tell, { from, to, poll }, actor) =>
    tell('Legal status: {fromStatus} → {toStatus}, told by {witness}.', {
      fromStatus: isMissing(from) ? sentence('none') : text(from),
      toStatus: text(to),
      witness: witness(actor, poll),
    }),
  SAID_AGAIN: (tell, { said: status, stays }) => {
    const saidStatus = text(status);
    return stays === 'same'
      ? tell('Said by {witness}: {saidStatus}, which is what was known already.', { saidStatus })
      : tell('Said by {witness}: {saidStatus}, which is older than what is known. Nothing changed.', { saidStatus });
  },
  CONTRADICTED: (tell, { said: status }) =>
    tell(
      'Said by {witness}: {saidStatus}, which denies what is known. Nothing changed; an operator has to look at it.',
      { saidStatus: text(status) },
    ),
  NOTICE_PARKED: (tell) => tell('A notice of the PAC was not believed: {because}. Nothing changed.'),
  POLLED: (tell, { found }) =>
    tell('The PAC was asked (question {poll}) and said: {foundStatus}.', { foundStatus: text(found) }),
  /** The DGI authorizes it and remarks something. */
  REMARKED: (tell, { reasons }) =>
    tell('The DGI has authorized it and remarks: {reasons}.', { reasons: list(reasons) ?? text(null) }),
  /** Total that is owed from then on, since another one was certified. */
  CERTIFIED_TOTAL: (tell) =>
    tell('A total of {certified} was certified, ours is {ours}: what is owed is the certified one.'),
  PDF_ATTACHED: (tell, file) =>
    tell('The certified PDF was attached by {witness}{filename}{size}, SHA-256 {sha256}.', aboutFile(file)),
  XML_ATTACHED: (tell, file) =>
    tell('The signed XML was attached by {witness}{filename}{size}, SHA-256 {sha256}.', aboutFile(file)),
  PARKED: (tell) => tell('It waits for an operator: {because}.'),
  /** The id and CUFE that were stored are another document's. */
  DISOWNED: (tell) => tell("The PAC's id {pacDocumentId} and CUFE {cufe} were taken back from it: {because}."),
  VOID_ASKED: (tell) => tell('{witness} asked for it to be voided: “{reason}”.'),
  VOIDED: (tell, { status }) =>
    isMissing(status)
      ? tell('The PAC has voided it. Its legal status stays what it was; here it is VOID.')
      : tell('The PAC has voided it as well. It is {status}, so nothing follows from it.'),
  VOID_REFUSED: (tell) => tell('It is not voided: {because}.'),
  VOID_UNKNOWN: (tell) =>
    tell(
      'No usable answer to the request to void it came: {cause}. The PAC is asked whether it is void; the request is not sent again by itself.',
    ),
  EMAIL_ASKED: (tell) => tell('{witness} asked for it to be sent to {email} by e-mail.'),
  SENT_BY_EMAIL: (tell) => tell('The PAC has sent it to {email} by e-mail.'),
  EMAIL_NOT_SENT: (tell, { triedAgainAfterSeconds: seconds }) =>
    tell('It was not sent to {email}: {cause}. It is tried again after {seconds} s.', { seconds: text(seconds) }),
  EMAIL_REFUSED: (tell, { reasons, because }) =>
    tell('It is not sent to {email}: {because}.', {
      because: reasons === undefined ? text(because) : (list(reasons) ?? text(null)),
    }),
  SETTLED: (tell, { notReceived, notThere, neverArrived, numberTakenBy, parked, note }) => {
    if (notThere !== undefined)
      return tell(
        'The PAC, asked for its number more than {seconds} s after the last attempt, has no such document. One new attempt under the same number is allowed.',
        { seconds: text(notThere) },
      );
    if (neverArrived !== undefined)
      return tell(
        'It never arrived: no notice has told of it for {minutes} minutes, and the PAC has told of {later}, which was sent after it. It is sent again under the same number.',
        { minutes: text(neverArrived) },
      );
    if (notReceived !== undefined)
      return tell(
        '{witness} declared that the PAC never received it: “{reason}”. One new attempt under the same number is allowed.',
        { reason: quoted(notReceived) },
      );
    if (numberTakenBy !== undefined)
      return tell(
        "{witness} found that the PAC's document {pacDocumentId}, which is not ours, has its number; the PAC was asked and confirms it.",
        { pacDocumentId: text(numberTakenBy) },
      );
    if (note !== undefined)
      return tell('{witness} looked at what it waited for ({because}) and noted: “{note}”.', { because: text(parked) });
    return tell(
      'It was found at the PAC as document {pacDocumentId} by {witness}; the PAC was asked, and what it showed is what was sent.',
    );
  },
} as const satisfies Record<string, Teller>;
export type EventKind = keyof typeof TELLERS;

const aboutFile = ({ filename, byteSize }: Detail) => ({
  filename: clause(filename, (value) => sentence(': {value}', { value })),
  size: clause(byteSize, (value) => sentence(', {value} bytes', { value })),
});

/** The source of a statement, in words. */
function witness(actor: string, poll?: unknown): Param {
  if (actor === 'service:pac-webhook') return sentence('a notice of the PAC');
  if (actor === 'service:pac-poll') {
    return sentence('the PAC when it was asked{question}', {
      question: clause(poll, (value) => sentence(' (question {value})', { value })),
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
function clause(value: unknown, say: (value: string) => Sentence): Param {
  return isMissing(value) ? '' : say(words(value));
}
