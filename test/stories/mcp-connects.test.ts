// How programs of assistants connect: a command over stdio, and the provider that the metadata names.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { newAssistant } from '../support/assistant.ts';
import { newKey, startIdentityProvider } from '../support/identity-provider.ts';
import { createWorld, newShop, type Answer, type World } from '../support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'story', version: '1' } };

test('folio mcp speaks the protocol line by line, and a plan confirmed twice is done once', async (t) => {
  const { here, shop } = await newShop();
  const assistant = await newAssistant(here, shop);
  const folder = await mkdtemp(join(tmpdir(), 'folio-mcp-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'token');
  await writeFile(file, `${assistant.token}\n`);
  const started = (url: string) =>
    spawn(process.execPath, ['src/cli/folio.ts', 'mcp', '--token-file', file, '--url', url, '--language', 'en'], {
      ...{ cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] as const },
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    });
  const program = started(here.url);
  t.after(() => program.kill('SIGKILL'));
  const waiting = new Map<number, (answer: Answer) => void>();
  const said: string[] = [];
  createInterface({ input: program.stdout }).on('line', (line) => {
    said.push(line);
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let id = 0;
  const ask = (method: string, params: object = {}): Promise<Answer> => {
    id += 1;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return answered;
  };
  const call = async (name: string, input: object): Promise<Answer> => {
    const { result } = await ask('tools/call', { name, arguments: input });
    assert.ok(!result.isError, result.content[0].text);
    return JSON.parse(result.content[0].text);
  };
  const { result } = await ask('initialize', HELLO);
  assert.deepEqual([result.serverInfo.name, result.protocolVersion], ['folio', '2025-11-25']);
  program.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  const { tools } = (await ask('tools/list')).result;
  for (const name of ['find', 'today', 'describe', 'plan', 'confirm'])
    assert.ok(
      tools.some((one: { name: string }) => one.name === name),
      name,
    );
  assert.match((await call('needs', {})).now, /^\d{4}-/);
  const { planId } = await call('plan', { act: 'createClient', arguments: { input: { name: 'Carla' } } });
  const clients = () => here.query('select id from clients where tenant_id = $1', [shop.tenant.id]);
  assert.deepEqual(await clients(), []);
  // At once, as a program does that does not wait.
  const both = await Promise.all([call('confirm', { planId }), call('confirm', { planId })]);
  const rows = await clients();
  assertEach(both, ({ is }) => is.id, [rows[0]!['id' as never], rows[0]!['id' as never]]);
  assert.equal(rows.length, 1);
  assert.equal(both.filter(({ isRepeated }) => isRepeated).length, 1);
  program.stdin.end();
  const [code] = await once(program, 'close');
  assert.equal(code, 0);
  assert.equal(said.length, id, 'a line for each request, and none for the notification');

  // No service there: the request is answered as one that failed, and the program does not wait.
  const alone = started('http://127.0.0.1:9');
  t.after(() => alone.kill('SIGKILL'));
  const answered = once(createInterface({ input: alone.stdout }), 'line');
  alone.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params: HELLO })}\n`);
  const [line] = await answered;
  const failed = JSON.parse(String(line));
  assert.deepEqual([failed.id, typeof failed.error.message], [7, 'string']);
});

const METADATA = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'];

const unauthorized = (here: World, headers: Record<string, string> = {}) =>
  fetch(`${here.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });

test('without a provider of tokens there is no metadata, and a refusal names none', async () => {
  const { here } = await newShop();
  for (const address of METADATA) assert.equal((await fetch(`${here.url}${address}`)).status, 404, address);
  for (const headers of [{}, { authorization: 'Bearer no-token' }] as Record<string, string>[]) {
    const refused = await unauthorized(here, headers);
    assert.deepEqual([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer']);
  }
});

test('a program without a token finds the provider, and its token works', async (t) => {
  const provider = await startIdentityProvider([await newKey('2026-01')]);
  t.after(() => provider.close());
  const here = await createWorld({
    works: false,
    verification: { jwksUrl: provider.jwksUrl, issuer: provider.issuer, audience: 'folio' },
  });
  const shop = await here.tenant();
  const refused = await unauthorized(here);
  assert.equal(refused.status, 401);
  const [, named] = /^Bearer resource_metadata="([^"]+)"$/.exec(refused.headers.get('www-authenticate')!)!;
  assert.equal(named, `${here.url}${METADATA[0]}`);
  for (const address of [named, `${here.url}${METADATA[1]}`]) {
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    const { resource, authorization_servers: servers, bearer_methods_supported: methods } = await answer.json();
    assert.deepEqual([resource, servers, methods], [`${here.url}/mcp`, [provider.issuer], ['header']]);
  }
  const token = await provider.token({ sub: 'ana', tenant_id: shop.tenant.id, roles: ['viewer'] });
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'story', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(resourceOf(here)), { requestInit }));
  const answer = await client.callTool({ name: 'needs', arguments: {} });
  assert.equal(answer.isError ?? false, false);
  await client.close();
});

const resourceOf = (here: World): string => `${here.url}/mcp`;
