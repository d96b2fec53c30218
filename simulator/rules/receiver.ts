/** Rules of the PAC for the receiver of a document. */
import { checkDigitOf } from '../check-digit.ts';
import { isCountry, isGiven, isMissing, isObject, isOneOf, isText, matches, objectAt, textAt } from './json.ts';
import { forReceiver, ifBody, ifGiven, ofType, type Rule } from './rule.ts';

const BUSINESS = forReceiver('01', '03');
const withRuc = ifBody('with a RUC', (body) => objectAt(body['receiver'])['ruc'] !== undefined);

const isListOf = (value: unknown, isOne: (entry: unknown) => boolean) =>
  value === undefined || (Array.isArray(value) && value.length <= 3 && value.every(isOne));
const isEMail = matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);

function agrees(digits: unknown, ruc: Record<string, unknown>): boolean {
  if (ruc['type'] !== 1 && ruc['type'] !== 2) return true;
  const computed = checkDigitOf(textAt(ruc['ruc']), ruc['type'] === 1 ? 'NATURAL' : 'JURIDICO');
  return !computed?.isCertain || computed.digits === textAt(digits).padStart(2, '0');
}

// prettier-ignore
export const RECEIVER: readonly Rule[] = [
  { at: 'receiver.type', holds: isOneOf('01', '02', '03', '04'), message: 'debe ser "01", "02", "03" o "04"', mark: 'documented', source: 'hka' },
  { at: 'receiver.type', when: withRuc, holds: (type, { receiver }) => type !== '02' || objectAt(receiver['ruc'])['type'] !== 2, message: 'un RUC jurídico no puede ser consumidor final', mark: 'seen', source: 'refusals' },
  { at: 'receiver.type', when: withRuc, holds: (type, { receiver }) => type !== '03' || objectAt(receiver['ruc'])['type'] === 2, message: 'el Estado tiene un RUC jurídico', mark: 'assumed', source: 'ours' },
  { at: 'receiver.name', when: BUSINESS, holds: isText(100), message: 'es requerido, hasta 100 caracteres', mark: 'documented', source: 'hka' },
  { at: 'receiver.name', when: ifGiven, holds: isText(100), message: 'hasta 100 caracteres', mark: 'documented', source: 'hka' },
  { at: 'receiver.ruc', when: BUSINESS, holds: isGiven, message: 'es requerido para contribuyente y gobierno', mark: 'documented', source: 'hka' },
  { at: 'receiver.ruc', when: forReceiver('04'), holds: isMissing, message: 'un extranjero no tiene RUC', mark: 'assumed', source: 'ours' },
  { at: 'receiver.ruc.type', when: withRuc, holds: isOneOf(1, 2), message: 'debe ser 1 (natural) o 2 (jurídico)', mark: 'documented', source: 'hka' },
  { at: 'receiver.ruc.ruc', when: withRuc, holds: matches(/^[0-9A-Z-]{1,20}$/), message: 'debe tener de 1 a 20 caracteres', mark: 'documented', source: 'sheet' },
  { at: 'receiver.ruc.verificationDigit', when: withRuc, holds: matches(/^\d{1,2}$/), message: 'debe tener 2 dígitos', mark: 'documented', source: 'hka' },
  { at: 'receiver.ruc.verificationDigit', when: withRuc, holds: (value, { receiver }) => agrees(value, objectAt(receiver['ruc'])), message: 'no corresponde al RUC', mark: 'seen', source: 'refusals' },
  { at: 'receiver.address', when: ifGiven, holds: isText(100), message: 'de 1 a 100 caracteres', mark: 'documented', source: 'hka' },
  { at: 'receiver.address', when: BUSINESS, holds: isGiven, message: 'es requerida para contribuyente y gobierno', mark: 'assumed', source: 'hka' },
  { at: 'receiver.location', when: ifGiven, holds: isObject, message: 'debe ser un objeto', mark: 'documented', source: 'alanube' },
  { at: 'receiver.location', when: BUSINESS, holds: isGiven, message: 'es requerida para contribuyente y gobierno', mark: 'assumed', source: 'hka' },
  { at: 'receiver.location.code', when: ifBody('with a location', (body) => isObject(objectAt(body['receiver'])['location'])), holds: matches(/^\d{1,2}-\d{1,2}-\d{1,2}$/), message: 'debe ser el código de un corregimiento, como 8-8-11', mark: 'documented', source: 'hka' },
  { at: 'receiver.country', holds: isCountry, message: 'debe ser un código de país de 2 letras', mark: 'documented', source: 'sheet' },
  { at: 'receiver.country', when: forReceiver('01'), holds: isOneOf('PA'), message: 'debe ser "PA" para un contribuyente', mark: 'documented', source: 'hka' },
  { at: 'receiver.country', when: ofType('01'), holds: isOneOf('PA'), message: 'debe ser "PA" en una operación interna', mark: 'assumed', source: 'integrators' },
  { at: 'receiver.country', when: forReceiver('03'), holds: isOneOf('PA'), message: 'debe ser "PA" para el Estado', mark: 'assumed', source: 'ours' },
  { at: 'receiver.emails', holds: (value) => isListOf(value, (entry) => textAt(entry) !== ''), message: 'admite hasta 3 textos', mark: 'documented', source: 'hka' },
  { at: 'receiver.emails[]', holds: isEMail, message: 'no es una dirección de correo', mark: 'documented', source: 'sheet' },
  { at: 'receiver.telephones', holds: (value) => isListOf(value, (entry) => textAt(entry) !== ''), message: 'admite hasta 3 textos', mark: 'documented', source: 'hka' },
  { at: 'receiver.telephones[]', holds: matches(/^\d{3,4}-\d{4}$/), message: 'debe tener la forma 999-9999 o 9999-9999', mark: 'assumed', source: 'hka' },
  { at: 'receiver.foreign.number', when: forReceiver('04'), holds: isText(50), message: 'es requerido para un extranjero', mark: 'documented', source: 'hka' },
  { at: 'receiver.foreign.country', when: ifGiven, holds: isCountry, message: 'debe ser un código de país de 2 letras', mark: 'documented', source: 'hka' },
];
