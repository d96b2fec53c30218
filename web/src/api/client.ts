// The one way to the data: POST /graphql of the service that served this page.
import { cacheExchange, Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql';
import { currentCompany, lookAgain } from '../session.ts';
import { noteConnection } from './connection.ts';

export const createClient = (): Client =>
  new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      mapExchange({
        onOperation: withHeaders,
        onResult(result) {
          noteConnection(result.error?.networkError === undefined);
          if (result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'UNAUTHENTICATED') === true) {
            void lookAgain();
          }
        },
      }),
      fetchExchange,
    ],
    fetch: fetchWithin,
  });

function withHeaders(operation: Operation): Operation {
  const headers = headersFor(operation.context['idempotencyKey'] as string | undefined);
  return makeOperation(operation.kind, operation, { ...operation.context, fetchOptions: { headers } });
}

/** Headers of every request of the dashboard; a write has a key. */
export const headersFor = (key?: string): Record<string, string> => ({
  'folio-tenant': currentCompany()?.tenantId ?? '',
  'accept-language': document.documentElement.lang,
  ...(key !== undefined && { 'idempotency-key': key }),
});

const TIMEOUT_MS = 30_000;

/** A connection that has gone silent is a failure that can be shown, not a page that waits forever. */
function fetchWithin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])];
  return fetch(input, { ...init, signal: AbortSignal.any(signals) });
}
