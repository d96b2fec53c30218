/** Rules of the PAC for the payment of a document; the sums are checked once all else is right. */
import { Big } from 'big.js';
import {
  decimal,
  isAmount,
  isDay,
  isGiven,
  isMissing,
  isOneOf,
  listAt,
  objectAt,
  sumOf,
  textAt,
  type Json,
} from './json.ts';
import { ifBody, ifEntry, ifGiven, type Given, type Rule } from './rule.ts';

const METHODS = ['01', '02', '03', '04', '05', '06', '07', '08', '99'];
const ON_CREDIT = '01';
/** Percentage of the ITBMS that is withheld, by code; null: the amount is given. */
const RETENTIONS: Readonly<Record<string, number | null>> = { 1: 100, 2: 50, 3: 100, 4: 50, 7: 50, 8: null };

const inTerms = ifBody('paymentTime 2, 3', (body) =>
  [2, 3].includes(objectAt(body['totals'])['paymentTime'] as number),
);
const ifRetention = ifBody('where retention given', (body) => objectAt(body['totals'])['retention'] !== undefined);
const amountsOf = (list: unknown, isCounted: (entry: Json) => boolean = () => true) =>
  sumOf(
    listAt(list)
      .map(objectAt)
      .filter(isCounted)
      .map(({ amount }) => amount),
  );
function isRetained(value: unknown, { body, totals }: Given): boolean {
  const percent = RETENTIONS[String(objectAt(objectAt(body['totals'])['retention'])['code'])] ?? null;
  const expected = new Big(totals?.tax ?? 0)
    .times(percent ?? 0)
    .div(100)
    .round(2, Big.roundHalfUp);
  return percent === null || (decimal(value)?.eq(expected) ?? false);
}
const isCredit = ({ type }: Json) => type === ON_CREDIT;

// prettier-ignore
export const PAYMENT: readonly Rule[] = [
  { at: 'totals.paymentTime', holds: isOneOf(1, 2, 3), message: 'debe ser 1, 2 o 3', mark: 'documented', source: 'hka' },
  { at: 'totals.installmentPayment', when: inTerms, holds: (value) => listAt(value).length > 0, message: 'es requerido a plazo', mark: 'documented', source: 'hka' },
  { at: 'totals.installmentPayment', when: ifBody('paymentTime 1', (body) => objectAt(body['totals'])['paymentTime'] === 1), holds: isMissing, message: 'solo se informa a plazo', mark: 'assumed', source: 'ours' },
  { at: 'totals.installmentPayment[].sequence', holds: isGiven, message: 'es requerida', mark: 'documented', source: 'alanube' },
  { at: 'totals.installmentPayment[].sequence', holds: (value, _, { index }) => Number(value) === index + 1, message: 'debe numerar las cuotas desde 1', mark: 'assumed', source: 'ours' },
  { at: 'totals.installmentPayment[].dueDate', holds: isDay, message: 'debe ser una fecha', mark: 'documented', source: 'hka' },
  { at: 'totals.installmentPayment[].dueDate', holds: (value, { body }) => textAt(value).slice(0, 10) >= textAt(objectAt(body['information'])['issueDate']).slice(0, 10), message: 'no puede ser anterior a la emisión', mark: 'assumed', source: 'ours' },
  { at: 'totals.installmentPayment[].amount', holds: (value) => decimal(value) !== null, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
  { at: 'totals.paymentMethods', holds: (value) => listAt(value).length > 0, message: 'debe tener al menos una forma de pago', mark: 'documented', source: 'hka' },
  { at: 'totals.paymentMethods[].type', holds: isOneOf(...METHODS), message: `debe ser uno de ${METHODS.join(', ')}`, mark: 'documented', source: 'hka' },
  { at: 'totals.paymentMethods[].amount', holds: isAmount, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
  { at: 'totals.paymentMethods[].description', when: ifEntry('type 99', ({ type }) => type === '99'), holds: (value) => textAt(value) !== '', message: 'es requerida para otra forma de pago', mark: 'documented', source: 'hka' },
  { at: 'totals.retention.code', when: ifRetention, holds: isOneOf(...Object.keys(RETENTIONS).map(Number)), message: `debe ser uno de ${Object.keys(RETENTIONS).join(', ')}`, mark: 'documented', source: 'hka' },
  { at: 'totals.retention.amount', when: ifRetention, holds: isAmount, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
];

// prettier-ignore
export const SUMS: readonly Rule[] = [
  { at: 'items[].isc.amount', when: ifGiven, holds: (value, { totals }, { index }) => decimal(value)?.round(2, Big.roundHalfUp).eq(new Big(totals?.lines[index]?.isc ?? 0).round(2, Big.roundHalfUp)) ?? false, message: 'no corresponde a la tasa del ISC sobre el precio del ítem', mark: 'documented', source: 'hka' },
  { at: 'totals.retention.amount', when: ifRetention, holds: (value, { totals }) => decimal(value)?.lte(totals?.tax ?? 0) ?? false, message: 'excede el ITBMS del documento', mark: 'documented', source: 'hka' },
  { at: 'totals.retention.amount', when: ifRetention, holds: isRetained, message: 'no corresponde al porcentaje de su código', mark: 'assumed', source: 'hka' },
  { at: 'totals.paymentMethods', holds: (value, { totals }) => amountsOf(value).gte(totals?.total ?? 0), message: 'suman menos que el total del documento', mark: 'documented', source: 'sheet' },
  { at: 'totals.paymentMethods', holds: (value, { totals }) => amountsOf(value, (one) => !['02', '99'].includes(textAt(one['type']))).lte(totals?.total ?? 0), message: 'solo el efectivo da vuelto', mark: 'assumed', source: 'ours' },
  { at: 'totals.installmentPayment', when: inTerms, holds: (value, { body }) => amountsOf(value).eq(amountsOf(objectAt(body['totals'])['paymentMethods'], isCredit)), message: 'las cuotas deben sumar lo que se paga a crédito', mark: 'assumed', source: 'ours' },
  { at: 'totals.installmentPayment', when: inTerms, holds: (value, { totals }) => amountsOf(value).lte(new Big(totals?.total ?? 0)), message: 'las cuotas suman más que el total del documento', mark: 'documented', source: 'sheet' },
];
