// The form of a signed head, and whether its signature holds. Pure.
import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';

export const headShape = z.object({
  tenantId: z.string(),
  number: z.int(),
  sha256: z.string(),
  at: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

export type SignedHead = z.output<typeof headShape>;

export function signedText({ tenantId, number, sha256, at }: Omit<SignedHead, 'signature' | 'publicKey'>): Buffer {
  return Buffer.from(`folio-acts/1 ${tenantId} ${number} ${sha256} ${at}`);
}

/** A key that is none has signed nothing. */
export function isSigned(head: SignedHead, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    if (key.asymmetricKeyType !== 'ed25519' || head.publicKey !== publicKey) return false;
    return verify(null, signedText(head), key, Buffer.from(head.signature, 'base64'));
  } catch {
    return false;
  }
}
