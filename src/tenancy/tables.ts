// Rows of tenancy.
import type { Generated, GeneratedAlways } from 'kysely';
import type { CafeDelivery, CafeFormat } from '../fiscal/cafe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import type { EntityRow, OwnedRow } from '../platform/database.ts';

export interface TenantRow {
  id: string;
  name: string;
  time_zone: Generated<string>;
  ruc: string | null;
  dv: string | null;
  pac_company_id: string | null;
  webhook_secret: string | null;
  /** Secret before the last change, valid until the time beside it; null with a time: the common secret. */
  webhook_secret_before: string | null;
  webhook_secret_before_until: Date | null;
  void_window_hours: Generated<number>;
  pac_credentials_refused_at: Date | null;
  /** Reads go on, and nothing is filed. */
  suspended_at: Date | null;
  /** No token signs in any more; the data stays. */
  closed_at: Date | null;
  is_retention_agent: Generated<boolean>;
  sells_without_stock: Generated<boolean>;
  refuses_documented: Generated<boolean>;
  rounds_once: Generated<boolean>;
  requires_open_till: Generated<boolean>;
  cashier_returns: Generated<boolean>;
  /** In per cent. */
  cashier_discount: Generated<number>;
  /** How the printed page of its documents is wanted; null: as usual. */
  cafe_format: Generated<CafeFormat | null>;
  cafe_delivery: Generated<CafeDelivery | null>;
  /** Null: the one of the service. */
  pac_environment: PacEnvironment | null;
  /** Null: the make of the service. */
  pac_make: Generated<string | null>;
  /** Company of a second account, whose credentials are among those of the others. */
  pac_second_company_id: Generated<string | null>;
  /** So long after the first one's breaker has opened what has not left goes to the second; null: never. */
  pac_second_after_seconds: Generated<number | null>;
  /** By company; of PACs that tell it. */
  pac_quotas: Generated<Record<string, PacQuota>>;
  /** Null: the key of the service. */
  pac_key_secret: string | null;
  /** Key before the last change, valid until the time beside it; null with a time: the key of the service. */
  pac_key_before_secret: Generated<string | null>;
  pac_key_before_until: Generated<Date | null>;
  has_pac_key: GeneratedAlways<boolean>;
  /** Acts of what changed the tenant itself, that are to be placed with the next ones. */
  acts_waiting: Generated<unknown>;
  /** Companies at a PAC beside the present one: those for which documents were sent before, oldest first, and the second account. */
  former_accounts_secret: Generated<FormerAccount[]>;
  /** Secrets of its webhooks: by endpoint, the newest first. */
  endpoints_secret: Generated<Record<string, string[]>>;
  created_at: Generated<Date>;
  /** Place among several installations; written by the command that moves the tenant. */
  place: Generated<'HERE' | 'DRAINING' | 'LEAVING' | 'GONE' | 'ARRIVING'>;
  move: string | null;
}

/** Documents that a PAC lets a company issue. */
export interface PacQuota {
  left: number;
  total: number;
  /** Last day on which they may be issued. */
  until: string | null;
  /** Documents that went there in so many days before it was told. */
  used: number;
  windowDays: number;
  at: string;
}

export interface FormerAccount {
  companyId: string;
  environment: PacEnvironment | null;
  /** Left out by earlier releases, and null: the make of the service. */
  make?: string | null;
  key: string | null;
}

/** Never changed, never removed; only its texts may be forgotten. */
export interface ActRow extends EntityRow {
  at: Generated<Date>;
  actor: string;
  operation: string;
  entity_ids: string[];
  /** The token or session that was shown. */
  credential: string | null;
  /** By table and key, the columns that changed; null: the row was not there. */
  before: unknown;
  after: unknown;
  salt: Generated<Buffer | null>;
  /** In the order in which they were written, whatever committed first. */
  turn: Generated<string>;
  before_digest: Buffer | null;
  after_digest: Buffer | null;
}

/** Acts that a reader has given their places in the chain at once: of `ids` in their order, the last one has this number. */
export interface ActPlaceRow extends OwnedRow {
  number: string;
  before: string;
  reach: string;
  ids: string[];
  hashes: Buffer[];
}

/** The last act that has a number; and what needs not be looked for any more (migration 0196). */
export interface ActHeadRow extends OwnedRow {
  number: Generated<string>;
  hash: Buffer | null;
  settled_turn: Generated<string>;
  settled_number: Generated<string>;
  next_turn: Generated<string>;
  next_number: Generated<string>;
  next_after: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    acts: ActRow;
    act_heads: ActHeadRow;
    act_places: ActPlaceRow;
    tenants: TenantRow;
  }
}
