// The environment, read once: every problem of it is named in one message before anything starts.
import { isIP } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { unknownNames } from './misspelt-names.ts';
import { addressesOf } from '../platform/database-hosts.ts';
import { LOG_LEVELS } from '../platform/log.ts';

const integer = (least: number, most: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(least).max(most));

const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

const database = () =>
  z
    .string()
    .refine(
      (text) => addressesOf(text).every((one) => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol)),
      'must be an address that starts with postgres:// or postgresql://, and may name several hosts, joined by commas',
    )
    .refine(
      (text) => /target_session_attrs=(?!(read-write|primary)(&|$))/.exec(text) === null,
      'must have the target_session_attrs read-write or primary, if any: Folio writes',
    );

const listOf = (one: z.ZodType<string, string>) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(one));

const host = z.string().regex(/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i, 'must be hosts, or hosts with their ports');

const origin = z
  .string()
  .refine(
    (text) => /^https?:[^*]+$/.test(text) && URL.parse(text)?.origin === text,
    'must be origins, such as https://shop.example',
  );

/** As proxy-addr reads them. */
function areProxies(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/');
    const width = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
    // A network of everybody would believe everybody.
    const isNetwork = width > 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= width));
    return isNetwork || ['loopback', 'linklocal', 'uniquelocal'].includes(part.trim());
  });
}

const keyOfPac = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

const addressOfPac = url('http:', 'https:').refine(
  (text) => !/[?#@]/.test(text),
  'must have no user, no query and no fragment',
);

/** Address of a make beside that of the service, in the environment of the service or in that for tests. */
export const PAC_ADDRESS = /^([a-z]+)(:test)?=(https?:\/\/[^?#@]+)$/;

const environment = z.object({
  PORT: integer(0, 65_535).default(4000),
  HOST: z.string().optional(),
  DATABASE_URL: database().optional(),
  DATABASE_POOL: integer(1, 200).default(10),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(0, 86_400_000).default(60_000),
  DATABASE_DIRECT_URL: database().optional(),
  DATABASE_OWNER_URL: database().optional(),
  DATABASE_REPLICA_URL: listOf(url('postgres:', 'postgresql:')),
  DATABASE_REPLICA_PATIENCE_MS: integer(0, 10_000).default(50),
  DATA_DIR: z.string().default('.folio'),
  ACTS_KEY: z.string().optional(),
  FILES_URL: url('s3:').optional(),
  // The names under which every S3 tool reads them.
  AWS_ENDPOINT_URL: url('http:', 'https:').optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ROLE: z.enum(['all', 'api', 'worker', 'router']).default('all'),
  ROUTER_GROUPS: listOf(
    z.string().regex(/^[a-z][\w-]*=https?:\/\/[^/?#@]+$/, 'must be groups, such as a=http://10.0.0.1:4000'),
  ),
  PROCESSES: integer(1, 64).default(1),
  PAC_BASE_URL: addressOfPac.optional(),
  PAC_TEST_BASE_URL: addressOfPac.optional(),
  PAC_ADDRESSES: listOf(
    z.string().regex(PAC_ADDRESS, 'must be makes of PAC with their addresses, such as hka=https://pac.example/api'),
  ),
  PAC_API_KEY: keyOfPac.optional(),
  PAC_API_KEY_SECONDARY: keyOfPac.optional(),
  PAC_WEBHOOK_SECRET: z.string().optional(),
  PAC_WEBHOOK_SECRET_SECONDARY: z.string().optional(),
  PAC_WEBHOOK_SIGNATURE: z.enum(['hmac-sha256', 'shared-secret']).default('hmac-sha256'),
  PAC_BILLING_POINT: z
    .string()
    .regex(/^\d{3}$/, 'must be three digits')
    .refine((text) => text !== '000', 'must not be 000')
    .default('001'),
  PAC_ENVIRONMENT: z.enum(['production', 'test']).optional(),
  PAC_POLL_INTERVAL_MS: integer(10, 86_400_000).default(5000),
  PAC_POLL_ATTEMPTS: integer(0, 100_000).default(60),
  PAC_FILES_WITHIN_MS: integer(0, 60_000).default(1_000),
  PAC_RESEND_AFTER_MINUTES: integer(0, 100_000).default(0),
  PAC_TIMEOUT_MS: integer(10, 600_000).default(15_000),
  PAC_FILE_HOSTS: z.string().optional(),
  AUTH_JWT_SECRET: z.string().optional(),
  AUTH_JWT_SECRET_SECONDARY: z.string().optional(),
  AUTH_MAX_TOKEN_DAYS: integer(1, 36_500).optional(),
  AUTH_JWKS_URL: url('http:', 'https:').optional(),
  AUTH_ISSUER: z.string().optional(),
  AUTH_AUDIENCE: z.string().optional(),
  AUTH_OIDC_ISSUER: url('http:', 'https:').optional(),
  AUTH_OIDC_CLIENT_ID: z.string().optional(),
  AUTH_OIDC_CLIENT_SECRET: z.string().optional(),
  AUTH_USER_CLAIM: z.string().default('sub'),
  AUTH_TENANT_CLAIM: z.string().default('tenant_id'),
  AUTH_ROLES_CLAIM: z.string().default('roles'),
  METRICS_TOKEN: z.string().optional(),
  METRICS_TOKEN_SECONDARY: z.string().optional(),
  SIMULATOR: z.enum(['on', 'off']).optional(),
  SIMULATOR_CONTROL_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be 16 or more printable ASCII characters without spaces')
    .optional(),
  SIMULATOR_PORT: integer(0, 65_535).optional(),
  SIMULATOR_VERDICT_DELAY_MS: integer(0, 3_600_000).default(3000),
  DEMO: z.enum(['on', 'off']).default('on'),
  GRAPHIQL: z.enum(['on', 'off']).optional(),
  GRAPHQL_INTROSPECTION: z.enum(['on', 'off']).default('on'),
  GRAPHQL_OPERATIONS: z.enum(['any', 'persisted']).default('any'),
  GRAPHQL_OPERATIONS_FILE: z.string().optional(),
  // High on purpose: it stops a loop that has gone wild, not a busy shop.
  RATE_LIMIT_PER_MINUTE: integer(0, 100_000_000).default(60_000),
  WEBHOOK_HOSTS: listOf(host),
  WEBHOOK_TIMEOUT_MS: integer(10, 20_000).default(10_000),
  WEBHOOK_REFUSALS_PER_MINUTE: integer(0, 100_000_000).default(100),
  EVENTS_KEPT_DAYS: integer(1, 3650).default(90),
  TRUST_PROXY: z.string().refine(areProxies, 'must be addresses or networks, such as loopback, 10.0.0.0/8').optional(),
  CORS_ORIGINS: listOf(origin),
  DRAIN_MS: integer(0, 600_000).default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
});

/** How long a token of ours may last that is made from now on, unless AUTH_MAX_TOKEN_DAYS says another. */
export const USUAL_MOST_TOKEN_DAYS = 366;

/** Names that OpenTelemetry's SDK reads itself, so that a misspelt one is noticed here. */
const READ_BY_OTEL = [
  ...['SERVICE_NAME', 'RESOURCE_ATTRIBUTES', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG'],
  ...['ATTRIBUTE_COUNT_LIMIT', 'ATTRIBUTE_VALUE_LENGTH_LIMIT'],
  ...['SCHEDULE_DELAY', 'EXPORT_TIMEOUT', 'MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE'].map((name) => `BSP_${name}`),
  ...['HEADERS', 'TIMEOUT', 'COMPRESSION', 'CERTIFICATE', 'CLIENT_KEY', 'CLIENT_CERTIFICATE'].flatMap((name) =>
    ['', 'TRACES_'].map((signal) => `EXPORTER_OTLP_${signal}${name}`),
  ),
].map((name) => `OTEL_${name}`);

export interface PacConfig {
  baseUrl: string;
  apiKey: string;
  secondaryKey?: string | undefined;
  webhookSecret: string;
  secondaryWebhookSecret?: string | undefined;
}

export type Config = Omit<
  z.output<typeof environment>,
  'PAC_FILE_HOSTS' | 'PAC_BASE_URL' | 'PAC_API_KEY' | 'PAC_WEBHOOK_SECRET' | 'DATABASE_REPLICA_URL'
> & {
  /** Absolute. */
  DATA_DIR: string;
  /** Absent: the simulator is started. */
  pac?: PacConfig;
  pacFileHosts: string[];
  replicaUrls: string[];
  GRAPHIQL: 'on' | 'off';
  /** Sentences about names that look like ours and are not. */
  unknownNames: string[];
};

export class ConfigError extends Error {}

/** Throws a ConfigError that names every missing or malformed value. An empty value counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return configOf(env, () => []);
}

/** For the service itself, which certifies: without a PAC it starts only where that is meant. */
export function readServiceConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return configOf(env, simulatorProblems);
}

/** A simulator stands in on its own where nothing but a first look can be meant; documents of a real business would be worth nothing. */
function simulatorProblems(values: Values): string[] {
  if (values['ROLE'] === 'router') return [];
  if (values['PAC_BASE_URL'] !== undefined) {
    return values['SIMULATOR'] === 'on' ? ['SIMULATOR=on and PAC_BASE_URL exclude each other'] : [];
  }
  const isProduction = values['NODE_ENV'] === 'production';
  const isMeant = values['SIMULATOR'] ?? (values['DATABASE_URL'] !== undefined || isProduction ? 'off' : 'on');
  if (isMeant !== 'on') {
    return [
      'PAC_BASE_URL is required with DATABASE_URL, NODE_ENV=production or SIMULATOR=off; SIMULATOR=on lets a simulator stand in for the PAC, whose documents are worth nothing before the law',
    ];
  }
  // The embedded database has one service anyway.
  if (values['DATABASE_URL'] === undefined || (values['ROLE'] ?? 'all') === 'all') return [];
  return [
    'SIMULATOR=on needs ROLE=all: each process would have a simulator of its own; give PAC_BASE_URL the address of one (npm run simulator), the same in all of them',
  ];
}

/** Each may have a second one beside it, `…_SECONDARY`, which is accepted and never made use of first. */
export const ROTATED = ['AUTH_JWT_SECRET', 'PAC_API_KEY', 'PAC_WEBHOOK_SECRET', 'METRICS_TOKEN'] as const;

type Values = Record<string, string | undefined>;

/** Conditions of `name`, spelled `NAME`, `NAME=value` or `!NAME`, one or the other; and the message where none holds. */
type Relation = readonly [name: string, needs: string, problem: string];

const required = (needed: string, by: string): Relation => [
  by,
  needed,
  `${needed} is required when ${by.includes('=') ? by.replace('=', ' is ') : `${by} is set`}`,
];
const belongs = (name: string, to: string): Relation => [name, to, `${name} belongs to ${to}, which is not set`];

const RELATIONS: readonly Relation[] = [
  required('PAC_API_KEY', 'PAC_BASE_URL'),
  required('PAC_WEBHOOK_SECRET', 'PAC_BASE_URL'),
  required('PAC_BASE_URL', 'PAC_ENVIRONMENT=production'),
  [
    'PAC_TEST_BASE_URL',
    'PAC_ENVIRONMENT=production',
    'PAC_TEST_BASE_URL needs PAC_ENVIRONMENT=production: otherwise PAC_BASE_URL is the one for tests',
  ],
  ['AUTH_JWT_SECRET', '!AUTH_JWKS_URL', 'AUTH_JWT_SECRET and AUTH_JWKS_URL exclude each other'],
  [
    'AUTH_MAX_TOKEN_DAYS',
    '!AUTH_JWKS_URL',
    'AUTH_MAX_TOKEN_DAYS is for our own tokens; with AUTH_JWKS_URL the provider says how long one lasts',
  ],
  ...['DIRECT', 'OWNER', 'REPLICA'].map((which): Relation => [
    `DATABASE_${which}_URL`,
    'DATABASE_URL',
    `DATABASE_${which}_URL needs DATABASE_URL`,
  ]),
  required('GRAPHQL_OPERATIONS_FILE', 'GRAPHQL_OPERATIONS=persisted'),
  ...['ISSUER', 'AUDIENCE'].map((what) => belongs(`AUTH_${what}`, 'AUTH_JWKS_URL')),
  ...['USER', 'TENANT', 'ROLES'].map((what) => belongs(`AUTH_${what}_CLAIM`, 'AUTH_JWKS_URL or AUTH_OIDC_ISSUER')),
  ...ROTATED.map((name) => belongs(`${name}_SECONDARY`, name)),
  ...['ID', 'SECRET'].map((what) => belongs(`AUTH_OIDC_CLIENT_${what}`, 'AUTH_OIDC_ISSUER')),
  required('AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_ISSUER'),
  required('AWS_ACCESS_KEY_ID', 'FILES_URL'),
  required('AWS_SECRET_ACCESS_KEY', 'FILES_URL'),
  ['ROLE=router', 'ROUTER_GROUPS', 'ROLE=router and ROUTER_GROUPS belong together'],
  ['ROUTER_GROUPS', 'ROLE=router', 'ROLE=router and ROUTER_GROUPS belong together'],
];

function holds(values: Values, condition: string): boolean {
  return condition.split(' or ').some((one) => {
    const [name = '', value] = one.replace('!', '').split('=');
    const isSo = value === undefined ? values[name] !== undefined : values[name] === value;
    return isSo !== one.startsWith('!');
  });
}

function configOf(env: NodeJS.ProcessEnv, more: (values: Values) => string[]): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(present);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  for (const [name, needs, problem] of RELATIONS) {
    if (holds(present, name) && !holds(present, needs)) problems.push(problem);
  }
  const unknown = unknownNames(Object.keys(present), [...Object.keys(environment.shape), ...READ_BY_OTEL]);
  problems.push(...unknown.refused);
  problems.push(...more(present));
  if (!parsed.success || problems.length > 0) {
    throw new ConfigError(`The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
  const { PAC_BASE_URL, PAC_API_KEY, PAC_WEBHOOK_SECRET, PAC_FILE_HOSTS, DATABASE_REPLICA_URL, ...rest } = parsed.data;
  return {
    ...rest,
    DATA_DIR: isAbsolute(rest.DATA_DIR) ? rest.DATA_DIR : resolve(rest.DATA_DIR),
    ...(PAC_BASE_URL === undefined
      ? {}
      : {
          pac: {
            baseUrl: PAC_BASE_URL,
            apiKey: PAC_API_KEY!,
            secondaryKey: rest.PAC_API_KEY_SECONDARY,
            webhookSecret: PAC_WEBHOOK_SECRET!,
            secondaryWebhookSecret: rest.PAC_WEBHOOK_SECRET_SECONDARY,
          },
        }),
    pacFileHosts: fileHosts(PAC_FILE_HOSTS, [
      ...[PAC_BASE_URL, rest.PAC_TEST_BASE_URL],
      ...rest.PAC_ADDRESSES.map((one) => PAC_ADDRESS.exec(one)![3]),
    ]),
    replicaUrls: DATABASE_REPLICA_URL,
    // With real documents GraphiQL is served only on request.
    GRAPHIQL: rest.GRAPHIQL ?? ([rest.PAC_ENVIRONMENT, present['NODE_ENV']].includes('production') ? 'off' : 'on'),
    unknownNames: unknown.warned,
  };
}

function fileHosts(listed: string | undefined, baseUrls: readonly (string | undefined)[]): string[] {
  if (listed !== undefined) return listed.split(',').map((host) => host.trim().toLowerCase());
  const urls = baseUrls.filter((one) => one !== undefined).map((one) => new URL(one));
  return urls.flatMap(({ hostname, host }) => (host === hostname ? [hostname] : [hostname, host]));
}

/** Folder of files without a configured store. */
export function filesFolder(config: Config): string {
  return join(config.DATA_DIR, 'files');
}
