// Questions by GET: urql as it comes, and what no link of another page can ask.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, fetchExchange, gql } from 'urql';
import { newItem } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { newShop } from '../support/world.ts';

interface Told {
  data: unknown;
}

const SHELF = gql`
  query Shelf($sku: String!) {
    itemBySku(sku: $sku) {
      unitPrice
    }
  }
`;
const CREATE = gql`
  mutation Create($input: CreateClientInput!) {
    createClient(input: $input) {
      id
    }
  }
`;

test('urql as it comes asks short questions by GET, and changes once by a key in its headers', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('admin');
  await newItem(shop, { sku: 'PAN-1', price: '1.25', stock: '2' });
  const sent: string[] = [];
  const client = new Client({
    url: `${here.url}/graphql`,
    exchanges: [fetchExchange],
    fetch: (address, init) => {
      sent.push(init?.method ?? 'GET');
      return fetch(address, init);
    },
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
  });
  const { data, error } = await client.query(SHELF, { sku: 'PAN-1' }).toPromise();
  assert.equal(error, undefined);
  assert.equal(data.itemBySku.unitPrice, '1.25');
  const refused = await client.query(SHELF, { sku: 'none' }).toPromise();
  assert.equal(refused.error?.graphQLErrors[0]?.extensions['code'], 'NOT_FOUND');
  assert.deepEqual(sent, ['GET', 'GET']);

  const input = { name: 'Ana Pérez' };
  const ids: string[] = [];
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'web-1' };
  for (const context of [{}, {}, { fetchOptions: { headers } }, { fetchOptions: { headers } }]) {
    ids.push((await client.mutation(CREATE, { input }, context).toPromise()).data.createClient.id);
  }
  // Without a key each is one of its own.
  assert.equal(new Set(ids).size, 3);
  assert.equal(ids[2], ids[3]);
});

test('a GET runs questions alone, and only for a token in its header, which no link and no picture has', async (t) => {
  const { here, shop } = await newShop();
  const token = await shop.token('admin');
  const asks = (query: string, headers: Record<string, string>, more = '') =>
    fetch(`${here.url}/graphql?query=${encodeURIComponent(query)}${more}`, { headers });
  const bearer = { authorization: `Bearer ${token}` };
  const good = await asks(
    'query A { clients { totalCount } } query B { viewer { userName } }',
    bearer,
    '&operationName=A',
  );
  assert.deepEqual([good.status, good.headers.get('cache-control')], [200, 'no-store']);
  assert.deepEqual(((await good.json()) as Told).data, { clients: { totalCount: 0 } });
  const withVariables = await asks(
    'query ($n: Int) { clients(first: $n) { totalCount } }',
    bearer,
    '&variables={"n":1}',
  );
  assert.equal(withVariables.status, 200);
  for (const wrong of ['&variables={', '&variables=[]', '&variables=1', '&extensions=x', '&query=a']) {
    assert.equal((await asks('{ viewer { userName } }', bearer, wrong)).status, 400, wrong);
  }
  assert.equal((await asks('{ viewer { userName } }', {})).status, 405);
  assert.equal((await asks('{ viewer { userName } }', { authorization: 'Bearer none' })).status, 401);
  const url = await serving(t, here, {});
  const signedIn = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { ...bearer, 'sec-fetch-site': 'same-origin' },
  });
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const bySession = await fetch(`${url}/graphql?query={viewer{userName}}`, { headers: { cookie } });
  assert.equal(bySession.status, 405);
  for (const query of [
    'mutation { createSupplier(name: "x") { id } }',
    'query Q { viewer { userName } } mutation M { createSupplier(name: "x") { id } }',
  ]) {
    const answer = await asks(query, bearer, query.includes('M {') ? '&operationName=M' : '');
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
  }
  assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
});
