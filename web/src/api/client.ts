// The one way to the data: POST /graphql of the service that served this page.
import { cacheExchange, Client, fetchExchange, makeOperation, mapExchange, type Operation } from 'urql';
import { fetchTimed } from '../clock.ts';
import { currentCompany, lookAgain } from '../session.ts';
import { noteConnection } from './connection.ts';

/** The company is its own: work that goes on as the tab enters another one is still for the first. */
export const createClient = (tenantId: string): Client =>
  new Client({
    url: '/graphql',
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      mapExchange({
        onOperation: (operation) => withHeaders(operation, tenantId),
        onResult(result) {
          noteConnection(result.error?.networkError === undefined);
          if (result.error?.graphQLErrors.some((error) => error.extensions['code'] === 'UNAUTHENTICATED') === true) {
            void lookAgain();
          }
        },
      }),
      fetchExchange,
    ],
  });

function withHeaders(operation: Operation, tenantId: string): Operation {
  const headers = headersFor(operation.context['idempotencyKey'] as string | undefined, tenantId);
  const fetch = operation.kind === 'mutation' ? fetchWrite : fetchRead;
  return makeOperation(operation.kind, operation, { ...operation.context, fetchOptions: { headers }, fetch });
}

/** Headers of every request of the dashboard; a write has a key. */
export const headersFor = (key?: string, tenantId = currentCompany()?.tenantId ?? ''): Record<string, string> => ({
  'folio-tenant': tenantId,
  'accept-language': document.documentElement.lang,
  ...(key !== undefined && { 'idempotency-key': key }),
});

const TIMEOUT_MS = 30_000;

/** A connection that has gone silent is a failure that can be shown, not a page that waits forever. */
function fetchWithin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])];
  return fetchTimed(input, { ...init, signal: AbortSignal.any(signals) });
}

/** How many writes of this page have ended, whatever came of them. */
let writes = 0;

async function fetchWrite(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetchWithin(input, init);
  } finally {
    writes += 1;
  }
}

/** An answer that was asked for before a write has ended may be from before it: it is asked for anew, and no view goes back. */
async function fetchRead(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  for (;;) {
    const before = writes;
    const response = await fetchWithin(input, init);
    if (before === writes) return response;
    await response.body?.cancel();
  }
}
