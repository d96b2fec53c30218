/** Webhooks after a verdict, and the tries of their delivery. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sign, verifySignature } from '../src/pac/signature.ts';
import { COMPANY, documentBody, receiveWebhooks, simulate, submit, WEBHOOK_SECRET } from './test-support.ts';
import { planNotices } from './webhooks.ts';

const DOCUMENT = { id: 'ID', cufe: 'CUFE', reasons: [], legalStatus: 'DGI_AUTHORIZED' } as const;

type Expected = [status: string, fields: string, isForged?: true];
const PLANS: [string, Parameters<typeof planNotices>[1], Expected[]][] = [
  ['nothing goes wrong', [], [['DGI_AUTHORIZED', 'id cufe']]],
  ['lost', [{ name: 'lostWebhook' }], []],
  ['cufe only', [{ name: 'webhookCufeOnly' }], [['DGI_AUTHORIZED', 'cufe']]],
  ['id only', [{ name: 'webhookIdOnly' }], [['DGI_AUTHORIZED', 'id']]],
  ['repeated', [{ name: 'repeatedWebhook', count: 2 }], [['DGI_AUTHORIZED', 'id cufe'], ['DGI_AUTHORIZED', 'id cufe']]], // prettier-ignore
  [
    'reordered',
    [{ name: 'reorderedWebhook' }],
    [
      ['DGI_AUTHORIZED', 'id cufe'],
      ['PAC_AUTHORIZED', 'id cufe'],
    ],
  ],
  [
    'contradictory',
    [{ name: 'contradictoryWebhook' }],
    [
      ['DGI_AUTHORIZED', 'id cufe'],
      ['DGI_REJECTED', 'id cufe'],
    ],
  ],
  ['forged', [{ name: 'forgedWebhook' }], [['DGI_REJECTED', 'id cufe', true], ['DGI_AUTHORIZED', 'id cufe']]], // prettier-ignore
  [
    'unknown status',
    [{ name: 'webhookUnknownStatus' }],
    [
      ['DGI_PENDING', 'id cufe'],
      ['DGI_AUTHORIZED', 'id cufe'],
    ],
  ],
];

for (const [what, faults, expected] of PLANS) {
  test(`webhooks when ${what}`, () => {
    const planned = planNotices(DOCUMENT, faults).map(({ body, isForged }): Expected => {
      const fields = ['id', 'cufe'].filter((field) => field in body).join(' ');
      return isForged ? [body.legalStatus, fields, true] : [body.legalStatus, fields];
    });
    assert.deepEqual(planned, expected);
  });
}

test('a late webhook waits as long as it is told', () => {
  assert.equal(planNotices(DOCUMENT, [{ name: 'lateWebhook', ms: 70 }])[0]?.afterMs, 70);
});

for (const scheme of ['hmac-sha256', 'shared-secret'] as const) {
  test(`a webhook is signed over its raw body by ${scheme}`, async (t) => {
    const sink = await receiveWebhooks(t);
    const simulator = await simulate(t, { verdictDelayMs: 1, webhookUrl: sink.url, signatureScheme: scheme });
    const { document } = await submit(simulator);
    const [webhook] = await sink.first(1);
    assert.equal(webhook!.path, `/webhooks/pac/${COMPANY}`);
    const { id, cufe } = document;
    assert.deepEqual(webhook!.body, { id, legalStatus: 'DGI_AUTHORIZED', cufe, message: 'Documento autorizado por la DGI' }); // prettier-ignore
    const signature = webhook!.headers['x-pac-signature'];
    assert.ok(verifySignature(scheme, WEBHOOK_SECRET, webhook!.rawBody, String(signature)));
  });
}

test('a company with a secret of its own is told under that secret', async (t) => {
  const sink = await receiveWebhooks(t);
  const companies = [{ companyId: COMPANY, ruc: '155596713-2-2015', webhookSecret: 'its own' }];
  const simulator = await simulate(t, { verdictDelayMs: 1, webhookUrl: sink.url, companies });
  await submit(simulator);
  const [webhook] = await sink.first(1);
  assert.equal(webhook!.headers['x-pac-signature'], sign('hmac-sha256', 'its own', webhook!.rawBody));
});

test('a forged webhook carries a signature that does not hold, the true one follows', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t, { verdictDelayMs: 1, webhookUrl: sink.url });
  await submit(simulator, documentBody({ name: 'PAC_WEBHOOK_FORGED' }));
  const holds = (await sink.first(2)).map(({ headers, rawBody }) =>
    verifySignature('hmac-sha256', WEBHOOK_SECRET, rawBody, String(headers['x-pac-signature'])),
  );
  assert.deepEqual(holds, [false, true]);
});

test('a webhook that is not taken is tried three times and then given up', async (t) => {
  const sink = await receiveWebhooks(t);
  sink.statuses.push(503, 404, 500);
  const simulator = await simulate(t, { verdictDelayMs: 1, webhookUrl: sink.url, knobs: { webhookRetryMs: 1 } });
  await submit(simulator);
  await simulator.settled();
  assert.deepEqual(
    simulator.deliveries().map(({ status }) => status),
    [503, 404, 500],
  );
  assert.equal(simulator.documents()[0]!.noticeOwed, false);
});

test('a webhook without a listener reports why it failed', async (t) => {
  const simulator = await simulate(t, {
    verdictDelayMs: 1,
    webhookUrl: 'http://127.0.0.1:1',
    knobs: { webhookTries: 1 },
  });
  await submit(simulator);
  await simulator.settled();
  const [delivery] = simulator.deliveries();
  assert.equal(delivery?.status, null);
  assert.match(String(delivery?.error), /ECONNREFUSED/);
});

test('an early webhook arrives before the submission is answered', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t, { webhookUrl: sink.url });
  const { status, document } = await submit(simulator, documentBody({ name: 'PAC_WEBHOOK_EARLY' }));
  assert.equal(status, 201);
  assert.equal(document['legalStatus'], 'PAC_AUTHORIZED');
  assert.deepEqual(sink.received.map(({ body }) => [body['id'], body['legalStatus']]), [[document['id'], 'DGI_AUTHORIZED']]); // prettier-ignore
});

test('an early webhook that is not taken does not hold up the answer for ever', async (t) => {
  const simulator = await simulate(t, {
    webhookUrl: 'http://127.0.0.1:1',
    knobs: { earlyWebhookWaitMs: 5, webhookRetryMs: 60_000 },
  });
  assert.equal((await submit(simulator, documentBody({ name: 'PAC_WEBHOOK_EARLY' }))).status, 201);
});

test('a webhook can be sent by hand: any status, without a field, to another company, wrongly signed', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t, { webhookUrl: sink.url });
  const { document } = await submit(simulator);
  const id = String(document['id']);
  const delivery = await simulator.deliverWebhook(id, {
    legalStatus: 'DGI_REJECTED',
    omit: ['cufe', 'message'],
    companyId: 'another',
    signature: 'nonsense',
  });
  assert.equal(delivery?.status, 200);
  const [webhook] = sink.received;
  assert.deepEqual(webhook!.body, { id, legalStatus: 'DGI_REJECTED' });
  assert.equal(webhook!.path, '/webhooks/pac/another');
  assert.equal(webhook!.headers['x-pac-signature'], 'nonsense');
  assert.equal(simulator.document(id)!.legalStatus, 'PAC_AUTHORIZED', 'the document itself is not touched');
});
