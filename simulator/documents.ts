/** State of the simulator: companies, documents and attempts per fiscal number; every change is an event in the journal. */
import type { DocumentKind } from '../src/fiscal/document.ts';
import type { LegalStatus } from '../src/fiscal/legal-status.ts';
import type { PendingFault } from './fault-desk.ts';
import { openJournal } from './journal.ts';
import type { Submission } from './submission.ts';

/** The issuer; the payload does not name it, the PAC knows it by the company. */
export interface Company {
  companyId: string;
  name: string;
  ruc: string;
  rucType: 1 | 2;
  dv: string;
  branchCode: string;
  /** Empty: it issues as one, whatever office a document names. */
  offices?: Office[];
  /** The company's own webhook secret, if it has one. */
  webhookSecret?: string;
  /** The company's own API key; no other key is accepted for it. */
  apiKey?: string;
  /** Name with which it logs in, where the PAC has such; its id by default. */
  user?: string;
}

export interface Office {
  /** As `idOffice` names it. */
  id: string;
  branchCode: string;
  /** Empty: any. */
  billingPoints?: string[];
}

export interface SimulatedDocument {
  id: string;
  companyId: string;
  kind: DocumentKind;
  numeration: string;
  billingPoint: string;
  cufe: string;
  issueDate: string;
  issuer: Company;
  submission: Submission;
  /** The body as it came. */
  payload: unknown;
  legalStatus: LegalStatus;
  reasons: string[];
  acceptedAt: number;
  /** The coming verdict of the DGI and its time; null once it is given, dueAt null while it waits for a command. */
  verdict: { legalStatus: Extract<LegalStatus, `DGI_${string}`>; dueAt: number | null } | null;
  /** A webhook is still to be sent about the verdict. */
  noticeOwed: boolean;
  voided: { reason: string; at: number } | null;
  /** Faults that strike later: the sentinels of its submission. */
  faults: PendingFault[];
}

export interface NumberCounts extends FiscalNumber {
  attempts: number;
  acceptances: number;
}

export type Event =
  | { event: 'company'; company: Company }
  | { event: 'attempted'; number: FiscalNumber }
  | { event: 'accepted'; document: SimulatedDocument }
  // Kept and answered for by GET, but no acceptance: its number stays free.
  | { event: 'refused'; document: SimulatedDocument }
  | { event: 'verdict'; id: string; legalStatus: LegalStatus; reasons: string[]; noticeOwed: boolean }
  | { event: 'noticed'; id: string }
  | { event: 'voided'; id: string; reason: string; at: number }
  | { event: 'reset' };

/** A number is of a company's office, billing point and type of document, each of which has a series of its own. */
export interface FiscalNumber {
  companyId: string;
  kind: DocumentKind;
  documentType: string;
  branchCode: string;
  billingPoint: string;
  numeration: string;
}

export const fiscalKey = (number: FiscalNumber): string =>
  JSON.stringify([number.companyId, number.documentType, number.branchCode, number.billingPoint, number.numeration]);

export const numberOf = ({ companyId, kind, issuer, submission }: SimulatedDocument): FiscalNumber => ({
  companyId,
  kind,
  documentType: submission.documentType,
  branchCode: issuer.branchCode,
  billingPoint: submission.billingPoint,
  numeration: submission.numeration,
});

export interface Register {
  record(event: Event): void;
  company(companyId: string): Company | undefined;
  companies(): Company[];
  document(id: string): SimulatedDocument | undefined;
  documents(): SimulatedDocument[];
  /** The document that the PAC accepted under this CUFE. */
  withCufe(companyId: string, cufe: string): SimulatedDocument | undefined;
  withNumber(number: FiscalNumber): SimulatedDocument | undefined;
  counts(): NumberCounts[];
  /** How many documents of a company were accepted. */
  acceptedOf(companyId: string): number;
  close(): void;
}

const cufeKey = (companyId: string, cufe: string) => `${companyId} ${cufe}`;

/** The state of a register, which changes by events only. */
function emptyRegister() {
  const companies = new Map<string, Company>();
  const documents = new Map<string, SimulatedDocument>();
  const acceptedByNumber = new Map<string, SimulatedDocument>();
  const acceptedByCufe = new Map<string, SimulatedDocument>();
  const counts = new Map<string, NumberCounts>();
  const accepted = new Map<string, number>();

  function countsOf(number: FiscalNumber): NumberCounts {
    const key = fiscalKey(number);
    const known = counts.get(key) ?? { ...number, attempts: 0, acceptances: 0 };
    counts.set(key, known);
    return known;
  }

  function documentOf(id: string): SimulatedDocument {
    const document = documents.get(id);
    if (!document) throw new Error(`The simulator has no document ${id}.`);
    return document;
  }

  function apply(event: Event): void {
    switch (event.event) {
      case 'company':
        companies.set(event.company.companyId, event.company);
        return;
      case 'attempted':
        countsOf(event.number).attempts++;
        return;
      case 'accepted':
        documents.set(event.document.id, event.document);
        acceptedByNumber.set(fiscalKey(numberOf(event.document)), event.document);
        acceptedByCufe.set(cufeKey(event.document.companyId, event.document.cufe), event.document);
        countsOf(numberOf(event.document)).acceptances++;
        accepted.set(event.document.companyId, (accepted.get(event.document.companyId) ?? 0) + 1);
        return;
      case 'refused':
        documents.set(event.document.id, event.document);
        return;
      case 'verdict':
        Object.assign(documentOf(event.id), {
          legalStatus: event.legalStatus,
          reasons: event.reasons,
          noticeOwed: event.noticeOwed,
          verdict: null,
        });
        return;
      case 'noticed':
        documentOf(event.id).noticeOwed = false;
        return;
      case 'voided':
        documentOf(event.id).voided = { reason: event.reason, at: event.at };
        return;
      case 'reset':
        for (const map of [companies, documents, acceptedByNumber, acceptedByCufe, counts, accepted]) map.clear();
    }
  }

  return { companies, documents, acceptedByNumber, acceptedByCufe, counts, accepted, apply };
}

export function openRegister(journalFile: string | undefined): Register {
  const { companies, documents, acceptedByNumber, acceptedByCufe, counts, accepted, apply } = emptyRegister();
  const journal = journalFile === undefined ? null : openJournal<Event>(journalFile);
  for (const event of journal?.past ?? []) apply(event);

  return {
    // Written before it is known: what was answered for is never forgotten.
    record(event) {
      journal?.append(event);
      apply(event);
    },
    company: (companyId) => companies.get(companyId),
    companies: () => [...companies.values()],
    document: (id) => documents.get(id),
    documents: () => [...documents.values()],
    withCufe: (companyId, cufe) => acceptedByCufe.get(cufeKey(companyId, cufe)),
    withNumber: (number) => acceptedByNumber.get(fiscalKey(number)),
    counts: () => [...counts.values()].map((count) => ({ ...count })),
    acceptedOf: (companyId) => accepted.get(companyId) ?? 0,
    close: () => journal?.close(),
  };
}
