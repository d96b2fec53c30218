// The real service under load, killed (or its database restarted) again and again; afterwards its books against the PAC's.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import { createClient, createItem, ensureDefaultLocation } from '../../src/catalog/index.ts';
import { readConfig } from '../../src/config.ts';
import { allMigrations, forMigrations, openDatabase, type OpenDatabase } from '../../src/open-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { migrateUp } from '../../src/platform/migrate.ts';
import { adjustStock } from '../../src/stock/index.ts';
import { createTenant, inTenant, issueToken, type Tenant } from '../../src/tenancy/index.ts';
import { createDatabase } from './campaign/campaign-database.ts';
import { chanceOf } from './campaign/chance.ts';
import { checkEnd } from './campaign/oracle.ts';
import { emptyTally } from './campaign/tally.ts';
import { verifyBooks } from './campaign/verify-books.ts';
import { isAccepted } from './campaign/walk.ts';
import { ask, workOn, type Load, type Shop } from './kill-loop/load.ts';
import { freePort, startPostgres } from './kill-loop/postgres-server.ts';
import { serviceAt } from './kill-loop/killable-process.ts';

const JWT_SECRET = 'a secret for the kill loop only';
const STOCK = '1000000';
const PEOPLE = 6;
const SETTLE_WITHIN_MS = 420_000;
const COMPANY = { companyId: 'kill-loop', ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

/** What goes wrong at the PAC meanwhile: rarely, and each for good reason. */
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

export async function killLoop(options: { kills: number; restarts: number; seed: string }): Promise<number> {
  const { kills, restarts, seed } = options;
  const server = restarts > 0 ? await startPostgres() : undefined;
  if (restarts > 0 && !server) {
    console.log('skipped: no PostgreSQL is installed here that could be restarted');
    return 0;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-kill-loop-'));
  const shared = process.env['TEST_DATABASE_URL'];
  const own = server || shared === undefined ? undefined : await createDatabase(shared);
  const databaseUrl = server?.url ?? own?.url;
  const port = await freePort();
  const simulator = await startSimulator({
    apiKey: 'kill-loop-key',
    webhookSecret: 'kill-loop-secret',
    webhookUrl: `http://127.0.0.1:${port}`,
    verdictDelayMs: 300,
    seed,
    companies: [COMPANY],
    knobs: { webhookRetryMs: 500, standingFaults: [...STANDING] },
  });
  const env = {
    DATA_DIR: dataDir,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    DEMO: 'off',
    PAC_BASE_URL: simulator.url,
    PAC_API_KEY: 'kill-loop-key',
    PAC_WEBHOOK_SECRET: 'kill-loop-secret',
    PAC_POLL_INTERVAL_MS: '500',
    PAC_POLL_ATTEMPTS: '20',
    PAC_TIMEOUT_MS: '2000',
    AUTH_JWT_SECRET: JWT_SECRET,
    LOG_LEVEL: 'fatal',
  };
  const config = readConfig(env);
  const { tenant, shop } = await openShop(config, port);
  const service = serviceAt(port, env);
  const chance = chanceOf(seed);
  const load: Load = { sold: 0, tries: 0 };
  const started = performance.now();
  try {
    await service.start();
    let isOver = false;
    const people = Array.from({ length: PEOPLE }, (_, index) =>
      workOn(shop, chanceOf(`${seed} ${index}`), load, () => isOver),
    );
    for (let strike = 0; strike < kills + restarts; strike += 1) {
      await delay(300 + chance.below(1500));
      if (strike < restarts) {
        await server!.restart(chance.happens(0.5) ? 'immediate' : 'fast');
        if (!service.isRunning()) throw new Error('the service ended when its database was restarted');
      } else {
        await service.kill();
        await service.start();
      }
      if (process.stderr.isTTY) process.stderr.write(`\r${strike + 1} of ${kills + restarts}, ${load.sold} sold`);
    }
    isOver = true;
    await Promise.all(people);
    simulator.setKnobs({ standingFaults: [] });
    const open = await settleEverything(shop, simulator);
    await service.stop();
    const tally = await check(config, tenant, simulator);
    tally.withoutNextAction += open.length;
    tally.violations.push(...open.map((what) => ({ run: seed, what })));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const where = server
      ? `${server.version} of its own`
      : databaseUrl === undefined
        ? 'embedded database'
        : 'PostgreSQL';
    console.log(
      [
        `Kill loop: seed ${seed}, ${where}, ${seconds} s`,
        `  service killed                      ${kills}`,
        `  database restarted                  ${restarts}`,
        `  requests for an invoice             ${load.tries}`,
        `  documents                           ${tally.documents}`,
        `  PDFs                                ${tally.pdfs}`,
        `  acceptances per document, at most   ${tally.acceptancesMax}`,
        `  documents lost                      ${tally.lost}`,
        `  documents without a next action     ${tally.withoutNextAction}`,
        `  PDFs doubled                        ${tally.pdfsDoubled}`,
        `  other violations                    ${tally.violations.length}`,
        ...tally.violations.slice(0, 20).map(({ what }) => `✖ ${what}`),
      ].join('\n'),
    );
    return tally.violations.length === 0 ? 0 : 1;
  } finally {
    await service.kill();
    await simulator.close();
    await server?.stop();
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function openShop(config: ReturnType<typeof readConfig>, port: number): Promise<{ tenant: Tenant; shop: Shop }> {
  const database = await openDatabase(config);
  try {
    await migrateUp(forMigrations(database.db), await allMigrations());
    const { companyId, ruc, dv } = COMPANY;
    const tenant = await createTenant(database, { name: 'Kill loop', ruc, dv, pacCompanyId: companyId });
    const { itemIds, clientId } = await inTenant(database, tenant, async (db) => {
      await ensureDefaultLocation(db);
      const client = await createClient(db, { name: 'Ana Pérez', receiverType: 'CONSUMIDOR_FINAL' });
      const ids = [];
      for (const sku of ['ONE', 'TWO', 'THREE']) {
        const item = await createItem(db, {
          sku,
          name: `Item ${sku}`,
          unit: 'und',
          unitPrice: '10',
          taxRate: '7',
          trackingMode: 'NONE',
          allowNegativeStock: false,
        });
        await adjustStock(db, { itemId: item.id, quantityChange: STOCK, description: 'Counted' }, 'kill-loop');
        ids.push(item.id);
      }
      return { itemIds: ids, clientId: client.id };
    });
    const token = await issueToken(JWT_SECRET, {
      userName: 'kill-loop',
      tenantId: tenant.id,
      roles: ['admin'],
      expiresIn: '12h',
      now: systemClock.now(),
    });
    return { tenant, shop: { url: `http://127.0.0.1:${port}`, token, itemIds, clientId } };
  } finally {
    await database.close();
  }
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
async function settleEverything(shop: Shop, simulator: Simulator): Promise<string[]> {
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
      if (needsWord) await settle(shop, simulator, document);
    }
    await delay(500);
  }
}

async function settle(shop: Shop, simulator: Simulator, document: Open): Promise<void> {
  if (document.voidState === 'UNKNOWN') {
    const verb = document.kind === 'INVOICE' ? 'voidInvoice(invoiceId' : 'voidCredit(creditId';
    await ask(shop, `mutation ($id: UUID!) { ${verb}: $id, reason: "The client gave the order twice") { id } }`, {
      id: document.documentId,
    });
    return;
  }
  const numeration = document.number.slice(document.number.indexOf('-') + 1);
  const found = simulator
    .documents()
    .find((one) => one.kind === document.kind && one.numeration === numeration && isAccepted({ pac: simulator }, one));
  await ask(
    shop,
    'mutation ($id: UUID!, $pac: String, $not: String) { settleSubmission(documentId: $id, pacDocumentId: $pac, notReceivedReason: $not) { id } }',
    found
      ? { id: document.documentId, pac: found.id }
      : { id: document.documentId, not: 'The PAC says by telephone that it never came' },
  );
}

async function check(config: ReturnType<typeof readConfig>, tenant: Tenant, simulator: Simulator) {
  const database: OpenDatabase = await openDatabase(config);
  const tally = emptyTally();
  const problems: string[] = [];
  try {
    await checkEnd({
      tenant,
      pac: simulator,
      arrived: (kind, numeration) =>
        simulator.counts().find((one) => one.kind === kind && one.numeration === numeration)?.attempts ?? 0,
      look: async <T extends object>(text: string, values: unknown[] = []) =>
        (await database.pool.query<T>(text, values)).rows,
      verifyBooks: () => inTenant(database, tenant, verifyBooks),
      now: () => systemClock.now(),
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
