// The documents of a month are read where they lie in the table: an index of a page's worth of ranges, which a document hardly ever writes.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

export const up = (db: MigrationDb): Promise<void> =>
  createIndexBesideWriters(
    db,
    'fiscal_documents_made',
    'on fiscal_documents using brin (created_at) with (pages_per_range = 32, autosummarize = on)',
  );

export const down = (db: MigrationDb): Promise<void> =>
  run(db, 'drop index concurrently if exists fiscal_documents_made');
