// Assumptions of the adapters of The Factory HKA and of EBI beyond the face: keys, codes with the status 200, and the fields that are read.
import type { Answer } from '../../src/pac/call.ts';
import type { ClientOptions } from '../../src/pac/make.ts';
import { asking, fieldsOf, statusOf, type Ask } from './asking.ts';
import { tried, type Assumption, type Result, type Trial } from './assumption.ts';

const WIKI = 'The Factory HKA, wiki and help desk';
const CLIENTS = 'public integrations of The Factory HKA';

type Method = 'EstadoDocumento' | 'Enviar' | 'FoliosRestantes';
/** Asks a method with a key "user:password"; what refuses the key is an answer too. */
type Question = (ask: Ask, method: Method, args: object, key: string) => Promise<Answer>;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

const withCode = (answered: Answer, ...codes: string[]): Result => {
  const { codigo } = fieldsOf(answered);
  return {
    holds: statusOf(answered) === 200 && codes.includes(text(codigo)),
    because: `HTTP ${statusOf(answered)}, code ${JSON.stringify(codigo ?? null)}`,
  };
};

const unknownDocument = ({ issuer }: Trial) => ({
  codigoSucursalEmisor: issuer.branchCode,
  numeroDocumentoFiscal: '9999999999',
  puntoFacturacionFiscal: issuer.billingPoint,
  tipoDocumento: '01',
  tipoEmision: '01',
});

type Row = [name: string, says: string, source: string, judge: (asked: Asked, trial: Trial) => Promise<Result>];
type Asked = (method: Method, args: object, key?: string) => Promise<Answer>;

const ROWS: readonly Row[] = [
  [
    'wrong-key',
    'a wrong key is refused by code 100 or HTTP 401',
    CLIENTS,
    async (asked, trial) => {
      const answered = await asked('EstadoDocumento', { datosDocumento: unknownDocument(trial) }, 'no-one:none');
      return statusOf(answered) === 401 ? { holds: true, because: 'HTTP 401' } : withCode(answered, '100', '401');
    },
  ],
  [
    'unknown-number',
    'a number that nothing has is answered 200 with the code 105',
    WIKI,
    async (asked, trial) => withCode(await asked('EstadoDocumento', { datosDocumento: unknownDocument(trial) }), '105'),
  ],
  [
    'empty-document',
    'a document without its fields is answered 200 with the code 109',
    WIKI,
    async (asked) => withCode(await asked('Enviar', { documento: { codigoSucursalEmisor: '0000' } }), '109', '201'),
  ],
  [
    'folios',
    'the folios that are left come as foliosDisponibleCiclo',
    WIKI,
    async (asked) => {
      const fields = fieldsOf(await asked('FoliosRestantes', {}));
      return { holds: /^\d+$/.test(text(fields['foliosDisponibleCiclo'])), because: Object.keys(fields).join(', ') };
    },
  ],
];

const partsOf = (key: string): [user: string, password: string] => {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
};

const logIn = (ask: Ask, key: string): Promise<Answer> => {
  const [usuario, clave] = partsOf(key);
  return ask({ method: 'POST', path: '/Autenticacion', body: { usuario, clave }, token: '' });
};

const byRest: Question = async (ask, method, args, key) => {
  const login = await logIn(ask, key);
  const token = text(fieldsOf(login)['token']);
  if (token === '') return login;
  if (method === 'FoliosRestantes') return ask({ method: 'GET', path: '/FoliosRestantes', token });
  // The REST service has what names a document at the top.
  const body = 'datosDocumento' in args ? args.datosDocumento : args;
  return ask({ method: 'POST', path: `/${method}`, body, token });
};

const SPACES = { Enviar: 'ObjComprobante.v1_0', EstadoDocumento: 'Model', FoliosRestantes: 'Model' };

const elements = (fields: object, prefix: string): string =>
  Object.entries(fields as Record<string, string | object>)
    .map(([name, value]) => {
      const inside = typeof value === 'string' ? value.replaceAll(/[&<]/g, escapeOf) : elements(value, 'ser');
      return `<${prefix}:${name}>${inside}</${prefix}:${name}>`;
    })
    .join('');
const escapeOf = (one: string): string => `&#${one.charCodeAt(0)};`;

const bySoap: Question = (ask, method, args, key) => {
  const [tokenEmpresa, tokenPassword] = partsOf(key);
  const inside = `<tem:${method}>${elements({ tokenEmpresa, tokenPassword, ...args }, 'tem')}</tem:${method}>`;
  const text = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/" xmlns:ser="http://schemas.datacontract.org/2004/07/Services.${SPACES[method]}"><s:Body>${inside}</s:Body></s:Envelope>`;
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: `"http://tempuri.org/IService/${method}"` };
  return ask({ method: 'POST', path: '/ws/obj/v1.0/Service.svc', token: '', headers, text: () => text });
};

/** Elements without others inside, whatever is around them. */
const leaves = (xml: string) =>
  Object.fromEntries([...xml.matchAll(/<(?:\w+:)?(\w+)>([^<]*)</g)].map(([, name = '', value = '']) => [name, value]));

function contract(make: string, { baseUrl, timeoutMs, apiKey }: ClientOptions, question: Question): Assumption[] {
  const [, password] = partsOf(apiKey);
  const read = question === bySoap ? { read: leaves } : {};
  const options = { baseUrl, timeoutMs, apiKey: password, ...read };
  return ROWS.map(([name, says, source, judge]) =>
    tried(
      `${make}.${name}`,
      says,
      // Clients of EBI alone tell of it.
      make === 'ebi' ? 'assumed' : 'documented',
      source,
      asking(options, (ask, trial) => judge((method, args, key = apiKey) => question(ask, method, args, key), trial)),
    ),
  );
}

export const ebiAssumptions = (options: ClientOptions): Assumption[] => contract('ebi', options, bySoap);

export function hkaAssumptions(options: ClientOptions): Assumption[] {
  const { baseUrl, timeoutMs, apiKey } = options;
  const token = tried(
    'hka.token',
    'a user and a key get a token, which says when it ends',
    'documented',
    CLIENTS,
    asking({ baseUrl, timeoutMs, apiKey: partsOf(apiKey)[1] }, async (ask) => {
      const { token: given, expiracion } = fieldsOf(await logIn(ask, apiKey));
      const ends = Date.parse(text(expiracion));
      return { holds: typeof given === 'string' && ends > 0, because: `ends ${JSON.stringify(expiracion ?? null)}` };
    }),
  );
  return [token, ...contract('hka', options, byRest)];
}
