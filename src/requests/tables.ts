// Rows of requests that carry a key.
import type { Generated } from 'kysely';
import type { OwnedRow } from '../platform/database.ts';

export interface RequestRow extends OwnedRow {
  idempotency_key: string;
  /** The operation and what it was asked for. */
  request: unknown;
  /** By what the first answer is found again. */
  result: unknown;
  created_at: Generated<Date>;
}

declare module '../platform/database.ts' {
  interface Database {
    requests: RequestRow;
  }
}
