// Notices as the PAC sends them, or as an impostor does: signed here by the contract's own words.
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { PAC_WEBHOOK_SECRET, type Answer, type TestTenant, type World } from './world.ts';

export interface NoticeOptions {
  /** Put into the header as it is; null: no header. */
  signature?: string | null;
  secret?: string;
  companyId?: string;
  /** Null: none. */
  contentType?: string | null;
  headers?: Record<string, string>;
}

export function hmac(rawBody: string | Buffer, secret = PAC_WEBHOOK_SECRET): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex');
}

/** Sends a notice and returns the answer; well signed by default. A text or bytes are sent as they are. */
export async function sendNotice(
  { url }: World,
  shop: TestTenant,
  body: unknown,
  options: NoticeOptions = {},
): Promise<{ status: number; body: Answer }> {
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const signature = options.signature === undefined ? hmac(rawBody, options.secret) : options.signature;
  const { contentType = 'application/json' } = options;
  const headers = {
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...(signature === null ? {} : { 'x-pac-signature': signature }),
    'content-length': String(rawBody.length),
    ...options.headers,
  };
  // Not fetch, which would add a content type of its own.
  const address = `${url}/webhooks/pac/${options.companyId ?? shop.companyId}`;
  return new Promise((resolve, reject) => {
    const asked = request(address, { method: 'POST', headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, body: text.startsWith('{') ? JSON.parse(text) : text });
      });
    });
    asked.on('error', reject);
    asked.end(rawBody);
  });
}

export interface StoredNotice {
  state: string;
  outcome: string | null;
  deliveries: number;
  document_id: string | null;
  legal_status: string | null;
  body: Answer;
}

/** The inbox of a tenant, oldest first. */
export function inboxOf({ query }: World, shop: TestTenant): Promise<StoredNotice[]> {
  return query<StoredNotice>(
    `select state, outcome, deliveries, document_id, legal_status, body from pac_notices
     where tenant_id = $1 order by received_at, id`,
    [shop.tenant.id],
  );
}

export interface TimelineEvent {
  kind: string;
  actor: string;
  detail: Answer;
}

/** Events of a document, oldest first. */
export async function timelineOf(shop: TestTenant, id: string): Promise<TimelineEvent[]> {
  const data = await shop.get('query ($id: UUID!) { documentTimeline(documentId: $id) { kind actor detail } }', { id });
  return data.documentTimeline;
}
