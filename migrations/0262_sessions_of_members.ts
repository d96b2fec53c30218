// A session knows whether a member's own way in opened it: only such a one may choose a password. Those that are open now may not, until their
// person signs in again: how they were opened is not known.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export const up = (db: MigrationDb): Promise<void> =>
  run(db, 'alter table dashboard_sessions add column is_member boolean not null default false');

export const down = (db: MigrationDb): Promise<void> => run(db, 'alter table dashboard_sessions drop column is_member');
