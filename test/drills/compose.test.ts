// deploy/compose.yaml as it stands: each of its containers as a process with exactly its environment, since no container engine is at hand in a test.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../simulator/server.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { ask } from '../faults/kill-loop/load.ts';
import { COMPANY, openShop, PAC } from '../faults/kill-loop/open-shop.ts';
import { installedPostgres, startPostgres } from '../faults/kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';
import { S3_KEY, startS3StandIn } from '../support/s3-stand-in.ts';
import { eventually } from '../support/world.ts';

interface Service {
  command?: string[];
  environment: Record<string, string>;
  deploy?: { replicas: number };
  healthcheck?: { test: string[] };
}

const ROOT = join(import.meta.dirname, '../..');
const { load } = createRequire(import.meta.url)('js-yaml') as {
  load(text: string): { services: Record<string, Service> };
};
const { services } = load(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'));

/** Facts of the image: its command, its environment, and its health check. */
const IMAGE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
  .split(/^FROM /m)
  .at(-1)!;
const wordsOf = (line: RegExp): string[] => JSON.parse(line.exec(IMAGE)![1]!) as string[];
const ENTRY = wordsOf(/^ENTRYPOINT (.*)$/m).slice(1);
const COMMAND = wordsOf(/^CMD (.*)$/m);
const HEALTH = wordsOf(/^ {2}CMD (.*)$/m).slice(1);
const OF_IMAGE = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(IMAGE)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

const skip =
  installedPostgres() && spawnSync('psql', ['--version']).status === 0 ? false : 'no PostgreSQL is installed here';

test(
  'the containers of the example serve: healthy, a document certified, its page in the store',
  { skip },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'folio-compose-'));
    const server = (await startPostgres())!;
    const s3 = await startS3StandIn();
    const ports = [await freePort(), await freePort()];
    const simulator = await startSimulator({
      ...PAC,
      webhookUrl: `http://127.0.0.1:${ports[0]}`,
      verdictDelayMs: 300,
      companies: [COMPANY],
    });
    const running: ChildProcess[] = [];
    t.after(async () => {
      for (const one of running) one.kill('SIGKILL');
      await simulator.close();
      await s3.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Variables of folio.env; Compose knows no others. */
    const said: Record<string, string> = {
      FOLIO_PASSWORD: 'one-for-the-drill',
      FOLIO_OWNER_PASSWORD: 'another-for-the-drill',
      POSTGRES_PASSWORD: 'a-third-for-the-drill',
      FILES_URL: 's3://docs/folio',
      AWS_ACCESS_KEY_ID: S3_KEY.id,
      AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
      AWS_ENDPOINT_URL: s3.url,
      PAC_BASE_URL: simulator.url,
      PAC_API_KEY: PAC.apiKey,
      PAC_WEBHOOK_SECRET: PAC.webhookSecret,
      AUTH_JWT_SECRET: 'a secret for the drill of the compose file',
      ACTS_KEY: generateKeyPairSync('ed25519')
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .replaceAll('\n', String.raw`\n`),
      METRICS_TOKEN: 'a token of the drill',
    };
    const filled = (text: string): string =>
      text.replaceAll(/\$\{(\w+):([?-])(.*?)\}/g, (_, name: string, how: string, otherwise: string) => {
        if (said[name] === undefined && how === '?') throw new Error(`${name} is missing`);
        return said[name] ?? otherwise;
      });
    let containers = 0;
    /** Its host names and ports are those of this machine. */
    const environmentOf = (name: string, port = 0): Record<string, string> => {
      const own = Object.entries({ ...OF_IMAGE, ...services[name]!.environment });
      const data = join(folder, `data-${(containers += 1)}`);
      const here = own.map(([key, text]) => [key, filled(text).replace('@database:5432', `@127.0.0.1:${server.port}`)]);
      return { ...Object.fromEntries(here), PORT: String(port), DATA_DIR: data };
    };
    const argumentsOf = (name: string): string[] => [...ENTRY, ...(services[name]!.command ?? COMMAND)];

    // The database, as its container makes it on an empty volume.
    const { database } = services;
    const psql = { PATH: process.env['PATH'], PGHOST: '127.0.0.1', PGPORT: String(server.port) };
    const passwords = Object.entries(database!.environment).map(([key, text]) => [key, filled(text)]);
    execFileSync('sh', [join(ROOT, 'deploy/first-installation.sh')], {
      env: { ...psql, ...Object.fromEntries(passwords) },
    });
    execFileSync(database!.healthcheck!.test[1]!, database!.healthcheck!.test.slice(2), { env: psql });
    execFileSync(process.execPath, argumentsOf('migrate'), { cwd: ROOT, env: environmentOf('migrate'), stdio: 'pipe' });

    const refused = { ...environmentOf('api'), ACTS_KEY: '' };
    const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf('api'), {
      cwd: ROOT,
      env: refused,
      encoding: 'utf8',
    });
    assert.notEqual(status, 0);
    assert.match(stdout + stderr, /ACTS_KEY is required with FILES_URL/);

    const { shop } = await openShop(readConfig(environmentOf('api')), ports[0]!);
    const places = [...ports, await freePort(), await freePort()];
    const names = ['api', 'worker'].flatMap((name) => Array<string>(services[name]!.deploy!.replicas).fill(name));
    assert.equal(names.length, places.length);
    for (const [at, name] of names.entries()) {
      running.push(
        spawn(process.execPath, argumentsOf(name), {
          cwd: ROOT,
          env: environmentOf(name, places[at]),
          stdio: ['ignore', 'ignore', 'inherit'],
        }),
      );
    }
    for (const [at, port] of places.entries()) {
      const isHealthy = async (): Promise<boolean> => {
        const check = spawn(process.execPath, HEALTH, { env: { PORT: String(port) }, stdio: 'ignore' });
        return ((await once(check, 'exit')) as [number])[0] === 0;
      };
      await eventually(isHealthy, (healthy) => healthy || running[at]!.exitCode !== null);
      assert.equal(running[at]!.exitCode, null, names[at]!);
    }

    const order = await ask(shop, 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId: shop.clientId, lines: [{ itemId: shop.itemIds[0], quantity: '1' }] },
    });
    const other = { ...shop, url: `http://127.0.0.1:${ports[1]}` };
    const { generateInvoice: made } = await ask(
      other,
      'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id legalStatus submissionState } }',
      { id: order.createOrder.id },
    );
    assert.deepEqual([made.legalStatus, made.submissionState], ['PAC_AUTHORIZED', 'DONE']);
    await eventually(
      () => ask(shop, 'query ($id: UUID!) { invoice(id: $id) { legalStatus } }', { id: made.id }),
      ({ invoice }) => invoice.legalStatus === 'DGI_AUTHORIZED',
    );
    await eventually(
      async () => [...s3.objects.values()].filter((bytes) => bytes.subarray(0, 5).toString() === '%PDF-').length,
      (pages) => pages > 0,
    );
    assert.equal(simulator.documents().length, 1);
  },
);
