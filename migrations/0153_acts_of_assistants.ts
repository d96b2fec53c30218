// An assistant acts for a user: `agent:` and its name are an actor of their own.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** A log of years is checked while others write to it. */
export const inTransaction = false;

const actors = (namespaces: string): string => `
  alter table acts drop constraint if exists acts_actor_check;
  alter table acts add constraint acts_actor_check check (actor ~ '^(${namespaces}):.') not valid`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, actors('user|token|service|cli|agent'));
  await run(db, 'alter table acts validate constraint acts_actor_check');
}

/** Acts of assistants stay as they are: the log is never changed. */
export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, actors('user|token|service|cli'));
}
