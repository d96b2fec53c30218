// Columns for the PAC's answer about a document beside its verdict.
import type { PacDocument } from '../../pac/index.ts';
import type { FiscalDocument } from '../fiscal-document.ts';

type Answered = Partial<Pick<FiscalDocument, 'qr_url' | 'authorization_protocol' | 'authorized_at'>>;

/** Only what is said: silence takes nothing back. */
export function answeredColumns({ qrUrl, authorization }: Pick<PacDocument, 'qrUrl' | 'authorization'>): Answered {
  return {
    ...(qrUrl === undefined ? {} : { qr_url: qrUrl }),
    ...(authorization === undefined ? {} : { authorization_protocol: authorization.protocol }),
    ...(authorization?.at ? { authorized_at: authorization.at } : {}),
  };
}

/** The new parts of the answer. */
export function newlyAnswered(
  document: FiscalDocument,
  answer: Pick<PacDocument, 'qrUrl' | 'authorization'>,
): Answered {
  const columns = Object.entries(answeredColumns(answer)) as [keyof Answered, string | Date][];
  return Object.fromEntries(columns.filter(([name, value]) => String(document[name]) !== String(value)));
}
