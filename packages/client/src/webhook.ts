// Whether a webhook was sent by Folio, and what it says: Standard Webhooks, by their own library.
import { Webhook } from 'standardwebhooks';

export interface WebhookEvent {
  /** The same at each repetition: what was seen already is left out by it. */
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Throws what the library throws where the signature is not of this secret or older than five minutes. The body is the text or the bytes as
 * they came: parsed and written again it is another one.
 */
export function verifyWebhook(
  headers: Headers | Record<string, string | readonly string[] | undefined>,
  body: string | Uint8Array,
  secret: string,
): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const plain = Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
  return new Webhook(secret).verify(typeof body === 'string' ? body : Buffer.from(body), plain) as WebhookEvent;
}
