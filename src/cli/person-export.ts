// folio person export: everything that is kept about a client, a supplier or a user, for the person who asks what it is.
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { parseRuc } from '../fiscal/ruc.ts';
import { systemClock } from '../platform/clock.ts';
import { isUuid } from '../platform/uuid.ts';
import { inSnapshot, inTenant, type TenantDb } from '../tenancy/index.ts';
import { fileStore } from '../wiring/app.ts';
import { command, CommandError, required, UsageError, type Input } from './command.ts';
import { rowsAbout, wordsOf, type Person } from '../company/index.ts';
import { exportFiles, exportTables, finish, makeFolder } from './tenant-export.ts';
import { recorded, withTenant } from './with-tenant.ts';

const WHO = ['client', 'supplier', 'user', 'ruc', 'email'] as const;

export const personExportCommand = command('person export', async (args) => {
  const { config, options, terminal } = args;
  const wanted = personAsked(options);
  const folder = resolve(options['to']!);
  await makeFolder(folder);
  return withTenant(args, async (database, tenant) => {
    const entitiesOf = ({ id }: Person) => (isUuid(id) ? [id] : []);
    const find = recorded(args, (db) => findPerson(db, wanted), entitiesOf);
    const person = await inTenant(database, tenant, find);
    const exportedAt = systemClock.now();
    const tables = await inSnapshot(database, tenant, async (db) => {
      const rows = new Map([['files', sql`false`], ...rowsAbout(db, person, await wordsOf(db, person)).tables]);
      return exportTables(db, folder, terminal, rows, { csv: true });
    });
    const { files, missing } = await exportFiles(fileStore(config), folder, terminal);
    const { id, name } = tenant;
    const about = { tenant: { id, name }, person, exportedAt, tables, files, missing };
    const what = (rows: number) => `${rows} rows and ${files.length} files about ${person.kind} ${person.id}`;
    return finish(folder, about, what, { person });
  });
});

export interface PersonAsked {
  by: (typeof WHO)[number];
  value: string;
}

export function personAsked(options: Input['options']): PersonAsked {
  const text = WHO.filter((name) => options[name] !== undefined);
  if (text.length !== 1) throw new UsageError(`One of --${WHO.join(', --')} says who it is about.`);
  const by = text[0]!;
  const value = required(options, by);
  if (by !== 'client' && by !== 'supplier') return { by, value };
  if (!isUuid(value.toLowerCase())) throw new UsageError(`--${by} ${JSON.stringify(value)} is no id.`);
  return { by, value: value.toLowerCase() };
}

/** By RUC or address: the one who has it. */
export async function findPerson(db: TenantDb, { by, value }: PersonAsked): Promise<Person> {
  if (by === 'user') return { kind: by, id: value };
  const where = {
    client: sql`kind = 'client' and id::text = ${value}`,
    supplier: sql`kind = 'supplier' and id::text = ${value}`,
    ruc: sql`ruc = any(${[value, parseRuc(value)?.normalized ?? value]})`,
    email: sql`${value.toLowerCase()} = any(emails)`,
  }[by];
  const { rows } = await sql<Person>`
    select kind, id from (
      select 'client' as kind, id, ruc, string_to_array(lower(concat_ws(' ', email, array_to_string(further_emails, ' '))), ' ') as emails
      from clients where tenant_id = ${db.tenant.id}
      union all
      select 'supplier', id, ruc, '{}' from suppliers where tenant_id = ${db.tenant.id}
    ) as party where ${where} order by kind, id limit 20`.execute(db);
  if (rows.length === 0) throw new CommandError(`No one is kept here with ${by} ${value}.`);
  if (rows.length > 1) {
    const found = rows.map(({ kind, id }) => `--${kind} ${id}`).join(', ');
    throw new CommandError(`${rows.length} have the ${by} ${value}: ${found}. Say which.`);
  }
  return rows[0]!;
}
