// An answer that cannot be stored at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepRecording } from './keep-recording.ts';

const TOLD = {
  tenantId: 'T',
  documentId: 'D',
  what: 'submission',
  outcome: { reasons: ['the RUC is wrong'] },
} as const;

function silentLog() {
  const said: object[] = [];
  const quiet = () => {};
  return { said, log: { debug: quiet, info: quiet, warn: quiet, error: (fields: object) => void said.push(fields) } };
}

test('F74: a database that is away for a moment loses no answer, and the log has it in full meanwhile', async () => {
  const { said, log } = silentLog();
  let tries = 0;
  const stored = await keepRecording({ log }, TOLD, async () => {
    tries += 1;
    if (tries < 3) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    return 'stored';
  });
  assert.equal(stored, 'stored');
  assert.equal(said.length, 1);
  assert.deepEqual((said[0] as typeof TOLD).outcome, TOLD.outcome);
});

test('F74: what no waiting mends is not tried again, and logged in full', async () => {
  const { said, log } = silentLog();
  const failing = keepRecording({ log }, TOLD, () => Promise.reject(new Error('Cannot use a pool after calling end')));
  await assert.rejects(failing, /after calling end/);
  assert.equal(said.length, 1);
});
