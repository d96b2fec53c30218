/** Alanube's face: its addresses, who may call, the work itself and its words. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { isAuthorized } from '../src/fiscal/legal-status.ts';
import {
  documentAnswer,
  documentView,
  duplicateErrors,
  errorAnswer,
  json,
  notFound,
  rejectionErrors,
  tooLateToVoid,
  unauthorized,
  xmlOf,
} from './answers.ts';
import type { Reply } from './answers.ts';
import { answerCall, newDocument } from './calls.ts';
import type { Answered, Caller, Face, PacCall, PacRoute, Work } from './calls.ts';
import { checkDigitOf } from './check-digit.ts';
import type { FiscalNumber, SimulatedDocument } from './documents.ts';
import type { Fault } from './faults.ts';
import { writePdfAddress } from './pdf-address.ts';
import { fiscalNumberOf, objections, readBody, receiverNameOf } from './validate.ts';
import type { Submission } from './submission.ts';
import type { Reading } from './validate.ts';
import { awaitVerdict, post, pronounce, settleDueVerdict } from './verdicts.ts';
import { noticeBody } from './webhooks.ts';
import { issuerOf, liesAtWebhookBase, nowOf } from './world.ts';
import type { World } from './world.ts';

export type { PacCall } from './calls.ts';
export type { Outcome } from './answers.ts';

const errorsAre = (status: number, code: string, field: string, message: string): Reply =>
  json(status, { errors: [{ code, field, message }] });

/** The refusal of a call by its credentials, or null. */
function turnAway(world: World, call: Caller): Reply | null {
  const companyId = call.query.get('idCompany');
  const apiKey = (companyId === null ? undefined : world.register.company(companyId)?.apiKey) ?? world.apiKey;
  if (call.authorization !== `Bearer ${apiKey}`) return unauthorized();
  // The real service would act for the key's main company, which is how one tenant's invoice gets issued by another.
  if (!companyId) return errorsAre(400, 'MISSING_COMPANY', 'idCompany', 'idCompany es requerido');
  if (world.knobs.knownCompaniesOnly && !world.register.company(companyId)) {
    return errorsAre(404, 'COMPANY_NOT_FOUND', 'idCompany', 'La compañía no existe');
  }
  return null;
}

export const answerPacCall = (world: World, call: PacCall): Promise<Answered> => answerCall(world, ALANUBE, call);

function numberOf(
  world: World,
  companyId: string,
  { kind, body }: Pick<PacCall, 'kind' | 'body'>,
): FiscalNumber | null {
  const number = fiscalNumberOf(body);
  if (!number || !kind) return null;
  const { office, ...rest } = number;
  return { companyId, kind, branchCode: issuerOf(world, companyId, office).branchCode, ...rest };
}

function documentOf(world: World, companyId: string, call: PacCall): SimulatedDocument | undefined {
  const { body, kind } = call;
  const id =
    call.operation === 'notify' ? (body as { documentId?: unknown } | null | undefined)?.documentId : call.documentId;
  const document = typeof id === 'string' ? world.register.document(id) : undefined;
  const isTheirs = document?.companyId === companyId && (kind === null || document.kind === kind);
  return isTheirs ? document : undefined;
}

/** The answer with other words in it; what is undefined is left out. */
function told({ world }: Pick<Work, 'world'>, reply: Reply, words: Record<string, unknown>): Reply {
  const answer = JSON.parse(reply.body.toString()) as Record<string, unknown>;
  const isWrapped = world.knobs.answerShape === 'wrapped';
  const document = { ...(isWrapped ? (answer['document'] as object) : answer), ...words };
  return json(reply.status, isWrapped ? { ...answer, document } : document);
}

function viewOf(work: Work, other: SimulatedDocument, reply: Reply): Record<string, unknown> {
  const isShown = reply.body.toString().includes('"pdf"') && isAuthorized(other.legalStatus);
  return documentView(other, isShown ? pdfAddress(work, other) : undefined);
}

function refuseDuplicate({ world, call, fiscalNumber }: Work): Reply {
  const { numeration, billingPoint } = fiscalNumber ?? { numeration: '', billingPoint: '' };
  const errors = duplicateErrors(call.kind!, numeration, billingPoint);
  const holder = world.knobs.namesDuplicates && fiscalNumber ? world.register.withNumber(fiscalNumber) : undefined;
  if (!holder) return errorAnswer(400, errors, world.knobs.errorShape);
  return json(409, { errors, document: documentView(holder, undefined) });
}

// A refusal is of the 400s, or, in one of its shapes, a document that is there and rejected.
function reject(work: Work, { shape = work.world.knobs.errorShape }: Fault): Reply {
  const { world, call, fiscalNumber } = work;
  if (shape !== 'rejectedDocument') return errorAnswer(400, rejectionErrors, shape);
  const read = readBody(call.kind!, call.body, readingOf(work));
  if (read.errors || !fiscalNumber) return errorAnswer(400, read.errors ?? rejectionErrors, 'errorsArray');
  const reasons = rejectionErrors.map(({ message }) => message);
  const document = {
    ...documentWith(work, read.submission),
    legalStatus: 'PAC_REJECTED' as const,
    reasons,
    verdict: null,
  };
  world.register.record({ event: 'refused', document });
  return documentAnswer(200, documentView(document, undefined), 'Document rejected', world.knobs.answerShape);
}

async function accept(work: Work): Promise<Reply> {
  const { world, call, fiscalNumber, faults } = work;
  const read = readBody(call.kind!, call.body, readingOf(work));
  if (read.errors) return errorAnswer(400, read.errors, world.knobs.errorShape);
  const { submission } = read;
  if (world.knobs.dedupe && world.register.withNumber(fiscalNumber!)) return refuseDuplicate(work);
  const objected = objections(call.kind!, call.body, readingOf(work));
  if (objected.length > 0) return errorAnswer(400, objected, world.knobs.errorShape);

  const isRejected = faults.one('verdict') !== null;
  const early = faults.one('early');
  const document = documentWith(work, submission);
  document.verdict!.legalStatus = isRejected ? 'DGI_REJECTED' : 'DGI_AUTHORIZED';
  world.register.record({ event: 'accepted', document });
  if (world.knobs.make === 'direct') void pronounce(world, document, document.verdict!.legalStatus, false);
  // The answer is the state at acceptance, even when a webhook has overtaken it.
  const reply = documentAnswer(
    201,
    documentView(document, undefined),
    'Document created successfully',
    world.knobs.answerShape,
  );
  if (early) {
    const told = pronounce(world, document, document.verdict!.legalStatus, true);
    await Promise.race([told, sleep(world.knobs.earlyWebhookWaitMs, undefined, { signal: world.closing, ref: false })]);
  } else if (world.knobs.make === 'notices') {
    awaitVerdict(world, document);
  }
  return reply;
}

const documentWith = (work: Work, submission: Submission): SimulatedDocument =>
  newDocument(work, submission, issuerOf(work.world, work.companyId, submission.office), work.call.kind!);

function readingOf({ world, companyId }: Work): Reading {
  return {
    company: world.register.company(companyId) ?? null,
    acceptsUnknown: world.knobs.acceptUnknownReferences,
    strictness: world.knobs.strictness,
    rounding: world.knobs.rounding,
    original(cufe) {
      const original = world.register.withCufe(companyId, cufe);
      if (original) settleDueVerdict(world, original);
      return original;
    },
  };
}

function show(work: Work): Reply {
  const { world, call, document } = work;
  if (!document) return notFound();
  settleDueVerdict(world, document);
  const wantsPdf = (call.query.get('documents') ?? '').split(',').includes('pdf');
  const hasPdf = isAuthorized(document.legalStatus);
  const address = !hasPdf ? null : () => pdfAddress(work, document);
  const view = {
    ...documentView(document, wantsPdf ? (address?.() ?? null) : undefined),
    ...(hasPdf ? xmlView(world, call, document) : {}),
  };
  return documentAnswer(200, view, 'Document found', world.knobs.answerShape);
}

function xmlView(world: World, call: PacCall, document: SimulatedDocument): { xml?: string; containerXml?: string } {
  if (world.knobs.xml === 'none') return {};
  if (world.knobs.xml === 'text') return { xml: '<rFE/>', containerXml: xmlOf(document) };
  const expires = Date.now() + world.knobs.pdfLifetimeMs;
  return { xml: writePdfAddress(call.origin, world.apiKey, { documentId: document.id, expires }, 'xml') };
}

function pdfAddress({ world, call, question }: Work, document: SimulatedDocument): string | null {
  const fault = world.desk.forCall({ operation: 'pdf', ...question, documentId: document.id }).one('address');
  if (fault?.name === 'pdfNotReady') return null;
  if (fault?.name === 'pdfElsewhere') return fault.url ?? 'http://169.254.169.254/latest/meta-data/';
  const lifetimeMs = fault?.name === 'expiredPdf' ? -1000 : world.knobs.pdfLifetimeMs;
  return writePdfAddress(call.origin, world.apiKey, { documentId: document.id, expires: Date.now() + lifetimeMs });
}

function voidDocument({ world, call, document }: Work): Reply {
  if (!document) return notFound();
  settleDueVerdict(world, document);
  const reason = (call.body as { reason?: unknown } | null | undefined)?.reason;
  if (typeof reason !== 'string' || reason.length < 15 || reason.length > 1000) {
    return errorsAre(400, 'INVALID_FIELD', 'reason', 'reason: debe tener de 15 a 1000 caracteres');
  }
  if (document.voided) return errorsAre(400, 'ALREADY_CANCELLED', 'id', 'El documento ya está anulado');
  if (!isAuthorized(document.legalStatus)) {
    return errorsAre(400, 'NOT_AUTHORIZED', 'id', 'Solo puede anularse un documento autorizado');
  }
  const { voidWindowHours } = world.knobs;
  if (nowOf(world) - Date.parse(document.issueDate) > voidWindowHours * 3_600_000)
    return tooLateToVoid(voidWindowHours);
  world.register.record({ event: 'voided', id: document.id, reason, at: nowOf(world) });
  return documentAnswer(200, documentView(document, undefined), 'Document cancelled', world.knobs.answerShape);
}

function tellCheckDigit({ call }: Work): Reply {
  const ruc = call.query.get('ruc') ?? '';
  const type = call.query.get('type');
  if (type !== 'NATURAL' && type !== 'JURIDICO') {
    return errorsAre(400, 'INVALID_FIELD', 'type', 'type: debe ser NATURAL o JURIDICO');
  }
  const found = checkDigitOf(ruc, type);
  if (!found) return errorsAre(400, 'INVALID_FIELD', 'ruc', 'ruc: no es un RUC de ese tipo');
  return json(200, { checkDigit: found.digits, receiver: found.isGovernment ? 'GOBIERNO' : 'CONTRIBUYENTE', type });
}

async function sendAgain({ world, call, companyId, document }: Work): Promise<Reply> {
  if (!document) return notFound();
  const { webhookUrl, webhookSecret, mail } = call.body as Record<string, unknown>;
  if (call.channel === 'email') {
    const isAddress = typeof mail === 'string' && /^[^\s@]+@[^\s@]+$/.test(mail);
    return isAddress
      ? json(200, { message: 'Email queued' })
      : errorsAre(400, 'INVALID_FIELD', 'mail', 'mail: no es una dirección de correo');
  }
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const url = text(webhookUrl);
  if (url !== undefined && !URL.canParse(url)) {
    return errorsAre(400, 'INVALID_FIELD', 'webhookUrl', 'webhookUrl: no es una dirección');
  }
  // To another address only what the caller can sign itself.
  if (url !== undefined && !text(webhookSecret) && !liesAtWebhookBase(world, url)) {
    return errorsAre(400, 'INVALID_FIELD', 'webhookUrl', 'webhookUrl: requiere webhookSecret');
  }
  settleDueVerdict(world, document);
  const body = noticeBody(document, document.legalStatus);
  const options = { url, secret: text(webhookSecret), tries: 1 };
  const delivery = await post(world, companyId, document.id, body, options, world.closing);
  return json(200, { message: 'Webhook notified', delivered: delivery?.status ?? null });
}

const KINDS: Record<string, DocumentKind> = {
  invoices: 'INVOICE',
  'credit-notes': 'CREDIT_NOTE',
  'debit-notes': 'DEBIT_NOTE',
};

function routeOf(method: string, path: string): PacRoute | null {
  const [, collection, id, more] = /^\/pan\/v1\/([^/]+)(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? [];
  if (collection === undefined || more !== undefined) return null;
  if (method === 'GET' && collection === 'check-digit' && id === undefined) {
    return { operation: 'checkDigit', kind: null, documentId: null, channel: null };
  }
  if (method === 'POST' && collection === 'documents' && (id === 'notify-webhook' || id === 'notify-email')) {
    const channel = id === 'notify-email' ? 'email' : 'webhook';
    return { operation: 'notify', kind: null, documentId: null, channel };
  }
  const kind = Object.hasOwn(KINDS, collection) ? KINDS[collection]! : null;
  if (!kind) return null;
  if (method === 'POST' && id === undefined) return { operation: 'submit', kind, documentId: null, channel: null };
  const operation = method === 'GET' ? 'get' : method === 'DELETE' ? 'void' : null;
  if (!operation || id === undefined) return null;
  return { operation, kind, documentId: decodeURIComponent(id), channel: null };
}

export const ALANUBE: Face = {
  pac: 'alanube',
  knobs: {},
  routeOf,
  companyIdOf: (_, { query }) => query.get('idCompany'),
  turnAway,
  numberOf,
  documentOf,
  receiverNameOf,
  work: { submit: accept, get: show, void: voidDocument, checkDigit: tellCheckDigit, notify: sendAgain },
  refusals: {
    notFoundAtFirst: notFound,
    void404: notFound,
    void400TooLate: ({ world }) => tooLateToVoid(world.knobs.voidWindowHours),
    pacReject: reject,
    duplicate: refuseDuplicate,
  },
  told,
  view: viewOf,
};
