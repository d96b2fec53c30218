// The Factory HKA's REST API: the paths of its methods, each with the token of the session.
import { createCaller, type IsTooLate } from '../call.ts';
import type { PacClient } from '../face.ts';
import type { ClientOptions } from '../make.ts';
import { clientOf } from './client.ts';
import { dataOf } from './name.ts';
import { openSession, userOf, type Reply } from './session.ts';

/** `open`: how the PAC is called. */
export function createHkaClient(options: ClientOptions, open: typeof createCaller = createCaller): PacClient {
  const { baseUrl, timeoutMs, apiKey, secondaryKey = apiKey, maxPdfBytes } = options;
  const keys = [...new Set([apiKey, secondaryKey])];
  // The session tries the other key; the caller has none of its own, only what it must not show.
  const caller = open({ baseUrl, timeoutMs, apiKey: '', secrets: keys.map((key) => userOf(key).password) });
  const session = openSession(caller, keys, timeoutMs);

  const ask = (path: string, body?: object): Promise<Reply> =>
    session.call((part) => caller.ask({ method: body ? 'POST' : 'GET', path, body, ...part }));
  const act = (path: string, body: object, isTooLate?: IsTooLate): Promise<Reply> =>
    session.call((part) => caller.sendOnce({ method: 'POST', path, body, ...part }, isTooLate));

  return clientOf(
    {
      send: (documento, isTooLate) => act('/Enviar', { documento }, isTooLate),
      state: (name) => ask('/EstadoDocumento', dataOf(name)),
      annul: (name, motivoAnulacion, isTooLate) =>
        act('/Anulacion', { motivoAnulacion, datosDocumento: dataOf(name) }, isTooLate),
      async file(cufe, format) {
        const reply = await ask('/Descarga', { cufe, tipoArchivo: format });
        // The older service has a method for each format.
        const isOlder = reply.kind === 'answered' && reply.httpStatus === 404;
        return isOlder ? ask(`/Descarga${format.toUpperCase()}`, { cufe, tipoArchivo: format }) : reply;
      },
      quota: () => ask('/FoliosRestantes'),
      checkDigit: (ruc, tipoRuc) => ask('/ConsultaRucDv', { ruc, tipoRuc }),
      mail: (_name, cufe, address) => ask('/EnvioCorreo', { cufe, correos: [address] }),
      close: () => caller.close(),
    },
    maxPdfBytes,
  );
}
