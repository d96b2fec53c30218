// The service: config → database → app → server and worker; ends in good order, and finds everything again if it does not.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp, jobsOf, type PacAccess } from './wiring/app.ts';
import { configWarnings } from './wiring/config-warnings.ts';
import { ConfigError, readServiceConfig, type Config } from './wiring/config.ts';
import { buildPages } from './wiring/build-pages.ts';
import { DEMO_TENANT } from '../kits/demo/data.ts';
import { issueDocuments } from '../kits/demo/issue-documents.ts';
import { prepareDemo, type Demo } from '../kits/demo/prepare-demo.ts';
import type { App } from './graphql/context.ts';
import type { JobHandler } from './jobs/index.ts';
import { bringUpToDate, openDatabase, openReplicas, type OpenDatabase } from './wiring/open-database.ts';
import { systemClock } from './platform/clock.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { readSecrets, type Secrets } from './platform/secrets.ts';
import { isConnectionError } from './platform/postgres.ts';
import { buildServer } from './wiring/server.ts';
import { inheritedFromParent, isChild, metricsOfAll, signInLinksOfParent, startChildren } from './wiring/processes.ts';
import { routerSettings, startRouter } from '../kits/groups/router.ts';
import { serverSettings, tokenVerification, type ServerSettings } from './wiring/server-settings.ts';
import { startProblem } from './wiring/start-problem.ts';
import { exportsTraces, startTraces } from './wiring/traces.ts';
import { claimSimulator, startSimulatorProcess, type SimulatorProcess } from './wiring/simulator-process.ts';
import { fenceProblems, loginProblems, sharedProblems } from './canary/fence.ts';
import { NotIsolated, watchIsolation, type IsolationWatch } from './canary/isolation-watch.ts';
import { limitStatements, noteDistribution } from './tenancy/index.ts';
import { durability, durabilityWarnings, lossOnCrash } from './wiring/durability.ts';
import { createSignInLinks, noteKeys, type SignInLinks, type TokenVerification } from './access/index.ts';
import { welcome } from './wiring/welcome.ts';

const DATABASE_WAIT_MS = 20_000;
const SAID_EVERY_MS = 5_000;
const OPENS_WITHIN_MS = 5_000;

// Longer than a mutation waits for the PAC.
const LAST_ANSWERS_MS = 10_000;

const closing: (() => unknown)[] = [];
/** Aborted when the service ends, be that by a signal or because it could not start. */
const leaving = new AbortController();
/** Before the environment is read, nothing else can fail. */
let startedWith = { dataDir: '', isTraced: false };

try {
  await start();
} catch (error) {
  // A start that is told to end loses what it is about to use.
  if (!leaving.signal.aborted) {
    process.stderr.write(`${await whyNot(error)}\n`);
    process.exit(1);
  }
  if (startedWith.isTraced) process.stderr.write(`${startProblem(error, startedWith)}\n`);
}

/** Reason of a failed start, after everything that had been started is ended in good order. */
async function whyNot(error: unknown): Promise<string> {
  await closeAll((problem) => process.stderr.write(`${String(problem)}\n`));
  return startProblem(error, startedWith);
}

async function start(): Promise<void> {
  const config = readServiceConfig();
  startedWith = { dataDir: config.DATA_DIR, isTraced: ['debug', 'trace'].includes(config.LOG_LEVEL) };
  const log = createLogger({ level: config.LOG_LEVEL, readable: process.stdout.isTTY });
  endInGoodOrder(log);

  if (config.ROLE === 'router') {
    const starting = startRouter({ ...routerSettings(config), log, isLeaving: () => leaving.signal.aborted });
    await opened(starting, (router) => router.close());
    closing.push(() => delay(config.DRAIN_MS));
    return;
  }

  if (exportsTraces(config)) await opened(startTraces(log), (traces) => traces.close());

  const isDemo = config.DATABASE_URL === undefined && config.DEMO === 'on' && !isChild;
  // A demo serves its own machine; its token is on the screen.
  const ownHost = config.HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0');
  if (!isChild) await lookAtConfig(config, ownHost, log);

  // Beside everything else that takes a while; the routes want to know whether there is one.
  const dashboard = config.ROLE === 'worker' || isChild ? undefined : buildPages('dashboard', log, leaving.signal);

  const secrets = await readSecrets(config.DATA_DIR);
  const settings = await serverSettings(config, secrets);
  const { database, replicas, logins } = await openForService(config, settings, log);

  const inherited = isChild ? await inheritedFromParent() : undefined;
  const port = inherited?.port ?? (config.PORT === 0 ? await freePort(0, ownHost) : config.PORT);
  const simulator = config.pac || isChild ? undefined : await startSimulator(config, secrets, port);

  const clock = systemClock;
  const pac = pacAccess(config, secrets, inherited?.simulatorUrl ?? simulator?.url);
  const isParent = config.PROCESSES > 1 && !isChild;
  // A parent writes duties and leaves them to its children.
  const ownConfig = isParent ? ({ ...config, ROLE: 'api' } as const) : config;
  const world = { config: ownConfig, database, pac, clock, log, read: replicas.read, tokenSecret: secrets.jwtSecret };
  const opening = whenReachable(log, () => buildApp(world));
  const app = await opened(opening, ({ jobs }) => jobs.stop());

  const demo = isDemo
    ? await prepareDemo(app, { certifies: simulator !== undefined, billingPoint: config.PAC_BILLING_POINT })
    : undefined;

  const verification = verificationOf(config, secrets);
  await dashboard;
  const signInLinks = isChild ? signInLinksOfParent : createSignInLinks({ clock });
  const host = inherited?.host ?? ownHost;
  const inherits = { port, host, simulatorUrl: simulator?.url };
  if (isParent) await leaveToChildren({ count: config.PROCESSES, inherited: inherits, signInLinks, log });
  else await serve({ app, config, database, logins, verification, signInLinks, settings, port, host, log });
  if (isChild) return;
  // The service is ready before its documentation is.
  if (config.ROLE !== 'worker') void buildPages('documentation', log, leaving.signal);
  if (demo) await certify(demo, app);
  const serves = config.ROLE !== 'worker';
  process.stdout.write(await welcome({ app, serves, port, simulator, verification, signInLinks, demo }));
}

/** Warns of what may be wrong. A port that is taken is told before there is any work to wait for. */
async function lookAtConfig(config: Config, host: string, log: Logger): Promise<void> {
  for (const warning of configWarnings(config, { isShared: config.DATABASE_URL !== undefined })) {
    log.warn({ dataDir: config.DATA_DIR }, warning);
  }
  if (config.PORT !== 0) await freePort(config.PORT, host);
}

/** A function that is there before the module has run to here, which it does while the service starts. */
function verificationOf(config: Config, secrets: Secrets): TokenVerification {
  const { jwtSecret: secret, jwtSecretSecondary: secondary } = secrets;
  return tokenVerification(config) ?? { secret, secondary, mostDays: config.AUTH_MAX_TOKEN_DAYS };
}

async function leaveToChildren(options: Omit<Parameters<typeof startChildren>[0], 'leaving'>): Promise<void> {
  const children = startChildren({ ...options, leaving: leaving.signal });
  closing.push(() => children.stop());
  await children.serving;
}

/** A database that is up to date and durable, and whose tenants are kept apart. */
async function openForService(config: Config, { keys }: ServerSettings, log: Logger) {
  const database = await opened(openDatabase(config, { isService: !isChild }), (one) => one.close());
  if (!isChild) await whenReachable(log, () => bringUpToDate(config, database));
  // Migrations and commands take the time they need.
  limitStatements(database.db, config.DATABASE_STATEMENT_TIMEOUT_MS);
  await whenReachable(log, () => noteDistribution(database.db));
  await whenReachable(log, () => assertDurable(database, log));
  const replicas = openReplicas(config, database, log);
  closing.push(() => replicas.close());

  const holes = await whenReachable(log, () => fenceProblems(database));
  if (holes.length > 0) throw new NotIsolated(holes);
  const logins = await whenReachable(log, () => knownOfLogins(database, log));
  await whenReachable(log, () => noteKeys(database, keys));
  return { database, replicas, logins };
}

interface Serving {
  app: App;
  config: Config;
  database: OpenDatabase;
  /** Rights of the logins at the start. */
  logins: readonly string[];
  verification: TokenVerification;
  signInLinks: SignInLinks;
  settings: ServerSettings;
  port: number;
  host: string;
  log: Logger;
}

async function serve({ app, config, database, logins, log, port, host, ...options }: Serving): Promise<void> {
  const gained = (problems: string[]) => problems.filter((problem) => !logins.includes(problem));
  const isolation = watchIsolation({
    shared: async () => {
      const found = await sharedProblems(app);
      return [...found.fence, ...gained(found.logins)];
    },
    checks: [() => fenceProblems(app), async () => gained(await loginProblems(app))],
    clock: app.clock,
    log,
  });
  closing.push(() => isolation.stop());
  const server = await buildServer({
    ...options,
    app,
    serves: config.ROLE !== 'worker',
    isolation,
    isLeaving: () => leaving.signal.aborted,
    ...(isChild ? { metricsOfAll } : {}),
  });
  closing.push(() => stopServing(server, config.PAC_TIMEOUT_MS + LAST_ANSWERS_MS));
  // Let the load balancer see 503 on /readyz before we stop accepting.
  closing.push(() => delay(config.DRAIN_MS));
  leaving.signal.throwIfAborted();
  await server.listen({ port, host });
  if (config.ROLE !== 'api') await app.jobs.work(jobsOf(app).map((job) => whileIsolated(job, isolation)));
  leaving.signal.throwIfAborted();
  isolation.start();
  app.witness.start();
  closing.push(() => app.witness.stop());
  log.info({ port, role: config.ROLE, database: database.kind }, 'ready');
}

/** The simulator answers at once; its verdicts, and what follows from them, come while the service is in use already. */
async function certify({ tenant, ordersToIssue }: Demo, app: App): Promise<void> {
  const { issued, ended } = issueDocuments(app, tenant, ordersToIssue, leaving.signal);
  closing.push(() => ended);
  await issued;
}

/** A mark that a crash takes back would be a document that is filed twice. */
async function assertDurable(database: OpenDatabase, log: Logger): Promise<void> {
  const found = await durability(database);
  const loss = lossOnCrash(found);
  if (loss !== null) throw new ConfigError(`Folio does not serve from this database: ${loss}.`);
  if (database.kind === 'postgres') for (const warning of durabilityWarnings(found)) log.warn({}, warning);
}

/** After a power cut everything starts at once, and a database takes longer than we do. */
async function whenReachable<T>(log: Logger, work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + DATABASE_WAIT_MS;
  // A pooler may keep us waiting without a word, and so may a migration of many rows.
  const patience = setInterval(() => log.info({}, 'waiting for the database, or for its migrations'), SAID_EVERY_MS);
  try {
    for (;;) {
      leaving.signal.throwIfAborted();
      try {
        return await work();
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        const { message } = error as Error;
        if (performance.now() > giveUpAt) throw new ConfigError(`The database cannot be reached: ${message}`);
        log.warn({ reason: message }, 'waiting for the database');
        await delay(500);
      }
    }
  } finally {
    clearInterval(patience);
  }
}

/**
 * Rights beyond those that serving needs are warned of at the start, since an installation of an earlier release has one login for
 * everything and must go on; what they gain later is a hole. The embedded database has one login, for the owner of its folder.
 */
async function knownOfLogins(database: OpenDatabase, log: Logger): Promise<string[]> {
  const logins = await loginProblems(database);
  if (database.kind === 'postgres' && logins.length > 0) {
    log.warn({ problems: logins }, 'logins can do more than serving needs; see docs/operations.md#first-installation');
  }
  return logins;
}

/** A duty waits as a caller does; the queue comes back to it. */
function whileIsolated(handler: JobHandler, isolation: IsolationWatch): JobHandler {
  return {
    ...handler,
    async run(payload) {
      isolation.assertIsolated();
      await handler.run(payload);
    },
  };
}

async function startSimulator(config: Config, secrets: Secrets, port: number): Promise<SimulatorProcess> {
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  if (url !== undefined) {
    await opened(claimSimulator(url), (claim) => claim.close());
  }
  const { pacCompanyId, ruc, dv, name } = DEMO_TENANT;
  const starting = startSimulatorProcess({
    port: config.SIMULATOR_PORT ?? (config.PORT === 0 ? 0 : port + 1),
    apiKey: secrets.pacApiKey,
    webhookSecret: secrets.pacWebhookSecret,
    controlKey: config.SIMULATOR_CONTROL_KEY,
    scheme: config.PAC_WEBHOOK_SIGNATURE,
    webhookBase: `http://127.0.0.1:${port}`,
    verdictDelayMs: config.SIMULATOR_VERDICT_DELAY_MS,
    journalFile: join(config.DATA_DIR, 'simulator.jsonl'),
    companies: [{ companyId: pacCompanyId, ruc, dv, name }],
  });
  return opened(starting, (simulator) => simulator.stop());
}

function pacAccess(config: Config, secrets: Secrets, simulatorUrl: string | undefined): PacAccess {
  const pac = config.pac ?? {
    baseUrl: simulatorUrl!,
    apiKey: secrets.pacApiKey,
    webhookSecret: secrets.pacWebhookSecret,
  };
  const hosts = simulatorUrl === undefined ? config.pacFileHosts : [new URL(simulatorUrl).host];
  const isProduction = config.PAC_ENVIRONMENT === 'production';
  return { ...pac, fileHosts: hosts, isProduction };
}

/** This one, or any for 0; fails where it is not free. */
async function freePort(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function endInGoodOrder(log: Logger): void {
  const end = (signal: string): void => {
    // The terminal and npm may both pass the same signal on, also while a start that failed is ending.
    if (leaving.signal.aborted) return;
    log.info({ signal }, 'stopping');
    void closeAll((err) => log.error({ err }, 'something did not close in good order')).finally(() => process.exit(0));
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
}

/** Requests in flight get their answers; after `mostMs` they are not waited for. */
async function stopServing(server: Awaited<ReturnType<typeof buildServer>>, mostMs: number): Promise<void> {
  const hurry = setTimeout(() => server.server.closeAllConnections(), mostMs);
  await server.close();
  clearTimeout(hurry);
}

/** A part that is opening while the service ends is waited for, unless it takes long, and closed. */
async function opened<T extends object>(opening: Promise<T>, close: (one: T) => unknown): Promise<T> {
  closing.push(async () => {
    const one = await Promise.race([opening.catch(() => undefined), delay(OPENS_WITHIN_MS)]);
    if (one) await close(one);
  });
  const one = await opening;
  leaving.signal.throwIfAborted();
  return one;
}

async function closeAll(report: (problem: unknown) => void): Promise<void> {
  leaving.abort();
  // In the opposite order of starting: no part loses what it still needs.
  for (const close of closing.toReversed()) {
    try {
      await close();
    } catch (error) {
      report(error);
    }
  }
}
