// Months that are kept are told anew: credit notes that were rejected, or are internal, stood among their late changes.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** Nothing is lost: a month is counted from its documents when it is read, or by the next hour. */
export const up = (db: MigrationDb): Promise<void> => briefly(db, 'truncate kept_months');

/** The release before reads what is kept, and keeps what it tells itself. */
export const down = (): Promise<void> => Promise.resolve();
