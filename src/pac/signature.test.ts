// Tests of the notice's signature: who is let in, and who never is.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { sign, verifySignature } from './signature.ts';
import type { SignatureScheme } from './signature.ts';

const body = Buffer.from('{"id":"01J0000000000000000000TEST","legalStatus":"DGI_AUTHORIZED"}');
const hex = createHmac('sha256', 'open sesame').update(body).digest('hex');

test('the HMAC is the hex digest of the raw body', () => {
  assert.equal(sign('hmac-sha256', 'open sesame', body), hex);
  assert.equal(sign('shared-secret', 'open sesame', body), 'open sesame');
});

const rows: [name: string, SignatureScheme, secret: string | null | undefined, header: string | undefined, boolean][] =
  [
    ['the digest', 'hmac-sha256', 'open sesame', hex, true],
    ['with its prefix', 'hmac-sha256', 'open sesame', `sha256=${hex}`, true],
    ['in capitals', 'hmac-sha256', 'open sesame', `SHA256=${hex.toUpperCase()}`, true],
    ['with spaces around', 'hmac-sha256', 'open sesame', ` sha256=${hex} `, true],
    ['made with another secret', 'hmac-sha256', 'sesame open', hex, false],
    ['the digest and more after it', 'hmac-sha256', 'open sesame', `${hex}zz`, false],
    ['as long, and no digits', 'hmac-sha256', 'open sesame', 'ñ'.repeat(64), false],
    ['one digit less', 'hmac-sha256', 'open sesame', hex.slice(1), false],
    ['the secret itself, where an HMAC is due', 'hmac-sha256', 'open sesame', 'open sesame', false],
    ['no header', 'hmac-sha256', 'open sesame', undefined, false],
    ['an empty header', 'hmac-sha256', 'open sesame', '', false],
    ['an empty secret', 'hmac-sha256', '', createHmac('sha256', '').update(body).digest('hex'), false],
    ['an unset secret', 'hmac-sha256', null, createHmac('sha256', '').update(body).digest('hex'), false],
    ['the shared secret', 'shared-secret', 'open sesame', 'open sesame', true],
    ['another text', 'shared-secret', 'open sesame', 'open sesamf', false],
    ['a prefix of the secret', 'shared-secret', 'open sesame', 'open', false],
    ['nothing against nothing', 'shared-secret', '', '', false],
    ['nothing against an unset secret', 'shared-secret', undefined, '', false],
    ['blank against blank', 'shared-secret', ' ', ' ', false],
  ];
for (const [name, scheme, secret, header, expected] of rows) {
  test(`${scheme}: ${name} is ${expected ? 'accepted' : 'refused'}`, () => {
    assert.equal(verifySignature(scheme, secret, body, header), expected);
  });
}

test('a body changed by one byte is refused', () => {
  const changed = Buffer.from(body);
  changed[10]! ^= 1;
  assert.equal(verifySignature('hmac-sha256', 'open sesame', changed, hex), false);
});
