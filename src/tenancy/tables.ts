// Rows of tenancy.
import type { Generated, GeneratedAlways } from 'kysely';
import type { CafeDelivery, CafeFormat } from '../fiscal/cafe.ts';
import type { PacEnvironment } from '../fiscal/document.ts';
import type { DatedRow, EntityRow, OwnedRow } from '../platform/database.ts';

export interface TenantRow {
  id: string;
  name: string;
  time_zone: Generated<string>;
  ruc: string | null;
  dv: string | null;
  pac_company_id: string | null;
  webhook_secret: string | null;
  /** What was valid before the last change, until the time beside it; null with a time: the common secret. */
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
  /** How the printed page of its documents is wanted; null: as usual. */
  cafe_format: Generated<CafeFormat | null>;
  cafe_delivery: Generated<CafeDelivery | null>;
  /** Null: the one of the service. */
  pac_environment: PacEnvironment | null;
  /** Null: the key of the service. */
  pac_key_secret: string | null;
  /** What it has replaced, until the time beside it; null with a time: the key of the service. */
  pac_key_before_secret: Generated<string | null>;
  pac_key_before_until: Generated<Date | null>;
  has_pac_key: GeneratedAlways<boolean>;
  /** Acts of what changed the tenant itself, that are to be placed with the next ones. */
  acts_waiting: Generated<unknown>;
  /** Of companies at the PAC that documents were sent for before; oldest first. */
  former_accounts_secret: Generated<FormerAccount[]>;
  /** Of its webhooks: by endpoint, the newest first. */
  endpoints_secret: Generated<Record<string, string[]>>;
  created_at: Generated<Date>;
  /** Of several installations; written by the command that moves it. */
  place: Generated<'HERE' | 'DRAINING' | 'LEAVING' | 'GONE' | 'ARRIVING'>;
  move: string | null;
}

export interface FormerAccount {
  companyId: string;
  environment: PacEnvironment | null;
  key: string | null;
}

/** The last number given in a series of a tenant, or of one of its billing points, whose mark is in the series then. */
export interface DocumentNumberRow extends OwnedRow {
  series: string;
  billing_point_id: string | null;
  last_number: number;
}

/** A part of a count: the count is the sum of its rows. Written by triggers alone. */
export interface KeptCountRow extends OwnedRow {
  subject: string;
  class: string;
  count: number;
  id: Generated<number>;
}

/** A token of ours; never the token itself. */
export interface ApiTokenRow extends DatedRow {
  token_sha256: string;
  /** Of the secret that has signed it; null where an earlier release has. */
  key_id: string | null;
  user_name: string;
  role: 'viewer' | 'operator' | 'admin';
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  revoked_by: string | null;
}

/** A browser that is signed in to this company; never the id in its cookie. */
export interface DashboardSessionRow extends OwnedRow {
  id_sha256: string;
  user_name: string;
  roles: ApiTokenRow['role'][];
  token_id: string | null;
  created_at: Date;
  used_at: Date;
  expires_at: Date;
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
  /** Among the acts that have no number yet; null in those of earlier releases. */
  turn: Generated<string | null>;
  /** From 1, without a gap; null until a reader has come by. */
  number: string | null;
  before_digest: Buffer | null;
  after_digest: Buffer | null;
  hash: Buffer | null;
}

/** The last act that has a number. */
export interface ActHeadRow extends OwnedRow {
  number: Generated<string>;
  hash: Buffer | null;
}

/** When a key of the installation was first seen here; never the key, but of the one that is made here. */
export interface InstallationKeyRow {
  name: string;
  key_id: string;
  since: Generated<Date>;
  secret: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    acts: ActRow;
    act_heads: ActHeadRow;
    api_tokens: ApiTokenRow;
    dashboard_sessions: DashboardSessionRow;
    installation_keys: InstallationKeyRow;
    tenants: TenantRow;
    document_numbers: DocumentNumberRow;
    kept_counts: KeptCountRow;
  }
}
