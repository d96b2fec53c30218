// Whether a document is worth something before the law: in which environment of the PAC it is certified. Pure.
import { parseCufe } from '../fiscal/cufe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import type { FiscalDocumentRow } from './tables.ts';

/** As its digit in the CUFE. */
export function pacEnvironment(digit: 1 | 2): PacEnvironment {
  return digit === 1 ? 'PRODUCTION' : 'TEST';
}

export function environmentDigit(environment: PacEnvironment): 1 | 2 {
  return environment === 'PRODUCTION' ? 1 : 2;
}

/** Environment that certifies a tenant's new documents; `usual` is the environment of the service. */
export function environmentFor(
  { pacEnvironment: own }: { pacEnvironment: PacEnvironment | null },
  usual: 1 | 2,
): PacEnvironment {
  return own ?? pacEnvironment(usual);
}

/**
 * As it was written down when the document was made. Before release 1.9 it was not: then as its CUFE says, and for what was never
 * sent as the service is configured now.
 */
export function environmentOf(
  document: Pick<FiscalDocumentRow, 'environment' | 'cufe' | 'expected_cufe'>,
  usual: 1 | 2,
): PacEnvironment {
  if (document.environment !== null) return document.environment;
  const cufe = document.cufe ?? document.expected_cufe;
  return pacEnvironment((cufe === null ? undefined : parseCufe(cufe)?.environment) ?? usual);
}
