// EBI: the contract of The Factory HKA, asked by SOAP with the user and the password in each call.
import { createCaller, type Call, type IsTooLate } from '../call.ts';
import type { PacClient } from '../face.ts';
import type { ClientOptions } from '../make.ts';
import { clientOf } from '../hka/client.ts';
import { dataOf, nameIn } from '../hka/name.ts';
import { refusesKey } from '../hka/outcomes.ts';
import { userOf } from '../hka/session.ts';
import { escaped, readEnvelope, writeEnvelope } from './soap.ts';

const SERVICE = '/ws/obj/v1.0/Service.svc';

/** `open`: how the PAC is called. */
export function createEbiClient(options: ClientOptions, open: typeof createCaller = createCaller): PacClient {
  const { baseUrl, timeoutMs, apiKey, secondaryKey = apiKey, maxPdfBytes } = options;
  const passwords = [apiKey, secondaryKey].map((key) => userOf(key).password);
  const caller = open({
    ...{ baseUrl, timeoutMs, apiKey, secondaryKey },
    secrets: [...passwords, ...passwords.map(escaped)],
    read: readEnvelope,
    isRefused: (answer) => refusesKey(answer),
  });
  const ask = (method: string, args?: object) => caller.ask(callOf(method, (tokens) => ({ ...tokens, ...args })));
  const act = (method: string, args: object, isTooLate?: IsTooLate) =>
    caller.sendOnce(
      callOf(method, (tokens) => ({ ...tokens, ...args })),
      isTooLate,
    );

  return clientOf(
    {
      send: (documento, isTooLate) => act('Enviar', { documento }, isTooLate),
      state: (name) => ask('EstadoDocumento', { datosDocumento: dataOf(name) }),
      annul: (name, motivoAnulacion, isTooLate) =>
        act('AnulacionDocumento', { motivoAnulacion, datosDocumento: dataOf(name) }, isTooLate),
      async file(cufe, format) {
        const name = nameIn(cufe);
        if (name === null) return { kind: 'failed', cause: 'not asked: no CUFE', mayHaveArrived: false };
        const answer = await ask(`Descarga${format.toUpperCase()}`, { datosDocumento: dataOf(name) });
        // The bytes are those of the envelope.
        return answer.kind === 'failed' ? answer : { ...answer, bytes: Buffer.alloc(0) };
      },
      quota: () => ask('FoliosRestantes'),
      checkDigit: (ruc, tipoRuc) =>
        caller.ask(callOf('ConsultarRucDV', (tokens) => ({ consultarRucDVRequest: { ...tokens, tipoRuc, ruc } }))),
      mail: (name, _cufe, correo) => ask('EnvioCorreo', { datosDocumento: dataOf(name), correo }),
      close: () => caller.close(),
    },
    maxPdfBytes,
  );
}

function callOf(method: string, argsOf: (tokens: { tokenEmpresa: string; tokenPassword: string }) => object): Call {
  return {
    method: 'POST',
    path: SERVICE,
    token: '',
    headers: {
      accept: 'text/xml',
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"http://tempuri.org/IService/${method}"`,
    },
    text(key) {
      const { user, password } = userOf(key);
      return writeEnvelope(method, argsOf({ tokenEmpresa: user, tokenPassword: password }));
    },
  };
}
