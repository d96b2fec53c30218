/** The calls of any PAC: what goes wrong on purpose, what is kept of them, and the face by which each make of PAC does its work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCufe } from '../src/fiscal/cufe.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { HTTP_FAULT_ANSWERS, somePage } from './answers.ts';
import type { Outcome, Reply } from './answers.ts';
import { fiscalKey } from './documents.ts';
import type { Company, FiscalNumber, SimulatedDocument } from './documents.ts';
import { pendingFault } from './fault-desk.ts';
import type { CallFaults, PendingFault } from './fault-desk.ts';
import { isOf, FaultRequestError, readFaultHeader, readSentinels, strikesAt } from './faults.ts';
import type { Fault, FaultIn, FaultName, Operation, Pac } from './faults.ts';
import type { Knobs } from './knobs.ts';
import type { Submission } from './submission.ts';
import { keep, nowOf } from './world.ts';
import type { World } from './world.ts';

export interface PacCall {
  operation: Exclude<Operation, 'webhook'>;
  kind: DocumentKind | null;
  documentId: string | null;
  /** Channel that a notify call requests. */
  channel: 'webhook' | 'email' | null;
  query: URLSearchParams;
  authorization: string | undefined;
  faultHeader: string | undefined;
  /** The parsed body; undefined when there is none, it is no JSON, or it is not read yet. */
  body?: unknown;
  /** Address at which the caller reached us, so that links lead back from its network. */
  origin: string;
}

export type PacRoute = Pick<PacCall, 'operation' | 'kind' | 'documentId' | 'channel'>;
/** Parts by which a caller is known. */
export type Caller = Pick<PacCall, 'operation' | 'query' | 'authorization' | 'body'>;

export interface Answered {
  outcome: Outcome;
  struck: FaultName[];
}

export interface Work {
  world: World;
  face: Face;
  call: PacCall;
  companyId: string;
  document: SimulatedDocument | undefined;
  fiscalNumber: FiscalNumber | null;
  own: readonly PendingFault[];
  faults: CallFaults;
  question: { companyId: string; documentId: string | null; subject: string; own: readonly PendingFault[] };
}

type Act = (work: Work) => Outcome | Promise<Outcome>;

/** One make of PAC: its addresses, its callers and its words. */
export interface Face {
  pac: Pac;
  /** Settings with which it starts, where they are not the usual ones. */
  knobs: Partial<Knobs>;
  /** `action`: the header SOAPAction. */
  routeOf(method: string, path: string, action?: string): PacRoute | null;
  /** A body that is no JSON. */
  read?(raw: Buffer): unknown;
  companyIdOf(world: World, call: Caller): string | null;
  /** The refusal of a call by its credentials, or null. */
  turnAway(world: World, call: Caller): Reply | null;
  /** The fiscal number that a body claims, whatever else is wrong with it. */
  numberOf(world: World, companyId: string, call: Pick<PacCall, 'kind' | 'body'>): FiscalNumber | null;
  documentOf(world: World, companyId: string, call: PacCall): SimulatedDocument | undefined;
  receiverNameOf(body: unknown): string;
  work: { [Name in PacCall['operation']]?: Act };
  /** Its own words for what it refuses on purpose. */
  refusals: { [Name in FaultIn<'refusal'>]?: (work: Work, fault: Fault) => Outcome };
  /** The answer with other words in it; what is undefined is left out. */
  told(work: Work, reply: Reply, words: Record<string, unknown>): Reply;
  /** Words about another document of the company, as an answer to this call would have them. */
  view(work: Work, other: SimulatedDocument, reply: Reply): Record<string, unknown>;
}

export async function answerCall(world: World, face: Face, call: PacCall): Promise<Answered> {
  const turnedAway = face.turnAway(world, call);
  if (turnedAway) return { outcome: turnedAway, struck: [] };
  const companyId = face.companyIdOf(world, call) ?? '';
  const fiscalNumber = call.operation === 'submit' ? face.numberOf(world, companyId, call) : null;
  if (fiscalNumber) world.register.record({ event: 'attempted', number: fiscalNumber });

  const document = face.documentOf(world, companyId, call);
  const own = ownFaults(world, face, call, fiscalNumber, document);
  const subject = fiscalNumber ? fiscalKey(fiscalNumber) : (call.documentId ?? document?.id ?? companyId);
  const question = { companyId, documentId: call.documentId ?? document?.id ?? null, subject, own };
  const faults = world.desk.forCall({ operation: call.operation, ...question });
  const delay = faults.one('delay');
  const work = { world, face, call, companyId, document, fiscalNumber, own, faults, question };
  const outcome = await actAndAnswer(work);
  noteActing(work, outcome);
  // Only the answer is slow: the work is done, as with a PAC that a gateway waits for.
  if (delay) await sleep(delay.ms ?? 20_000, undefined, { signal: world.closing });
  return { outcome, struck: faults.struck() };
}

function noteActing({ world, call, document, fiscalNumber, faults }: Work, outcome: Outcome): void {
  const { operation } = call;
  if (operation !== 'submit' && operation !== 'void') return;
  const isAccepted = fiscalNumber !== null && world.register.withNumber(fiscalNumber) !== undefined;
  const isDone = operation === 'void' ? document?.voided != null : isAccepted;
  const reply = typeof outcome === 'object' && 'status' in outcome ? outcome : null;
  keep(world.acting, {
    operation,
    number: fiscalNumber,
    documentId: operation === 'void' ? (call.documentId ?? document?.id ?? null) : null,
    isWhole: true,
    isDone,
    answered: reply?.status ?? null,
    ...(reply?.code === undefined ? {} : { code: reply.code }),
    faults: faults.struck(),
  });
}

// Faults that the call brings along: of its header, of the receiver's name, or kept with the document since its submission.
function ownFaults(
  world: World,
  face: Face,
  call: PacCall,
  number: FiscalNumber | null,
  document: SimulatedDocument | undefined,
): PendingFault[] {
  const named = faultsOfHeader(face, call.faultHeader);
  if (call.operation !== 'submit') return [...named, ...(document?.faults ?? [])];
  const name = face.receiverNameOf(call.body);
  const key = number ? `${fiscalKey(number)} ${name}` : name;
  const known = world.sentinels.get(key);
  const sentinels = known ?? readSentinels(name).map((request) => pendingFault(ofFace(face, request), 1));
  if (!known && sentinels.length > 0) world.sentinels.set(key, sentinels);
  return [...named, ...sentinels];
}

export const faultsOfHeader = (face: Face, header: string | undefined): PendingFault[] =>
  readFaultHeader(header).map((request) => pendingFault(ofFace(face, request), 1));

function ofFace<Request extends Fault>({ pac }: Face, request: Request): Request {
  if (!isOf(pac, request.name)) throw new FaultRequestError(`The fault ${request.name} is none of the PAC ${pac}.`);
  return request;
}

async function actAndAnswer(work: Work): Promise<Outcome> {
  const { face, call, faults } = work;
  const refusal = faults.one('refusal');
  if (refusal && !refusal.accepted) return refuse(work, refusal);
  const reply = await face.work[call.operation]!(work);
  if (refusal) return refuse(work, refusal);
  if (typeof reply === 'string' || !('status' in reply) || isRefusal(reply)) return reply;
  const spoiler = faults.one('answer');
  return spoiler ? SPOILERS[spoiler.name](reply, work) : reply;
}

/** Codes of a PAC that refuses with the status 200. */
const DONE = ['200', '0600'];
const isRefusal = ({ status, code }: Reply) => status >= 300 || (code !== undefined && !DONE.includes(code));

function refuse(work: Work, fault: Fault<FaultIn<'refusal'>>): Outcome {
  if (fault.name === 'timeoutBeforeAccept') return 'hang';
  if (fault.name === 'resetBeforeAccept') return 'reset';
  const own = work.face.refusals[fault.name];
  if (own) return own(work, fault);
  return HTTP_FAULT_ANSWERS[fault.name as keyof typeof HTTP_FAULT_ANSWERS](fault);
}

const SPOILERS: Record<FaultIn<'answer'>, (reply: Reply, work: Work) => Outcome> = {
  lostAnswer: () => 'reset',
  silentAfterAccept: () => 'hang',
  voidTimeout: () => 'hang',
  resetMidAnswer: (reply) => ({ half: reply }),
  html200: () => somePage(),
  empty200: (reply) => ({ ...reply, status: 200, body: Buffer.alloc(0) }),
  cutJson200: (reply) => ({ ...reply, status: 200, body: reply.body.subarray(0, Math.floor(reply.body.length / 2)) }),
  idWithoutCufe: (reply, work) => work.face.told(work, reply, { cufe: undefined }),
  cufeWithoutId: (reply, work) => work.face.told(work, reply, { id: undefined }),
  crossTalk: (reply, work) => work.face.told(work, reply, strangerTo(work)),
  staleAnswer: (reply, work) => work.face.told(work, reply, anotherOf(work, reply)),
  mixedAnswer: (reply, work) => work.face.told(work, reply, { id: work.world.newId() }),
  forgedCufe: (reply, work) => work.face.told(work, reply, { cufe: strangerTo(work).cufe }),
  unprintable: (reply, work) =>
    work.face.told(work, reply, {
      id: `x${UNPRINTABLE}`,
      cufe: `<img src=x>${UNPRINTABLE}`,
      governmentResponse: [{ code: '1', message: `no${UNPRINTABLE}` }],
    }),
};

/** Sets the title of a terminal, clears it, rings, and turns the direction of what follows. */
const UNPRINTABLE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';

/** A document of another company that has the same number, as a proxy or a cache that mixes up its callers would show it. */
function strangerTo({ world, document, fiscalNumber }: Work) {
  const own = document?.submission ?? fiscalNumber;
  const documentNumber = own?.numeration ?? '0000000001';
  const cufe = buildCufe({
    documentType: own?.documentType ?? '01',
    issuerRucType: 2,
    issuerRuc: '2679372-1-844914',
    issuerDv: '73',
    branchCode: '0000',
    issueDate: document?.issueDate.slice(0, 10) ?? new Date().toISOString().slice(0, 10),
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
  return other ? work.face.view(work, other, reply) : strangerTo(work);
}

/** A document that the PAC takes now; its verdict is still to come. */
export function newDocument(
  work: Work,
  submission: Submission,
  issuer: Company,
  kind: DocumentKind,
): SimulatedDocument {
  const { world, call, companyId, own } = work;
  const acceptedAt = nowOf(world);
  const { verdictDelayMs, make } = world.knobs;
  const cufe = buildCufe({
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
  return {
    id: make === 'direct' ? cufe : world.newId(),
    companyId,
    kind,
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
    verdict: { legalStatus: 'DGI_AUTHORIZED', dueAt: verdictDelayMs === null ? null : Date.now() + verdictDelayMs },
    noticeOwed: false,
    voided: null,
    faults: own
      .filter(({ request, left }) => left !== 0 && !strikesAt(request.name, 'submit'))
      .map((fault) => ({ ...fault })),
  };
}
