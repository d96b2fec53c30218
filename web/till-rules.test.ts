// The rules of a till's day in the browser: what is sent after what, which session is open, and what the drawer should hold.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPlace } from './src/counter/kept-sales.ts';
import {
  isBehind,
  isOld,
  knownReport,
  openSession,
  type AnyEntry,
  type KeptAct,
  type TillAct,
} from './src/rules/till-day.ts';

let made = 0;
const entry = (state: AnyEntry['state'], more: object) => ({
  id: `e${(made += 1)}`,
  ...{ state, soldAt: '2026-03-01T12:00:00Z', place: made, ...more },
});
const act = (sessionId: string, does: TillAct, state: AnyEntry['state'] = 'waiting', more: object = {}): KeptAct => ({
  ...entry(state, {}),
  ...{ sessionId, act: does, madeBy: 'ana', ...more },
});
const sale = (tillSession: string, state: AnyEntry['state'] = 'waiting', more: object = {}) => ({
  ...entry(state, {}),
  ...{ sale: { tillSession, parts: [{ method: 'CASH' as const, amount: '20' }] }, change: '7.5', ...more },
});
const OPEN: TillAct = { does: 'open', pointId: null, float: '50' };
const CLOSE: TillAct = { does: 'close', explanation: null };
const move = (kind: 'IN' | 'OUT', amount: string): TillAct => ({ does: 'move', kind, amount, reason: 'Hielo' });
const count = (pieces: number): TillAct => ({
  ...{ does: 'count', cash: [{ denomination: 'NOTE_5', pieces }] },
  others: [{ method: 'YAPPY', amount: '3' }],
});

test('each is sent after what it needs, and a refusal holds up its session alone', () => {
  const sent = (...all: AnyEntry[]): boolean[] => all.map((one) => one.state === 'waiting' && !isBehind(one, all));
  const day = [act('a', OPEN), sale('a'), act('a', move('OUT', '1')), sale('a'), act('a', count(1)), act('a', CLOSE)];
  assert.deepEqual(sent(...day), [true, false, false, false, false, false], 'the opening first');
  const filed = { state: 'filed' as const };
  assert.deepEqual(sent({ ...day[0]!, ...filed }, ...day.slice(1)), [false, true, false, true, false, false]);
  assert.deepEqual(sent(...day.slice(0, 4).map((one) => ({ ...one, ...filed })), ...day.slice(4)).slice(4), [
    true,
    false,
  ]);
  // A refused sale waits for a person, and the Z does not; a refused opening holds its sales, no others.
  assert.deepEqual(sent(sale('a', 'refused'), act('a', count(1))), [false, true]);
  assert.deepEqual(sent(act('a', OPEN, 'refused'), sale('a'), sale('b')), [false, false, true]);
  assert.deepEqual(sent(act('a', move('IN', '1'), 'refused'), sale('a'), act('a', CLOSE)), [false, true, false]);
  // The next opening of a person comes after the Z; another person's does not wait for it.
  assert.deepEqual(sent(act('a', CLOSE), act('b', OPEN)), [true, false]);
  assert.deepEqual(sent(act('a', CLOSE), act('b', OPEN, 'waiting', { madeBy: 'beto' })), [true, true]);
  // A session of which an act was refused may be closed already: the service says whether it is.
  const late = [act('a', move('OUT', '1'), 'refused'), act('a', count(1)), act('a', CLOSE)];
  assert.deepEqual(sent(...late, act('b', OPEN), sale('b')), [false, false, false, true, false]);
  assert.deepEqual(sent(...late, act('b', OPEN, 'filed'), sale('b')), [false, false, false, false, true]);
  assert.deepEqual(sent(act('a', CLOSE, 'refused'), act('b', OPEN)), [false, true]);
  // An opening that is done anew comes after what was sold and done with it, which it goes before.
  assert.deepEqual(sent(sale('a'), act('a', move('IN', '1')), act('a', OPEN)), [false, false, true]);
});

test('a session is as it was heard, with what was done since', () => {
  const opened = ({ sessionId: id }: KeptAct): { id: string } => ({ id });
  const known = (session: string | null | undefined, at: number, ...acts: KeptAct[]): string | null | undefined => {
    const found = openSession({ session: session == null ? session : { id: session }, at }, acts, opened);
    return found?.id ?? (found as null | undefined);
  };
  assert.equal(known(undefined, 0), undefined);
  assert.equal(known(null, 5, act('a', OPEN)), 'a');
  assert.equal(known('a', 5, act('a', CLOSE)), null);
  assert.equal(known('a', 5, act('a', CLOSE), act('b', OPEN)), 'b');
  assert.equal(known('b', 5, act('a', CLOSE)), 'b', 'another session');
  // Filed after it was heard; what is older the service has told, also that it was closed elsewhere.
  assert.equal(known(null, 5, act('a', OPEN, 'filed', { filedAt: 6 })), 'a');
  assert.equal(known(null, 5, act('a', OPEN, 'filed', { filedAt: 4 })), null);
  // A refused act is not done.
  assert.equal(known('a', 5, act('b', OPEN, 'refused')), 'a');
  assert.equal(known('a', 5, act('a', CLOSE, 'refused')), 'a');
});

test('the X of a till is what it knows, to the cent', () => {
  const mine = { id: 'a', openingFloat: '50', report: null, entries: [] };
  const all = [
    ...[act('a', OPEN), sale('a', 'filed'), sale('a'), sale('a', 'refused'), sale('a', 'parked'), sale('b')],
    ...[act('a', move('OUT', '12.5')), act('a', move('IN', '1.01'))],
  ];
  const cash = (known: ReturnType<typeof knownReport>) => known.methods.find(({ method }) => method === 'CASH')!;
  // In cents: 5,000, twice 2,000 less 750 in change, 1,250 out and 101 in.
  assert.equal(cash(knownReport(mine, 0, all)).expected, '63.51');
  assert.equal(cash(knownReport(mine, 0, all)).difference, null);
  const counted = knownReport(mine, 0, [...all, act('a', count(1)), act('a', count(12))]);
  assert.deepEqual([cash(counted).counted, cash(counted).difference], ['60', '-3.51'], 'the last count holds');
  assert.deepEqual(
    counted.methods.filter(({ method }) => method !== 'CASH').map((one) => [one.method, one.difference]),
    [['YAPPY', '3']],
  );
  // With a report that was heard, what is newer alone is added to it.
  const report = {
    ...{ documents: [], taxes: [], paidIn: '0', paidOut: '0' },
    methods: [
      {
        ...{ method: 'CASH' as const, received: '12.5', returned: '0', earlier: '0', expected: '62.5' },
        ...{ counted: '62.5', difference: '0' },
      },
    ],
  };
  const heard = { ...mine, report };
  assert.equal(knownReport(heard, 9, [sale('a', 'filed', { filedAt: 8 })]).isOwn, false);
  const more = knownReport(heard, 9, [
    sale('a', 'filed', { filedAt: 8 }),
    sale('a', 'filed', { filedAt: 10 }),
    sale('a'),
  ]);
  assert.deepEqual([cash(more).expected, cash(more).counted, cash(more).difference], ['87.5', '62.5', '-25']);
});

test('what was filed and then heard counts once, also where the clock was set back in between', (t) => {
  const times = [Date.UTC(2026, 2, 1, 15), Date.UTC(2026, 2, 1, 14), Date.UTC(2015, 0, 1)];
  const kept = new Map<string, string>();
  t.mock.method(Date, 'now', () => times.shift());
  Object.defineProperty(globalThis, 'localStorage', {
    value: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    },
  });
  const filedAt = nextPlace();
  const heard = { method: 'CASH', expected: '62.5', counted: null, received: '12.5', returned: '0', earlier: '0', difference: null }; // prettier-ignore
  const mine = { id: 'a', openingFloat: '50', report: { methods: [heard] } as never, entries: [] };
  const cashAt = (at: number) => knownReport(mine, at, [sale('a', 'filed', { filedAt })]).methods[0]!.expected;
  // In cents: 5,000 and a sale of 2,000 less 750 in change, once.
  assert.equal(cashAt(nextPlace()), '62.5');
  // One that is filed after it is news.
  const later = nextPlace();
  const all = [sale('a', 'filed', { filedAt }), sale('a', 'filed', { filedAt: later })];
  assert.equal(knownReport(mine, later - 1, all).methods[0]!.expected, '75');
});

test('a sale is forgotten once it is filed and a day from now, also one that a clock of another year sold', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const old = (state: AnyEntry['state']) =>
    ['2015-01-01T00:00:00Z', '2026-03-01T11:59:59Z', '2026-03-01T12:00:00Z', '2026-03-03T12:00:00Z', '2040-01-01T00:00:00Z']
      .map((soldAt) => isOld(sale('a', state, { soldAt }), now)); // prettier-ignore
  assert.deepEqual(old('filed'), [true, true, false, false, true]);
  for (const state of ['parked', 'waiting', 'refused'] as const) assert.ok(!old(state).includes(true), state);
});
