// Meaning of an answer of The Factory HKA: by its code, which is what tells, under the status 200 too.
import type { LegalStatus } from '../../fiscal/legal-status.ts';
import { parseCufe } from '../../fiscal/cufe.ts';
import { isRecord } from '../../platform/is-record.ts';
import {
  credentials,
  inDoubt,
  isRefused,
  isSuccess,
  saysAlreadyVoided,
  unavailable,
  unreadable,
  withoutVerdict,
  type Answer,
  type Answered,
} from '../answer.ts';
import type {
  CheckDigitOutcome,
  EmailOutcome,
  LookupOutcome,
  PacDocument,
  QuotaOutcome,
  SubmissionOutcome,
  VoidOutcome,
} from '../face.ts';
import { own, textOf } from '../fields.ts';
import { meaningOf, type Meaning, type Subject } from './codes.ts';
import type { Name } from './name.ts';

interface Read {
  fields: Record<string, unknown>;
  /** As it is told: without our secrets. */
  reasons: string[];
  code: string | null;
  meaning: Meaning | undefined;
}

/** The fields of an answer, however it writes their first letters, and what its code says. */
export function readAnswer(answer: Answered, about?: Subject): Read {
  const fields = fieldsOf(answer.json);
  const code = textOrNumber(fields, 'codigo');
  const reasons = [...reasonsIn(fieldsOf(answer.raw))];
  return { fields, reasons, code, meaning: code === null ? undefined : meaningOf(code, reasons, about) };
}

function fieldsOf(json: Answered['json']): Record<string, unknown> {
  if (!isRecord(json)) return {};
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name[0]?.toLowerCase() + name.slice(1), value]),
  );
}

/** The DGI's reasons stand in one text; what the PAC's web server refuses by itself has them by field. */
function* reasonsIn(fields: Record<string, unknown>): Generator<string> {
  const message = textOf(fields, 'mensaje', 20_000) ?? textOf(fields, 'mensajeDocumento', 20_000) ?? '';
  yield* message
    .split(' | ')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const errors = own(fields, 'errors');
  if (typeof errors !== 'object' || errors === null) return;
  for (const [field, texts] of Object.entries(errors))
    for (const text of [texts].flat()) if (typeof text === 'string') yield `${text} (${field})`;
}

function textOrNumber(fields: Record<string, unknown>, name: string): string | null {
  const value = own(fields, name);
  return typeof value === 'number' ? String(value) : textOf(fields, name, 200);
}

/** True where nothing was done, because the token was not good any more. */
export function hasExpired(answer: Answer): boolean {
  return answer.kind === 'answered' && (answer.httpStatus === 401 || readAnswer(answer).meaning === 'expired');
}

export function refusedKey(answer: Answered) {
  const { code, reasons } = readAnswer(answer);
  return credentials(answer, code ?? `HTTP ${answer.httpStatus}`, reasons[0]);
}

/** True where the key, or what stands for it, is refused. */
export function refusesKey(answer: Answered, { meaning }: Pick<Read, 'meaning'> = readAnswer(answer)): boolean {
  return isRefused(answer) || meaning === 'expired';
}

/** An answer that acts: one whose code says nothing of the outcome is a doubt, whatever its status. */
function actOutcome(answer: Answered, read: Read) {
  if (refusesKey(answer, read)) return refusedKey(answer);
  const { meaning, code, reasons } = read;
  if (meaning === undefined) {
    const silent = withoutVerdict(answer);
    if (silent) return silent;
    const cause = code === null ? unreadable(answer) : `the code ${code} is no verdict`;
    return inDoubt(answer, cause);
  }
  if (meaning !== 'doubt') return null;
  return inDoubt(answer, [`code ${code}`, ...reasons].join(': '));
}

export function submissionOutcome(answer: Answered, name: Name): SubmissionOutcome {
  const read = readAnswer(answer);
  const { httpStatus, raw } = answer;
  const { reasons, meaning } = isRefusedForm(answer, read) ? { ...read, meaning: 'refused' as const } : read;
  const silent = meaning === 'refused' ? null : actOutcome(answer, read);
  if (silent) return silent;
  const document = documentOf(read, name);
  switch (meaning) {
    case 'done': {
      const isComplete = document.cufe !== null && document.legalStatus !== null;
      return { outcome: isComplete ? 'accepted' : 'incomplete', document, raw, httpStatus };
    }
    case 'taken':
      // By what it names we ask whose it is; that it is ours is not said.
      return { outcome: 'duplicate', reasons, raw, httpStatus, document: { ...document, legalStatus: null } };
    case 'noQuota':
      return { outcome: 'held', reason: 'NO_QUOTA', cause: saidOr(reasons, 'no documents are left'), raw, httpStatus };
    default:
      return { outcome: 'rejected', reasons, raw, httpStatus };
  }
}

/** The PAC's web server refuses a form that it cannot read before anything else does. */
function isRefusedForm({ httpStatus }: Answered, { code, reasons }: Read): boolean {
  return code === null && reasons.length > 0 && (httpStatus === 400 || httpStatus === 422);
}

export function lookupOutcome(answer: Answered, name: Name): LookupOutcome {
  const read = readAnswer(answer);
  const { raw } = answer;
  if (refusesKey(answer, read)) return refusedKey(answer);
  if (read.meaning === 'notFound') return { outcome: 'notFound', raw };
  const document = documentOf(read, name);
  if (read.meaning === 'done' && (document.cufe !== null || document.legalStatus !== null))
    return { outcome: 'found', document, raw };
  return { ...unavailable(answer), ...coded(read), raw };
}

export function voidOutcome(answer: Answered): VoidOutcome {
  const read = readAnswer(answer, 'void');
  const { httpStatus, raw } = answer;
  const { reasons, meaning } = read;
  const silent = actOutcome(answer, read);
  if (silent) return silent;
  if (meaning === 'notFound') return { outcome: 'notFound', raw };
  if (meaning === 'done') return { outcome: 'voided', raw };
  return { outcome: 'refused', reasons, alreadyVoided: reasons.some(saysAlreadyVoided), raw, httpStatus };
}

export function checkDigitOutcome(answer: Answered): CheckDigitOutcome {
  const read = readAnswer(answer, 'ruc');
  if (refusesKey(answer, read)) return refusedKey(answer);
  if (read.meaning === 'notFound' || read.meaning === 'refused') return { outcome: 'notFound', reasons: read.reasons };
  const found = own(read.fields, 'infoRuc');
  const digits = textOrNumber(found as Record<string, unknown>, 'dv');
  if (read.meaning === 'done' && digits !== null && /^\d{1,2}$/.test(digits)) {
    const [receiver, type] = [textOf(found, 'razonSocial', 200), textOf(found, 'tipoRuc', 50)];
    return { outcome: 'found', checkDigit: digits.padStart(2, '0'), receiver, type };
  }
  return { ...unavailable(answer), ...coded(read) };
}

export function emailOutcome(answer: Answered): EmailOutcome {
  const read = readAnswer(answer);
  const { httpStatus, raw } = answer;
  if (refusesKey(answer, read)) return refusedKey(answer);
  if (read.meaning === 'done') return { outcome: 'sent', raw };
  if (read.meaning === 'notFound') return { outcome: 'notFound', raw };
  if (read.meaning === 'refused') return { outcome: 'refused', reasons: read.reasons, raw, httpStatus };
  return { ...unavailable(answer), ...coded(read), raw };
}

/** Documents left of the month or of the licence, whichever are fewer. */
export function quotaOutcome(answer: Answered): QuotaOutcome {
  const read = readAnswer(answer);
  if (refusesKey(answer, read)) return refusedKey(answer);
  const { fields } = read;
  const limit = (left: string, total: string, period: string) => ({
    left: Number.parseInt(textOrNumber(fields, left) ?? '', 10),
    total: Number.parseInt(textOrNumber(fields, total) ?? '', 10),
    until: /(\d{4}-\d{2}-\d{2})\s*$/.exec(textOf(fields, period, 100) ?? '')?.[1] ?? null,
  });
  const [first] = [
    limit('foliosDisponibleCiclo', 'foliosTotalesCiclo', 'fechaCiclo'),
    limit('foliosTotalesDisponibles', 'foliosTotales', 'fechaLicencia'),
  ]
    .filter(({ left, total }) => Number.isFinite(left) && Number.isFinite(total))
    .toSorted((one, other) => one.left - other.left);
  const isAnswer = isSuccess(answer.httpStatus) && (read.code === null || read.meaning === 'done');
  return isAnswer && first ? { outcome: 'found', ...first } : { ...unavailable(answer), ...coded(read) };
}

const STATUSES: readonly (readonly [RegExp, LegalStatus])[] = [
  [/^(autorizad|anulad|procesad)[oa]/i, 'DGI_AUTHORIZED'],
  [/^(rechazad|no autorizad)[oa]/i, 'DGI_REJECTED'],
];

function documentOf({ fields, reasons }: Read, name: Name): PacDocument {
  const cufe = textOf(fields, 'cufe', 200);
  const protocol = textOrNumber(fields, 'nroProtocoloAutorizacion');
  const at = new Date(textOf(fields, 'fechaRecepcionDGI', 50) ?? '');
  const qrUrl = textOf(fields, 'qr', 2000);
  const state = textOf(fields, 'estatusDocumento', 50) ?? '';
  const status = STATUSES.find(([words]) => words.test(state))?.[1] ?? (protocol === null ? null : 'DGI_AUTHORIZED');
  const parts = parseCufe(cufe ?? '');
  const issuedAt = textOf(fields, 'fechaEmisionDocumento', 50) ?? parts?.issueDate;
  return {
    documentId: name.id,
    legalStatus: status,
    cufe,
    pdfUrl: null,
    reasons: status === 'DGI_REJECTED' ? reasons : [],
    hasOwnSecurityCode: true,
    isVoided: /^anulad[oa]/i.test(state),
    particulars: {
      number: parts?.documentNumber ?? name.number,
      billingPoint: parts?.billingPoint ?? name.billingPoint,
      documentType: parts?.documentType ?? name.documentType,
      ...(issuedAt === undefined ? {} : { issuedAt }),
    },
    ...(qrUrl !== null && /^https?:\/\//.test(qrUrl) && URL.canParse(qrUrl) ? { qrUrl } : {}),
    ...(protocol === null ? {} : { authorization: { protocol, at: Number.isNaN(at.getTime()) ? null : at } }),
  };
}

function saidOr(reasons: readonly string[], otherwise: string): string {
  return reasons.length > 0 ? reasons.join('; ') : otherwise;
}

/** Cause by the code, where the answer has one that says nothing of what was asked. */
function coded({ code, reasons }: Read): { cause?: string } {
  return code === null ? {} : { cause: [`code ${code}`, ...reasons].join(': ') };
}
