// Attacks on the webhook: a caller without the secret reaches nothing behind the signature.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { hmac, inboxOf, sendNotice } from '../support/notices.ts';
import { serving } from '../support/serving.ts';
import { tripsOf } from '../support/trips.ts';
import { newShop, PAC_WEBHOOK_SECRET, quietWorld, world, type World } from '../support/world.ts';

const NOTICE = { id: 'X', legalStatus: 'DGI_AUTHORIZED' };

async function badSignatures({ url }: World): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^folio_webhook_notices_total\{result="forbidden"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function noticesInAll({ query }: World): Promise<number> {
  return (await query<{ count: number }>('select count(*) as count from pac_notices'))[0]!.count;
}

const UNSIGNED = {
  errors: [{ message: 'The signature is missing or wrong', extensions: { code: 'FORBIDDEN' } }],
  error: 'The signature is missing or wrong',
  code: 'FORBIDDEN',
};

test('A1: a notice without a signature is counted, and nothing else of it is looked at or kept', async () => {
  const { here, shop } = await newShop();
  const [counted, kept] = [await badSignatures(here), await noticesInAll(here)];
  // A body that would be refused by a parser for five reasons is not parsed.
  for (const body of [JSON.stringify(NOTICE), 'no json', '['.repeat(100_000), '{"__proto__":1}', '']) {
    const { status, body: answer } = await sendNotice(here, shop, body, { signature: null });
    assert.equal(status, 403);
    assert.deepEqual(answer, UNSIGNED);
  }
  assert.equal(await badSignatures(here), counted + 5);
  assert.equal(await noticesInAll(here), kept);
});

test('A3: with a secret that is empty or not set every notice is refused', async (t) => {
  const { here, shop } = await newShop();
  for (const secret of ['', ' ']) {
    const webhookSecrets = [secret, secret] as const;
    const app = { ...here.app, certification: { ...here.app.certification, webhookSecrets } };
    const url = await serving(t, here, {}, app);
    const body = JSON.stringify(NOTICE);
    for (const signature of [
      '',
      ' ',
      hmac(body, ''),
      hmac(body, ' '),
      `sha256=${hmac(body, '')}`,
      hmac(body, 'undefined'),
      hmac(body, 'null'),
    ]) {
      assert.equal((await sendNotice({ ...here, url }, shop, body, { signature })).status, 403, signature);
    }
  }
});

test('A2: a signature that is nearly right is as wrong as any other', async () => {
  const { here, shop } = await newShop();
  const body = JSON.stringify(NOTICE);
  const right = hmac(body);
  for (let at = 0; at < right.length; at += 9) {
    const nearly = right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
    assert.equal((await sendNotice(here, shop, body, { signature: nearly })).status, 403);
  }
  assert.equal((await sendNotice(here, shop, body, { signature: `${right}00` })).status, 403);
  assert.equal((await sendNotice(here, shop, body, { signature: right })).status, 200);
});

test('A10: bodies that are too large, however they come, leave the memory flat', async () => {
  const { here, shop } = await newShop();
  const huge = Buffer.alloc(8 * 1024 * 1024, 0x20);
  const before = process.memoryUsage().external;
  for (let time = 0; time < 20; time += 1) {
    // A client that is refused while it still sends may see the connection closed before it can read the answer.
    const answer = await sendNotice(here, shop, huge).catch((error: NodeJS.ErrnoException) => error.code);
    assert.ok(
      typeof answer === 'object' ? answer.status === 413 : /EPIPE|ECONNRESET/.test(String(answer)),
      JSON.stringify(answer),
    );
  }
  assert.ok(process.memoryUsage().external - before < 32 * 1024 * 1024);
  assert.equal((await sendNotice(here, shop, NOTICE)).status, 200);
});

test('A15: hundreds of bad signatures are rate-limited, and the good ones among them pass', async (t) => {
  const shared = await world();
  // A server of its own: the others of this process are not to run out of patience.
  const { webhookRefusalsPerMinute } = shared.settings;
  const here = { ...shared, url: await serving(t, shared, { webhookRefusalsPerMinute }) };
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const { invoice } = await invoicedOrder(shop);
  const statuses = new Map<number, number>();
  for (let round = 0; round < 19; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => sendNotice(here, shop, NOTICE, { signature: 'bad' })),
    );
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  assert.deepEqual(
    [...statuses],
    [
      [403, webhookRefusalsPerMinute],
      [429, 19 * 50 - webhookRefusalsPerMinute],
    ],
  );
  const notice = { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' };
  assert.deepEqual(await sendNotice(here, shop, notice), { status: 200, body: { received: true } });
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  assert.equal(
    (await sendNotice(here, other, NOTICE, { signature: 'bad' })).status,
    403,
    'another business has not run out',
  );
  assert.equal((await inboxOf(here, shop)).length, 1);
});

test('A15: a caller that must wait gets Retry-After, and its requests do not reach the database', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { webhookRefusalsPerMinute: 5 });
  const post = (signature: string) =>
    fetch(`${url}/webhooks/pac/${shop.companyId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-pac-signature': signature },
      body: JSON.stringify(NOTICE),
    });
  for (let time = 0; time < 8; time += 1) await (await post('bad')).text();
  const refused = await post('bad');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  await refused.text();
  // The tenant's own secret is still the one that counts, as it was a moment ago.
  assert.equal((await post(hmac(JSON.stringify(NOTICE), 'another secret'))).status, 429);
  assert.equal((await post(hmac(JSON.stringify(NOTICE), PAC_WEBHOOK_SECRET))).status, 200);
});

test('A15: trying one company after the other runs out as well', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { webhookRefusalsPerMinute: 5 });
  const statuses: number[] = [];
  for (let company = 0; company < 60; company += 1) {
    const { status } = await sendNotice({ ...here, url }, shop, NOTICE, {
      signature: 'bad',
      companyId: `guess-${company}`,
    });
    statuses.push(status);
  }
  assert.ok(statuses.slice(0, 50).every((status) => status === 403));
  assert.ok(statuses.slice(50).every((status) => status === 429));
});

test('A8: an unknown company is refused in the same words and after the same work as a known one', async () => {
  const { here, shop } = await newShop(quietWorld());
  const ask = async (companyId: string): Promise<void> => {
    const { status, body } = await sendNotice(here, shop, NOTICE, { signature: hmac('other'), companyId });
    assert.deepEqual({ status, body }, { status: 403, body: UNSIGNED });
  };
  const known = await tripsOf(here, () => ask(shop.companyId));
  assert.equal(known, 1);
  assert.equal(await tripsOf(here, () => ask('no-company')), known);
});
