import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesPerKey } from './places.ts';

const refused = { code: 'RATE_LIMITED' };

test('a key has so many places; who goes gives its own back once, and who has gone takes none', () => {
  const places = placesPerKey(2, 5);
  const [one, other, late] = [new AbortController(), new AbortController(), new AbortController()];
  for (let nth = 0; nth < 5; nth += 1) places.take('a', AbortSignal.abort());
  places.take('a', one.signal);
  places.take('a', other.signal);
  assert.throws(() => places.take('a', late.signal), refused);
  places.take('b', late.signal);
  one.abort();
  places.take('a', late.signal);
  assert.throws(() => places.take('a', new AbortController().signal), refused);
  other.abort();
  late.abort();
  for (const key of ['a', 'b']) {
    for (let nth = 0; nth < 2; nth += 1) places.take(key, new AbortController().signal);
    assert.throws(() => places.take(key, new AbortController().signal), refused, key);
  }
});
