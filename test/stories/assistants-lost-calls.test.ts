// A client without a model: 2,000 calls over MCP and REST that are repeated, reordered, cut and sent at once; as many acts as plans confirmed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newAssistant } from '../support/assistant.ts';
import { newClient, newItem } from '../support/business.ts';
import { newShop } from '../support/world.ts';

const CALLS = 2_000;
const AT_ONCE = 12;
const SEED = 31;

/** The same numbers each time. */
function dice(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

test('2,000 calls, repeated, reordered, cut and at once, act as often as there are plans and keys', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '1000', price: '1', taxRate: '0' });
  const clientId = await newClient(shop);
  const assistant = await newAssistant(here, shop);
  const rest = await newAssistant(here, shop, null, { userName: 'till' });
  const roll = dice(SEED);
  const intents: readonly [act: string, input: Record<string, unknown>, address: string][] = [
    ['createOrder', { clientId, lines: [{ itemId, quantity: '1' }] }, '/orders'],
    ['createClient', { name: 'Carla' }, '/clients'],
    ['adjustInventory', { itemId, quantityChange: '1', description: 'Counted' }, `/items/${itemId}/adjust`],
  ];
  const counted = async () => {
    const [row] = await here.query<{ orders: number; clients: number; moved: number; acts: number; keys: number }>(
      `select (select count(*) from orders where tenant_id = $1)::int as orders, (select count(*) from clients where tenant_id = $1)::int as clients,
        (select count(*) from inventory_logs where tenant_id = $1)::int as moved, (select count(*) from requests where tenant_id = $1)::int as keys,
        (select count(*) from acts where tenant_id = $1 and credential in ($2, $3))::int as acts`,
      [shop.tenant.id, `token:${assistant.tokenId}`, `token:${rest.tokenId}`],
    );
    return row!;
  };
  const before = await counted();
  // 60 acts by plan, of which 48 are confirmed, and 40 by REST under a key of their own.
  const plans: { kind: number; planId: string }[] = [];
  for (let at = 0; at < 60; at++) {
    const kind = roll(intents.length);
    const [act, input] = intents[kind]!;
    plans.push({ kind, planId: (await assistant.plan(act, { input })).planId });
  }
  const confirmed = plans.slice(0, 48);
  const keyed = Array.from({ length: 40 }, (_, at) => ({ kind: roll(intents.length), key: `${SEED} ${at}` }));
  assert.deepEqual({ ...(await counted()), keys: 0 }, { ...before, keys: 0 });

  const answers = new Map<string, Set<string>>();
  const answered = (of: string, id: string) => answers.set(of, (answers.get(of) ?? new Set()).add(id));
  const confirm = async (planId: string, signal?: AbortSignal): Promise<void> => {
    const params = { name: 'confirm', arguments: { planId } };
    const response = await fetch(`${here.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        authorization: `Bearer ${assistant.token}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      ...(signal ? { signal } : {}),
    });
    const raw = await response.text();
    const { result } = JSON.parse(raw.startsWith('event:') ? /^data: (.+)$/m.exec(raw)![1]! : raw);
    assert.ok(!result.isError, result.content[0].text);
    answered(planId, JSON.parse(result.content[0].text).is.id);
  };
  const send = async ({ kind, key }: (typeof keyed)[number], signal?: AbortSignal): Promise<void> => {
    const [, { itemId: _item, ...input }, address] = intents[kind]!;
    const response = await fetch(`${here.url}/v1${address}`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': key },
        authorization: `Bearer ${rest.token}`,
      },
      body: JSON.stringify(input),
      ...(signal ? { signal } : {}),
    });
    const said = (await response.json()) as { id: string };
    assert.ok(response.ok, JSON.stringify(said));
    answered(key, said.id);
  };
  let left = CALLS;
  let cut = 0;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const signal = roll(4) === 0 ? AbortSignal.timeout(roll(15)) : undefined;
      const at = roll(confirmed.length + keyed.length);
      const call =
        at < confirmed.length ? confirm(confirmed[at]!.planId, signal) : send(keyed[at - confirmed.length]!, signal);
      await call.catch((error: Error) => {
        if (error.name !== 'TimeoutError' && error.name !== 'AbortError') throw error;
        cut += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  assert.ok(cut > 50, `only ${cut} answers were lost`);
  // A caller that has lost an answer asks again.
  for (const { planId } of confirmed) await confirm(planId);
  for (const one of keyed) await send(one);

  const after = await counted();
  const done = [...confirmed, ...keyed];
  const of = (kind: number) => done.filter((one) => one.kind === kind).length;
  assert.deepEqual(
    [after.orders - before.orders, after.clients - before.clients, after.moved - before.moved],
    [of(0), of(1), of(2)],
  );
  assert.deepEqual([after.acts - before.acts, after.keys - before.keys], [done.length, done.length]);
  // Each was answered with one record, and no two with the same.
  assert.ok([...answers.values()].every((ids) => ids.size === 1));
  assert.equal(new Set([...answers.values()].flatMap((ids) => [...ids])).size, done.length);
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
  here.clock.offsetMs += 3_599_000;
  try {
    assert.equal(await said(assistant, inTime), 'done');
    here.clock.offsetMs += 2_000;
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
