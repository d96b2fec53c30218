/** Reads a `documento` as The Factory HKA does: a refusal with its code, or what the document says, with the sums that it bears. */
import type { DocumentKind } from '../../src/fiscal/document.ts';
import type { Reading } from '../validate.ts';
import { decimal, isObject, isString, listAt, objectAt, sumOf, textAt, type Json } from '../rules/json.ts';
import { brokenRules, type BodyError } from '../rules/rule.ts';
import type { Submission } from '../submission.ts';
import type { Line, LineTotals } from '../totals.ts';
import { clientOf, headOf, HKA_STAGES, linesOf, totalsIn } from './rules.ts';

export interface Refusal {
  code: string;
  message: string;
}

const TYPES = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'];

export const kindOf = (documentType: string): DocumentKind =>
  ['04', '06'].includes(documentType) ? 'CREDIT_NOTE' : ['05', '07'].includes(documentType) ? 'DEBIT_NOTE' : 'INVOICE';

export const documentIn = (body: unknown): Json => objectAt(objectAt(body)['documento']);

/** `stage`: the register is asked once the number is known to be free. */
export function refusalOf(document: Json, reading: Reading, stage: 'body' | 'register'): Refusal | null {
  const stages = stage === 'register' ? [HKA_STAGES.register] : [HKA_STAGES.form, HKA_STAGES.sums];
  const given = {
    ...reading,
    body: document,
    types: TYPES,
    documentType: textAt(headOf(document)['tipoDocumento']),
    receiver: clientOf(document),
    totals: null,
  };
  for (const rules of stages) {
    const errors = brokenRules(rules, given, reading.strictness);
    if (errors.length > 0) return rules === HKA_STAGES.form ? ofForm(errors) : ofGovernment(errors);
  }
  return null;
}

function ofForm(errors: readonly BodyError[]): Refusal {
  const isOfForm = ({ code }: BodyError) => code === 'INVALID_FIELD';
  const own = errors.find((error) => !isOfForm(error));
  const shown = errors.some(isOfForm) ? errors.filter(isOfForm) : [own!];
  const messages = shown.map(({ field, message }) => `El campo ${field} ${message.slice(field.length + 2)}`);
  return { code: isOfForm(shown[0]!) ? '109' : own!.code, message: messages.join(' | ') };
}

/** The DGI's codes stand before its words, and the item within them. */
function ofGovernment(errors: readonly BodyError[]): Refusal {
  const messages = errors.map(({ code, field, message }) => {
    const item = /^listaItems\[(\d+)\]/.exec(field)?.[1];
    const said = `${item === undefined ? '' : `Item ${Number(item) + 1}: `}${message.slice(field.length + 2)}`;
    return code === 'INVALID_FIELD' ? said : `${code}-${said}`;
  });
  return { code: '203', message: messages.join(' | ') };
}

/** Read after the rules hold; the security code is the PAC's own. */
export function submissionOf(document: Json, securityCode: string): Submission {
  const [head, client, sums] = [headOf(document), clientOf(document), totalsIn(document)];
  const lines = linesOf(document);
  const parts = ['numeroDocumentoFiscal', 'puntoFacturacionFiscal', 'tipoDocumento', 'tipoEmision', 'fechaEmision'];
  const [numeration = '', billingPoint = '', documentType = '', issueType = '', issueDate = ''] = parts.map((name) =>
    textAt(head[name]),
  );
  const money = (name: string) => decimal(sums[name])?.toFixed(2) ?? '0.00';
  const [tax, isc] = [money('totalITBMS'), money('totalISC')];
  return {
    ...{ numeration, billingPoint, securityCode, documentType, issueType, issueDate, office: null },
    receiver: {
      type: textAt(client['tipoClienteFE']),
      name: textAt(client['razonSocial']),
      ruc: isString(client['numeroRUC']) ? client['numeroRUC'] : null,
      checkDigit: isString(client['digitoVerificadorRUC']) ? client['digitoVerificadorRUC'] : null,
      address: textAt(client['direccion']),
    },
    lines: lines.map(lineOf),
    totals: {
      ...{ net: money('totalPrecioNeto'), tax, isc, total: money('totalFactura') },
      otherTax: (decimal(sums['totalMontoGravado']) ?? sumOf([])).minus(tax).minus(isc).toFixed(2),
      lines: lines.map(amountsOf),
    },
    paymentMethods: listAt(sums['listaFormaPago'])
      .map(objectAt)
      .map((one) => ({
        type: textAt(one['formaPagoFact']),
        amount: textOf(one['valorCuotaPagada']),
        description: textAt(one['descFormaPago']),
      })),
    retention: textOf(objectAt(sums['retencion'])['montoRetencion']),
    references: listAt(head['listaDocsFiscalReferenciados'])
      .map(objectAt)
      .map((one) => ({
        cufe: textAt(one['cufeFEReferenciada']),
        issueDate: textAt(one['fechaEmisionDocFiscalReferenciado']),
      })),
  };
}

function lineOf(item: Json, index: number): Line {
  return {
    number: String(index + 1).padStart(4, '0'),
    code: textAt(item['codigo']),
    description: textAt(item['descripcion']),
    unit: textAt(item['unidadMedida']) || 'und',
    quantity: textOf(item['cantidad']),
    price: textOf(item['precioUnitario']),
    discount: textOf(item['precioUnitarioDescuento']),
    rate: textAt(item['tasaITBMS']),
    iscRate: decimal(item['tasaISC'])?.times(100).toFixed() ?? '0',
    otherTaxes: listAt(item['listaItemOTI']).map((tax) => textOf(objectAt(tax)['valorTasa'])),
  };
}

const amountsOf = (item: Json): LineTotals => ({
  net: textOf(item['precioItem']),
  isc: textOf(item['valorISC']),
  otherTax: sumOf(listAt(item['listaItemOTI']).map((tax) => objectAt(tax)['valorTasa'])).toFixed(),
  tax: textOf(item['valorITBMS']),
  total: textOf(item['valorTotal']),
});

const textOf = (value: unknown): string => decimal(value)?.toFixed() ?? '0';

/** Fields that name a document; EstadoDocumento has them at the top, Anulacion inside `datosDocumento`. */
export function namedIn(body: unknown): Json {
  const whole = objectAt(body);
  return isObject(whole['datosDocumento']) ? whole['datosDocumento'] : whole;
}
