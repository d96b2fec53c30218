/** Rules of the PAC for referenced documents and for the issuer, checked against the PAC's own records. */
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { isGiven, isInstantInPanama, isMissing, isOneOf, listAt, objectAt, textAt } from './json.ts';
import { ifEntry, ofType, type Given, type Rule, type When } from './rule.ts';

const onPaper = ifEntry('without a CUFE', ({ cufe }) => cufe === undefined);
const byCufe: When = {
  says: 'type 04, 05, or with a CUFE',
  test: ({ documentType }, { own }) => ['04', '05'].includes(documentType) || own['cufe'] !== undefined,
};
const originalOf = ({ original }: Given, cufe: unknown) => original(textAt(cufe));

/** Calendar days in Panama between two instants. */
const daysApart = (from: string, to: string) =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;

// prettier-ignore
export const REFERENCES: readonly Rule[] = [
  { at: 'referencedDocuments', when: ofType('01', '02', '03', '08', '09', '10'), holds: isMissing, message: 'solo se informa en notas', mark: 'documented', source: 'alanube' },
  { at: 'referencedDocuments', when: ofType('04', '05'), holds: (value) => listAt(value).length > 0, message: 'es requerido en notas', mark: 'documented', source: 'hka' },
  { at: 'referencedDocuments[].cufe', when: byCufe, holds: (value) => parseCufe(textAt(value)) !== null, message: 'debe ser un CUFE', mark: 'documented', source: 'hka' },
  { at: 'referencedDocuments[].issueDate', holds: isInstantInPanama, message: 'debe ser una fecha ISO 8601 con huso −05:00', mark: 'documented', source: 'hka' },
  { at: 'referencedDocuments[].issueDate', when: byCufe, holds: (value, _, { own }) => textAt(value).slice(0, 10) === parseCufe(textAt(own['cufe']))?.issueDate, message: 'no es la fecha del documento referenciado', mark: 'documented', source: 'hka' },
  { at: 'referencedDocuments[].issueDate', when: ofType('04'), holds: (value, { body }) => daysApart(textAt(value), textAt(objectAt(body['information'])['issueDate'])) <= 180, message: 'es de hace más de 180 días', mark: 'assumed', source: 'hka', code: '180' },
  { at: 'referencedDocuments[].emissionType', when: onPaper, holds: isOneOf(undefined, 'PAPER', 'PRINTER'), message: 'debe ser PAPER o PRINTER', mark: 'assumed', source: 'ours' },
  { at: 'referencedDocuments[].otherIdentification', when: onPaper, holds: (value, { documentType }) => ['04', '05'].includes(documentType) || textAt(value) !== '', message: 'es requerida para un documento en papel', mark: 'assumed', source: 'ours' },
];

const ifKnown: When = { says: 'where known', test: (given, { value }) => originalOf(given, value) !== undefined };
const REFERENCE = { at: 'referencedDocuments[].cufe', when: ifKnown, code: 'INVALID_REFERENCE' } as const;

const ifOriginalKnown: When = {
  says: 'where the document is known',
  test: (given, { own }) => originalOf(given, own['cufe']) !== undefined,
};

// prettier-ignore
export const KNOWN: readonly Rule[] = [
  { at: 'referencedDocuments[].cufe', when: ifEntry('with a CUFE', ({ cufe }) => cufe !== undefined), holds: (cufe, given) => given.acceptsUnknown || originalOf(given, cufe) !== undefined, message: 'el documento referenciado no existe', mark: 'seen', source: 'refusals', code: 'INVALID_REFERENCE' },
  { ...REFERENCE, holds: (cufe, given) => originalOf(given, cufe)?.voided === null, message: 'el documento referenciado está anulado', mark: 'documented', source: 'alanube' },
  { ...REFERENCE, holds: (cufe, given) => originalOf(given, cufe)?.voided !== null || originalOf(given, cufe)?.legalStatus === 'DGI_AUTHORIZED', message: 'el documento referenciado no está autorizado por la DGI', mark: 'seen', source: 'refusals' },
  { ...REFERENCE, holds: (cufe, given) => originalOf(given, cufe)?.kind === 'INVOICE', message: 'el documento referenciado no es una factura', mark: 'assumed', source: 'ours' },
  { ...REFERENCE, holds: (cufe, given) => (originalOf(given, cufe)?.submission.receiver.ruc ?? null) === (objectAt(given.receiver['ruc'])['ruc'] ?? null), message: 'el documento referenciado es de otro receptor', mark: 'assumed', source: 'ours' },
  { at: 'referencedDocuments[].issueDate', when: ifOriginalKnown, holds: (value, given, { own }) => Date.parse(textAt(value)) === Date.parse(originalOf(given, own['cufe'])?.issueDate ?? ''), message: 'no es la hora de emisión del documento referenciado', mark: 'assumed', source: 'ours', code: 'INVALID_REFERENCE' },
];

const hasOffices: When = { says: 'a company with offices', test: ({ company }) => (company?.offices ?? []).length > 0 };
const officeOf = ({ company, body }: Given) => company?.offices?.find(({ id }) => id === body['idOffice']);
const hasPoints: When = {
  says: 'an office with billing points',
  test: (given) => (officeOf(given)?.billingPoints ?? []).length > 0,
};

// prettier-ignore
export const OFFICE: readonly Rule[] = [
  { at: 'idOffice', holds: (value) => value === undefined || textAt(value) !== '', message: 'debe ser un texto', mark: 'documented', source: 'alanube' },
  { at: 'idOffice', when: { says: 'a company with offices, where given', test: (given, place) => place.value !== undefined && hasOffices.test(given, place) }, holds: (_, given) => officeOf(given) !== undefined, message: 'no es una sucursal de la compañía', mark: 'documented', source: 'alanube' },
  { at: 'idOffice', when: hasOffices, holds: isGiven, message: 'es requerida para una compañía con sucursales', mark: 'assumed', source: 'ours' },
  { at: 'information.billingPoint', when: hasPoints, holds: (point, given) => officeOf(given)?.billingPoints?.includes(textAt(point)) ?? false, message: 'no es un punto de facturación de la sucursal', mark: 'documented', source: 'hka' },
];
