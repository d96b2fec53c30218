// Rows of the webhooks: where events are sent, and each delivery.
import type { Generated, GeneratedAlways } from 'kysely';
import type { DatedRow, OwnedRow } from '../platform/database.ts';

export interface WebhookEndpointRow extends DatedRow {
  url: string;
  /** As they were asked for, `invoice.*` included; null: all. */
  types: string[] | null;
  description: string | null;
  /** Until when the secret before the last rotation signs too. */
  overlap_until: Date | null;
  is_enabled: Generated<boolean>;
  disabled_reason: 'ASKED' | 'GONE' | 'FAILING' | null;
  disabled_at: Date | null;
  /** The last event of which it is decided whether it is delivered. */
  position: number;
  /** Earlier events are not sent; null: all are. */
  starts_at: Generated<Date | null>;
  /** In a row. */
  failures: Generated<number>;
  failing_since: Date | null;
  /** Until then nothing is tried, since it fails. */
  resumes_at: Date | null;
  deleted_at: Date | null;
}

export interface WebhookDeliveryRow extends OwnedRow {
  id: Generated<string>;
  seq: GeneratedAlways<number>;
  endpoint_id: string;
  /** Null: a test, of which no event tells. */
  event_seq: number | null;
  event_id: string;
  type: string;
  subject_id: string;
  position: number;
  state: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  /** Until then one process sends it. */
  leased_until: Date | null;
  first_tried_at: Date | null;
  last_tried_at: Date | null;
  http_status: number | null;
  answer: string | null;
  created_at: Generated<Date>;
}

declare module '../platform/database.ts' {
  interface Database {
    webhook_endpoints: WebhookEndpointRow;
    webhook_deliveries: WebhookDeliveryRow;
  }
}
