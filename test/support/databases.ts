// Databases of tests, on a server that others use too: each is dropped by who made it. Migrated ones are copies of one, made once per run.
import pg from 'pg';
import { openPool } from '../../src/platform/postgres.ts';
import { bringUpToDate, onPool } from '../../src/wiring/open-database.ts';

export interface OwnDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** A login that another test makes on this server is a stranger to it. */
export async function createDatabase(server: string, template = 'template1'): Promise<OwnDatabase> {
  const name = `folio_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const command = async (...texts: string[]): Promise<void> => {
    const admin = new pg.Client(server);
    await admin.connect();
    for (const text of texts) await admin.query(text);
    await admin.end();
  };
  await command(
    `create database ${name} template ${template} strategy file_copy`,
    `revoke connect on database ${name} from public`,
  );
  const address = new URL(server);
  address.pathname = `/${name}`;
  return { name, url: address.href, drop: () => command(`drop database ${name} with (force)`) };
}

/** A migrated database without connections, to be copied: a copy costs a tenth of the migrations. */
export async function makeTemplate(server: string): Promise<OwnDatabase> {
  const made = await createDatabase(server);
  const database = onPool(openPool({ url: made.url }, { max: 2 }));
  try {
    await bringUpToDate({}, { ...database, kind: 'postgres' });
  } finally {
    await database.close();
  }
  return made;
}

/** Each copy is an installation of its own. */
export const RENEW_COPY = `
  update database_witness set id = gen_random_uuid();
  update installation_keys set secret = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') where name = 'SESSIONS'`;
