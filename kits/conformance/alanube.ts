// Assumptions of this adapter beyond the face: who may call, for which company, and in which shapes Alanube answers.
import { asking, fieldsIn, fieldsOf, statusOf, type Ask } from './asking.ts';
import { invoice, tried, type Assumption, type Result, type Trial } from './index.ts';
import { LEGAL_STATUSES } from '../../src/fiscal/legal-status.ts';
import type { ClientOptions } from '../../src/pac/make.ts';

const SOURCE = 'Alanube, reference and integrations';
const NO_DOCUMENT = '0'.repeat(26);

const pathOf = (companyId: string, id = NO_DOCUMENT): string =>
  `/pan/v1/invoices/${id}?${new URLSearchParams({ idCompany: companyId }).toString()}`;

const DOCUMENTED: readonly [id: string, says: string, judgeOf: (ask: Ask, trial: Trial) => Promise<Result>][] = [
  [
    'alanube.key',
    'another key is refused with 401 or 403',
    async (ask, { issuer }) => {
      const status = statusOf(await ask({ method: 'GET', path: pathOf(issuer.companyId) }));
      return { holds: status === 401 || status === 403, because: `HTTP ${status}` };
    },
  ],
  [
    'alanube.success-shape',
    'a document is shown bare or inside document, with an id of 26 characters and a legalStatus that we know',
    async (ask, trial) => {
      const { documentId } = await invoice(trial);
      const answer = await ask({ method: 'GET', path: pathOf(trial.issuer.companyId, documentId) });
      const atPac = fieldsOf(answer);
      const { id, legalStatus } = fieldsIn(atPac['document']) ?? atPac;
      const isUlid = typeof id === 'string' && /^[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
      return {
        holds: isUlid && LEGAL_STATUSES.some((assumption) => assumption === legalStatus),
        because: `id ${JSON.stringify(id)}, legalStatus ${JSON.stringify(legalStatus)}; beside it ${Object.keys(atPac).join(', ')}`,
      };
    },
  ],
  [
    'alanube.error-shape',
    'a body without anything in it is refused by 400 or 422 in JSON, as a list of errors or as code and message',
    async (ask, { issuer }) => {
      const query = new URLSearchParams({ idCompany: issuer.companyId }).toString();
      const answer = await ask({ method: 'POST', path: `/pan/v1/invoices?${query}`, body: {} });
      const fields = Object.keys(fieldsOf(answer));
      const isKnown = ['errors', 'response', 'error', 'code', 'document'].some((field) => fields.includes(field));
      const status = statusOf(answer);
      return { holds: isKnown && (status === 400 || status === 422), because: `HTTP ${status}: ${fields.join(', ')}` };
    },
  ],
  [
    'alanube.check-digit-shape',
    'a check digit comes as checkDigit, with receiver and type',
    async (ask, { issuer }) => {
      const query = { ruc: '155596713-2-2015', type: 'JURIDICO', idCompany: issuer.companyId };
      const path = `/pan/v1/check-digit?${new URLSearchParams(query).toString()}`;
      const fields = Object.keys(fieldsOf(await ask({ method: 'GET', path })));
      return {
        holds: ['checkDigit', 'receiver', 'type'].every((field) => fields.includes(field)),
        because: fields.join(', '),
      };
    },
  ],
];

export function alanubeAssumptions(options: ClientOptions): Assumption[] {
  return DOCUMENTED.map(([id, says, judgeOf]) => {
    const { baseUrl, timeoutMs } = options;
    const apiKey = id === 'alanube.key' ? 'another-key' : options.apiKey;
    return tried(id, says, 'documented', SOURCE, asking({ baseUrl, timeoutMs, apiKey }, judgeOf));
  });
}
