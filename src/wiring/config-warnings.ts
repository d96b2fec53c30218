// Settings that work and may not be meant: warned of at the start.
import { addressesOf } from '../platform/database-hosts.ts';
import type { Config } from './config.ts';

/** RFC 7518, 3.2: a key of HS256 is at least as long as its hash. */
const LEAST_KEY_BYTES = 32;
/** 128 bits, were they written as they are. */
const LEAST_SECRET_BYTES = 16;

/** Sentences for the log; `isShared` where other processes may work on the same database. */
export function configWarnings(config: Config, { isShared }: { isShared: boolean }): string[] {
  const { AUTH_JWT_SECRET: jwtSecret, AUTH_JWKS_URL: jwksUrl, AUTH_AUDIENCE: audience } = config;
  const warnings = [...config.unknownNames];
  for (const name of ['AUTH_JWT_SECRET', 'AUTH_JWT_SECRET_SECONDARY'] as const) {
    const secret = config[name];
    if (secret === undefined || Buffer.byteLength(secret) >= LEAST_KEY_BYTES) continue;
    warnings.push(
      `${name} is shorter than ${LEAST_KEY_BYTES} bytes: a holder of one token can find the secret by trying, and make others`,
    );
  }
  if (jwksUrl !== undefined && audience === undefined) {
    warnings.push(
      'AUTH_AUDIENCE is not set: a token that the identity provider made for another program signs in here too',
    );
  }
  for (const [name, secret] of [
    ['PAC_WEBHOOK_SECRET', config.pac?.webhookSecret],
    ['PAC_WEBHOOK_SECRET_SECONDARY', config.PAC_WEBHOOK_SECRET_SECONDARY],
    ['METRICS_TOKEN', config.METRICS_TOKEN],
    ['METRICS_TOKEN_SECONDARY', config.METRICS_TOKEN_SECONDARY],
  ] as const) {
    if (secret !== undefined && Buffer.byteLength(secret) < LEAST_SECRET_BYTES) {
      warnings.push(`${name} is shorter than ${LEAST_SECRET_BYTES} bytes: it can be guessed`);
    }
  }
  for (const [name, url, harm] of [
    ['AUTH_JWKS_URL', jwksUrl, 'can put in keys of their own'],
    ['AUTH_OIDC_ISSUER', config.AUTH_OIDC_ISSUER, 'signs in as any user'],
    ['PAC_BASE_URL', config.pac?.baseUrl, 'reads the key and the invoices'],
    ['PAC_TEST_BASE_URL', config.PAC_TEST_BASE_URL, 'reads the keys of businesses'],
    ['AWS_ENDPOINT_URL', config.AWS_ENDPOINT_URL, 'reads the files'],
  ] as const) {
    if (url !== undefined && isPlainAndFar(url)) warnings.push(`${name} is not https: an attacker on the way ${harm}`);
  }
  for (const [name, urls] of [
    ['DATABASE_URL', [config.DATABASE_URL]],
    ['DATABASE_DIRECT_URL', [config.DATABASE_DIRECT_URL]],
    ['DATABASE_REPLICA_URL', config.replicaUrls],
  ] as const) {
    if (urls.some((url) => url !== undefined && addressesOf(url).some(isPlainDatabase))) {
      warnings.push(
        `${name} crosses a network without sslmode=verify-full: an attacker on the way reads the password and the data`,
      );
    }
  }
  if (!isShared) return warnings;
  for (const [name, value, effect] of [
    ['METRICS_TOKEN', config.METRICS_TOKEN, 'every client that reaches the port reads /metrics'],
    ['AUTH_JWT_SECRET', jwtSecret ?? jwksUrl, 'tokens are good for processes that share DATA_DIR, and no others'],
    ['ACTS_KEY', config.ACTS_KEY, 'heads of acts are signed with a key that lies in DATA_DIR, and nowhere else'],
    ['FILES_URL', config.FILES_URL, 'PDFs are there for processes that share DATA_DIR, and no others'],
    ['PAC_BASE_URL', config.pac, 'documents go to a simulator and are worth nothing before the law'],
  ] as const) {
    if (value === undefined) warnings.push(`${name} is not set: ${effect}`);
  }
  return warnings;
}

/** pg encrypts when it is told to; `no-verify` and less trust any server that answers. */
function isPlainDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isHere = host === '' || host.startsWith('/') || isThisMachine(host);
  return !isHere && !['require', 'verify-ca', 'verify-full', 'prefer'].includes(searchParams.get('sslmode') ?? '');
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function isPlainAndFar(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && !isThisMachine(hostname);
}
