// Opens the legal life of a document of ours: nothing is sent for PROFORM, everything is prepared for DGI.
import { randomInt } from 'node:crypto';
import { choosePoint, nextNumberAt, type NumberAtPoint, type PointChoice } from '../catalog/index.ts';
import {
  issuerOf,
  openCertification,
  readBeforeFiling,
  type FiscalDocument,
  type OpenContingency,
  type Submission,
} from '../certification/index.ts';
import { chosenCafe, type CafeChoice } from '../fiscal/cafe.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import type { DocumentType, FiscalSeries } from '../fiscal/document-types.ts';
import { CONTINGENCY, mustBeExplained } from '../fiscal/issue-type.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import type { Tenant, TenantDb } from '../tenancy/index.ts';
import type { InvoicingContext } from './context.ts';
import { assertSendable, examinePayload, type PayloadFacts } from './pac-payload.ts';
import { issuerFindings } from './payload/issuer-findings.ts';

/** The company that the tenant's documents are sent for; refused before anything is written when there is none. */
export function pacCompanyOf(tenant: Tenant): string {
  if (tenant.pacCompanyId === null) {
    throw new DomainError('PAC_COMPANY_NOT_CONFIGURED', 'PAC company ID is not configured for this tenant');
  }
  return tenant.pacCompanyId;
}

export interface DocumentIntent {
  type: DocumentType;
  number: NumberAtPoint;
  createdBy: string;
}

/** The number under which a proforma is filed. Release 1.8.0 numbered proformas in the fiscal series; such a number stays. */
export async function fiscalNumberOf(
  db: TenantDb,
  { number, billing_point_id }: FiscalDocument,
  series: FiscalSeries,
  choice: PointChoice,
): Promise<NumberAtPoint> {
  const [prefix, digits] = number.split('-');
  if (prefix === series && digits !== undefined) return { number, digits, point: await choosePoint(db, {}) };
  return nextNumberAt(db, series, { ...choice, billingPointId: billing_point_id ?? choice.billingPointId });
}

/** Refused before a number is used. */
export function assertTaken(context: InvoicingContext, type: DocumentType): void {
  if (context.pac.takes(type)) return;
  throw conflict('The PAC takes no documents of the type {type}', { type });
}

/**
 * After a restore a sale that looks open may be certified already: the PAC may know a document that is lost here. Answers the
 * contingency that is open, in which the document is made.
 */
export async function assertNotCertified(
  db: TenantDb,
  sale: { type: DocumentType; name: string; begun: Date },
): Promise<OpenContingency | null> {
  const { stranger, contingency } = await readBeforeFiling(db, sale);
  if (stranger === null) return contingency;
  throw conflict(
    '{name} may be certified already: the PAC has {number} (document {pacDocumentId}, CUFE {cufe}), which is unknown here',
    { name: sale.name, number: stranger.numberHere, pacDocumentId: stranger.pacDocumentId ?? '-', cufe: stranger.cufe },
  );
}

/** Recorded here, never sent. */
export function openInternal(
  context: InvoicingContext,
  db: TenantDb,
  intent: DocumentIntent,
  mode: Exclude<GenerationMode, 'DGI'>,
): Promise<string> {
  return openCertification(context, db, { ...opened(intent), mode });
}

/** Prepared with everything that the PAC needs; sent by the caller, once it has committed this transaction. */
export function openForDgi(
  context: InvoicingContext,
  db: TenantDb,
  intent: DocumentIntent,
  facts: DocumentFacts,
): Promise<string> {
  return openCertification(context, db, {
    ...opened(intent),
    mode: 'DGI',
    submission: payloadForDgi(db, intent, facts),
  });
}

function opened({ type, number: { number, point }, createdBy }: DocumentIntent) {
  return { type, number, billingPointId: point.id, createdBy };
}

export type DocumentFacts = Omit<
  PayloadFacts,
  'documentType' | 'numeration' | 'billingPoint' | 'securityCode' | 'officeId' | 'contingency' | 'cafe'
> & {
  cafe?: CafeChoice | null | undefined;
  contingency?: OpenContingency | null;
  /** Of a document that exists at the PAC; any other gets a new one. */
  securityCode?: string;
};

export function payloadForDgi(db: TenantDb, intent: DocumentIntent, facts: DocumentFacts): Submission {
  const { digits, point } = intent.number;
  const { contingency, found = [], receiver } = facts;
  if (contingency) assertExplained(contingency, facts.issuedAt);
  const examined = examinePayload({
    ...facts,
    cafe: chosenCafe(facts.cafe, db.tenant.cafe),
    documentType: intent.type,
    numeration: digits,
    billingPoint: point.code,
    securityCode: facts.securityCode ?? String(randomInt(1, 1_000_000_000)).padStart(9, '0'),
    officeId: point.pacOfficeId,
    // What the PAC has already is only written down.
    refusesDocumented: db.tenant.refusesDocumented && facts.securityCode === undefined,
    found: [
      ...found,
      ...issuerFindings(db.tenant, { type: intent.type, officeId: point.pacOfficeId, named: receiver.ruc }),
    ],
  });
  return {
    payload: assertSendable(examined),
    findings: examined.findings,
    companyId: pacCompanyOf(db.tenant),
    issuer: { ...issuerOf(db.tenant), branchCode: point.branchCode },
    contingencyId: contingency?.id ?? null,
  };
}

/** What lasts longer than the law lets pass without a word must have been explained before it goes on. */
function assertExplained({ started_at: startedAt, explanation }: OpenContingency, at: Date): void {
  if (explanation !== null || !mustBeExplained(startedAt, at)) return;
  throw conflict(
    'The contingency lasts for more than {hours} hours: explainContingency must say why normal operation was not resumed',
    { hours: CONTINGENCY.hoursUnexplained },
  );
}
