// The PAC as the rest of Folio knows it: submit, look up, void, download. Every call names the company it acts for.
import type { DocumentKind } from '../../fiscal/document.ts';
import { createCaller } from '../call.ts';
import type { IsTooLate } from '../call.ts';
import { createDownloader } from '../download-pdf.ts';
import type { DownloadOutcome, Resolve } from '../download-pdf.ts';
import { checkDigitOutcome, lookupOutcome, submissionOutcome, voidOutcome } from './outcomes.ts';
import type { CheckDigitOutcome, LookupOutcome, SubmissionOutcome, VoidOutcome } from './outcomes.ts';
import type { PacPayload } from '../payload.ts';
import { documentPath } from './wire.ts';

export interface PacClientOptions {
  /** A trailing slash is ignored; a path before it is kept. */
  baseUrl: string;
  apiKey: string;
  /** For one whole call: connecting, waiting and reading. */
  timeoutMs: number;
  /** "host" or "host:port". */
  fileHosts: readonly string[];
  maxPdfBytes?: number;
  /** How the names of file hosts become addresses; the system's resolver by default. */
  resolve?: Resolve;
}

export interface PacClient {
  /** Sends one document, once. Whatever comes of it is a value; nothing is tried again here. */
  submit(kind: DocumentKind, companyId: string, payload: PacPayload, isTooLate?: IsTooLate): Promise<SubmissionOutcome>;
  fetchDocument(kind: DocumentKind, companyId: string, documentId: string): Promise<LookupOutcome>;
  voidDocument(
    kind: DocumentKind,
    companyId: string,
    documentId: string,
    reason: string,
    isTooLate?: IsTooLate,
  ): Promise<VoidOutcome>;
  downloadPdf(url: string): Promise<DownloadOutcome>;
  checkDigit(companyId: string, ruc: string, type: 'NATURAL' | 'JURIDICO'): Promise<CheckDigitOutcome>;
  /** Lets what is under way end, each within its time limit, and closes the connections. */
  close(): Promise<void>;
}

const MAX_PDF_BYTES = 10 * 1024 * 1024;

export function createPacClient(options: PacClientOptions): PacClient {
  const caller = createCaller(options);
  const downloader = createDownloader({ ...options, maxPdfBytes: options.maxPdfBytes ?? MAX_PDF_BYTES });

  let closing: Promise<unknown> | undefined;

  return {
    async submit(kind, companyId, payload, isTooLate) {
      const path = pathOf(documentPath(kind), companyId);
      return submissionOutcome(await caller.sendOnce({ method: 'POST', path, body: payload }, isTooLate));
    },

    async fetchDocument(kind, companyId, documentId) {
      const id = segment(documentId);
      if (id === null) return { outcome: 'notFound', raw: impossibleId(documentId) };
      const path = pathOf(`${documentPath(kind)}/${id}`, companyId, { documents: 'pdf' });
      return lookupOutcome(await caller.ask({ method: 'GET', path }));
    },

    async voidDocument(kind, companyId, documentId, reason, isTooLate) {
      const id = segment(documentId);
      if (id === null) return { outcome: 'notFound', raw: impossibleId(documentId) };
      const path = pathOf(`${documentPath(kind)}/${id}`, companyId);
      return voidOutcome(await caller.sendOnce({ method: 'DELETE', path, body: { reason } }, isTooLate));
    },

    downloadPdf: (url) => downloader.download(url),

    async checkDigit(companyId, ruc, type) {
      return checkDigitOutcome(
        await caller.ask({ method: 'GET', path: pathOf('check-digit', companyId, { ruc, type }) }),
      );
    },

    async close() {
      closing ??= Promise.all([caller.close(), downloader.close()]);
      await closing;
    },
  };
}

function pathOf(resource: string, companyId: string, query: Record<string, string> = {}): string {
  // Without it the key's main company would act, and a document be issued in another company's name.
  if (companyId.trim() === '') throw new TypeError('A call to the PAC must name the company it acts for.');
  return `/pan/v1/${resource}?${new URLSearchParams({ ...query, idCompany: companyId }).toString()}`;
}

// "." and ".." survive encoding, and so does "%2e%2e" as servers read it; the PAC has no such document.
function segment(documentId: string): string | null {
  if (documentId === '' || documentId === '.' || documentId === '..' || documentId.length > 200) return null;
  return encodeURIComponent(documentId.toWellFormed());
}

function impossibleId(documentId: string) {
  return {
    text: `not asked: "${documentId.slice(0, 200).toWellFormed()}" cannot be a document's id`,
    httpStatus: null,
  };
}
