// What can go wrong with a request, in words that a page can show.
import type { CombinedError } from 'urql';

export interface Problem {
  /** The contract's code, or OFFLINE when nobody answered. */
  code: string;
  /** As the service put it. */
  message: string;
}

export function problemOf(error: CombinedError): Problem {
  const refusal = error.graphQLErrors[0];
  if (refusal) {
    const { code } = refusal.extensions;
    return { code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR', message: refusal.message };
  }
  return { code: 'OFFLINE', message: error.networkError?.message ?? error.message };
}
