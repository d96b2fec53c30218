// The rules of a contingency as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestExplanation, mustBeExplained, reasonBeside, reasonTold } from './issue-type.ts';

const START = new Date('2026-11-19T12:00:00Z');

for (const [at, isDemanded] of [
  ['2026-11-19T12:00:01Z', false],
  ['2026-11-22T12:00:00.000Z', false],
  ['2026-11-22T12:00:00.001Z', true],
  ['2026-12-22T12:00:00Z', true],
] as const) {
  test(`at ${at} the explanation is ${isDemanded ? '' : 'not '}demanded`, () =>
    assert.equal(mustBeExplained(START, new Date(at)), isDemanded));
}

test('reason and explanation are one text', () => {
  assert.equal(reasonTold({ reason: 'El PAC no responde', explanation: null }), 'El PAC no responde');
  assert.equal(
    reasonTold({ reason: 'El PAC no responde', explanation: 'La avería sigue' }),
    'El PAC no responde; La avería sigue',
  );
});

test('together they have at most 250 characters, whatever a reason had before it was bounded', () => {
  for (let length = 15; length <= 250; length += 1) {
    const whole = 'x'.repeat(length);
    const explanation = 'y'.repeat(longestExplanation(whole));
    const reason = reasonBeside(explanation, whole);
    assert.ok(explanation.length >= 15 && reason.length >= 15, `${length}`);
    assert.equal(reasonTold({ reason, explanation }).length, 250);
    assert.equal(reason === whole, length <= 233, `${length}`);
  }
});

test('a reason that was cut gives way to a longer explanation, and a whole one never does', () => {
  const words = 'sin red hoy '.repeat(21);
  for (let length = 15; length <= 250; length += 1) {
    const whole = `${words.slice(0, length - 1)}.`;
    for (let size = 15; size <= 233 && size <= longestExplanation(whole); size += 1) {
      const beside = reasonBeside('y'.repeat(size), whole);
      assert.ok(beside.length + 2 + size <= 250 && beside.length >= 15, `${length} ${size}`);
      assert.equal(beside === whole, length <= 233, `${length} ${size}`);
      assert.equal(longestExplanation(beside), length > 233 ? 233 : 248 - length, `${length} ${size}`);
    }
  }
});
