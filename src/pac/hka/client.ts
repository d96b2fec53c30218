// The Factory HKA's REST API behind the face: its methods, and by what a document is asked for.
import { createCaller, type Answer, type Answered, type IsTooLate } from '../call.ts';
import { fileProblem, type DownloadOutcome, type FileFormat } from '../download-pdf.ts';
import type { LookupOutcome, PacClient, PacNotices, PacProfile } from '../face.ts';
import type { ClientOptions } from '../make.ts';
import { branchOf, documentOf, LEAST_ADDRESS } from './document.ts';
import { dataOf, nameOf, readName, type Name } from './name.ts';
import {
  checkDigitOutcome,
  emailOutcome,
  lookupOutcome,
  quotaOutcome,
  readAnswer,
  submissionOutcome,
  voidOutcome,
} from './outcomes.ts';
import { openSession, type Asked } from './session.ts';

const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Kinds of issue that it may have been sent as, the usual one first. */
const ISSUES = ['01', '02'];

/** It answers a submission once the DGI has answered, so it has nothing to tell later. */
const noNotices: PacNotices = {
  signatureHeader: 'x-none',
  isGenuine: () => false,
  read: () => ({ outcome: 'missingId', message: 'this PAC sends no notices' }),
  reasonsOf: () => [],
};

export const hkaProfile: PacProfile = {
  notices: noNotices,
  certainty: 'NUMBER',
  // Assumed: answers take 2 to 5 seconds, and its clients wait 60 at most; this is three times that.
  absentAfterSeconds: 180,
  namesOfficesByCode: true,
  takes: (documentType) => /^(0[1-9]|10)$/.test(documentType),
  // A foreigner's document alone goes abroad, and a shorter address is refused like none.
  needs: { addressLength: LEAST_ADDRESS, exportData: true },
  creditDays: 180,
};

/** `open`: how the PAC is called. */
export function createHkaClient(options: ClientOptions, open: typeof createCaller = createCaller): PacClient {
  const { baseUrl, timeoutMs, apiKey, secondaryKey = apiKey, maxPdfBytes = MAX_FILE_BYTES } = options;
  // Passwords alone must not be shown.
  const [password, other] = [apiKey, secondaryKey].map((key) => key.slice(key.indexOf(':') + 1));
  const caller = open({ baseUrl, timeoutMs, apiKey: password!, secondaryKey: other });
  const session = openSession(caller, [...new Set([apiKey, secondaryKey])], timeoutMs);

  const ask = (path: string, body?: object): Promise<Asked> =>
    session.call((part) => caller.ask({ method: body ? 'POST' : 'GET', path, body, ...part }));
  const act = (path: string, body: object, isTooLate?: IsTooLate): Promise<Asked> =>
    session.call((part) => caller.sendOnce({ method: 'POST', path, body, ...part }, isTooLate));
  const state = async (name: Name): Promise<LookupOutcome> =>
    withRaw(await ask('/EstadoDocumento', dataOf(name)), (answer) => lookupOutcome(answer, name));

  return {
    ...hkaProfile,

    async submit(_kind, _companyId, payload, isTooLate, branch = branchOf(payload)) {
      if (!/^[0-9A-Za-z]{4}$/.test(branch))
        return {
          outcome: 'notSent',
          cause: `the office ${branch} is no code, and the company has no RUC to tell it by`,
        };
      const { documentType, billingPoint, numeration: number, issueType } = payload.information;
      const name = nameOf({ branch, documentType, billingPoint, number, issueType });
      const asked = await act('/Enviar', { documento: documentOf(payload, branch) }, isTooLate);
      return ofAct(asked, (answer) => submissionOutcome(answer, name));
    },

    async fetchDocument(_kind, _companyId, documentId) {
      const name = readName(documentId);
      return name === null ? impossible(documentId) : state(name);
    },

    async findByNumber(_kind, _companyId, key) {
      let found: LookupOutcome | undefined;
      for (const issueType of ISSUES) {
        found = await state(nameOf({ ...key, issueType }));
        if (found.outcome !== 'notFound') return found;
      }
      return found;
    },

    async voidDocument(_kind, _companyId, documentId, reason, isTooLate) {
      const name = readName(documentId);
      if (name === null) return impossible(documentId);
      const asked = await act('/Anulacion', { motivoAnulacion: reason, datosDocumento: dataOf(name) }, isTooLate);
      return ofAct(asked, voidOutcome);
    },

    downloadPdf: async () => noAddress,
    downloadXml: async () => noAddress,

    async fileByCufe(_companyId, cufe, format) {
      let asked = await ask('/Descarga', { cufe, tipoArchivo: format });
      // The older service has a method for each format.
      if (asked.kind === 'answered' && asked.httpStatus === 404)
        asked = await ask(`/Descarga${format.toUpperCase()}`, { cufe, tipoArchivo: format });
      return fileIn(asked, format, maxPdfBytes);
    },

    async quota() {
      return of(await ask('/FoliosRestantes'), quotaOutcome);
    },

    async checkDigit(_companyId, ruc, type) {
      return of(await ask('/ConsultaRucDv', { ruc, tipoRuc: type === 'NATURAL' ? '1' : '2' }), checkDigitOutcome);
    },

    async sendByEmail(_companyId, documentId, { address }) {
      const name = readName(documentId);
      if (name === null) return impossible(documentId);
      const found = await state(name);
      if (found.outcome !== 'found') return found;
      const { cufe } = found.document;
      if (cufe === null) return { outcome: 'notFound', raw: found.raw };
      return withRaw(await ask('/EnvioCorreo', { cufe, correos: [address] }), emailOutcome);
    },

    close: () => caller.close(),
  };
}

const noAddress = { outcome: 'refused', cause: 'this PAC gives files by the CUFE, and no addresses' } as const;

function of<Outcome>(asked: Asked, read: (answer: Answer) => Outcome) {
  return asked.kind === 'noToken' ? asked.because : read(asked);
}

function withRaw<Outcome>(asked: Asked, read: (answer: Answer) => Outcome) {
  return asked.kind === 'noToken' ? { raw: null, ...asked.because } : read(asked);
}

/** Without a token nothing has left. */
function ofAct<Outcome>(asked: Asked, read: (answer: Answer) => Outcome) {
  if (asked.kind !== 'noToken') return read(asked);
  const { because } = asked;
  if (because.outcome === 'refusedCredentials') return because;
  return { outcome: 'notSent', cause: `no token: ${because.cause}` } as const;
}

function impossible(documentId: string) {
  const text = `not asked: "${documentId.slice(0, 200).toWellFormed()}" cannot be a document's id`;
  return { outcome: 'notFound', raw: { text, httpStatus: null } } as const;
}

/** In base64 in a field, or the bytes themselves. */
function fileIn<Format extends FileFormat>(asked: Asked, format: Format, maxBytes: number): DownloadOutcome<Format> {
  if (asked.kind === 'noToken') return { outcome: 'unavailable', cause: asked.because.cause };
  if (asked.kind === 'failed') return { outcome: 'unavailable', cause: asked.cause };
  const bytes = bytesIn(asked);
  if (typeof bytes === 'string') return { outcome: 'unavailable', cause: bytes };
  if (bytes.length > maxBytes) return { outcome: 'refused', cause: `the file is larger than ${maxBytes} bytes` };
  const problem = fileProblem(format, bytes);
  return problem === null ? { outcome: format, bytes } : { outcome: 'unavailable', cause: problem };
}

/** A text says why there are none. */
function bytesIn(answer: Answered): Buffer | string {
  const { httpStatus, broken, json, bytes = Buffer.alloc(0) } = answer;
  if (broken !== null || httpStatus !== 200) return broken ?? `HTTP ${httpStatus}`;
  if (json === undefined) return bytes;
  const { fields, meaning, code, reasons } = readAnswer(answer);
  const text = fields['archivo'] ?? fields['documento'];
  if (typeof text !== 'string' || (code !== null && meaning !== 'done'))
    return [`code ${code ?? 'missing'}`, ...reasons].join(': ');
  return text.startsWith('<') ? Buffer.from(text) : Buffer.from(text, 'base64');
}
