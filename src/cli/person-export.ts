// folio person export: everything that is kept about a client, a supplier or a user, for the person who asks what it is.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { parseRuc } from '../fiscal/ruc.ts';
import { systemClock } from '../platform/clock.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant, inTenantSnapshot, type TenantDb } from '../tenancy/index.ts';
import { fileStore } from '../wiring/app.ts';
import { CommandError, required, UsageError, type Command, type Input } from './command.ts';
import { rowsAbout, wordsOf, type Person } from './personal-data.ts';
import { recordCommand } from './record-command.ts';
import { exportFiles, exportTables, makeFolder, writeSums } from './tenant-export.ts';
import { tenantId, tenantWith } from './tenants.ts';
import { withDatabase } from './with-database.ts';

const WHO = ['client', 'supplier', 'user', 'ruc', 'email'] as const;

export const PERSON = {
  usage: '--tenant ID (--client ID | --supplier ID | --user NAME | --ruc RUC | --email ADDRESS)',
  options: ['tenant', ...WHO],
};

export const personExportCommand: Command = {
  words: 'person export',
  summary: 'writes everything that is kept about a person into a folder: JSON lines, CSV, PDFs and XML',
  usage: `${PERSON.usage} --to FOLDER`,
  details: [
    "  --to FOLDER   a new one, or an empty one; it will be its owner's alone",
    '',
    'manifest.json comes last. It is checked by: sha256sum --check SHA256SUMS',
  ].join('\n'),
  options: [...PERSON.options, 'to'],
  positionals: 0,
  async run({ config, options, terminal }) {
    const id = tenantId(options);
    const asked = personAsked(options);
    const folder = resolve(required(options, 'to'));
    await makeFolder(folder);
    return withDatabase(config, async (database) => {
      const tenant = await tenantWith(database, id);
      const person = await inTenant(database, tenant, async (db) => {
        const found = await findPerson(db, asked);
        await recordCommand(db, personExportCommand.words, isUuid(found.id) ? [found.id] : []);
        return found;
      });
      const exportedAt = systemClock.now();
      const tables = await inTenantSnapshot(database, tenant, async (db) => {
        const rows = new Map([['files', sql`false`], ...rowsAbout(db, person, await wordsOf(db, person)).tables]);
        return exportTables(db, folder, terminal, rows, { csv: true });
      });
      const { files, missing } = await exportFiles(fileStore(config), folder, terminal);
      await writeSums(folder, [...tables, ...files]);
      const about = { tenant: { id, name: tenant.name }, person, exportedAt, tables, files, missing };
      await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 });
      const rows = tables.reduce((sum, one) => sum + one.rows, 0);
      const lost = missing.map((one) => `\nThe store does not have ${one} as it was put there.`).join('');
      return {
        json: { folder, person, rows, files: files.length, missing },
        text: `${rows} rows and ${files.length} files about ${person.kind} ${person.id} are in ${folder}.${lost}`,
        hasFailed: missing.length > 0,
      };
    });
  },
};

export interface PersonAsked {
  by: (typeof WHO)[number];
  value: string;
}

export function personAsked(options: Input['options']): PersonAsked {
  const given = WHO.filter((name) => options[name] !== undefined);
  if (given.length !== 1) throw new UsageError(`One of --${WHO.join(', --')} says who it is about.`);
  const by = given[0]!;
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
