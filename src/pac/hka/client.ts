// PAC of The Factory HKA's contract behind the face, whichever way its methods are asked: by REST here, and by SOAP at EBI.
import { failure, impossible, unanswered, type Answered } from '../answer.ts';
import type { IsTooLate } from '../call.ts';
import { fileProblem, type DownloadOutcome, type FileFormat } from '../download-pdf.ts';
import type { LookupOutcome, PacClient, PacNotices, PacProfile } from '../face.ts';
import { branchOf, documentOf, LEAST_ADDRESS } from './document.ts';
import { nameOf, readName, type Name } from './name.ts';
import {
  checkDigitOutcome,
  emailOutcome,
  lookupOutcome,
  quotaOutcome,
  readAnswer,
  submissionOutcome,
  voidOutcome,
} from './outcomes.ts';
import type { Reply } from './session.ts';

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
  // Seven continuous days.
  voidHours: 168,
};

/** Methods of the contract; each is asked once. */
export interface Methods {
  send(document: object, isTooLate?: IsTooLate): Promise<Reply>;
  state(name: Name): Promise<Reply>;
  annul(name: Name, reason: string, isTooLate?: IsTooLate): Promise<Reply>;
  file(cufe: string, format: FileFormat): Promise<Reply>;
  quota(): Promise<Reply>;
  /** `type`: 1 a person, 2 a company. */
  checkDigit(ruc: string, type: '1' | '2'): Promise<Reply>;
  mail(name: Name, cufe: string, address: string): Promise<Reply>;
  close(): Promise<void>;
}

export function clientOf(methods: Methods, maxFileBytes = MAX_FILE_BYTES): PacClient {
  const state = async (name: Name): Promise<LookupOutcome> =>
    withRaw(await methods.state(name), (answer) => lookupOutcome(answer, name));

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
      const reply = await methods.send(documentOf(payload, branch), isTooLate);
      return ofAct(reply, (answer) => submissionOutcome(answer, name));
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
      return ofAct(await methods.annul(name, reason, isTooLate), voidOutcome);
    },

    downloadPdf: async () => noAddress,
    downloadXml: async () => noAddress,

    fileByCufe: async (_companyId, cufe, format) => fileIn(await methods.file(cufe, format), format, maxFileBytes),

    quota: async () => of(await methods.quota(), quotaOutcome),

    checkDigit: async (_companyId, ruc, type) =>
      of(await methods.checkDigit(ruc, type === 'NATURAL' ? '1' : '2'), checkDigitOutcome),

    async sendByEmail(_companyId, documentId, { address }) {
      const name = readName(documentId);
      if (name === null) return impossible(documentId);
      const found = await state(name);
      if (found.outcome !== 'found') return found;
      const { cufe } = found.document;
      if (cufe === null) return { outcome: 'notFound', raw: found.raw };
      return withRaw(await methods.mail(name, cufe, address), emailOutcome);
    },

    close: () => methods.close(),
  };
}

const noAddress = { outcome: 'refused', cause: 'this PAC gives files by the CUFE, and no addresses' } as const;

function of<Outcome>(reply: Reply, read: (answer: Answered) => Outcome) {
  if (reply.kind === 'answered') return read(reply);
  return reply.kind === 'noToken' ? reply.because : unanswered(reply);
}

function withRaw<Outcome>(reply: Reply, read: (answer: Answered) => Outcome) {
  if (reply.kind === 'answered') return read(reply);
  return { raw: null, ...(reply.kind === 'noToken' ? reply.because : unanswered(reply)) };
}

/** Without a token nothing has left. */
function ofAct<Outcome>(reply: Reply, read: (answer: Answered) => Outcome) {
  if (reply.kind === 'answered') return read(reply);
  if (reply.kind === 'failed') return failure(reply);
  const { because } = reply;
  if (because.outcome === 'refusedCredentials') return because;
  return { outcome: 'notSent', cause: `no token: ${because.cause}` } as const;
}

/** In base64 in a field, or the bytes themselves. */
function fileIn<Format extends FileFormat>(reply: Reply, format: Format, maxBytes: number): DownloadOutcome<Format> {
  if (reply.kind === 'noToken') return { outcome: 'unavailable', cause: reply.because.cause };
  if (reply.kind === 'failed') return { outcome: 'unavailable', cause: reply.cause };
  const bytes = bytesIn(reply);
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
  const { fields, meaning, code, reasons } = readAnswer(answer, 'file');
  const text = fields['archivo'] ?? fields['documento'];
  if (typeof text !== 'string' || (code !== null && meaning !== 'done'))
    return [`code ${code ?? 'missing'}`, ...reasons].join(': ');
  return text.startsWith('<') ? Buffer.from(text) : Buffer.from(text, 'base64');
}
