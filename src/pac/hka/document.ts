// A document as The Factory HKA takes it: every value a text, what is empty left out, and the amounts counted here.
// Source: felwiki.thefactoryhka.com.pa, method Enviar, in whose order the fields stand, since a service by SOAP may count on it; lines are exact to six digits, their sums rounded once to the cent.
import { exactAmounts, lineTotal, type LineAmounts } from '../../fiscal/money.ts';
import { UNKNOWN_COUNTRY } from '../../fiscal/countries.ts';
import { placeOf } from '../../fiscal/places.ts';
import { RECEIVER_CODES } from '../../fiscal/receiver.ts';
import { add, compare, multiply, plain, roundMoney, subtract, type Decimal } from '../../platform/decimal.ts';
import type { PacPayload } from '../payload.ts';
import { termsOf } from '../payload-totals.ts';

/** Branch of a company that has no other. */
const MAIN_BRANCH = '0000';
export const LEAST_ADDRESS = 5;
/** Another form of a telephone, which need not be given, refuses the document. */
const PHONE = /^(\d{6}-)?\d{3,4}-\d{4}$/;
const COUNTRIES = new Intl.DisplayNames(['es'], { type: 'region' });
/** Number of a final consumer who names none; an empty one is refused. */
const NAMELESS = '00000';

export function documentOf(payload: PacPayload, branch: string) {
  const { information, items, exportation } = payload;
  const amounts = items.map((item) => exactAmounts(termsOf(item)));
  return {
    codigoSucursalEmisor: branch,
    tipoSucursal: '1',
    datosTransaccion: filled({
      tipoEmision: information.issueType,
      fechaInicioContingencia: information.contingency && second(information.contingency.startDate),
      motivoContingencia: information.contingency?.reason,
      tipoDocumento: information.documentType,
      numeroDocumentoFiscal: information.numeration,
      puntoFacturacionFiscal: information.billingPoint,
      fechaEmision: second(information.issueDate),
      naturalezaOperacion: information.nature,
      tipoOperacion: information.operationType,
      destinoOperacion: information.destination,
      formatoCAFE: information.cafe.format,
      entregaCAFE: information.cafe.delivery,
      envioContenedor: information.receiverContainer,
      procesoGeneracion: 1,
      tipoVenta: information.saleType,
      cliente: clientOf(payload),
      datosFacturaExportacion: exportation && exportOf(exportation),
      listaDocsFiscalReferenciados: referencesOf(payload),
    }),
    listaItems: items.map((item, index) => itemOf(item, amounts[index]!)),
    totalesSubTotales: totalsOf(payload, amounts),
  };
}

/** Code of the office where the payload alone tells it. */
export function branchOf({ idOffice = MAIN_BRANCH }: Pick<PacPayload, 'idOffice'>): string {
  return idOffice;
}

function clientOf({ receiver, information }: PacPayload) {
  const { ruc, foreign, location, telephones = [], emails = [] } = receiver;
  const place = location && placeOf(location.code);
  // The destination has to agree with it.
  const pais = information.destination === 1 ? 'PA' : receiver.country;
  const isForeign = receiver.type === RECEIVER_CODES.EXTRANJERO;
  const isNameless = receiver.type === RECEIVER_CODES.CONSUMIDOR_FINAL && ruc === undefined;
  return filled({
    tipoClienteFE: receiver.type,
    ...(isNameless ? { tipoContribuyente: 1, numeroRUC: NAMELESS } : {}),
    ...(ruc && !isForeign
      ? {
          tipoContribuyente: ruc.type,
          numeroRUC: ruc.ruc,
          digitoVerificadorRUC: ruc.verificationDigit.padStart(2, '0'),
        }
      : {}),
    razonSocial: receiver.name,
    // A shorter one is refused, and only some need it.
    direccion: (receiver.address?.length ?? 0) < LEAST_ADDRESS ? undefined : receiver.address,
    ...(isForeign
      ? {
          tipoIdentificacion: '01',
          nroIdentificacionExtranjero: foreign?.number,
          paisExtranjero: foreign?.country && nameOfCountry(foreign.country),
        }
      : {
          codigoUbicacion: location?.code,
          provincia: location?.province ?? place?.province,
          distrito: location?.district ?? place?.district,
          corregimiento: location?.corregimiento ?? place?.corregimiento,
        }),
    ...numbered(
      'telefono',
      telephones.filter((one) => PHONE.test(one)),
    ),
    ...numbered('correoElectronico', emails),
    pais,
    paisOtro: pais === UNKNOWN_COUNTRY ? nameOfCountry(pais) : undefined,
  });
}

function exportOf({ incoterm, currency, exchangeRate, amount, port }: NonNullable<PacPayload['exportation']>) {
  return filled({
    condicionesEntrega: incoterm,
    monedaOperExportacion: currency,
    tipoDeCambio: exchangeRate === undefined ? undefined : digits(exchangeRate),
    montoMonedaExtranjera: amount === undefined ? undefined : digits(amount),
    puertoEmbarque: port,
  });
}

/** A generic note, which corrects what is no electronic document, must name none. */
function referencesOf({ referencedDocuments }: PacPayload) {
  return referencedDocuments?.flatMap((one) =>
    'cufe' in one ? [{ fechaEmisionDocFiscalReferenciado: second(one.issueDate), cufeFEReferenciada: one.cufe }] : [],
  );
}

function itemOf(item: PacPayload['items'][number], amounts: LineAmounts) {
  const { discount = 0, transfer } = item.prices;
  const { isc, cpbs } = item;
  return filled({
    descripcion: atLeast(2, item.description, 'Ítem'),
    codigo: item.code,
    // In capitals it is refused.
    unidadMedida: item.unit?.toLowerCase(),
    cantidad: digits(item.quantity),
    codigoCPBSAbrev: cpbs?.code.slice(0, 2),
    codigoCPBS: cpbs?.code,
    unidadMedidaCPBS: cpbs?.unit?.toLowerCase(),
    precioUnitario: digits(transfer),
    precioUnitarioDescuento: discount === 0 ? undefined : digits(discount),
    precioItem: digits(amounts.net),
    valorTotal: digits(lineTotal(amounts)),
    tasaITBMS: item.itbms.rate,
    valorITBMS: digits(amounts.tax),
    tasaISC: isc && digits(multiply(plain(isc.rate), '0.01')),
    valorISC: isc && digits(amounts.isc),
    listaItemOTI: item.oti?.map(({ code, amount }) => ({ tasaOTI: code, valorTasa: digits(amount) })),
  });
}

function totalsOf({ totals, items }: PacPayload, amounts: readonly LineAmounts[]) {
  const sum = (of: (line: LineAmounts) => Decimal) => roundMoney(add('0', ...amounts.map(of)));
  const total = sum(lineTotal);
  const isc = sum((line) => line.isc);
  const paid = toTheCent(totals.paymentMethods, total);
  const received = add('0', ...paid);
  const instalments = toTheCent(totals.installmentPayment ?? [], total);
  const change = subtract(received, total);
  return filled({
    totalPrecioNeto: cents(sum((line) => line.net)),
    totalITBMS: cents(sum((line) => line.tax)),
    totalISC: items.some((item) => item.isc) ? cents(isc) : undefined,
    totalMontoGravado: cents(sum((line) => add(line.isc, line.otherTax, line.tax))),
    totalFactura: cents(total),
    totalValorRecibido: cents(received),
    vuelto: compare(change, '0') > 0 ? cents(change) : undefined,
    tiempoPago: totals.paymentTime,
    nroItems: items.length,
    totalTodosItems: cents(total),
    listaFormaPago: totals.paymentMethods.map(({ type, description }, index) =>
      filled({
        formaPagoFact: type,
        descFormaPago: description && atLeast(10, description, 'Otro pago:'),
        valorCuotaPagada: cents(paid[index]!),
      }),
    ),
    retencion: totals.retention && {
      codigoRetencion: String(totals.retention.code),
      montoRetencion: cents(plain(totals.retention.amount)),
    },
    listaPagoPlazo: totals.installmentPayment?.map(({ dueDate }, index) => ({
      fechaVenceCuota: dueDate.length === 10 ? `${dueDate}T23:59:59-05:00` : second(dueDate),
      valorCuota: cents(instalments[index]!),
    })),
    listaTotalOTI: otherTaxes(items),
  });
}

/** Books that follow the other rule may be a cent from the sum of the lines; the last one takes it. */
function toTheCent(list: readonly { amount: number }[], total: Decimal): Decimal[] {
  const amounts = list.map(({ amount }) => plain(amount));
  const short = subtract(total, add('0', ...amounts));
  if (short !== '0.01' && short !== '-0.01') return amounts;
  return amounts.map((amount, index) => (index === amounts.length - 1 ? add(amount, short) : amount));
}

function otherTaxes(items: PacPayload['items']) {
  const each = Map.groupBy(
    items.flatMap((item) => item.oti ?? []),
    ({ code }) => code,
  );
  return [...each].map(([codigoTotalOTI, list]) => ({
    codigoTotalOTI,
    valorTotalOTI: cents(roundMoney(add('0', ...list.map(({ amount }) => plain(amount))))),
  }));
}

type Value = string | number | object | undefined;

/** Every value as a text; what is not given, or has nothing in it, is left out. */
function filled(fields: Record<string, Value>): Record<string, string | object> {
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [[name, typeof value === 'number' ? String(value) : value] as const];
  });
  return Object.fromEntries(entries);
}

function numbered(name: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.slice(0, 3).map((value, index) => [`${name}${index + 1}`, value]));
}

/** A shorter text is refused: it gets a word before it. */
function atLeast(length: number, text: string, word: string): string {
  return text.length < length ? `${word} ${text}` : text;
}

function nameOfCountry(code: string): string {
  return code === UNKNOWN_COUNTRY ? 'No indicado' : (COUNTRIES.of(code) ?? code);
}

/** With at least its cents. */
function digits(value: Decimal | number): string {
  const [whole = '', fraction = ''] = plain(value).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function cents(value: Decimal): string {
  return digits(roundMoney(value));
}

/** Without fractions of a second. */
function second(instant: string): string {
  return instant.replace(/\.\d+(?=[-+Z])/, '');
}
