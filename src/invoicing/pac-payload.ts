// Payload of a document for the PAC: a pure factory that prepares and never calls.
import { cafeCodes, USUAL_CAFE, type Cafe } from '../fiscal/cafe.ts';
import { isAbroad, rulesOf, type DocumentType, type TypeFacts } from '../fiscal/document-types.ts';
import type { Rounding } from '../fiscal/money.ts';
import type { ExportData } from '../fiscal/export.ts';
import { severityOf, type Finding } from '../fiscal/finding.ts';
import { ISSUE_TYPES, reasonTold } from '../fiscal/issue-type.ts';
import type { PacNeeds } from '../fiscal/pac-needs.ts';
import { pacPayload, type PacPayload } from '../pac/index.ts';
import type { Decimal } from '../platform/decimal.ts';
import { badInput, sentence, type Sentence } from '../platform/errors.ts';
import { payloadExportation } from './payload/exportation.ts';
import { fieldOf } from './payload/field-of.ts';
import { payloadItem, type PayloadLine } from './payload/item.ts';
import { payloadReceiver, type PayloadReceiver } from './payload/receiver.ts';
import type { Refuse } from './payload/refuse.ts';
import { payloadTotals } from './payload/totals.ts';
import { judgeType } from './payload/type-rules.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { PaperReference } from './tables.ts';
import type { Retention } from './retention.ts';

interface Referenced {
  cufe: string;
  issuedAt: Date;
  receiver?: unknown;
  destination?: 1 | 2 | undefined;
  exportData?: ExportData | null | undefined;
}

export interface PayloadFacts {
  documentType: DocumentType;
  /** Ten digits. */
  numeration: string;
  billingPoint: string;
  /** Nine digits, random: what keeps a stranger's document with the same number from passing for ours. */
  securityCode: string;
  issuedAt: Date;
  officeId: string | null;
  receiver: PayloadReceiver;
  lines: readonly PayloadLine[];
  total: Decimal;
  retention?: Retention | null;
  terms: PaymentTerms;
  /** Export data of a document that goes abroad. */
  exportData?: ExportData | null | undefined;
  /** Notes: the invoice that they correct, and whom it named; the client may have been corrected since. */
  referenced?: Referenced;
  /** Notes about an invoice that has no CUFE. */
  paper?: PaperReference;
  /** The one that is open. */
  contingency?: { started_at: Date; reason: string; explanation: string | null } | null;
  cafe?: Cafe;
  /** True: also refuse violations of rules that only one good source documents. */
  refusesDocumented?: boolean;
  /** Rule of the PAC; left out: cents on each line. */
  rounding?: Rounding;
  /** Facts that the PAC refuses a document without. */
  needs?: PacNeeds | undefined;
  /** Findings from elsewhere. */
  found?: readonly Finding<Sentence>[];
}

const PANAMA_OFFSET_MS = -5 * 3_600_000;

/** Refuses with BAD_USER_INPUT, naming every field, what would be refused. */
export function assertSendable({ payload, findings }: ExaminedPayload): PacPayload {
  if (payload) return payload;
  const refused = findings.filter(isRefused);
  const each = refused.map(({ field, problem: { template, params } }) =>
    badInput<string>(template, field === null ? params : { ...params, field }),
  );
  const problems = refused.map(({ problem }) => problem);
  throw Object.assign(badInput('The PAC would refuse this document: {problems}', { problems }), { problems: each });
}

export interface ExaminedPayload {
  /** Undefined while something of it would be refused. */
  payload?: PacPayload;
  /** The body as far as it can be made, whatever is wrong with it. */
  draft: object;
  /** Everything that the PAC would refuse for its form, or may, each with its field. */
  findings: Finding<Sentence>[];
}

export function examinePayload(facts: PayloadFacts): ExaminedPayload {
  const findings: Finding<Sentence>[] = [];
  const find = (finding: Finding<Sentence>) => {
    const { mark, severity } = finding;
    findings.push({ ...finding, severity: mark ? severityOf(mark, facts.refusesDocumented) : severity });
  };
  const refuse: Refuse = (problem, field = null) => find({ severity: 'REFUSED', field, problem });
  const rules = rulesOf(facts.documentType);
  const hasSaleType = rules.kind === 'INVOICE' && rules.operationType.is === 1;
  for (const finding of judgeType(facts.documentType, typeFacts(facts))) find(finding);
  const exportData = facts.referenced?.exportData ?? facts.exportData;
  const terms = { receiverType: facts.receiver.receiverType, rounding: facts.rounding ?? 'line' };
  const draft = {
    ...(facts.officeId === null ? {} : { idOffice: facts.officeId }),
    information: {
      issueType: facts.contingency ? ISSUE_TYPES.CONTINGENCY : ISSUE_TYPES.NORMAL,
      documentType: facts.documentType,
      numeration: facts.numeration,
      billingPoint: facts.billingPoint,
      securityCode: facts.securityCode,
      nature: rules.nature.is,
      operationType: rules.operationType.is,
      destination:
        facts.referenced?.destination ?? (isAbroad(facts.documentType, facts.receiver.country ?? null) ? 2 : 1),
      receiverContainer: 1,
      ...(hasSaleType ? { saleType: 1 } : {}),
      cafe: cafeCodes(facts.cafe ?? USUAL_CAFE),
      issueDate: instantInPanama(facts.issuedAt),
      ...(facts.contingency
        ? {
            contingency: {
              startDate: instantInPanama(facts.contingency.started_at),
              reason: reasonTold(facts.contingency),
            },
          }
        : {}),
    },
    receiver: facts.referenced?.receiver ?? payloadReceiver(facts.receiver, facts, find),
    ...(exportData ? { exportation: payloadExportation(exportData, facts.total) } : {}),
    items: facts.lines.map((line, index) => payloadItem(line, index, terms, refuse)),
    totals: payloadTotals(facts, refuse),
    ...(facts.referenced
      ? {
          referencedDocuments: [{ cufe: facts.referenced.cufe, issueDate: instantInPanama(facts.referenced.issuedAt) }],
        }
      : {}),
    ...(facts.paper ? { referencedDocuments: [paperReference(facts.paper)] } : {}),
  };
  const checked = pacPayload.safeParse(draft);
  const refused = new Set(findings.filter(isRefused).map(({ field }) => field));
  for (const { path, message } of checked.error?.issues ?? []) {
    const field = fieldOf(path);
    // A finding of our own replaces the form's finding of the same field.
    if (field === null || !refused.has(field)) {
      refuse(sentence('{field}: {message}', { field: path.join('.'), message }), field);
    }
  }
  findings.push(...(facts.found ?? []));
  return checked.success && !findings.some(isRefused)
    ? { payload: checked.data, draft, findings }
    : { draft, findings };
}

function isRefused({ severity }: Finding<Sentence>): boolean {
  return severity === 'REFUSED';
}

function paperReference({ kind, number, date }: PaperReference) {
  return { emissionType: kind, otherIdentification: number, issueDate: `${date}T00:00:00-05:00` };
}

/** Facts that the rules of the document type read. */
function typeFacts({ receiver, lines, exportData, needs }: PayloadFacts): TypeFacts {
  return {
    country: receiver.country ?? null,
    receiverType: receiver.receiverType,
    taxRates: lines.map(({ taxRate }) => taxRate),
    hasExportData: exportData != null,
    needsExportData: needs?.exportData === true,
  };
}

/** ISO 8601 with Panama's offset, which knows no summer time. */
export function instantInPanama(at: Date): string {
  return new Date(at.getTime() + PANAMA_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, '-05:00');
}
