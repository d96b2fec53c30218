/** The simulator's state survives a stop and a kill. */
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openJournal } from './journal.ts';
import { call, COMPANY, documentBody, look, receiveWebhooks, simulate, submit } from './test-support.ts';

async function journalPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pac-simulator-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'journal.jsonl');
}

test('a torn last line is dropped, and what follows stands on a line of its own', async (t) => {
  const path = await journalPath(t);
  const first = openJournal<{ n: number }>(path);
  first.append({ n: 1 });
  first.close();
  await appendFile(path, '{"n": 2, "text": "cut he');
  const second = openJournal<{ n: number }>(path);
  assert.deepEqual(second.past, [{ n: 1 }]);
  second.append({ n: 3 });
  second.close();
  assert.equal(await readFile(path, 'utf8'), '{"n":1}\n{"n":3}\n');
});

test('a bad line in the middle is complained about', async (t) => {
  const path = await journalPath(t);
  openJournal(path).close();
  await writeFile(path, '{"n":1}\nnonsense\n{"n":3}\n');
  assert.throws(() => openJournal(path), /Line 2 of the journal/);
});

test('documents, counts, companies and voids outlive a restart', async (t) => {
  const journalFile = await journalPath(t);
  const before = await simulate(t, { journalFile });
  before.setCompany({ companyId: COMPANY, ruc: '253-92-57027' });
  const { document } = await submit(before);
  await submit(before);
  const body = { reason: 'El cliente devolvió la mercancía' };
  await call(before, 'DELETE', `/pan/v1/invoices/${String(document['id'])}`, { body });
  const documents = before.documents();
  await before.close();

  const after = await simulate(t, { journalFile });
  assert.deepEqual(after.documents(), documents);
  assert.deepEqual(after.acceptances(COMPANY, 'INVOICE', 1), { attempts: 2, acceptances: 1 });
  assert.equal(after.companies()[0]?.dv, '76');
  assert.equal((await submit(after)).status, 400, 'the number is taken');
  after.reset();
  await after.close();

  assert.deepEqual((await simulate(t, { journalFile })).documents(), []);
});

test('a verdict that fell due while the simulator was down is reached and told after the start', async (t) => {
  const sink = await receiveWebhooks(t);
  const journalFile = await journalPath(t);
  const before = await simulate(t, { journalFile, verdictDelayMs: 300 });
  const { document } = await submit(before, documentBody({ name: 'PAC_DGI_REJECT PAC_PDF_NOT_READY' }));
  await before.close();
  assert.equal(before.documents()[0]!.legalStatus, 'PAC_AUTHORIZED');

  const after = await simulate(t, { journalFile, webhookUrl: sink.url });
  const [webhook] = await sink.first(1);
  assert.equal(webhook!.body['id'], document['id']);
  assert.equal(webhook!.body['legalStatus'], 'DGI_REJECTED');
  assert.equal((await look(after, document['id'])).document['legalStatus'], 'DGI_REJECTED');
});

test('a webhook that was not taken before the end is sent after the start', async (t) => {
  const sink = await receiveWebhooks(t);
  sink.statuses.push(503);
  const journalFile = await journalPath(t);
  const knobs = { webhookRetryMs: 60_000 };
  const before = await simulate(t, { journalFile, verdictDelayMs: 1, webhookUrl: sink.url, knobs });
  await submit(before);
  await sink.first(1);
  await before.close();

  const after = await simulate(t, { journalFile, webhookUrl: sink.url });
  await after.settled();
  assert.deepEqual(
    sink.received.map(({ body }) => body['legalStatus']),
    ['DGI_AUTHORIZED', 'DGI_AUTHORIZED'],
  );
  await after.close();
  const third = await simulate(t, { journalFile, webhookUrl: sink.url });
  await third.settled();
  assert.equal(sink.received.length, 2, 'once told, it is not told again');
});
