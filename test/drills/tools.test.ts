// Tools of others against a running service: graphql-codegen with our client, and Apollo Client. Installed by `npm ci --prefix test/tools`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { installPacked, PLAIN_NODE, ROOT } from '../../packages/packed.ts';
import { newItem } from '../support/business.ts';
import { newShop, world } from '../support/world.ts';

const TOOLS = join(ROOT, 'test/tools');
const run = promisify(execFile);
const skip =
  !existsSync(join(TOOLS, 'node_modules/.package-lock.json')) && 'npm ci --prefix test/tools installs what it needs';

test('graphql-codegen reads the schema, and our client asks what it has made with its types', { skip }, async () => {
  const { here, shop } = await newShop();
  await newItem(shop, { sku: 'CAFE', stock: '3' });
  const folder = await installPacked('client');
  const operations = join(folder, 'operations.graphql');
  await writeFile(
    operations,
    `query Shelf($sku: String!) { itemBySku(sku: $sku) { kind inventory { available } createdAt ...Named } }
    fragment Named on Item { name }
    mutation Create($input: CreateClientInput!) { createClient(input: $input) { name } }`,
  );
  for (const mode of [[], ['string']]) {
    const out = join(folder, `generated${mode.join('')}`);
    const schema = join(ROOT, 'schema.graphql');
    await run(process.execPath, [join(TOOLS, 'codegen.mjs'), schema, operations, out, ...mode]);
  }
  await writeFile(
    join(folder, 'use.ts'),
    `
    import { createClient } from '@folio/client';
    import { CreateDocument, ShelfDocument } from './generated/graphql.js';
    import { ShelfDocument as ShelfText } from './generatedstring/graphql.js';
    const folio = createClient({ url: process.env.FOLIO_URL!, token: process.env.FOLIO_TOKEN! });
    const { itemBySku } = await folio.request(ShelfDocument, { sku: 'CAFE' });
    const { itemBySku: same } = await folio.request(ShelfText, { sku: 'CAFE' });
    // @ts-expect-error: the name is a text
    const wrong = () => folio.request(CreateDocument, { input: { name: 1 } });
    const { createClient: client } = await folio.request(CreateDocument, { input: { name: 'Ana Pérez' } }, { key: 'till-1' });
    console.log(itemBySku!.kind satisfies 'GOODS' | 'SERVICE', itemBySku!.inventory.available, same!.kind, client!.name, typeof wrong);`,
  );
  // Users install these beside it; nothing of them is loaded at run time.
  for (const one of ['@graphql-typed-document-node/core', 'graphql']) {
    await cp(join(TOOLS, 'node_modules', one), join(folder, 'node_modules', one), { recursive: true });
  }
  const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...roots, 'use.ts'], {
    cwd: folder,
  });
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await shop.token('operator') };
  const { stdout } = await run(process.execPath, [...PLAIN_NODE, 'use.js'], { cwd: folder, env });
  assert.equal(stdout, 'GOODS 3 GOODS Ana Pérez function\n');
});

test('Apollo Client asks, changes, keeps what it has read, and is told what was refused', { skip }, async () => {
  const here = await world();
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await (await here.tenant()).token('operator') };
  const { stdout } = await run(process.execPath, [join(TOOLS, 'apollo.mjs')], { env });
  const { refused, ...told } = JSON.parse(stdout) as { refused: { code: string; field: string } };
  assert.deepEqual(told, { created: 'Ana Pérez', listed: 2, isOnce: true, isSame: true });
  assert.deepEqual([refused.code, refused.field], ['BAD_USER_INPUT', 'name']);
});
