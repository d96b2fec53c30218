// The manifest of known operations: read, or refused by what is wrong with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationHash, readOperations } from './known-operations.ts';

const TEXT = '{ viewer { userName } }';

test('an operation is known by its SHA-256, whichever way the manifest writes it', () => {
  const hash = operationHash(TEXT);
  for (const name of [hash, hash.toUpperCase(), `sha256:${hash}`]) {
    assert.deepEqual([...readOperations(JSON.stringify({ [name]: TEXT }))], [[hash, TEXT]]);
  }
  assert.equal(readOperations('{}').size, 0);
});

for (const [what, manifest, says] of [
  ['no JSON', 'query', /JSON/],
  ['a list', '[]', /must be a JSON object/],
  ['null', 'null', /must be a JSON object/],
  ['an operation that is no text', '{"x":5}', /the operation x is no text/],
  ['a hash of another text', JSON.stringify({ [operationHash('x')]: TEXT }), new RegExp(operationHash(TEXT))],
] as const) {
  test(`a manifest of ${what} is refused`, () => assert.throws(() => readOperations(manifest), says));
}
