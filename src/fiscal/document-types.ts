// The ten types of fiscal document that the DGI knows, and the rules of each as data: each with its source and how sure we are of it.
import type { DocumentKind, GenerationMode } from './document.ts';
import type { ReceiverType } from './receiver.ts';

/** H: several sources or seen at a PAC, so it refuses here. M: one good source; the company chooses. L: weak, which only warns. */
export type Mark = 'H' | 'M' | 'L';

export interface Rule<Value> {
  is: Value;
  mark: Mark;
  source: keyof typeof SOURCES;
}

/** Reference of a note: an electronic invoice by its CUFE, or one on paper or of a fiscal printer by number and day. */
export type Reference = 'NONE' | 'CUFE' | 'NUMBER_AND_DAY';

export interface DocumentTypeRules {
  /** As the contract calls it. */
  name: string;
  kind: DocumentKind;
  /** Prefix of its numbers. */
  series: string;
  nature: Rule<'01' | '02' | '21'>;
  /** 1 goes out, 2 comes in. */
  operationType: Rule<1 | 2>;
  /** 1 Panama, 2 abroad; ORIGINAL: as the document that it corrects; RECEIVER: where the receiver is. */
  destination: Rule<1 | 2 | 'ORIGINAL' | 'RECEIVER'>;
  /** Whom it may name; ORIGINAL: whom the corrected document named; ISSUER: the company itself. */
  receivers: Rule<readonly ReceiverType[] | 'ORIGINAL' | 'ISSUER'>;
  /** Country of its receiver. */
  country: Rule<'PA' | 'ABROAD' | 'ANY'>;
  references: Rule<Reference>;
  /** Terms of delivery, currency and port. */
  exportData: Rule<'REQUIRED' | 'WHERE_ABROAD' | 'NEVER'>;
  /** The rates of the ITBMS that its lines may bear, in per cent; ALL: each that the law has. */
  taxRates: Rule<readonly string[] | 'ALL'>;
  /** Effect on stock; CHOICE: a credit note says whether the goods come back. */
  stock: 'LEAVES' | 'CHOICE' | 'STAYS';
  /** Effect on the client's debt. */
  owed: 'RAISES' | 'LOWERS' | 'NOTHING';
}

export const SOURCES = {
  alanube: 'Integrations of Alanube Panamá, /pan/v1 (POST /invoices and /credit-notes, object exportation)',
  hka: 'The Factory HKA, wiki and help desk, method Enviar',
  hkaRefusal: 'A refusal of The Factory HKA (code 201), told by an integrator',
  integrators: 'Checks of public clients of The Factory HKA',
  iofacturo: 'iofacturo, guide to issuing a document',
  odoo: 'Odoo, l10n_pa, pull requests 280142 and 286789',
  catalogs: 'Catalogues of The Factory HKA and of an integrator of Alanube have the type; Odoo still ends with 09',
  ourChoice: 'No source; how Folio reads the name of the type',
} as const;

const rule = <const Value>(is: Value, mark: Mark, source: keyof typeof SOURCES) => ({ is, mark, source });

const ALL_RECEIVERS = ['CONSUMIDOR_FINAL', 'CONTRIBUYENTE', 'GOBIERNO', 'EXTRANJERO'] as const;

const SALE = {
  kind: 'INVOICE',
  nature: rule('01', 'H', 'hka'),
  operationType: rule(1, 'H', 'hka'),
  references: rule('NONE', 'H', 'alanube'),
  stock: 'LEAVES',
  owed: 'RAISES',
} as const;

const NOTE = {
  nature: rule('01', 'M', 'alanube'),
  operationType: rule(1, 'H', 'hka'),
  taxRates: rule('ALL', 'H', 'hka'),
} as const;

const NOTE_ON_AN_E_INVOICE = {
  ...NOTE,
  destination: rule('ORIGINAL', 'M', 'alanube'),
  receivers: rule('ORIGINAL', 'H', 'alanube'),
  country: rule('ANY', 'H', 'alanube'),
  references: rule('CUFE', 'H', 'alanube'),
  exportData: rule('WHERE_ABROAD', 'M', 'alanube'),
} as const;

const GENERIC_NOTE = {
  ...NOTE,
  destination: rule(1, 'M', 'hka'),
  receivers: rule(ALL_RECEIVERS, 'M', 'hka'),
  country: rule('ANY', 'L', 'ourChoice'),
  references: rule('NUMBER_AND_DAY', 'M', 'iofacturo'),
  exportData: rule('NEVER', 'L', 'ourChoice'),
  stock: 'STAYS',
} as const;

export const DOCUMENT_TYPES = {
  '01': {
    ...SALE,
    name: 'INTERNAL',
    series: 'FAC',
    destination: rule(1, 'H', 'alanube'),
    receivers: rule(ALL_RECEIVERS, 'H', 'hka'),
    country: rule('PA', 'H', 'alanube'),
    exportData: rule('NEVER', 'M', 'alanube'),
    taxRates: rule('ALL', 'H', 'hka'),
  },
  '02': {
    ...SALE,
    name: 'IMPORT',
    series: 'FIM',
    nature: rule('21', 'M', 'integrators'),
    operationType: rule(2, 'M', 'hka'),
    destination: rule(1, 'M', 'hka'),
    receivers: rule('ISSUER', 'L', 'ourChoice'),
    country: rule('PA', 'L', 'ourChoice'),
    exportData: rule('NEVER', 'M', 'hka'),
    taxRates: rule('ALL', 'M', 'hka'),
    stock: 'STAYS',
    owed: 'NOTHING',
  },
  '03': {
    ...SALE,
    name: 'EXPORT',
    series: 'FEX',
    nature: rule('02', 'H', 'hka'),
    destination: rule(2, 'H', 'integrators'),
    receivers: rule(['EXTRANJERO'], 'M', 'integrators'),
    country: rule('ABROAD', 'M', 'integrators'),
    exportData: rule('REQUIRED', 'H', 'hka'),
    taxRates: rule(['0'], 'M', 'alanube'),
  },
  '04': {
    ...NOTE_ON_AN_E_INVOICE,
    name: 'CREDIT_NOTE',
    kind: 'CREDIT_NOTE',
    series: 'NC',
    stock: 'CHOICE',
    owed: 'LOWERS',
  },
  '05': {
    ...NOTE_ON_AN_E_INVOICE,
    name: 'DEBIT_NOTE',
    kind: 'DEBIT_NOTE',
    series: 'ND',
    stock: 'STAYS',
    owed: 'RAISES',
  },
  '06': { ...GENERIC_NOTE, name: 'GENERIC_CREDIT_NOTE', kind: 'CREDIT_NOTE', series: 'NCG', owed: 'LOWERS' },
  '07': { ...GENERIC_NOTE, name: 'GENERIC_DEBIT_NOTE', kind: 'DEBIT_NOTE', series: 'NDG', owed: 'RAISES' },
  '08': {
    ...SALE,
    name: 'FREE_ZONE',
    series: 'FZF',
    destination: rule('RECEIVER', 'M', 'integrators'),
    receivers: rule(ALL_RECEIVERS, 'M', 'integrators'),
    country: rule('ANY', 'M', 'integrators'),
    exportData: rule('WHERE_ABROAD', 'M', 'integrators'),
    taxRates: rule(['0'], 'L', 'ourChoice'),
  },
  '09': {
    ...SALE,
    name: 'REIMBURSEMENT',
    series: 'REE',
    destination: rule(1, 'M', 'integrators'),
    receivers: rule(ALL_RECEIVERS, 'M', 'integrators'),
    country: rule('PA', 'L', 'ourChoice'),
    exportData: rule('NEVER', 'L', 'ourChoice'),
    taxRates: rule(['0'], 'M', 'integrators'),
    stock: 'STAYS',
  },
  '10': {
    ...SALE,
    name: 'OPERATION_ABROAD',
    series: 'FOE',
    nature: rule('01', 'L', 'ourChoice'),
    destination: rule(2, 'M', 'catalogs'),
    receivers: rule(['EXTRANJERO'], 'L', 'ourChoice'),
    country: rule('ABROAD', 'L', 'ourChoice'),
    exportData: rule('NEVER', 'L', 'ourChoice'),
    taxRates: rule(['0'], 'L', 'ourChoice'),
  },
} as const satisfies Record<string, DocumentTypeRules>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;
export type DocumentTypeName = (typeof DOCUMENT_TYPES)[DocumentType]['name'];
export type FiscalSeries = (typeof DOCUMENT_TYPES)[DocumentType]['series'];
export type InternalSeries = (typeof INTERNAL_SERIES)[DocumentKind];

/** In this order: of an object the key 10 would come first. */
export const DOCUMENT_TYPE_CODES = (Object.keys(DOCUMENT_TYPES) as DocumentType[]).toSorted();

/** Default document type of each kind. */
export const USUAL_TYPE = { INVOICE: '01', CREDIT_NOTE: '04', DEBIT_NOTE: '05' } as const satisfies Record<
  DocumentKind,
  DocumentType
>;

/** The series of documents that are not filed. */
export const INTERNAL_SERIES = { INVOICE: 'PRO', CREDIT_NOTE: 'PNC', DEBIT_NOTE: 'PND' } as const satisfies Record<
  DocumentKind,
  string
>;

/** Before the code of a client: number of the invoice that stands in for those that imported credit notes do not name. */
export const STAND_IN_PREFIX = 'FAC-SIN-ORIGEN-';

/** Series that each billing point has. */
export const FISCAL_SERIES: readonly FiscalSeries[] = DOCUMENT_TYPE_CODES.map((type) => DOCUMENT_TYPES[type].series);

/** Each series of documents, and of which kind they are. */
export const KIND_OF_SERIES = Object.fromEntries([
  ...DOCUMENT_TYPE_CODES.map((type) => [DOCUMENT_TYPES[type].series, DOCUMENT_TYPES[type].kind]),
  ...Object.entries(INTERNAL_SERIES).map(([kind, series]) => [series, kind]),
]) as Record<FiscalSeries | InternalSeries, DocumentKind>;

/** In which its next number is taken. */
export function seriesOf(type: DocumentType, mode: GenerationMode): FiscalSeries | InternalSeries {
  const { series, kind } = DOCUMENT_TYPES[type];
  return mode === 'DGI' ? series : INTERNAL_SERIES[kind];
}

/** The rules of a type, whichever it is. */
export function rulesOf(type: DocumentType): DocumentTypeRules {
  return DOCUMENT_TYPES[type];
}

export function isDocumentType(code: string): code is DocumentType {
  return Object.hasOwn(DOCUMENT_TYPES, code);
}

export interface TypeFacts {
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null;
  receiverType: ReceiverType;
  /** Tax rates of the lines, in per cent. */
  taxRates: readonly string[];
  hasExportData: boolean;
  /** The PAC wants them of whatever goes abroad. */
  needsExportData?: boolean;
}

/** A rule that a document breaks; `allowed` is what the rule has instead. */
export interface BrokenRule {
  rule: 'receivers' | 'country' | 'exportData' | 'taxRates';
  mark: Mark;
  allowed: string;
}

/** Facts of a document that break the rules of its type. The receiver of type 01 is judged with the receiver. */
export function brokenRules(type: DocumentType, facts: TypeFacts): BrokenRule[] {
  const { receivers, country, exportData, references, taxRates } = rulesOf(type);
  const broken: BrokenRule[] = [];
  const breaks = (rule: BrokenRule['rule'], { mark }: Rule<unknown>, allowed: string) =>
    void broken.push({ rule, mark, allowed });
  if (Array.isArray(receivers.is) && !receivers.is.includes(facts.receiverType))
    breaks('receivers', receivers, receivers.is.join(', '));
  if (type !== '01' && facts.country !== null && country.is !== 'ANY') {
    if ((facts.country === 'PA') !== (country.is === 'PA')) breaks('country', country, country.is);
  }
  // A note takes the data of its original over.
  if (references.is === 'CUFE') return broken;
  const goesAbroad = isAbroad(type, facts.country);
  const isPacs = facts.needsExportData === true && goesAbroad;
  const needsExportData = isPacs || exportData.is === 'REQUIRED' || (exportData.is === 'WHERE_ABROAD' && goesAbroad);
  if (needsExportData !== facts.hasExportData && (needsExportData || exportData.is === 'NEVER'))
    breaks('exportData', isPacs ? { ...exportData, mark: 'H' } : exportData, needsExportData ? 'REQUIRED' : 'NEVER');
  if (taxRates.is !== 'ALL') {
    const { is } = taxRates;
    if (facts.taxRates.some((rate) => !is.includes(rate))) breaks('taxRates', taxRates, is.join(', '));
  }
  return broken;
}

/** Whether a document of the type goes abroad, as far as its type and the receiver's country say. */
export function isAbroad(type: DocumentType, country: string | null): boolean {
  const { is } = rulesOf(type).destination;
  return is === 2 || (is === 'RECEIVER' && country !== null && country !== 'PA');
}

/** An import sells nothing, and its notes follow it. */
export const BOUGHT = DOCUMENT_TYPE_CODES.filter((type) => DOCUMENT_TYPES[type].owed === 'NOTHING');
