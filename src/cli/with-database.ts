// Opens the database of this configuration for one command: its own, or that of the service that has it at this moment.
import { existsSync } from 'node:fs';
import { allMigrations, bringUpToDate, forMigrations, openDatabase } from '../wiring/open-database.ts';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { migrationStatus } from '../platform/migrate.ts';
import { isConnectionError } from '../platform/postgres.ts';
import { noteDistribution } from '../tenancy/index.ts';
import { CommandError, type Input } from './command.ts';

type About = Pick<Input, 'config' | 'terminal'>;

/** With a database that has all migrations; an embedded one gets what it lacks, another is not changed unasked. */
export function withDatabase<T>(input: About, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  return withAnyDatabase(input, async (database) => {
    const migrations = await allMigrations();
    const db = forMigrations(database.db);
    if (database.kind !== 'postgres') await bringUpToDate(input.config, database);
    const { pending } = await migrationStatus(db, migrations);
    if (pending.length > 0) {
      throw new CommandError(
        `The database lacks ${pending.length} migrations, from ${pending[0]} on. Apply them first: npm run folio -- migrate up`,
      );
    }
    await noteDistribution(database.db);
    return work(database);
  });
}

/** With a database as it is. */
export async function withAnyDatabase<T>(
  { config, terminal }: About,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL === undefined && !existsSync(config.DATA_DIR)) {
    terminal.write(
      `DATABASE_URL is not set, and ${config.DATA_DIR} is not there: this is about a new, empty database.\n`,
    );
  }
  const database = await openDatabase(config);
  try {
    return await work(database);
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    throw new CommandError('The database cannot be reached, or went away.', { cause: error });
  } finally {
    await database.close();
  }
}
