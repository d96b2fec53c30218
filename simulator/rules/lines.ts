/** Rules of the PAC for each line. */
import { percentOf } from '../totals.ts';
import { decimal, isAmount, isOneOf, isPositive, isText, listAt, objectAt, textAt } from './json.ts';
import { forReceiver, ifEntry, ifGiven, type Rule } from './rule.ts';

const OTHER_TAXES = Array.from({ length: 11 }, (_, at) => String(at + 1).padStart(2, '0'));

const ifPart = (name: string) => ifEntry(`where ${name} given`, (own) => own[name] !== undefined);
const isPercent = (value: unknown) => isAmount(value) && decimal(value)!.lte(100);

function hasEachCodeOnce(value: unknown): boolean {
  const codes = listAt(value).map((tax) => objectAt(tax)['code']);
  return Array.isArray(value) && new Set(codes).size === codes.length;
}

const GOVERNMENT = forReceiver('03');

// prettier-ignore
export const LINES: readonly Rule[] = [
  { at: 'items', holds: (value) => Array.isArray(value) && value.length > 0 && value.length <= 1000, message: 'debe tener de 1 a 1000 líneas', mark: 'documented', source: 'sheet' },
  { at: 'items[].number', holds: (value, _, { index }) => value === String(index + 1).padStart(4, '0'), message: 'debe numerar las líneas desde "0001"', mark: 'documented', source: 'alanube' },
  { at: 'items[].description', holds: isText(500), message: 'de 1 a 500 caracteres', mark: 'documented', source: 'hka' },
  { at: 'items[].code', when: ifGiven, holds: isText(20), message: 'hasta 20 caracteres', mark: 'documented', source: 'hka' },
  { at: 'items[].unit', when: ifGiven, holds: isText(20), message: 'hasta 20 caracteres', mark: 'documented', source: 'hka' },
  { at: 'items[].quantity', holds: isPositive, message: 'debe ser mayor que cero', mark: 'documented', source: 'hka' },
  { at: 'items[].prices.transfer', holds: isAmount, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
  { at: 'items[].prices.discount', when: ifGiven, holds: (value, _, { own }) => isAmount(value) && decimal(value)!.lte(decimal(objectAt(own['prices'])['transfer']) ?? 0), message: 'debe ser un monto que no exceda el precio', mark: 'documented', source: 'hka' },
  { at: 'items[].itbms.rate', holds: (value) => percentOf(textAt(value)) !== undefined, message: 'debe ser "00", "01", "02" o "03"', mark: 'documented', source: 'sheet' },
  { at: 'items[].isc.rate', when: ifPart('isc'), holds: isPercent, message: 'debe ser una tasa porcentual', mark: 'seen', source: 'refusals' },
  { at: 'items[].isc.amount', when: ifGiven, holds: isAmount, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
  { at: 'items[].oti', when: ifGiven, holds: hasEachCodeOnce, message: 'debe ser una lista con códigos sin repetir', mark: 'documented', source: 'integrators' },
  { at: 'items[].oti[].code', holds: isOneOf(...OTHER_TAXES), message: `debe ser uno de ${OTHER_TAXES.join(', ')}`, mark: 'documented', source: 'hka' },
  { at: 'items[].oti[].amount', holds: isAmount, message: 'debe ser un monto', mark: 'documented', source: 'hka' },
  { at: 'items[].cpbs.code', when: GOVERNMENT, holds: (value) => textAt(value) !== '', message: 'es requerido para gobierno', mark: 'seen', source: 'refusals' },
  { at: 'items[].cpbs.unit', when: GOVERNMENT, holds: (value) => textAt(value) !== '', message: 'es requerida para gobierno', mark: 'assumed', source: 'hka' },
];
