// Each billing point has number series of its own, and a document knows its point. The series of the first point keep their names, so
// that processes of 1.8.0 go on counting in them.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** Documents are filled in small transactions, and their table waits for its turn. */
export const inTransaction = false;

const TABLES = ['document_numbers', 'fiscal_documents', 'orders'] as const;
const DOCUMENTS_AT_ONCE = 2000;

const COLUMNS = TABLES.map((table) => `alter table ${table} add column if not exists billing_point_id uuid`).join(';');

const FUNCTIONS = `
  create or replace function take_first_billing_point() returns trigger language plpgsql as $$
  begin
    new.billing_point_id := (select id from billing_points where tenant_id = new.tenant_id and is_first);
    return new;
  end $$`;

/** What 1.8.0 writes is of the first point, the only one that it knows. */
const TRIGGERS = `
  drop trigger if exists take_first_billing_point on document_numbers;
  create trigger take_first_billing_point before insert on document_numbers for each row
    when (new.billing_point_id is null and new.series in ('FAC', 'NC')) execute function take_first_billing_point();
  drop trigger if exists take_first_billing_point on fiscal_documents;
  create trigger take_first_billing_point before insert or update of mode on fiscal_documents for each row
    when (new.billing_point_id is null and new.mode = 'DGI') execute function take_first_billing_point()`;

const FILED_AT_A_POINT = `(mode <> 'DGI' or billing_point_id is not null)`;

const CONSTRAINTS = [
  ...TABLES.map((table) => [
    table,
    `${table}_billing_point`,
    'foreign key (tenant_id, billing_point_id) references billing_points (tenant_id, id)',
  ]),
  ['fiscal_documents', 'filed_at_a_billing_point', `check ${FILED_AT_A_POINT}`],
];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, `${COLUMNS};${FUNCTIONS};${TRIGGERS}`);
  await acrossTenants(db, ['billing_points', 'document_numbers', 'fiscal_documents'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await fill(db, id);
  });
  for (const [table, name, definition] of CONSTRAINTS) {
    await briefly(
      db,
      `alter table ${table} drop constraint if exists ${name};
       alter table ${table} add constraint ${name} ${definition} not valid`,
    );
    await run(db, `alter table ${table} validate constraint ${name}`);
  }
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `${['document_numbers', 'fiscal_documents'].map((table) => `drop trigger if exists take_first_billing_point on ${table}`).join(';')};
     ${TABLES.map((table) => `alter table ${table} drop column if exists billing_point_id`).join(';')};
     drop function if exists take_first_billing_point`,
  );
}

async function fill(db: MigrationDb, tenantId: string): Promise<void> {
  const first = sql`(select id from billing_points where tenant_id = ${tenantId} and is_first)`;
  await inBatch(db, (inBatch) =>
    sql`
      update document_numbers set billing_point_id = ${first}
      where tenant_id = ${tenantId} and series in ('FAC', 'NC') and billing_point_id is null`.execute(inBatch),
  );
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const from: string = after;
    after = await inBatch(db, async (inBatch) => {
      const { rows } = await sql<{ last: string | null }>`
        with these as (
          select id, mode, billing_point_id from fiscal_documents where tenant_id = ${tenantId} and id > ${from}
          order by id limit ${DOCUMENTS_AT_ONCE}
        ), filled as (
          update fiscal_documents d set billing_point_id = ${first} from these
          where d.tenant_id = ${tenantId} and d.id = these.id and d.mode = 'DGI' and d.billing_point_id is null
        )
        select max(id::text) as last from these`.execute(inBatch);
      return rows[0]!.last ?? undefined;
    });
  }
}
