// Columns for the PAC's answer about a document beside its verdict.
import { cufeKey } from '../../fiscal/cufe.ts';
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

export type Identity = Partial<Pick<FiscalDocument, 'document_id' | 'cufe' | 'cufe_key'>>;

/** Names of a document, once they are known to be its own; with a security code of the PAC's the key of its CUFE is known only now. */
export function identityColumns(
  document: Pick<FiscalDocument, 'document_id' | 'cufe'>,
  reported: { documentId?: string | null; cufe?: string | null; hasOwnSecurityCode?: true | undefined },
): Identity {
  const cufe = document.cufe ?? reported.cufe ?? null;
  return {
    document_id: document.document_id ?? reported.documentId ?? null,
    cufe,
    ...(reported.hasOwnSecurityCode && cufe !== null ? { cufe_key: cufeKey(cufe) } : {}),
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
