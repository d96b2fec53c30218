import { test } from 'node:test';
import { configWarnings } from './config-warnings.ts';
import { readConfig } from './config.ts';
import { assertEach } from '../../test/support/assert-each.ts';

const LONG = 'x'.repeat(32);
const PAC = { PAC_BASE_URL: 'https://pac.example', PAC_API_KEY: 'key', PAC_WEBHOOK_SECRET: 'a secret of the PAC' };
const KEY = { ACTS_KEY: 'a key' };
const S3 = { FILES_URL: 's3://folio', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
const JWKS = { AUTH_JWKS_URL: 'https://id.example/jwks', AUTH_AUDIENCE: 'folio' };

const RULES: readonly (readonly [what: string, env: Record<string, string>, isShared: boolean, warned: string[]])[] = [
  ['nothing, on its own database', {}, false, []],
  [
    'nothing, on a PostgreSQL',
    {},
    true,
    ['METRICS_TOKEN', 'AUTH_JWT_SECRET', 'ACTS_KEY', 'FILES_URL', 'PAC_BASE_URL'].map((name) => `${name} is not set`),
  ],
  ['all of it, with our own tokens', { ...PAC, ...S3, ...KEY, METRICS_TOKEN: LONG, AUTH_JWT_SECRET: LONG }, true, []],
  ['all of it, with an identity provider', { ...PAC, ...S3, ...KEY, ...JWKS, METRICS_TOKEN: LONG }, true, []],
  ['a key of 31 bytes', { AUTH_JWT_SECRET: LONG.slice(1) }, false, ['AUTH_JWT_SECRET is shorter than 32 bytes']],
  [
    'a second key of 31 bytes',
    { AUTH_JWT_SECRET: LONG, AUTH_JWT_SECRET_SECONDARY: LONG.slice(1) },
    false,
    ['AUTH_JWT_SECRET_SECONDARY is shorter than 32 bytes'],
  ],
  ['a key of 32 bytes in 16 letters', { AUTH_JWT_SECRET: 'ñ'.repeat(16) }, false, []],
  [
    'a short webhook secret',
    { ...PAC, PAC_WEBHOOK_SECRET: 'secret' },
    false,
    ['PAC_WEBHOOK_SECRET is shorter than 16'],
  ],
  ['a short token for the metrics', { METRICS_TOKEN: 'x' }, false, ['METRICS_TOKEN is shorter than 16']],
  ['a PAC over http', { ...PAC, PAC_BASE_URL: 'http://pac.example' }, false, ['PAC_BASE_URL is not https']],
  [
    'a PAC for tests over http',
    { ...PAC, PAC_ENVIRONMENT: 'production', PAC_TEST_BASE_URL: 'http://test.example' },
    false,
    ['PAC_TEST_BASE_URL is not https'],
  ],
  ['a PAC over http on this machine', { ...PAC, PAC_BASE_URL: 'http://localhost:4001' }, false, []],
  ['no audience', { AUTH_JWKS_URL: JWKS.AUTH_JWKS_URL }, false, ['AUTH_AUDIENCE is not set']],
  [
    'an issuer over http',
    { AUTH_OIDC_ISSUER: 'http://id.example', AUTH_OIDC_CLIENT_ID: 'x' },
    false,
    ['AUTH_OIDC_ISSUER is not https'],
  ],
  ['keys over http', { ...JWKS, AUTH_JWKS_URL: 'http://id.example/jwks' }, false, ['AUTH_JWKS_URL is not https']],
  ['keys over http on this machine', { ...JWKS, AUTH_JWKS_URL: 'http://127.0.0.1:3000/jwks' }, false, []],
  ['files over http', { ...S3, AWS_ENDPOINT_URL: 'http://minio.example' }, false, ['AWS_ENDPOINT_URL is not https']],
  ['files over http on this machine', { ...S3, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000' }, false, []],
  ['a database in plain text', { DATABASE_URL: 'postgres://db.example/f' }, false, ['DATABASE_URL crosses a network']],
  [
    'one without encryption',
    { DATABASE_URL: 'postgres://db.example/f?sslmode=disable' },
    false,
    ['DATABASE_URL crosses'],
  ],
  [
    'one that trusts any sender',
    { DATABASE_URL: 'postgres://db.example/f?sslmode=no-verify' },
    false,
    ['DATABASE_URL crosses'],
  ],
  ['an encrypted one', { DATABASE_URL: 'postgres://db.example/f?sslmode=verify-full' }, false, []],
  ['one on this machine', { DATABASE_URL: 'postgres://127.0.0.1/f' }, false, []],
  ['one behind a socket', { DATABASE_URL: 'postgres:///f?host=/var/run/postgresql' }, false, []],
  [
    'a replica in plain text',
    { DATABASE_URL: 'postgres://localhost/f', DATABASE_REPLICA_URL: 'postgres://localhost/f,postgres://db.example/f' },
    false,
    ['DATABASE_REPLICA_URL crosses'],
  ],
];

for (const [what, env, isShared, warned] of RULES) {
  test(`${what}: ${warned.length === 0 ? 'no warning' : warned.join(', ')}`, () => {
    const warnings = configWarnings(readConfig(env), { isShared });
    assertEach(warnings, (warning) => warned.find((start) => warning.startsWith(start)) ?? warning, warned);
  });
}
