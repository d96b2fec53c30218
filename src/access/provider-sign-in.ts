// Sign-in by the identity provider: OpenID Connect, the authorization code flow with PKCE.
import type { Configuration } from 'openid-client';
import type { Logger } from '../platform/log.ts';
import { readMemberships, type Claims, type ClaimNames } from './claims.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Absent for a public client. */
  clientSecret?: string | undefined;
  claims: ClaimNames;
}

/** State that the browser keeps until it comes back, in a cookie that no script reads. */
export interface Checks {
  state: string;
  nonce: string;
  verifier: string;
}

/** Reasons shown to a person who was not signed in. */
export type SignInProblem = 'denied' | 'no-company' | 'unreachable' | 'late' | 'failed';

export class SignInFailed extends Error {
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface ProviderSignIn {
  begin(redirectUri: string): Promise<{ address: string; checks: Checks }>;
  /** Claims of the ID token, once its signature, issuer, audience and nonce are right; `returned` is the address that it came back to. */
  finish(returned: URL, checks: Checks): Promise<Claims[]>;
}

const TIMEOUT_SECONDS = 10;

export function providerSignIn(settings: ProviderSettings, log: Logger): ProviderSignIn {
  let discovered: Promise<Configuration> | undefined;

  /** Once; again after a failure. */
  function configuration(): Promise<Configuration> {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      log.error({ err: error }, 'the identity provider cannot be discovered');
      throw new SignInFailed('unreachable');
    });
    return discovered;
  }

  return {
    async begin(redirectUri) {
      const provider = await configuration();
      const oidc = await import('openid-client');
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const address = oidc.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, checks };
    },
    async finish(returned, { state, nonce, verifier }) {
      const provider = await configuration();
      const oidc = await import('openid-client');
      const expected = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const answer = await oidc.authorizationCodeGrant(provider, returned, expected).catch((error: unknown) => {
        const isDenied = error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied';
        log.warn({ err: error }, 'a sign-in by the identity provider failed');
        throw new SignInFailed(isDenied ? 'denied' : isUnreachable(error) ? 'unreachable' : 'failed');
      });
      return readMemberships(answer.claims()!, settings.claims);
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const oidc = await import('openid-client');
  const isPlain = issuer.startsWith('http:');
  const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  return oidc.discovery(new URL(issuer), clientId, { [oidc.clockTolerance]: 30 }, authentication, {
    timeout: TIMEOUT_SECONDS,
    // The token comes from the provider itself; its signature is looked at all the same.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
}

/** True for network errors of fetch and for timeouts. */
function isUnreachable(error: unknown): boolean {
  const { cause, name } = error as Error;
  return error instanceof TypeError || name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError';
}
