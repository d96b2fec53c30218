import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRIES, PANAMA, UNKNOWN_COUNTRY } from './countries.ts';
import { assertNone } from '../../test/support/assert-each.ts';

test('the codes of ISO 3166-1, each once, each with a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  assert.equal(COUNTRIES.length, 249);
  assert.equal(new Set(COUNTRIES).size, 249);
  assertNone(COUNTRIES, (code) => names.of(code) === undefined);
  assert.ok(COUNTRIES.includes(PANAMA) && !COUNTRIES.includes(UNKNOWN_COUNTRY));
});
