// HTTP settings from the environment, and the values that it may not have.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { operationHash } from '../api/known-operations.ts';
import { serverSettings } from './server-settings.ts';

const settingsOf = (env: Record<string, string>) => serverSettings(readConfig(env));

test('by default the schema is told, any operation is run, and no proxy is believed', async () => {
  const { graphql, requestsPerMinute, webhookRefusalsPerMinute, trustProxy, corsOrigins } = await settingsOf({});
  assert.deepEqual(corsOrigins, []);
  assert.deepEqual(graphql, { introspection: true, graphiQL: true, onlyKnown: false, operations: new Map() });
  assert.deepEqual([requestsPerMinute, webhookRefusalsPerMinute, trustProxy], [60_000, 100, false]);
});

test('known operations are read from their file, which is checked before anything starts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'folio-operations-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'operations.json');
  const env = { GRAPHQL_OPERATIONS: 'persisted', GRAPHQL_OPERATIONS_FILE: file };
  await assert.rejects(settingsOf(env), /GRAPHQL_OPERATIONS_FILE cannot be used: .*ENOENT/);
  await writeFile(file, '{"x":"{ viewer { userName } }"}');
  await assert.rejects(settingsOf(env), /the SHA-256 of the operation x is [0-9a-f]{64}/);
  await writeFile(file, JSON.stringify({ [operationHash('{ a }')]: '{ a }' }));
  const { graphql } = await settingsOf(env);
  assert.equal(graphql.onlyKnown, true);
  assert.equal(graphql.operations.size, 1);
});

test('persisted operations without a file of them are refused by name', () => {
  assert.throws(() => readConfig({ GRAPHQL_OPERATIONS: 'persisted' }), /GRAPHQL_OPERATIONS_FILE is required/);
  assert.throws(
    () => readConfig({ GRAPHQL_INTROSPECTION: 'no', RATE_LIMIT_PER_MINUTE: '-1' }),
    /GRAPHQL_INTROSPECTION[\s\S]*RATE_LIMIT_PER_MINUTE/,
  );
});

test('proxies are addresses, networks or the names of some', () => {
  for (const fine of ['127.0.0.1', 'loopback, 10.0.0.0/8', 'fd00::/8,uniquelocal']) {
    assert.equal(readConfig({ TRUST_PROXY: fine }).TRUST_PROXY, fine);
  }
  for (const wrong of ['true', '1', 'proxy.example', '10.0.0.0/x', '10.0.0.0/8,']) {
    assert.throws(() => readConfig({ TRUST_PROXY: wrong }), /TRUST_PROXY must be addresses/, wrong);
  }
});
