/** Shared by the tests of The Factory HKA's stand-in: documents as its clients send them, counted here, and a caller with a token. */
import { Big } from 'big.js';
import type { TestContext } from 'node:test';
import { startSimulator, type Simulator, type SimulatorOptions } from '../server.ts';
import { inPanama } from '../test-support.ts';

export const COMPANY = 'istmo';
export const KEY = 'clave';
export const RUC = '155596713-2-2015';

export interface Line {
  quantity?: string;
  price?: string;
  discount?: string;
  rate?: '00' | '01' | '02' | '03';
  more?: object;
}

export interface Options {
  type?: string;
  number?: number;
  name?: string;
  client?: object;
  lines?: readonly Line[];
  head?: object;
  sums?: object;
  at?: Date;
}

const RATES = { '00': '0', '01': '0.07', '02': '0.10', '03': '0.15' };
export const TAXPAYER = {
  tipoClienteFE: '01',
  tipoContribuyente: '2',
  numeroRUC: RUC,
  digitoVerificadorRUC: '59',
  razonSocial: 'Comercio de Pruebas, S.A.',
  direccion: 'Vía España 100',
  codigoUbicacion: '8-8-7',
  provincia: 'Panamá',
  distrito: 'Panamá',
  corregimiento: 'Bella Vista',
  pais: 'PA',
};
export const CONSUMER = { tipoClienteFE: '02', razonSocial: 'Ana Pérez', numeroRUC: '00000', pais: 'PA' };
export const FOREIGNER = {
  tipoClienteFE: '04',
  razonSocial: 'Jane Roe',
  tipoIdentificacion: '01',
  nroIdentificacionExtranjero: 'P1234567',
  paisExtranjero: 'US',
  pais: 'PA',
};
const CPBS = { codigoCPBSAbrev: '50', codigoCPBS: '5020', unidadMedidaCPBS: 'und' };
const ABROAD = {
  client: { ...FOREIGNER, pais: 'US' },
  head: {
    naturalezaOperacion: '02',
    destinoOperacion: '2',
    datosFacturaExportacion: { condicionesEntrega: 'FOB', monedaOperExportacion: 'USD' },
  },
};

/** Exact to six digits on a line, rounded once in the sums. */
export function documentOf(options: Options = {}) {
  const { type = '01', number = 1, name, client = TAXPAYER, lines = [{}], head, sums, at = new Date() } = options;
  const counted = lines.map(({ quantity = '3', price = '8.50', discount = '0', rate = '01', more = {} }) => {
    const net = new Big(price).minus(discount).times(quantity).round(6, Big.roundHalfUp);
    const tax = net.times(RATES[rate]).round(6, Big.roundHalfUp);
    return { quantity, price, discount, rate, more, net, tax };
  });
  const sum = (of: (line: (typeof counted)[number]) => Big) =>
    counted
      .reduce((total, line) => total.plus(of(line)), new Big(0))
      .round(2, Big.roundHalfUp)
      .toFixed(2);
  const total = sum(({ net, tax }) => net.plus(tax));
  return {
    codigoSucursalEmisor: '0000',
    tipoSucursal: '1',
    datosTransaccion: {
      ...{ tipoEmision: '01', tipoDocumento: type, numeroDocumentoFiscal: String(number).padStart(10, '0') },
      ...{ puntoFacturacionFiscal: '001', fechaEmision: inPanama(at), naturalezaOperacion: '01', tipoOperacion: '1' },
      ...{ destinoOperacion: '1', formatoCAFE: '3', entregaCAFE: '3', envioContenedor: '1', procesoGeneracion: '1' },
      ...(['01', '03', '08', '09', '10'].includes(type) ? { tipoVenta: '1' } : {}),
      cliente: { ...client, ...(name === undefined ? {} : { razonSocial: name }) },
      ...head,
    },
    listaItems: counted.map(({ quantity, price, discount, rate, more, net, tax }) => ({
      ...{
        descripcion: 'Café molido',
        codigo: 'CAF-1',
        unidadMedida: 'und',
        cantidad: quantity,
        precioUnitario: price,
      },
      ...(discount === '0' ? {} : { precioUnitarioDescuento: discount }),
      ...{ precioItem: net.toFixed(), tasaITBMS: rate, valorITBMS: tax.toFixed(), valorTotal: net.plus(tax).toFixed() },
      ...more,
    })),
    totalesSubTotales: {
      ...{ totalPrecioNeto: sum(({ net }) => net), totalITBMS: sum(({ tax }) => tax) },
      ...{ totalMontoGravado: sum(({ tax }) => tax), totalFactura: total, totalTodosItems: total },
      ...{ totalValorRecibido: total, tiempoPago: '1', nroItems: String(lines.length) },
      listaFormaPago: [{ formaPagoFact: '02', valorCuotaPagada: total }],
      ...sums,
    },
  };
}

export type Sent = ReturnType<typeof documentOf>;

export const referTo = (cufe: string, at = new Date()) => ({
  listaDocsFiscalReferenciados: [{ fechaEmisionDocFiscalReferenciado: inPanama(at), cufeFEReferenciada: cufe }],
});

const INSTALMENTS = {
  tiempoPago: '2',
  listaFormaPago: [{ formaPagoFact: '01', valorCuotaPagada: '27.29' }],
  listaPagoPlazo: [
    { fechaVenceCuota: '2027-01-15T23:59:59-05:00', valorCuota: '13.65' },
    { fechaVenceCuota: '2027-02-15T23:59:59-05:00', valorCuota: '13.64', infoPagoCuota: 'Segunda y última cuota' },
  ],
};

/** The provider's own acceptance list, by the invoice that the notes refer to. */
export const ACCEPTANCE: Record<string, (cufe: string) => Options> = {
  'an invoice to a taxpayer': () => ({}),
  'an invoice to a final consumer': () => ({ client: CONSUMER }),
  'an invoice to the State with CPBS': () => ({
    client: { ...TAXPAYER, tipoClienteFE: '03' },
    lines: [{ more: CPBS }],
  }),
  'an invoice to a foreigner': () => ({ client: FOREIGNER }),
  'an export': () => ({ type: '03', ...ABROAD, lines: [{ rate: '00' }] }),
  'an import': () => ({ type: '02', head: { naturalezaOperacion: '21', tipoOperacion: '2' } }),
  'a credit note with its reference': (cufe) => ({ type: '04', head: referTo(cufe) }),
  'a debit note with its reference': (cufe) => ({ type: '05', head: referTo(cufe) }),
  'a generic credit note': () => ({ type: '06' }),
  'a generic debit note': () => ({ type: '07' }),
  'several rates': () => ({ lines: (['00', '01', '02', '03'] as const).map((rate) => ({ rate })) }),
  'a discount': () => ({ lines: [{ price: '10', discount: '1.255' }] }),
  'a retention': () => ({ sums: { retencion: { codigoRetencion: '2', montoRetencion: '0.89' } } }),
  instalments: () => ({ sums: INSTALMENTS }),
};

export async function simulate(t: TestContext, options: Partial<SimulatorOptions> = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    ...{ pac: 'hka', apiKey: KEY, webhookSecret: 'secret', verdictDelayMs: null },
    companies: [{ companyId: COMPANY, ruc: RUC, name: 'Comercial Istmo, S.A.', user: 'usuario' }],
    ...options,
  });
  t.after(() => simulator.close());
  return simulator;
}

export interface Said {
  status: number;
  text: string;
  codigo: string;
  mensaje: string;
  json: Record<string, string>;
}

export async function ask(
  { url }: Pick<Simulator, 'url'>,
  name: string,
  body: unknown,
  { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
): Promise<Said> {
  const response = await fetch(`${url}/api/${name}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (/^\{.*\}$/s.test(text) ? JSON.parse(text) : {}) as Record<string, string>;
  return { status: response.status, text, codigo: json['codigo'] ?? '', mensaje: json['mensaje'] ?? '', json };
}

export async function logIn(simulator: Pick<Simulator, 'url'>, usuario = 'usuario', clave = KEY): Promise<string> {
  const { json } = await ask(simulator, 'Autenticacion', { usuario, clave });
  return json['token']!;
}

/** A caller that has logged in. */
export async function clientOf(simulator: Simulator, usuario?: string) {
  const token = await logIn(simulator, usuario);
  const call = (name: string, body?: unknown, headers?: Record<string, string>) =>
    ask(simulator, name, body, { token, ...(headers ? { headers } : {}) });
  return {
    call,
    send: (document: object = documentOf(), headers?: Record<string, string>) =>
      call('Enviar', { documento: document }, headers),
    state: ({ codigoSucursalEmisor, datosTransaccion }: Sent = documentOf()) =>
      call('EstadoDocumento', nameOf({ codigoSucursalEmisor, datosTransaccion })),
  };
}

export function nameOf({
  codigoSucursalEmisor,
  datosTransaccion,
}: Pick<Sent, 'codigoSucursalEmisor' | 'datosTransaccion'>) {
  const { numeroDocumentoFiscal, puntoFacturacionFiscal, tipoDocumento, tipoEmision } = datosTransaccion;
  return { codigoSucursalEmisor, numeroDocumentoFiscal, puntoFacturacionFiscal, tipoDocumento, tipoEmision };
}
