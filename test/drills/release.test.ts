// A release: the same bytes from two clones in other places, zones and umasks; signed, verified, changed; unpacked and served without a development package.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { freePort } from '../support/free-port.ts';
import { cookieJar } from '../support/cookies.ts';

const ROOT = join(import.meta.dirname, '../..');
const isClone = spawnSync('git', ['-C', ROOT, 'rev-parse', 'HEAD']).status === 0;
const hasTools = ['openssl', 'tar'].every((tool) => spawnSync(tool, ['version']).error === undefined);
const skip = isClone && hasTools ? false : 'this is no clone, or openssl or tar is not installed';
const folder = mkdtempSync(join(tmpdir(), 'folio-release-drill-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
// With the settings of npm that the machine has.
const ENV = { ...process.env, PATH };

interface Sums {
  sums: string;
  out: string;
}

/** Hard links of the packages: they are what the lock file says in each clone. */
function builtIn(place: string, umask: string, env: Record<string, string>): Sums {
  const clone = join(folder, place);
  mkdirSync(dirname(clone), { recursive: true });
  const out = `${clone}.out`;
  const script = `umask ${umask} && git clone --quiet "$FROM" "$CLONE" && cp -al "$FROM/node_modules" "$CLONE/node_modules" &&
    cd "$CLONE" && node bin/start.mjs bin/release.ts build --out "$OUT"`;
  const given = { ...ENV, ...env, FROM: ROOT, CLONE: clone, OUT: out };
  execFileSync('/bin/sh', ['-c', script], { env: given, stdio: ['ignore', 'ignore', 'inherit'] });
  return { sums: readFileSync(join(out, 'SHA256SUMS'), 'utf8'), out };
}

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['bin/start.mjs', 'bin/release.ts', ...args], { cwd: ROOT, env: ENV, encoding: 'utf8' });
const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'utf8' });

describe('a release', { skip, timeout: 3_000_000 }, () => {
  let built: Sums;

  test('has the same bytes wherever, whenever and by whomever it is built', () => {
    built = builtIn('one', '077', { TZ: 'Asia/Tokyo', LC_ALL: 'C' });
    const again = builtIn('far from/the first one', '002', { TZ: 'America/Panama', LC_ALL: 'C.UTF-8' });
    assert.equal(again.sums, built.sums);
    assert.match(built.sums, /^[0-9a-f]{64} {2}folio-\d\S*\.tar\.gz\n[0-9a-f]{64} {2}folio-\d\S*\.cdx\.json\n$/);
  });

  test('has a bill of the packages that run, and of no other', () => {
    const file = readdirSync(built.out).find((name) => name.endsWith('.cdx.json'))!;
    const bill = JSON.parse(readFileSync(join(built.out, file), 'utf8')) as {
      metadata: { component: { name: string } };
      components: { name: string; version: string; hashes: unknown[] }[];
    };
    assert.equal(bill.metadata.component.name, 'folio');
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; name?: string }>;
    };
    const locked = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
    const names = locked.map(([path, one]) => `${one.name ?? path.replace(/^.*node_modules\//, '')}@${one.version}`);
    assert.deepEqual(
      [...new Set(bill.components.map(({ name, version }) => `${name}@${version}`))].toSorted(),
      [...new Set(names)].toSorted(),
    );
    assert.ok(bill.components.every(({ hashes }) => hashes.length > 0));
  });

  test('is verified by its key alone, with openssl too, and not when one byte is another', () => {
    const [key, pub, wrong] = ['key.pem', 'pub.pem', 'wrong.pem'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const one of [key, wrong]) assert.equal(openssl('genpkey', '-algorithm', 'ed25519', '-out', one).status, 0);
    assert.equal(openssl('pkey', '-in', key, '-pubout', '-out', pub).status, 0);
    const { out } = built;
    assert.equal(release('verify', '--out', out, '--key', pub).status, 1, 'nothing is signed yet');
    assert.equal(release('sign', '--out', out, '--key', key).status, 0);
    const { stdout } = release('verify', '--out', out, '--key', pub);
    assert.match(stdout, /^verified: folio-\S+\.tar\.gz, folio-\S+\.cdx\.json\n$/);
    assert.equal(release('verify', '--out', out, '--key', wrong).status, 1);
    const [sums, signature] = [join(out, 'SHA256SUMS'), join(out, 'SHA256SUMS.sig')];
    const others = ['pkeyutl', '-verify', '-pubin', '-inkey', pub, '-rawin', '-in', sums, '-sigfile', signature];
    assert.match(openssl(...others).stdout, /Verified Successfully/);
    const copy = join(folder, 'changed');
    for (const name of readdirSync(out)) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(out, copy, { recursive: true });
      const bytes = readFileSync(join(copy, name));
      bytes[Math.floor(bytes.length / 2)]! ^= 1;
      writeFileSync(join(copy, name), bytes);
      assert.equal(release('verify', '--out', copy, '--key', pub).status, 1, name);
    }
    rmSync(copy, { recursive: true });
    cpSync(out, copy, { recursive: true });
    writeFileSync(join(copy, 'folio-extra.tar.gz'), '');
    assert.match(release('verify', '--out', copy, '--key', pub).stderr, /folio-extra\.tar\.gz is not in SHA256SUMS/);
  });

  test('unpacked, installed without development packages, it serves the dashboard and signs in', async (t) => {
    const file = readdirSync(built.out).find((name) => name.endsWith('.tar.gz'))!;
    execFileSync('tar', ['-xzf', join(built.out, file), '-C', folder]);
    const unpacked = join(folder, file.replace(/\.tar\.gz$/, ''));
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: unpacked, env: ENV, stdio: 'inherit' });
    for (const name of ['vite', 'typescript', 'playwright-core', 'oxlint']) {
      assert.ok(!existsSync(join(unpacked, 'node_modules', name)), `${name} is not installed`);
    }
    const [port, simulatorPort] = [await freePort(), await freePort()];
    const env = { ...ENV, PORT: String(port), SIMULATOR_PORT: String(simulatorPort), DATA_DIR: join(folder, 'data') };
    const service = spawn('npm', ['start'], { cwd: unpacked, env: { ...env, LOG_LEVEL: 'warn' }, stdio: 'pipe' });
    const ended = once(service, 'exit');
    t.after(async () => {
      service.kill('SIGTERM');
      await ended;
    });
    let said = '';
    const isReady = new Promise<void>((resolve) => {
      for (const stream of [service.stdout, service.stderr]) {
        stream.on('data', (chunk) => {
          said += String(chunk);
          if (said.includes('A first query')) resolve();
        });
      }
    });
    await Promise.race([isReady, ended]);
    const url = `http://127.0.0.1:${port}`;
    const [, token = ''] = /^ {2}Token +(\S+)$/m.exec(said) ?? assert.fail(said);
    const jar = cookieJar(url);
    assert.equal(await jar.signIn(token), 200);
    const page = await (await fetch(url)).text();
    const [, script = ''] = /<script[^>]+src="([^"]+\.js)"/.exec(page) ?? assert.fail(page);
    assert.equal((await fetch(new URL(script, url))).status, 200, 'the dashboard is there');
    assert.equal((await fetch(`${url}/docs/`)).status, 200, 'and the documentation');
    assert.doesNotMatch(said, /Installing|could not be built/);
  });
});

describe('the check of advisories', () => {
  /** The registry's answer about these packages alone. */
  async function checked(
    said: ((names: string[]) => object) | undefined,
  ): Promise<{ status: number | null; stdout: string }> {
    const registry = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (chunk: Buffer) => parts.push(chunk));
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        if (request.method === 'POST') {
          const names = said && Object.keys(JSON.parse(gunzipSync(Buffer.concat(parts)).toString()) as object);
          if (names) response.end(JSON.stringify(said(names)));
          else response.writeHead(405).end();
          return;
        }
        const name = decodeURIComponent(request.url!.slice(1));
        const { version } = LOCK[`node_modules/${name}`] ?? { version: '1.0.0' };
        response.end(
          JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } }),
        );
      });
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    const { port } = registry.address() as AddressInfo;
    const env = { ...ENV, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' };
    const program = spawn(process.execPath, ['bin/advisories.ts'], { cwd: ROOT, env, stdio: 'pipe' });
    let stdout = '';
    program.stdout.on('data', (chunk) => (stdout += String(chunk)));
    const [status] = (await once(program, 'close')) as [number | null];
    registry.close();
    return { status, stdout };
  }
  const LOCK = (
    JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>;
    }
  ).packages;
  const advisory = (name: string, severity: string) => ({
    [name]: [
      {
        // npm keeps what it has heard of each.
        id: severity.length,
        url: 'https://advisories.example/1',
        title: 'Of the drill',
        severity,
        vulnerable_versions: '>=0',
        cwe: [],
        cvss: { score: 0, vectorString: null },
      },
    ],
  });

  test('is red for one that is high in what runs, and not for less, nor for what only develops', async () => {
    let asked: string[] = [];
    const high = await checked((names) => ((asked = names), advisory('undici', 'high')));
    assert.equal(high.status, 1, high.stdout);
    assert.match(high.stdout, /^high +undici: Of the drill https:\/\/advisories\.example\/1$/m);
    for (const name of ['fastify', 'graphql', 'jose'])
      assert.ok(asked.includes(name), `asked about ${name}, which runs`);
    assert.ok(!asked.includes('vite'), 'and not about what only develops');
    const moderate = await checked(() => advisory('undici', 'moderate'));
    assert.equal(moderate.status, 0, moderate.stdout);
    assert.match(moderate.stdout, /0 of them high or critical/);
    assert.equal((await checked(() => ({}))).status, 0);
  });

  test('says plainly where a registry offers none', async () => {
    const { status, stdout } = await checked(undefined);
    assert.equal(status, 0);
    assert.match(stdout, /^advisories: not checked: /);
    assert.doesNotMatch(stdout, /127\.0\.0\.1/);
  });
});
