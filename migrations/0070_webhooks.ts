// Outgoing webhooks: where a tenant's events are sent, how far that has come, and each delivery until it has arrived.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** The key to `events` takes a lock on it, too. */
export const inTransaction = false;

const TABLES = `
  create table webhook_endpoints (
    tenant_id uuid not null,
    id uuid not null,
    url text not null,
    -- As they were asked for; null: all.
    types text[],
    description text,
    -- Until when the secret before the last rotation signs too.
    overlap_until timestamptz,
    is_enabled boolean not null default true,
    disabled_reason text check (disabled_reason in ('ASKED', 'GONE', 'FAILING')),
    disabled_at timestamptz,
    -- The last event of which it is decided whether it is delivered.
    position bigint not null,
    -- What happened before is not sent; null: no matter when.
    starts_at timestamptz default now(),
    -- Failures in a row, since when, and until when nothing is tried because of them.
    failures int not null default 0,
    failing_since timestamptz,
    resumes_at timestamptz,
    created_at timestamptz not null default now(),
    deleted_at timestamptz,
    primary key (tenant_id, id)
  );
  create table webhook_deliveries (
    tenant_id uuid not null,
    id uuid not null default gen_random_uuid(),
    seq bigint generated always as identity,
    endpoint_id uuid not null,
    -- Null: a test, of which no event tells.
    event_seq bigint,
    event_id uuid not null,
    type text not null,
    subject_id uuid not null,
    position bigint not null,
    state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
    attempts int not null default 0,
    next_at timestamptz not null default now(),
    -- Until then one process sends it.
    leased_until timestamptz,
    first_tried_at timestamptz,
    last_tried_at timestamptz,
    http_status int,
    answer text,
    created_at timestamptz not null default now(),
    primary key (tenant_id, id),
    unique (tenant_id, endpoint_id, event_seq),
    foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id),
    -- A delivery is kept for as long as its event.
    foreign key (tenant_id, event_seq) references events (tenant_id, seq) on delete cascade
  );
  create index webhook_deliveries_listed on webhook_deliveries (tenant_id, endpoint_id, seq);
  create index webhook_deliveries_event on webhook_deliveries (tenant_id, event_seq);
  create index webhook_deliveries_pending on webhook_deliveries (tenant_id, endpoint_id, subject_id, position) where state = 'PENDING'`;

/** Which endpoints have something to do is asked for all tenants at once; of what happened this tells nothing. */
const WATCHED: Record<string, [columns: string, rows: string]> = {
  webhook_endpoints: [
    'tenant_id, id, is_enabled, disabled_reason, position, failing_since, resumes_at, deleted_at',
    'deleted_at is null',
  ],
  webhook_deliveries: [
    'tenant_id, id, endpoint_id, subject_id, position, state, next_at, leased_until',
    "state = 'PENDING'",
  ],
  events: ['tenant_id, position', 'position is null'],
  event_heads: ['tenant_id, position', ''],
};

export async function up(db: MigrationDb): Promise<void> {
  // With the other secrets of the tenant, which its own role does not read.
  await briefly(db, `alter table tenants add column if not exists endpoints_secret jsonb not null default '{}'`);
  await briefly(db, async (db) => {
    await run(db, `drop table if exists webhook_deliveries, webhook_endpoints; ${TABLES}`);
    await protectTenantTable(db, 'webhook_endpoints', 'select, insert, update');
    await protectTenantTable(db, 'webhook_deliveries', 'select, insert, update');
    for (const [table, [columns, rows]] of Object.entries(WATCHED)) {
      await run(
        db,
        `grant select (${columns}) on ${table} to app_watch; drop policy if exists watched on ${table};
         create policy watched on ${table} for select to app_watch using (${["current_user = 'app_watch'", rows].filter((one) => one !== '').join(' and ')})`,
      );
    }
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `drop table webhook_deliveries, webhook_endpoints;
     drop policy watched on events; revoke select (${WATCHED['events']![0]}) on events from app_watch;
     alter table tenants drop column endpoints_secret;
     drop policy watched on event_heads; revoke select (${WATCHED['event_heads']![0]}) on event_heads from app_watch`,
  );
}
