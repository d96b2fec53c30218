// Deployment: the container file's files are enough to serve, healthily; the unit is a valid one, and gives away little.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readConfig } from '../../src/wiring/config.ts';
import { freePort } from '../support/free-port.ts';
import { importsOf, projectFiles, readSources } from '../support/sources.ts';
import { eventually } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'folio-deploy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the container', () => {
  const stages = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8')
    .split(/^FROM /m)
    .slice(1);
  const copied = (stage: string): string[] =>
    [...stage.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
  const runtime = stages.at(-1)!;

  test('copies what exists', () => {
    assert.ok(stages.length === 2);
    for (const path of stages.flatMap(copied)) assert.ok(existsSync(join(ROOT, path)), path);
  });

  test('carries every package that its programs import', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const programs = projectFiles(ROOT).filter((path) => /^(src|migrations)\//.test(path) && !/\.test\.ts$/.test(path));
    const needed = readSources(ROOT, programs)
      .flatMap(importsOf)
      .filter(({ kind, to }) => kind === 'value' && !to.includes('.ts') && !to.startsWith('node:'))
      .map(({ to }) =>
        to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    const missing = [...new Set(needed)].filter(
      (name) => dependencies[name] === undefined && !/^(src|migrations|package\.json)$/.test(name),
    );
    assert.deepEqual(missing, []);
  });

  test('serves from the copied files alone, ends well, and its health check tells how it is', async () => {
    assert.match(runtime, /^USER node$/m);
    const app = join(folder, 'app');
    mkdirSync(app);
    for (const path of copied(runtime)) cpSync(join(ROOT, path), join(app, path), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'));
    // As the container's file system is.
    const data = join(folder, 'data');
    mkdirSync(data);
    const [, ...entry] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(runtime)![1]!) as string[];
    const command = JSON.parse(/^CMD (.*)$/m.exec(runtime)![1]!) as string[];
    const settings = Object.fromEntries(
      /^ENV (.*)$/m
        .exec(runtime)![1]!
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
    const port = await freePort();
    const env = {
      ...settings,
      PATH: '',
      PORT: String(port),
      DATA_DIR: data,
      DRAIN_MS: '0',
      PAC_BASE_URL: 'http://127.0.0.1:9/',
      PAC_API_KEY: 'a',
      PAC_WEBHOOK_SECRET: 'b',
      LOG_LEVEL: 'error',
    };
    // Variables of the container are known names.
    assert.doesNotThrow(() => readConfig({ ...settings }));
    chmodSync(app, 0o555);
    const service = spawn(process.execPath, [...entry, ...command], {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [service.stdout, service.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const exited = once(service, 'exit');
    try {
      const health = JSON.parse(/^ {2}CMD (.*)$/m.exec(runtime)![1]!) as string[];
      const isHealthy = async (): Promise<boolean> => {
        const check = spawn(process.execPath, health.slice(1), { env: { PORT: String(port) }, stdio: 'ignore' });
        return ((await once(check, 'exit')) as [number])[0] === 0;
      };
      assert.equal(await isHealthy(), false);
      await eventually(isHealthy, (healthy) => healthy || service.exitCode !== null);
      assert.equal(service.exitCode, null, said);
      service.kill('SIGTERM');
      assert.deepEqual(await exited, [0, null], said);
      assert.doesNotMatch(said, /"level":(40|50)/);
    } finally {
      service.kill('SIGKILL');
      chmodSync(app, 0o755);
    }
  });
});

test(
  'the unit is valid, and what it may do is little',
  { skip: spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'no systemd is installed here' },
  () => {
    const unit = readFileSync(join(ROOT, 'deploy/folio@.service'), 'utf8');
    const place = join(folder, 'folio@.service');
    // Its program need not be where the unit expects it, to be a valid unit.
    writeFileSync(place, unit.replace('/usr/bin/node', process.execPath));
    const verified = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', '--recursive-errors=no', join(dirname(place), 'folio@all.service')],
      { encoding: 'utf8' },
    );
    assert.deepEqual([verified.status, verified.stderr], [0, '']);
    const exposed = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', place], {
      encoding: 'utf8',
    });
    assert.equal(exposed.status, 0, exposed.stdout);
    const settings = Object.fromEntries(
      /^Environment=(.*)$/m
        .exec(unit)![1]!
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
    assert.doesNotThrow(() => readConfig({ ...settings, ROLE: settings['ROLE']!.replace('%i', 'worker') }));
  },
);

test('the example of many containers names settings that exist', () => {
  const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  const known = readFileSync(join(ROOT, 'src/wiring/config.ts'), 'utf8');
  const environment = /environment: &environment\n((?: {4}.*\n)+)/.exec(compose)![1]!;
  for (const [, name] of environment.matchAll(/^ {4}(\w+):/gm)) assert.match(known, new RegExp(`\\b${name!}:`), name!);
  assert.match(environment, /METRICS_TOKEN: \$\{METRICS_TOKEN:\?\}/, 'metrics that everybody may read');
  assert.match(environment, /ACTS_KEY: \$\{ACTS_KEY:\?\}/, 'a key for each container');
  for (const [, ports] of compose.matchAll(/ports: \[(.*)\]/g)) assert.match(ports!, /^'127\.0\.0\.1:/);
});

test('its database is made as the runbook makes one', () => {
  const statements = (text: string): string[] =>
    [...text.matchAll(/^(?:create|grant|revoke) .*;$/gm)]
      .map(([statement]) => statement.replace(', pg_monitor', ''))
      .filter((statement) => !statement.includes('folio_backup'));
  const [, runbook] = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').split('## First installation');
  const made = statements(readFileSync(join(ROOT, 'deploy/first-installation.sh'), 'utf8'));
  assert.deepEqual(made, statements(runbook!.split('\nEND')[0]!));
});
