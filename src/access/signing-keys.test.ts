import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { exportJWK, generateKeyPair, jwtVerify, SignJWT, type CryptoKey, type JWK } from 'jose';
import { createLogger } from '../platform/log.ts';
import { signingKeys } from './signing-keys.ts';

/** Blanks, as many as the reader takes. */
const endless = function* () {
  for (;;) yield Buffer.alloc(65_536, ' ');
};

interface Key {
  kid: string;
  privateKey: CryptoKey;
  jwk: JWK;
}

async function newKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
}

/** A set of keys at an address, whose owner can change it, count the questions, and be away; and a clock to move. */
async function keySet(t: TestContext, first: Key) {
  const provider = { keys: [first], questions: 0, isAway: false, isEndless: false };
  /** Bytes of an endless answer, when it is not read any more. */
  const taken = Promise.withResolvers<number>();
  const time = { ms: 1_000_000 };
  const server = createServer((_request, response) => {
    provider.questions += 1;
    if (provider.isAway) response.writeHead(500).end();
    else if (provider.isEndless) {
      const { socket } = response;
      pipeline(endless(), response, () => taken.resolve(socket?.bytesWritten ?? 0));
    } else response.end(JSON.stringify({ keys: provider.keys.map(({ jwk }) => jwk) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const keys = signingKeys({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
    log: createLogger({ level: 'silent', readable: true }),
    monotonicMs: () => time.ms,
  });
  const verify = async ({ kid, privateKey }: Key): Promise<boolean> => {
    const token = await new SignJWT().setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    return jwtVerify(token, keys).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === 'ERR_JWKS_NO_MATCHING_KEY') return false;
        throw error;
      },
    );
  };
  return { provider, time, verify, taken: taken.promise };
}

test('the keys are asked for once, by however many', async (t) => {
  const one = await newKey('one');
  const { provider, verify } = await keySet(t, one);
  assert.deepEqual(await Promise.all([verify(one), verify(one), verify(one)]), [true, true, true]);
  assert.equal(provider.questions, 1);
});

test('a new key is known at once, and one that left the set is refused within a minute', async (t) => {
  const [one, two] = [await newKey('one'), await newKey('two')];
  const { provider, time, verify } = await keySet(t, one);
  assert.equal(await verify(one), true);
  provider.keys = [two];
  assert.equal(await verify(one), true, 'not fetched again since');
  time.ms += 60_001;
  assert.equal(await verify(one), false);
  assert.equal(await verify(two), true);
  provider.keys = [one, two];
  time.ms += 5_001;
  assert.equal(await verify(one), true, 'a key that came back');
});

test('tokens with unknown key ids cause one fetch in five seconds', async (t) => {
  const one = await newKey('one');
  const { provider, time, verify } = await keySet(t, one);
  const strangers = await Promise.all(['a', 'b', 'c', 'd'].map(newKey));
  for (const stranger of [...strangers, ...strangers, ...strangers]) assert.equal(await verify(stranger), false);
  assert.equal(provider.questions, 2, 'for the first token, and for the first key that is unknown');
  time.ms += 5_001;
  await Promise.all(strangers.map(verify));
  assert.equal(provider.questions, 3);
  assert.equal(await verify(one), true);
});

test('while the provider is unreachable its last keys hold for an hour; then every token is refused', async (t) => {
  const one = await newKey('one');
  const { provider, time, verify } = await keySet(t, one);
  assert.equal(await verify(one), true);
  provider.isAway = true;
  time.ms += 3_599_000;
  assert.equal(await verify(one), true);
  const asked = provider.questions;
  assert.equal(await verify(one), true);
  assert.equal(provider.questions, asked, 'it is given time');
  time.ms += 10_000;
  await assert.rejects(verify(one), { code: 'SERVICE_UNAVAILABLE' });
  provider.isAway = false;
  time.ms += 5_001;
  assert.equal(await verify(one), true);
});

test('an answer without end is given up at a megabyte, and what was known holds', async (t) => {
  const one = await newKey('one');
  const { provider, time, verify, taken } = await keySet(t, one);
  assert.equal(await verify(one), true);
  provider.isEndless = true;
  time.ms += 60_001;
  assert.equal(await verify(one), true);
  assert.ok((await taken) < 50_000_000, `${await taken} bytes`);
});

test('a provider that was never there is not the fault of the token', async (t) => {
  const one = await newKey('one');
  const { provider, verify } = await keySet(t, one);
  provider.isAway = true;
  await assert.rejects(verify(one), { code: 'SERVICE_UNAVAILABLE' });
});
