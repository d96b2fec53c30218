/** Reads a submitted body as the PAC does, by rules of its own: either everything that is wrong with it, or what it says. */
import { Big } from 'big.js';
import { parseCufe } from '../src/fiscal/cufe.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import { isDocumentType, rulesOf, USUAL_TYPE, type DocumentType } from '../src/fiscal/document-types.ts';
import { checkDigitOf } from './check-digit.ts';
import { percentOf, totalsOf } from './totals.ts';
import type { DocumentTotals, Line } from './totals.ts';

export interface BodyError {
  code: string;
  field: string;
  message: string;
}

export interface Submission {
  numeration: string;
  billingPoint: string;
  securityCode: string;
  documentType: DocumentType;
  issueType: string;
  issueDate: string;
  receiver: { type: string; name: string; ruc: string | null; checkDigit: string | null; address: string };
  lines: Line[];
  totals: DocumentTotals;
  paymentMethods: { type: string; amount: string; description: string }[];
  references: { cufe: string; issueDate: string }[];
}

export type ReadBody = { errors: BodyError[] } | { errors: null; submission: Submission };

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isString = (value: unknown): value is string => typeof value === 'string';

// A field that is there but is no object reads like an empty one: its parts are then reported as missing.
const objectAt = (value: unknown): Json => (isObject(value) ? value : {});
const listAt = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textAt = (value: unknown): string => (isString(value) ? value : '');

const PAYMENT_METHODS = ['01', '02', '03', '04', '05', '06', '07', '08', '99'];
const INSTANT_IN_PANAMA = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?-05:00$/;

const isInstantInPanama = (value: unknown) =>
  isString(value) && INSTANT_IN_PANAMA.test(value) && !Number.isNaN(Date.parse(value));
const isDay = (value: unknown) =>
  isString(value) && /^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value) && !Number.isNaN(Date.parse(value));

/** A decimal as a JSON number or as text, in plain notation; null for anything else. */
function decimal(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return isString(text) && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? text : null;
}

/** The sentinels stand in the receiver's name, which is therefore read from bodies of any kind. */
export const receiverNameOf = (body: unknown): string => textAt(objectAt(objectAt(body)['receiver'])['name']);

/** The fiscal number that a body claims, whatever else is wrong with it. */
export function fiscalNumberOf(body: unknown): { numeration: string; billingPoint: string } | null {
  const { numeration, billingPoint } = objectAt(objectAt(body)['information']);
  return isString(numeration) && isString(billingPoint) ? { numeration, billingPoint } : null;
}

export function readBody(kind: DocumentKind, body: unknown): ReadBody {
  if (!isObject(body)) {
    return {
      errors: [{ code: 'INVALID_BODY', field: '', message: 'El cuerpo de la petición debe ser un objeto JSON' }],
    };
  }
  const errors: BodyError[] = [];
  const demand = (holds: boolean, field: string, message: string) => {
    if (!holds) errors.push({ code: 'INVALID_FIELD', field, message: `${field}: ${message}` });
  };
  const information = readInformation(kind, objectAt(body['information']), demand);
  if (body['idOffice'] !== undefined) demand(textAt(body['idOffice']) !== '', 'idOffice', 'debe ser un texto');
  const receiver = readReceiver(objectAt(body['receiver']), demand);
  const lines = readLines(body['items'], receiver.type === '03', demand);
  const references = readReferences(information.documentType, body['referencedDocuments'], demand);
  readExportation(information.documentType, body['exportation'], demand);
  const totals = errors.length === 0 ? totalsOf(lines) : null;
  const paymentMethods = readPayment(objectAt(body['totals']), totals, demand);
  if (totals === null || errors.length > 0) return { errors };
  return { errors: null, submission: { ...information, receiver, lines, totals, paymentMethods, references } };
}

type Demand = (holds: boolean, field: string, message: string) => void;

function readInformation(kind: DocumentKind, given: Json, demand: Demand) {
  const named = textAt(given['documentType']);
  const isOfKind = isDocumentType(named) && rulesOf(named).kind === kind;
  const documentType = isOfKind ? named : USUAL_TYPE[kind];
  const rules = rulesOf(documentType);
  const digits = (name: string, count: number): string => {
    const value = textAt(given[name]);
    const fits = new RegExp(`^\\d{${count}}$`).test(value) && /[1-9]/.test(value);
    demand(fits, `information.${name}`, `debe tener ${count} dígitos, no todos cero`);
    return value;
  };
  const exactly = (name: string, value: string | number) =>
    demand(given[name] === value, `information.${name}`, `debe ser ${JSON.stringify(value)}`);
  exactly('issueType', '01');
  demand(isOfKind, 'information.documentType', `no es un tipo de documento de esta ruta, como "${documentType}"`);
  const numeration = digits('numeration', 10);
  const billingPoint = digits('billingPoint', 3);
  const securityCode = digits('securityCode', 9);
  exactly('nature', rules.nature.is);
  exactly('operationType', rules.operationType.is);
  const { is: place } = rules.destination;
  if (typeof place === 'number') exactly('destination', place);
  else demand(given['destination'] === 1 || given['destination'] === 2, 'information.destination', 'debe ser 1 o 2');
  exactly('receiverContainer', 1);
  if (kind === 'INVOICE' && rules.operationType.is === 1) exactly('saleType', 1);
  else demand(given['saleType'] === undefined, 'information.saleType', 'solo se informa en facturas');
  const cafe = objectAt(given['cafe']);
  for (const part of ['format', 'delivery']) {
    const fits = cafe[part] === 1 || cafe[part] === 2 || cafe[part] === 3;
    demand(fits, `information.cafe.${part}`, 'debe ser 1, 2 o 3');
  }
  const issueDate = textAt(given['issueDate']);
  const isInstant = isInstantInPanama(issueDate);
  demand(isInstant, 'information.issueDate', 'debe ser una fecha ISO 8601 con huso −05:00');
  return { documentType, issueType: '01', numeration, billingPoint, securityCode, issueDate };
}

function readReceiver(given: Json, demand: Demand): Submission['receiver'] {
  const type = textAt(given['type']);
  demand(['01', '02', '03', '04'].includes(type), 'receiver.type', 'debe ser "01", "02", "03" o "04"');
  const isBusiness = type === '01' || type === '03';
  const name = given['name'];
  const hasName = isString(name) && name.trim() !== '' && name.length <= 100;
  demand(hasName || (name === undefined && !isBusiness), 'receiver.name', 'es requerido, hasta 100 caracteres');
  const address = given['address'];
  const hasAddress = isString(address) && address.trim() !== '' && address.length <= 100;
  demand(hasAddress || address === undefined, 'receiver.address', 'de 1 a 100 caracteres');
  const country = given['country'];
  if (type === '01') demand(country === 'PA', 'receiver.country', 'debe ser "PA" para un contribuyente');
  else
    demand(
      isString(country) && /^[A-Z]{2}$/.test(country),
      'receiver.country',
      'debe ser un código de país de 2 letras',
    );
  for (const list of ['emails', 'telephones']) {
    const value = given[list];
    const fits = Array.isArray(value) && value.length <= 3 && value.every((entry) => textAt(entry) !== '');
    demand(value === undefined || fits, `receiver.${list}`, 'admite hasta 3 textos');
  }
  if (type === '04') {
    const foreign = objectAt(given['foreign']);
    demand(textAt(foreign['number']) !== '', 'receiver.foreign.number', 'es requerido para un extranjero');
  }
  if (given['ruc'] === undefined) {
    demand(!isBusiness, 'receiver.ruc', 'es requerido para contribuyente y gobierno');
    return { type, name: textAt(name), ruc: null, checkDigit: null, address: textAt(address) };
  }
  const { ruc, checkDigit } = readRuc(type, objectAt(given['ruc']), demand);
  return { type, name: textAt(name), ruc, checkDigit, address: textAt(address) };
}

function readRuc(receiverType: string, given: Json, demand: Demand): { ruc: string; checkDigit: string } {
  const ruc = textAt(given['ruc']);
  const checkDigit = textAt(given['verificationDigit']);
  const isTyped = given['type'] === 1 || given['type'] === 2;
  demand(isTyped, 'receiver.ruc.type', 'debe ser 1 (natural) o 2 (jurídico)');
  demand(/^[0-9A-Z-]{1,20}$/.test(ruc), 'receiver.ruc.ruc', 'debe tener de 1 a 20 caracteres');
  demand(/^\d{1,2}$/.test(checkDigit), 'receiver.ruc.verificationDigit', 'debe tener 2 dígitos');
  const isLegalConsumer = receiverType === '02' && given['type'] === 2;
  demand(!isLegalConsumer, 'receiver.type', 'un RUC jurídico no puede ser consumidor final');
  if (isTyped) {
    const computed = checkDigitOf(ruc, given['type'] === 1 ? 'NATURAL' : 'JURIDICO');
    const agrees = !computed?.isCertain || computed.digits === checkDigit.padStart(2, '0');
    demand(agrees, 'receiver.ruc.verificationDigit', 'no corresponde al RUC');
  }
  return { ruc, checkDigit };
}

function readLines(given: unknown, isGovernment: boolean, demand: Demand): Line[] {
  const items = listAt(given);
  demand(items.length > 0 && items.length <= 1000, 'items', 'debe tener de 1 a 1000 líneas');
  return items.map((entry, index) => {
    const item = objectAt(entry);
    const at = `items[${index}]`;
    const prices = objectAt(item['prices']);
    const rate = textAt(objectAt(item['itbms'])['rate']);
    const description = textAt(item['description']);
    const number = textAt(item['number']);
    demand(number === String(index + 1).padStart(4, '0'), `${at}.number`, 'debe numerar las líneas desde "0001"');
    demand(description.trim() !== '' && description.length <= 500, `${at}.description`, 'de 1 a 500 caracteres');
    const code = item['code'];
    demand(
      code === undefined || (textAt(code) !== '' && textAt(code).length <= 20),
      `${at}.code`,
      'hasta 20 caracteres',
    );
    const unit = item['unit'];
    demand(
      unit === undefined || (textAt(unit) !== '' && textAt(unit).length <= 20),
      `${at}.unit`,
      'hasta 20 caracteres',
    );
    const quantity = decimal(item['quantity']);
    demand(quantity !== null && new Big(quantity).gt(0), `${at}.quantity`, 'debe ser mayor que cero');
    const price = decimal(prices['transfer']);
    demand(price !== null && new Big(price).gte(0), `${at}.prices.transfer`, 'debe ser un monto');
    const discount = prices['discount'] === undefined ? '0' : decimal(prices['discount']);
    const isDiscount = discount !== null && price !== null && new Big(discount).gte(0) && new Big(discount).lte(price);
    demand(isDiscount, `${at}.prices.discount`, 'debe ser un monto que no exceda el precio');
    demand(percentOf(rate) !== undefined, `${at}.itbms.rate`, 'debe ser "00", "01", "02" o "03"');
    const cpbs = textAt(objectAt(item['cpbs'])['code']);
    demand(!isGovernment || cpbs !== '', `${at}.cpbs.code`, 'es requerido para gobierno');
    return {
      number,
      code: textAt(code),
      description,
      unit: textAt(unit) || 'und',
      quantity: quantity ?? '0',
      price: price ?? '0',
      discount: discount ?? '0',
      rate,
    };
  });
}

function readPayment(given: Json, totals: DocumentTotals | null, demand: Demand): Submission['paymentMethods'] {
  const time = given['paymentTime'];
  demand(time === 1 || time === 2 || time === 3, 'totals.paymentTime', 'debe ser 1, 2 o 3');
  const installments = listAt(given['installmentPayment']);
  if (time === 2 || time === 3) demand(installments.length > 0, 'totals.installmentPayment', 'es requerido a plazo');
  for (const [index, entry] of installments.entries()) {
    const { sequence, dueDate, amount } = objectAt(entry);
    const at = `totals.installmentPayment[${index}]`;
    demand(sequence !== undefined, `${at}.sequence`, 'es requerida');
    demand(isDay(dueDate), `${at}.dueDate`, 'debe ser una fecha');
    demand(decimal(amount) !== null, `${at}.amount`, 'debe ser un monto');
  }
  const methods = listAt(given['paymentMethods']).map((entry, index) => {
    const { type, amount, description } = objectAt(entry);
    const at = `totals.paymentMethods[${index}]`;
    const paid = decimal(amount);
    demand(PAYMENT_METHODS.includes(textAt(type)), `${at}.type`, `debe ser uno de ${PAYMENT_METHODS.join(', ')}`);
    demand(paid !== null && new Big(paid).gte(0), `${at}.amount`, 'debe ser un monto');
    if (type === '99') demand(textAt(description) !== '', `${at}.description`, 'es requerida para otra forma de pago');
    return { type: textAt(type), amount: paid ?? '0', description: textAt(description) };
  });
  demand(methods.length > 0, 'totals.paymentMethods', 'debe tener al menos una forma de pago');
  if (totals && methods.length > 0) {
    const paid = methods.reduce((sum, { amount }) => sum.plus(amount), new Big(0));
    const covers = paid.gte(totals.total);
    demand(covers, 'totals.paymentMethods', `suman ${paid.toFixed(2)}, menos que el total ${totals.total}`);
  }
  return methods;
}

function readReferences(type: DocumentType, given: unknown, demand: Demand): Submission['references'] {
  const { kind, references: demanded } = rulesOf(type);
  if (kind === 'INVOICE') {
    demand(given === undefined, 'referencedDocuments', 'solo se informa en notas');
    return [];
  }
  const references = listAt(given);
  demand(references.length > 0 || demanded.is !== 'CUFE', 'referencedDocuments', 'es requerido en notas');
  return references.flatMap((entry, index) => {
    const { cufe, issueDate, emissionType, otherIdentification } = objectAt(entry);
    const at = `referencedDocuments[${index}]`;
    if (demanded.is === 'NUMBER_AND_DAY' && cufe === undefined) {
      demand(emissionType === 'PAPER' || emissionType === 'PRINTER', `${at}.emissionType`, 'debe ser PAPER o PRINTER');
      demand(textAt(otherIdentification) !== '', `${at}.otherIdentification`, 'es requerida');
      demand(isInstantInPanama(issueDate), `${at}.issueDate`, 'debe ser una fecha ISO 8601 con huso −05:00');
      return [];
    }
    demand(parseCufe(textAt(cufe)) !== null, `${at}.cufe`, 'debe ser un CUFE');
    demand(isInstantInPanama(issueDate), `${at}.issueDate`, 'debe ser una fecha ISO 8601 con huso −05:00');
    return [{ cufe: textAt(cufe), issueDate: textAt(issueDate) }];
  });
}

function readExportation(type: DocumentType, given: unknown, demand: Demand): void {
  const { exportData } = rulesOf(type);
  if (exportData.is === 'NEVER') return demand(given === undefined, 'exportation', 'solo se informa en exportaciones');
  if (given === undefined) return demand(exportData.is !== 'REQUIRED', 'exportation', 'es requerido en exportaciones');
  const { incoterm, currency, exchangeRate, amount } = objectAt(given);
  demand(/^[A-Z]{3}$/.test(textAt(incoterm)), 'exportation.incoterm', 'debe tener 3 letras');
  demand(/^[A-Z]{3}$/.test(textAt(currency)), 'exportation.currency', 'debe ser un código ISO 4217');
  if (currency === 'USD') {
    demand(exchangeRate === undefined, 'exportation.exchangeRate', 'no debe ser informado');
    return demand(amount === undefined, 'exportation.amount', 'no debe ser informado');
  }
  demand(decimal(exchangeRate) !== null, 'exportation.exchangeRate', 'es requerido para otra moneda');
  demand(decimal(amount) !== null, 'exportation.amount', 'es requerido para otra moneda');
}
