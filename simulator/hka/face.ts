/** The Factory HKA's REST face: it logs in, answers with the DGI's verdict, knows a document by its number and, after that, by its CUFE. */
import { createHmac } from 'node:crypto';
import { json, protocolOf, qrAddress, unauthorized, xmlOf } from '../answers.ts';
import type { Outcome, Reply } from '../answers.ts';
import { newDocument } from '../calls.ts';
import type { Caller, Face, PacCall, Work } from '../calls.ts';
import { checkDigitOf } from '../check-digit.ts';
import type { Company, FiscalNumber, SimulatedDocument } from '../documents.ts';
import { drawFrom } from '../random.ts';
import { isString, listAt, matches, objectAt, textAt } from '../rules/json.ts';
import { download } from '../pdf-download.ts';
import { pronounce } from '../verdicts.ts';
import type { Reading } from '../validate.ts';
import { companyOf, nowOf } from '../world.ts';
import type { World } from '../world.ts';
import { clientOf, headOf } from './rules.ts';
import { documentIn, kindOf, namedIn, refusalOf, submissionOf } from './read.ts';

export const say = (code: string, mensaje: string, more: Record<string, unknown> = {}): Reply => ({
  ...json(200, { codigo: code, resultado: DONE.includes(code) ? 'procesado' : 'error', mensaje, ...more }),
  code,
});
const DONE = ['200', '0600'];
const notFound = () => say('105', 'El documento no existe');
const taken = () => say('102', 'El folio del documento ya existe');
const inPanama = (at: number): string => `${new Date(at - 5 * 3_600_000).toISOString().slice(0, 19)}-05:00`;

const OPERATIONS: Record<string, [operation: PacCall['operation'], method: string]> = {
  Autenticacion: ['login', 'POST'],
  Enviar: ['submit', 'POST'],
  EstadoDocumento: ['get', 'POST'],
  Anulacion: ['void', 'POST'],
  Descarga: ['pdf', 'POST'],
  FoliosRestantes: ['folios', 'GET'],
  EnvioCorreo: ['notify', 'POST'],
  ConsultaRucDv: ['checkDigit', 'POST'],
};

function routeOf(method: string, path: string) {
  const name = /^(?:\/api)?\/([A-Za-z]+)\/?$/.exec(path)?.[1] ?? '';
  const [operation, expected] = (Object.hasOwn(OPERATIONS, name) && OPERATIONS[name]) || [];
  return operation && method === expected ? { operation, kind: null, documentId: null, channel: null } : null;
}

// A token bears its company and its end, so that a restart forgets none.
const signed = ({ apiKey }: World, text: string) => createHmac('sha256', `token ${apiKey}`).update(text).digest('hex');
export const keyOf = (world: World, companyId: string) => world.register.company(companyId)?.apiKey ?? world.apiKey;

function writeToken(world: World, companyId: string, expires: number): string {
  const text = Buffer.from(JSON.stringify([companyId, expires, world.newId()])).toString('base64url');
  return `${text}.${signed(world, text)}`;
}

function readToken(world: World, { authorization = '' }: Caller): { companyId: string; expires: number } | null {
  const [, text = '', signature] = /^Bearer ([\w-]+)\.([0-9a-f]{64})$/.exec(authorization) ?? [];
  // Looked at before the text, which may be anything.
  if (signature !== signed(world, text)) return null;
  const [companyId, expires] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [string, number];
  return { companyId, expires };
}

export const companyNamed = (world: World, user: string): string =>
  world.register.companies().find((company) => company.user === user)?.companyId ?? user;

function companyIdOf(world: World, call: Caller): string | null {
  if (call.operation === 'login') return companyNamed(world, textAt(objectAt(call.body)['usuario']));
  return readToken(world, call)?.companyId ?? null;
}

function turnAway(world: World, call: Caller): Reply | null {
  if (call.operation === 'login') return null;
  if (!call.authorization) return unauthorized();
  const token = readToken(world, call);
  if (!token) return say('100', 'El token no es válido');
  return token.expires <= nowOf(world) ? say('212', 'El token ha expirado') : null;
}

function logIn({ world, call, companyId }: Work): Reply {
  const isKnown = companyId !== '' && (!world.knobs.knownCompaniesOnly || world.register.company(companyId));
  if (!isKnown || objectAt(call.body)['clave'] !== keyOf(world, companyId)) {
    return say('100', 'Usuario o clave incorrectos');
  }
  const expires = nowOf(world) + world.knobs.tokenLifetimeMs;
  const token = writeToken(world, companyId, expires);
  return say('200', 'Autenticado', { token, expiracion: new Date(expires).toISOString() });
}

const numberFrom = (companyId: string, named: Record<string, unknown>): FiscalNumber | null => {
  const fields = ['tipoDocumento', 'codigoSucursalEmisor', 'puntoFacturacionFiscal', 'numeroDocumentoFiscal'];
  const [documentType, branchCode, billingPoint, numeration] = fields.map((name) => textAt(named[name]));
  if (!documentType || !branchCode || !billingPoint || !numeration) return null;
  return { companyId, kind: kindOf(documentType), documentType, branchCode, billingPoint, numeration };
};

function documentOf(
  { register }: World,
  companyId: string,
  { operation, body }: PacCall,
): SimulatedDocument | undefined {
  const named = namedIn(body);
  if (isString(named['cufe'])) return register.withCufe(companyId, named['cufe']);
  const number = operation === 'submit' ? null : numberFrom(companyId, named);
  return number ? register.withNumber(number) : undefined;
}

const readingOf = ({ world, companyId }: Work): Reading => ({
  company: world.register.company(companyId) ?? null,
  acceptsUnknown: world.knobs.acceptUnknownReferences,
  strictness: world.knobs.strictness,
  rounding: world.knobs.rounding,
  original: (cufe) => world.register.withCufe(companyId, cufe),
});

const refused = (document: ReturnType<typeof documentIn>, work: Work, stage: 'body' | 'register'): Reply | null => {
  const refusal = refusalOf(document, readingOf(work), stage);
  return refusal && say(refusal.code, refusal.message);
};

function accept(work: Work): Reply {
  const { world, call, companyId, fiscalNumber } = work;
  const sent = documentIn(call.body);
  const wrong = refused(sent, work, 'body');
  if (wrong) return wrong;
  if (world.knobs.dedupe && world.register.withNumber(fiscalNumber!)) return taken();
  const objected = refused(sent, work, 'register');
  if (objected) return objected;
  if (world.register.acceptedOf(companyId) >= world.knobs.folios) return say('119', 'No tiene folios disponibles');
  const code = Math.floor(drawFrom(world.seed)('security code', world.newId()) * 999_999_999) + 1;
  const submission = submissionOf(sent, String(code).padStart(9, '0'));
  const issuer: Company = { ...companyOf(world, companyId), branchCode: fiscalNumber!.branchCode };
  const document = newDocument(work, submission, issuer, fiscalNumber!.kind);
  world.register.record({ event: 'accepted', document });
  void pronounce(world, document, 'DGI_AUTHORIZED', false);
  return say('200', 'El documento se envió correctamente', receiptOf(world, document));
}

const receiptOf = ({ knobs }: World, document: SimulatedDocument) => ({
  cufe: document.cufe,
  qr: qrAddress(document.cufe),
  fechaRecepcionDGI: inPanama(document.acceptedAt),
  nroProtocoloAutorizacion: protocolOf(document),
  fechaLimite: inPanama(Date.parse(document.issueDate) + knobs.voidWindowHours * 3_600_000),
});

const stateOf = (document: SimulatedDocument) => ({
  cufe: document.cufe,
  fechaEmisionDocumento: document.issueDate,
  fechaRecepcionDocumento: inPanama(document.acceptedAt),
  estatusDocumento: document.voided ? 'Anulada' : 'Autorizada',
  mensajeDocumento: document.voided ? 'Documento anulado' : 'Autorizado el uso de la FE',
});

const tellState = ({ document }: Work): Reply =>
  document ? say('200', 'Documento encontrado', stateOf(document)) : notFound();

function voidDocument({ world, call, document }: Work): Reply {
  const reason = textAt(objectAt(call.body)['motivoAnulacion']);
  if (!document) return notFound();
  if (reason.length < 15) return say('109', 'El campo motivoAnulacion debe tener 15 caracteres o más');
  if (document.voided) return say('203', 'El documento ya se encuentra anulado');
  const hours = (nowOf(world) - Date.parse(document.issueDate)) / 3_600_000;
  if (hours > world.knobs.voidWindowHours) return tooLate();
  world.register.record({ event: 'voided', id: document.id, reason, at: nowOf(world) });
  return { ...say('0600', 'procesado', { resultado: 'exito', estatusDocumento: 'Anulada' }) };
}

const tooLate = () => say('112', 'El plazo para anular el documento ha vencido');

async function giveFile({ world, call, document, faults }: Work): Promise<Outcome> {
  const format = objectAt(call.body)['tipoArchivo'];
  if (format !== 'pdf' && format !== 'xml') return say('109', 'El campo tipoArchivo debe ser pdf o xml');
  if (!document) return notFound();
  if (format === 'xml')
    return say('200', 'Archivo generado', { archivo: Buffer.from(xmlOf(document)).toString('base64') });
  if (faults.one('address')) return say('201', 'El PDF todavía no está disponible');
  const outcome = await download(world, document, faults.one('download'), (page) =>
    say('200', 'Archivo generado', { archivo: page.toString('base64') }),
  );
  return outcome;
}

function tellFolios({ world, companyId }: Work): Reply {
  const now = new Date(nowOf(world) - 5 * 3_600_000);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const days = (from: number, to: number) =>
    [from, to].map((at) => new Date(at).toISOString().slice(0, 10)).join(' / ');
  const [total, used] = [world.knobs.folios, world.register.acceptedOf(companyId)];
  const left = String(Math.max(0, total - used));
  return say('200', 'Consulta exitosa', {
    licencia: 'Anual',
    fechaLicencia: days(Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)),
    ciclo: String(month + 1),
    fechaCiclo: days(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)),
    foliosTotalesCiclo: String(total),
    foliosUtilizadosCiclo: String(used),
    foliosDisponibleCiclo: left,
    foliosTotales: String(total),
    foliosTotalesDisponibles: left,
  });
}

const isMail = matches(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);

function sendMail({ call, document }: Work): Reply {
  const addresses = listAt(objectAt(call.body)['correos']);
  if (addresses.length === 0 || !addresses.every(isMail)) return say('110', 'El correo no es válido');
  return document ? say('200', 'Correo enviado') : notFound();
}

function tellCheckDigit({ call }: Work): Reply {
  const { ruc, tipoRuc } = objectAt(call.body);
  const found = checkDigitOf(textAt(ruc), tipoRuc === '1' ? 'NATURAL' : 'JURIDICO');
  if (!found) return say('102', 'El RUC no está inscrito');
  const infoRuc = { tipoRuc, ruc, dv: found.digits, razonSocial: 'Contribuyente de Pruebas', afiliadoFE: 'SI' };
  return say('200', 'Consulta exitosa', { infoRuc });
}

function told(_: Work, reply: Reply, words: Record<string, unknown>): Reply {
  const answer = JSON.parse(reply.body.toString()) as Record<string, unknown>;
  const known = Object.entries(words).filter(([name]) => name in answer);
  return {
    ...json(reply.status, { ...answer, ...Object.fromEntries(known) }),
    ...(reply.code ? { code: reply.code } : {}),
  };
}

export const HKA: Face = {
  pac: 'hka',
  // Seven days, lines of six digits, and an answer that has the verdict in it.
  knobs: { make: 'direct', rounding: 'document', voidWindowHours: 168 },
  routeOf,
  companyIdOf,
  turnAway,
  numberOf: (_, companyId, { body }) => {
    const document = documentIn(body);
    return numberFrom(companyId, { ...headOf(document), codigoSucursalEmisor: document['codigoSucursalEmisor'] });
  },
  documentOf,
  receiverNameOf: (body) => textAt(clientOf(documentIn(body))['razonSocial']),
  work: {
    login: logIn,
    submit: accept,
    get: tellState,
    void: voidDocument,
    pdf: giveFile,
    folios: tellFolios,
    notify: sendMail,
    checkDigit: tellCheckDigit,
  },
  refusals: {
    notFoundAtFirst: notFound,
    void404: notFound,
    void400TooLate: tooLate,
    pacReject: () => say('203', '1508-Tiempo excesivo de emisión | 2007-Item 1: valor inválido'),
    duplicate: taken,
    duplicate1513: () => say('203', '1513-Número del documento fiscal duplicado. | 1508-Tiempo excesivo de emisión'),
    code201: () => say('201', 'Error al procesar el documento'),
    code202: () => say('202', 'Error al recibir la respuesta de la DGI'),
    code300: () => say('300', 'El documento debe ser reenviado'),
    expiredToken: () => say('212', 'El token ha expirado'),
    noFolios: () => say('119', 'No tiene folios disponibles'),
  },
  told,
  view: ({ world, call }, other) => (call.operation === 'get' ? stateOf(other) : receiptOf(world, other)),
};
