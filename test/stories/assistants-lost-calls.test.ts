// A client without a model: 500 calls over MCP and REST that are repeated, reordered, cut and sent at once; as many acts as plans confirmed.
// The drill `lost-calls` makes 10,000 of them, and kills the service meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAssistant } from '../support/assistant.ts';
import { newClient, newItem } from '../support/business.ts';
import { loseCalls } from '../support/lost-calls.ts';
import { newShop } from '../support/world.ts';

test('500 calls, repeated, reordered, cut and at once, act as often as there are plans and keys', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '1000', price: '1', taxRate: '0' });
  const clientId = await newClient(shop);
  const assistant = await newAssistant(here, shop);
  const rest = await newAssistant(here, shop, null, { userName: 'till' });
  const order = { clientId, lines: [{ itemId, quantity: '1' }] };
  const counted = { quantityChange: '1', description: 'Counted' };
  const intents = [
    { act: 'createOrder', arguments: () => ({ input: order }), address: '/orders', body: () => order },
    {
      ...{ act: 'createClient', arguments: () => ({ input: { name: 'Carla' } }) },
      ...{ address: '/clients', body: () => ({ name: 'Carla' }) },
    },
    {
      ...{ act: 'adjustInventory', arguments: () => ({ input: { itemId, ...counted } }) },
      ...{ address: `/items/${itemId}/adjust`, body: () => counted },
    },
  ];
  const count = async () => {
    const [row] = await here.query<{ orders: number; clients: number; moved: number; acts: number; keys: number }>(
      `select (select count(*) from orders where tenant_id = $1)::int as orders, (select count(*) from clients where tenant_id = $1)::int as clients,
        (select count(*) from inventory_logs where tenant_id = $1)::int as moved, (select count(*) from requests where tenant_id = $1)::int as keys,
        (select count(*) from acts where tenant_id = $1 and credential in ($2, $3))::int as acts`,
      [shop.tenant.id, `token:${assistant.tokenId}`, `token:${rest.tokenId}`],
    );
    return row!;
  };
  const before = await count();
  const tokens = { mcp: assistant.token, rest: rest.token };
  const { wanted, cut } = await loseCalls(
    { url: here.url, tokens, intents, plans: 60, keys: 40, calls: 500, seed: 31 },
    async () => assert.deepEqual({ ...(await count()), keys: 0 }, { ...before, keys: 0 }, 'a plan does nothing'),
  );
  assert.ok(cut > 50, `only ${cut} answers were lost`);
  const after = await count();
  const done = wanted.reduce((sum, one) => sum + one, 0);
  assert.equal(done, 88);
  assert.deepEqual([after.orders - before.orders, after.clients - before.clients, after.moved - before.moved], wanted);
  assert.deepEqual([after.acts - before.acts, after.keys - before.keys], [done, done]);
});

test('an expired, revoked, used, forged or foreign plan is refused by its code, with a token that lives', async () => {
  const { here, shop } = await newShop();
  const other = await here.tenant();
  const lasting = { expiresIn: '30d' };
  const assistant = await newAssistant(here, shop, {}, lasting);
  const stranger = await newAssistant(here, other, {}, lasting);
  const colleague = await newAssistant(here, shop, {}, lasting);
  const clients = async () =>
    (await here.query('select from clients where tenant_id = any ($1)', [[shop.tenant.id, other.tenant.id]])).length;
  const said = async (who: typeof assistant, planId: string) => {
    const { isError, json } = await who.call('confirm', { planId });
    return isError ? json.extensions.code : 'done';
  };
  const plan = async (name: string): Promise<string> =>
    (await assistant.plan('createClient', { input: { name } })).planId;
  const late = await plan('Late');
  const inTime = await plan('In time');
  assert.deepEqual([await said(stranger, late), await said(colleague, late)], ['NOT_FOUND', 'NOT_FOUND']);
  const forged = late.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  assert.equal(await said(assistant, forged), 'NOT_FOUND');
  here.clock.offsetMs += 3_540_000;
  try {
    assert.equal(await said(assistant, inTime), 'done');
    here.clock.offsetMs += 61_000;
    assert.equal(await said(assistant, late), 'CONFLICT');
    // Done in time, it is answered for as long as it is kept.
    assert.equal(await said(assistant, inTime), 'done');
  } finally {
    here.clock.offsetMs -= 3_601_000;
  }
  // A key that a plan's id has taken for another request makes no second act of the plan.
  const taken = await plan('Taken');
  const sent = await fetch(`${here.url}/v1/clients`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': taken },
      authorization: `Bearer ${assistant.token}`,
    },
    body: '{"name":"Other"}',
  });
  assert.equal(sent.status, 201);
  assert.equal(await said(assistant, taken), 'CONFLICT');
  const revoked = await plan('Revoked');
  await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id: assistant.tokenId });
  const answers = await Promise.all(
    [1, 2, 3].map(() => assistant.call('confirm', { planId: revoked }).catch(() => null)),
  );
  for (const one of answers) assert.ok(one === null || one.json.extensions.code === 'FORBIDDEN', one?.text ?? '');
  assert.equal(await clients(), 2);
});
