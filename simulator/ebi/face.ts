/** EBI's SOAP face, which is The Factory HKA's as well: the same work and words in envelopes, with the key in each call. */
import { html, type Outcome, type Reply } from '../answers.ts';
import type { Caller, Face, PacCall, Work } from '../calls.ts';
import { companyNamed, HKA, keyOf, say } from '../hka/face.ts';
import { isObject, objectAt, textAt, type Json } from '../rules/json.ts';
import type { World } from '../world.ts';
import { readEnvelope, writeEnvelope } from './soap.ts';

const OPERATIONS: Record<string, PacCall['operation']> = {
  Enviar: 'submit',
  EstadoDocumento: 'get',
  AnulacionDocumento: 'void',
  DescargaXML: 'pdf',
  DescargaPDF: 'pdf',
  FoliosRestantes: 'folios',
  EnvioCorreo: 'notify',
  ConsultarRucDV: 'checkDigit',
};

/** SOAPAction: "http://tempuri.org/IService/Enviar". */
function routeOf(method: string, path: string, action = '') {
  const name = /^"?http:\/\/tempuri\.org\/IService\/(\w+)"?$/.exec(action)?.[1] ?? '';
  const isService = method === 'POST' && path === '/ws/obj/v1.0/Service.svc';
  const operation = isService && Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  return operation ? { operation, kind: null, documentId: null, channel: null } : null;
}

/** The fields as REST has them, beside the method. */
function read(raw: Buffer): unknown {
  const call = readEnvelope(raw.toString());
  if (!call) return undefined;
  const { method } = call;
  const { consultarRucDVRequest, correo, ...fields } = call.fields;
  return {
    ...fields,
    ...(isObject(consultarRucDVRequest) ? consultarRucDVRequest : {}),
    ...(correo === undefined ? {} : { correos: [correo] }),
    ...(method.startsWith('Descarga') ? { tipoArchivo: method.slice(-3).toLowerCase() } : {}),
    method,
  };
}

const fieldsIn = ({ body }: Reply): Json => JSON.parse(body.toString()) as Json;

/** A void that is done has the code 200 here, and a file is called a document. */
function enveloped({ body }: Pick<PacCall, 'body'>, reply: Reply): Reply {
  const method = textAt(objectAt(body)['method']) || 'Enviar';
  const { archivo, ...fields } = fieldsIn(reply);
  const said = { ...fields, ...(reply.code === '0600' ? { codigo: '200' } : {}) };
  const text = writeEnvelope(method, archivo === undefined ? said : { ...said, documento: archivo });
  const { headers } = html(reply.status, '');
  return { ...reply, headers: { ...headers, 'content-type': 'text/xml; charset=utf-8' }, body: Buffer.from(text) };
}

/** An answer of the PAC itself has a code; a gateway's page and a cut connection stay as they are. */
const inEnvelope = (work: Work, outcome: Outcome): Outcome =>
  typeof outcome === 'object' && 'status' in outcome && outcome.code !== undefined
    ? enveloped(work.call, outcome)
    : outcome;

const companyIdOf = (world: World, { body }: Caller): string | null =>
  isObject(body) ? companyNamed(world, textAt(body['tokenEmpresa'])) : null;

function turnAway(world: World, call: Caller): Reply | null {
  // Before the body is read the caller is not known.
  if (!('body' in call)) return null;
  const companyId = companyIdOf(world, call);
  const isKnown = companyId && (!world.knobs.knownCompaniesOnly || world.register.company(companyId));
  if (isKnown && objectAt(call.body)['tokenPassword'] === keyOf(world, companyId)) return null;
  return enveloped(call, say('100', 'El token no es válido'));
}

type Acts = Record<string, (work: Work, ...rest: never[]) => Outcome | Promise<Outcome>>;
const wrapped = <Given extends object>(acts: Given): Given =>
  Object.fromEntries(
    Object.entries(acts as Acts).map(([name, act]) => [
      name,
      (work: Work, ...rest: never[]) => {
        const outcome = act(work, ...rest);
        return outcome instanceof Promise ? outcome.then((done) => inEnvelope(work, done)) : inEnvelope(work, outcome);
      },
    ]),
  ) as Given;

export const EBI: Face = {
  ...HKA,
  pac: 'ebi',
  routeOf,
  read,
  companyIdOf,
  turnAway,
  work: wrapped(HKA.work),
  refusals: wrapped(HKA.refusals),
  told(work, reply, words) {
    const result = objectAt(readEnvelope(reply.body.toString())?.fields);
    const fields = Buffer.from(JSON.stringify(Object.values(result)[0]));
    return enveloped(work.call, HKA.told(work, { ...reply, body: fields }, words));
  },
};
