/** The PAC's calls as they go when nothing goes wrong on purpose. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { parseCufe } from '../src/fiscal/cufe.ts';
import { parseDocument } from '../src/pac/alanube/wire.ts';
import {
  API_KEY,
  CONTROL_KEY,
  call,
  changed,
  COMPANY,
  documentBody,
  look,
  receiveWebhooks,
  simulate,
  submit,
} from './test-support.ts';

const REASON = 'El cliente devolvió la mercancía';

for (const answerShape of ['wrapped', 'bare'] as const) {
  test(`an accepted document is answered ${answerShape}`, async (t) => {
    const simulator = await simulate(t, { answerShape });
    const { status, json, document } = await submit(simulator);
    assert.equal(status, 201);
    assert.equal('document' in json, answerShape === 'wrapped');
    assert.match(String(document['id']), /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(document['legalStatus'], 'PAC_AUTHORIZED');
    assert.equal(parseDocument(json).cufe, document['cufe']);
  });
}

test('the CUFE is made of the company that issues and of what the payload says', async (t) => {
  const companies = [{ companyId: COMPANY, ruc: '155596713-2-2015', branchCode: '0007' }];
  const simulator = await simulate(t, { companies });
  const { document } = await submit(simulator, documentBody({ number: 42, issueDate: '2026-03-01T23:30:00-05:00' }));
  const parts = parseCufe(String(document['cufe']));
  assert.equal(parts?.issuerRuc, '155596713-2-2015');
  assert.equal(parts?.issuerDv, '59');
  assert.equal(parts?.branchCode, '0007');
  assert.equal(parts?.issueDate, '2026-03-01');
  assert.equal(parts?.documentNumber, '0000000042');
  assert.equal(parts?.securityCode, '123456789');
});

test('a call without the key, with another key, or without a company is turned away', async (t) => {
  const simulator = await simulate(t);
  assert.equal((await submit(simulator, documentBody(), { key: 'wrong' })).status, 401);
  assert.equal((await submit(simulator, documentBody(), { headers: { authorization: '' } })).status, 401);
  const without = await submit(simulator, documentBody(), { company: null });
  assert.equal(without.status, 400);
  assert.match(without.text, /idCompany/);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 0, acceptances: 0 });
});

test('only registered companies may issue when the knob says so', async (t) => {
  const simulator = await simulate(t, { knobs: { knownCompaniesOnly: true } });
  assert.equal((await submit(simulator)).status, 404);
  simulator.setCompany({ companyId: COMPANY, ruc: '8-442-445', rucType: 1 });
  assert.equal((await submit(simulator)).status, 201);
});

test('a fiscal number is accepted once per company, kind and billing point, and every try is counted', async (t) => {
  const simulator = await simulate(t);
  assert.equal((await submit(simulator)).status, 201);
  const again = await submit(simulator);
  assert.equal(again.status, 400);
  assert.match(again.text, /duplicado/i);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', '0000000001'), { attempts: 2, acceptances: 1 });
  assert.equal((await submit(simulator, documentBody({ billingPoint: '002' }))).status, 201);
  assert.equal((await submit(simulator, documentBody(), { company: 'another' })).status, 201);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 3, acceptances: 2 });
  assert.deepEqual(simulator.acceptances('another', 'INVOICE', 1), { attempts: 1, acceptances: 1 });
  assert.deepEqual(simulator.acceptances('another', 'CREDIT_NOTE', 1), { attempts: 0, acceptances: 0 });
});

test('of many submissions of one number at once exactly one is accepted', async (t) => {
  const simulator = await simulate(t);
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await submit(simulator)).status));
  assert.equal(statuses.filter((status) => status === 201).length, 1);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 20, acceptances: 1 });
});

test('a body that is wrong is refused and its number stays free', async (t) => {
  const simulator = await simulate(t);
  const wrong = await submit(simulator, changed(documentBody(), 'receiver.country', 'CR'));
  assert.equal(wrong.status, 400);
  assert.deepEqual(
    (wrong.json['errors'] as { field: string }[]).map(({ field }) => field),
    ['receiver.country'],
  );
  assert.equal((await submit(simulator, '{"cut')).status, 400);
  assert.equal((await submit(simulator)).status, 201);
  assert.deepEqual(simulator.acceptances(COMPANY, 'INVOICE', 1), { attempts: 2, acceptances: 1 });
});

test('the verdict comes after its delay, and a look tells it', async (t) => {
  const simulator = await simulate(t, { verdictDelayMs: 1 });
  const { document } = await submit(simulator);
  await simulator.settled();
  const found = await look(simulator, document['id']);
  assert.equal(found.document['legalStatus'], 'DGI_AUTHORIZED');
  assert.match(String((found.document['governmentResponse'] as { message: string }[])[0]?.message), /Autorizado/);
});

test('a document of another company, of the other kind or unknown is not found', async (t) => {
  const simulator = await simulate(t);
  const { document } = await submit(simulator);
  const id = String(document['id']);
  assert.equal((await look(simulator, id)).status, 200);
  assert.equal((await look(simulator, id, { company: 'another' })).status, 404);
  assert.equal((await call(simulator, 'GET', `/pan/v1/credit-notes/${id}`)).status, 404);
  assert.equal((await look(simulator, '01HZZZZZZZZZZZZZZZZZZZZZZ0')).status, 404);
  assert.equal((await look(simulator, '%E0%A4%A')).status, 400);
  assert.equal((await call(simulator, 'GET', '/pan/v1/nothing')).status, 404);
});

test('a PDF is asked for, downloaded without a key, and is the same each time', async (t) => {
  const simulator = await simulate(t);
  const { document } = await submit(simulator);
  const plain = await call(simulator, 'GET', `/pan/v1/invoices/${String(document['id'])}`);
  assert.equal('pdf' in plain.document, false);
  const address = String((await look(simulator, document['id'])).document['pdf']);
  const [first, second] = await Promise.all([fetch(address), fetch(address)]);
  assert.equal(first.headers.get('content-type'), 'application/pdf');
  const bytes = Buffer.from(await first.arrayBuffer());
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
  assert.deepEqual(Buffer.from(await second.arrayBuffer()), bytes);
  const download = simulator.calls().find(({ operation }) => operation === 'pdf');
  assert.equal(download?.hasAuthorization, false);
});

test('an address of a PDF that was changed or has expired is refused', async (t) => {
  const simulator = await simulate(t, { knobs: { pdfLifetimeMs: 1 } });
  const { document } = await submit(simulator);
  const address = new URL(String((await look(simulator, document['id'])).document['pdf']));
  while (Date.now() <= Number(address.searchParams.get('expires'))) await new Promise(setImmediate);
  const expired = await fetch(address);
  assert.equal(expired.status, 403);
  assert.match(await expired.text(), /expired/);
  address.searchParams.set('expires', String(Date.now() + 60_000));
  const forged = await fetch(address);
  assert.equal(forged.status, 403);
  assert.match(await forged.text(), /SignatureDoesNotMatch/);
});

test('a rejected document has no PDF and says why it was rejected', async (t) => {
  const simulator = await simulate(t);
  const { document } = await submit(simulator);
  await simulator.verdict(String(document['id']), 'DGI_REJECTED');
  const found = await look(simulator, document['id']);
  assert.equal(found.document['legalStatus'], 'DGI_REJECTED');
  assert.equal(found.document['pdf'], null);
  assert.ok(parseDocument(found.json).reasons.some((reason) => /firma del emisor/.test(reason)));
});

test('a void needs its reason, its time and a document that is authorized, and leaves the legal status', async (t) => {
  const simulator = await simulate(t, { verdictDelayMs: 0 });
  const voided = (id: unknown, reason: unknown) =>
    call(simulator, 'DELETE', `/pan/v1/invoices/${String(id)}`, { body: { reason } });
  const { document } = await submit(simulator);
  assert.equal((await voided(document['id'], 'too short')).status, 400);
  assert.equal((await voided(document['id'], 'x'.repeat(1001))).status, 400);
  assert.equal((await voided(document['id'], undefined)).status, 400);
  assert.equal((await voided('01HZZZZZZZZZZZZZZZZZZZZZZ0', REASON)).status, 404);
  const done = await voided(document['id'], REASON);
  assert.equal(done.status, 200);
  assert.equal(done.document['legalStatus'], 'DGI_AUTHORIZED');
  assert.equal(done.document['status'], 'CANCELLED');
  assert.equal((await voided(document['id'], REASON)).status, 400);

  const old = await submit(simulator, documentBody({ number: 2, issueDate: '2026-01-01T10:00:00-05:00' }));
  const late = await voided(old.document['id'], REASON);
  assert.equal(late.status, 400);
  assert.match(late.text, /182 horas/);

  const rejected = await submit(simulator, documentBody({ number: 3, name: 'PAC_DGI_REJECT' }));
  assert.equal((await voided(rejected.document['id'], REASON)).status, 400);
});

test('a credit note names an original that exists, is authorized by the DGI and is not void', async (t) => {
  const simulator = await simulate(t);
  const { document, status } = await submit(simulator);
  assert.equal(status, 201);
  const [issued] = simulator.documents();
  const original = { cufe: String(document['cufe']), issueDate: issued!.issueDate };
  const credit = (number: number, reference = original) =>
    call(simulator, 'POST', '/pan/v1/credit-notes', { body: documentBody({ number, original: reference }) });
  assert.match((await credit(1)).text, /no está autorizado/);
  await simulator.verdict(issued!.id, 'DGI_AUTHORIZED');
  const accepted = await credit(1);
  assert.equal(accepted.status, 201);
  assert.equal(parseCufe(String(accepted.document['cufe']))?.documentType, '04');
  const unknown = { ...original, cufe: original.cufe.replace('123456789', '987654321') };
  assert.match((await credit(2, unknown)).text, /no existe/);
  simulator.setKnobs({ acceptUnknownReferences: true });
  assert.equal((await credit(2, unknown)).status, 201);
  await call(simulator, 'DELETE', `/pan/v1/invoices/${issued!.id}`, { body: { reason: REASON } });
  assert.match((await credit(3)).text, /anulado/);
  assert.deepEqual(simulator.acceptances(COMPANY, 'CREDIT_NOTE', 1), { attempts: 2, acceptances: 1 });
});

test('check digits are told, and refused for what is no RUC', async (t) => {
  const simulator = await simulate(t);
  const ask = (query: string) => call(simulator, 'GET', `/pan/v1/check-digit?${query}`);
  assert.deepEqual((await ask('ruc=155596713-2-2015&type=JURIDICO')).json, {
    checkDigit: '59',
    receiver: 'CONTRIBUYENTE',
    type: 'JURIDICO',
  });
  assert.equal((await ask('ruc=8-NT-1-13178&type=JURIDICO')).json['receiver'], 'GOBIERNO');
  assert.equal((await ask('ruc=nothing&type=NATURAL')).status, 400);
  assert.equal((await ask('ruc=8-442-445&type=OTHER')).status, 400);
});

test('a webhook is sent again on request, to another address too', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t);
  const { document } = await submit(simulator);
  const body = { documentId: document['id'], webhookUrl: `${sink.url}/elsewhere`, webhookSecret: 'another secret' };
  const answer = await call(simulator, 'POST', '/pan/v1/documents/notify-webhook', { body });
  assert.equal(answer.status, 200);
  assert.equal(sink.received[0]?.path, '/elsewhere');
  assert.equal(sink.received[0]?.body['legalStatus'], 'PAC_AUTHORIZED');
  const unknown = { documentId: 'nothing', webhookUrl: sink.url };
  assert.equal((await call(simulator, 'POST', '/pan/v1/documents/notify-webhook', { body: unknown })).status, 404);
});

test('a reset forgets everything', async (t) => {
  const simulator = await simulate(t, { verdictDelayMs: 60_000 });
  await submit(simulator);
  simulator.setKnobs({ verdictDelayMs: 5 });
  simulator.reset();
  assert.deepEqual([simulator.documents(), simulator.counts(), simulator.calls()], [[], [], []]);
  assert.equal(simulator.knobs().verdictDelayMs, 60_000);
  assert.equal((await submit(simulator)).status, 201);
});

test('the same seed makes the same ids at the same time', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T15:00:00Z') });
  const issue = async (seed: string) => String((await submit(await simulate(t, { seed }))).document['id']);
  const [one, same, other] = [await issue('a'), await issue('a'), await issue('b')];
  assert.equal(one, same);
  assert.notEqual(one, other);
});

test('ids rise, also within one millisecond', async (t) => {
  const simulator = await simulate(t);
  for (let number = 1; number <= 20; number++) await submit(simulator, documentBody({ number }));
  const ids = simulator.documents().map(({ id }) => id);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, 20);
});

test('everything is in reach over HTTP', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t);
  const control = (method: string, path: string, body?: unknown) =>
    call(simulator, method, `/__simulator/${path}`, { company: null, key: CONTROL_KEY, body });
  assert.equal((await control('POST', 'companies', { companyId: COMPANY, ruc: '155596713-2-2015' })).json['dv'], '59');
  assert.equal((await control('POST', 'webhook-base', { url: sink.url })).status, 200);
  assert.equal(
    (await control('POST', 'knobs', { verdictDelayMs: null, answerShape: 'bare' })).json['answerShape'],
    'bare',
  );
  assert.equal((await control('POST', 'faults', [{ name: 'http503', operation: 'submit' }, 'slowAnswer'])).status, 200);
  assert.equal((await control('DELETE', 'faults')).status, 200);
  const { json } = await submit(simulator);
  const documentId = json['id'];
  assert.equal((await control('GET', `documents/${String(documentId)}`)).json['numeration'], '0000000001');
  assert.equal((await control('POST', 'verdict', { documentId, legalStatus: 'DGI_AUTHORIZED' })).json['legalStatus'], 'DGI_AUTHORIZED'); // prettier-ignore
  assert.equal((await control('POST', 'webhook', { documentId, legalStatus: 'PAC_AUTHORIZED' })).json['status'], 200);
  assert.deepEqual(
    sink.received.map(({ body }) => body['legalStatus']),
    ['DGI_AUTHORIZED', 'PAC_AUTHORIZED'],
  );
  assert.deepEqual((await control('GET', `acceptances?companyId=${COMPANY}&kind=INVOICE&number=1`)).json, {
    attempts: 1,
    acceptances: 1,
  });
  assert.equal((await control('GET', '')).json['documents'], 1);
  assert.equal(JSON.parse((await control('GET', 'deliveries')).text).length, 2);
  assert.equal(JSON.parse((await control('GET', 'calls')).text).length, 1);
  assert.equal((await control('POST', 'reset')).status, 200);
  assert.equal((await control('GET', '')).json['documents'], 0);
});

const FROM_A_PAGE: Record<string, { headers?: Record<string, string>; key?: string; status: number }> = {
  'under a name that leads here by chance': { headers: { host: 'evil.test' }, status: 403 },
  'under such a name, with our port': { headers: { host: 'evil.test:4001' }, status: 403 },
  'under a name that begins as ours': { headers: { host: '127.0.0.1.evil.test' }, status: 403 },
  'from a page': { headers: { origin: 'https://evil.test' }, status: 403 },
  'from a page without an origin': { headers: { origin: 'null' }, status: 403 },
  'from a page of this machine': { headers: { origin: 'http://127.0.0.1:4000' }, status: 403 },
  'as a text': { headers: { 'content-type': 'text/plain' }, status: 415 },
  'as a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415 },
  'without a type': { headers: { 'content-type': '' }, status: 415 },
  'without a key': { key: '', status: 401 },
  'with the key of the API': { key: API_KEY, status: 401 },
};

for (const [how, { headers, key = CONTROL_KEY, status }] of Object.entries(FROM_A_PAGE)) {
  test(`the control is refused ${how}`, async (t) => {
    const sink = await receiveWebhooks(t);
    const simulator = await simulate(t, { webhookUrl: sink.url });
    const ask = (method: string, path: string, body?: unknown): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
        const asked = request(`${simulator.url}/__simulator${path}`, { method, headers: sent });
        asked.on('error', reject).on('response', (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        });
        asked.end(body === undefined ? undefined : JSON.stringify(body));
      });
    assert.equal(await ask('POST', '/knobs', { knownCompaniesOnly: true }), status);
    assert.equal(await ask('POST', '/webhook', { companyId: COMPANY, body: { id: 'x' } }), status);
    assert.equal(simulator.knobs().knownCompaniesOnly, false);
    assert.deepEqual(sink.received, []);
    if (status === 415) return;
    assert.equal(await ask('GET', ''), status);
    assert.equal(await ask('DELETE', '/faults'), status);
    assert.equal(await ask('POST', '/reset'), status);
  });
}

test('nothing is signed for an address that is not the configured one', async (t) => {
  const [ours, theirs] = [await receiveWebhooks(t), await receiveWebhooks(t)];
  const simulator = await simulate(t, { webhookUrl: ours.url });
  const { document } = await submit(simulator);
  const send = (url: string, more: object = {}) =>
    call(simulator, 'POST', '/__simulator/webhook', {
      company: null,
      key: CONTROL_KEY,
      body: { companyId: COMPANY, body: { id: 'x', legalStatus: 'DGI_AUTHORIZED' }, url, ...more },
    });
  for (const url of [
    theirs.url,
    `${theirs.url}/webhooks/pac/${COMPANY}`,
    ours.url.replace('http://', 'http://x@'),
    'file:///etc/passwd',
    'nowhere',
  ]) {
    assert.equal((await send(url)).status, 400, url);
    assert.equal((await send(url, { secret: 'their own' })).status, 400, url);
    assert.equal((await send(url, { signature: 'their own' })).status, 400, url);
  }
  const notified = await call(simulator, 'POST', '/pan/v1/documents/notify-webhook', {
    body: { documentId: document['id'], webhookUrl: theirs.url },
  });
  assert.equal(notified.status, 400);
  assert.deepEqual([theirs.received, ours.received], [[], []]);
  assert.equal((await send(`${ours.url}/webhooks/pac/another`)).json['status'], 200);
  assert.equal(ours.received.length, 1);
});

for (const [path, body, complaint] of [
  ['faults', { name: 'nonsense' }, /no fault "nonsense"/],
  ['faults', { name: 'pacReject', operation: 'void' }, /strikes at submit/],
  ['faults', { name: 'lostAnswer', often: 3 }, /no "often"/],
  ['faults', { name: 'http401', accepted: true }, /http401 takes no "accepted"/],
  ['faults', { name: 'lostAnswer', times: 0 }, /"times" of lostAnswer/],
  ['knobs', { verdictDelay: 3 }, /no knob "verdictDelay"/],
  ['knobs', { verdictDelayMs: -1 }, /"verdictDelayMs" must be a whole number/],
  ['companies', { companyId: 'x' }, /needs "ruc"/],
  ['companies', { companyId: 'x', ruc: 'ñ', dv: '00' }, /cannot issue/],
  ['verdict', { documentId: 'x', legalStatus: 'DGI_AUTHORIZED' }, /no document x/],
  ['verdict', { documentId: 'x', legalStatus: 'GOOD' }, /must be one of/],
  ['webhook-base', { url: 'nowhere' }, /no address/],
  ['nothing', {}, /There is no POST nothing/],
] as const) {
  test(`the control says what is wrong with ${path} ${JSON.stringify(body)}`, async (t) => {
    const simulator = await simulate(t);
    const { status, json } = await call(simulator, 'POST', `/__simulator/${path}`, {
      company: null,
      key: CONTROL_KEY,
      body,
    });
    assert.ok(status === 400 || status === 404);
    assert.match(String(json['error']), complaint);
  });
}

test('a simulator does not start on a taken port or without its secrets', async (t) => {
  const { port } = await simulate(t);
  await assert.rejects(simulate(t, { port }), { code: 'EADDRINUSE' });
  await assert.rejects(simulate(t, { webhookSecret: '' }), /webhookSecret/);
  assert.ok(API_KEY);
});
