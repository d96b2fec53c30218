// Brings the data sets of a run: builds each in a database of its own, or finds the one that an earlier run kept.
import { sql } from 'kysely';
import { allMigrations } from '../../src/wiring/open-database.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { verifyPurchases } from '../../src/purchasing/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant, listTenants } from '../../src/tenancy/index.ts';
import { verifyCounts } from '../../src/numbers/index.ts';
import {
  createDatabase,
  dropDatabase,
  hasDatabase,
  openDatabase,
  ownName,
  type BenchDatabase,
  type Server,
} from '../database.ts';
import { buildDataSet } from './build.ts';
import { writeLists } from './lists.ts';
import { fullShape, sizeName, smallShape, type Shape } from './shape.ts';

export interface DataSet {
  shape: Shape;
  database: BenchDatabase;
}

export interface SetOptions {
  sizes: readonly number[];
  small: boolean;
  seed: number;
  keep: boolean;
  tell: (text: string) => void;
}

/** The smallest first. */
export async function openDataSets(server: Server, options: SetOptions): Promise<DataSet[]> {
  const sets: DataSet[] = [];
  try {
    for (const [index, movements] of options.sizes.entries()) {
      const shape = (options.small ? smallShape : fullShape)(movements, options.seed);
      sets.push(await openDataSet(server, shape, { ...options, isVerified: options.small && index === 0 }));
    }
    return sets;
  } catch (error) {
    await closeDataSets(server, sets, options.keep);
    throw error;
  }
}

export async function closeDataSets(server: Server, sets: readonly DataSet[], keep: boolean): Promise<void> {
  for (const { database } of sets) {
    await database.close();
    if (!keep) await dropDatabase(server, database.name);
  }
}

async function openDataSet(
  server: Server,
  shape: Shape,
  { small, keep, isVerified, tell }: SetOptions & { isVerified: boolean },
): Promise<DataSet> {
  const name = databaseName(shape, { small, keep });
  if (keep && (await hasDatabase(server, name))) {
    const database = openDatabase(server, name);
    if (await isComplete(database)) {
      tell(`${sizeName(shape.movements)}: found as ${name}`);
      return { shape, database };
    }
    await database.close();
  }
  await dropDatabase(server, name);
  await createDatabase(server, name);
  const database = openDatabase(server, name);
  try {
    await buildDataSet(database, shape, { withDocuments: isVerified, tell });
    if (isVerified) await verify(database);
    await writeLists(database, shape);
    await sql`comment on database ${sql.ref(name)} is ${sql.lit(await edition())}`.execute(database.db);
  } catch (error) {
    await database.close();
    await dropDatabase(server, name);
    throw error;
  }
  return { shape, database };
}

function databaseName({ movements, seed }: Shape, { small, keep }: { small: boolean; keep: boolean }): string {
  const name = [small ? 'folio_bench_small' : 'folio_bench', sizeName(movements).toLowerCase(), seed].join('_');
  return keep ? name : ownName(name);
}

/** A data set of an older schema is of no use. */
async function edition(): Promise<string> {
  return `complete, after ${[...(await allMigrations()).keys()].at(-1)}`;
}

async function isComplete({ db, name }: BenchDatabase): Promise<boolean> {
  const { rows } = await sql<{ comment: string | null }>`
    select shobj_description(oid, 'pg_database') as comment from pg_database where datname = ${name}`.execute(db);
  return rows[0]?.comment === (await edition());
}

/** Checks that rows written in bulk are those that the application would have written one by one. */
async function verify(database: BenchDatabase): Promise<void> {
  for (const tenant of await listTenants(database)) {
    const problems = await inTenant(database, tenant, async (db) => [
      ...(await verifyLedger(db)).problems,
      ...(await verifyPurchases(db)),
      ...(await verifySales(db)).problems,
      ...(await verifyCounts(db)),
    ]);
    if (problems.length > 0) {
      const [first] = problems;
      throw new Error(`The data set is none that Folio could have written: ${first!.check}: ${first!.detail}`);
    }
  }
}
