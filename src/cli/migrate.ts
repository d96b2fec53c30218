// folio migrate up · down · status: brings the database forward or back, and says where it stands.
import { allMigrations, forMigrations, migrateAll, toMigrate } from '../wiring/open-database.ts';
import { migrateDown, migrationStatus, type MigrationRun, type MigrationStatus } from '../platform/migrate.ts';
import { command, CommandError, UsageError, type Answer } from './command.ts';
import { withAnyDatabase } from './with-database.ts';

export const migrateUpCommand = command('migrate up', (args) =>
  withAnyDatabase(args, async (database) => didAnswer('applied', await migrateAll(args.config, database))),
);

export const migrateDownCommand = command('migrate down', async (args) => {
  const migrations = await allMigrations();
  const { to: name } = args.options;
  const to = name === undefined ? undefined : migrationCalled(name, [...migrations.keys()]);
  return withAnyDatabase(args, async (database) => {
    const { applied } = await migrationStatus(forMigrations(database.db), migrations);
    if (to !== undefined && !applied.includes(to)) throw new CommandError(`${to} is not applied.`);
    const run = await toMigrate(args.config, database, (way, holder) => migrateDown(way, migrations, to, holder));
    return didAnswer('taken back', run);
  });
});

function migrationCalled(args: string, names: readonly string[]): string {
  const found = names.find((name) => name === args || name.replace(/^\d+_/, '') === args);
  if (found === undefined) throw new UsageError(`There is no migration ${JSON.stringify(args)}.`);
  return found;
}

export const migrateStatusCommand = command('migrate status', (args) =>
  withAnyDatabase(args, async ({ db }) => answer(await migrationStatus(forMigrations(db), await allMigrations()))),
);

function didAnswer(did: string, { done, ...status }: MigrationRun): Answer {
  const { applied, pending, notes } = status;
  const lines = done.map(({ name, seconds }) => `${did}  ${name}  ${seconds.toFixed(2)} s${remark(notes[name])}`);
  if (done.length === 0) lines.push('nothing was pending');
  lines.push(`${applied.length} applied, ${pending.length} pending`);
  return { json: { ...status, done }, text: lines.join('\n') };
}

const remark = (note: string | undefined): string => (note === undefined ? '' : `  (${note})`);

function answer({ applied, pending, notes }: MigrationStatus): Answer {
  const lines = [
    ...applied.map((name) => `applied  ${name}${remark(notes[name])}`),
    ...pending.map((name) => `pending  ${name}`),
  ];
  return { json: { applied, pending, notes }, text: lines.join('\n') };
}
