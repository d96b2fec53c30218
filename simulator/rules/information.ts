/** Rules of the PAC for the head of a document: its type, its number and how it is issued. */
import {
  isAmount,
  isInstantInPanama,
  isMissing,
  isNumber,
  isOneOf,
  matches,
  objectAt,
  textAt,
  type Json,
} from './json.ts';
import { ifBody, ofType, type Rule } from './rule.ts';

/** The types of document that each address takes. */
export const TYPES_OF_ROUTE: Readonly<Record<string, readonly string[]>> = {
  INVOICE: ['01', '02', '03', '08', '09', '10'],
  CREDIT_NOTE: ['04', '06'],
  DEBIT_NOTE: ['05', '07'],
};
const SALES = ['01', '03', '08', '09', '10'];
const NOTES = ['04', '05', '06', '07'];
const NATURES = ['01', '02', '10', '11', '12', '13', '14', '20', '21'];

const isContingency = (body: Json) => ['02', '04'].includes(textAt(objectAt(body['information'])['issueType']));
const inContingency = ifBody('in contingency', isContingency);
const inNormalOperation = ifBody('in normal operation', (body) => !isContingency(body));

// prettier-ignore
export const INFORMATION: readonly Rule[] = [
  { at: 'information.issueType', holds: isOneOf('01', '02', '03', '04'), message: 'debe ser "01", "02", "03" o "04"', mark: 'documented', source: 'hka' },
  { at: 'information.documentType', holds: (value, { types }) => types.some((type) => type === value), message: 'no es un tipo de documento de esta ruta', mark: 'documented', source: 'alanube' },
  { at: 'information.numeration', holds: isNumber(10), message: 'debe tener 10 dígitos, no todos cero', mark: 'documented', source: 'hka' },
  { at: 'information.billingPoint', holds: isNumber(3), message: 'debe tener 3 dígitos, no todos cero', mark: 'documented', source: 'hka' },
  { at: 'information.securityCode', holds: isNumber(9), message: 'debe tener 9 dígitos, no todos cero', mark: 'documented', source: 'sheet' },
  { at: 'information.nature', holds: isOneOf(...NATURES), message: `debe ser uno de ${NATURES.join(', ')}`, mark: 'documented', source: 'hka' },
  { at: 'information.nature', when: ofType('03'), holds: isOneOf('02'), message: 'debe ser "02" en una exportación', mark: 'documented', source: 'hka' },
  { at: 'information.nature', when: ofType('01', '04', '05'), holds: (value) => value !== '02' && value !== '21', message: 'no corresponde a este tipo de documento', mark: 'documented', source: 'hka' },
  { at: 'information.nature', when: ofType('02'), holds: isOneOf('21'), message: 'debe ser "21" en una importación', mark: 'documented', source: 'integrators' },
  { at: 'information.operationType', holds: isOneOf(1, 2), message: 'debe ser 1 o 2', mark: 'documented', source: 'hka' },
  { at: 'information.operationType', when: ofType('01', '03', ...NOTES), holds: isOneOf(1), message: 'debe ser 1', mark: 'documented', source: 'hka' },
  { at: 'information.operationType', when: ofType('02'), holds: isOneOf(2), message: 'debe ser 2 en una importación', mark: 'assumed', source: 'hka' },
  { at: 'information.destination', holds: isOneOf(1, 2), message: 'debe ser 1 o 2', mark: 'documented', source: 'hka' },
  { at: 'information.destination', when: ofType('01'), holds: isOneOf(1), message: 'debe ser 1 en una operación interna', mark: 'seen', source: 'refusals' },
  { at: 'information.destination', when: ofType('03'), holds: isOneOf(2), message: 'debe ser 2 en una exportación', mark: 'documented', source: 'integrators' },
  { at: 'information.receiverContainer', holds: isOneOf(1, 2), message: 'debe ser 1 o 2', mark: 'documented', source: 'hka' },
  { at: 'information.saleType', when: ofType(...SALES), holds: isOneOf(1, 2, 3, 4), message: 'debe ser 1, 2, 3 o 4 en una venta', mark: 'documented', source: 'hka' },
  { at: 'information.saleType', when: ofType('02', ...NOTES), holds: isMissing, message: 'solo se informa en facturas', mark: 'documented', source: 'alanube' },
  { at: 'information.cafe.format', holds: isOneOf(1, 2, 3), message: 'debe ser 1, 2 o 3', mark: 'documented', source: 'hka' },
  { at: 'information.cafe.delivery', holds: isOneOf(1, 2, 3), message: 'debe ser 1, 2 o 3', mark: 'documented', source: 'hka' },
  { at: 'information.issueDate', holds: isInstantInPanama, message: 'debe ser una fecha ISO 8601 con huso −05:00', mark: 'documented', source: 'sheet' },
  { at: 'information.contingency', when: inNormalOperation, holds: isMissing, message: 'solo se informa en contingencia', mark: 'assumed', source: 'hka' },
  { at: 'information.contingency.startDate', when: inContingency, holds: (value, { body }) => isInstantInPanama(value) && Date.parse(textAt(value)) <= Date.parse(textAt(objectAt(body['information'])['issueDate'])), message: 'debe ser una fecha no posterior a la emisión', mark: 'documented', source: 'hka' },
  { at: 'information.contingency.reason', when: inContingency, holds: (value) => textAt(value).length >= 15 && textAt(value).length <= 250, message: 'debe tener de 15 a 250 caracteres', mark: 'documented', source: 'hka' },
];

const isAbroad = ifBody('currency other than USD', (body) => {
  const { currency } = objectAt(body['exportation']);
  return currency !== undefined && currency !== 'USD';
});
const inDollars = ifBody('currency USD', (body) => objectAt(body['exportation'])['currency'] === 'USD');
const ifExported = ifBody('where given', (body) => body['exportation'] !== undefined);

// prettier-ignore
export const EXPORTATION: readonly Rule[] = [
  { at: 'exportation', when: ofType('03'), holds: (value) => Object.keys(objectAt(value)).length > 0, message: 'es requerido en exportaciones', mark: 'documented', source: 'hka' },
  { at: 'exportation', when: ofType('01', '02', '06', '07', '09', '10'), holds: isMissing, message: 'solo se informa en exportaciones', mark: 'documented', source: 'alanube' },
  { at: 'exportation.incoterm', when: ifExported, holds: matches(/^[A-Z]{3}$/), message: 'debe tener 3 letras', mark: 'documented', source: 'hka' },
  { at: 'exportation.currency', when: ifExported, holds: matches(/^[A-Z]{3}$/), message: 'debe ser un código ISO 4217', mark: 'documented', source: 'hka' },
  { at: 'exportation.exchangeRate', when: inDollars, holds: isMissing, message: 'no debe ser informado', mark: 'documented', source: 'refusals' },
  { at: 'exportation.amount', when: inDollars, holds: isMissing, message: 'no debe ser informado', mark: 'documented', source: 'refusals' },
  { at: 'exportation.exchangeRate', when: isAbroad, holds: isAmount, message: 'es requerido para otra moneda', mark: 'documented', source: 'hka' },
  { at: 'exportation.amount', when: isAbroad, holds: isAmount, message: 'es requerido para otra moneda', mark: 'documented', source: 'hka' },
  { at: 'items[].itbms.rate', when: ofType('03'), holds: isOneOf('00'), message: 'debe ser "00" en una exportación', mark: 'documented', source: 'alanube' },
  { at: 'receiver.type', when: ofType('03'), holds: isOneOf('04'), message: 'debe ser "04", extranjero, en una exportación', mark: 'documented', source: 'integrators' },
  { at: 'receiver.country', when: ofType('03'), holds: (value) => textAt(value) !== 'PA', message: 'no puede ser "PA" en una exportación', mark: 'documented', source: 'integrators' },
];
