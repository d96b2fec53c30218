// The simulator without a network: its answers, parsed by the product's rules, with network failures as faults.
import { answerPacCall, type Outcome, type PacCall } from '../../../simulator/pac-calls.ts';
import type { SimulatedDocument } from '../../../simulator/documents.ts';
import { answerPdfDownload } from '../../../simulator/pdf-download.ts';
import { fiscalNumberOf } from '../../../simulator/validate.ts';
import type { World } from '../../../simulator/world.ts';
import type { Answer } from '../../../src/pac/call.ts';
import type { DownloadOutcome, PacClient, PacPayload } from '../../../src/pac/index.ts';
import { readJson, storable } from '../../../src/pac/json.ts';
import { alanubeNotices } from '../../../src/pac/alanube/client.ts';
import {
  checkDigitOutcome,
  emailOutcome,
  lookupOutcome,
  submissionOutcome,
  voidOutcome,
} from '../../../src/pac/alanube/outcomes.ts';
import { placeOf } from './place.ts';

export type PacOperation = 'submit' | 'get' | 'void' | 'pdf';

// Faults of the network between us and the PAC; all others are the simulator's own, by its names.
const NETWORK_FAULTS = ['refusedConnection', 'resetMidBody'] as const;

/** Answers about another document than the one that was meant. */
const MIXED = ['crossTalk', 'staleAnswer', 'mixedAnswer', 'forgedCufe', 'unprintable'] as const;

/** Possible faults of each call; the value after `=` is the one that the simulator's fault takes. */
export const PAC_FAULTS: Record<PacOperation, readonly string[]> = {
  submit: [
    ...NETWORK_FAULTS,
    ...['timeoutBeforeAccept', 'resetBeforeAccept', 'http401', 'http403', 'http408', 'http408=accepted', 'http429'],
    ...[
      'http429=30',
      ...['http400', 'http400=accepted', 'http413', 'http429Empty', 'http429Empty=accepted'],
      'http500',
      'http500=accepted',
      'http502=accepted',
      'http503',
      'http503=accepted',
      'http504=accepted',
    ],
    ...['pacReject', 'pacReject=codeMessage', 'pacReject=rejectedDocument', 'duplicate', 'duplicate=accepted'],
    ...['lostAnswer', 'silentAfterAccept', 'resetMidAnswer', 'html200', 'empty200', 'cutJson200'],
    ...['idWithoutCufe', 'cufeWithoutId'],
    ...MIXED,
  ],
  get: [
    ...NETWORK_FAULTS,
    ...['timeoutBeforeAccept', 'http401', 'http429=5', 'http500', 'http503', 'notFoundAtFirst', 'lostAnswer'],
    ...['resetMidAnswer', 'html200', 'empty200', 'cutJson200', 'idWithoutCufe', 'cufeWithoutId'],
    ...['pdfNotReady', 'expiredPdf', 'pdfElsewhere'],
    ...MIXED,
  ],
  void: [
    ...NETWORK_FAULTS,
    ...['timeoutBeforeAccept', 'resetBeforeAccept', 'http401', 'http408', 'http408=accepted', 'http429', 'http500'],
    ...['http500=accepted', 'http503=accepted', 'void404', 'void400TooLate', 'lostAnswer', 'voidTimeout'],
    ...['resetMidAnswer', 'html200', 'empty200', 'cutJson200', 'http400', 'http400=accepted', 'http429Empty=accepted'],
    ...MIXED,
  ],
  pdf: ['refusedConnection', 'http503', 'http429', 'pdfCut', 'pdfHtml', 'pdfHuge', 'pdfDrip', 'pdfRedirect'],
};

export interface VirtualWire {
  world: World;
  /** Around each call: may throw before or after it, and says what goes wrong with it. */
  around<T>(operation: PacOperation, call: (fault: string | null) => Promise<T>, place?: string): Promise<T>;
  /** A submission has come to the PAC, whatever it made of it. */
  onArrival(number: PacPayload['information']): void;
  /** A page has left it whole. */
  onPage(document: SimulatedDocument, page: Buffer): void;
}

export const ORIGIN = 'http://pac.test';
export const TOO_LATE = { kind: 'failed', cause: 'it was too late to send it', mayHaveArrived: false } as const;

type Asked = Pick<PacCall, 'kind' | 'documentId' | 'body'> & { companyId: string; query?: Record<string, string> };

export function virtualPac({ world, around, onArrival, onPage }: VirtualWire): PacClient {
  async function ask(operation: Exclude<PacOperation, 'pdf'>, call: Asked, fault: string | null): Promise<Answer> {
    if (fault === 'refusedConnection') return { kind: 'failed', cause: 'connect ECONNREFUSED', mayHaveArrived: false };
    if (fault === 'resetMidBody') {
      noteCut(operation, call);
      return { kind: 'failed', cause: 'read ECONNRESET', mayHaveArrived: true };
    }
    const { outcome } = await answerPacCall(world, {
      operation,
      kind: call.kind,
      documentId: call.documentId,
      channel: null,
      query: new URLSearchParams({ ...call.query, idCompany: call.companyId }),
      authorization: `Bearer ${world.apiKey}`,
      faultHeader: fault ?? undefined,
      body: call.body,
      origin: ORIGIN,
    });
    return answerOf(outcome);
  }

  /** As the simulator's own server would: it saw the connection, and not the end of the request. */
  function noteCut(operation: PacOperation, { kind, documentId, body, companyId }: Asked): void {
    if (operation !== 'submit' && operation !== 'void') return;
    const found = operation === 'submit' ? fiscalNumberOf(body) : null;
    const number = found && { ...found, companyId, kind: kind!, branchCode: '' };
    const asked = { operation, documentId, number, faults: ['resetMidBody' as const] };
    world.acting.push({ ...asked, isWhole: false, isDone: false, answered: null });
  }

  return {
    notices: alanubeNotices,
    certainty: 'ID_AND_NOTICE',
    takes: () => true,
    submit: (kind, companyId, payload, isTooLate) =>
      around(
        'submit',
        async (fault) => {
          if (isTooLate?.()) return submissionOutcome(TOO_LATE);
          const isOnItsWay = fault !== 'refusedConnection' && fault !== 'resetMidBody';
          if (isOnItsWay) onArrival(payload.information);
          const body = JSON.parse(JSON.stringify(payload)) as unknown;
          return submissionOutcome(await ask('submit', { kind, companyId, documentId: null, body }, fault));
        },
        placeOf(payload.information),
      ),
    fetchDocument: (kind, companyId, documentId) =>
      around('get', async (fault) =>
        lookupOutcome(
          await ask('get', { kind, companyId, documentId, body: undefined, query: { documents: 'pdf' } }, fault),
        ),
      ),
    voidDocument: (kind, companyId, documentId, reason, isTooLate) =>
      around('void', async (fault) =>
        voidOutcome(
          isTooLate?.() ? TOO_LATE : await ask('void', { kind, companyId, documentId, body: { reason } }, fault),
        ),
      ),
    downloadPdf: (url) =>
      around('pdf', async (fault): Promise<DownloadOutcome> => {
        if (fault === 'refusedConnection') return { outcome: 'unavailable', cause: 'connect ECONNREFUSED' };
        if (!url.startsWith(ORIGIN)) return { outcome: 'refused', cause: `${url} is not an address of the PAC` };
        const { outcome, document } = await answerPdfDownload(world, new URL(url), fault ?? undefined);
        const downloaded = downloadOf(outcome);
        if (downloaded.outcome === 'pdf') onPage(document!, downloaded.bytes);
        return downloaded;
      }),
    downloadXml: async () => ({ outcome: 'refused', cause: 'it is shown in the answer' }),
    checkDigit: (companyId, ruc, type) =>
      around('get', async () => {
        const { outcome } = await answerPacCall(world, {
          operation: 'checkDigit',
          kind: null,
          documentId: null,
          channel: null,
          query: new URLSearchParams({ ruc, type, idCompany: companyId }),
          authorization: `Bearer ${world.apiKey}`,
          faultHeader: undefined,
          body: undefined,
          origin: ORIGIN,
        });
        return checkDigitOutcome(answerOf(outcome));
      }),
    sendByEmail: (companyId, documentId, mail) =>
      around('get', async () => {
        const { outcome } = await answerPacCall(world, {
          operation: 'notify',
          kind: null,
          documentId: null,
          channel: 'email',
          query: new URLSearchParams({ idCompany: companyId }),
          authorization: `Bearer ${world.apiKey}`,
          faultHeader: undefined,
          body: { documentId, mail: mail.address },
          origin: ORIGIN,
        });
        return emailOutcome(answerOf(outcome));
      }),
    close: async () => undefined,
  };
}

/** As src/pac/call.ts reports it. */
export function answerOf(outcome: Outcome, read = readJson): Answer {
  if (outcome === 'hang') return { kind: 'failed', cause: 'no complete answer within the time', mayHaveArrived: true };
  if (outcome === 'reset') return { kind: 'failed', cause: 'read ECONNRESET', mayHaveArrived: true };
  if ('drip' in outcome || 'flood' in outcome) throw new Error('such an answer belongs to a download');
  const isHalf = 'half' in outcome;
  const { status, headers, body } = isHalf ? outcome.half : outcome;
  const text = storable((isHalf ? body.subarray(0, body.length / 2) : body).toString());
  const json = isHalf ? undefined : read(text);
  return {
    kind: 'answered',
    httpStatus: status,
    headers,
    json,
    raw: json === undefined ? { text, httpStatus: status } : json,
    isEmpty: text.trim() === '',
    broken: isHalf ? 'terminated' : null,
  };
}

function downloadOf(outcome: Outcome): DownloadOutcome {
  if (typeof outcome === 'string' || 'half' in outcome) return { outcome: 'unavailable', cause: 'terminated' };
  if ('drip' in outcome) return { outcome: 'unavailable', cause: 'no complete answer within the time' };
  if ('flood' in outcome) return { outcome: 'refused', cause: 'the file is too large' };
  const { status, body } = outcome;
  if (status === 403 || status === 404 || status === 410) return { outcome: 'expired', httpStatus: status };
  if (status >= 300 && status < 400) return { outcome: 'refused', cause: 'redirects are not followed' };
  if (status !== 200) return { outcome: 'unavailable', cause: `HTTP ${status}` };
  if (!body.subarray(0, 5).equals(Buffer.from('%PDF-'))) return { outcome: 'refused', cause: 'the file is no PDF' };
  return { outcome: 'pdf', bytes: body };
}
