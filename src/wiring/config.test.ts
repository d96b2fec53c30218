import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ConfigError, readConfig, readServiceConfig } from './config.ts';

const JWKS = { AUTH_JWKS_URL: 'https://id.example/jwks' };

test('how an identity provider signs is read with the names of its claims', () => {
  const given = {
    ...JWKS,
    AUTH_ISSUER: 'https://id.example',
    AUTH_AUDIENCE: 'folio',
    AUTH_ROLES_CLAIM: 'realm_access.roles',
  };
  const { AUTH_ISSUER, AUTH_AUDIENCE, AUTH_USER_CLAIM, AUTH_TENANT_CLAIM, AUTH_ROLES_CLAIM } = readConfig(given);
  assert.deepEqual(
    [AUTH_ISSUER, AUTH_AUDIENCE, AUTH_USER_CLAIM, AUTH_TENANT_CLAIM, AUTH_ROLES_CLAIM],
    ['https://id.example', 'folio', 'sub', 'tenant_id', 'realm_access.roles'],
  );
});

const WRONG: readonly (readonly [env: Record<string, string>, problems: string[]])[] = [
  [{ AUTH_AUDIENCE: 'folio', AUTH_ISSUER: 'x' }, ['AUTH_ISSUER belongs to', 'AUTH_AUDIENCE belongs to']],
  [{ AUTH_USER_CLAIM: 'email' }, ['AUTH_USER_CLAIM belongs to AUTH_JWKS_URL or AUTH_OIDC_ISSUER']],
  [{ AUTH_OIDC_CLIENT_ID: 'x' }, ['AUTH_OIDC_CLIENT_ID belongs to AUTH_OIDC_ISSUER']],
  [{ AUTH_OIDC_ISSUER: 'https://id.example', AUTH_ROLES_CLAIM: 'x' }, ['AUTH_OIDC_CLIENT_ID is required']],
  [{ ...JWKS, AUTH_JWT_SECRET: 'x' }, ['AUTH_JWT_SECRET and AUTH_JWKS_URL exclude each other']],
  [{ ...JWKS, AUTH_JWT_SECRET_SECONDARY: 'x' }, ['AUTH_JWT_SECRET_SECONDARY belongs to AUTH_JWT_SECRET']],
  [
    { PAC_API_KEY_SECONDARY: 'a b', METRICS_TOKEN_SECONDARY: 'x' },
    ['PAC_API_KEY_SECONDARY must be printable', 'METRICS_TOKEN_SECONDARY belongs to METRICS_TOKEN'],
  ],
  [{ AUTH_JWKS_URL: 'id.example' }, ['AUTH_JWKS_URL must be an address']],
  [{ PAC_ENVIRONMENT: 'production' }, ['PAC_BASE_URL is required when PAC_ENVIRONMENT is production']],
  [
    { FILES_URL: 's3://bucket' },
    ['AWS_ACCESS_KEY_ID is required when FILES_URL', 'AWS_SECRET_ACCESS_KEY is required when FILES_URL'],
  ],
  [{ ROUTER_GROUPS: 'a=http://10.0.0.1:4000' }, ['ROLE=router and ROUTER_GROUPS belong together']],
  [{ ROLE: 'router' }, ['ROLE=router and ROUTER_GROUPS belong together']],
  [{ GRAPHQL_OPERATIONS: 'persisted' }, ['GRAPHQL_OPERATIONS_FILE is required when GRAPHQL_OPERATIONS is persisted']],
  [
    { PAC_BASE_URL: 'https://u:p@pac.example/x?y=1', PAC_API_KEY: 'a\nb', PAC_WEBHOOK_SECRET: 's' },
    ['PAC_BASE_URL must have no user, no query', 'PAC_API_KEY must be printable ASCII'],
  ],
  [{ DATABASE_URL: 'postgres://a,b:x/folio' }, ['DATABASE_URL must be an address that starts with postgres://']],
  [{ DATABASE_URL: 'postgres://a/folio?target_session_attrs=any' }, ['must have the target_session_attrs read-write']],
  [{ TRUST_PROXY: '0.0.0.0/0' }, ['TRUST_PROXY must be addresses or networks']],
  [{ TRUST_PROXY: '10.0.0.0/33' }, ['TRUST_PROXY must be addresses or networks']],
];

for (const [env, problems] of WRONG) {
  test(`${Object.keys(env).join(' and ')}: every problem is named in one message`, () => {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && problems.every((problem) => error.message.includes(problem)),
    );
  });
}

const POSTGRES = { DATABASE_URL: 'postgres://db.example/folio' };
const PAC = { PAC_BASE_URL: 'https://pac.example', PAC_API_KEY: 'key', PAC_WEBHOOK_SECRET: 'secret' };

/** Undefined: it starts. */
const STARTS: readonly (readonly [env: Record<string, string>, problem: RegExp | undefined])[] = [
  [{}, undefined],
  [{ SIMULATOR: 'on' }, undefined],
  [{ SIMULATOR: 'off' }, /PAC_BASE_URL is required/],
  [{ ROLE: 'api' }, undefined],
  [{ ...POSTGRES }, /PAC_BASE_URL is required with DATABASE_URL/],
  [{ NODE_ENV: 'production' }, /PAC_BASE_URL is required with/],
  [{ ...POSTGRES, SIMULATOR: 'on' }, undefined],
  [{ NODE_ENV: 'production', SIMULATOR: 'on' }, undefined],
  [{ ...POSTGRES, SIMULATOR: 'on', ROLE: 'worker' }, /needs ROLE=all/],
  [{ ...POSTGRES, SIMULATOR: 'yes' }, /SIMULATOR[^]*PAC_BASE_URL is required/],
  [{ ...POSTGRES, ROLE: 'wrong', PORT: 'x' }, /PORT[^]*ROLE[^]*PAC_BASE_URL is required/],
  [{ ...POSTGRES, NODE_ENV: 'production', ...PAC }, undefined],
  [{ ...POSTGRES, ROLE: 'worker', ...PAC, SIMULATOR: 'off' }, undefined],
  [{ ...PAC, SIMULATOR: 'on' }, /exclude each other/],
  [{ ...PAC, PAC_API_KEY: '' }, /PAC_API_KEY is required/],
];

for (const [env, problem] of STARTS) {
  test(`the service with ${JSON.stringify(env)} ${problem ? 'does not start' : 'starts'}`, () => {
    if (problem) assert.throws(() => readServiceConfig(env), problem);
    else assert.ok(readServiceConfig(env));
    // A command certifies nothing.
    if (problem && !/SIMULATOR=yes|wrong|PAC_API_KEY/.test(JSON.stringify(env) + problem) && !env['SIMULATOR']) {
      assert.ok(readConfig(env));
    }
  });
}

test('PDFs come from the host of the PAC, and from its port where that is one of its own', () => {
  const hostsOf = (PAC_BASE_URL: string) =>
    readConfig({ PAC_BASE_URL, PAC_API_KEY: 'key', PAC_WEBHOOK_SECRET: 'secret' }).pacFileHosts;
  assert.deepEqual(hostsOf('https://pac.example/gateway'), ['pac.example']);
  assert.deepEqual(hostsOf('https://pac.example:8443'), ['pac.example', 'pac.example:8443']);
});

test('every name that is read is in the table of docs/configuration.md, and no other', () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  const names = [
    ...read('config.ts').matchAll(/^  ([A-Z][A-Z_]+): (?:z|integer|url|database|listOf|keyOfPac|addressOfPac)\b/gm),
  ].map(([, name]) => name);
  const rows = read('../../docs/configuration.md').matchAll(/^\| (`[A-Z][A-Z_]+`[^|]*)\|/gm);
  const told = [...rows].flatMap(([, cell]) => [...cell!.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
  assert.ok(names.length > 40);
  assert.deepEqual(new Set(told), new Set(names));
});

test("names of OpenTelemetry's are known, and a misspelt one is warned of", () => {
  const known = { OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_METRICS_EXPORTER: 'none' };
  assert.deepEqual(readConfig(known).unknownNames, []);
  assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_ENDPONT: 'http://x', OTEL_TRACES_SAMPLR: 'x' }).unknownNames, [
    'OTEL_EXPORTER_OTLP_ENDPONT is not known; did you mean OTEL_EXPORTER_OTLP_ENDPOINT?',
    'OTEL_TRACES_SAMPLR is not known; did you mean OTEL_TRACES_SAMPLER?',
  ]);
});
