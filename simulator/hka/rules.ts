/** Rules of The Factory HKA for a `documento` of the method Enviar. Without a code of its own a form is refused by 109, a sum by 203. */
import { Big } from 'big.js';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { checkDigitOf } from '../check-digit.ts';
import {
  decimal,
  isAmount,
  isCountry,
  isDay,
  isGiven,
  isInstantInPanama,
  isMissing,
  isNumber,
  isObject,
  isOneOf,
  isString,
  isText,
  listAt,
  matches,
  objectAt,
  sumOf,
  textAt,
  type Json,
} from '../rules/json.ts';
import { ifBody, ifEntry, ifGiven, ofType, when, type Given, type Rule } from '../rules/rule.ts';
import { percentOf } from '../totals.ts';

const GIVEN = 'debe ser informado';
const MISSING = 'no debe ser informado';
const INVALID = 'tiene un valor inválido';

const HEAD = 'datosTransaccion';
const CLIENT = `${HEAD}.cliente`;
const ABROAD = `${HEAD}.datosFacturaExportacion`;
const REFERENCES = `${HEAD}.listaDocsFiscalReferenciados`;
const ITEM = 'listaItems[]';
const TOTAL = 'totalesSubTotales';

export const headOf = (body: Json): Json => objectAt(body['datosTransaccion']);
export const clientOf = (body: Json): Json => objectAt(headOf(body)['cliente']);
export const totalsIn = (body: Json): Json => objectAt(body['totalesSubTotales']);
export const linesOf = (body: Json): Json[] => listAt(body['listaItems']).map(objectAt);

const SALES = ['01', '03', '08', '09'];
const NATURES = ['01', '02', '03', '04', '10', '11', '12', '13', '14', '20', '21'];
const METHODS = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '99'];
const OTHER_TAXES = Array.from({ length: 11 }, (_, at) => String(at + 1).padStart(2, '0'));

const forClient = (...types: string[]) =>
  ifBody(`tipoClienteFE ${types.join(', ')}`, (body) => types.includes(textAt(clientOf(body)['tipoClienteFE'])));
const BUSINESS = forClient('01', '03');
const FOREIGNER = forClient('04');
const emitted = (says: string, ...types: string[]) =>
  ifBody(says, (body) => types.includes(textAt(headOf(body)['tipoEmision'])));
const inContingency = emitted('tipoEmision 02, 04', '02', '04');
const outsideContingency = emitted('tipoEmision 01, 03', '01', '03');
const headedFor = (destination: string) =>
  ifBody(`destinoOperacion ${destination}`, (body) => headOf(body)['destinoOperacion'] === destination);
const paid = (says: string, ...times: string[]) =>
  ifBody(says, (body) => times.includes(textAt(totalsIn(body)['tiempoPago'])));
const inTerms = paid('tiempoPago 2, 3', '2', '3');
const withRuc = ifBody('with numeroRUC', (body) => isString(clientOf(body)['numeroRUC']));
const withPart = (name: string, within: (body: Json) => Json) =>
  ifBody(`with ${name}`, (body) => within(body)[name] !== undefined);
const withPlace = withPart('codigoUbicacion', clientOf);
const withRetention = withPart('retencion', totalsIn);
const inOtherMoney = ifBody('monedaOperExportacion other than USD', (body) => {
  const money = objectAt(headOf(body)['datosFacturaExportacion'])['monedaOperExportacion'];
  return money !== undefined && money !== 'USD';
});

/** Every place in the body where something stands that is no list and no object, and empty lists and objects. */
const leavesOf = (value: unknown): unknown[] => {
  const inside = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : null;
  return inside === null || inside.length === 0 ? [value] : inside.flatMap(leavesOf);
};
const isEmpty = (value: unknown) =>
  value === '' || value === null || (typeof value === 'object' && Object.values(value).length === 0);

const hasDigits = (digits: number) => (value: unknown) =>
  isAmount(value) && isString(value) && (value.split('.')[1] ?? '').length <= digits;
const isExact = hasDigits(6);
const isMoney = hasDigits(2);
const isMail = matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
const isPhone = matches(/^(\d{6}-)?\d{3,4}-\d{4}$/);
const isLong = (least: number, most: number) => (value: unknown) =>
  isString(value) && value.length >= least && value.length <= most;
const isCodeOnce = (value: unknown) => {
  const codes = listAt(value).map((tax) => objectAt(tax)['tasaOTI']);
  return new Set(codes).size === codes.length;
};

function agreesWithRuc(digits: unknown, body: Json): boolean {
  const { tipoContribuyente, numeroRUC } = clientOf(body);
  const found = checkDigitOf(textAt(numeroRUC), tipoContribuyente === '1' ? 'NATURAL' : 'JURIDICO');
  return !found?.isCertain || found.digits === textAt(digits).padStart(2, '0');
}

const hoursApart = (from: unknown, to: unknown) => (Date.parse(textAt(to)) - Date.parse(textAt(from))) / 3_600_000;

// prettier-ignore
const GENERAL: readonly Rule[] = [
  { at: 'documento', holds: (_, { body }) => !leavesOf(body).some(isEmpty), message: 'no debe tener nodos vacíos', mark: 'documented', source: 'hka' },
  { at: 'documento', holds: (_, { body }) => leavesOf(body).every((leaf) => isString(leaf) || isEmpty(leaf)), message: 'debe tener textos en todos sus campos', mark: 'documented', source: 'hka' },
  { at: 'codigoSucursalEmisor', holds: matches(/^\d{4}$/), message: 'debe tener 4 dígitos', mark: 'documented', source: 'hka' },
  { at: 'tipoSucursal', when: ifGiven, holds: isOneOf('1', '2'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.tipoEmision`, holds: isOneOf('01', '02', '03', '04'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.fechaInicioContingencia`, when: inContingency, holds: (value, { body }) => isInstantInPanama(value) && hoursApart(value, headOf(body)['fechaEmision']) >= 0, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.fechaInicioContingencia`, when: inContingency, holds: (value, { body }) => !(hoursApart(value, headOf(body)['fechaEmision']) > 72), message: 'es de hace más de 72 horas', mark: 'assumed', source: 'hka' },
  { at: `${HEAD}.fechaInicioContingencia`, when: outsideContingency, holds: isMissing, message: MISSING, mark: 'assumed', source: 'hka' },
  { at: `${HEAD}.motivoContingencia`, when: inContingency, holds: isLong(15, 250), message: 'debe tener de 15 a 250 caracteres', mark: 'documented', source: 'hka' },
  { at: 'usoPosterior.cufe', when: emitted('tipoEmision 03', '03'), holds: (value) => parseCufe(textAt(value)) !== null, message: GIVEN, mark: 'assumed', source: 'hka' },
  { at: `${HEAD}.tipoDocumento`, holds: matches(/^(0[1-9]|10)$/), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.numeroDocumentoFiscal`, holds: isNumber(10), message: 'debe tener 10 dígitos, no todos cero', mark: 'documented', source: 'hka' },
  { at: `${HEAD}.puntoFacturacionFiscal`, holds: isNumber(3), message: 'debe tener 3 dígitos, no todos cero', mark: 'documented', source: 'hka' },
  { at: `${HEAD}.fechaEmision`, holds: isInstantInPanama, message: 'debe ser una fecha con huso -05:00', mark: 'documented', source: 'hka' },
  { at: `${HEAD}.fechaSalida`, when: ifGiven, holds: isInstantInPanama, message: 'debe ser una fecha con huso -05:00', mark: 'documented', source: 'hka' },
  { at: `${HEAD}.naturalezaOperacion`, holds: isOneOf(...NATURES), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.naturalezaOperacion`, when: ofType('03'), holds: isOneOf('02', '03'), message: 'no corresponde a una exportación', mark: 'documented', source: 'integrators' },
  { at: `${HEAD}.naturalezaOperacion`, when: ofType('02'), holds: isOneOf('21'), message: 'no corresponde a una importación', mark: 'documented', source: 'integrators' },
  { at: `${HEAD}.tipoOperacion`, holds: isOneOf('1', '2'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.destinoOperacion`, holds: isOneOf('1', '2'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.formatoCAFE`, holds: isOneOf('1', '2', '3'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.entregaCAFE`, holds: isOneOf('1', '2', '3'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.envioContenedor`, holds: isOneOf('1', '2'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.procesoGeneracion`, holds: isOneOf('1'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.tipoVenta`, when: ofType(...SALES), holds: isOneOf('1', '2', '3', '4'), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.tipoVenta`, when: ofType('02', '04', '05', '06', '07'), holds: isMissing, message: MISSING, mark: 'documented', source: 'hka' },
  { at: `${HEAD}.informacionInteres`, when: ifGiven, holds: isText(5000), message: 'hasta 5000 caracteres', mark: 'documented', source: 'hka' },
];

// prettier-ignore
const RECEIVER: readonly Rule[] = [
  { at: `${CLIENT}.tipoClienteFE`, holds: isOneOf('01', '02', '03', '04'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.tipoClienteFE`, when: ofType('03'), holds: isOneOf('04'), message: 'debe ser "04" en una exportación', mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.tipoClienteFE`, when: withRuc, holds: (type, { body }) => type !== '02' || clientOf(body)['tipoContribuyente'] !== '2', message: 'un RUC jurídico no puede ser consumidor final', mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.tipoContribuyente`, when: BUSINESS, holds: isOneOf('1', '2'), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.numeroRUC`, when: BUSINESS, holds: matches(/^[0-9A-Z-]{1,20}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.numeroRUC`, when: forClient('02'), holds: (value) => value !== 'CF', message: INVALID, mark: 'seen', source: 'refusals' },
  { at: `${CLIENT}.digitoVerificadorRUC`, when: BUSINESS, holds: matches(/^\d{1,2}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.digitoVerificadorRUC`, when: BUSINESS, holds: (value, { body }) => agreesWithRuc(value, body), message: 'no corresponde al RUC', mark: 'seen', source: 'refusals' },
  { at: `${CLIENT}.razonSocial`, when: BUSINESS, holds: isText(100), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.direccion`, when: BUSINESS, holds: isGiven, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.direccion`, when: ifGiven, holds: isLong(5, 100), message: 'debe tener de 5 a 100 caracteres', mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.codigoUbicacion`, when: BUSINESS, holds: isGiven, message: GIVEN, mark: 'assumed', source: 'hka' },
  { at: `${CLIENT}.codigoUbicacion`, when: ifGiven, holds: matches(/^\d{1,2}-\d{1,2}-\d{1,2}$/), message: INVALID, mark: 'documented', source: 'hka' },
  ...['provincia', 'distrito', 'corregimiento'].map((name): Rule => ({ at: `${CLIENT}.${name}`, when: withPlace, holds: isText(100), message: GIVEN, mark: 'documented', source: 'hka' })),
  ...['tipoContribuyente', 'numeroRUC', 'digitoVerificadorRUC', 'codigoUbicacion'].map((name): Rule => ({ at: `${CLIENT}.${name}`, when: FOREIGNER, holds: isMissing, message: MISSING, mark: 'seen', source: 'refusals' })),
  { at: `${CLIENT}.tipoIdentificacion`, when: FOREIGNER, holds: isOneOf('01', '02', '99'), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.nroIdentificacionExtranjero`, when: FOREIGNER, holds: isText(50), message: GIVEN, mark: 'documented', source: 'hka' },
  ...[1, 2, 3].map((nth): Rule => ({ at: `${CLIENT}.telefono${nth}`, when: ifGiven, holds: isPhone, message: INVALID, mark: 'assumed', source: 'hka' })),
  ...[1, 2, 3].map((nth): Rule => ({ at: `${CLIENT}.correoElectronico${nth}`, when: ifGiven, holds: isMail, message: INVALID, mark: 'documented', source: 'hka' })),
  { at: `${CLIENT}.pais`, holds: isCountry, message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.pais`, when: headedFor('1'), holds: isOneOf('PA'), message: 'debe ser "PA" con destinoOperacion 1', mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.pais`, when: headedFor('2'), holds: (value) => value !== 'PA', message: 'no debe ser "PA" con destinoOperacion 2', mark: 'documented', source: 'hka' },
  { at: `${CLIENT}.paisOtro`, when: ifBody('pais ZZ', (body) => clientOf(body)['pais'] === 'ZZ'), holds: isText(50), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: ABROAD, when: headedFor('2'), holds: isObject, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: ABROAD, when: headedFor('1'), holds: isMissing, message: MISSING, mark: 'assumed', source: 'ours' },
  { at: `${ABROAD}.condicionesEntrega`, when: headedFor('2'), holds: matches(/^[A-Z]{3}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${ABROAD}.monedaOperExportacion`, when: headedFor('2'), holds: matches(/^[A-Z]{3}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${ABROAD}.monedaOperExportacionNonDef`, when: ifBody('monedaOperExportacion ZZZ', (body) => objectAt(headOf(body)['datosFacturaExportacion'])['monedaOperExportacion'] === 'ZZZ'), holds: isText(50), message: GIVEN, mark: 'documented', source: 'hka' },
  ...['tipoDeCambio', 'montoMonedaExtranjera'].map((name): Rule => ({ at: `${ABROAD}.${name}`, when: inOtherMoney, holds: isAmount, message: GIVEN, mark: 'assumed', source: 'hka' })),
];

const dayOf = (value: unknown) => textAt(value).slice(0, 10);
const CUFE = `${REFERENCES}[].cufeFEReferenciada`;
const REFERRED_AT = `${REFERENCES}[].fechaEmisionDocFiscalReferenciado`;

// prettier-ignore
const REFERRED: readonly Rule[] = [
  { at: REFERENCES, when: ofType('04', '05'), holds: (value) => listAt(value).length > 0, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: REFERENCES, when: ofType('06', '07'), holds: isMissing, message: MISSING, mark: 'documented', source: 'hka' },
  { at: REFERENCES, when: ofType(...SALES, '02', '10'), holds: isMissing, message: MISSING, mark: 'assumed', source: 'ours' },
  { at: CUFE, when: ofType('04', '05'), holds: (value) => parseCufe(textAt(value)) !== null, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: REFERRED_AT, when: ofType('04', '05'), holds: isInstantInPanama, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: REFERRED_AT, when: ofType('04', '05'), holds: (value, _, { own }) => dayOf(value) === parseCufe(textAt(own['cufeFEReferenciada']))?.issueDate, message: 'no es la fecha del documento referenciado', mark: 'assumed', source: 'hka' },
  { at: REFERRED_AT, when: ofType('04'), holds: (value, { body }) => !(hoursApart(dayOf(value), dayOf(headOf(body)['fechaEmision'])) > 180 * 24), message: 'es de hace más de 180 días', mark: 'documented', source: 'hka', code: '180' },
];

const STATE = forClient('03');
const bothLevels = (name: string, total: string): Rule => ({
  ...{
    at: `${TOTAL}.${total}`,
    when: ifBody(`${name} on a line`, (body) => linesOf(body).some((line) => line[name] !== undefined)),
  },
  ...{ holds: isMissing, message: MISSING, mark: 'documented', source: 'hka' },
});

// prettier-ignore
const LINES: readonly Rule[] = [
  { at: 'listaItems', holds: (value) => listAt(value).length > 0 && listAt(value).length <= 1000, message: 'debe tener de 1 a 1000 ítems', mark: 'documented', source: 'sheet' },
  { at: `${ITEM}.descripcion`, holds: isLong(2, 500), message: 'debe tener de 2 a 500 caracteres', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.codigo`, when: ifGiven, holds: isText(20), message: 'hasta 20 caracteres', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.unidadMedida`, when: ifGiven, holds: matches(/^[^A-ZÁÉÍÓÚÑ]{1,20}$/), message: 'debe estar en minúsculas', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.cantidad`, holds: (value) => isExact(value) && decimal(value)!.gt(0), message: 'debe ser mayor que cero, con hasta 6 decimales', mark: 'documented', source: 'hka' },
  ...['precioUnitario', 'precioItem', 'valorTotal', 'valorITBMS'].map((name): Rule => ({ at: `${ITEM}.${name}`, holds: isExact, message: 'debe ser un monto con hasta 6 decimales', mark: 'documented', source: 'hka' })),
  ...['precioAcarreo', 'precioSeguro', 'valorISC'].map((name): Rule => ({ at: `${ITEM}.${name}`, when: ifGiven, holds: isExact, message: 'debe ser un monto con hasta 6 decimales', mark: 'documented', source: 'hka' })),
  { at: `${ITEM}.precioUnitarioDescuento`, when: ifGiven, holds: (value, _, { own }) => isExact(value) && decimal(value)!.lte(decimal(own['precioUnitario']) ?? 0), message: 'debe ser un monto que no exceda el precio', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.tasaITBMS`, holds: (value) => percentOf(textAt(value)) !== undefined, message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${ITEM}.tasaISC`, when: ifEntry('with valorISC', (own) => own['valorISC'] !== undefined), holds: (value) => isAmount(value) && decimal(value)!.lte(1), message: 'debe ser una tasa, como 0.05', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.listaItemOTI`, when: ifGiven, holds: isCodeOnce, message: 'debe tener códigos sin repetir', mark: 'documented', source: 'integrators' },
  { at: `${ITEM}.listaItemOTI[].tasaOTI`, holds: isOneOf(...OTHER_TAXES), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${ITEM}.listaItemOTI[].valorTasa`, holds: isExact, message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${ITEM}.medicina.nroLote`, when: ifEntry('with medicina', (own) => own['medicina'] !== undefined), holds: isLong(5, 35), message: 'debe tener de 5 a 35 caracteres', mark: 'documented', source: 'hka' },
  { at: `${ITEM}.codigoCPBSAbrev`, when: STATE, holds: matches(/^\d{2}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${ITEM}.codigoCPBS`, when: STATE, holds: matches(/^\d{4}$/), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${ITEM}.unidadMedidaCPBS`, when: STATE, holds: isText(20), message: GIVEN, mark: 'documented', source: 'hka' },
  bothLevels('precioAcarreo', 'totalAcarreoCobrado'),
  bothLevels('precioSeguro', 'valorSeguroCobrado'),
];

// prettier-ignore
const PAYMENT: readonly Rule[] = [
  ...['totalPrecioNeto', 'totalITBMS', 'totalMontoGravado', 'totalFactura', 'totalValorRecibido', 'totalTodosItems'].map((name): Rule => ({ at: `${TOTAL}.${name}`, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' })),
  ...['totalISC', 'totalDescuento', 'totalAcarreoCobrado', 'valorSeguroCobrado', 'totalOtrosGastos'].map((name): Rule => ({ at: `${TOTAL}.${name}`, when: ifGiven, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' })),
  { at: `${TOTAL}.vuelto`, when: ifGiven, holds: (value) => isMoney(value) && decimal(value)!.gt(0), message: 'debe ser mayor que cero', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.tiempoPago`, holds: isOneOf('1', '2', '3'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.nroItems`, holds: (value, { body }) => value === String(linesOf(body).length), message: 'no es el número de ítems', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaFormaPago`, holds: (value) => listAt(value).length > 0, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaFormaPago[].formaPagoFact`, holds: isOneOf(...METHODS), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaFormaPago[].valorCuotaPagada`, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaFormaPago[].descFormaPago`, when: ifEntry('formaPagoFact 99', ({ formaPagoFact }) => formaPagoFact === '99'), holds: isLong(10, 100), message: 'debe tener de 10 a 100 caracteres', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaPagoPlazo`, when: inTerms, holds: (value) => listAt(value).length > 0, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaPagoPlazo`, when: paid('tiempoPago 1', '1'), holds: isMissing, message: MISSING, mark: 'assumed', source: 'ours' },
  { at: `${TOTAL}.listaPagoPlazo[].fechaVenceCuota`, holds: isDay, message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaPagoPlazo[].valorCuota`, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaPagoPlazo[].infoPagoCuota`, when: ifGiven, holds: isLong(15, 1000), message: 'debe tener 15 caracteres o más', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.retencion.codigoRetencion`, when: withRetention, holds: isOneOf('1', '2', '3', '4', '7', '8'), message: INVALID, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.retencion.montoRetencion`, when: withRetention, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaDescBonificacion[].descDescuento`, holds: isText(100), message: GIVEN, mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaDescBonificacion[].montoDescuento`, holds: isMoney, message: 'debe ser un monto con 2 decimales', mark: 'documented', source: 'hka' },
];

const amount = (value: unknown): Big => decimal(value) ?? new Big(0);
const otherTaxOf = (line: Json): Big => sumOf(listAt(line['listaItemOTI']).map((tax) => objectAt(tax)['valorTasa']));
/** An amount of a line as the PAC's rounding has it: to six digits, or to the cent. */
const inLine = (value: Big, { rounding = 'document' }: Given): Big =>
  value.round(rounding === 'line' ? 2 : 6, Big.roundHalfUp);
const cents = (value: Big): Big => value.round(2, Big.roundHalfUp);
const sumOfLines = ({ body }: Given, of: (line: Json) => Big): Big =>
  linesOf(body).reduce((sum, line) => sum.plus(of(line)), new Big(0));

const ofLine = (name: string, expected: (own: Json) => Big, message: string, code?: string): Rule => ({
  ...{ at: `${ITEM}.${name}`, message, mark: code ? 'seen' : 'documented', source: code ? 'refusals' : 'hka' },
  ...(code ? { code } : {}),
  holds: (value, given, { own }) => amount(value).eq(inLine(expected(own), given)),
});
const ofTotal = (
  name: string,
  expected: (given: Given, totals: Json) => Big,
  message: string,
  condition?: Rule['when'],
): Rule => ({
  ...{ at: `${TOTAL}.${name}`, message, mark: 'documented', source: 'hka', ...(condition ? { when: condition } : {}) },
  holds: (value, given) => amount(value).eq(cents(expected(given, totalsIn(given.body)))),
});
const listed =
  (list: string, name: string) =>
  ({ body }: Given) =>
    sumOf(listAt(totalsIn(body)[list]).map((one) => objectAt(one)[name]));
/** The sum of the rounded taxes, or the rounded sum of the exact ones: no source says which. */
function taxedSums(given: Given): Big[] {
  const { totalITBMS, totalISC } = totalsIn(given.body);
  const exact = sumOfLines(given, (line) =>
    amount(line['valorITBMS']).plus(amount(line['valorISC'])).plus(otherTaxOf(line)),
  );
  return [
    amount(totalITBMS)
      .plus(amount(totalISC))
      .plus(cents(sumOfLines(given, otherTaxOf))),
    cents(exact),
  ];
}
const receivedIn = listed('listaFormaPago', 'valorCuotaPagada');
const withChange = when('where more is paid', (given) =>
  receivedIn(given).gt(amount(totalsIn(given.body)['totalFactura'])),
);

// prettier-ignore
const SUMS: readonly Rule[] = [
  ofLine('precioItem', (own) => amount(own['precioUnitario']).minus(amount(own['precioUnitarioDescuento'])).times(amount(own['cantidad'])), 'Precio del ítem inválido'),
  ofLine('valorITBMS', (own) => amount(own['precioItem']).times(percentOf(textAt(own['tasaITBMS'])) ?? '0').div(100), 'Monto del ITBMS del ítem inválido', '2152'),
  ofLine('valorISC', (own) => amount(own['precioItem']).times(amount(own['tasaISC'])), 'Monto del ISC del ítem inválido'),
  ofLine('valorTotal', (own) => ['precioItem', 'precioAcarreo', 'precioSeguro', 'valorITBMS', 'valorISC'].reduce((sum, name) => sum.plus(amount(own[name])), otherTaxOf(own)), 'Valor total del ítem inválido'),
  ofTotal('totalPrecioNeto', (given) => sumOfLines(given, (line) => amount(line['precioItem'])), 'Suma de los precios de los ítems inválida'),
  ofTotal('totalITBMS', (given) => sumOfLines(given, (line) => amount(line['valorITBMS'])), 'Total del ITBMS inválido'),
  ofTotal('totalISC', (given) => sumOfLines(given, (line) => amount(line['valorISC'])), 'Total del ISC inválido'),
  { at: `${TOTAL}.totalMontoGravado`, holds: (value, given) => taxedSums(given).some((sum) => amount(value).eq(sum)), message: 'Monto gravado inválido', mark: 'documented', source: 'hka' },
  ofTotal('totalTodosItems', (given) => sumOfLines(given, (line) => amount(line['valorTotal'])), 'Suma de los totales de los ítems inválida'),
  ofTotal('totalDescuento', listed('listaDescBonificacion', 'montoDescuento'), 'Total de descuentos inválido'),
  ofTotal('totalFactura', (_, totals) => ['totalAcarreoCobrado', 'valorSeguroCobrado'].reduce((sum, name) => sum.plus(amount(totals[name])), amount(totals['totalTodosItems'])).minus(amount(totals['totalDescuento'])), 'Total de la factura inválido'),
  ofTotal('totalValorRecibido', receivedIn, 'Suma de las formas de pago inválida'),
  ofTotal('vuelto', (given, totals) => receivedIn(given).minus(amount(totals['totalFactura'])), 'Vuelto inválido', withChange),
  { at: `${TOTAL}.vuelto`, when: when('where no more is paid', (given, place) => !withChange.test(given, place)), holds: isMissing, message: 'Vuelto inválido', mark: 'documented', source: 'hka' },
  { at: `${TOTAL}.listaFormaPago`, holds: (_, given) => receivedIn(given).gte(amount(totalsIn(given.body)['totalFactura'])), message: 'Formas de pago menores al total de la factura', mark: 'documented', source: 'sheet' },
  { at: `${TOTAL}.listaPagoPlazo`, when: inTerms, holds: (_, given) => listed('listaPagoPlazo', 'valorCuota')(given).lte(amount(totalsIn(given.body)['totalFactura'])), message: 'Cuotas mayores al total de la factura', mark: 'documented', source: 'sheet' },
  { at: `${TOTAL}.retencion.montoRetencion`, when: withRetention, holds: (value, { body }) => amount(value).lte(amount(totalsIn(body)['totalITBMS'])), message: 'Retención mayor al ITBMS', mark: 'documented', source: 'hka' },
];

const referred = ({ original }: Given, cufe: unknown) => original(textAt(cufe));
const ifKnown = when('where known', (given, { value }) => referred(given, value) !== undefined);

// prettier-ignore
const KNOWN: readonly Rule[] = [
  { at: CUFE, when: ofType('04', '05'), holds: (cufe, given) => given.acceptsUnknown || referred(given, cufe) !== undefined, message: 'El documento referenciado no existe', mark: 'seen', source: 'refusals' },
  { at: CUFE, when: ifKnown, holds: (cufe, given) => referred(given, cufe)?.voided === null, message: 'El documento referenciado está anulado', mark: 'assumed', source: 'ours' },
];

/** Each stage is asked once those before it hold. */
export const HKA_STAGES = {
  form: [...GENERAL, ...RECEIVER, ...REFERRED, ...LINES, ...PAYMENT],
  sums: SUMS,
  register: KNOWN,
} as const satisfies Record<string, readonly Rule[]>;

export const HKA_RULES: readonly Rule[] = Object.values(HKA_STAGES).flat();
