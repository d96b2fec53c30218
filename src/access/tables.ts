// Rows of tokens, of members, of sessions and of keys of the installation.
import type { Generated } from 'kysely';
import type { DatedRow, OwnedRow } from '../platform/database.ts';

/** A token of ours; never the token itself. */
export interface ApiTokenRow extends DatedRow {
  token_sha256: string;
  /** Id of the secret that signed it; null where an earlier release has. */
  key_id: string | null;
  user_name: string;
  role: 'viewer' | 'cashier' | 'operator' | 'admin';
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  revoked_by: string | null;
  /** Null: a person's or a program's own, without limits. */
  limits: unknown;
  /** Amounts of its acts on `spent_day`: of what they did, and of what they hold. */
  spent: Generated<string>;
  held: Generated<string>;
  spent_day: string | null;
}

/** A person who comes in by e-mail and password; never what opens, but its digest. */
export interface MemberRow extends OwnedRow {
  id: string;
  user_name: string;
  role: ApiTokenRow['role'];
  invitation_sha256: string | null;
  invited_until: Date | null;
  email: string | null;
  email_sha256: string | null;
  password: string | null;
  created_at: Generated<Date>;
  used_at: Date | null;
}

/** A browser that is signed in to this company; never the id in its cookie. */
export interface DashboardSessionRow extends OwnedRow {
  id_sha256: string;
  user_name: string;
  roles: ApiTokenRow['role'][];
  token_id: string | null;
  /** A member's own way in opened it; no token, link or provider. */
  is_member: Generated<boolean>;
  created_at: Date;
  used_at: Date;
  expires_at: Date;
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
    api_tokens: ApiTokenRow;
    members: MemberRow;
    dashboard_sessions: DashboardSessionRow;
    installation_keys: InstallationKeyRow;
  }
}
