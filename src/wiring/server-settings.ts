// HTTP settings: allowed operations, rate limits, and trusted proxies.
import { readFile } from 'node:fs/promises';
import { ConfigError, type Config } from './config.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { ClaimNames, ProviderSettings, TokenVerification } from '../access/index.ts';
import { keysInUse } from './keys-in-use.ts';
import { readOperations, type KnownOperations } from '../api/known-operations.ts';

export type ServerSettings = Awaited<ReturnType<typeof serverSettings>>;

/** Throws a ConfigError that says what is wrong with the file of operations. */
export async function serverSettings(config: Config, secrets?: Secrets) {
  return {
    graphql: {
      introspection: config.GRAPHQL_INTROSPECTION === 'on',
      graphiQL: config.GRAPHIQL === 'on',
      onlyKnown: config.GRAPHQL_OPERATIONS === 'persisted',
      operations: await knownOperations(config.GRAPHQL_OPERATIONS_FILE),
    },
    /** Requests of each caller, files included; 0: no limit. */
    requestsPerMinute: config.RATE_LIMIT_PER_MINUTE,
    /** Badly signed notices, for each address that they come from and each company; 0: as many as come. */
    webhookRefusalsPerMinute: config.WEBHOOK_REFUSALS_PER_MINUTE,
    // Time for all PAC calls of one mutation, with a reserve.
    /** Milliseconds after which a connection is ended on which nothing moves: longer than any answer takes. */
    idleMs: 3 * config.PAC_TIMEOUT_MS + 30_000,
    /** The addresses of proxies whose word counts about where a request comes from. */
    trustProxy: config.TRUST_PROXY ?? false,
    /** Origins whose pages may send a token; empty: the service's own pages only. */
    corsOrigins: config.CORS_ORIGINS,
    /** The tokens of which a reader of the metrics must bear one; empty: none. */
    metricsTokens: [config.METRICS_TOKEN, config.METRICS_TOKEN_SECONDARY].filter((one) => one !== undefined),
    /** Identity provider of the pages; undefined: sign-in by a token or a link. */
    provider: providerOf(config),
    dataDir: config.DATA_DIR,
    /** Keys whose ages the metrics tell. */
    keys: keysInUse(config, secrets),
  };
}

/** Undefined where the configuration says nothing, and the folder of the data has a secret. */
export function tokenVerification(config: Config): TokenVerification | undefined {
  if (config.AUTH_JWKS_URL !== undefined) {
    return {
      jwksUrl: config.AUTH_JWKS_URL,
      issuer: config.AUTH_ISSUER,
      audience: config.AUTH_AUDIENCE,
      claims: claimNames(config),
    };
  }
  const { AUTH_JWT_SECRET: secret, AUTH_JWT_SECRET_SECONDARY: secondary, AUTH_MAX_TOKEN_DAYS: mostDays } = config;
  return secret === undefined ? undefined : { secret, secondary, mostDays };
}

export function claimNames(config: Config): ClaimNames {
  return { user: config.AUTH_USER_CLAIM, tenant: config.AUTH_TENANT_CLAIM, roles: config.AUTH_ROLES_CLAIM };
}

function providerOf(config: Config): ProviderSettings | undefined {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_CLIENT_ID: clientId, AUTH_OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined) return undefined;
  return { issuer, clientId: clientId!, clientSecret, claims: claimNames(config) };
}

async function knownOperations(path: string | undefined): Promise<KnownOperations> {
  if (path === undefined) return new Map();
  try {
    return readOperations(await readFile(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`The operations of GRAPHQL_OPERATIONS_FILE cannot be used: ${(error as Error).message}`);
  }
}
