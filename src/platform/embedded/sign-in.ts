// SCRAM-SHA-256 from the server's side: the client proves that it holds the key, and the door that it does too.
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

// A key in clear would be told to whoever sits at the address; anybody on the machine may bind a free one.
export const MECHANISM = 'SCRAM-SHA-256';

export interface Verifier {
  readonly salt: string;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

// The least that the standard allows: the key is random and needs no stretching.
const ITERATIONS = 4096;

export function verifierOf(key: string): Verifier {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(key, salt, ITERATIONS, 32, 'sha256');
  return {
    salt: salt.toString('base64'),
    iterations: ITERATIONS,
    storedKey: sha256(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

export interface SignIn {
  readonly challenge: string;
  /** The server's own proof; nothing when the client's is wrong. */
  verify(answer: string): string | undefined;
}

/** Nothing when the client's first message is not of the form. */
export function beginSignIn(verifier: Verifier, first: string): SignIn | undefined {
  const opening = /^([ny],,)(n=[^,]*,r=([^,]+))$/.exec(first);
  if (!opening) return undefined;
  const [, header, bare, clientNonce] = opening;
  const nonce = clientNonce! + randomBytes(18).toString('base64');
  const challenge = `r=${nonce},s=${verifier.salt},i=${verifier.iterations}`;
  return {
    challenge,
    verify(answer) {
      const closing = /^(c=([^,]*),r=([^,]*)),p=([^,]*)$/.exec(answer);
      if (!closing) return undefined;
      const [, withoutProof, binding, echoed, proofText] = closing;
      if (binding !== Buffer.from(header!).toString('base64') || echoed !== nonce) return undefined;
      const proof = Buffer.from(proofText!, 'base64');
      if (proof.length !== 32) return undefined;
      const signed = `${bare},${challenge},${withoutProof}`;
      const clientSignature = hmac(verifier.storedKey, signed);
      const clientKey = proof.map((byte, i) => byte ^ clientSignature[i]!);
      if (!timingSafeEqual(sha256(clientKey), verifier.storedKey)) return undefined;
      return `v=${hmac(verifier.serverKey, signed).toString('base64')}`;
    },
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
