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

/** An act as it was told to an assistant, until it is confirmed. */
export interface PlanRow extends OwnedRow {
  id: string;
  /** The token that made it. */
  credential: string;
  actor: string;
  user_name: string;
  operation: string;
  input: unknown;
  facts: unknown;
  /** Record that the act would come to, as the assistant was told of it. */
  told: unknown;
  amount: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  asked_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  is_approved: boolean | null;
}

declare module '../platform/database.ts' {
  interface Database {
    requests: RequestRow;
    plans: PlanRow;
  }
}
