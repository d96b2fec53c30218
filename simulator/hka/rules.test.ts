/** Each rule of The Factory HKA has a document that breaks it, and documents of every kind break none. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCufe } from '../../src/fiscal/cufe.ts';
import { brokenRules, type Mark } from '../rules/rule.ts';
import { changed } from '../test-support.ts';
import type { SimulatedDocument } from '../documents.ts';
import { refusalOf } from './read.ts';
import { HKA_RULES } from './rules.ts';
import { ACCEPTANCE, CONSUMER, documentOf, FOREIGNER, referTo, TAXPAYER, type Options } from './test-support.ts';

const AT = new Date('2026-03-02T15:00:00Z');
const cufeOn = (issueDate: string, securityCode = '123456789') =>
  buildCufe({
    ...{ documentType: '01', issuerRucType: 2, issuerRuc: '155596713-2-2015', issuerDv: '59', branchCode: '0000' },
    ...{ issueDate, documentNumber: '0000000007', billingPoint: '001', issueType: '01', environment: 2, securityCode },
  });
const CUFE = cufeOn('2026-03-01');
const VOIDED = cufeOn('2026-03-01', '000000001');
const UNKNOWN = cufeOn('2026-03-01', '000000002');
const REFERRED_ON = new Date('2026-03-01T15:00:00Z');

const reading = (strictness: Mark = 'assumed') => ({
  company: null,
  acceptsUnknown: false,
  strictness,
  original: (cufe: string) =>
    ({ [CUFE]: { voided: null }, [VOIDED]: { voided: {} } })[cufe] as SimulatedDocument | undefined,
});

const of = (options: Options = {}) => documentOf({ at: AT, ...options });
const accepted = (name: string) => {
  const options = ACCEPTANCE[name]!(CUFE);
  const isNote = options.type === '04' || options.type === '05';
  return of({ ...options, ...(isNote ? { head: referTo(CUFE, REFERRED_ON) } : {}) });
};
const sale = of();
const exported = accepted('an export');
const state = accepted('an invoice to the State with CPBS');
const note = accepted('a credit note with its reference');
const generic = accepted('a generic credit note');
const terms = accepted('instalments');
const withheld = accepted('a retention');
const foreigner = of({ client: FOREIGNER });
const consumer = of({ client: CONSUMER });
const taxed = of({
  lines: [
    {
      quantity: '1',
      price: '10',
      more: {
        tasaISC: '0.05',
        valorISC: '0.5',
        valorTotal: '11.55',
        listaItemOTI: [{ tasaOTI: '01', valorTasa: '0.35' }],
      },
    },
  ],
  sums: {
    totalISC: '0.50',
    totalMontoGravado: '1.55',
    totalTodosItems: '11.55',
    totalFactura: '11.55',
    totalValorRecibido: '11.55',
    listaFormaPago: [{ formaPagoFact: '02', valorCuotaPagada: '11.55' }],
  },
});
const delivered = of({
  sums: {
    totalAcarreoCobrado: '2.00',
    valorSeguroCobrado: '1.00',
    totalDescuento: '3.00',
    listaDescBonificacion: [{ descDescuento: 'Promoción', montoDescuento: '3.00' }],
  },
});
const changeGiven = of({
  sums: {
    totalValorRecibido: '30.00',
    vuelto: '2.71',
    listaFormaPago: [{ formaPagoFact: '02', valorCuotaPagada: '30.00' }],
  },
});
const contingency = of({
  head: {
    tipoEmision: '02',
    fechaInicioContingencia: '2026-03-02T08:00:00-05:00',
    motivoContingencia: 'El PAC no responde',
  },
});
const later = changed(of({ head: { tipoEmision: '03' } }), 'usoPosterior', { cufe: CUFE });
const medicine = of({ lines: [{ more: { medicina: { nroLote: 'L-12345', cantProductosLote: '3' } } }] });
const inEuros = changed(exported, 'datosTransaccion.datosFacturaExportacion', {
  ...{ condicionesEntrega: 'FOB', monedaOperExportacion: 'ZZZ', monedaOperExportacionNonDef: 'Doblón' },
  ...{ tipoDeCambio: '0.90', montoMonedaExtranjera: '20.00' },
});
const W = { ...TAXPAYER, telefono1: '6000-1234', telefono2: '600-1234', correoElectronico1: 'a@example.com' };

const GOOD: Record<string, object> = {
  ...Object.fromEntries(Object.keys(ACCEPTANCE).map((name) => [name, accepted(name)])),
  ...{ taxed, delivered, changeGiven, contingency, later, medicine, inEuros },
  'all ways to reach a client': of({ client: W }),
  'an operation abroad': of({ type: '10' }),
};
for (const [name, document] of Object.entries(GOOD)) {
  test(`${name}: nothing is refused, even by what is only supposed`, () => {
    for (const stage of ['body', 'register'] as const) {
      assert.equal(refusalOf(document as Record<string, unknown>, reading(), stage), null);
    }
  });
}

const H = 'datosTransaccion';
const C = `${H}.cliente`;
const E = `${H}.datosFacturaExportacion`;
const R = `${H}.listaDocsFiscalReferenciados`;
const I = 'listaItems.0';
const T = 'totalesSubTotales';
type Case = [document: object, path: string, value: unknown, code?: string];

const BROKEN: Case[] = [
  [sale, 'tipoSucursal', ''],
  [sale, `${T}.nroItems`, 1],
  [sale, 'codigoSucursalEmisor', '1'],
  [sale, 'tipoSucursal', '3'],
  [sale, `${H}.tipoEmision`, '05'],
  [contingency, `${H}.fechaInicioContingencia`, '2026-03-03T08:00:00-05:00'],
  [contingency, `${H}.fechaInicioContingencia`, '2026-02-20T08:00:00-05:00'],
  [sale, `${H}.fechaInicioContingencia`, '2026-03-02T08:00:00-05:00'],
  [contingency, `${H}.motivoContingencia`, 'corto'],
  [later, 'usoPosterior', undefined],
  [sale, `${H}.tipoDocumento`, '11'],
  [sale, `${H}.numeroDocumentoFiscal`, '1'],
  [sale, `${H}.puntoFacturacionFiscal`, '000'],
  [sale, `${H}.fechaEmision`, '2026-03-02'],
  [sale, `${H}.fechaSalida`, 'mañana'],
  [sale, `${H}.naturalezaOperacion`, '99'],
  [exported, `${H}.naturalezaOperacion`, '01'],
  [accepted('an import'), `${H}.naturalezaOperacion`, '20'],
  [sale, `${H}.tipoOperacion`, '3'],
  [sale, `${H}.destinoOperacion`, '3'],
  [sale, `${H}.formatoCAFE`, '4'],
  [sale, `${H}.entregaCAFE`, '4'],
  [sale, `${H}.envioContenedor`, '3'],
  [sale, `${H}.procesoGeneracion`, '2'],
  [sale, `${H}.tipoVenta`, undefined],
  [note, `${H}.tipoVenta`, '1'],
  [sale, `${H}.informacionInteres`, 'x'.repeat(5001)],
  [sale, `${C}.tipoClienteFE`, '05'],
  [exported, `${C}.tipoClienteFE`, '02'],
  [sale, `${C}.tipoClienteFE`, '02'],
  [sale, `${C}.tipoContribuyente`, undefined],
  [sale, `${C}.numeroRUC`, undefined],
  [consumer, `${C}.numeroRUC`, 'CF'],
  [sale, `${C}.digitoVerificadorRUC`, undefined],
  [sale, `${C}.digitoVerificadorRUC`, '58'],
  [sale, `${C}.razonSocial`, undefined],
  [sale, `${C}.direccion`, undefined],
  [sale, `${C}.direccion`, 'Vía'],
  [sale, `${C}.codigoUbicacion`, undefined],
  [sale, `${C}.codigoUbicacion`, '8'],
  [sale, `${C}.provincia`, undefined],
  [sale, `${C}.distrito`, undefined],
  [sale, `${C}.corregimiento`, undefined],
  [foreigner, `${C}.tipoContribuyente`, '1'],
  [foreigner, `${C}.numeroRUC`, '8-442-445'],
  [foreigner, `${C}.digitoVerificadorRUC`, '08'],
  [foreigner, `${C}.codigoUbicacion`, '8-8-7'],
  [foreigner, `${C}.tipoIdentificacion`, undefined],
  [foreigner, `${C}.nroIdentificacionExtranjero`, undefined],
  ...['telefono1', 'telefono2', 'telefono3'].map((name): Case => [sale, `${C}.${name}`, '1']),
  ...['correoElectronico1', 'correoElectronico2', 'correoElectronico3'].map((name): Case => [
    sale,
    `${C}.${name}`,
    'a',
  ]),
  [sale, `${C}.pais`, 'PAN'],
  [sale, `${C}.pais`, 'US'],
  [exported, `${C}.pais`, 'PA'],
  [exported, `${C}.pais`, 'ZZ'],
  [exported, E, undefined],
  [sale, E, { condicionesEntrega: 'FOB', monedaOperExportacion: 'USD' }],
  [exported, `${E}.condicionesEntrega`, 'fob'],
  [exported, `${E}.monedaOperExportacion`, 'dólar'],
  [inEuros, `${E}.monedaOperExportacionNonDef`, undefined],
  [inEuros, `${E}.tipoDeCambio`, undefined],
  [inEuros, `${E}.montoMonedaExtranjera`, undefined],
  [note, R, undefined],
  [generic, R, referTo(CUFE).listaDocsFiscalReferenciados],
  [sale, R, referTo(CUFE).listaDocsFiscalReferenciados],
  [note, `${R}.0.cufeFEReferenciada`, undefined],
  [note, `${R}.0.fechaEmisionDocFiscalReferenciado`, 'ayer'],
  [note, `${R}.0.fechaEmisionDocFiscalReferenciado`, '2026-02-28T10:00:00-05:00'],
  [note, R, referTo(cufeOn('2025-09-02'), new Date('2025-09-02T15:00:00Z')).listaDocsFiscalReferenciados, '180'],
  [sale, 'listaItems', []],
  [sale, `${I}.descripcion`, 'x'],
  [sale, `${I}.codigo`, 'x'.repeat(21)],
  [sale, `${I}.unidadMedida`, 'UND'],
  [sale, `${I}.cantidad`, '1.1234567'],
  ...['precioUnitario', 'precioItem', 'valorTotal', 'valorITBMS'].map((name): Case => [
    sale,
    `${I}.${name}`,
    undefined,
  ]),
  ...['precioAcarreo', 'precioSeguro', 'valorISC'].map((name): Case => [taxed, `${I}.${name}`, '1.1234567']),
  [sale, `${I}.precioUnitarioDescuento`, '9'],
  [sale, `${I}.tasaITBMS`, '04'],
  [taxed, `${I}.tasaISC`, '5'],
  [taxed, `${I}.listaItemOTI`, [1, 2].map(() => ({ tasaOTI: '01', valorTasa: '0.1' }))],
  [taxed, `${I}.listaItemOTI.0.tasaOTI`, '12'],
  [taxed, `${I}.listaItemOTI.0.valorTasa`, 'x'],
  [medicine, `${I}.medicina.nroLote`, 'L'],
  [state, `${I}.codigoCPBSAbrev`, undefined],
  [state, `${I}.codigoCPBS`, undefined],
  [state, `${I}.unidadMedidaCPBS`, undefined],
  [delivered, `${I}.precioAcarreo`, '2.00'],
  [delivered, `${I}.precioSeguro`, '1.00'],
  ...[
    'totalPrecioNeto',
    'totalITBMS',
    'totalMontoGravado',
    'totalFactura',
    'totalValorRecibido',
    'totalTodosItems',
  ].map((name): Case => [sale, `${T}.${name}`, undefined]),
  ...['totalISC', 'totalDescuento', 'totalAcarreoCobrado', 'valorSeguroCobrado', 'totalOtrosGastos'].map(
    (name): Case => [sale, `${T}.${name}`, '0.001'],
  ),
  [sale, `${T}.vuelto`, '0.00'],
  [sale, `${T}.tiempoPago`, '4'],
  [sale, `${T}.nroItems`, '2'],
  [sale, `${T}.listaFormaPago`, undefined],
  [sale, `${T}.listaFormaPago.0.formaPagoFact`, '10'],
  [sale, `${T}.listaFormaPago.0.formaPagoFact`, '99'],
  [sale, `${T}.listaFormaPago.0.valorCuotaPagada`, '27.285'],
  [terms, `${T}.listaPagoPlazo`, undefined],
  [terms, `${T}.tiempoPago`, '1'],
  [terms, `${T}.listaPagoPlazo.0.fechaVenceCuota`, undefined],
  [terms, `${T}.listaPagoPlazo.0.valorCuota`, undefined],
  [terms, `${T}.listaPagoPlazo.1.infoPagoCuota`, 'corta'],
  [withheld, `${T}.retencion.codigoRetencion`, '5'],
  [withheld, `${T}.retencion.montoRetencion`, undefined],
  [delivered, `${T}.listaDescBonificacion.0.descDescuento`, undefined],
  [delivered, `${T}.listaDescBonificacion.0.montoDescuento`, undefined],
  [sale, `${I}.precioItem`, '25.51', '203'],
  [sale, `${I}.valorITBMS`, '1.79', '203'],
  [taxed, `${I}.valorISC`, '0.51', '203'],
  [sale, `${I}.valorTotal`, '27.29', '203'],
  ...[
    'totalPrecioNeto',
    'totalITBMS',
    'totalMontoGravado',
    'totalFactura',
    'totalTodosItems',
    'totalValorRecibido',
  ].map((name): Case => [sale, `${T}.${name}`, '1.01', '203']),
  [taxed, `${T}.totalISC`, '0.51', '203'],
  [delivered, `${T}.totalDescuento`, '3.01', '203'],
  [changeGiven, `${T}.vuelto`, '2.70', '203'],
  [sale, `${T}.vuelto`, '2.70', '203'],
  [sale, `${T}.listaFormaPago.0.valorCuotaPagada`, '27.28', '203'],
  [terms, `${T}.listaPagoPlazo.0.valorCuota`, '13.66', '203'],
  [withheld, `${T}.retencion.montoRetencion`, '1.80', '203'],
  [note, R, referTo(UNKNOWN, REFERRED_ON).listaDocsFiscalReferenciados, '203'],
  [note, R, referTo(VOIDED, REFERRED_ON).listaDocsFiscalReferenciados, '203'],
];

const read = (document: object, strictness: Mark = 'assumed') =>
  refusalOf(document as Record<string, unknown>, reading(strictness), 'body') ??
  refusalOf(document as Record<string, unknown>, reading(strictness), 'register');

for (const [document, path, value, code = '109'] of BROKEN) {
  test(`${path} as ${JSON.stringify(value)?.slice(0, 40) ?? 'missing'} is refused by ${code}`, () => {
    assert.equal(read(changed(document, path, value))?.code, code);
  });
}

const given = (document: object) => ({
  ...reading(),
  body: document as Record<string, unknown>,
  types: [],
  documentType: (document as typeof sale).datosTransaccion.tipoDocumento,
  receiver: {},
  totals: null,
});

test('each rule is broken by a case', () => {
  const broken = BROKEN.map(([document, path, value]) => given(changed(document, path, value)));
  const silent = HKA_RULES.filter((rule) => !broken.some((one) => brokenRules([rule], one, 'assumed').length > 0));
  assert.deepEqual(
    silent.map(({ at, message }) => `${at}: ${message}`),
    [],
  );
});

test('the words of a refusal: the field, or the DGI’s code and the item', () => {
  const without = changed(changed(sale, `${C}.razonSocial`, undefined), `${H}.tipoVenta`, undefined);
  assert.equal(
    read(without)?.message,
    'El campo datosTransaccion.tipoVenta debe ser informado | El campo datosTransaccion.cliente.razonSocial debe ser informado',
  );
  const wrong = changed(of({ lines: [{}, {}] }), 'listaItems.1.valorITBMS', '1.79');
  assert.equal(
    read(wrong)?.message,
    '2152-Item 2: Monto del ITBMS del ítem inválido | Item 2: Valor total del ítem inválido | Total del ITBMS inválido',
  );
});

test('the sample of the wiki: 86.3884 on a line, 86.39 in the sums', () => {
  const more = {
    tasaISC: '0.012',
    valorISC: '14.81',
    valorTotal: '1335.3384',
    listaItemOTI: [{ tasaOTI: '01', valorTasa: '0.02' }],
  };
  const paid = {
    totalTodosItems: '1335.34',
    totalFactura: '1335.34',
    totalValorRecibido: '1335.34',
    listaFormaPago: [{ formaPagoFact: '02', valorCuotaPagada: '1335.34' }],
  };
  const sums = { totalISC: '14.81', totalMontoGravado: '101.22', ...paid };
  const sample = of({ lines: [{ quantity: '1', price: '1234.12', more }], sums });
  assert.equal(sample.listaItems[0]!.valorITBMS, '86.3884');
  assert.equal(sample.totalesSubTotales.totalITBMS, '86.39');
  // The wiki does not say by which rate the 14.81 of ISC were counted.
  assert.equal(read(sample)?.message, 'Item 1: Monto del ISC del ítem inválido');
  const { tasaISC: _, ...line } = sample.listaItems[0]! as unknown as Record<string, string>;
  const ofFreight = { ...sample, listaItems: [{ ...line, valorISC: undefined, precioAcarreo: '14.81' }] };
  const freight = JSON.parse(JSON.stringify(ofFreight)) as typeof sample;
  const withoutIsc = changed(changed(freight, `${T}.totalISC`, undefined), `${T}.totalMontoGravado`, '86.41');
  assert.equal(read(withoutIsc), null);
});

test('what is only supposed refuses when that is asked for', () => {
  const body = changed(sale, `${C}.codigoUbicacion`, undefined);
  assert.deepEqual(
    (['seen', 'documented', 'assumed'] as const).map((strictness) => read(body, strictness)?.code),
    [undefined, undefined, '109'],
  );
});
