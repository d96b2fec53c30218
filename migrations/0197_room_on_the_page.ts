// A document's versions lie on one page, where an update tells the WAL only of what is new: its row is two kilobytes and is written four times.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

export const inTransaction = false;

/** Room for two documents as they stay, and the versions of a third that is under way. */
export const up = (db: MigrationDb): Promise<void> => briefly(db, 'alter table fiscal_documents set (fillfactor = 60)');

export const down = (db: MigrationDb): Promise<void> => briefly(db, 'alter table fiscal_documents reset (fillfactor)');
