/** The PAC's answers: a document in its two shapes, errors in all of theirs, and the pages of the gateways before it. */
import type { LegalStatus } from '../src/fiscal/legal-status.ts';
import type { DocumentKind } from '../src/fiscal/document.ts';
import type { SimulatedDocument } from './documents.ts';
import type { Line, LineTotals } from './totals.ts';
import type { ErrorShape, Fault, FaultIn } from './faults.ts';
import type { Knobs } from './knobs.ts';
import type { BodyError } from './rules/rule.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The PAC's own code, of one that refuses with the status 200. */
  code?: string;
}

/** Result of a call on the wire. */
export type Outcome = Reply | 'hang' | 'reset' | { half: Reply } | { drip: Reply; everyMs: number } | { flood: number };

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const html = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: Buffer.from(text),
});

const PUBLIC_LOOKUP = 'https://dgi-fep.mef.gob.pa/Consultas';
export const qrAddress = (cufe: string): string => `${PUBLIC_LOOKUP}/FacturasPorQR?chFE=${cufe}`;

const GOVERNMENT_SAYS: Record<LegalStatus, { code: string; message: string }[]> = {
  PAC_AUTHORIZED: [],
  DGI_AUTHORIZED: [{ code: '0260', message: 'Autorizado el uso de la FE' }],
  PAC_REJECTED: [],
  DGI_REJECTED: [],
};

/** `pdf` is an address, null where there is none yet, and undefined where it was not asked for. */
export function documentView(document: SimulatedDocument, pdf: string | null | undefined): Record<string, unknown> {
  const isFinal = document.legalStatus !== 'PAC_AUTHORIZED';
  return {
    id: document.id,
    status: document.voided ? 'CANCELLED' : isFinal ? 'FINISHED' : 'REGISTERED',
    legalStatus: document.legalStatus,
    cufe: document.cufe,
    companyIdentification: document.issuer.ruc,
    documentNumber: document.numeration,
    documentIssueDate: document.issueDate,
    publicUrl: `${PUBLIC_LOOKUP}/FacturasPorCUFE?cufe=${document.cufe}`,
    qr: qrAddress(document.cufe),
    authorizationProtocol: document.legalStatus === 'DGI_AUTHORIZED' ? protocolOf(document) : null,
    authorizationDate:
      document.legalStatus === 'DGI_AUTHORIZED' ? new Date(document.acceptedAt + 1000).toISOString() : null,
    governmentResponse: [
      ...GOVERNMENT_SAYS[document.legalStatus],
      ...document.reasons.map((message) => ({ code: '1508', message })),
    ],
    ...(pdf === undefined ? {} : { pdf }),
  };
}

/** The signed document inside its container, with the DGI's answer once there is one. */
export function xmlOf(document: SimulatedDocument): string {
  const authorized =
    document.legalStatus === 'DGI_AUTHORIZED'
      ? tag('xProtFe', tag('rProtFe', tag('dProtAut', protocolOf(document)), ...document.reasons.map(remarkOf)))
      : '';
  const signed = tag('rFE', tag('dVerForm', '1.00'), tag('dId', document.cufe), ...partsOf(document));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rContFe xmlns="http://dgi-fep.mef.gob.pa"><xFe>${signed}</xFe>${authorized}</rContFe>\n`;
}

const tag = (name: string, ...inside: string[]): string => `<${name}>${inside.join('')}</${name}>`;
const leaf = (name: string, text: string): string =>
  tag(
    name,
    text.replaceAll(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`),
  );
const remarkOf = (text: string): string => tag('gResProc', tag('dCodRes', '1508'), leaf('dMsgRes', text));

function partsOf({ cufe, issueDate, numeration, billingPoint, issuer, submission }: SimulatedDocument): string[] {
  const { receiver, totals, lines } = submission;
  const ruc = (name: string, number: string, dv: string) => tag(name, leaf('dRuc', number), leaf('dDV', dv));
  return [
    tag(
      'gDGen',
      ...[leaf('iAmb', cufe.at(55)!), leaf('iDoc', submission.documentType), leaf('dNroDF', numeration)],
      ...[leaf('dPtoFacDF', billingPoint), leaf('dFechaEm', issueDate)],
      tag(
        'gEmis',
        ruc('gRucEmi', issuer.ruc, issuer.dv),
        leaf('dNombEm', issuer.name),
        leaf('dSucEm', cufe.slice(28, 32)),
      ),
      tag(
        'gDatRec',
        ...[
          leaf('iTipoRec', receiver.type),
          receiver.ruc === null ? '' : ruc('gRucRec', receiver.ruc, receiver.checkDigit ?? ''),
        ],
        leaf('dNombRec', receiver.name),
      ),
    ),
    ...lines.map((line, index) => itemOf(line, totals.lines[index]!)),
    tag(
      'gTot',
      ...[
        tag('dTotNeto', totals.net),
        tag('dTotITBMS', totals.tax),
        tag('dTotISC', totals.isc),
        tag('dVTot', totals.total),
      ],
      tag('dNroItems', String(lines.length)),
    ),
  ];
}

function itemOf(line: Line, { net, isc, tax, total }: LineTotals): string {
  return tag(
    'gItem',
    ...[leaf('dSecItem', line.number), leaf('dDescProd', line.description), leaf('dCantCodInt', line.quantity)],
    tag(
      'gPrecios',
      leaf('dPrUnit', line.price),
      leaf('dPrUnitDesc', line.discount),
      tag('dPrItem', net),
      tag('dValTotItem', total),
    ),
    tag('gITBMSItem', leaf('dTasaITBMS', line.rate), tag('dValITBMS', tax)),
    line.iscRate === '0' ? '' : tag('gISCItem', leaf('dTasaISC', line.iscRate), tag('dValISC', isc)),
  );
}

// Issuer, year and a number of its own: believable, and the same whenever it is asked for.
export function protocolOf({ issuer, acceptedAt }: SimulatedDocument): string {
  return `${issuer.ruc.replaceAll(/\D/g, '').padStart(12, '0')}${new Date(acceptedAt).getUTCFullYear()}${String(acceptedAt % 10 ** 9).padStart(9, '0')}`;
}

export function documentAnswer(
  status: number,
  view: Record<string, unknown>,
  message: string,
  shape: Knobs['answerShape'],
) {
  return json(status, shape === 'wrapped' ? { message, document: view } : view);
}

const ERROR_BODIES: Record<ErrorShape, (errors: readonly BodyError[]) => unknown> = {
  errorsArray: (errors) => ({ errors }),
  codeMessage: (errors) => ({ code: errors[0]?.code, message: messagesOf(errors).join('; ') }),
  codeMessageList: (errors) => ({ code: errors[0]?.code, message: messagesOf(errors) }),
  error: (errors) => ({ error: messagesOf(errors).join('; ') }),
  response: (errors) => ({ response: errors.map(({ code, message }) => ({ code, message })) }),
  governmentResponse: (errors) => ({
    document: {
      legalStatus: 'PAC_REJECTED',
      governmentResponse: errors.map(({ code, message }) => ({ code, message })),
    },
  }),
  // Not an error but a document that is rejected; where there is no document to show, it is said as usual.
  rejectedDocument: (errors) => ({ errors }),
};

const messagesOf = (errors: readonly BodyError[]): string[] => errors.map(({ message }) => message);

/** A refusal in one of the shapes that the PAC uses. */
export function errorAnswer(status: number, errors: readonly BodyError[], shape: ErrorShape): Reply {
  return json(status, ERROR_BODIES[shape](errors));
}

export const rejectionErrors: readonly BodyError[] = [
  {
    code: 'RECEIVER_NOT_REGISTERED',
    field: 'receiver.ruc.ruc',
    message: 'El RUC del receptor no está inscrito en la DGI',
  },
  {
    code: 'INVALID_FIELD',
    field: 'items[0].itbms.rate',
    message: 'La tasa de ITBMS no corresponde al bien o servicio',
  },
];

export const dgiRejectionReasons = ['La firma del emisor ha sido revocada a la fecha de emisión'];

const KIND_IN_SPANISH: Record<DocumentKind, string> = {
  INVOICE: 'factura',
  CREDIT_NOTE: 'nota de crédito',
  DEBIT_NOTE: 'nota de débito',
};

export function duplicateErrors(kind: DocumentKind, numeration: string, billingPoint: string): BodyError[] {
  const message = `Documento duplicado: ya existe una ${KIND_IN_SPANISH[kind]} con el número ${numeration} en el punto de facturación ${billingPoint}`;
  return [{ code: 'DUPLICATED_DOCUMENT', field: 'information.numeration', message }];
}

export const notFound = (): Reply => json(404, { code: 'NOT_FOUND', message: 'Document not found' });
export const unauthorized = (): Reply => json(401, { message: 'Unauthorized' });
export const tooLateToVoid = (hours: number): Reply =>
  json(400, {
    errors: [
      {
        code: 'CANCELLATION_WINDOW_EXPIRED',
        field: 'id',
        message: `El documento ya no puede anularse: han pasado más de ${hours} horas desde su emisión`,
      },
    ],
  });

const gatewayPage = (status: number, title: string): Reply =>
  html(
    status,
    `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body><center><h1>${status} ${title}</h1></center></body>\r\n</html>\r\n`,
  );

type HttpFault = Extract<FaultIn<'refusal'>, `http${string}`>;

/** Answers of gateways in front of the PAC, and of a failing PAC. */
export const HTTP_FAULT_ANSWERS: { [Name in HttpFault]: (fault: Fault) => Reply } = {
  http400: () => json(400, { message: 'Bad Request' }),
  http401: unauthorized,
  http403: () => json(403, { message: 'Forbidden' }),
  http408: () => json(408, { message: 'Request Timeout' }),
  http413: () => json(413, { message: 'Request Too Long' }),
  http429: ({ retryAfterSeconds = 1 }) =>
    json(429, { message: 'Too Many Requests' }, { 'retry-after': String(retryAfterSeconds) }),
  http429Empty: () => ({ ...json(429, null), body: Buffer.alloc(0) }),
  http500: () => json(500, { message: 'Internal server error' }),
  http502: () => gatewayPage(502, 'Bad Gateway'),
  http503: () => gatewayPage(503, 'Service Temporarily Unavailable'),
  http504: () => gatewayPage(504, 'Gateway Time-out'),
};

export const somePage = (): Reply =>
  html(
    200,
    '<!DOCTYPE html>\n<html><head><title>Mantenimiento</title></head><body><h1>Volvemos pronto</h1></body></html>\n',
  );
