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
  /** People sign in here for the dashboard at this address, by their names; these claims are said of them. */
  servePeople(dashboard: string, claimsOf: Record<string, object>): void;
  /** Goes through its pages as a person does: the address that the browser is sent back to. */
  signInAs(name: string, address: string): Promise<string>;
  /** Answers nothing but errors until it is back. */
  goAway(isAway?: boolean): void;
  close(): Promise<void>;
}

export async function newKey(kid: string, alg: 'RS256' | 'ES256' = 'RS256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' };
}

/** The client of the dashboard. */
export const DASHBOARD_CLIENT = { client_id: 'folio', client_secret: 'only-for-the-dashboard' };

interface GrantContext {
  oidc: {
    provider: { Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<unknown> } };
    client: { clientId: string };
    session: { accountId: string };
  };
}

const CLIENT = { client_id: 'shop', client_secret: 'only-for-tests' };

export async function startIdentityProvider(keys: readonly JWK[], host = '127.0.0.1'): Promise<IdentityProvider> {
  let answer: RequestListener | undefined;
  let questions = 0;
  let isAway = false;
  let people = { redirectUris: [] as string[], claimsOf: {} as Record<string, object> };
  let signingKeys = keys;
  let wanted = { claims: {}, audience: 'folio', lifetimeSeconds: 600 };
  const server = createServer((request, response) => {
    if (request.url === '/jwks') questions += 1;
    if (isAway) response.writeHead(503).end();
    else answer!(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;

  function useKeys(current: readonly JWK[]): void {
    signingKeys = current;
    const { redirectUris, claimsOf } = people;
    const names = Object.values(claimsOf).flatMap(Object.keys);
    const alg = current[0]!.alg!;
    const provider = new Provider(issuer, {
      jwks: { keys: current },
      clients: [
        { ...CLIENT, grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
        ...(redirectUris.length === 0 ? [] : [{ ...DASHBOARD_CLIENT, redirect_uris: redirectUris }]),
      ],
      claims: { openid: ['sub', ...names], profile: [], email: [] },
      conformIdTokenClaims: false,
      findAccount: (_: unknown, name: string) => ({
        accountId: name,
        claims: async () => ({ sub: name, ...claimsOf[name] }),
      }),
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      // Everything that the dashboard asks for is granted.
      async loadExistingGrant({ oidc }: GrantContext) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
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
    const callback = provider.callback();
    answer = (request, response) => {
      const page = /^\/interaction\/[^/?]+(?:\?name=([^&]*))?$/.exec(request.url ?? '');
      if (!page) return callback(request, response);
      // A person who is asked, and answers by a form.
      if (page[1] === undefined) {
        response.setHeader('content-type', 'text/html');
        return response.end('<form><label>Name <input name="name" /></label><button>Continue</button></form>');
      }
      const answered = page[1] === '' ? { error: 'access_denied' } : { login: { accountId: page[1] } };
      return void provider.interactionFinished(request, response, answered);
    };
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
    servePeople(dashboard, claimsOf) {
      people = { redirectUris: [`${dashboard}/session/callback`], claimsOf };
      useKeys(signingKeys);
    },
    async signInAs(name, address) {
      const cookies = new Map<string, string>();
      for (let at = new URL(address); ;) {
        if (at.pathname.startsWith('/interaction/')) at.searchParams.set('name', name);
        const cookie = Array.from(cookies, ([key, value]) => `${key}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(key, value);
        }
        const next = response.headers.get('location');
        if (next === null) throw new Error(`the identity provider says ${await response.text()}`);
        at = new URL(next, at);
        if (at.origin !== issuer) return at.href;
      }
    },
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
