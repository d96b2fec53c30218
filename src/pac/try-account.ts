// Whether the PAC takes a key for a company: it is asked what changes nothing there.
import { parseRuc } from '../fiscal/ruc.ts';
import { badInput } from '../platform/errors.ts';
import { pacUnavailable } from './unavailable.ts';
import type { CheckDigitOutcome, LookupOutcome, PacClient, QuotaOutcome } from './face.ts';

// No document has this id or this number: that there is none is an answer.
const NO_ID = '0'.repeat(26);
const NO_DOCUMENT = { documentType: '01', branch: '0000', billingPoint: '001', number: '9999999999', issuedAt: '' };

type Questions = Pick<PacClient, 'fetchDocument' | 'findByNumber' | 'quota'>;

/** The cheapest question that the PAC can be asked; by an id last, since one of another form is answered without a call. */
export async function askCheaply(client: Questions, companyId: string): Promise<LookupOutcome | QuotaOutcome> {
  return (
    (await client.quota?.(companyId)) ??
    (await client.findByNumber?.('INVOICE', companyId, NO_DOCUMENT)) ??
    client.fetchDocument('INVOICE', companyId, NO_ID)
  );
}

/** Asks it for the check digit of the company's own RUC, or something else where it looks up none. */
export async function askAccount(
  client: Pick<PacClient, 'checkDigit'> & Questions,
  { companyId, ruc }: { companyId: string; ruc: string },
): Promise<Exclude<CheckDigitOutcome, { outcome: 'notOffered' }>> {
  const holder = parseRuc(ruc)?.kind === 'NATURAL' ? 'NATURAL' : 'JURIDICO';
  const answer = await client.checkDigit(companyId, ruc, holder);
  if (answer.outcome !== 'notOffered') return answer;
  const other = await askCheaply(client, companyId);
  const isNo = other.outcome === 'refusedCredentials' || other.outcome === 'unavailable';
  return isNo ? other : { outcome: 'found', checkDigit: '', receiver: null, type: null };
}

export async function tryAt(
  client: Pick<PacClient, 'checkDigit' | 'close'> & Questions,
  { companyId, ruc, keyField }: { companyId: string; ruc: string | null; keyField: string },
): Promise<void> {
  if (ruc === null) throw badInput('{field} is needed: the PAC is asked about it', { field: 'ruc' });
  const answer = await askAccount(client, { companyId, ruc }).finally(() => void client.close());
  switch (answer.outcome) {
    case 'found':
      return;
    case 'notFound':
    case 'refusedCredentials':
      throw badInput('The PAC does not take this key for the company {companyId} with the RUC {ruc}', {
        ...{ companyId, ruc },
        field: keyField,
      });
    case 'unavailable':
      throw pacUnavailable(answer.cause);
    default:
      answer satisfies never;
  }
}
