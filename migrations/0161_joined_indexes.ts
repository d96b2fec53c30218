// Two indexes that answer of the same rows become one: names with what is searched, deliveries under their event.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

type Index = readonly [name: string, definition: string, kind?: 'unique'];

const NEW: readonly Index[] = [
  ['clients_by_name', 'on clients (tenant_id, name, id) include (folded, archived_at)'],
  ['suppliers_by_name', 'on suppliers (tenant_id, name, id) include (folded, archived_at)'],
  ['items_by_name', 'on items (tenant_id, name, id) include (folded, archived_at)'],
  [
    'document_events_listed',
    `on document_events (tenant_id, kind, at) include (document_id) where kind in ('REMARKED', 'EMAIL_ASKED')`,
  ],
  ['webhook_deliveries_once', 'on webhook_deliveries (tenant_id, event_seq, endpoint_id)', 'unique'],
];

const OLD: readonly Index[] = [
  ...['clients', 'suppliers', 'items'].flatMap((table): Index[] => [
    [`${table}_name`, `on ${table} (tenant_id, name, id) include (archived_at)`],
    [`${table}_folded`, `on ${table} (tenant_id) include (folded, archived_at)`],
  ]),
  // The locations of a company are few.
  ['locations_updated', 'on locations (tenant_id, updated_at, id)'],
  ['document_events_remarked', `on document_events (tenant_id, at) include (document_id) where kind = 'REMARKED'`],
  ['document_events_sent', `on document_events (tenant_id, at) include (document_id) where kind = 'EMAIL_ASKED'`],
  ['webhook_deliveries_event', 'on webhook_deliveries (tenant_id, event_seq)'],
];

const DELIVERY = 'webhook_deliveries_tenant_id_endpoint_id_event_seq_key';

async function replace(db: MigrationDb, made: readonly Index[], dropped: readonly Index[]): Promise<void> {
  for (const [name, definition, kind] of made) await createIndexBesideWriters(db, name, definition, kind);
  for (const [name] of dropped) await run(db, `drop index concurrently if exists ${name}`);
}

export async function up(db: MigrationDb): Promise<void> {
  await replace(db, NEW, OLD);
  await briefly(db, `alter table webhook_deliveries drop constraint if exists ${DELIVERY}`);
}

export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, DELIVERY, 'on webhook_deliveries (tenant_id, endpoint_id, event_seq)', 'unique');
  await briefly(
    db,
    `do $$ begin
       if not exists (select from pg_constraint where conname = '${DELIVERY}') then
         alter table webhook_deliveries add constraint ${DELIVERY} unique using index ${DELIVERY};
       end if;
     end $$`,
  );
  await replace(db, OLD, NEW);
}
