/** The control API of the simulator: inspection, settings, faults, verdicts and webhooks; the same in process and over HTTP. */
import { buildCufe } from '../src/fiscal/cufe.ts';
import { LEGAL_STATUSES, type LegalStatus } from '../src/fiscal/legal-status.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { checkDigitOf } from './check-digit.ts';
import type { Company, NumberCounts, Office, SimulatedDocument } from './documents.ts';
import { readFaultRequest } from './faults.ts';
import type { FaultName, FaultRequest } from './faults.ts';
import type { PendingFault } from './fault-desk.ts';
import { readKnobs } from './knobs.ts';
import type { Knobs } from './knobs.ts';
import { post, pronounce } from './verdicts.ts';
import { noticeBody } from './webhooks.ts';
import type { Delivery } from './webhooks.ts';
import { liesAtWebhookBase } from './world.ts';
import type { ActingRequest, CallRecord, World } from './world.ts';

export interface WebhookByHand {
  /** Default: the document's present one. Any text, also an unknown status. */
  legalStatus?: string;
  omit?: ('id' | 'cufe' | 'message')[];
  /** Sent instead of the usual body, as it is when it is a text. */
  body?: unknown;
  /** The company whose webhook is called; by default the document's. */
  companyId?: string;
  secret?: string;
  /** Put into the header as it is. */
  signature?: string;
  url?: string;
  tries?: number;
}

export interface CompanyInput {
  companyId: string;
  ruc: string;
  rucType?: 1 | 2;
  dv?: string;
  name?: string;
  branchCode?: string;
  /** Offices of the company; a document that names another office is refused. */
  offices?: Office[];
  webhookSecret?: string;
  apiKey?: string;
  /** Name with which it logs in, where the PAC has such; its id by default. */
  user?: string;
}

export interface Control {
  /** The random seed; given at the start, or drawn then. */
  seed: string;
  documents(companyId?: string): SimulatedDocument[];
  document(id: string): SimulatedDocument | undefined;
  /** How often a fiscal number was tried and accepted, over all billing points; the number may come without its zeros. */
  acceptances(
    companyId: string,
    kind: DocumentKind,
    number: string | number,
  ): { attempts: number; acceptances: number };
  counts(): NumberCounts[];
  calls(): CallRecord[];
  /** Submissions and voids that came, and what left in answer. */
  acting(): readonly ActingRequest[];
  deliveries(): Delivery[];
  knobs(): Knobs;
  setKnobs(knobs: Partial<Knobs>): Knobs;
  /** Queues what goes wrong with the next matching call, or the next `times`. */
  nextFault(fault: FaultName | FaultRequest): void;
  queuedFaults(): PendingFault[];
  /** Ends all queued and standing faults; sentinels stay with their documents. */
  clearFaults(): void;
  companies(): Company[];
  setCompany(company: CompanyInput): Company;
  setWebhookBase(base: string | ((companyId: string) => string) | null): void;
  /** Whether an address lies where webhooks are configured to go. */
  sendsTo(url: unknown): boolean;
  /** Forces what the DGI says, whatever it said before; resolves when the webhook was sent or given up. */
  verdict(documentId: string, legalStatus: LegalStatus, options?: { webhook?: boolean }): Promise<void>;
  /** Sends one webhook at once; null when no webhook address is set. */
  deliverWebhook(documentId: string | null, options?: WebhookByHand): Promise<Delivery | null>;
  /** Resolves once no verdict and no webhook is pending any more. */
  settled(): Promise<void>;
  /** Forgets documents, companies, counts, calls and faults; the knobs go back to what they were at the start. */
  reset(): void;
}

export class ControlError extends Error {}

export function openControl(world: World): Control {
  const initialKnobs = { ...world.knobs };

  function documentOf(documentId: string): SimulatedDocument {
    const document = world.register.document(documentId);
    if (!document) throw new ControlError(`The simulator has no document ${documentId}.`);
    return document;
  }

  function setKnobs(knobs: Partial<Knobs>): Knobs {
    const changed = readKnobs(knobs);
    world.desk.setStanding(changed.standingFaults ?? world.knobs.standingFaults);
    Object.assign(world.knobs, changed);
    return { ...world.knobs };
  }

  return {
    seed: world.seed,
    documents: (companyId) =>
      world.register.documents().filter((document) => companyId === undefined || document.companyId === companyId),
    document: (id) => world.register.document(id),
    acceptances: (companyId, kind, number) => acceptancesOf(world, companyId, kind, number),
    counts: () => world.register.counts(),
    calls: () => [...world.calls],
    acting: () => world.acting,
    deliveries: () => [...world.deliveries],
    knobs: () => ({ ...world.knobs }),
    setKnobs,
    nextFault: (fault) => world.desk.queue(readFaultRequest(fault)),
    queuedFaults: () => world.desk.queued(),
    clearFaults() {
      world.desk.clear();
      world.knobs.standingFaults = [];
    },
    companies: () => world.register.companies(),
    setCompany(input) {
      const company = readCompany(input);
      world.register.record({ event: 'company', company });
      return company;
    },
    setWebhookBase(base) {
      world.webhookUrl = webhookUrlOf(base);
    },
    sendsTo: (url) => liesAtWebhookBase(world, url),
    async verdict(documentId, legalStatus, { webhook = true } = {}) {
      if (!LEGAL_STATUSES.includes(legalStatus)) {
        throw new ControlError(`legalStatus must be one of ${LEGAL_STATUSES.join(', ')}.`);
      }
      await pronounce(world, documentOf(documentId), legalStatus, webhook);
    },
    async deliverWebhook(documentId, options = {}) {
      const document = documentId === null ? null : documentOf(documentId);
      const companyId = options.companyId ?? document?.companyId;
      if (companyId === undefined) throw new ControlError('A webhook needs a documentId or a companyId.');
      const { secret, signature, url, tries } = options;
      const sending = { secret, signature, url, ...(tries === undefined ? {} : { tries }) };
      return post(world, companyId, documentId, webhookBody(document, options), sending, world.closing);
    },
    settled: () => world.agenda.idle(),
    reset() {
      world.agenda.cancelAll();
      world.register.record({ event: 'reset' });
      world.desk.clear();
      world.sentinels.clear();
      world.calls.length = 0;
      world.acting.length = 0;
      world.deliveries.length = 0;
      setKnobs(initialKnobs);
    },
  };
}

function acceptancesOf(world: World, companyId: string, kind: DocumentKind, number: string | number) {
  const numeration = String(number).padStart(10, '0');
  const counts = world.register
    .counts()
    .filter((count) => count.companyId === companyId && count.kind === kind && count.numeration === numeration);
  return {
    attempts: counts.reduce((sum, { attempts }) => sum + attempts, 0),
    acceptances: counts.reduce((sum, { acceptances }) => sum + acceptances, 0),
  };
}

function webhookBody(document: SimulatedDocument | null, { body, legalStatus, omit = [] }: WebhookByHand): Buffer {
  if (body !== undefined) return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  if (!document) throw new ControlError('A webhook without a document needs a body.');
  const usual = noticeBody(document, document.legalStatus);
  const entries = Object.entries({ ...usual, legalStatus: legalStatus ?? usual.legalStatus });
  return Buffer.from(
    JSON.stringify(Object.fromEntries(entries.filter(([field]) => !omit.some((left) => left === field)))),
  );
}

export function webhookUrlOf(
  base: string | ((companyId: string) => string) | null | undefined,
): ((companyId: string) => string) | null {
  if (typeof base !== 'string') return base ?? null;
  if (!URL.canParse(base)) throw new ControlError(`"${base}" is no address for webhooks.`);
  const trimmed = base.replace(/\/+$/, '');
  return (companyId) => `${trimmed}/webhooks/pac/${encodeURIComponent(companyId)}`;
}

// Checked by building a CUFE from it: an issuer that cannot be printed into one is refused here, not at its first invoice.
export function readCompany(input: CompanyInput): Company {
  for (const field of ['companyId', 'ruc'] as const) {
    if (typeof input?.[field] !== 'string' || input[field] === '')
      throw new ControlError(`A company needs "${field}".`);
  }
  const rucType = input.rucType ?? 2;
  const dv = input.dv ?? checkDigitOf(input.ruc, rucType === 1 ? 'NATURAL' : 'JURIDICO')?.digits;
  if (dv === undefined) throw new ControlError(`The check digits of ${input.ruc} cannot be computed; give "dv".`);
  const company: Company = {
    companyId: input.companyId,
    name: input.name ?? input.companyId,
    ruc: input.ruc,
    rucType,
    dv: dv.padStart(2, '0'),
    branchCode: input.branchCode ?? '0000',
    ...(input.offices === undefined ? {} : { offices: input.offices.map(readOffice) }),
    ...(input.webhookSecret === undefined ? {} : { webhookSecret: input.webhookSecret }),
    ...(input.apiKey === undefined ? {} : { apiKey: input.apiKey }),
    ...(input.user === undefined ? {} : { user: input.user }),
  };
  try {
    buildCufe({
      documentType: '01',
      issuerRucType: company.rucType,
      issuerRuc: company.ruc,
      issuerDv: company.dv,
      branchCode: company.branchCode,
      issueDate: '2026-01-01',
      documentNumber: '0000000001',
      billingPoint: '001',
      issueType: '01',
      environment: 2,
      securityCode: '000000001',
    });
  } catch (error) {
    throw new ControlError(`The company ${input.companyId} cannot issue: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return company;
}

function readOffice(office: Office): Office {
  const { id, branchCode, billingPoints = [] } = office ?? {};
  const isRead = typeof id === 'string' && id !== '' && /^[0-9A-Za-z]{4}$/.test(branchCode);
  if (!isRead || !Array.isArray(billingPoints) || !billingPoints.every((point) => /^\d{3}$/.test(point))) {
    throw new ControlError('An office is {"id", "branchCode" of four characters, "billingPoints" of three digits}.');
  }
  return { id, branchCode, billingPoints };
}
