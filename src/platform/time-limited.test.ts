import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotInTime, timeLimited } from './time-limited.ts';

test('what hangs is given up, is not asked again meanwhile, and is asked anew when it has come after all', async () => {
  const questions: ((answer: string) => void)[] = [];
  const ask = timeLimited(20, () => new Promise<string>((resolve) => questions.push(resolve)));
  await assert.rejects(ask(), NotInTime);
  await assert.rejects(ask(), NotInTime);
  assert.equal(questions.length, 1);
  const patient = ask();
  questions[0]!('late');
  assert.equal(await patient, 'late');
  const next = ask();
  assert.equal(questions.length, 2);
  questions[1]!('in time');
  assert.equal(await next, 'in time');
});

test('a failure is told as it is, and the next who asks asks anew', async () => {
  let times = 0;
  const ask = timeLimited(1000, async () => {
    times += 1;
    throw new Error(`failure ${times}`);
  });
  await assert.rejects(ask(), /failure 1/);
  await assert.rejects(ask(), /failure 2/);
});
