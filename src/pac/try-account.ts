// Whether the PAC takes a key for a company: it is asked for the check digit of the company's own RUC, which changes nothing there.
import { parseRuc } from '../fiscal/ruc.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import type { CheckDigitOutcome, PacClient } from './face.ts';

/** Asks it for the check digit of the company's own RUC. */
export function askAccount(
  client: Pick<PacClient, 'checkDigit'>,
  { companyId, ruc }: { companyId: string; ruc: string },
): Promise<CheckDigitOutcome> {
  return client.checkDigit(companyId, ruc, parseRuc(ruc)?.kind === 'NATURAL' ? 'NATURAL' : 'JURIDICO');
}

export async function tryAt(
  client: Pick<PacClient, 'checkDigit' | 'close'>,
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
      throw new DomainError('PAC_UNAVAILABLE', 'The PAC cannot be asked at the moment: {cause}', {
        cause: answer.cause,
      });
    default:
      answer satisfies never;
  }
}
