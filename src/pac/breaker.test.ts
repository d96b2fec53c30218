import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterCall, afterCallOf, beginProbe, CLOSED, permission, permissionOf, unansweredAllowed } from './breaker.ts';
import type { Breaker, Breakers, CallResult } from './breaker.ts';

const now = new Date('2026-03-01T12:00:00Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const failed: CallResult = { is: 'failed', cause: 'no answer' };

function after(...results: CallResult[]): Breaker {
  return results.reduce((breaker, result) => afterCall(breaker, result, now), CLOSED);
}

const MANY = Array<CallResult>(10).fill(failed);
const refused: CallResult = { is: 'refused', cause: 'HTTP 401' };

const ROWS: [string, Breaker, number, ReturnType<typeof permission>][] = [
  ['nothing has failed', CLOSED, 0, { may: 'pass' }],
  ['nine failures', after(...MANY.slice(1)), 0, { may: 'pass' }],
  ['an answer between failures', after(...MANY.slice(1), { is: 'answered' }, failed), 0, { may: 'pass' }],
  ['ten failures in a row', after(...MANY), 0, { may: 'wait', seconds: 1 }],
  ['ten failures, and a pause', after(...MANY), 1, { may: 'probe' }],
  ['still failing, so a longer pause', after(...MANY, failed, failed), 3, { may: 'wait', seconds: 1 }],
  ['failing for hours: five seconds at most', after(...Array<CallResult>(50).fill(failed)), 5, { may: 'probe' }],
  ['it answers again', after(...MANY, { is: 'answered' }), 0, { may: 'pass' }],
  ['something answers again', after(...MANY, { is: 'unclear' }), 0, { may: 'pass' }],
  ['something answered between failures', after(...MANY.slice(1), { is: 'unclear' }, failed), 1, { may: 'probe' }],
  ['refused credentials', after(refused), 0, { may: 'probe' }],
  ['refused credentials, asked again', after(refused, refused), 0, { may: 'wait', seconds: 2 }],
  [
    'refused for hours: a minute at most',
    after(...Array<CallResult>(50).fill(refused)),
    55,
    { may: 'wait', seconds: 5 },
  ],
  ['told to wait', after({ is: 'toldToWait', seconds: 30 }), 29, { may: 'wait', seconds: 1 }],
  ['told to wait, and waited', after({ is: 'toldToWait', seconds: 30 }), 30, { may: 'pass' }],
  ['the clock is set back', after(...MANY), -3600, { may: 'probe' }],
];

for (const [name, breaker, seconds, expected] of ROWS) {
  test(`${name}: ${expected.may}`, () => assert.deepEqual(permission(breaker, later(seconds)), expected));
}

test('failures that are far apart are not in a row', () => {
  let breaker = CLOSED;
  for (let minute = 0; minute < 30; minute += 1) breaker = afterCall(breaker, failed, later(61 * minute));
  assert.equal(breaker.state, 'CLOSED');
});

test('it remembers since when, and why', () => {
  const breaker = afterCall(after(...MANY), { is: 'failed', cause: 'connection refused' }, later(5));
  assert.deepEqual(
    { state: breaker.state, since: breaker.openSince, cause: breaker.cause, failures: breaker.failures },
    { state: 'OPEN', since: now, cause: 'connection refused', failures: 11 },
  );
});

type Step = [company: string, result: CallResult];
const answered: CallResult = { is: 'answered' };

/** The PAC's breaker and each company's, after these calls. */
function played(steps: readonly Step[]): (company: string) => Breakers {
  const companies = new Map<string, Breaker>();
  let pac = CLOSED;
  for (const [company, result] of steps) {
    const both = afterCallOf(company, { pac, company: companies.get(company) ?? CLOSED }, result, now);
    pac = both.pac;
    companies.set(company, both.company);
  }
  return (company) => ({ pac, company: companies.get(company) ?? CLOSED });
}

const times = (count: number, ...steps: Step[]): Step[] => Array.from({ length: count }, () => steps).flat();

const SHARED: [string, Step[], string, string][] = [
  ['nothing has failed', [], 'A', 'pass'],
  ['ten failures of two companies stop a third', times(5, ['A', failed], ['B', failed]), 'C', 'wait'],
  ['nine do not', times(4, ['A', failed], ['B', failed]), 'C', 'pass'],
  ['ten failures of one company stop that company', times(10, ['A', failed]), 'A', 'wait'],
  ['and no other', times(10, ['A', failed]), 'B', 'pass'],
  ['the next failure of another tells that it is the PAC', [...times(10, ['A', failed]), ['B', failed]], 'C', 'wait'],
  [
    'an answer to another says that it is not the PAC',
    [...times(9, ['A', failed]), ['B', answered], ['C', failed]],
    'B',
    'pass',
  ],
  ['refused credentials are one company’s', times(20, ['A', refused]), 'B', 'pass'],
  ['and an answer of the PAC', [...times(5, ['A', failed], ['B', failed]), ['C', refused]], 'B', 'pass'],
  ['told to wait is one company’s', [['A', { is: 'toldToWait', seconds: 9 }]], 'B', 'pass'],
  ['told to wait is told to that company', [['A', { is: 'toldToWait', seconds: 9 }]], 'A', 'wait'],
];

for (const [name, steps, company, may] of SHARED) {
  test(`${name}: ${company} ${may}`, () => assert.equal(permissionOf(played(steps)(company), now).may, may));
}

test('one question at a time: who has begun to ask keeps all others waiting', () => {
  const open = played(times(5, ['A', failed], ['B', failed]))('A');
  assert.equal(permissionOf(open, later(2)).may, 'probe');
  assert.deepEqual(permission(beginProbe(open, later(2), 12).pac, later(3)), { may: 'wait', seconds: 11 });
  assert.equal(permission(beginProbe(open, later(2), 12).pac, later(14)).may, 'probe', 'who asked may be gone');
});

test('the more have failed in a row, the fewer may be without an answer', () => {
  const allowed = [0, 5, 8, 9, 12].map((count) => unansweredAllowed(played(times(count, ['A', failed]))('A'), now));
  assert.deepEqual(allowed, [5, 5, 2, 1, 1]);
});
