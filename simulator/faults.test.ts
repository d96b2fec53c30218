/** Each fault as the caller meets it, and what the PAC has in truth done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseDocument, parseReasons } from '../src/pac/alanube/wire.ts';
import { isOf, ERROR_SHAPES, FAULT_NAMES, FAULTS, readFaultHeader, readSentinels } from './faults.ts';
import type { FaultName, FaultRequest } from './faults.ts';
import type { Simulator } from './server.ts';
import { call, COMPANY, documentBody, look, receiveWebhooks, simulate, submit } from './test-support.ts';

const REASON = { reason: 'El cliente devolvió la mercancía' };

type Met = number | 'lost' | 'silent';

// The caller's view: the status, a broken connection, or nothing, long enough after the call arrived.
async function meet(
  arrived: () => boolean,
  send: (signal: AbortSignal) => Promise<{ status: number }>,
  expected: Met,
): Promise<Met> {
  const giveUp = new AbortController();
  const met = send(giveUp.signal).then(
    ({ status }): Met => status,
    (): Met => (giveUp.signal.aborted ? 'silent' : 'lost'),
  );
  if (expected === 'silent') {
    while (!arrived()) await sleep(1);
    await sleep(30);
    giveUp.abort();
  }
  return met;
}

const SUBMISSIONS: [FaultRequest, Met, acceptances: number][] = [
  [{ name: 'pacReject' }, 400, 0],
  [{ name: 'duplicate' }, 400, 0],
  [{ name: 'duplicate', accepted: true }, 400, 1],
  [{ name: 'timeoutBeforeAccept' }, 'silent', 0],
  [{ name: 'resetBeforeAccept' }, 'lost', 0],
  [{ name: 'resetMidBody' }, 'lost', 0],
  [{ name: 'slowAnswer', ms: 60_000 }, 'silent', 1],
  [{ name: 'slowAnswer', ms: 1 }, 201, 1],
  [{ name: 'lostAnswer' }, 'lost', 1],
  [{ name: 'silentAfterAccept' }, 'silent', 1],
  [{ name: 'resetMidAnswer' }, 'lost', 1],
  [{ name: 'http400' }, 400, 0],
  [{ name: 'http400', accepted: true }, 400, 1],
  [{ name: 'http413' }, 413, 0],
  [{ name: 'http429Empty' }, 429, 0],
  [{ name: 'http429Empty', accepted: true }, 429, 1],
  [{ name: 'http401' }, 401, 0],
  [{ name: 'http403' }, 403, 0],
  [{ name: 'http408' }, 408, 0],
  [{ name: 'http429' }, 429, 0],
  [{ name: 'http500' }, 500, 0],
  [{ name: 'http500', accepted: true }, 500, 1],
  [{ name: 'http502' }, 502, 0],
  [{ name: 'http502', accepted: true }, 502, 1],
  [{ name: 'http503' }, 503, 0],
  [{ name: 'http504' }, 504, 0],
  [{ name: 'http504', accepted: true }, 504, 1],
  [{ name: 'html200' }, 200, 1],
  [{ name: 'empty200' }, 200, 1],
  [{ name: 'cutJson200' }, 200, 1],
  [{ name: 'idWithoutCufe' }, 201, 1],
  [{ name: 'cufeWithoutId' }, 201, 1],
  [{ name: 'crossTalk' }, 201, 1],
  [{ name: 'staleAnswer' }, 201, 1],
  [{ name: 'mixedAnswer' }, 201, 1],
  [{ name: 'forgedCufe' }, 201, 1],
  [{ name: 'unprintable' }, 201, 1],
  [{ name: 'dgiReject' }, 201, 1],
  [{ name: 'earlyWebhook' }, 201, 1],
];

for (const [fault, met, acceptances] of SUBMISSIONS) {
  test(`a submission with ${JSON.stringify(fault)}`, async (t) => {
    const simulator = await simulate(t);
    simulator.nextFault(fault);
    const arrived = () => simulator.acceptances(COMPANY, 'INVOICE', 1).attempts === 1;
    assert.equal(await meet(arrived, (signal) => submit(simulator, documentBody(), { signal }), met), met);
    assert.equal(simulator.acceptances(COMPANY, 'INVOICE', 1).acceptances, acceptances);
    assert.deepEqual(simulator.queuedFaults(), [], 'the fault is used up');
    const next = await submit(simulator, documentBody({ number: 2 }));
    assert.equal(next.status, 201, 'the next call is well');
  });
}

test('every fault of a submission stands in the table above', () => {
  const tested = new Set(SUBMISSIONS.map(([{ name }]) => name));
  const missing = FAULT_NAMES.filter(
    (name) => isOf('alanube', name) && (FAULTS[name].at as readonly string[]).includes('submit') && !tested.has(name),
  );
  assert.deepEqual(missing, []);
});

test('what is answered 200 and broken is what the name says', async (t) => {
  const simulator = await simulate(t);
  const answerOf = async (name: FaultName, number: number) => {
    simulator.nextFault(name);
    return submit(simulator, documentBody({ number }));
  };
  assert.match((await answerOf('html200', 1)).text, /^<!DOCTYPE html>/);
  assert.equal((await answerOf('empty200', 2)).text, '');
  const cut = (await answerOf('cutJson200', 3)).text;
  assert.match(cut, /^\{"message"/);
  assert.throws(() => JSON.parse(cut), SyntaxError);
  const noCufe = parseDocument((await answerOf('idWithoutCufe', 4)).json);
  assert.ok(noCufe.documentId !== null && noCufe.cufe === null);
  const noId = parseDocument((await answerOf('cufeWithoutId', 5)).json);
  assert.ok(noId.documentId === null && noId.cufe !== null);
  simulator.nextFault({ name: 'http429', retryAfterSeconds: 7 });
  assert.equal((await submit(simulator, documentBody({ number: 6 }))).headers.get('retry-after'), '7');
});

for (const shape of ERROR_SHAPES) {
  test(`a rejection in the shape ${shape} gives its reasons`, async (t) => {
    const simulator = await simulate(t);
    simulator.nextFault({ name: 'pacReject', shape });
    const { status, json } = await submit(simulator);
    assert.ok(
      parseReasons(json).some((reason) => /RUC del receptor/.test(reason)),
      JSON.stringify(json),
    );
    if (shape === 'rejectedDocument') {
      assert.equal(status, 200);
      const { documentId, legalStatus } = parseDocument(json);
      assert.equal(legalStatus, 'PAC_REJECTED');
      assert.equal((await look(simulator, documentId)).document['legalStatus'], 'PAC_REJECTED');
    } else {
      assert.equal(status, 400);
    }
    assert.equal(simulator.acceptances(COMPANY, 'INVOICE', 1).acceptances, 0);
    assert.equal((await submit(simulator)).status, 201, 'the number is still free');
  });
}

test('each other fault of a look and a void', async (t) => {
  const simulator = await simulate(t);
  const { document } = await submit(simulator);
  const id = String(document['id']);
  const voidIt = (signal: AbortSignal) => call(simulator, 'DELETE', `/pan/v1/invoices/${id}`, { body: REASON, signal });
  const isVoid = () => simulator.document(id)!.voided !== null;

  simulator.nextFault({ name: 'notFoundAtFirst', times: 2 });
  const looks = [await look(simulator, id), await look(simulator, id), await look(simulator, id)];
  assert.deepEqual(
    looks.map(({ status }) => status),
    [404, 404, 200],
  );

  for (const [name, met, voided] of [
    ['void404', 404, false],
    ['void400TooLate', 400, false],
    ['voidTimeout', 'silent', true],
  ] as const) {
    simulator.nextFault(name);
    const struck = () => simulator.calls().some(({ faults }) => faults.includes(name));
    assert.equal(await meet(struck, voidIt, met), met, name);
    assert.equal(isVoid(), voided, name);
  }
});

async function pdfAddress(simulator: Simulator, id: unknown): Promise<string | null> {
  return (await look(simulator, id)).document['pdf'] as string | null;
}

async function withDocument(t: TestContext): Promise<{ simulator: Simulator; id: string }> {
  const simulator = await simulate(t);
  return { simulator, id: String((await submit(simulator)).document['id']) };
}

test('an expired address stays expired, the next one asked for is good', async (t) => {
  const { simulator, id } = await withDocument(t);
  simulator.nextFault('expiredPdf');
  const address = (await pdfAddress(simulator, id))!;
  assert.equal((await fetch(address)).status, 403);
  assert.equal((await fetch(address)).status, 403);
  assert.equal((await fetch((await pdfAddress(simulator, id))!)).status, 200);
});

test('a PDF that is not ready has no address for as long as it is told', async (t) => {
  const { simulator, id } = await withDocument(t);
  simulator.nextFault({ name: 'pdfNotReady', times: 2 });
  assert.equal(await pdfAddress(simulator, id), null);
  assert.equal(await pdfAddress(simulator, id), null);
  assert.match((await pdfAddress(simulator, id))!, /^http/);
});

test('an address can lead elsewhere', async (t) => {
  const { simulator, id } = await withDocument(t);
  simulator.nextFault({ name: 'pdfElsewhere', url: 'http://10.0.0.1/x.pdf' });
  assert.equal(await pdfAddress(simulator, id), 'http://10.0.0.1/x.pdf');
  simulator.nextFault({ name: 'pdfRedirect', url: 'http://10.0.0.1/y.pdf' });
  const redirected = await fetch((await pdfAddress(simulator, id))!, { redirect: 'manual' });
  assert.equal(redirected.status, 302);
  assert.equal(redirected.headers.get('location'), 'http://10.0.0.1/y.pdf');
});

test('a download is cut, no PDF, too big, endless, or refused by a gateway', async (t) => {
  const { simulator, id } = await withDocument(t);
  const download = async (fault: FaultRequest) => {
    simulator.nextFault(fault);
    return fetch((await pdfAddress(simulator, id))!);
  };
  const cut = await download({ name: 'pdfCut' });
  assert.equal(cut.status, 200);
  assert.ok(Number(cut.headers.get('content-length')) > 1000);
  await assert.rejects(cut.arrayBuffer());

  const page = await download({ name: 'pdfHtml' });
  assert.equal(page.headers.get('content-type'), 'application/pdf');
  assert.match(await page.text(), /^<!DOCTYPE html>/);

  const huge = await download({ name: 'pdfHuge', bytes: 1_000_000 });
  assert.equal(huge.headers.get('content-length'), null);
  assert.equal((await huge.arrayBuffer()).byteLength, 1_000_000);

  const drip = await download({ name: 'pdfDrip', ms: 60_000 });
  const reader = drip.body!.getReader();
  assert.equal((await reader.read()).value?.length, 1);
  await reader.cancel();

  assert.equal((await download({ name: 'http503', operation: 'pdf' })).status, 503);
  assert.equal((await fetch((await pdfAddress(simulator, id))!)).status, 200);
});

test('sentinels in the name: what the submission meets, and what the document meets later', async (t) => {
  const sink = await receiveWebhooks(t);
  const simulator = await simulate(t, { webhookUrl: sink.url, verdictDelayMs: 1 });
  const name = 'Café PAC_LOST_ANSWER PAC_DGI_REJECT PAC_WEBHOOK_REPEATED:3 PAC_NOT_FOUND_AT_FIRST:2';
  await assert.rejects(submit(simulator, documentBody({ name })));
  const [document] = simulator.documents();
  await simulator.settled();
  assert.deepEqual(
    sink.received.map(({ body }) => body['legalStatus']),
    Array(3).fill('DGI_REJECTED'),
  );
  assert.equal((await look(simulator, document!.id)).status, 404);
  assert.equal((await look(simulator, document!.id)).status, 404);
  assert.equal((await look(simulator, document!.id)).document['legalStatus'], 'DGI_REJECTED');
  const again = await submit(simulator, documentBody({ name }));
  assert.equal(again.status, 400, 'the answer is lost once; then the number is taken');
});

test('a sentinel that refuses strikes once per number, so that a second try goes through; a rejection stays', async (t) => {
  const simulator = await simulate(t);
  const statuses = async (name: string, number: number) => {
    const body = documentBody({ name, number });
    return [(await submit(simulator, body)).status, (await submit(simulator, body)).status];
  };
  assert.deepEqual(await statuses('PAC_HTTP_503', 1), [503, 201]);
  assert.deepEqual(await statuses('PAC_HTTP_503', 2), [503, 201]);
  assert.deepEqual(await statuses('PAC_REJECT:error', 3), [400, 400]);
  assert.deepEqual(await statuses('PAC_HTTP_502:accepted', 4), [502, 400]);
});

test('faults in a header', async (t) => {
  const simulator = await simulate(t);
  const headers = { 'x-simulator-fault': 'http503' };
  assert.equal((await submit(simulator, documentBody(), { headers })).status, 503);
  const attached = { 'x-simulator-fault': 'pdfNotReady, slowAnswer=1' };
  const { document } = await submit(simulator, documentBody(), { headers: attached });
  assert.equal((await look(simulator, document['id'])).document['pdf'], null);
  assert.match(String((await look(simulator, document['id'])).document['pdf']), /^http/);
});

test('a word that is nearly a sentinel is complained about, not ignored', async (t) => {
  const simulator = await simulate(t);
  const misspelt = await submit(simulator, documentBody({ name: 'PAC_LOST_ANSWR' }));
  assert.equal(misspelt.status, 400);
  assert.match(misspelt.text, /PAC_LOST_ANSWR/);
  const header = await submit(simulator, documentBody(), { headers: { 'x-simulator-fault': 'lost' } });
  assert.equal(header.status, 400);
  assert.match(header.text, /no fault/);
});

test('a queued fault strikes only the calls that it matches', async (t) => {
  const simulator = await simulate(t);
  simulator.nextFault({ name: 'http503', companyId: 'another', operation: 'submit' });
  assert.equal((await submit(simulator)).status, 201);
  assert.equal((await submit(simulator, documentBody(), { company: 'another' })).status, 503);
  const [document] = simulator.documents();
  simulator.nextFault({ name: 'http500', documentId: document!.id });
  assert.equal((await submit(simulator, documentBody({ number: 2 }))).status, 201);
  assert.equal((await look(simulator, document!.id)).status, 500);
});

test('a standing fault strikes every time until it is taken away', async (t) => {
  const simulator = await simulate(t, { knobs: { standingFaults: [{ name: 'http503', operation: 'submit' }] } });
  assert.equal((await submit(simulator)).status, 503);
  assert.equal((await submit(simulator)).status, 503);
  simulator.clearFaults();
  assert.equal((await submit(simulator)).status, 201);
});

test('what chance decides is the same from the same seed, whatever the order of calls', async (t) => {
  const strike = async (seed: string, numbers: number[]) => {
    const standingFaults: FaultRequest[] = [{ name: 'http503', probability: 0.5 }];
    const simulator = await simulate(t, { seed, knobs: { standingFaults } });
    const struck: number[] = [];
    for (const number of numbers) {
      if ((await submit(simulator, documentBody({ number }))).status === 503) struck.push(number);
    }
    return struck.toSorted((a, b) => a - b);
  };
  const numbers = Array.from({ length: 24 }, (_, index) => index + 1);
  const struck = await strike('one', numbers);
  assert.ok(struck.length > 3 && struck.length < 21);
  assert.deepEqual(await strike('one', numbers.toReversed()), struck);
  assert.notDeepEqual(await strike('two', numbers), struck);
});

for (const [text, expected] of [
  ['Café Boquete', []],
  ['PAC_REJECT', [{ name: 'pacReject', times: 'always' }]],
  ['PAC_REJECT:response', [{ name: 'pacReject', times: 'always', shape: 'response' }]],
  ['Café PAC_SLOW:250 y más', [{ name: 'slowAnswer', times: 1, ms: 250 }]],
  ['PAC_HTTP_503:2', [{ name: 'http503', times: 2 }]],
  ['PAC_HTTP_503:perhaps', null],
  ['PAC_LOST_ANSWER:always', [{ name: 'lostAnswer', times: 'always' }]],
  ['PAC_HTTP_503:accepted', [{ name: 'http503', times: 1, accepted: true }]],
  ['PAC_WEBHOOK_REPEATED:2,PAC_PDF_EXPIRED:3', [{ name: 'repeatedWebhook', times: 'always', count: 2 }, { name: 'expiredPdf', times: 3 }]], // prettier-ignore
  ['XPAC_REJECT', []],
  ['PAC_REJECT:sideways', null],
  ['PAC_', []],
] as const) {
  test(`the sentinels of "${text}"`, () => {
    if (expected === null) assert.throws(() => readSentinels(text));
    else assert.deepEqual(readSentinels(text), expected);
  });
}

test('a header may give an address along', () => {
  assert.deepEqual(readFaultHeader('pdfRedirect=http://10.0.0.1/a=b'), [
    { name: 'pdfRedirect', times: 1, url: 'http://10.0.0.1/a=b' },
  ]);
});

test('sentinels are unique words', () => {
  const sentinels = FAULT_NAMES.map((name) => FAULTS[name].sentinel).filter((sentinel) => sentinel !== null);
  assert.equal(new Set(sentinels).size, sentinels.length);
  for (const sentinel of sentinels) assert.match(sentinel, /^PAC_[A-Z0-9_]+$/);
});
