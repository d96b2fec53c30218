// Assumptions of The Factory HKA's adapter beyond the face: its tokens, its codes with the status 200, and the fields that are read.
import type { ClientOptions } from '../../src/pac/make.ts';
import { asking, fieldsOf, statusOf, type Ask } from './asking.ts';
import { tried, type Assumption, type Result, type Trial } from './assumption.ts';

const WIKI = 'The Factory HKA, wiki and help desk';
const CLIENTS = 'public integrations of The Factory HKA';
const NO_DOCUMENT = { tipoDocumento: '01', tipoEmision: '01', numeroDocumentoFiscal: '9999999999' };

const unknownDocument = ({ issuer }: Trial) => ({
  ...NO_DOCUMENT,
  codigoSucursalEmisor: issuer.branchCode,
  puntoFacturacionFiscal: issuer.billingPoint,
});

type Row = Pick<Assumption, 'id' | 'says' | 'mark' | 'source'> & {
  judgeOf(ask: Ask, logIn: () => Promise<Record<string, unknown>>, trial: Trial): Promise<Result>;
};

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

const withCode = (answered: Awaited<ReturnType<Ask>>, ...codes: string[]): Result => {
  const { codigo } = fieldsOf(answered);
  return {
    holds: statusOf(answered) === 200 && codes.includes(text(codigo)),
    because: `HTTP ${statusOf(answered)}, code ${JSON.stringify(codigo ?? null)}`,
  };
};

const ROWS: readonly Row[] = [
  {
    ...{ id: 'hka.token', says: 'a user and a key get a token, which says when it ends', mark: 'documented' },
    source: CLIENTS,
    async judgeOf(_, logIn) {
      const { token, expiracion } = await logIn();
      const ends = Date.parse(text(expiracion));
      return { holds: typeof token === 'string' && ends > 0, because: `ends ${JSON.stringify(expiracion ?? null)}` };
    },
  },
  {
    ...{
      id: 'hka.wrong-key',
      says: 'a wrong key is refused by code 100 or HTTP 401',
      mark: 'documented',
      source: CLIENTS,
    },
    async judgeOf(ask) {
      const body = { usuario: 'no-one', clave: 'none' };
      const answered = await ask({ method: 'POST', path: '/Autenticacion', body, token: '' });
      return statusOf(answered) === 401 ? { holds: true, because: 'HTTP 401' } : withCode(answered, '100', '401');
    },
  },
  {
    ...{
      id: 'hka.unknown-number',
      says: 'a number that nothing has is answered 200 with the code 105',
      mark: 'documented',
    },
    source: WIKI,
    async judgeOf(ask, logIn, trial) {
      const token = text((await logIn())['token']);
      return withCode(
        await ask({ method: 'POST', path: '/EstadoDocumento', body: unknownDocument(trial), token }),
        '105',
      );
    },
  },
  {
    ...{
      id: 'hka.empty-document',
      says: 'a document without its fields is answered 200 with the code 109',
      mark: 'documented',
    },
    source: WIKI,
    async judgeOf(ask, logIn) {
      const token = text((await logIn())['token']);
      const body = { documento: { codigoSucursalEmisor: '0000' } };
      return withCode(await ask({ method: 'POST', path: '/Enviar', body, token }), '109', '201');
    },
  },
  {
    ...{
      id: 'hka.folios',
      says: 'the folios that are left come as foliosDisponibleCiclo',
      mark: 'documented',
      source: WIKI,
    },
    async judgeOf(ask, logIn) {
      const token = text((await logIn())['token']);
      const fields = fieldsOf(await ask({ method: 'GET', path: '/FoliosRestantes', token }));
      const left = fields['foliosDisponibleCiclo'];
      return { holds: /^\d+$/.test(text(left)), because: Object.keys(fields).join(', ') };
    },
  },
];

export function hkaAssumptions(options: ClientOptions): Assumption[] {
  const colon = options.apiKey.indexOf(':');
  const body = { usuario: options.apiKey.slice(0, colon), clave: options.apiKey.slice(colon + 1) };
  return ROWS.map(({ id, says, mark, source, judgeOf }) =>
    tried(
      id,
      says,
      mark,
      source,
      asking({ ...options, apiKey: body.clave }, (ask, trial) => {
        const logIn = async () => fieldsOf(await ask({ method: 'POST', path: '/Autenticacion', body, token: '' }));
        return judgeOf(ask, logIn, trial);
      }),
    ),
  );
}
