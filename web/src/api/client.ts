// The one way to the data: POST /graphql of the service that served this page.
import { cacheExchange, Client, fetchExchange, mapExchange } from 'urql';
import { currentToken, signOut } from '../session.ts';
import { noteConnection } from './connection.ts';

export function createClient(): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      mapExchange({
        onResult(result) {
          noteConnection(result.error?.networkError === undefined);
          if (result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'UNAUTHENTICATED') === true) {
            signOut({ wasRefused: true });
          }
        },
      }),
      fetchExchange,
    ],
    fetchOptions: () => ({ headers: { authorization: `Bearer ${currentToken() ?? ''}` } }),
    fetch: fetchWithin,
  });
}

const PATIENCE_MS = 30_000;

/** A connection that has gone silent is a failure that can be shown, not a page that waits forever. */
function fetchWithin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(PATIENCE_MS), ...(init?.signal ? [init.signal] : [])];
  return fetch(input, { ...init, signal: AbortSignal.any(signals) });
}
