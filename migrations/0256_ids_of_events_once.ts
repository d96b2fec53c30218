// A row of an event has its entity's id beside its data, and no longer in it as well.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly } from './beside-writers.ts';
import { edit, VIEW } from './0250_facts_tell.ts';

export const inTransaction = false;

const ROWS = 'at, data, traceparent from event_rows';
const WITH_ID = `at, jsonb_build_object('id', entity_id) || data as data, traceparent from event_rows`;

/** Of a document that is issued or changes its status, and of an order; as they were and as they are. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  [
    `one, one, jsonb_strip_nulls(jsonb_build_object('id', one, 'number', document.number, 'status', now,`,
    `one, one, jsonb_strip_nulls(jsonb_build_object('number', document.number, 'status', now,`,
  ],
  [
    `one, one, jsonb_strip_nulls(jsonb_build_object('id', one, 'number', n -> 'number', 'sku',`,
    `one, one, jsonb_strip_nulls(jsonb_build_object('number', n -> 'number', 'sku',`,
  ],
];

export const up = (db: MigrationDb): Promise<void> =>
  briefly(
    db,
    [
      VIEW.replace(ROWS, WITH_ID).replace(/;\s*grant.*/, ''),
      ...EDITS.map(([from, to]) => edit('tell_row', from, to)),
    ].join(';\n'),
  );

export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['event_rows'], () =>
    briefly(
      db,
      [
        ...EDITS.map(([from, to]) => edit('tell_row', to, from)),
        `update event_rows set data = jsonb_build_object('id', entity_id) || data where not data ? 'id'`,
        VIEW.replace(/;\s*grant.*/, ''),
      ].join(';\n'),
    ),
  );
}
