import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { memoryStore } from './breaker-store.ts';
import { guardedPacClient } from './guarded-client.ts';
import type { CheckDigitOutcome, LookupOutcome, PacClient, SubmissionOutcome } from './face.ts';

const cause = 'why';
const wait = { retryAfterSeconds: null };

const LOOKUPS: [what: string, LookupOutcome, opens: boolean][] = [
  ['silence', { outcome: 'unavailable', cause, ...wait, raw: null }, true],
  ['a gateway that waited in vain', { outcome: 'unavailable', cause, httpStatus: 504, ...wait, raw: null }, true],
  ['a server that stumbles', { outcome: 'unavailable', cause, httpStatus: 500, ...wait, raw: { text: 'oops' } }, false],
  [
    'an answer that cannot be read',
    { outcome: 'unavailable', cause, httpStatus: 200, ...wait, raw: { text: '<' } },
    false,
  ],
  [
    'a server that stumbles and says null',
    { outcome: 'unavailable', cause, httpStatus: 500, ...wait, raw: null },
    false,
  ],
];

const SUBMISSIONS: [what: string, SubmissionOutcome, opens: boolean][] = [
  ['silence', { outcome: 'unknown', cause, raw: null }, true],
  ['a gateway without a PAC behind it', { outcome: 'unknown', cause, httpStatus: 502, raw: { text: '<html>' } }, true],
  ['a server that stumbles', { outcome: 'unknown', cause, httpStatus: 500, raw: { text: 'oops' } }, false],
];

const CHECK_DIGITS: [what: string, CheckDigitOutcome, opens: boolean][] = [
  ['silence', { outcome: 'unavailable', cause, ...wait }, true],
  ['a server that stumbles', { outcome: 'unavailable', cause, httpStatus: 500, ...wait }, false],
];

async function isHeldAfterTen(client: Partial<PacClient>, call: (guarded: PacClient) => Promise<unknown>) {
  const clock = { now: () => new Date('2026-03-01T12:00:00Z') };
  const guarded = guardedPacClient(client as PacClient, { clock, timeoutMs: 1000 });
  for (let times = 0; times < 10; times += 1) await call(guarded);
  return guarded.heldFor('company') !== null;
}

for (const [what, outcome, opens] of LOOKUPS) {
  test(`ten questions that meet ${what} ${opens ? 'open' : 'do not open'} the breaker`, async () => {
    const client = { fetchDocument: async () => outcome };
    const ask = (guarded: PacClient) => guarded.fetchDocument('INVOICE', 'company', 'id');
    assert.equal(await isHeldAfterTen(client, ask), opens);
  });
}

for (const [what, outcome, opens] of SUBMISSIONS) {
  test(`ten submissions that meet ${what} ${opens ? 'open' : 'do not open'} the breaker`, async () => {
    const client = { submit: async () => outcome };
    const send = (guarded: PacClient) => guarded.submit('INVOICE', 'company', {} as never);
    assert.equal(await isHeldAfterTen(client, send), opens);
  });
}

for (const [what, outcome, opens] of CHECK_DIGITS) {
  test(`ten questions for a check digit that meet ${what} ${opens ? 'open' : 'do not open'} the breaker`, async () => {
    const client = { checkDigit: async () => outcome };
    const ask = (guarded: PacClient) => guarded.checkDigit('company', '8-442-445', 'NATURAL');
    assert.equal(await isHeldAfterTen(client, ask), opens);
  });
}

test('while no breaker is kept, a turn waits for what other processes have found only after five seconds', async () => {
  let ms = 0;
  const clock = { now: () => new Date(Date.parse('2026-03-01T12:00:00Z') + ms) };
  const memory = memoryStore(clock);
  const reads: (() => void)[] = [];
  const store = {
    ...memory,
    read: () => new Promise<void>((resolve) => reads.push(resolve)).then(() => memory.read()),
  };
  const { turn } = guardedPacClient({} as PacClient, { clock, timeoutMs: 1000, store });
  const isHad = async (): Promise<boolean> => {
    let had = false;
    void turn('company').then((its) => (its.end(), (had = true)));
    await setImmediate();
    return had;
  };
  const first = await isHad();
  reads[0]!();
  await setImmediate();
  ms = 999;
  const known = await isHad();
  assert.deepEqual({ first, known, reads: reads.length }, { first: false, known: true, reads: 1 });
  ms = 4_999;
  assert.deepEqual([await isHad(), reads.length], [true, 2], 'it is read meanwhile');
  ms = 5_000;
  assert.deepEqual([await isHad(), reads.length], [false, 2], 'it waits for the reading under way');
});

test('what was read before a breaker was opened, and comes after it, does not close it', async () => {
  let ms = 0;
  const clock = { now: () => new Date(Date.parse('2026-03-01T12:00:00Z') + ms) };
  const memory = memoryStore(clock);
  let late: Promise<void> | undefined;
  const store = {
    ...memory,
    async read() {
      const kept = await memory.read();
      await late;
      return kept;
    },
  };
  const client: Partial<PacClient> = { submit: async () => ({ outcome: 'unknown', cause, raw: null }) };
  const guarded = guardedPacClient(client as PacClient, { clock, timeoutMs: 1000, store });
  await guarded.refresh();
  const { promise, resolve } = Promise.withResolvers<void>();
  late = promise;
  ms += 2000;
  for (let times = 0; times < 10; times += 1) await guarded.submit('INVOICE', 'company', {} as never);
  assert.notEqual(guarded.heldFor('company'), null);
  resolve();
  await setImmediate();
  assert.notEqual(guarded.heldFor('company'), null);
});
