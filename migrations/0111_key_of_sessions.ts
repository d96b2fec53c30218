// A random key of the installation, by which the ids of sessions are proven: what else signs in may be known to others.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `alter table installation_keys add column secret text;
     insert into installation_keys (name, key_id, secret)
     values ('SESSIONS', 'random', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    `delete from installation_keys where name = 'SESSIONS';
     alter table installation_keys drop column secret`,
  );
}
