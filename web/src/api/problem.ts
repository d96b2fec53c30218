// What can go wrong with a request, in words that a page can show.
import type { CombinedError } from 'urql';

export interface Problem {
  /** The contract's code, or OFFLINE when there was no answer. */
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
  // Something answered, and it was not the network that failed.
  const { status = 0 } = (error.response as Response | undefined) ?? {};
  if (status >= 500) return { code: status === 500 ? 'INTERNAL_SERVER_ERROR' : 'SERVICE_UNAVAILABLE', message: '' };
  return { code: 'OFFLINE', message: error.networkError?.message ?? error.message };
}
