// Tables in an export of a tenant, and tables left out with the reason; a table that is in neither list fails a test.
import { textRows } from '../platform/text-rows.ts';

const TABLES = [...textRows(import.meta.dirname, 'exported-tables.txt')];

export const EXPORTED: readonly string[] = TABLES.filter(([, reason]) => reason === '').map(([table]) => table);

export const LEFT_OUT: Readonly<Record<string, string>> = Object.fromEntries(
  TABLES.filter(([, reason]) => reason !== ''),
);

/** By table: what is a secret, or the digest of one. Of the tenant itself its role reads no secret anyway. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_tokens: ['token_sha256', 'key_id'],
  dashboard_sessions: ['id_sha256'],
  members: ['invitation_sha256', 'email_sha256', 'password'],
  payments: ['idempotency_key', 'request'],
};
