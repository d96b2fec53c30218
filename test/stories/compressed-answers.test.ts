// Answers on the wire: compressed as their reader asks, unless they may show a secret.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { print } from 'graphql';
import { ItemView } from '../../web/src/api/item.ts';
import { CreateToken } from '../../web/src/api/settings.ts';
import { recordHistory, type PastMovement } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { newItem } from '../support/business.ts';
import { newShop, type TestTenant, type World } from '../support/world.ts';

/** Codings that a browser offers over HTTPS, and over HTTP. */
const BROWSERS = { br: 'gzip, deflate, br, zstd', gzip: 'gzip, deflate' };
const DECODED = { br: brotliDecompressSync, gzip: gunzipSync, plain: (wire: Buffer) => wire };
const MOST_BYTES = 6_000;
const DAY_MS = 86_400_000;

interface Wire {
  status: number;
  coding: keyof typeof DECODED;
  vary: string | undefined;
  length: string | undefined;
  wire: Buffer;
  text: string;
}

async function ask(
  { url }: World,
  path: string,
  {
    token,
    codings,
    body,
    method = body === undefined ? 'GET' : 'POST',
  }: { token: string; codings?: string | undefined; body?: object | undefined; method?: string },
): Promise<Wire> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${token}`,
    ...(codings === undefined ? {} : { 'accept-encoding': codings }),
  };
  const asked = request(`${url}${path}`, { method, headers });
  asked.end(body && JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  const wire = await buffer(answer);
  const { 'content-encoding': coding = 'plain', vary, 'content-length': length } = answer.headers;
  const text = wire.length === 0 ? '' : DECODED[coding as keyof typeof DECODED](wire).toString();
  return { status: answer.statusCode, coding, vary, length, wire, text };
}

/** Sold eight times a day for two months. */
async function soldItem({ app }: World, shop: TestTenant): Promise<string> {
  const itemId = await newItem(shop, { stock: '9000' });
  const [location] = (await shop.get('{ locations { id } }')).locations;
  const movements: PastMovement[] = Array.from({ length: 480 }, (_, at) => ({
    itemId,
    locationId: location.id,
    change: String(-1 - Math.floor(Math.random() * 9)),
    source: { type: 'INVOICE' as const, id: crypto.randomUUID(), number: `FAC-${String(at).padStart(10, '0')}` },
    occurredAt: new Date(app.clock.now().getTime() - 60 * DAY_MS + (at + Math.random()) * (DAY_MS / 8)),
  }));
  await inTenant(app, shop.tenant, (db) => recordHistory(db, movements, 'import'));
  return itemId;
}

async function manyItems({ query }: World, { tenant }: TestTenant, count: number): Promise<void> {
  await query(
    `insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
     select $1, gen_random_uuid(), 'S-' || n, 'Artículo ' || n, 'und', n, 7, 'NONE', false from generate_series(1, $2::int) n`,
    [tenant.id, count],
  );
}

test('the data of the item page comes in 6 kB to a browser, and says the same as plain', async () => {
  const { here, shop } = await newShop();
  const variables = { id: await soldItem(here, shop), rangeDays: 60, types: null, limit: 8, offset: 0 };
  const body = { query: print(ItemView), variables };
  const token = await shop.token('viewer');
  const plain = await ask(here, '/graphql', { token, body });
  assert.equal(plain.coding, 'plain');
  const { data } = JSON.parse(plain.text);
  assert.ok(data.history.events.length > 450 && plain.wire.length > 50_000, `${plain.wire.length} bytes`);
  for (const [coding, codings] of Object.entries(BROWSERS)) {
    const answer = await ask(here, '/graphql', { token, body, codings });
    assert.equal(answer.coding, coding);
    const same = JSON.parse(answer.text).data;
    // Today's end is now.
    same.history.points.at(-1).date = data.history.points.at(-1).date;
    assert.deepEqual(same, data);
    assert.ok(answer.wire.length <= MOST_BYTES, `${answer.wire.length} bytes by ${coding}`);
    assert.equal(answer.length, String(answer.wire.length));
    assert.equal(answer.vary, 'accept, accept-encoding, origin');
  }
});

// [Accept-Encoding, of a small answer, of a large one]
const ASKED: readonly (readonly [codings: string | undefined, small: Wire['coding'], large: Wire['coding']])[] = [
  [undefined, 'plain', 'plain'],
  ['', 'plain', 'plain'],
  ['identity', 'plain', 'plain'],
  ['gzip', 'plain', 'gzip'],
  ['GZip;Q=1', 'plain', 'gzip'],
  ['deflate', 'plain', 'plain'],
  ['*', 'plain', 'br'],
  ['gzip;q=0', 'plain', 'plain'],
  ['gzip;q=0.0, br;q=0', 'plain', 'plain'],
  ['br;q=0.5, gzip;q=0.8', 'plain', 'gzip'],
  ['br ; q=0.8 , gzip ; q=0.5', 'plain', 'br'],
  ['gzip;q=0, *;q=0.1', 'plain', 'br'],
  ['gzip;q=0.5, identity;q=0.9', 'plain', 'plain'],
  ['gzip, identity;q=0', 'gzip', 'gzip'],
  ['*, identity;q=0', 'br', 'br'],
  ['identity;q=0', 'plain', 'plain'],
  ['gzip;q=nonsense', 'plain', 'plain'],
];

test('a reader is sent no other coding than it prefers, and small answers plain where it may be', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('viewer');
  const many = Array.from({ length: 25 }, (_, at) => `${'a'.repeat(80)}${at}: viewer { userName }`).join(' ');
  for (const [codings, small, large] of ASKED) {
    const [one, other] = [
      await ask(here, '/graphql', { token, codings, body: { query: '{ viewer { userName } }' } }),
      await ask(here, '/graphql', { token, codings, body: { query: `{ ${many} }` } }),
    ];
    assert.deepEqual([one.coding, other.coding], [small, large], String(codings));
    assert.equal(JSON.parse(one.text).data.viewer.userName, 'viewer-user');
    assert.equal(JSON.parse(other.text).data[`${'a'.repeat(80)}24`].userName, 'viewer-user');
    assert.equal(one.vary, 'accept, accept-encoding, origin');
  }
});

test('the answer to a mutation may show a secret, and is never compressed', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('admin');
  const made = Array.from(
    { length: 15 },
    (_, at) => `a${at}: createSupplier(name: "${'Mayorista '.repeat(15)}${at}") { id name }`,
  );
  const several = await ask(here, '/graphql', {
    token,
    codings: BROWSERS.br,
    body: { query: `mutation { ${made.join(' ')} }` },
  });
  assert.ok(several.wire.length > 2000, several.text);
  assert.equal(several.coding, 'plain');
  const body = { query: print(CreateToken), variables: { userName: 'till', roles: ['operator'], expiresAt: null } };
  const created = await ask(here, '/graphql', { token, codings: 'gzip, identity;q=0', body });
  assert.deepEqual([created.coding, created.status], ['plain', 200]);
});

test('a question by GET and HEAD is compressed as by POST, and a large one too', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('viewer');
  const fields = Array.from({ length: 25 }, (_, at) => `${'f'.repeat(20)}${at}: id`).join(' ');
  const large = `{ items(first: 100) { records { ${fields} } } }`;
  await manyItems(here, shop, 100);
  for (const query of [large, large.replace('first: 100', 'first: 40')]) {
    const { text } = await ask(here, '/graphql', { token, body: { query } });
    assert.ok(query === large ? text.length > 150_000 : text.length < 65_536 * 2, text);
    const path = `/graphql?query=${encodeURIComponent(query)}`;
    for (const [coding, codings] of Object.entries(BROWSERS)) {
      const [get, head] = [
        await ask(here, path, { token, codings }),
        await ask(here, path, { token, codings, method: 'HEAD' }),
      ];
      assert.deepEqual([get.coding, head.coding, head.wire.length], [coding, coding, 0]);
      assert.equal(head.length, get.length);
      assert.deepEqual(JSON.parse(get.text).data, JSON.parse(text).data);
    }
  }
});

test('a file of text is compressed while it is written; a file that is compressed already is not', async () => {
  const { here, shop } = await newShop();
  await manyItems(here, shop, 700);
  const token = await shop.token('viewer');
  const plain = await ask(here, '/export/items.csv', { token });
  for (const [coding, codings] of Object.entries(BROWSERS)) {
    const file = await ask(here, '/export/items.csv', { token, codings });
    assert.deepEqual([file.coding, file.text, file.vary], [coding, plain.text, 'accept-encoding, origin']);
    assert.ok(file.wire.length < plain.wire.length / 3, `${file.wire.length} of ${plain.wire.length}`);
    assert.equal((await ask(here, '/export/items.xlsx', { token, codings })).coding, 'plain');
    const refused = await ask(here, '/export/items.csv?columns=none', { token, codings });
    assert.deepEqual([refused.status, refused.coding], [400, 'plain']);
  }
});
