/** Short-lived signed URLs of PDFs and XMLs: valid without a key until they expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PdfAddress {
  documentId: string;
  expires: number;
}

const signatureOf = (secret: string, { documentId, expires }: PdfAddress): string =>
  createHmac('sha256', `pdf ${secret}`).update(`${documentId} ${expires}`).digest('hex');

export function writePdfAddress(
  origin: string,
  secret: string,
  address: PdfAddress,
  format: 'pdf' | 'xml' = 'pdf',
): string {
  return `${origin}/files/${address.documentId}.${format}?expires=${address.expires}&sig=${signatureOf(secret, address)}`;
}

/** The document of a signed URL, or null when the signature is wrong. Expiry is checked separately. */
export function readPdfAddress(url: URL, secret: string): PdfAddress | null {
  const documentId = /^\/files\/([0-9A-Z-]{26,66})\.(?:pdf|xml)$/.exec(url.pathname)?.[1];
  const expires = Number(url.searchParams.get('expires'));
  if (!documentId || !Number.isSafeInteger(expires)) return null;
  const expected = Buffer.from(signatureOf(secret, { documentId, expires }));
  const given = Buffer.from(url.searchParams.get('sig') ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected) ? { documentId, expires } : null;
}
