import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configWarnings } from './config-warnings.ts';
import { readConfig } from './config.ts';

const LONG = 'x'.repeat(32);
const PAC = { PAC_BASE_URL: 'https://pac.example', PAC_API_KEY: 'key', PAC_WEBHOOK_SECRET: 'a secret of the PAC' };
const S3 = { FILES_URL: 's3://folio', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
const JWKS = { AUTH_JWKS_URL: 'https://id.example/jwks', AUTH_AUDIENCE: 'folio' };

const RULES: readonly (readonly [what: string, env: Record<string, string>, isShared: boolean, warned: string[]])[] = [
  ['nothing, on its own database', {}, false, []],
  [
    'nothing, on a PostgreSQL',
    {},
    true,
    ['AUTH_JWT_SECRET is not set', 'FILES_URL is not set', 'PAC_BASE_URL is not set'],
  ],
  ['all of it, with our own tokens', { ...PAC, ...S3, AUTH_JWT_SECRET: LONG }, true, []],
  ['all of it, with an identity provider', { ...PAC, ...S3, ...JWKS }, true, []],
  ['a key of 31 bytes', { AUTH_JWT_SECRET: LONG.slice(1) }, false, ['AUTH_JWT_SECRET is shorter than 32 bytes']],
  ['a key of 32 bytes in 16 letters', { AUTH_JWT_SECRET: 'ñ'.repeat(16) }, false, []],
  [
    'a short webhook secret',
    { ...PAC, PAC_WEBHOOK_SECRET: 'secret' },
    false,
    ['PAC_WEBHOOK_SECRET is shorter than 16'],
  ],
  ['a short token for the metrics', { METRICS_TOKEN: 'x' }, false, ['METRICS_TOKEN is shorter than 16']],
  ['a PAC over http', { ...PAC, PAC_BASE_URL: 'http://pac.example' }, false, ['PAC_BASE_URL is not https']],
  ['a PAC over http on this machine', { ...PAC, PAC_BASE_URL: 'http://localhost:4001' }, false, []],
  ['no audience', { AUTH_JWKS_URL: JWKS.AUTH_JWKS_URL }, false, ['AUTH_AUDIENCE is not set']],
  ['keys over http', { ...JWKS, AUTH_JWKS_URL: 'http://id.example/jwks' }, false, ['AUTH_JWKS_URL is not https']],
  ['keys over http on this machine', { ...JWKS, AUTH_JWKS_URL: 'http://127.0.0.1:3000/jwks' }, false, []],
];

for (const [what, env, isShared, warned] of RULES) {
  test(`${what}: ${warned.length === 0 ? 'no warning' : warned.join(', ')}`, () => {
    const warnings = configWarnings(readConfig(env), { isShared });
    assert.deepEqual(
      warnings.map((warning) => warned.find((start) => warning.startsWith(start)) ?? warning),
      warned,
    );
  });
}
