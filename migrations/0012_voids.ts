// Voids at the PAC: asked for, sent at most once, and known or unknown apart from the legal status, which they leave alone.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table fiscal_documents
       add column void_state text check (void_state in ('ASKED', 'UNKNOWN', 'DONE')),
       add column void_reason text,
       add column void_asked_by text,
       add column void_asked_at timestamptz,
       -- Set and committed before the request may leave, as send_started_at is for the submission.
       add column void_started_at timestamptz,
       add column void_lease_until timestamptz,
       add column void_after timestamptz,
       add column void_attempts integer not null default 0`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table fiscal_documents drop column void_state, drop column void_reason, drop column void_asked_by,
       drop column void_asked_at, drop column void_started_at, drop column void_lease_until, drop column void_after,
       drop column void_attempts`,
  );
}
