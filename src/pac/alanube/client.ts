// Alanube's API behind the face: its paths, and what each answer of it means.
import { impossible } from '../answer.ts';
import { createCaller } from '../call.ts';
import { createDownloader } from '../download-pdf.ts';
import type { PacClient, PacNotices, PacProfile } from '../face.ts';
import type { ClientOptions } from '../make.ts';
import { checkDigitOutcome, emailOutcome, lookupOutcome, submissionOutcome, voidOutcome } from './outcomes.ts';
import { verifySignature } from '../signature.ts';
import { documentPath, parseNotice, parseReasons } from './wire.ts';

const MAX_PDF_BYTES = 10 * 1024 * 1024;

/** Its `invoices`, `credit-notes` and `debit-notes` take these. */
const DOCUMENT_TYPES_TAKEN = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'];

export const alanubeNotices: PacNotices = {
  signatureHeader: 'x-pac-signature',
  isGenuine: verifySignature,
  read: parseNotice,
  reasonsOf: parseReasons,
};

export const alanubeProfile: PacProfile = {
  notices: alanubeNotices,
  certainty: 'ID_AND_NOTICE',
  takes: (documentType) => DOCUMENT_TYPES_TAKEN.includes(documentType),
};

export function createAlanubeClient(options: ClientOptions): PacClient {
  const caller = createCaller(options);
  const downloader = createDownloader({ ...options, maxPdfBytes: options.maxPdfBytes ?? MAX_PDF_BYTES });

  let closing: Promise<unknown> | undefined;

  return {
    ...alanubeProfile,

    async submit(kind, companyId, payload, isTooLate) {
      const path = pathOf(documentPath(kind), companyId);
      return submissionOutcome(await caller.sendOnce({ method: 'POST', path, body: payload }, isTooLate));
    },

    async fetchDocument(kind, companyId, documentId) {
      const id = segment(documentId);
      if (id === null) return impossible(documentId);
      const path = pathOf(`${documentPath(kind)}/${id}`, companyId, { documents: 'pdf' });
      return lookupOutcome(await caller.ask({ method: 'GET', path }));
    },

    async voidDocument(kind, companyId, documentId, reason, isTooLate) {
      const id = segment(documentId);
      if (id === null) return impossible(documentId);
      const path = pathOf(`${documentPath(kind)}/${id}`, companyId);
      return voidOutcome(await caller.sendOnce({ method: 'DELETE', path, body: { reason } }, isTooLate));
    },

    downloadPdf: (url) => downloader.download(url, 'pdf'),
    downloadXml: (url) => downloader.download(url, 'xml'),

    async checkDigit(companyId, ruc, type) {
      return checkDigitOutcome(
        await caller.ask({ method: 'GET', path: pathOf('check-digit', companyId, { ruc, type }) }),
      );
    },

    async sendByEmail(companyId, documentId, { address, documentType, message }) {
      const body = { documentId, mail: address, message, documentType };
      return emailOutcome(
        await caller.ask({ method: 'POST', path: pathOf('documents/notify-email', companyId), body }),
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
