// folio migrate up · down · status: brings the database forward or back, and says where it stands.
import { allMigrations, forMigrations, migrateAll, toMigrate } from '../wiring/open-database.ts';
import { migrateDown, migrationStatus, type MigrationStatus } from '../platform/migrate.ts';
import { CommandError, UsageError, type Answer, type Command } from './command.ts';
import { withAnyDatabase } from './with-database.ts';

export const migrateUpCommand: Command = {
  words: 'migrate up',
  summary: 'applies all migrations that are pending',
  usage: '',
  options: [],
  positionals: 0,
  run: ({ config }) => withAnyDatabase(config, async (database) => answer(await migrateAll(config, database))),
};

export const migrateDownCommand: Command = {
  words: 'migrate down',
  summary: 'takes the newest migration back, with what it stored',
  usage: '[--to NAME]',
  details: '  --to NAME   takes back all that came after NAME, which stays applied; its number may be left out',
  options: ['to'],
  positionals: 0,
  async run({ config, options }) {
    const migrations = await allMigrations();
    const to = options['to'] === undefined ? undefined : migrationCalled(options['to'], [...migrations.keys()]);
    return withAnyDatabase(config, async (database) => {
      const db = forMigrations(database.db);
      const { applied } = await migrationStatus(db, migrations);
      if (to !== undefined && !applied.includes(to)) throw new CommandError(`${to} is not applied.`);
      return answer(await toMigrate(config, database, (way, holder) => migrateDown(way, migrations, to, holder)));
    });
  },
};

function migrationCalled(asked: string, names: readonly string[]): string {
  const found = names.find((name) => name === asked || name.replace(/^\d+_/, '') === asked);
  if (found === undefined) throw new UsageError(`There is no migration ${JSON.stringify(asked)}.`);
  return found;
}

export const migrateStatusCommand: Command = {
  words: 'migrate status',
  summary: 'lists what is applied and what is pending',
  usage: '',
  options: [],
  positionals: 0,
  run: ({ config }) =>
    withAnyDatabase(config, async ({ db }) => answer(await migrationStatus(forMigrations(db), await allMigrations()))),
};

function answer({ applied, pending, notes }: MigrationStatus): Answer {
  const said = (name: string): string => (notes[name] === undefined ? '' : `  (${notes[name]})`);
  const lines = [
    ...applied.map((name) => `applied  ${name}${said(name)}`),
    ...pending.map((name) => `pending  ${name}`),
  ];
  return { json: { applied, pending, notes }, text: lines.join('\n') };
}
