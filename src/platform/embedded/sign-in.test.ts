import assert from 'node:assert/strict';
import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { beginSignIn, verifierOf } from './sign-in.ts';

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The client's half of the standard (RFC 5802, RFC 7677), written down apart from ours. */
function clientFinal(key: string, nonce: string, challenge: string): { answer: string; serverProof: string } {
  const { r, s, i } = Object.fromEntries(challenge.split(',').map((part) => [part[0], part.slice(2)]));
  const salted = pbkdf2Sync(key, Buffer.from(s, 'base64'), Number(i), 32, 'sha256');
  const clientKey = hmac(salted, 'Client Key');
  const signed = `n=*,r=${nonce},${challenge},c=biws,r=${r}`;
  const signature = hmac(createHash('sha256').update(clientKey).digest(), signed);
  const proof = Buffer.from(clientKey.map((byte, at) => byte ^ signature[at]!)).toString('base64');
  return {
    answer: `c=biws,r=${r},p=${proof}`,
    serverProof: `v=${hmac(hmac(salted, 'Server Key'), signed).toString('base64')}`,
  };
}

const verifier = verifierOf('the key');

test('who holds the key gets in, and gets the proof that the other side holds it too', () => {
  const attempt = beginSignIn(verifier, 'n,,n=*,r=client-nonce')!;
  const { answer, serverProof } = clientFinal('the key', 'client-nonce', attempt.challenge);
  assert.equal(attempt.verify(answer), serverProof);
});

test('nobody else gets in', () => {
  const attempt = beginSignIn(verifier, 'n,,n=*,r=client-nonce')!;
  const { answer } = clientFinal('the key', 'client-nonce', attempt.challenge);
  const replayed = beginSignIn(verifier, 'n,,n=*,r=client-nonce')!;
  const refused: [string, string | undefined][] = [
    ['another key', attempt.verify(clientFinal('a key', 'client-nonce', attempt.challenge).answer)],
    ['an answer heard before', replayed.verify(answer)],
    ['another nonce', attempt.verify(answer.replace('r=', 'r=x'))],
    ['another channel binding', attempt.verify(answer.replace('c=biws', 'c=eSws'))],
    ['a proof that is too short', attempt.verify(answer.replace(/p=.*/, 'p=AAAA'))],
    ['no proof', attempt.verify(answer.replace(/,p=.*/, ''))],
    ['nothing', attempt.verify('')],
  ];
  for (const [what, proof] of refused) assert.equal(proof, undefined, what);
  for (const first of ['', 'n,,', 'p=tls-unique,,n=*,r=abc', 'n,,n=*,r=']) {
    assert.equal(beginSignIn(verifier, first), undefined, `opening with "${first}"`);
  }
});
