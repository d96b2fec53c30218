// The whole service in one process, with the PAC simulator in the room; shared by all stories, each with tenants of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import type { CallRecord } from '../../simulator/world.ts';
import { buildApp, jobsOf } from '../../src/wiring/app.ts';
import { ensureDefaultLocation } from '../../src/catalog/index.ts';
import { readConfig } from '../../src/wiring/config.ts';
// Its gauges are among those that a service shows, and a server shows what is there when it is built.
import '../../src/canary/isolation-watch.ts';
import type { App } from '../../src/graphql/context.ts';
import { MAKES, type Make } from '../../src/pac/index.ts';
import { bringUpToDate, onPool, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { createLogger, type Logger } from '../../src/platform/log.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { serverSettings, type ServerSettings } from '../../src/wiring/server-settings.ts';
import { createTenant } from '../../src/company/index.ts';
import { inTenant, type Role, type Tenant } from '../../src/tenancy/index.ts';
import { issueToken, type TokenVerification } from '../../src/access/index.ts';
import { createDatabase, makeTemplate, RENEW_COPY, type OwnDatabase } from './databases.ts';
import { eventually } from './eventually.ts';
import { operationNamed } from './operation-named.ts';
import { TEST_SERVER } from './test-server.ts';
import { besideTwins, giveTwins } from './twins.ts';

export { eventually };

export const JWT_SECRET = 'a secret for tests only, never used elsewhere';
export const PAC_API_KEY = 'test-key';
export const PAC_WEBHOOK_SECRET = 'test-webhook-secret';

export interface GraphQLAnswer<T> {
  data?: T | null;
  errors?: { message: string; path?: string[]; extensions: { code: string; requestId?: string } }[];
  extensions?: unknown;
}

// The story knows the types of its answers; the schema's own types are checked by the schema.
// oxlint-disable-next-line typescript/no-explicit-any
export type Answer = any;

export interface TestTenant {
  tenant: Tenant;
  companyId: string;
  token(role: Role): Promise<string>;
  /** The whole answer, errors and all. */
  ask(query: string, variables?: object, role?: Role): Promise<GraphQLAnswer<Answer>>;
  /** The data of an answer that must have no errors. */
  get(query: string, variables?: object, role?: Role): Promise<Answer>;
  /** The code of an answer that must have exactly one error. */
  refusal(query: string, variables?: object, role?: Role): Promise<{ code: string; message: string }>;
  /** The answer to one question or act: `createOrder { id total }`; see `operationNamed`. */
  call(asked: string, given?: object, role?: Role): Promise<Answer>;
  /** The code of one question or act that must be refused. */
  refuses(asked: string, given?: object, role?: Role): Promise<{ code: string; message: string }>;
}

export interface World {
  url: string;
  app: App;
  simulator: Simulator;
  database: OpenDatabase;
  clock: TestClock;
  /** As its environment says. */
  settings: ServerSettings;
  /** Folder of the service's files. */
  dataDir: string;
  /** As the owner of the database, who sees every tenant when it is a superuser. */
  query<T extends object>(sql: string, parameters?: unknown[]): Promise<T[]>;
  /** The same with each parameter in its place: sql`select total from invoices where id = ${id}`. */
  sql<T extends object>(text: TemplateStringsArray, ...parameters: unknown[]): Promise<T[]>;
  /** With all triggers off, as a superuser can, or an earlier release could; in one transaction. */
  rewrite(...statements: readonly (readonly [sql: string, parameters: unknown[]])[]): Promise<void>;
  /** Calls that its PAC had in the name of the shop's company, oldest first. */
  callsOf(shop: { companyId: string }, operation?: string): CallRecord[];
  tenant(options?: { company?: boolean; name?: string; ruc?: string; dv?: string }): Promise<TestTenant>;
  /** Another process's worth of service over the same database; it works once its jobs are told to. */
  anotherApp(): Promise<App>;
  close(): Promise<void>;
}

/** The machine's time, moved by as much as a story wants. */
export interface TestClock extends Clock {
  offsetMs: number;
}

export interface WorldOptions {
  env?: Record<string, string>;
  /** Null: a verdict comes only when a story asks for it. */
  verdictDelayMs?: number | null;
  works?: boolean;
  /** One that is there already; the world migrates it, and closes it. */
  database?: OpenDatabase;
  /** Replicas for questions. */
  read?: NonNullable<App['read']>;
  /** By our own secret unless told otherwise. */
  verification?: TokenVerification;
  log?: Logger;
  /** Makes of PAC beside the usual one. */
  makes?: Record<string, Make>;
}

const opened: World[] = [];
let shared: Promise<World> | undefined;
let quiet: Promise<World> | undefined;
let template: Promise<OwnDatabase> | undefined;

after(async () => {
  for (const world of opened) await world.close();
  await (await template)?.drop();
});

/** The one world of this process. */
export function world(): Promise<World> {
  return (shared ??= createWorld());
}

/** A second one, in which duties are written and no worker runs them: for stories that take the worker's place. */
export function quietWorld(): Promise<World> {
  return (quiet ??= createWorld({ works: false }));
}

/** A tenant of its own, in the shared world unless told otherwise. */
export async function newShop(open = world()): Promise<{ here: World; shop: TestTenant }> {
  const here = await open;
  return { here, shop: await here.tenant() };
}

/** A world of a story's own, for what would disturb the others; closed when the tests have ended. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-test-'));
  const database =
    options.database ?? (await (process.env['TEST_TWINS'] === 'on' ? openDatabaseWithTwins() : openMigratedDatabase()));
  await bringUpToDate({}, database);
  const simulator = await startSimulator({
    apiKey: PAC_API_KEY,
    webhookSecret: PAC_WEBHOOK_SECRET,
    signatureScheme: options.env?.['PAC_WEBHOOK_SIGNATURE'] === 'shared-secret' ? 'shared-secret' : 'hmac-sha256',
    verdictDelayMs: options.verdictDelayMs ?? null,
    environment: options.env?.['PAC_ENVIRONMENT'] === 'production' ? 1 : 2,
    knobs: { webhookRetryMs: 1 },
  });
  const config = readConfig({
    DATA_DIR: dataDir,
    PAC_BASE_URL: simulator.url,
    PAC_API_KEY,
    PAC_WEBHOOK_SECRET,
    PAC_POLL_INTERVAL_MS: '200',
    PAC_POLL_ATTEMPTS: '3',
    PAC_TIMEOUT_MS: '15000',
    // A slow machine attaches a page with its verdict as well.
    PAC_FILES_WITHIN_MS: '15000',
    AUTH_JWT_SECRET: JWT_SECRET,
    LOG_LEVEL: process.env['TEST_LOG'] ?? 'silent',
    ...options.env,
  });
  const clock: TestClock = { offsetMs: 0, now: () => new Date(systemClock.now().getTime() + clock.offsetMs) };
  const log = options.log ?? createLogger({ level: config.LOG_LEVEL, readable: true });
  const pac = { ...config.pac!, fileHosts: config.pacFileHosts, isProduction: config.PAC_ENVIRONMENT === 'production' };
  const read = options.read === undefined ? {} : { read: options.read };
  const makes = { ...MAKES, ...options.makes };
  const app = await buildApp({ config, database, pac, clock, log, makes, ...read });
  const settings = await serverSettings(config);
  const others: App[] = [];
  const server = await buildServer({
    app,
    verification: options.verification ?? { secret: JWT_SECRET },
    serves: true,
    settings,
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  simulator.setWebhookBase(url);
  if (options.works !== false) await app.jobs.work(jobsOf(app));

  /** Findings of other stories about the shared PAC must not hold up the next one. */
  async function closeBreakers(companyId: string): Promise<void> {
    await database.pool.query('begin; set local role app_system; delete from pac_breakers; commit');
    const held = async () => {
      await app.pac.refresh();
      return app.pac.heldFor(companyId);
    };
    await eventually(held, (one) => one === null);
  }

  let tenants = 0;
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await server.close();
    for (const one of [app, ...others]) await one.jobs.stop();
    await simulator.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  const created: World = {
    url,
    app,
    simulator,
    database,
    clock,
    settings,
    dataDir,
    async query<T extends object>(sql: string, parameters: unknown[] = []) {
      return (await database.pool.query<T>(sql, parameters)).rows;
    },
    async sql<T extends object>(text: TemplateStringsArray, ...parameters: unknown[]) {
      return created.query<T>(
        text.reduce((sql, part, at) => `${sql}$${at}${part}`),
        parameters,
      );
    },
    async rewrite(...statements) {
      const client = await database.pool.connect();
      try {
        await client.query('begin; set local session_replication_role = replica');
        for (const [sql, parameters] of statements) await client.query(sql, parameters);
        await client.query('commit');
      } catch (error) {
        client.release(true);
        // A duty of the documents takes their rows in an order of its own.
        if ((error as { code?: string }).code === '40P01') return this.rewrite(...statements);
        throw error;
      }
      client.release();
    },
    callsOf: (shop, operation) =>
      simulator
        .calls()
        .filter((one) => one.companyId === shop.companyId && (operation === undefined || one.operation === operation)),
    async tenant({ company = true, name, ruc = '155596713-2-2015', dv = '59' } = {}) {
      tenants += 1;
      const companyId = `company-${process.pid}-${tenants}-${Math.random().toString(36).slice(2, 8)}`;
      const tenant = await createTenant(app, {
        name: name ?? `Tenant ${tenants}`,
        ruc,
        dv,
        pacCompanyId: company ? companyId : undefined,
      });
      await inTenant(app, tenant, (db) => ensureDefaultLocation(db));
      simulator.setCompany({ companyId, ruc, dv, rucType: 2 });
      await closeBreakers(companyId);
      return testTenant(url, tenant, companyId);
    },
    async anotherApp() {
      const another = await buildApp({ config, database, pac, clock, log, makes });
      others.push(another);
      return another;
    },
    close: () => (closing ??= close()),
  };
  opened.push(created);
  return created;
}

function testTenant(url: string, tenant: Tenant, companyId: string): TestTenant {
  // A story asks hundreds of times, and to sign takes as long as a short answer.
  const tokens = new Map<Role, Promise<string>>();
  const issue = (role: Role): Promise<string> =>
    issueToken(JWT_SECRET, {
      userName: `${role}-user`,
      tenantId: tenant.id,
      roles: [role],
      expiresIn: '12h',
      now: systemClock.now(),
    });
  const self: TestTenant = {
    tenant,
    companyId,
    token: (role) => tokens.getOrInsertComputed(role, issue),
    async ask(query, variables = {}, role = 'admin') {
      return graphql(url, query, variables, await self.token(role));
    },
    async get(query, variables, role) {
      const answer = await self.ask(query, variables, role);
      if (answer.errors) throw new Error(`${JSON.stringify(answer.errors)} for ${query}`);
      return answer.data;
    },
    async refusal(query, variables, role) {
      const { errors, data } = await self.ask(query, variables, role);
      if (errors?.length !== 1) throw new Error(`expected one error, got ${JSON.stringify({ errors, data })}`);
      return { code: errors[0]!.extensions.code, message: errors[0]!.message };
    },
    async call(asked, given, role) {
      const { name, text, variables } = operationNamed(asked, given);
      return (await self.get(text, variables, role))[name];
    },
    refuses(asked, given, role) {
      const { text, variables } = operationNamed(asked, given);
      return self.refusal(text, variables, role);
    },
  };
  return self;
}

export async function graphql(
  url: string,
  query: string,
  variables: object,
  token?: string,
): Promise<GraphQLAnswer<Answer>> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  return withoutCost((await response.json()) as GraphQLAnswer<Answer>);
}

/** The answer alone: what is left of the sender's allowance grows by the time between two requests of one answer. */
export function withoutCost({ extensions: _cost, ...answer }: GraphQLAnswer<Answer>): GraphQLAnswer<Answer> {
  return answer;
}

/** A fresh, empty database on a server, or a copy of another one there. */
export async function openTestDatabase(
  server = TEST_SERVER,
  prepare = async (url: string): Promise<string> => url,
  template?: string,
): Promise<OpenDatabase> {
  const { url, drop } = await createDatabase(server, template);
  const opened = onPool(openPool({ url: await prepare(url) }, { max: 10 }));
  return {
    ...opened,
    kind: 'postgres',
    async close() {
      await opened.close();
      await drop();
    },
  };
}

/** A migrated one: a copy of that of `npm test`, or of one of this process. */
export async function openMigratedDatabase(
  prepare = async (url: string): Promise<string> => url,
): Promise<OpenDatabase> {
  const name = process.env['TEST_TEMPLATE'] ?? (await (template ??= makeTemplate(TEST_SERVER))).name;
  const renewed = async (url: string): Promise<string> => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(RENEW_COPY);
    await client.end();
    return prepare(url);
  };
  return openTestDatabase(TEST_SERVER, renewed, name);
}

/** One in which a statement that reaches a row of another tenant fails. */
export function openDatabaseWithTwins(): Promise<OpenDatabase> {
  return openMigratedDatabase(async (url) => {
    await giveTwins(url);
    return besideTwins(url);
  });
}
