// Two indexes that answer of the same rows become one: names with what is searched, lines under their document, deliveries under their event.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

type Index = readonly [name: string, definition: string, kind?: 'unique'];

const NEW: readonly Index[] = [
  ['clients_by_name', 'on clients (tenant_id, name, id) include (folded, archived_at)'],
  ['suppliers_by_name', 'on suppliers (tenant_id, name, id) include (folded, archived_at)'],
  ['items_by_name', 'on items (tenant_id, name, id) include (folded, archived_at, kind)'],
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
  ['items_services', `on items (tenant_id, id) where kind = 'SERVICE'`],
  // The locations of a company are few.
  ['locations_updated', 'on locations (tenant_id, updated_at, id)'],
  ['document_events_remarked', `on document_events (tenant_id, at) include (document_id) where kind = 'REMARKED'`],
  ['document_events_sent', `on document_events (tenant_id, at) include (document_id) where kind = 'EMAIL_ASKED'`],
  ['webhook_deliveries_event', 'on webhook_deliveries (tenant_id, event_seq)'],
];

const DELIVERY = 'webhook_deliveries_tenant_id_endpoint_id_event_seq_key';

/** Lines that nothing refers to: their document comes first in their key. */
const LINES = {
  credit_lines: ['credit_id', 'credit_lines_credit'],
  debit_note_lines: ['debit_note_id', 'debit_note_lines_note'],
} as const;

async function keyOf(db: MigrationDb, table: string, columns: string): Promise<void> {
  const key = `${table}_key`;
  await createIndexBesideWriters(db, key, `on ${table} (${columns})`, 'unique');
  await briefly(
    db,
    `alter table ${table} drop constraint if exists ${table}_pkey;
     alter table ${table} add constraint ${table}_pkey primary key using index ${key}`,
  );
}

async function replace(db: MigrationDb, made: readonly Index[], dropped: readonly Index[]): Promise<void> {
  for (const [name, definition, kind] of made) await createIndexBesideWriters(db, name, definition, kind);
  for (const [name] of dropped) await run(db, `drop index concurrently if exists ${name}`);
}

export async function up(db: MigrationDb): Promise<void> {
  for (const [table, [document]] of Object.entries(LINES)) await keyOf(db, table, `tenant_id, ${document}, id`);
  await replace(db, NEW, OLD);
  await briefly(db, `alter table webhook_deliveries drop constraint if exists ${DELIVERY}`);
  for (const [, index] of Object.values(LINES)) await run(db, `drop index concurrently if exists ${index}`);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [table, [document, index]] of Object.entries(LINES)) {
    await createIndexBesideWriters(db, index, `on ${table} (tenant_id, ${document})`);
    await keyOf(db, table, 'tenant_id, id');
  }
  await createIndexBesideWriters(db, DELIVERY, 'on webhook_deliveries (tenant_id, endpoint_id, event_seq)', 'unique');
  await briefly(
    db,
    `alter table webhook_deliveries drop constraint if exists ${DELIVERY};
     alter table webhook_deliveries add constraint ${DELIVERY} unique using index ${DELIVERY}`,
  );
  await replace(db, OLD, NEW);
}
