/** The table of faults that can be injected: per row its sentinel, where it strikes and what it does. */

export const OPERATIONS = [
  'submit',
  'get',
  'void',
  'pdf',
  'webhook',
  'checkDigit',
  'notify',
  'login',
  'folios',
] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Makes of PAC that the simulator can be. */
export const PACS = ['alanube', 'hka', 'ebi'] as const;
export type Pac = (typeof PACS)[number];

export const ERROR_SHAPES = [
  'errorsArray',
  'codeMessage',
  'codeMessageList',
  'error',
  'response',
  'governmentResponse',
  'rejectedDocument',
] as const;
export type ErrorShape = (typeof ERROR_SHAPES)[number];

// When a fault strikes during a call. Of one group one fault strikes per call, except for those of a notice, which add up.
export const FAULT_GROUPS = [
  'connection',
  'delay',
  'refusal',
  'answer',
  'verdict',
  'early',
  'address',
  'download',
  'notice',
] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** Details of a fault; only those that its row `takes`. */
export interface FaultDetails {
  ms?: number;
  shape?: ErrorShape;
  accepted?: boolean;
  count?: number;
  bytes?: number;
  url?: string;
  retryAfterSeconds?: number;
}

interface FaultRow {
  /** The word in the receiver's name; null where the name is read too late for it. */
  sentinel: string | null;
  group: FaultGroup;
  at: readonly Operation[];
  /** Meaning of the value after a sentinel's colon or a header's equals sign. */
  takes: 'times' | keyof FaultDetails;
  /** How often a sentinel strikes for one fiscal number or document; a queued fault strikes once unless told otherwise. */
  times: number | 'always';
  says: string;
}

const CALLS = ['submit', 'get', 'void', 'checkDigit', 'notify', 'login', 'folios'] as const;
const CALLS_AND_PDF = [...CALLS, 'pdf'] as const;
const DOCUMENT_CALLS = ['submit', 'get', 'void'] as const;

// prettier-ignore
export const FAULTS = {
  resetMidBody: { sentinel: null, group: 'connection', at: ['submit', 'void'], takes: 'times', times: 1, says: 'resets the connection while the request is still being read; nothing is accepted' },

  slowAnswer: { sentinel: 'PAC_SLOW', group: 'delay', at: CALLS_AND_PDF, takes: 'ms', times: 1, says: 'does its work at once and answers after `ms` (20000)' },

  pacReject: { sentinel: 'PAC_REJECT', group: 'refusal', at: ['submit'], takes: 'shape', times: 'always', says: 'refuses the document with reasons, in the error shape `shape`' },
  duplicate: { sentinel: 'PAC_DUPLICATE', group: 'refusal', at: ['submit'], takes: 'accepted', times: 'always', says: 'answers that the number is used already; with `accepted` the document that was just sent has in truth been accepted' },
  timeoutBeforeAccept: { sentinel: 'PAC_TIMEOUT', group: 'refusal', at: CALLS, takes: 'times', times: 1, says: 'never answers and does nothing' },
  resetBeforeAccept: { sentinel: 'PAC_RESET', group: 'refusal', at: CALLS, takes: 'times', times: 1, says: 'reads the request, resets the connection and does nothing' },
  http400: { sentinel: 'PAC_HTTP_400', group: 'refusal', at: DOCUMENT_CALLS, takes: 'accepted', times: 1, says: 'answers 400 with a gateway\'s bare message, which is no error of the PAC; with `accepted` the work is done' },
  http413: { sentinel: 'PAC_HTTP_413', group: 'refusal', at: DOCUMENT_CALLS, takes: 'accepted', times: 1, says: 'answers 413 with a gateway\'s bare message, which is no error of the PAC; with `accepted` the work is done' },
  http401: { sentinel: 'PAC_HTTP_401', group: 'refusal', at: CALLS, takes: 'times', times: 1, says: 'answers 401 as if the key were wrong' },
  http403: { sentinel: 'PAC_HTTP_403', group: 'refusal', at: CALLS, takes: 'times', times: 1, says: 'answers 403 as if the key had no right to the company' },
  http408: { sentinel: 'PAC_HTTP_408', group: 'refusal', at: CALLS_AND_PDF, takes: 'accepted', times: 1, says: 'answers 408; with `accepted` the work is done' },
  http429: { sentinel: 'PAC_HTTP_429', group: 'refusal', at: CALLS_AND_PDF, takes: 'retryAfterSeconds', times: 1, says: 'answers 429 with Retry-After `retryAfterSeconds` (1); nothing is done' },
  http429Empty: { sentinel: 'PAC_HTTP_429_EMPTY', group: 'refusal', at: CALLS, takes: 'accepted', times: 1, says: 'answers 429 without a body, as an unknown gateway may; with `accepted` the work is done' },
  http500: { sentinel: 'PAC_HTTP_500', group: 'refusal', at: CALLS_AND_PDF, takes: 'accepted', times: 1, says: 'answers 500; with `accepted` the work is done' },
  http502: { sentinel: 'PAC_HTTP_502', group: 'refusal', at: CALLS_AND_PDF, takes: 'accepted', times: 1, says: 'answers 502 with a gateway\'s page; with `accepted` the work is done' },
  http503: { sentinel: 'PAC_HTTP_503', group: 'refusal', at: CALLS_AND_PDF, takes: 'accepted', times: 1, says: 'answers 503 with a gateway\'s page; with `accepted` the work is done' },
  http504: { sentinel: 'PAC_HTTP_504', group: 'refusal', at: CALLS_AND_PDF, takes: 'accepted', times: 1, says: 'answers 504 with a gateway\'s page; with `accepted` the work is done' },
  notFoundAtFirst: { sentinel: 'PAC_NOT_FOUND_AT_FIRST', group: 'refusal', at: ['get'], takes: 'times', times: 1, says: 'answers 404 for a document that is there, as an index that lags behind' },
  code201: { sentinel: 'PAC_201', group: 'refusal', at: ['submit', 'void'], takes: 'accepted', times: 1, says: 'answers 200 with the code 201, an error while it was processed; with `accepted` the work is done' },
  code202: { sentinel: 'PAC_202', group: 'refusal', at: ['submit', 'void'], takes: 'accepted', times: 1, says: 'answers 200 with the code 202, the DGI\'s answer did not come; with `accepted` the work is done' },
  code300: { sentinel: 'PAC_300', group: 'refusal', at: ['submit', 'void'], takes: 'accepted', times: 1, says: 'answers 200 with the code 300, to be sent again; with `accepted` the work is done' },
  duplicate1513: { sentinel: 'PAC_1513', group: 'refusal', at: ['submit'], takes: 'accepted', times: 1, says: 'answers 203 with the DGI\'s 1513, the number is taken; with `accepted` the document that was just sent has in truth been accepted' },
  expiredToken: { sentinel: 'PAC_TOKEN_EXPIRED', group: 'refusal', at: ['submit', 'get', 'void', 'checkDigit', 'notify', 'folios', 'pdf'], takes: 'accepted', times: 1, says: 'answers 200 with the code 212, the token has expired; with `accepted` the work is done' },
  noFolios: { sentinel: 'PAC_NO_FOLIOS', group: 'refusal', at: ['submit'], takes: 'times', times: 1, says: 'answers 200 with the code 119, no folios are left; nothing is done' },
  void404: { sentinel: 'PAC_VOID_404', group: 'refusal', at: ['void'], takes: 'times', times: 'always', says: 'answers 404 to a void and voids nothing' },
  void400TooLate: { sentinel: 'PAC_VOID_TOO_LATE', group: 'refusal', at: ['void'], takes: 'times', times: 'always', says: 'answers 400, the window for voiding is over, and voids nothing' },

  lostAnswer: { sentinel: 'PAC_LOST_ANSWER', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work, then cuts the connection instead of answering' },
  silentAfterAccept: { sentinel: 'PAC_SILENT', group: 'answer', at: ['submit'], takes: 'times', times: 1, says: 'accepts the document and never answers' },
  resetMidAnswer: { sentinel: 'PAC_RESET_ANSWER', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and cuts the connection half-way through the answer' },
  html200: { sentinel: 'PAC_HTML', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers 200 with a page of HTML' },
  empty200: { sentinel: 'PAC_EMPTY', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers 200 with nothing' },
  cutJson200: { sentinel: 'PAC_CUT_JSON', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers 200 with the first half of the JSON' },
  idWithoutCufe: { sentinel: 'PAC_NO_CUFE', group: 'answer', at: ['submit', 'get'], takes: 'times', times: 1, says: 'does its work and leaves the CUFE out of the answer' },
  cufeWithoutId: { sentinel: 'PAC_NO_ID', group: 'answer', at: ['submit', 'get'], takes: 'times', times: 1, says: 'does its work and leaves the id out of the answer' },
  crossTalk: { sentinel: 'PAC_CROSS_TALK', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers with the id, CUFE and number of a document of another company' },
  staleAnswer: { sentinel: 'PAC_STALE_ANSWER', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers with what it knows of another document of the company' },
  mixedAnswer: { sentinel: 'PAC_MIXED_ANSWER', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers with the id of a document of another company beside its own CUFE' },
  forgedCufe: { sentinel: 'PAC_FORGED_CUFE', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers with a CUFE of another security code' },
  unprintable: { sentinel: 'PAC_UNPRINTABLE', group: 'answer', at: DOCUMENT_CALLS, takes: 'times', times: 1, says: 'does its work and answers with control and bidi characters in the id, the CUFE and the reasons' },
  voidTimeout: { sentinel: 'PAC_VOID_TIMEOUT', group: 'answer', at: ['void'], takes: 'times', times: 1, says: 'voids the document and never answers' },

  dgiReject: { sentinel: 'PAC_DGI_REJECT', group: 'verdict', at: ['submit'], takes: 'times', times: 'always', says: 'is accepted by the PAC and rejected by the DGI' },
  earlyWebhook: { sentinel: 'PAC_WEBHOOK_EARLY', group: 'early', at: ['submit'], takes: 'times', times: 1, says: 'reaches its verdict and delivers the webhook before the submission is answered' },

  expiredPdf: { sentinel: 'PAC_PDF_EXPIRED', group: 'address', at: ['pdf'], takes: 'times', times: 1, says: 'hands out an address that has expired already; the next one asked for is good' },
  pdfNotReady: { sentinel: 'PAC_PDF_NOT_READY', group: 'address', at: ['pdf'], takes: 'times', times: 1, says: 'has no address for the PDF yet' },
  pdfElsewhere: { sentinel: null, group: 'address', at: ['pdf'], takes: 'url', times: 1, says: 'hands out the address `url` (http://169.254.169.254/latest/meta-data/) instead of its own' },
  pdfCut: { sentinel: 'PAC_PDF_CUT', group: 'download', at: ['pdf'], takes: 'times', times: 1, says: 'cuts the connection half-way through the PDF' },
  pdfHtml: { sentinel: 'PAC_PDF_HTML', group: 'download', at: ['pdf'], takes: 'times', times: 1, says: 'answers 200 with a page of HTML that calls itself a PDF' },
  pdfHuge: { sentinel: 'PAC_PDF_HUGE', group: 'download', at: ['pdf'], takes: 'bytes', times: 1, says: 'streams `bytes` (100000000) without announcing how many' },
  pdfDrip: { sentinel: 'PAC_PDF_DRIP', group: 'download', at: ['pdf'], takes: 'ms', times: 1, says: 'sends the PDF one byte every `ms` (100)' },
  pdfRedirect: { sentinel: null, group: 'download', at: ['pdf'], takes: 'url', times: 1, says: 'redirects the download to `url` (http://169.254.169.254/latest/meta-data/)' },

  lostWebhook: { sentinel: 'PAC_WEBHOOK_LOST', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'never sends the webhook; asking by GET tells the verdict' },
  lateWebhook: { sentinel: 'PAC_WEBHOOK_LATE', group: 'notice', at: ['webhook'], takes: 'ms', times: 'always', says: 'sends the webhook `ms` (30000) after the verdict' },
  repeatedWebhook: { sentinel: 'PAC_WEBHOOK_REPEATED', group: 'notice', at: ['webhook'], takes: 'count', times: 'always', says: 'sends the webhook `count` (5) times' },
  reorderedWebhook: { sentinel: 'PAC_WEBHOOK_REORDERED', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'sends the verdict first and PAC_AUTHORIZED after it' },
  contradictoryWebhook: { sentinel: 'PAC_WEBHOOK_CONTRADICTORY', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'sends the verdict and then, well signed, the opposite one' },
  webhookUnknownStatus: { sentinel: 'PAC_WEBHOOK_UNKNOWN_STATUS', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'sends first a webhook with an unknown legalStatus' },
  webhookCufeOnly: { sentinel: 'PAC_WEBHOOK_CUFE_ONLY', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'leaves the id out of the webhook' },
  webhookIdOnly: { sentinel: 'PAC_WEBHOOK_ID_ONLY', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'leaves the CUFE out of the webhook' },
  forgedWebhook: { sentinel: 'PAC_WEBHOOK_FORGED', group: 'notice', at: ['webhook'], takes: 'times', times: 'always', says: 'sends first the opposite verdict signed with another secret, then the true one' },
} as const satisfies Record<string, FaultRow>;

export type FaultName = keyof typeof FAULTS;
export type FaultIn<Group extends FaultGroup> = {
  [Name in FaultName]: (typeof FAULTS)[Name]['group'] extends Group ? Name : never;
}[FaultName];

/** One fault and what it was given along. */
export interface Fault<Name extends FaultName = FaultName> extends FaultDetails {
  name: Name;
}

/** A queued or standing fault: which, how often, and for which calls. */
export interface FaultRequest extends Fault {
  times?: number | 'always';
  operation?: Operation;
  companyId?: string;
  documentId?: string;
  /** Strikes this share of the matching calls, decided by the seed. */
  probability?: number;
}

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
/** Faults of codes with the status 200; Alanube has none. */
const CODES: readonly FaultName[] = ['code201', 'code202', 'code300', 'duplicate1513', 'expiredToken', 'noFolios'];
/** Faults of ids, notices and addresses, of which The Factory HKA has none. */
const GROUPS_OF_NOTICES: readonly FaultGroup[] = ['verdict', 'early', 'notice'];
const IDS_AND_ADDRESSES: readonly FaultName[] = [
  'cufeWithoutId',
  'mixedAnswer',
  'expiredPdf',
  'pdfElsewhere',
  'pdfRedirect',
];

export function isOf(pac: Pac, name: FaultName): boolean {
  if (pac === 'alanube') return !CODES.includes(name);
  // Without a login there is no token that ends.
  if (pac === 'ebi' && name === 'expiredToken') return false;
  return !GROUPS_OF_NOTICES.includes(rowOf(name).group) && !IDS_AND_ADDRESSES.includes(name);
}

const rowOf = (name: FaultName): FaultRow => FAULTS[name];

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name);

export function strikesAt(name: FaultName, operation: Operation): boolean {
  return rowOf(name).at.includes(operation);
}

/** Wrong words for a fault: an unknown name, a value that does not fit. The caller is told; a fault that is quietly ignored makes a test pass for the wrong reason. */
export class FaultRequestError extends Error {}

const SENTINEL_WORD = /(?<![A-Za-z0-9_])(PAC_[A-Z0-9_]+)(?::([A-Za-z0-9.]+))?/g;
const NAME_BY_SENTINEL = new Map(FAULT_NAMES.map((name) => [rowOf(name).sentinel, name]));

/** The faults that a text (the receiver's name) asks for: `ACME PAC_LOST_ANSWER PAC_SLOW:200`. */
export function readSentinels(text: string): FaultRequest[] {
  return [...text.matchAll(SENTINEL_WORD)].map(([, word, value]) => {
    const name = NAME_BY_SENTINEL.get(word!);
    if (!name) throw new FaultRequestError(`The simulator knows no sentinel ${word}.`);
    return withValue(name, value);
  });
}

/** The faults of the header X-Simulator-Fault: `lostAnswer, slowAnswer=200`. */
export function readFaultHeader(header: string | undefined): FaultRequest[] {
  const words = (header ?? '').split(',').map((word) => word.trim());
  return words.filter(Boolean).map((word) => {
    const [, name, value] = /^([^=]+?)(?:\s*=\s*(.+))?$/.exec(word) ?? [];
    if (!name || !isFaultName(name)) throw new FaultRequestError(`The simulator knows no fault "${name ?? word}".`);
    return withValue(name, value);
  });
}

// For a fault without a number of its own, a number is the count of its strikes.
function withValue(name: FaultName, value: string | undefined): FaultRequest {
  const { takes, times } = rowOf(name);
  if (value === undefined) return { name, times };
  const number = value === 'always' ? value : /^\d+$/.test(value) ? Number(value) : undefined;
  if (takes === 'shape' || takes === 'accepted' || takes === 'url') {
    if (number !== undefined) return readFaultRequest({ name, times: number });
    return readFaultRequest({ name, times, [takes]: takes === 'accepted' && value === 'accepted' ? true : value });
  }
  return readFaultRequest({ name, times, [takes]: number ?? value });
}

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 1;
const isText = (value: unknown) => typeof value === 'string' && value !== '';

const DETAILS: Record<Exclude<keyof FaultRequest, 'name'>, [(value: unknown) => boolean, string]> = {
  times: [(value) => value === 'always' || isCount(value), 'a whole number from 1 or "always"'],
  operation: [(value) => OPERATIONS.some((operation) => operation === value), `one of ${OPERATIONS.join(', ')}`],
  companyId: [isText, 'a text'],
  documentId: [isText, 'a text'],
  probability: [(value) => typeof value === 'number' && value > 0 && value <= 1, 'a number above 0, up to 1'],
  ms: [(value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number of milliseconds'],
  shape: [(value) => ERROR_SHAPES.some((shape) => shape === value), `one of ${ERROR_SHAPES.join(', ')}`],
  accepted: [(value) => typeof value === 'boolean', 'true or false'],
  count: [isCount, 'a whole number from 1'],
  bytes: [isCount, 'a whole number from 1'],
  url: [isText, 'a text'],
  retryAfterSeconds: [
    (value) => Number.isInteger(value) && (value as number) >= 0,
    'a whole number of seconds, 0 or more',
  ],
};

const DETAIL_NAMES = [
  'ms',
  'shape',
  'accepted',
  'count',
  'bytes',
  'url',
  'retryAfterSeconds',
] as const satisfies (keyof FaultDetails)[];

/** Reads a fault that came from outside, or says what is wrong with it. */
export function readFaultRequest(value: unknown): FaultRequest {
  const given = typeof value === 'string' ? { name: value } : value;
  if (typeof given !== 'object' || given === null) throw new FaultRequestError('A fault is a name or an object.');
  const { name, ...details } = given as Record<string, unknown>;
  if (typeof name !== 'string' || !isFaultName(name)) {
    throw new FaultRequestError(`The simulator knows no fault "${String(name)}"; there are ${FAULT_NAMES.join(', ')}.`);
  }
  for (const [key, detail] of Object.entries(details)) {
    const check = Object.hasOwn(DETAILS, key) ? DETAILS[key as keyof typeof DETAILS] : undefined;
    if (!check) throw new FaultRequestError(`A fault has no "${key}"; it has ${Object.keys(DETAILS).join(', ')}.`);
    if (!check[0](detail)) throw new FaultRequestError(`"${key}" of ${name} must be ${check[1]}.`);
  }
  const idle = DETAIL_NAMES.find((key) => key in details && key !== rowOf(name).takes);
  if (idle) throw new FaultRequestError(`${name} takes no "${idle}".`);
  const request = { name, ...details } as FaultRequest;
  if (request.operation && !strikesAt(name, request.operation)) {
    throw new FaultRequestError(`${name} strikes at ${rowOf(name).at.join(', ')}, not at ${request.operation}.`);
  }
  return request;
}
