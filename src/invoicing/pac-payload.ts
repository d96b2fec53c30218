// What the PAC is sent for a document: a pure factory that prepares and never calls.
import { DOCUMENT_TYPES, type DocumentType } from '../fiscal/document.ts';
import { ITBMS_RATES } from '../fiscal/itbms.ts';
import { holderOf, needsRuc, RECEIVER_CODES, type ReceiverType } from '../fiscal/receiver.ts';
import { parseRuc, rucCheckDigits, rucHolder } from '../fiscal/ruc.ts';
import { pacPayload, type PacPayload } from '../pac/index.ts';
import { isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, sentence, type Sentence } from '../platform/errors.ts';
import { paidAtOnce, termsProblems, type PaymentTerms } from './payment-terms.ts';
import type { PaymentMethod } from './tables.ts';

export interface PayloadReceiver {
  receiverType: ReceiverType;
  name: string;
  ruc: string | null;
  dv: string | null;
  email: string | null;
}

export interface PayloadLine {
  description: string;
  sku: string;
  unit: string;
  cpbs: string | null;
  quantity: Decimal;
  unitPrice: Decimal;
  /** In per cent. */
  taxRate: Decimal;
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
  terms: PaymentTerms;
  /** Credit notes: the invoice that they correct, and whom it named; the client may have been corrected since. */
  referenced?: { cufe: string; issuedAt: Date; receiver?: unknown };
}

const PAYMENT_CODES = {
  CREDIT: '01',
  CASH: '02',
  CREDIT_CARD: '03',
  DEBIT_CARD: '04',
  LOYALTY_CARD: '05',
  RETURN_VOUCHER: '06',
  GIFT_VOUCHER: '07',
  BANK_TRANSFER: '08',
  OTHER: '99',
} as const satisfies Record<PaymentMethod, string>;

// Country codes are not kept for clients yet; ZZ is how ISO 3166 writes "unknown".
const UNKNOWN_COUNTRY = 'ZZ';
const PANAMA_OFFSET_MS = -5 * 3_600_000;

/** Refuses with BAD_USER_INPUT, naming every field, what the PAC would refuse for its form. */
export function buildPayload(facts: PayloadFacts): PacPayload {
  const { payload, problems } = examinePayload(facts);
  if (payload) return payload;
  throw badInput('The PAC would refuse this document: {problems}', { problems });
}

export interface ExaminedPayload {
  /** Undefined while there are problems. */
  payload?: PacPayload;
  /** The body as far as it can be made, whatever is wrong with it. */
  draft: object;
  /** Everything that the PAC would refuse for its form. */
  problems: Sentence[];
}

export function examinePayload(facts: PayloadFacts): ExaminedPayload {
  const problems: Sentence[] = [];
  const refuse: Refuse = (problem) => void problems.push(problem);
  const isInvoice = facts.documentType === DOCUMENT_TYPES.INVOICE;
  const draft = {
    ...(facts.officeId === null ? {} : { idOffice: facts.officeId }),
    information: {
      issueType: '01',
      documentType: facts.documentType,
      numeration: facts.numeration,
      billingPoint: facts.billingPoint,
      securityCode: facts.securityCode,
      nature: '01',
      operationType: 1,
      destination: 1,
      receiverContainer: 1,
      ...(isInvoice ? { saleType: 1 } : {}),
      cafe: { format: 3, delivery: 3 },
      issueDate: instantInPanama(facts.issuedAt),
    },
    receiver: facts.referenced?.receiver ?? receiver(facts.receiver, refuse),
    items: facts.lines.map((line, index) => item(line, index, facts.receiver.receiverType, refuse)),
    totals: totals(facts, refuse),
    ...(facts.referenced
      ? {
          referencedDocuments: [{ cufe: facts.referenced.cufe, issueDate: instantInPanama(facts.referenced.issuedAt) }],
        }
      : {}),
  };
  const checked = pacPayload.safeParse(draft);
  for (const { path, message } of checked.error?.issues ?? []) {
    refuse(sentence('{field}: {message}', { field: path.join('.'), message }));
  }
  return problems.length === 0 && checked.success ? { payload: checked.data, draft, problems } : { draft, problems };
}

type Refuse = (problem: Sentence) => void;

/** ISO 8601 with Panama's offset, which knows no summer time. */
export function instantInPanama(at: Date): string {
  return new Date(at.getTime() + PANAMA_OFFSET_MS).toISOString().replace(/\.\d{3}Z$/, '-05:00');
}

function receiver(client: PayloadReceiver, refuse: Refuse) {
  const isForeign = client.receiverType === 'EXTRANJERO';
  // What a foreigner is known by is no RUC, and has no check digit.
  const ruc = client.ruc === null || isForeign ? null : rucOf({ ...client, ruc: client.ruc }, refuse);
  if (needsRuc(client.receiverType) && ruc === null) {
    refuse(sentence('Client {name} has no RUC, which its kind of receiver needs', { name: client.name }));
  }
  // A legal RUC is never sent as a final consumer.
  const isCompany = client.receiverType === 'CONSUMIDOR_FINAL' && ruc?.type === 2;
  const type = isCompany ? RECEIVER_CODES.CONTRIBUYENTE : RECEIVER_CODES[client.receiverType];
  return {
    type,
    ...(ruc === null ? {} : { ruc }),
    name: client.name.slice(0, 100),
    country: isForeign ? UNKNOWN_COUNTRY : 'PA',
    ...(client.email === null ? {} : { emails: [client.email] }),
    ...(isForeign ? { foreign: { number: client.ruc ?? '0', country: UNKNOWN_COUNTRY } } : {}),
  };
}

function rucOf(client: PayloadReceiver & { ruc: string }, refuse: Refuse) {
  const normalized = parseRuc(client.ruc)?.normalized ?? client.ruc;
  const holder = rucHolder(normalized, client.dv, holderOf(client.receiverType));
  const verificationDigit = client.dv ?? rucCheckDigits(normalized, holder);
  if (verificationDigit === null) {
    refuse(sentence('The check digit (DV) of the RUC {ruc} is not known', { ruc: client.ruc }));
  }
  return {
    type: holder === 'NATURAL' ? (1 as const) : (2 as const),
    ruc: normalized,
    verificationDigit: verificationDigit ?? '',
  };
}

function item(line: PayloadLine, index: number, receiverType: ReceiverType, refuse: Refuse) {
  const rate = ITBMS_RATES.find(({ percent }) => percent === line.taxRate)?.code;
  if (rate === undefined) refuse(sentence('ITBMS has no rate of {rate} %', { rate: line.taxRate }));
  if (receiverType === 'GOBIERNO' && line.cpbs === null) {
    refuse(sentence('{sku} has no CPBS code, which each line for a government receiver needs', { sku: line.sku }));
  }
  return {
    number: String(index + 1).padStart(4, '0'),
    description: line.description.slice(0, 500),
    code: line.sku.slice(0, 20),
    unit: line.unit,
    quantity: Number(line.quantity),
    prices: { transfer: Number(line.unitPrice) },
    itbms: { rate },
    ...(line.cpbs === null ? {} : { cpbs: { code: line.cpbs, unit: line.unit } }),
  };
}

function totals({ total, terms }: PayloadFacts, refuse: Refuse) {
  const problems = termsProblems(total, terms);
  for (const problem of problems) refuse(problem);
  const { instalments } = terms;
  const atOnce = problems.length === 0 ? paidAtOnce(total, terms) : total;
  const isInTerms = instalments.length > 0;
  const isMixed = isInTerms && isPositive(atOnce);
  const onCredit = { type: PAYMENT_CODES.CREDIT, amount: Number(subtract(total, atOnce)) };
  const code = PAYMENT_CODES[terms.method];
  const now = { type: code, amount: Number(atOnce), ...(code === PAYMENT_CODES.OTHER ? { description: 'Otro' } : {}) };
  return {
    paymentTime: isMixed ? 3 : isInTerms ? 2 : 1,
    paymentMethods: isMixed ? [now, onCredit] : [isInTerms ? onCredit : now],
    ...(isInTerms
      ? {
          installmentPayment: instalments.map(({ dueDate, amount }, index) => ({
            sequence: index + 1,
            dueDate: `${dueDate}T23:59:59-05:00`,
            amount: Number(amount),
          })),
        }
      : {}),
  };
}
