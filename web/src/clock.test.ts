// The clock of the dashboard: it follows the service, whatever the device says, is remembered, and believes no old answer.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createClock } from './clock.ts';

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000];
/** 2026-03-31T23:59:00-05:00, a minute before midnight in Panama. */
const LATE = Date.UTC(2026, 3, 1, 4, 59);
const YEARS = LATE - Date.UTC(2015, 0, 1);

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  },
});
beforeEach(() => kept.clear());

/** A device whose clock is ahead by so much, at a time of the service. */
function device(ahead: number, time = LATE) {
  const it = { time, ahead, awake: 0, asked: 0 };
  const clock = createClock(
    () => it.time + it.ahead,
    () => it.awake,
    () => (it.asked += 1),
  );
  const pass = (ms: number): void => {
    it.time += ms;
    it.awake += ms;
  };
  const sleep = (ms: number): void => void (it.time += ms);
  const set = (to: number): void => void (it.ahead = to);
  const hear = (late = 0, more: Record<string, string> = {}, date = it.time): void => {
    const askedAt = clock.now();
    pass(late);
    clock.learn(new Response(null, { headers: { date: new Date(date).toUTCString(), ...more } }), askedAt);
  };
  /** How far it is off. */
  const off = (): number => clock.now() - it.time;
  return { it, clock, pass, sleep, set, hear, off };
}

type Device = ReturnType<typeof device>;

for (const ahead of [0, DAY, -DAY, 3 * HOUR, -YEARS, YEARS])
  test(`ahead by ${Math.trunc(ahead / HOUR)} hours: it is that of the service from the first answer on, also after a reload without network`, () => {
    const first = device(ahead);
    first.hear();
    assert.equal(first.off(), 0);
    first.pass(20 * HOUR);
    assert.equal(first.off(), 0);
    const again = device(ahead, first.it.time + 3 * DAY);
    assert.equal(again.off(), 0);
    again.pass(HOUR);
    assert.equal(again.off(), 0);
    assert.equal(first.it.asked + again.it.asked, 0);
  });

test('half a minute is no difference, and a second more is one, of which is told', () => {
  for (const [ahead, off] of [
    [30 * SECOND, 30 * SECOND],
    [-30 * SECOND, -30 * SECOND],
    [31 * SECOND, 0],
    [-31 * SECOND, 0],
  ] as const) {
    kept.clear();
    const one = device(ahead);
    let turns = 0;
    one.clock.turned.listen(() => (turns += 1));
    one.hear();
    one.hear();
    assert.deepEqual([one.off(), turns], [off, off === 0 ? 1 : 0]);
  }
});

test('an answer that was long on its way, out of a cache, or without a time says nothing', () => {
  const one = device(DAY);
  one.hear(31 * SECOND, {}, LATE);
  assert.equal(one.off(), DAY);
  one.hear(0, { age: '7200' }, LATE - 2 * HOUR);
  assert.equal(one.off(), DAY);
  one.clock.learn(new Response(null), one.clock.now());
  assert.equal(one.off(), DAY);
  one.hear(29 * SECOND, {}, one.it.time + 29 * SECOND);
  assert.equal(one.off(), 0);
  // The device slept while it was on its way.
  const askedAt = one.clock.now();
  const answer = new Response(null, { headers: { date: new Date(one.it.time).toUTCString() } });
  one.sleep(8 * HOUR);
  one.clock.learn(answer, askedAt);
  assert.equal(one.off(), 0);
});

test('a clock that is set while the page is open changes nothing, and the service is asked once where it may have slept', () => {
  for (const [from, to] of [
    [0, -DAY],
    [0, -YEARS],
    [DAY, 0],
    [YEARS, 0],
    [-YEARS, 0],
  ] as const) {
    kept.clear();
    const one = device(from);
    one.hear();
    one.pass(HOUR);
    one.set(to);
    assert.equal(one.off(), 0, `${from} ${to}`);
    one.pass(HOUR);
    assert.equal(one.off(), 0, `${from} ${to}, an hour later`);
  }
  // A day forward looks like a night's sleep.
  const one = device(-DAY);
  one.hear();
  one.pass(HOUR);
  one.set(0);
  assert.deepEqual([one.off(), one.it.asked], [DAY, 1]);
  one.hear();
  assert.deepEqual([one.off(), one.it.asked], [0, 1]);
});

test('an age is right where a clock was put right, was set or slept meanwhile, and none is less than nothing', () => {
  const turns: [name: string, from: number, before: (one: Device) => void, after: (one: Device) => void][] = [
    ['nothing', DAY, () => undefined, () => undefined],
    ['set back on the open page', 0, () => undefined, (one) => one.set(-DAY)],
    ['set forward, and heard', -DAY, () => undefined, (one) => (one.set(0), one.clock.now(), one.hear())],
    ['set forward before, and heard', -DAY, (one) => (one.set(0), one.clock.now()), (one) => one.hear()],
    ['slept', YEARS, () => undefined, (one) => one.sleep(HOUR)],
  ];
  for (const [name, ahead, before, after] of turns) {
    kept.clear();
    const one = device(ahead);
    one.hear();
    one.pass(HOUR);
    before(one);
    const [at, then, since] = [one.clock.now(), one.it.time + one.it.ahead, one.it.time];
    one.pass(HOUR);
    after(one);
    assert.equal(one.clock.ageOf(at, then), one.it.time - since, name);
  }
  const one = device(DAY);
  one.hear();
  assert.equal(one.clock.ageOf(one.it.time + DAY, one.it.time + 3 * DAY), 0, 'of the future');
  assert.equal(one.clock.ageOf(one.it.time - HOUR), HOUR, 'as an earlier release keeps it');
});

test('a device that slept goes on, though its steady clock stood', () => {
  const one = device(-YEARS);
  one.hear();
  one.sleep(10 * HOUR);
  assert.deepEqual([one.off(), one.it.asked], [0, 1]);
  one.pass(HOUR);
  assert.deepEqual([one.off(), one.it.asked], [0, 1]);
});

test('a battery that died takes it to no time before the last, and a clock that was set right meanwhile is believed', () => {
  const before = device(0);
  before.hear();
  const dead = device(-YEARS, LATE + HOUR);
  assert.equal(dead.clock.now(), LATE);
  dead.pass(HOUR);
  assert.equal(dead.clock.now(), LATE + HOUR);
  // Reloaded: it goes on.
  const again = device(-YEARS, LATE + 3 * HOUR);
  assert.equal(again.off(), -HOUR);
  again.hear();
  // On the next day its clock is right, in 2026 as in 2015.
  assert.equal(device(0, LATE + DAY).off(), 0);
  assert.equal(device(YEARS, LATE + DAY).off(), YEARS, 'no network, and nothing says that it is wrong');
});

test('a mark that is none, or lacks what this release reads, leaves the clock of the device until the first answer', () => {
  for (const text of ['', '{', 'null', '5', '"x"', '[]', '{}', '{"time":1}', '{"device":1,"steady":2}']) {
    kept.clear();
    kept.set('folio.clock', text);
    const one = device(DAY);
    assert.equal(one.off(), DAY, text);
    one.hear();
    assert.equal(one.off(), 0, text);
    assert.equal(device(DAY).off(), 0, `${text}, after a reload`);
  }
});
