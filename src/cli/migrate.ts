// folio migrate up · down · status: brings the database forward or back, and says where it stands.
import { allMigrations, forMigrations, migrateAll, toMigrate } from '../wiring/open-database.ts';
import { migrateDown, migrationStatus, type MigrationStatus } from '../platform/migrate.ts';
import { command, CommandError, UsageError, type Answer } from './command.ts';
import { withAnyDatabase } from './with-database.ts';

export const migrateUpCommand = command('migrate up', (asked) =>
  withAnyDatabase(asked, async (database) => answer(await migrateAll(asked.config, database))),
);

export const migrateDownCommand = command('migrate down', async (asked) => {
  const migrations = await allMigrations();
  const { to: name } = asked.options;
  const to = name === undefined ? undefined : migrationCalled(name, [...migrations.keys()]);
  return withAnyDatabase(asked, async (database) => {
    const { applied } = await migrationStatus(forMigrations(database.db), migrations);
    if (to !== undefined && !applied.includes(to)) throw new CommandError(`${to} is not applied.`);
    return answer(await toMigrate(asked.config, database, (way, holder) => migrateDown(way, migrations, to, holder)));
  });
});

function migrationCalled(asked: string, names: readonly string[]): string {
  const found = names.find((name) => name === asked || name.replace(/^\d+_/, '') === asked);
  if (found === undefined) throw new UsageError(`There is no migration ${JSON.stringify(asked)}.`);
  return found;
}

export const migrateStatusCommand = command('migrate status', (asked) =>
  withAnyDatabase(asked, async ({ db }) => answer(await migrationStatus(forMigrations(db), await allMigrations()))),
);

function answer({ applied, pending, notes }: MigrationStatus): Answer {
  const said = (name: string): string => (notes[name] === undefined ? '' : `  (${notes[name]})`);
  const lines = [
    ...applied.map((name) => `applied  ${name}${said(name)}`),
    ...pending.map((name) => `pending  ${name}`),
  ];
  return { json: { applied, pending, notes }, text: lines.join('\n') };
}
