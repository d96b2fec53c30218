// Tools of others against a running service: graphql-codegen with our client, Apollo Client, and openapi-typescript with openapi-fetch. Installed by `npm ci --prefix test/tools`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

test(
  'a client that openapi-typescript makes of the OpenAPI sells, with types, and reads what was refused',
  { skip },
  async () => {
    const { here, shop } = await newShop();
    const folder = await mkdtemp(join(tmpdir(), 'folio-openapi-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await symlink(join(TOOLS, 'node_modules'), join(folder, 'node_modules'));
    const openApi = await (await fetch(`${here.url}/v1/openapi.json`)).text();
    await writeFile(join(folder, 'openapi.json'), openApi);
    await run(
      process.execPath,
      [
        join(TOOLS, 'node_modules/openapi-typescript/bin/cli.js'),
        ...['openapi.json', '-o', 'folio.d.ts', '--default-non-nullable=false'],
      ],
      { cwd: folder },
    );
    await writeFile(
      join(folder, 'use.ts'),
      `
    import createClient from 'openapi-fetch';
    import type { paths } from './folio.js';
    const folio = createClient<paths>({
      baseUrl: process.env['FOLIO_URL'] + '/v1', headers: { authorization: 'Bearer ' + process.env['FOLIO_TOKEN'] } });
    const key = (name: string) => ({ header: { 'Idempotency-Key': name } });
    const item = await folio.POST('/items', { params: key('i'), body: {
      sku: 'PAN', name: 'Pan', unitPrice: '2.50', taxRate: '7', openingStock: { quantity: '10', unitCost: '1' } } });
    const client = await folio.POST('/clients', { params: key('c'), body: { name: 'Ana Pérez' } });
    const order = { clientId: client.data!.id!, lines: [{ itemId: item.data!.id!, quantity: '2' }] };
    const first = await folio.POST('/orders', { params: key('o'), body: order });
    const again = await folio.POST('/orders', { params: key('o'), body: order });
    const sold = await folio.POST('/invoices', { params: key('v'), body: { orderId: first.data!.id!, mode: 'PROFORM' } });
    const page = await folio.GET('/invoices', { params: { query: { first: 1 } } });
    const one = await folio.GET('/invoices/{id}', { params: { path: { id: sold.data!.id! } } });
    const refused = await folio.POST('/clients', { body: { name: '' } });
    // @ts-expect-error: the name is a text
    const wrong = () => folio.POST('/clients', { body: { name: 1 } });
    // @ts-expect-error: there is no such route
    const missing = () => folio.GET('/nothing');
    console.log(JSON.stringify({
      isOnce: first.data!.id === again.data!.id, total: sold.data!.total satisfies string | undefined,
      listed: page.data!.records!.length, isSame: one.data!.number === sold.data!.number,
      code: refused.error!.code, field: refused.error!.field, typed: [typeof wrong, typeof missing] }));`,
    );
    const options = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--types', 'node'];
    const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    await run(process.execPath, [join(TOOLS, 'node_modules/typescript/bin/tsc'), ...options, ...roots, 'use.ts'], {
      cwd: folder,
    });
    const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await shop.token('operator') };
    const { stdout } = await run(process.execPath, [...PLAIN_NODE, 'use.js'], { cwd: folder, env });
    // Two at 2.50 and 7 %: 5.00 and 0.35.
    const told = { isOnce: true, total: '5.35', listed: 1, isSame: true };
    assert.deepEqual(JSON.parse(stdout), {
      ...told,
      code: 'BAD_USER_INPUT',
      field: 'name',
      typed: ['function', 'function'],
    });
    await rm(folder, { recursive: true });
  },
);

test('Apollo Client asks, changes, keeps what it has read, and is told what was refused', { skip }, async () => {
  const here = await world();
  const env = { ...process.env, FOLIO_URL: here.url, FOLIO_TOKEN: await (await here.tenant()).token('operator') };
  const { stdout } = await run(process.execPath, [join(TOOLS, 'apollo.mjs')], { env });
  const { refused, ...told } = JSON.parse(stdout) as { refused: { code: string; field: string } };
  assert.deepEqual(told, { created: 'Ana Pérez', listed: 2, isOnce: true, isSame: true });
  assert.deepEqual([refused.code, refused.field], ['BAD_USER_INPUT', 'name']);
});
