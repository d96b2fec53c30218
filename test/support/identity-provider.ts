// An identity provider as companies run them: a real one (oidc-provider), on a port of its own, that signs access tokens for a client.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

export interface IdentityProvider {
  issuer: string;
  jwksUrl: string;
  /** How often its keys were asked for. */
  questions(): number;
  /** An access token with these claims beside its own. */
  token(claims: object, options?: { audience?: string; lifetimeSeconds?: number }): Promise<string>;
  /** From now on these are its keys; the first of an algorithm signs. */
  useKeys(keys: readonly JWK[]): void;
  /** Answers nothing but errors until it is back. */
  goAway(isAway?: boolean): void;
  close(): Promise<void>;
}

export async function newKey(kid: string, alg: 'RS256' | 'ES256' = 'RS256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' };
}

const CLIENT = { client_id: 'shop', client_secret: 'only-for-tests' };

export async function startIdentityProvider(keys: readonly JWK[]): Promise<IdentityProvider> {
  let answer: RequestListener | undefined;
  let questions = 0;
  let isAway = false;
  let wanted = { claims: {}, audience: 'folio', lifetimeSeconds: 600 };
  const server = createServer((request, response) => {
    if (request.url === '/jwks') questions += 1;
    if (isAway) response.writeHead(503).end();
    else answer!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function useKeys(current: readonly JWK[]): void {
    const alg = current[0]!.alg!;
    const provider = new Provider(issuer, {
      jwks: { keys: current },
      clients: [{ ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }],
      ttl: { ClientCredentials: 600 },
      enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
      clientDefaults: { id_token_signed_response_alg: alg },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => 'urn:folio',
          getResourceServerInfo: () => ({
            scope: 'api',
            audience: wanted.audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL: wanted.lifetimeSeconds,
            jwt: { sign: { alg } },
          }),
        },
      },
      extraTokenClaims: () => wanted.claims,
    });
    answer = provider.callback();
  }
  useKeys(keys);

  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    questions: () => questions,
    async token(claims, { audience = 'folio', lifetimeSeconds = 600 } = {}) {
      wanted = { claims, audience, lifetimeSeconds };
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${CLIENT.client_id}:${CLIENT.client_secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      });
      const body = (await response.json()) as { access_token?: string };
      if (body.access_token === undefined) throw new Error(`the identity provider says ${JSON.stringify(body)}`);
      return body.access_token;
    },
    useKeys,
    goAway(away = true) {
      isAway = away;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
