// folio doctor: what is wrong with an installation, line by line, each with its cure; changes nothing but a probe file in the store.
import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fenceProblems, loginProblems } from '../canary/fence.ts';
import { documentGauges, wentBackBecause } from '../certification/index.ts';
import { creditsTakenBack } from '../invoicing/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Sample } from '../platform/metrics.ts';
import { readSecrets } from '../platform/secrets.ts';
import { migrationStatus } from '../platform/migrate.ts';
import { isPooled } from '../platform/pooler.ts';
import { askAccount, USUAL_MAKE } from '../pac/index.ts';
import { inTenant, listTenants, makeOfCompany, pacAccountsOf } from '../tenancy/index.ts';
import { durability, durabilityWarnings, lossOnCrash } from '../wiring/durability.ts';
import { kidOf, listTokens } from '../access/index.ts';
import { fileStore } from '../wiring/app.ts';
import { configWarnings } from '../wiring/config-warnings.ts';
import { ConfigError, readServiceConfig, type Config } from '../wiring/config.ts';
import { keyAges, keysInUse } from '../wiring/keys-in-use.ts';
import { allMigrations, forMigrations, openDatabase, type OpenDatabase } from '../wiring/open-database.ts';
import { startProblem } from '../wiring/start-problem.ts';
import { askRoute } from './ask-route.ts';
import { command, type Call, type Terminal } from './command.ts';
import { withJobs, withPac } from './with-app.ts';
import { DAY_MS } from '../platform/days.ts';

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  says: string;
  cure?: string;
}

type Line = Omit<Finding, 'check'>;

const ok = (says: string): Line => ({ state: 'ok', says });
const warning = (says: string, cure: string): Line => ({ state: 'warning', says, cure });
const wrong = (says: string, cure: string): Line => ({ state: 'wrong', says, cure });
const chapter = (anchor: string): string => `docs/operations.md#${anchor}`;

const LEAST_VERSION = 150_000;
const SKEW_MS = { warning: 1_000, wrong: 30_000 };
/** Limits of ops/prometheus-alerts.yml. */
const FREE_BYTES = 2e9;
const QUEUE_SECONDS = 300;
const STUCK_SECONDS: Record<string, number> = { PENDING: 3600, UNKNOWN: 3600, VOIDING: 3600, AWAITING_VERDICT: 86_400 };
const SOON_DAYS = 14;
const MOST_NUMBERS = 20;
/** Also in ops/prometheus-alerts.yml. */
const KEY_DAYS = 365;

export const doctorCommand = command('doctor', async (args) => {
  const found: Finding[] = [];
  let dataDir = '';
  /** A failure inside a check becomes a finding; the answer is then undefined. */
  async function check<T extends Line[] | OpenDatabase>(name: string, look: () => Promise<T>): Promise<T | undefined> {
    try {
      const lines = await look();
      if (Array.isArray(lines)) found.push(...lines.map((one) => ({ check: name, ...one })));
      return lines;
    } catch (error) {
      const says = startProblem(error, { dataDir, isTraced: false })
        .replace(/^Folio did not start: /, '')
        .split('\nLOG_LEVEL')[0]!;
      found.push({ check: name, ...wrong(says, CURES[name] ?? chapter('before-you-begin')) });
      return undefined;
    }
  }

  const config = configOf(args, found);
  if (config) {
    dataDir = config.DATA_DIR;
    await check('files', () => files(config));
    await check('disk', () => disk(config));
    const database = await check('database', () => openDatabase(config));
    if (database) {
      try {
        const serverState = await check('database', () => server(config, database));
        const isReady = serverState && (await check('migrations', () => migrations(database)));
        if (isReady?.every(({ state }) => state === 'ok')) {
          await check('commits', () => commits(database));
          await check('isolation', () => isolation(database));
          await check('tokens', () => tokens(database));
          await check('keys', () => keys(config, database));
          await check('documents', () => documents(database));
          await check('payments', () => payments(database));
          await check('queue', () => queue(config, database));
          await check('pac', () => pac({ config, terminal: args.terminal }, database));
        }
      } finally {
        await database.close();
      }
    }
    await check('service', () => service(config, args.options['url']));
  }
  const count = (state: Finding['state']) => found.filter((one) => one.state === state).length;
  const summary = `${count('ok')} ok, ${count('warning')} warnings, ${count('wrong')} wrong`;
  return {
    json: { ok: count('ok'), warnings: count('warning'), wrong: count('wrong'), findings: found },
    text: [...found.map(textOf), summary].join('\n'),
    hasFailed: count('wrong') > 0,
  };
});

/** Explanations of checks that fail outright. */
const CURES: Record<string, string> = {
  files: 'FILES_URL, or the rights of this user on DATA_DIR: docs/configuration.md',
  database: 'DATABASE_URL, and whether PostgreSQL runs and lets this login in: docs/operations.md#first-installation',
  queue: chapter('queue-lag'),
  pac: chapter('pac-down'),
  service: chapter('start-and-stop'),
};

function configOf({ env }: Call, found: Finding[]): Config | undefined {
  try {
    const config = readServiceConfig(env);
    const weak = configWarnings(config, { isShared: config.DATABASE_URL !== undefined });
    const lines = weak.map((says) => warning(says, 'docs/configuration.md'));
    found.push(
      ...orOk(lines, 'every name is known, nothing is missing').map((one) => ({ check: 'configuration', ...one })),
    );
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.message.split('\n  - ').slice(1);
    found.push(...problems.map((says) => ({ check: 'configuration', ...wrong(says, 'docs/configuration.md') })));
    return undefined;
  }
}

const orOk = (lines: Line[], says: string): Line[] => (lines.length > 0 ? lines : [ok(says)]);

async function files(config: Config): Promise<Line[]> {
  const where = config.FILES_URL ?? 'DATA_DIR';
  const store = fileStore(config);
  const written = Buffer.from(systemClock.now().toISOString());
  await store.put('doctor/probe', written);
  const found = await store.read('doctor/probe');
  if (found && (await buffer(found.bytes)).equals(written)) return [ok(`what is written to ${where} can be read`)];
  return [
    wrong(
      `what was written to ${where} cannot be read`,
      'another program may write there, or the store keeps old copies',
    ),
  ];
}

async function disk({ DATA_DIR }: Config): Promise<Line[]> {
  const { bavail, bsize } = await statfs(DATA_DIR);
  const free = bavail * bsize;
  const says = `${(free / 1e9).toFixed(1)} GB are free on the disk of ${DATA_DIR}`;
  return [free < FREE_BYTES ? warning(says, chapter('disk-full')) : ok(says)];
}

async function server(config: Config, database: OpenDatabase): Promise<Line[]> {
  const client = await database.pool.connect();
  try {
    const args = performance.now();
    const before = systemClock.now().getTime();
    const { rows } = await client.query<{ version: number; name: string; at: Date }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name, clock_timestamp() as at`,
    );
    const tookMs = performance.now() - args;
    const { version, name, at } = rows[0]!;
    const skewMs = Math.max(0, Math.abs(at.getTime() - before - tookMs / 2) - tookMs / 2);
    const lines = [
      version < LEAST_VERSION
        ? wrong(`PostgreSQL ${name} is too old`, 'PostgreSQL 15 or later')
        : ok(`PostgreSQL ${name} answers in ${tookMs.toFixed(0)} ms`),
    ];
    const skew = `its clock and this machine's differ by ${(skewMs / 1000).toFixed(1)} s`;
    if (skewMs > SKEW_MS.warning) {
      lines.push((skewMs > SKEW_MS.wrong ? wrong : warning)(skew, 'let both machines keep time by NTP'));
    }
    if (config.DATABASE_URL !== undefined && config.DATABASE_DIRECT_URL === undefined && (await isPooled(client))) {
      const cure = 'set DATABASE_DIRECT_URL to PostgreSQL itself: docs/configuration.md';
      lines.push(warning('DATABASE_URL leads through a pooler: workers look for jobs instead of being woken', cure));
    }
    return lines;
  } finally {
    client.release();
  }
}

async function commits(database: OpenDatabase): Promise<Line[]> {
  const durable = await durability(database);
  const loss = lossOnCrash(durable);
  if (loss !== null) return [wrong(loss, 'take synchronous_commit off from what sets it for this role or database')];
  const because = await wentBackBecause(database);
  if (because !== null) return [wrong(`the database went back in time: ${because}`, chapter('failover'))];
  const weak = database.kind === 'postgres' ? durabilityWarnings(durable) : [];
  const warnings = weak.map((one) => warning(one, chapter('start-and-stop')));
  return orOk(warnings, 'what was answered survives a crash');
}

async function migrations({ db }: OpenDatabase): Promise<Line[]> {
  const { applied, pending } = await migrationStatus(forMigrations(db), await allMigrations());
  if (pending.length === 0) return [ok(`all ${applied.length} are applied`)];
  return [wrong(`${pending.length} are pending, from ${pending[0]} on`, 'npm run folio -- migrate up')];
}

async function isolation(database: OpenDatabase): Promise<Line[]> {
  const holes = await fenceProblems(database);
  const logins = database.kind === 'postgres' ? await loginProblems(database) : [];
  const lines = [
    ...holes.map((one) => wrong(one, chapter('isolation-problem'))),
    ...logins.map((one) => warning(one, chapter('first-installation'))),
  ];
  return orOk(lines, 'tenants are kept apart, and logins can do what they must');
}

async function tokens(database: OpenDatabase): Promise<Line[]> {
  const now = systemClock.now().getTime();
  const ending: string[] = [];
  for (const tenant of await listTenants(database)) {
    for (const token of await inTenant(database, tenant, listTokens)) {
      const [made, end] = [token.created_at.getTime(), token.expires_at.getTime()];
      // One that was made for a day is meant to end.
      const isLasting = end - made > 2 * SOON_DAYS * DAY_MS;
      const isSoon = end > now && end - now < SOON_DAYS * DAY_MS;
      if (token.revoked_at === null && isLasting && isSoon) {
        ending.push(`${token.user_name} of ${tenant.name}, ${token.expires_at.toISOString().slice(0, 10)}`);
      }
    }
  }
  const lines = ending.map((one) => warning(`a token ends soon: ${one}`, 'npm run folio -- token create --help'));
  return orOk(lines, `none ends within ${SOON_DAYS} days`);
}

async function keys(config: Config, database: OpenDatabase): Promise<Line[]> {
  const isOurs = config.AUTH_JWT_SECRET === undefined && config.AUTH_JWKS_URL === undefined;
  const inUse = keysInUse(config, isOurs ? await readSecrets(config.DATA_DIR) : undefined);
  const now = systemClock.now();
  const ages = await keyAges(database, inUse, now);
  const old = ages.map(({ name, seconds }) => ({ name, days: Math.floor((seconds * 1000) / DAY_MS) }));
  const lines = old
    .filter(({ days }) => days > KEY_DAYS)
    .map(({ name, days }) => warning(`${name} has been the same for ${days} days`, chapter('rotate-secrets')));
  const { AUTH_JWT_SECRET: first, AUTH_JWT_SECRET_SECONDARY: second } = inUse;
  if (first !== undefined && second !== undefined) {
    const all = await Promise.all((await listTenants(database)).map((one) => inTenant(database, one, listTokens)));
    const needed = all.flat().filter((token) => {
      return token.revoked_at === null && token.expires_at > now && token.key_id !== kidOf(first);
    });
    const last = new Date(Math.max(0, ...needed.map((token) => token.expires_at.getTime())));
    const until = needed.length === 0 ? '' : `, the last of them until ${last.toISOString().slice(0, 10)}`;
    lines.push(ok(`${needed.length} listed tokens need AUTH_JWT_SECRET_SECONDARY${until}`));
  }
  return orOk(lines, `none is older than ${KEY_DAYS} days`);
}

const valueOf = (samples: readonly Sample[], gauge: string, state?: string): number =>
  samples.find((one) => one.gauge === gauge && one.labels?.['state'] === state)?.value ?? 0;

async function documents(database: OpenDatabase): Promise<Line[]> {
  const samples = await documentGauges(database).ask();
  const parked = valueOf(samples, 'folio_documents', 'PARKED');
  const refused = valueOf(samples, 'folio_tenants_credentials_refused');
  const lines = Object.entries(STUCK_SECONDS).flatMap(([state, most]) => {
    const seconds = valueOf(samples, 'folio_documents_oldest_age_seconds', state);
    const says = `a document has been ${state} for ${Math.round(seconds / 3600)} hours`;
    return seconds > most ? [wrong(says, chapter('stuck-document'))] : [];
  });
  if (parked > 0) lines.push(wrong(`${parked} wait for an operator`, chapter('stuck-document')));
  if (refused > 0)
    lines.push(wrong(`the PAC refuses the credentials of ${refused} tenants`, chapter('credentials-refused')));
  return orOk(lines, 'none is stuck, none waits for an operator');
}

async function payments(database: OpenDatabase): Promise<Line[]> {
  const lines: Line[] = [];
  for (const tenant of await listTenants(database)) {
    const numbers = await inTenant(database, tenant, creditsTakenBack);
    if (numbers.length === 0) continue;
    const more = numbers.length > MOST_NUMBERS ? ` and ${numbers.length - MOST_NUMBERS} more` : '';
    const says = `payments by CREDIT of ${tenant.name} were taken back, and their invoices are owed: ${numbers.slice(0, MOST_NUMBERS).join(', ')}${more}`;
    lines.push(warning(says, 'collect them, or register how they were paid in truth'));
  }
  return orOk(lines, 'no invoice is owed whose payment by CREDIT was taken back');
}

async function queue(config: Config, database: OpenDatabase): Promise<Line[]> {
  const silent = { isInteractive: false, write: () => undefined };
  const samples = await withJobs({ config, terminal: silent }, database, (jobs) =>
    Promise.all(jobs.gauges().map(({ ask }) => ask())),
  );
  const lines = samples.flat().flatMap(({ gauge, labels, value }) => {
    if (gauge !== 'folio_queue_oldest_job_age_seconds' || value <= QUEUE_SECONDS) return [];
    const says = `a job of ${labels!['queue']} has waited for ${Math.round(value / 60)} minutes`;
    return [wrong(says, `does a process with ROLE=worker or all run? ${chapter('queue-lag')}`)];
  });
  return orOk(lines, 'no job waits that could run, so workers are alive');
}

async function pac(args: { config: Config; terminal: Terminal }, database: OpenDatabase): Promise<Line[]> {
  if (!args.config.pac) return [ok('a simulator stands in for it')];
  const tenants = (await listTenants(database)).filter(({ ruc, closedAt }) => ruc !== null && closedAt === null);
  const accounts = tenants.flatMap((tenant) => pacAccountsOf(tenant).map((companyId) => ({ tenant, companyId })));
  const cure = 'npm run folio -- tenant update --help';
  if (accounts.length === 0) return [warning('no tenant has a RUC and a company there, so it cannot be asked', cure)];
  return withPac(args, database, async (app) => {
    const lines: Line[] = [];
    const believed = new Map<string, string[]>();
    for (const { tenant, companyId } of accounts) {
      const make = makeOfCompany(tenant, companyId) ?? USUAL_MAKE;
      const answer = await askAccount(app.pac, { companyId, ruc: tenant.ruc! });
      const who = `${tenant.name}, company ${companyId} at ${make}`;
      if (answer.outcome === 'refusedCredentials')
        lines.push(wrong(`it refuses the credentials for ${who}: ${answer.cause}`, chapter('credentials-refused')));
      else if (answer.outcome === 'unavailable')
        lines.push(wrong(`it does not answer for ${who}: ${answer.cause}`, chapter('pac-down')));
      else believed.set(make, [...(believed.get(make) ?? []), tenant.name]);
    }
    const oks = [...believed].map(([make, names]) => {
      const more = names.length > MOST_NUMBERS ? ` and ${names.length - MOST_NUMBERS} more` : '';
      return ok(`${make} answers, and believes the credentials for ${names.slice(0, MOST_NUMBERS).join(', ')}${more}`);
    });
    return [...lines, ...oks];
  });
}

async function service(config: Config, url: string | undefined): Promise<Line[]> {
  const base = (url ?? `http://127.0.0.1:${config.PORT}`).replace(/\/$/, '');
  const ready = await askRoute(`${base}/readyz`);
  if (ready.problem !== undefined) return [wrong(`nothing answers at ${base}: ${ready.problem}`, CURES['service']!)];
  const lines = [
    ready.status === 200
      ? ok(`${base} is ready`)
      : wrong(`${base}/readyz answers ${ready.status}: ${ready.body}`, CURES['service']!),
  ];
  if (config.ROLE === 'worker' && url === undefined) return lines;
  // Without a signature it is refused before anything is looked at; whatever else answers is not our route.
  const { status } = await askRoute(`${base}/webhooks/pac/doctor`, '{}');
  const cure = 'the proxy must pass /webhooks/pac/… on as it is: docs/operations.md#first-installation';
  lines.push(
    status === 403 || status === 429
      ? ok('the route of notices answers')
      : wrong(`the route of notices answers ${status}, not 403`, cure),
  );
  return lines;
}

function textOf({ check, state, says, cure }: Finding): string {
  const line = `${(state === 'wrong' ? 'WRONG' : state).padEnd(8)} ${check.padEnd(14)} ${says}`;
  return cure === undefined ? line : `${line}\n${''.padEnd(24)}→ ${cure}`;
}
