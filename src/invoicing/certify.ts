// Opens the legal life of a document of ours: nothing is sent for PROFORM, everything is prepared for DGI.
import { randomInt } from 'node:crypto';
import { choosePoint, nextNumberAt, type NumberAtPoint, type PointChoice } from '../catalog/index.ts';
import {
  issuerOf,
  openCertification,
  readBeforeFiling,
  submit,
  submitLater,
  type FiscalDocument,
  type OpenContingency,
  type Opening,
  type Submission,
  type TenantContext,
} from '../certification/index.ts';
import { chosenCafe, type CafeChoice } from '../fiscal/cafe.ts';
import type { GenerationMode } from '../fiscal/document.ts';
import { DOCUMENT_TYPES, type DocumentType, type FiscalSeries } from '../fiscal/document-types.ts';
import { CONTINGENCY, mustBeExplained } from '../fiscal/issue-type.ts';
import { roundingOf } from '../fiscal/money.ts';
import { badInput, conflict, DomainError } from '../platform/errors.ts';
import { plainEffect, type Effect, type Tenant, type TenantDb } from '../tenancy/index.ts';
import type { InvoicingContext } from './context.ts';
import { assertSendable, examinePayload, type PayloadFacts } from './pac-payload.ts';
import { issuerFindings } from './payload/issuer-findings.ts';

export const MAX_REASON_LENGTH = 1000;

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
  mode: GenerationMode;
}

/** `isNew: false`: a document that existed already, which is not sent again. */
type Written = string | { id: string; isNew: boolean };

/** Writes a document in the caller's transaction. */
export type Writes<Input> = (
  context: InvoicingContext,
  db: TenantDb,
  input: Input,
  createdBy: string,
) => Promise<Written>;

/**
 * A verb that writes a document; one of mode DGI is sent to the PAC right after the commit. What the PAC says, or fails to say, is in the
 * record that is answered; it is no error (answer 35).
 */
export function issuing<Input, Read>(
  kindOf: (input: Input) => { mode: GenerationMode; type?: DocumentType },
  write: Writes<Input>,
  readBack: (db: TenantDb, id: string) => Promise<Read>,
) {
  const idOf = (written: Written): string => (typeof written === 'string' ? written : written.id);
  return async (
    context: TenantContext,
    input: Input,
    actor: string,
    effect: Effect = plainEffect(context),
  ): Promise<Read> => {
    const { mode, type } = kindOf(input);
    const alone = (id: string) => ({ id }) as Read;
    const read = effect.isIdAlone ? (_: TenantDb, id: string) => Promise.resolve(alone(id)) : readBack;
    if (mode === 'DGI_IMPORT')
      throw badInput('{field} must be DGI or PROFORM; DGI_IMPORT is written by the import', { field: 'mode' });
    if (mode !== 'DGI')
      return effect(
        (db) => write(context, db, input, actor),
        (db, written) => read(db, idOf(written)),
      );
    pacCompanyOf(context.tenant);
    if (type) assertTaken(context, context.tenant, type);
    let written: Written | undefined;
    const opens = async (opening: Opening | undefined) => {
      written = await effect((db) => write(opening ? { ...context, opening } : context, db, input, actor));
      return typeof written === 'string' || written.isNew ? idOf(written) : undefined;
    };
    let answer: Read | undefined;
    try {
      answer = await submit(context, opens, 'duty', effect.isIdAlone ? undefined : readBack);
    } catch (error) {
      if (written === undefined) throw error;
      const documentId = idOf(written);
      context.log.warn({ err: error, documentId, what: 'submit' }, 'not done at the first try; it is looked at again');
    }
    const id = idOf(written!);
    return answer ?? (effect.isIdAlone ? alone(id) : context.inTenant((db) => readBack(db, id)));
  };
}

/** The number under which a proforma is filed. Release 1.8.0 numbered proformas in the fiscal series; such a number stays. */
async function fiscalNumberOf(
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
export function assertTaken(context: InvoicingContext, { pacMake }: Tenant, type: DocumentType): void {
  if (context.pac.profileOf(pacMake).takes(type)) return;
  throw conflict('The PAC takes no documents of the type {type}', { type });
}

/**
 * After a restore a sale that looks open may be certified already: the PAC may know a document that is lost here. Answers the
 * contingency that is open, in which the document is made; what is not filed needs none.
 */
export async function assertNotCertified(
  { opening }: Pick<InvoicingContext, 'opening'>,
  db: TenantDb,
  { mode, ...sale }: { mode: GenerationMode; type: DocumentType; name: string; begun: Date },
): Promise<OpenContingency | null> {
  if (mode !== 'DGI') return null;
  const { stranger, contingency, seen } = await readBeforeFiling(db, sale);
  if (opening) opening.seen = seen;
  if (stranger === null) return contingency;
  throw conflict(
    '{name} may be certified already: the PAC has {number} (document {pacDocumentId}, CUFE {cufe}), which is unknown here',
    { name: sale.name, number: stranger.numberHere, pacDocumentId: stranger.pacDocumentId ?? '-', cufe: stranger.cufe },
  );
}

/** A document of mode DGI is prepared with everything that the PAC needs, and sent by `issue` after the commit; other modes are never sent. */
export function open(
  context: InvoicingContext,
  db: TenantDb,
  intent: DocumentIntent,
  facts: () => DocumentFacts,
): Promise<string> {
  const { type, number, createdBy, mode } = intent;
  const opened = { type, number: number.number, billingPointId: number.point.id, createdBy };
  if (mode !== 'DGI') return openCertification(context, db, { ...opened, mode });
  return openCertification(context, db, { ...opened, mode, submission: payloadForDgi(context, db, intent, facts()) });
}

/** Files what was a proforma so far, under a fiscal number. */
export async function fileProforma(
  context: InvoicingContext,
  db: TenantDb,
  document: FiscalDocument,
  { type, createdBy, choice }: { type: DocumentType; createdBy: string; choice: PointChoice },
  facts: DocumentFacts,
): Promise<void> {
  const intent = { type, number: await fiscalNumberOf(db, document, DOCUMENT_TYPES[type].series, choice), createdBy };
  await submitLater(context, db, document, { ...intent, submission: payloadForDgi(context, db, intent, facts) });
}

export type DocumentFacts = Omit<
  PayloadFacts,
  'documentType' | 'numeration' | 'billingPoint' | 'securityCode' | 'officeId' | 'contingency' | 'cafe' | 'needs'
> & {
  cafe?: CafeChoice | null | undefined;
  contingency?: OpenContingency | null;
  /** Security code of a document that exists at the PAC; any other gets a new one. */
  securityCode?: string;
};

export function payloadForDgi(
  { pac }: Pick<InvoicingContext, 'pac'>,
  db: TenantDb,
  intent: Omit<DocumentIntent, 'mode'>,
  facts: DocumentFacts,
): Submission {
  const { digits, point } = intent.number;
  const { contingency, found = [], receiver } = facts;
  const { namesOfficesByCode, needs } = pac.profileOf(db.tenant.pacMake);
  if (contingency) assertExplained(contingency, facts.issuedAt);
  const examined = examinePayload({
    ...facts,
    cafe: chosenCafe(facts.cafe, db.tenant.cafe),
    documentType: intent.type,
    numeration: digits,
    billingPoint: point.code,
    securityCode: facts.securityCode ?? String(randomInt(1, 1_000_000_000)).padStart(9, '0'),
    officeId: point.pacOfficeId,
    // A document that the PAC has already is only written down.
    rounding: roundingOf(db.tenant),
    needs: facts.securityCode === undefined ? needs : undefined,
    refusesDocumented: db.tenant.refusesDocumented && facts.securityCode === undefined,
    found: [
      ...found,
      ...issuerFindings(db.tenant, {
        type: intent.type,
        officeId: point.pacOfficeId,
        isOfficeByCode: namesOfficesByCode === true,
        named: receiver.ruc,
      }),
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

/** A contingency longer than the law allows must have been explained before it goes on. */
function assertExplained({ started_at: startedAt, explanation }: OpenContingency, at: Date): void {
  if (explanation !== null || !mustBeExplained(startedAt, at)) return;
  throw conflict(
    'The contingency lasts for more than {hours} hours: explainContingency must say why normal operation was not resumed',
    { hours: CONTINGENCY.hoursUnexplained },
  );
}
