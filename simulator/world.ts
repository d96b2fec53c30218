/** The shared state of one simulator; nothing is global, so tests can start many side by side. */
import type { SignatureScheme } from '../src/pac/signature.ts';
import type { Agenda } from './agenda.ts';
import { checkDigitOf } from './check-digit.ts';
import type { Company, FiscalNumber, Register } from './documents.ts';
import type { FaultDesk, PendingFault } from './fault-desk.ts';
import type { FaultName, Operation } from './faults.ts';
import type { Knobs } from './knobs.ts';
import type { Delivery } from './webhooks.ts';

/** One recorded call and its outcome. */
export interface CallRecord {
  operation: Operation;
  method: string;
  path: string;
  companyId: string | null;
  documentId: string | null;
  numeration: string | null;
  /** Whether the call carried the bearer key; a download of a PDF should not. */
  hasAuthorization: boolean;
  /** The W3C trace that the caller says it belongs to. */
  traceparent: string | null;
  /** Null when nothing was answered. */
  status: number | null;
  faults: FaultName[];
  at: string;
}

/** Fate of an acting request as the simulator saw it: proof of the bytes that arrived, whatever the sender believes. */
export interface ActingRequest {
  operation: 'submit' | 'void';
  /** Number of a submission; null for a void. */
  number: FiscalNumber | null;
  /** PAC id of a void; null for a submission. */
  documentId: string | null;
  /** False when the connection was cut while it was read. */
  isWhole: boolean;
  /** Whether what it asks for was done after it, by it or before. */
  isDone: boolean;
  /** The status of an answer that left whole; null when none did. */
  answered: number | null;
  /** The PAC's own code in that answer, of one that refuses with the status 200. */
  code?: string;
  faults: FaultName[];
}

export interface World {
  apiKey: string;
  webhookSecret: string;
  signatureScheme: SignatureScheme;
  environment: 1 | 2;
  seed: string;
  knobs: Knobs;
  webhookUrl: ((companyId: string) => string) | null;
  register: Register;
  desk: FaultDesk;
  /** The faults that receivers' names asked for, by fiscal number: they are used up, also when nothing was accepted. */
  sentinels: Map<string, PendingFault[]>;
  agenda: Agenda;
  calls: CallRecord[];
  /** In the order in which they came. */
  acting: ActingRequest[];
  deliveries: Delivery[];
  newId: () => string;
  closing: AbortSignal;
}

// Enough to look back on; a simulator that runs for weeks must not grow with every call.
const KEPT_RECORDS = 10_000;

export function keep<Item>(list: Item[], item: Item): void {
  list.push(item);
  if (list.length > KEPT_RECORDS) list.splice(0, list.length - KEPT_RECORDS);
}

/** The PAC's own time. */
export const nowOf = ({ knobs }: Pick<World, 'knobs'>): number => Date.now() + knobs.clockOffsetMs;

const DEFAULT_RUC = '155700001-2-2021';

/** The issuer of an unregistered company. */
export function companyOf(world: Pick<World, 'register'>, companyId: string): Company {
  return (
    world.register.company(companyId) ?? {
      companyId,
      name: 'Comercio de Pruebas, S.A.',
      ruc: DEFAULT_RUC,
      rucType: 2,
      dv: checkDigitOf(DEFAULT_RUC, 'JURIDICO')!.digits,
      branchCode: '0000',
    }
  );
}

/** The company as it issues from one of its offices: with that one's branch code. */
export function issuerOf(world: Pick<World, 'register'>, companyId: string, officeId: string | null): Company {
  const company = companyOf(world, companyId);
  const office = company.offices?.find(({ id }) => id === officeId);
  return office ? { ...company, branchCode: office.branchCode } : company;
}

/** On the same server, and with no user before it: an address of another company's webhook, or a wrong path, may be tried. */
export function liesAtWebhookBase({ webhookUrl }: Pick<World, 'webhookUrl'>, url: unknown): boolean {
  if (!webhookUrl || typeof url !== 'string' || !URL.canParse(url)) return false;
  const [base, given] = [new URL(webhookUrl('any')), new URL(url)];
  return given.origin === base.origin && given.origin !== 'null' && given.username === '' && given.password === '';
}
