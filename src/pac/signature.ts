// How the PAC signs a notice, and how we tell a genuine `X-Pac-Signature` from any other text.
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_SCHEMES = ['hmac-sha256', 'shared-secret'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

/** The header that a sender who knows the secret puts on this very body. */
export function sign(scheme: SignatureScheme, secret: string, rawBody: Buffer): string {
  return scheme === 'shared-secret' ? secret : createHmac('sha256', secret).update(rawBody).digest('hex');
}

/** True only for a header made with this secret; a tenant without a secret accepts no notice, instead of all. */
export function verifySignature(
  scheme: SignatureScheme,
  secret: string | null | undefined,
  rawBody: Buffer,
  header: string | undefined,
): boolean {
  if (typeof secret !== 'string' || secret.trim() === '' || typeof header !== 'string' || header === '') return false;
  if (scheme === 'shared-secret') return sameText(secret, header);
  const digest = header
    .trim()
    .replace(/^sha256=/i, '')
    .toLowerCase();
  return (
    /^[0-9a-f]{64}$/.test(digest) && timingSafeEqual(Buffer.from(digest), Buffer.from(sign(scheme, secret, rawBody)))
  );
}

// timingSafeEqual refuses inputs of different lengths, which would tell the secret's length; digests are always as long.
function sameText(expected: string, value: string): boolean {
  return timingSafeEqual(hash('sha256', expected, 'buffer'), hash('sha256', value, 'buffer'));
}
