/** The calls of the PAC's API: who may call, what goes wrong on purpose, and the work itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCufe } from '../src/fiscal/cufe.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { isAuthorized } from '../src/fiscal/legal-status.ts';
import {
  documentAnswer,
  documentView,
  duplicateErrors,
  errorAnswer,
  HTTP_FAULT_ANSWERS,
  json,
  notFound,
  rejectionErrors,
  somePage,
  tooLateToVoid,
  unauthorized,
  xmlOf,
} from './answers.ts';
import type { Reply } from './answers.ts';
import { checkDigitOf } from './check-digit.ts';
import { fiscalKey } from './documents.ts';
import type { FiscalNumber, SimulatedDocument } from './documents.ts';
import { pendingFault } from './fault-desk.ts';
import type { CallFaults, PendingFault } from './fault-desk.ts';
import { readFaultHeader, readSentinels, strikesAt } from './faults.ts';
import type { Fault, FaultIn, FaultName, Operation } from './faults.ts';
import { writePdfAddress } from './pdf-address.ts';
import { fiscalNumberOf, objections, readBody, receiverNameOf } from './validate.ts';
import type { Submission } from './submission.ts';
import type { Reading } from './validate.ts';
import { awaitVerdict, post, pronounce, settleDueVerdict } from './verdicts.ts';
import { noticeBody } from './webhooks.ts';
import { issuerOf, keep, liesAtWebhookBase } from './world.ts';
import type { World } from './world.ts';

/** Result of a call on the wire. */
export type Outcome = Reply | 'hang' | 'reset' | { half: Reply } | { drip: Reply; everyMs: number } | { flood: number };

export interface PacCall {
  operation: Exclude<Operation, 'pdf' | 'webhook'>;
  kind: DocumentKind | null;
  documentId: string | null;
  /** Channel that a notify call requests. */
  channel: 'webhook' | 'email' | null;
  query: URLSearchParams;
  authorization: string | undefined;
  faultHeader: string | undefined;
  /** The parsed body; undefined when there is none or it is no JSON. */
  body: unknown;
  /** Address at which the caller reached us, so that links lead back from its network. */
  origin: string;
}

export interface Answered {
  outcome: Outcome;
  struck: FaultName[];
}

const errorsAre = (status: number, code: string, field: string, message: string): Reply =>
  json(status, { errors: [{ code, field, message }] });

/** The refusal of a call by its credentials, or null. */
export function turnAway(world: World, call: Pick<PacCall, 'authorization' | 'query'>): Reply | null {
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

export async function answerPacCall(world: World, call: PacCall): Promise<Answered> {
  const turnedAway = turnAway(world, call);
  if (turnedAway) return { outcome: turnedAway, struck: [] };
  const companyId = call.query.get('idCompany')!;
  const number = call.operation === 'submit' ? fiscalNumberOf(call.body) : null;
  const fiscalNumber = number && call.kind ? fiscalNumberIn(world, companyId, call.kind, number) : null;
  if (fiscalNumber) world.register.record({ event: 'attempted', number: fiscalNumber });

  const document = documentOf(world, call, companyId);
  const own = ownFaults(world, call, fiscalNumber, document);
  const subject = fiscalNumber ? fiscalKey(fiscalNumber) : (call.documentId ?? companyId);
  const question = { companyId, documentId: call.documentId, subject, own };
  const faults = world.desk.forCall({ operation: call.operation, ...question });
  const delay = faults.one('delay');
  const work = { world, call, companyId, document, fiscalNumber, own, faults, question };
  const outcome = await actAndAnswer(work);
  noteActing(work, outcome);
  // Only the answer is slow: the work is done, as with a PAC that a gateway waits for.
  if (delay) await sleep(delay.ms ?? 20_000, undefined, { signal: world.closing });
  return { outcome, struck: faults.struck() };
}

function fiscalNumberIn(
  world: World,
  companyId: string,
  kind: DocumentKind,
  { office, ...number }: NonNullable<ReturnType<typeof fiscalNumberOf>>,
): FiscalNumber {
  return { companyId, kind, branchCode: issuerOf(world, companyId, office).branchCode, ...number };
}

function noteActing({ world, call, document, fiscalNumber, faults }: Work, outcome: Outcome): void {
  const { operation } = call;
  if (operation !== 'submit' && operation !== 'void') return;
  const isAccepted = fiscalNumber !== null && world.register.withNumber(fiscalNumber) !== undefined;
  const isDone = operation === 'void' ? document?.voided != null : isAccepted;
  const answered = typeof outcome === 'object' && 'status' in outcome ? outcome.status : null;
  const documentId = operation === 'void' ? call.documentId : null;
  const struck = faults.struck();
  keep(world.acting, {
    ...{ operation, number: fiscalNumber, documentId, isDone, answered, isWhole: true, faults: struck },
  });
}

interface Work {
  world: World;
  call: PacCall;
  companyId: string;
  document: SimulatedDocument | undefined;
  fiscalNumber: FiscalNumber | null;
  own: readonly PendingFault[];
  faults: CallFaults;
  question: { companyId: string; documentId: string | null; subject: string; own: readonly PendingFault[] };
}

function documentOf(world: World, call: PacCall, companyId: string): SimulatedDocument | undefined {
  const { body, kind } = call;
  const id =
    call.operation === 'notify' ? (body as { documentId?: unknown } | null | undefined)?.documentId : call.documentId;
  const document = typeof id === 'string' ? world.register.document(id) : undefined;
  const isTheirs = document?.companyId === companyId && (kind === null || document.kind === kind);
  return isTheirs ? document : undefined;
}

// Faults that the call brings along: of its header, of the receiver's name, or kept with the document since its submission.
function ownFaults(
  world: World,
  call: PacCall,
  number: FiscalNumber | null,
  document: SimulatedDocument | undefined,
): PendingFault[] {
  const named = readFaultHeader(call.faultHeader).map((request) => pendingFault(request, 1));
  if (call.operation !== 'submit') return [...named, ...(document?.faults ?? [])];
  const name = receiverNameOf(call.body);
  const key = number ? `${fiscalKey(number)} ${name}` : name;
  const known = world.sentinels.get(key);
  const sentinels = known ?? readSentinels(name).map((request) => pendingFault(request, 1));
  if (!known && sentinels.length > 0) world.sentinels.set(key, sentinels);
  return [...named, ...sentinels];
}

async function actAndAnswer(work: Work): Promise<Outcome> {
  const { call, faults } = work;
  const refusal = faults.one('refusal');
  if (refusal && !refusal.accepted) return refuse(work, refusal);
  const reply = await WORK[call.operation](work);
  if (refusal) return refuse(work, refusal);
  if (reply.status >= 300) return reply;
  const spoiler = faults.one('answer');
  return spoiler ? SPOILERS[spoiler.name](reply, work) : reply;
}

const WORK: Record<PacCall['operation'], (work: Work) => Reply | Promise<Reply>> = {
  submit: accept,
  get: show,
  void: voidDocument,
  checkDigit: tellCheckDigit,
  notify: sendAgain,
};

function refuse(work: Work, fault: Fault<FaultIn<'refusal'>>): Outcome {
  const { world } = work;
  switch (fault.name) {
    case 'timeoutBeforeAccept':
      return 'hang';
    case 'resetBeforeAccept':
      return 'reset';
    case 'notFoundAtFirst':
    case 'void404':
      return notFound();
    case 'void400TooLate':
      return tooLateToVoid(world.knobs.voidWindowHours);
    case 'pacReject':
      return reject(work, fault);
    case 'duplicate':
      return refuseDuplicate(work);
    default:
      return HTTP_FAULT_ANSWERS[fault.name](fault);
  }
}

const SPOILERS: Record<FaultIn<'answer'>, (reply: Reply, work: Work) => Outcome> = {
  lostAnswer: () => 'reset',
  silentAfterAccept: () => 'hang',
  voidTimeout: () => 'hang',
  resetMidAnswer: (reply) => ({ half: reply }),
  html200: () => somePage(),
  empty200: (reply) => ({ ...reply, status: 200, body: Buffer.alloc(0) }),
  cutJson200: (reply) => ({ ...reply, status: 200, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) }),
  idWithoutCufe: (reply, work) => told(work, reply, { cufe: undefined }),
  cufeWithoutId: (reply, work) => told(work, reply, { id: undefined }),
  crossTalk: (reply, work) => told(work, reply, strangerTo(work)),
  staleAnswer: (reply, work) => told(work, reply, anotherOf(work, reply)),
  mixedAnswer: (reply, work) => told(work, reply, { id: work.world.newId() }),
  forgedCufe: (reply, work) => told(work, reply, { cufe: strangerTo(work).cufe }),
  unprintable: (reply, work) =>
    told(work, reply, {
      id: `x${UNPRINTABLE}`,
      cufe: `<img src=x>${UNPRINTABLE}`,
      governmentResponse: [{ code: '1', message: `no${UNPRINTABLE}` }],
    }),
};

/** Sets the title of a terminal, clears it, rings, and turns the direction of what follows. */
const UNPRINTABLE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';

/** The answer with other words in it; what is undefined is left out. */
function told({ world }: Pick<Work, 'world'>, reply: Reply, words: Record<string, unknown>): Reply {
  const answer = JSON.parse(reply.body.toString()) as Record<string, unknown>;
  const isWrapped = world.knobs.answerShape === 'wrapped';
  const document = { ...(isWrapped ? (answer['document'] as object) : answer), ...words };
  return json(reply.status, isWrapped ? { ...answer, document } : document);
}

/** A document of another company that has the same number, as a proxy or a cache that mixes up its callers would show it. */
function strangerTo({ world, document, call }: Work) {
  const own = document?.submission ?? (call.body as { information?: Submission } | undefined)?.information;
  const documentNumber = own?.numeration ?? '0000000001';
  const cufe = buildCufe({
    documentType: own?.documentType ?? '01',
    issuerRucType: 2,
    issuerRuc: '2679372-1-844914',
    issuerDv: '73',
    branchCode: '0000',
    issueDate: (own?.issueDate ?? new Date().toISOString()).slice(0, 10),
    documentNumber,
    billingPoint: own?.billingPoint ?? '001',
    issueType: '01',
    environment: world.environment,
    securityCode: '918273645',
  });
  return { id: world.newId(), cufe, documentNumber, companyIdentification: '2679372-1-844914' };
}

function anotherOf(work: Work, reply: Reply): Record<string, unknown> {
  const own = reply.body.toString();
  const others = work.world.register.documents().filter(({ companyId }) => companyId === work.companyId);
  const other = others.toReversed().find(({ id }) => !own.includes(id));
  if (!other) return strangerTo(work);
  const { world, call, question } = work;
  const isShown = own.includes('"pdf"') && isAuthorized(other.legalStatus);
  return documentView(other, isShown ? pdfAddress(world, call, other, question) : undefined);
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
    ...newDocument(work, read.submission),
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
  const document = newDocument(work, submission);
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

function newDocument({ world, call, companyId, own }: Work, submission: Submission): SimulatedDocument {
  const issuer = issuerOf(world, companyId, submission.office);
  const acceptedAt = Date.now();
  const { verdictDelayMs, make } = world.knobs;
  const cufe = cufeOf(world, companyId, submission);
  return {
    id: make === 'direct' ? cufe : world.newId(),
    companyId,
    kind: call.kind!,
    numeration: submission.numeration,
    billingPoint: submission.billingPoint,
    cufe,
    issueDate: submission.issueDate,
    issuer,
    submission,
    payload: call.body,
    legalStatus: 'PAC_AUTHORIZED',
    reasons: [],
    acceptedAt,
    verdict: { legalStatus: 'DGI_AUTHORIZED', dueAt: verdictDelayMs === null ? null : acceptedAt + verdictDelayMs },
    noticeOwed: false,
    voided: null,
    faults: own
      .filter(({ request, left }) => left !== 0 && !strikesAt(request.name, 'submit'))
      .map((fault) => ({ ...fault })),
  };
}

function cufeOf(world: World, companyId: string, submission: Submission): string {
  const issuer = issuerOf(world, companyId, submission.office);
  return buildCufe({
    documentType: submission.documentType,
    issuerRucType: issuer.rucType,
    issuerRuc: issuer.ruc,
    issuerDv: issuer.dv,
    branchCode: issuer.branchCode,
    issueDate: submission.issueDate.slice(0, 10),
    documentNumber: submission.numeration,
    billingPoint: submission.billingPoint,
    issueType: submission.issueType,
    environment: world.environment,
    securityCode: submission.securityCode,
  });
}

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

function show({ world, call, document, question }: Work): Reply {
  if (!document) return notFound();
  settleDueVerdict(world, document);
  const wantsPdf = (call.query.get('documents') ?? '').split(',').includes('pdf');
  const hasPdf = isAuthorized(document.legalStatus);
  const address = !hasPdf ? null : () => pdfAddress(world, call, document, question);
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

function pdfAddress(
  world: World,
  call: PacCall,
  document: SimulatedDocument,
  question: Work['question'],
): string | null {
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
  if (Date.now() - Date.parse(document.issueDate) > voidWindowHours * 3_600_000) return tooLateToVoid(voidWindowHours);
  world.register.record({ event: 'voided', id: document.id, reason, at: Date.now() });
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
