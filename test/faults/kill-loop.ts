// The real service under load, one process or many, killed (or its database restarted) again and again; afterwards its books against
// the PAC's.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import type { FaultRequest } from '../../simulator/faults.ts';
import { rebuildCommand } from '../../src/cli/rebuild.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { headsContext } from '../../src/wiring/app.ts';
import { readConfig, type Config } from '../../src/wiring/config.ts';
import { openDatabase, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { isAccepted } from './campaign/documents.ts';
import type { Told, Word } from './campaign/evidence.ts';
import { createDatabase } from '../support/databases.ts';
import { chanceOf } from './campaign/chance.ts';
import { checkEnd } from './campaign/oracle.ts';
import { placeOf } from './campaign/place.ts';
import { emptyTally, type Tally } from './campaign/tally.ts';
import { ask, followFeed, workOn, type Load, type Shop } from './kill-loop/load.ts';
import { COMPANY, openShop, PAC, STOCK } from './kill-loop/open-shop.ts';
import { startPgbouncer } from './kill-loop/pgbouncer.ts';
import { startPostgres } from './kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';
import { serviceAt, type Service } from './kill-loop/killable-process.ts';
import { startSmallErp } from './kill-loop/small-erp.ts';

const PEOPLE = 6;
const SETTLE_WITHIN_MS = 420_000;

/** Faults at the PAC meanwhile: rare, each for a good reason. */
const STANDING = [
  { name: 'lostAnswer', operation: 'submit', probability: 0.02 },
  { name: 'http503', operation: 'submit', probability: 0.01, accepted: true },
  { name: 'slowAnswer', operation: 'submit', probability: 0.1, ms: 200 },
  { name: 'earlyWebhook', probability: 0.1 },
  { name: 'dgiReject', probability: 0.03 },
  { name: 'lostWebhook', probability: 0.1 },
  { name: 'repeatedWebhook', probability: 0.1, count: 2 },
  { name: 'pdfCut', probability: 0.05 },
  { name: 'voidTimeout', probability: 0.05 },
] as const;

export interface LoopOptions {
  kills: number;
  restarts: number;
  seed: string;
  /** Instead of one process that does everything: so many that serve, and so many that work, through a pooler with few connections. */
  instances?: {
    apis: number;
    workers: number;
    poolSize: number;
    /** The folder of an older release: every second process runs it, until it is struck and the new one takes its place. */
    older?: string;
  };
  /** Beside it a program that sells under its own ids, and keeps copies by the feed and by webhooks. */
  hasErp?: boolean;
}

export async function killLoop(options: LoopOptions): Promise<number> {
  const { restarts, seed, instances } = options;
  const server = restarts > 0 || instances ? await startPostgres() : undefined;
  const pooler = server && instances ? await startPgbouncer(server, instances.poolSize) : undefined;
  if ((restarts > 0 && !server) || (instances && !pooler)) {
    await server?.stop();
    console.log('skipped: no PostgreSQL is installed here that could be restarted, or no pgbouncer');
    return 0;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-kill-loop-'));
  const shared = process.env['TEST_DATABASE_URL'];
  const own = server || shared === undefined ? undefined : await createDatabase(shared);
  const databaseUrl = server?.url ?? own?.url;
  const places = await placesOf(instances);
  const { port } = places[0]!;
  const simulator = await simulatorFor(port, seed);
  const erpPort = options.hasErp ? await freePort() : undefined;
  const env = environment(dataDir, databaseUrl, simulator.url, erpPort);
  const config = readConfig(env);
  const { tenant, shop } = await openShop(config, port);
  const fleet = openFleet(places, { ...env, ...(pooler ? { DATABASE_URL: pooler.url } : {}) }, instances?.older);
  const shops = places.filter(({ role }) => role !== 'worker').map((one) => ({ ...shop, url: urlOf(one.port) }));
  const load: Load = { sold: 0, tries: 0 };
  const started = performance.now();
  let isOver = false;
  try {
    await Promise.all(fleet.services.map((service) => service.start()));
    const people = Array.from({ length: PEOPLE }, (_, index) =>
      workOn(shops[index % shops.length]!, chanceOf(`${seed} ${index}`), load, () => isOver),
    );
    const told: Told[] = [];
    let isSettled = false;
    // The first may be of a release that has no feed yet.
    const reader = followFeed(shops[1] ?? shops[0]!, told, () => isSettled);
    const erp =
      erpPort === undefined
        ? undefined
        : await startSmallErp({
            shops,
            folder: dataDir,
            port: erpPort,
            chance: chanceOf(`${seed} ERP`),
            isOver: () => isOver,
          });
    await strikeAll(options, fleet, server, load);
    isOver = true;
    await Promise.all([...people, erp?.selling]);
    simulator.setKnobs({ standingFaults: [] });
    const words: Word[] = [];
    const open = await settleEverything(shop, simulator, words);
    const differing = (await erp?.end()) ?? [];
    isSettled = true;
    await reader;
    for (const service of fleet.services) await service.stop();
    // An older release does not know every roll-up; what it sold meanwhile is counted anew, as the runbook says.
    if (instances?.older !== undefined) await rebuild(config, tenant);
    const tally = await check(config, tenant, simulator, words, told);
    tally.withoutNextAction += open.length;
    tally.violations.push(...[...open, ...differing].map((what) => ({ run: seed, what })));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(report(options, `${whereOf(options, server, databaseUrl)}, ${seconds} s`, load, tally));
    return tally.violations.length === 0 ? 0 : 1;
  } finally {
    isOver = true;
    for (const service of fleet.services) await service.kill();
    await simulator.close();
    await pooler?.stop();
    await server?.stop();
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Place {
  role: 'all' | 'api' | 'worker';
  port: number;
}

async function placesOf(instances: LoopOptions['instances']): Promise<Place[]> {
  const roles = instances
    ? [...Array<'api'>(instances.apis).fill('api'), ...Array<'worker'>(instances.workers).fill('worker')]
    : ['all' as const];
  const places: Place[] = [];
  for (const role of roles) places.push({ role, port: await freePort() });
  return places;
}

export const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

export function simulatorFor(
  port: number,
  seed: string,
  standingFaults: readonly FaultRequest[] = STANDING,
): Promise<Simulator> {
  return startSimulator({
    ...PAC,
    webhookUrl: urlOf(port),
    verdictDelayMs: 300,
    seed,
    companies: [COMPANY],
    knobs: { webhookRetryMs: 500, standingFaults: [...standingFaults] },
  });
}

export function environment(
  dataDir: string,
  databaseUrl: string | undefined,
  pacUrl: string,
  erpPort: number | undefined,
): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    DEMO: 'off',
    ...(erpPort === undefined ? {} : { WEBHOOK_HOSTS: `127.0.0.1:${erpPort}`, WEBHOOK_TIMEOUT_MS: '2000' }),
    PAC_BASE_URL: pacUrl,
    PAC_API_KEY: PAC.apiKey,
    PAC_WEBHOOK_SECRET: PAC.webhookSecret,
    PAC_POLL_INTERVAL_MS: '500',
    PAC_POLL_ATTEMPTS: '20',
    PAC_TIMEOUT_MS: '2000',
    AUTH_JWT_SECRET: 'a secret for the kill loop only',
    LOG_LEVEL: 'fatal',
  };
}

interface Fleet {
  services: Service[];
  /** Starts a process of this release in the place of one that has ended. */
  replace(at: number): Promise<void>;
}

/** `older`: every second process begins as one of that release. */
function openFleet(places: readonly Place[], env: Record<string, string>, older: string | undefined): Fleet {
  const serviceOf = ({ role, port }: Place, root?: string): Service => serviceAt(port, { ...env, ROLE: role }, root);
  const services = places.map((place, at) => serviceOf(place, at % 2 === 0 ? older : undefined));
  return {
    services,
    async replace(at) {
      services[at] = serviceOf(places[at]!);
      await services[at].start();
    },
  };
}

async function strikeAll(
  { kills, restarts, seed, instances }: LoopOptions,
  { services, replace }: Fleet,
  server: Awaited<ReturnType<typeof startPostgres>>,
  load: Load,
): Promise<void> {
  const chance = chanceOf(seed);
  for (let strike = 0; strike < kills + restarts; strike += 1) {
    await delay(300 + chance.below(1500));
    if (strike < restarts) {
      await server!.restart(chance.happens(0.5) ? 'immediate' : 'fast');
      if (services.some((service) => !service.isRunning())) {
        throw new Error('a service ended when its database was restarted');
      }
    } else {
      const at = chance.below(services.length);
      // Beside others a process is also told to stop, as when a new version takes its place.
      if (instances && chance.happens(0.3)) await services[at]!.stop();
      else await services[at]!.kill();
      await replace(at);
    }
    if (process.stderr.isTTY) process.stderr.write(`\r${strike + 1} of ${kills + restarts}, ${load.sold} sold`);
  }
}

function whereOf(
  { instances }: LoopOptions,
  server: Awaited<ReturnType<typeof startPostgres>>,
  databaseUrl: string | undefined,
): string {
  if (!server) return databaseUrl === undefined ? 'embedded database' : 'PostgreSQL';
  if (!instances) return `${server.version} of its own`;
  const { apis, workers } = instances;
  return `${server.version} of its own, ${apis} api and ${workers} worker processes through pgbouncer`;
}

function report({ kills, restarts, seed }: LoopOptions, where: string, load: Load, tally: Tally): string {
  return [
    `Kill loop: seed ${seed}, ${where}`,
    `  service killed                      ${kills}`,
    `  database restarted                  ${restarts}`,
    `  requests for an invoice             ${load.tries}`,
    `  documents                           ${tally.documents}`,
    `  PDFs                                ${tally.pdfs}`,
    `  events read                         ${tally.events}`,
    `  acceptances per document, at most   ${tally.acceptancesMax}`,
    `  documents lost                      ${tally.lost}`,
    `  documents without a next action     ${tally.withoutNextAction}`,
    `  PDFs doubled                        ${tally.pdfsDoubled}`,
    `  events lost                         ${tally.eventsLost}`,
    `  events about what did not happen    ${tally.eventsAboutNothing}`,
    `  other violations                    ${tally.violations.length}`,
    ...tally.violations.slice(0, 20).map(({ what }) => `✖ ${what}`),
  ].join('\n');
}

async function rebuild(config: Config, tenant: Tenant): Promise<void> {
  const terminal = { isInteractive: false, write: () => undefined };
  const { text, hasFailed } = await rebuildCommand.run({
    config,
    options: { tenant: tenant.id },
    positionals: [],
    terminal,
  });
  if (hasFailed) throw new Error(`something differs after a rebuild:\n${text}`);
}

interface Open {
  documentId: string;
  kind: 'INVOICE' | 'CREDIT_NOTE';
  number: string;
  nextAction: string;
  submissionState: string;
  voidState: string | null;
}

/** The worker and, where it is asked for, an operator who tells the truth; answers what is open in spite of both. */
export async function settleEverything(shop: Shop, simulator: Simulator, words: Word[]): Promise<string[]> {
  const giveUpAt = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const answer = await ask(
      shop,
      '{ openDocuments { documentId kind number nextAction submissionState voidState } }',
      {},
    );
    const open: Open[] = answer?.openDocuments ?? [];
    if (answer?.openDocuments && open.length === 0) return [];
    if (performance.now() > giveUpAt) {
      return open.map((one) => `${one.number} still waits for ${one.nextAction}`);
    }
    for (const document of open) {
      const needsWord = document.nextAction === 'OPERATOR' || document.nextAction === 'AWAIT_NOTICE_OR_OPERATOR';
      if (needsWord) await settle(shop, simulator, words, document);
    }
    await delay(500);
  }
}

async function settle(shop: Shop, simulator: Simulator, words: Word[], document: Open): Promise<void> {
  if (document.voidState === 'UNKNOWN') {
    const verb = document.kind === 'INVOICE' ? 'voidInvoice(invoiceId' : 'voidCredit(creditId';
    await ask(shop, `mutation ($id: UUID!) { ${verb}: $id, reason: "The client gave the order twice") { id } }`, {
      id: document.documentId,
    });
    return;
  }
  const numeration = document.number.slice(document.number.indexOf('-') + 1);
  const isIt = (one: { kind: string; numeration: string }): boolean =>
    one.kind === document.kind && one.numeration === numeration;
  const found = simulator.documents().find((one) => isIt(one) && isAccepted({ pac: simulator }, one));
  const tried = simulator.counts().find(isIt);
  if (!found && tried) words.push({ about: placeOf(tried), after: simulator.acting().length });
  await ask(
    shop,
    'mutation ($id: UUID!, $pac: String, $not: String) { settleSubmission(documentId: $id, pacDocumentId: $pac, notReceivedReason: $not) { id } }',
    found
      ? { id: document.documentId, pac: found.id }
      : { id: document.documentId, not: 'The PAC says by telephone that it never came' },
  );
}

export async function check(
  config: ReturnType<typeof readConfig>,
  tenant: Tenant,
  simulator: Simulator,
  words: readonly Word[],
  told: readonly Told[],
): Promise<Tally> {
  const database: OpenDatabase = await openDatabase(config);
  const tally = emptyTally();
  const problems: string[] = [];
  try {
    await checkEnd({
      tenant,
      // The load does not record the person who repeats a void that waited for an operator.
      pac: { ...simulator, acting: () => simulator.acting().filter(({ operation }) => operation === 'submit') },
      all: simulator,
      words,
      orderOf: null,
      pages: null,
      stored: null,
      look: async <T extends object>(text: string, values: unknown[] = []) =>
        (await database.pool.query<T>(text, values)).rows,
      ask: (work) => inTenant(database, tenant, work),
      // With the heads that the service has handed out while it was killed.
      verify: async () => (await verifyTenant(await headsContext(config, database), tenant, [])).problems,
      now: () => systemClock.now(),
      told: () => Promise.resolve(told),
      stock: STOCK,
      tally,
      problems,
    });
  } finally {
    await database.close();
  }
  tally.violations = problems.map((what) => ({ run: 'kill loop', what }));
  return tally;
}
