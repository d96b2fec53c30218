// Builds the world that every verb works in, and lists the jobs: the architecture on one screen.
import type { KeyObject } from 'node:crypto';
import { readHeadKey, type HeadsContext } from '../acts/index.ts';
import { actsJobs } from '../acts/jobs.ts';
import type { Config, PacConfig } from './config.ts';
import { createLookAgain, createWitness, databaseBreakerStore, seenOf } from '../certification/index.ts';
import { certificationJobs } from '../certification/jobs.ts';
import { ConfigError, filesFolder, PAC_ADDRESS, USUAL_MOST_TOKEN_DAYS } from './config.ts';
import { eventsJobs } from '../events/jobs.ts';
import { diskStore, s3Store, type FileStore } from '../files/index.ts';
import type { App } from '../graphql/context.ts';
import { afterCertified, afterVerdict, afterVoid } from '../invoicing/index.ts';
import { invoicingJobs } from '../invoicing/jobs.ts';
import { definedJobs, openQueue, type JobHandler, type JobQueue } from '../jobs/index.ts';
import type { OpenDatabase } from './open-database.ts';
import {
  clientOfAccounts,
  createAccounts,
  guardedPlaces,
  guardedPacClient,
  MAKES,
  measuredPacClient,
  memoryStore,
  noClient,
  placeOf,
  tryAt,
  type Account,
  type GuardedPacClient,
  type Make,
  type PacClient,
  USUAL_MAKE,
} from '../pac/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { PAC_ENVIRONMENTS, type PacEnvironment } from '../fiscal/document.ts';
import { flagCredentials, type PacEnvironments, type TriedAccount } from '../company/index.ts';
import { findPacAccount, holdTenants } from '../tenancy/index.ts';
import { reportsJobs } from '../reports/jobs.ts';
import { requestsJobs } from '../requests/jobs.ts';
import { retentionJobs } from '../retention/jobs.ts';
import { rollupsJobs } from '../rollups/jobs.ts';
import { stockJobs } from '../stock/jobs.ts';
import { webhookHosts } from '../webhooks/index.ts';
import { webhooksJobs } from '../webhooks/jobs.ts';

export interface PacAccess extends Omit<PacConfig, 'baseUrl'> {
  /** Undefined: no PAC is reached, and what is to be sent waits. */
  baseUrl: string | undefined;
  fileHosts: string[];
  isProduction: boolean;
}

export interface World {
  config: Config;
  database: OpenDatabase;
  pac: PacAccess;
  clock: Clock;
  log: Logger;
  /** Database of reads; the main one unless there are replicas. */
  read?: NonNullable<App['read']>;
  /** Secret that signs our own tokens, where it is not in the configuration. */
  tokenSecret?: string;
  /** Makes of PAC; all that there are unless told otherwise. */
  makes?: Record<string, Make>;
}

export async function buildApp(world: World): Promise<App> {
  const { config, database, pac, clock, log, read, tokenSecret } = world;
  const { accounts, client, tryAccount } = pacClients(world);
  const files = fileStore(config);
  const witness = createWitness({ db: database.db, files, log });
  await witness.look();
  const queue = await openJobs({ config, database, log });
  const certification = {
    pollIntervalMs: config.PAC_POLL_INTERVAL_MS,
    pollAttempts: config.PAC_POLL_ATTEMPTS,
    pacTimeoutMs: config.PAC_TIMEOUT_MS,
    filesInTimeMs: config.PAC_FILES_WITHIN_MS,
    resendAfterMinutes: config.PAC_RESEND_AFTER_MINUTES,
    webhookSecrets: [pac.webhookSecret, pac.secondaryWebhookSecret ?? pac.webhookSecret],
    signatureScheme: config.PAC_WEBHOOK_SIGNATURE,
    environment: pac.isProduction ? 1 : 2,
  } satisfies App['certification'];
  const lookAgain = createLookAgain({ db: database.db, pac: client, accounts, jobs: queue, log, certification });
  const app: App = {
    db: database.db,
    ...(read === undefined ? {} : { read }),
    clock,
    log,
    pac: client,
    accounts,
    tenants: holdTenants({ db: database.db, clock }, (tenant) => {
      if (tenant.pacCompanyId !== null) accounts.noted(tenant.pacCompanyId, seenOf(tenant));
    }),
    tenancy: {
      pacEnvironments: pacEnvironmentsOf(config),
      tokenSecret: config.AUTH_JWKS_URL === undefined ? (config.AUTH_JWT_SECRET ?? tokenSecret ?? null) : null,
      mostTokenDays: config.AUTH_MAX_TOKEN_DAYS ?? USUAL_MOST_TOKEN_DAYS,
      tryAccount,
    },
    files,
    witness,
    headKey: await headKeyOf(config),
    jobs: {
      ...queue,
      stop() {
        lookAgain.stop();
        return queue.stop();
      },
    },
    lookAgain,
    certification,
    webhooks: { hosts: webhookHosts(config.WEBHOOK_HOSTS), timeoutMs: config.WEBHOOK_TIMEOUT_MS },
    events: { keptDays: config.EVENTS_KEPT_DAYS },
    // The business effect of a verdict is invoicing's; certification only tells it.
    afterVerdict: (db, document, actor) => afterVerdict(db, clock, document, actor),
    afterCertified,
    afterVoid: (db, document, voidRequest) => afterVoid(db, clock, document, voidRequest),
  };
  return app;
}

/** The service's own comes first. */
export function pacEnvironmentsOf(config: Config): PacEnvironments {
  if (config.PAC_ENVIRONMENT !== 'production') return ['TEST'];
  return config.PAC_TEST_BASE_URL === undefined ? ['PRODUCTION'] : ['PRODUCTION', 'TEST'];
}

/** Accounts of companies as they are stored, and the address of each make and environment that this service reaches. */
export function storedAccounts({
  config,
  database,
  pac,
  clock,
}: Pick<World, 'config' | 'database' | 'clock'> & { pac: Pick<PacAccess, 'baseUrl' | 'apiKey' | 'secondaryKey'> }) {
  const [environment] = pacEnvironmentsOf(config);
  const usual: Account = { make: USUAL_MAKE, environment, apiKey: pac.apiKey, secondaryKey: pac.secondaryKey };
  const accounts = createAccounts({ clock, usual, find: (companyId) => findPacAccount(database, companyId) });
  const addresses: ReadonlyMap<string, string | undefined> = new Map([
    ...pacAddresses(config, environment),
    [placeOf({ make: USUAL_MAKE, environment: 'TEST' }), config.PAC_TEST_BASE_URL],
    [placeOf(usual), pac.baseUrl],
  ]);
  return { usual, accounts, addresses };
}

/** A client for each key, and a guard for each make and environment; nothing is sent to one that has no address here. */
function pacClients(world: World) {
  const { config, database, pac, clock, log } = world;
  const makes: Record<string, Make> = world.makes ?? MAKES;
  const { usual, accounts, addresses } = storedAccounts(world);
  const timeoutMs = config.PAC_TIMEOUT_MS;
  function open({ make: name, environment: wanted, ...keys }: Account): PacClient {
    const baseUrl = addresses.get(placeOf({ make: name, environment: wanted }));
    const make = makes[name];
    return make === undefined || baseUrl === undefined
      ? {
          ...(make ?? MAKES[USUAL_MAKE]).profile,
          ...noClient(`this service reaches no PAC ${name} in the environment ${wanted}`),
        }
      : make.open({ baseUrl, ...keys, timeoutMs, fileHosts: pac.fileHosts });
  }
  const client = measuredPacClient(clientOfAccounts({ account: usual, client: open(usual) }, accounts, open));
  const guardOf = (make: string, place: string): GuardedPacClient => {
    const baseUrl = addresses.get(place);
    const store = baseUrl === undefined ? memoryStore(clock) : databaseBreakerStore(database, baseUrl);
    const noteRefused = (companyId: string): Promise<void> =>
      flagCredentials(database, companyId).catch((error: unknown) =>
        log.warn({ err: error, companyId }, 'the refusal of the credentials is not noted'),
      );
    return guardedPacClient(client, { clock, store, timeoutMs, profile: makes[make]!.profile, noteRefused });
  };
  const guards = Object.keys(makes).flatMap((make) =>
    PAC_ENVIRONMENTS.map((one) => placeOf({ make, environment: one })).map(
      (place) => [place, guardOf(make, place)] as const,
    ),
  );
  const tryAccount = ({ companyId, ruc, keyField, ...account }: TriedAccount) =>
    tryAt(open(account), { companyId, ruc, keyField });
  return { accounts, client: guardedPlaces(usual, new Map(guards), accounts), tryAccount };
}

/** By place: the makes beside that of the service. */
function pacAddresses({ PAC_ADDRESSES }: Config, environment: PacEnvironment): (readonly [string, string])[] {
  return PAC_ADDRESSES.map((one) => {
    const [, make, isTest, url] = PAC_ADDRESS.exec(one)!;
    return [placeOf({ make: make!, environment: isTest ? 'TEST' : environment }), url!];
  });
}

/** Alone where a command only writes duties. */
export function openJobs({ config, database, log }: Pick<World, 'config' | 'database' | 'log'>): Promise<JobQueue> {
  return openQueue({
    pool: database.pool,
    listenUrl: config.DATABASE_DIRECT_URL,
    log,
    jobs: definedJobs,
    works: config.ROLE !== 'api',
  });
}

export function fileStore(config: Config): FileStore {
  if (config.FILES_URL === undefined) return diskStore(filesFolder(config));
  return s3Store({
    address: config.FILES_URL,
    endpoint: config.AWS_ENDPOINT_URL,
    region: config.AWS_REGION,
    accessKeyId: config.AWS_ACCESS_KEY_ID!,
    secretAccessKey: config.AWS_SECRET_ACCESS_KEY!,
  });
}

/** For a command that hands out the head of a chain. */
export async function headsContext(config: Config, { db }: Pick<OpenDatabase, 'db'>): Promise<HeadsContext> {
  return { db, files: fileStore(config), headKey: await headKeyOf(config) };
}

/** With a shared store, keys made by each machine would differ, also after each start of a container. */
async function headKeyOf({ DATA_DIR, ACTS_KEY, FILES_URL }: Config): Promise<KeyObject> {
  const key = await readHeadKey(DATA_DIR, ACTS_KEY, FILES_URL === undefined);
  if (key !== undefined) return key;
  throw new ConfigError(
    'ACTS_KEY is required with FILES_URL: all that share the store sign the heads of acts with one key (docs/configuration.md)',
  );
}

export function jobsOf(app: App): JobHandler[] {
  return [
    ...certificationJobs(app),
    ...retentionJobs(app),
    ...invoicingJobs(app),
    ...stockJobs(app),
    ...reportsJobs(app),
    ...rollupsJobs(app),
    ...requestsJobs(app),
    ...webhooksJobs(app),
    ...eventsJobs(app),
    ...actsJobs(app),
  ];
}
