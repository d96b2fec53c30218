// A server that answers as The Factory HKA does, with what each test gives it, and the adapter that speaks to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach } from 'node:test';
import { payload } from '../test-support.ts';
import type { PacPayload } from '../payload.ts';
import { systemClock } from '../../platform/clock.ts';
import { createHkaClient } from './rest.ts';

export { payload } from '../test-support.ts';

export type Reply = object | ((response: ServerResponse) => void);
type Texts<Name extends string> = Record<Name, string>;
/** A document as it left, as far as the tests look. */
export interface Sent {
  codigoSucursalEmisor: string;
  datosTransaccion: Texts<'tipoEmision' | 'fechaEmision' | 'fechaInicioContingencia' | 'motivoContingencia'> &
    Record<'datosFacturaExportacion' | 'listaDocsFiscalReferenciados', object> & { cliente: { pais: string } };
  listaItems: (Texts<'precioItem' | 'valorITBMS' | 'valorISC' | 'valorTotal' | 'tasaISC' | 'unidadMedida'> &
    Texts<'precioUnitario' | 'precioUnitarioDescuento' | 'codigoCPBS' | 'codigoCPBSAbrev' | 'unidadMedidaCPBS'> & {
      listaItemOTI: object;
    })[];
  totalesSubTotales: Texts<'totalPrecioNeto' | 'totalITBMS' | 'totalFactura'> &
    Record<'retencion' | 'listaPagoPlazo', object>;
}

interface Heard {
  path: string;
  body: Record<string, unknown>;
  authorization: string | undefined;
}

export const heard: Heard[] = [];
export const replies: Record<string, Reply[]> = {};
let logins = 0;

/** The last reply of a path is given again and again. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const path = request.url!.replace('/api', '');
  heard.push({
    path,
    body: text === '' ? {} : (JSON.parse(text) as never),
    authorization: request.headers.authorization,
  });
  const list = replies[path] ?? [];
  const reply = (list.length > 1 ? list.shift() : list[0]) ?? (path === '/Autenticacion' ? token() : notThere);
  if (typeof reply === 'function') return void reply(response);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
}

export function token(seconds = 3600): object {
  logins += 1;
  return {
    codigo: '200',
    token: `token-${logins}`,
    expiracion: new Date(systemClock.now().getTime() + seconds * 1000).toISOString(),
  };
}

export const notThere = (response: ServerResponse) => void (response.writeHead(404), response.end());
export const status =
  (code: number, text = '', type = 'text/html') =>
  (response: ServerResponse) =>
    void response.writeHead(code, { 'content-type': type }).end(text);
export const cut = (response: ServerResponse) => void response.destroy();

const server = createServer((request, response) => void answer(request, response));
export let client: ReturnType<typeof createHkaClient>;
export const open = (more = {}) =>
  createHkaClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    apiKey: 'usuario-1:clave:con:puntos',
    timeoutMs: 2_000,
    fileHosts: [],
    ...more,
  });

before(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
beforeEach(async () => {
  await client?.close();
  heard.length = 0;
  logins = 0;
  for (const path of Object.keys(replies)) delete replies[path];
  client = open();
});
after(async () => {
  await client.close();
  server.close();
});

export const CUFE = 'FE0120000155596713-2-2015-5900002026112600000001230010119999999991';
export const OK = {
  codigo: '200',
  resultado: 'procesado',
  mensaje: 'Autorizado el uso de la FE',
  cufe: CUFE,
  qr: 'https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=1',
  fechaRecepcionDGI: '2026-11-26T10:00:05-05:00',
  nroProtocoloAutorizacion: '20260000000123',
};

export const submit = (change?: Partial<PacPayload>) => client.submit('INVOICE', 'una', payload(change));
export const calls = (path: string) => heard.filter((one) => one.path === path);
export const documentSent = () => calls('/Enviar').at(-1)!.body['documento'] as Sent;
export const ID = '0003-001-01-0000000123-01';
